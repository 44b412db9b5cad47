"""`given(events).when(command).then(events)` or `.refused(code)`: how a decision is told."""

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from contracts.messages import CommandData, EventData
from contracts.refusals import Refusal, RefusalCode, Refused


class Outcome:
    def __init__(self, decided: Callable[[], list[EventData]]) -> None:
        self._decided = decided

    def then(self, *events: EventData) -> None:
        assert self._decided() == list(events)

    def refused(self, code: RefusalCode) -> Refusal:
        with pytest.raises(Refused) as caught:
            self._decided()
        assert caught.value.refusal.code is code
        return caught.value.refusal


class Story:
    """A service's state after some events of a unit, with what its view knows of the rest of the world."""

    def __init__(self, service: ModuleType, events: Sequence[EventData], known: Any) -> None:
        self._service = service
        self._events = events
        self._known = known

    def when(self, command: CommandData) -> Outcome:
        return Outcome(lambda: self.decided(command))

    def decided(self, command: CommandData) -> list[EventData]:
        """What is decided, to go on with."""
        state = self._service.state.initial()
        for event in self._events:
            state = self._service.state.evolve(state, event)
        events: list[EventData] = self._service.decide.decide(command, state, self._known)
        return events


class Service:
    """A service under test: its package, whose `state`, `decide` and `view` are imported."""

    def __init__(self, package: ModuleType) -> None:
        self._package = package
        for room in ("state", "decide", "view"):
            import_module(f"{package.__name__}.{room}")

    def given(self, *events: EventData, known: Any = None) -> Story:
        return Story(self._package, events, self._package.view.empty() if known is None else known)
