"""The six services in one place, without bus or time: commands in, answers out, as fast as the cores are."""

from typing import Any

from contracts.ids import UnitId
from contracts.messages import CommandData, EventData, QueryData, context_of
from services.cli.fleet import SERVICES
from tests.support.facts import fact


class Books:
    """A federation's log in memory, every service up to date with it."""

    def __init__(self) -> None:
        self.log: list[EventData] = []
        self._views: dict[str, Any] = {name: service.view.empty() for name, service in SERVICES.items()}
        self._states: dict[tuple[str, UnitId], Any] = {}

    def send(self, command: CommandData) -> list[EventData]:
        """Decide a command; raises `Refused`."""
        context = context_of(type(command))
        state = self._states.get((context, command.unit), SERVICES[context].state.initial())
        events: list[EventData] = SERVICES[context].decide.decide(command, state, self._views[context])
        for event in events:
            self._take(command.unit, event)
        return events

    def ask(self, query: QueryData) -> Any:
        """Answer a query; raises `Refused`."""
        context = context_of(type(query))
        return SERVICES[context].view.answer(self._views[context], query)

    def _take(self, unit: UnitId, event: EventData) -> None:
        self.log.append(event)
        happened = fact(event, len(self.log))
        for name, service in SERVICES.items():
            state = self._states.get((name, unit), service.state.initial())
            self._states[name, unit] = service.state.evolve(state, event)
            if isinstance(event, service.view.INTERESTS):
                self._views[name] = service.view.apply(self._views[name], happened)
