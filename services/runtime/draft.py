"""A draft: what a group of commands of one unit would do, decided in memory before any of it is written."""

import hashlib
from functools import cached_property
from typing import Any, Final, Protocol

import msgspec

from contracts.codec import Cause, encode, envelope
from contracts.envelope import Accepted, Command, Event, Proposed, Reply
from contracts.ids import ActorId, CommandId, EventId, UnitId, event_id
from contracts.messages import CommandData, EventData, context_of, name_of
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.subjects import event_subject
from services.runtime.clock import now
from services.runtime.log import MAX_BODY, MAX_RECORDS, EventLog, NewRecord
from services.runtime.logs import logger
from services.runtime.projection import Projection


class StateModule(Protocol):
    """What a service's `state.py` offers."""

    def initial(self) -> Any:  # noqa: ANN401  the service's own state
        """Return the state of a unit without events."""

    def evolve(self, state: Any, event: EventData) -> Any:  # noqa: ANN401  the service's own state
        """Take one event into the state."""


class DecideModule(Protocol):
    """What a service's `decide.py` offers."""

    def decide(self, command: CommandData, state: Any, known: Any) -> list[EventData]:  # noqa: ANN401  the service's own state
        """Decide a command; raises `Refused`."""


_DIGEST_BYTES: Final = 6


class Request(msgspec.Struct, frozen=True, dict=True):
    """A command that has been decoded: who sent it, its envelope, its payload."""

    actor: ActorId
    unit: UnitId
    command: Command
    data: CommandData

    @cached_property
    def content(self) -> str:
        """A digest of what the command says, of when, and to whom: of all that its id stands for."""
        kind = type(self.data)
        said = f"{self.unit} {context_of(kind)} {name_of(kind)} {self.command.effectivedate} ".encode()
        return hashlib.blake2b(said + encode(self.data), digest_size=_DIGEST_BYTES).hexdigest()

    @property
    def correlation(self) -> str:
        """The story the command belongs to; one that begins a story gives it its id."""
        return self.command.correlationid or self.command.id

    @property
    def ids(self) -> dict[str, str]:
        """What ties a line of the logs to the command and its story."""
        return {"command": self.command.id, "correlation": self.correlation}


Answered = dict[CommandId, tuple[tuple[int, EventId], ...]]
"""What commands have caused: each event's sequence and id."""


class Deciding(Protocol):
    """What a draft needs of the command side of a service."""

    state: StateModule
    decide: DecideModule
    log: EventLog
    projection: Projection


class Pending(msgspec.Struct, frozen=True):
    """Events decided but not yet written: where they start among the records of the draft, and their ids, if any."""

    start: int
    events: tuple[EventId, ...]


class Draft:
    """What a group of commands would do, decided one after another, before any of it is written."""

    def __init__(
        self,
        handler: Deciding,
        unit: UnitId,
        state: Any,  # noqa: ANN401  the service's own state
        version: int,
        answered: Answered,
    ) -> None:
        self._handler = handler
        self._unit = unit
        self.state = state
        self._version = version
        self._answered = answered
        self.records: list[NewRecord] = []
        self._replies: list[Reply | Pending] = []
        self._pending: dict[CommandId, Pending] = {}

    def decide(self, request: Request) -> None:
        """Decide one command on the state as the ones before it leave it."""
        try:
            self._replies.append(self._decided(request))
        except Refused as refused:
            self._replies.append(refused.refusal)
        except Exception:  # noqa: BLE001  a fault in one decision must not fail its neighbours
            logger.exception("a decision failed", unit=self._unit, **request.ids)
            self._replies.append(internal())

    @property
    def unconfirmed(self) -> bool:
        """Whether an answer rests on the state alone: a refusal, a proposal, or that there is nothing to do."""
        return any(not isinstance(reply, Accepted | Pending) or not reply.events for reply in self._replies)

    def replies(self, last: int) -> list[Reply]:
        """Turn what was decided into answers, `last` being the sequence of the last record written."""
        first = last - len(self.records)
        for command, pending in self._pending.items():
            sequences = range(first + pending.start + 1, first + pending.start + len(pending.events) + 1)
            self._answered[command] = tuple(zip(sequences, pending.events, strict=True))
        return [
            Accepted(sequence=first + reply.start + len(reply.events), events=reply.events)
            if isinstance(reply, Pending)
            else reply
            for reply in self._replies
        ]

    def _decided(self, request: Request) -> "Reply | Pending":
        command = request.command
        given = answered(request, self._answered)
        if given is not None:
            return given
        pending = self._pending.get(command.id)
        if pending is not None:
            _refuse_another(request, pending.events[0])
            return pending
        events = self._handler.decide.decide(request.data, self.state, self._handler.projection.view)
        enveloped = self._enveloped(request, events)
        if command.whatif:
            return Proposed(sequence=self._version, events=tuple(enveloped))
        if not events:
            return Pending(len(self.records), ()) if self.records else Accepted(sequence=self._version, events=())
        records = [self._record(data, event) for data, event in zip(events, enveloped, strict=True)]
        if len(records) > MAX_RECORDS:
            raise Refused(
                RefusalCode.TOO_LARGE, f"the command causes {len(records)} events; {MAX_RECORDS} are the most"
            )
        state = self.state
        for data in events:
            state = self._handler.state.evolve(state, data)
        # From here on nothing can fail: what is among the records will be written.
        decided = Pending(len(self.records), tuple(event.id for event in enveloped))
        self.state = state
        self.records += records
        self._pending[command.id] = decided
        return decided

    def _enveloped(self, request: Request, events: list[EventData]) -> list[Event]:
        command, time = request.command, now()
        cause = Cause(
            federation=self._handler.log.federation,
            unit=self._unit,
            command=command.id,
            actor=request.actor,
            correlation=request.correlation,
            causation=command.causationid or command.id,
            time=time,
            effective=command.effectivedate or time.date(),
            content=request.content,
        )
        return [envelope(data, index, cause) for index, data in enumerate(events)]

    def _record(self, data: EventData, event: Event) -> NewRecord:
        kind, body = type(data), encode(event)
        if len(body) > MAX_BODY:
            raise Refused(RefusalCode.TOO_LARGE, f"the event would have {len(body)} bytes; {MAX_BODY} are the most")
        subject = event_subject(self._handler.log.federation, self._unit, context_of(kind), name_of(kind))
        return NewRecord(subject, body)


def answered(request: Request, known: Answered) -> Reply | None:
    """Give a command that was carried out the answer it got then; refuses another one under its id."""
    given = known.get(request.command.id)
    if given is None:
        return None
    _refuse_another(request, given[0][1])
    return Accepted(sequence=given[-1][0], events=tuple(event for _, event in given))


def _refuse_another(request: Request, event: EventId) -> None:
    """Refuse a command under an id that stands for another one: to answer it as that one would lose it."""
    command = request.command.id
    if event not in {event_id(command, 0), event_id(command, 0, request.content)}:
        raise Refused(
            RefusalCode.COMMAND_ID_TAKEN,
            f"another command was carried out under the id {command}; a new command needs an id of its own",
            command=command,
            caused=event,
        )


def internal() -> Refusal:
    """Answer for a fault of ours: nothing is told but that the log tells."""
    return Refusal(code=RefusalCode.INTERNAL, message="something went wrong here; nothing was written, the log tells")
