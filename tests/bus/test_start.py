"""A service that says it has started is there for whoever asks next."""

from contracts.messages import name_of
from contracts.operations import Digest
from contracts.subjects import query_subject
from services.results.app import app
from services.runtime.bus import Bus
from services.runtime.settings import Settings


async def test_whoever_asks_a_service_that_has_just_started_is_answered(bus: Bus, settings: Settings) -> None:
    subject = query_subject(settings.federation, "results", name_of(Digest))
    for _ in range(20):
        service = app(settings)
        await service.start()
        assert b"found" in (await bus.client.request(subject, b"", timeout=10)).data
        await service.stop()
