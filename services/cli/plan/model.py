"""What an import wants, and the commands it comes to, in the order their stages must be sent."""

import datetime as dt
import re
import uuid
from typing import Any, Final, Generic, TypeVar

import msgspec

from contracts.codec import encode
from contracts.ids import CommandId, TournamentId
from contracts.messages import CommandData, name_of
from contracts.pairing import DrawLots, ForbidPairing, PublishRound, RequestBye, SetPairingOptions
from contracts.rating import SetStartRating
from contracts.registration import AnnounceTournament, EnterPlayer, PairingSystem, RatingOption, RegisterPlayer
from contracts.results import CompleteTournament, ReportResult

_NAMESPACE: Final = uuid.UUID("6f6d6b61-6d70-4000-8000-0000696d7074")
_NOT_IN_AN_ID: Final = re.compile(r"[^A-Za-z0-9_-]+")

D_co = TypeVar("D_co", bound=CommandData, covariant=True)


class Planned(msgspec.Struct, Generic[D_co], frozen=True):
    """A command to be sent, and the day it happened."""

    data: D_co
    effective: dt.date | None = None

    @property
    def id(self) -> CommandId:
        """The id: the same command on the same day is the same command."""
        what = f"{name_of(type(self.data))} {self.effective} {encode(self.data).decode()}"
        return CommandId(str(uuid.uuid5(_NAMESPACE, what)))


class RoundPlan(msgspec.Struct, frozen=True):
    """A round: its publication, and the results that are known."""

    publish: Planned[PublishRound]
    results: tuple[Planned[ReportResult], ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """
    All commands of a file, in the order their stages must be sent; those of one stage may go at once.

    `settings` are the lot of the first colour and the acceleration. `byes` are those the file announces for rounds that
    are not paired yet, `apart` who is kept apart. `complete` is there if every announced round is, with all its
    results. `notes` say what was left out, and why.
    """

    announce: Planned[AnnounceTournament]
    players: tuple[Planned[RegisterPlayer], ...]
    ratings: tuple[Planned[SetStartRating], ...]
    entries: tuple[Planned[EnterPlayer], ...]
    settings: tuple[Planned[DrawLots | SetPairingOptions], ...]
    rounds: tuple[RoundPlan, ...]
    byes: tuple[Planned[RequestBye], ...]
    apart: tuple[Planned[ForbidPairing], ...]
    complete: Planned[CompleteTournament] | None
    notes: tuple[str, ...] = ()

    @property
    def commands(self) -> list[Planned[Any]]:
        """Every command, in order."""
        played = (one for part in self.rounds for one in (part.publish, *part.results))
        last = () if self.complete is None else (self.complete,)
        before = (self.announce, *self.players, *self.ratings, *self.entries, *self.settings)
        return [*before, *played, *self.byes, *self.apart, *last]

    @property
    def size(self) -> int:
        """How many commands there are."""
        return len(self.commands)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """How a file is to be imported: under which id, rules and system, and the dates if it has none."""

    tournament: TournamentId
    rating_rules: str = ""
    rating_options: tuple[RatingOption, ...] = ()
    system: PairingSystem = PairingSystem.GIVEN
    starts: dt.date | None = None
    ends: dt.date | None = None


def tournament_id(stem: str) -> TournamentId:
    """Make an id of a file's name."""
    return TournamentId(_NOT_IN_AN_ID.sub("-", stem).strip("-").lower() or "tournament")
