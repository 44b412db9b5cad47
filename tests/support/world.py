"""
Services on one log in memory, to tell stories in which units race.

A command is decided on its unit's whole past, but with what the service knew of the rest `behind` events ago.
Reactions lag behind as well, until `settle`.
"""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from contracts.messages import CommandData, EventData, context_of
from contracts.refusals import Refused
from contracts.units import player_unit, tournament_unit
from tests.support.facts import fact, view_of


class World:
    def __init__(self, *services: ModuleType) -> None:
        self._services = {service.__name__.rsplit(".", 1)[-1]: service for service in services}
        self._reacting = [service for service in services if find_spec(f"{service.__name__}.react")]
        for service in services:
            for room in ("state", "decide", "view", *(["react"] if service in self._reacting else [])):
                import_module(f"{service.__name__}.{room}")
        self._reacted = 0
        self.log: list[EventData] = []

    def happened(self, *events: EventData) -> None:
        self.log.extend(events)

    def send(self, command: CommandData, *, behind: int = 0) -> list[EventData]:
        service = self._services[context_of(type(command))]
        state = service.state.initial()
        for event in self.log:
            if unit_of(event) == command.unit:
                state = service.state.evolve(state, event)
        events: list[EventData] = service.decide.decide(command, state, self.known(service, behind))
        self.log.extend(events)
        return events

    def known(self, service: ModuleType, behind: int = 0) -> Any:
        return view_of(service, *self.log[: max(0, len(self.log) - behind)])

    def settle(self) -> None:
        """Let every reaction run that is due; one that is refused is settled."""
        while self._reacted < len(self.log):
            self._reacted += 1
            seen = self.log[: self._reacted]
            for command in self._reactions(seen):
                try:
                    self.send(command)
                except Refused:
                    continue

    def _reactions(self, seen: list[EventData]) -> Iterable[CommandData]:
        for service in self._reacting:
            if isinstance(seen[-1], service.react.REACTS_TO):
                yield from service.react.react(fact(seen[-1], len(seen)), view_of(service, *seen))


def unit_of(event: Any) -> str:
    tournament = getattr(event, "tournament", None)
    return player_unit(event.player) if tournament is None else tournament_unit(tournament)
