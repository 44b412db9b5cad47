import pytest

from contracts.ids import FederationId
from services.runtime.memory import MemoryLog
from tests.support.log_conformance import LogConformance


class TestMemoryLog(LogConformance):
    @pytest.fixture
    def log(self) -> MemoryLog:
        return MemoryLog(FederationId("dsu"))
