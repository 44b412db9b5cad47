"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# A machine that is busy with something else makes a test slow, not wrong; pytest-timeout ends one that hangs.
settings.register_profile("omkamp", parent=settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("omkamp")
