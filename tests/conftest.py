"""What holds for all tests."""

import pytest
from hypothesis import HealthCheck, settings

# A machine that is busy with something else makes a test slow, not wrong; pytest-timeout ends one that hangs.
settings.register_profile("omkamp", parent=settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("omkamp")

LONG_TIMEOUT = 1800
"""Seconds a test of thousands of cases may take on a busy machine; the longest needs about 100 of its own."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give long tests the time they need."""
    for item in items:
        if item.get_closest_marker("long") is not None and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(LONG_TIMEOUT))
