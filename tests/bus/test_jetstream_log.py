import pytest

from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from tests.support.log_conformance import LogConformance


class TestJetStreamLog(LogConformance):
    @pytest.fixture
    def log(self, bus: Bus, settings: Settings) -> JetStreamLog:
        return JetStreamLog(bus, settings.federation)
