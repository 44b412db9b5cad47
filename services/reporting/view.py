"""What reporting lets others read: standings and crosstables, and what a change would do to them."""

from functools import cached_property
from typing import Any, Final

import msgspec

from contracts.codec import FactDecoder, Poison, encode
from contracts.envelope import Event, Fact
from contracts.ids import PlayerId, TournamentId, UnitId
from contracts.messages import EventData, QueryData
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import (
    Crosstable,
    CurrentCrosstable,
    CurrentStandings,
    Moved,
    Standing,
    Standings,
    WhatIf,
)
from contracts.units import tournament_unit
from services.chess.folding import EVENTS, fold
from services.chess.tournament import Tournament
from services.reporting.growing import Growing
from services.reporting.standings import crosstable, standings

VERSION: Final = 2
INTERESTS: Final = EVENTS


class View(msgspec.Struct, dict=True):
    """
    Every tournament, by id. Owned by one projection, which alone changes it.

    What has been computed from a tournament is kept beside it while it stays what it is; it is no part of the view's
    value.
    """

    tournaments: dict[TournamentId, Tournament] = {}

    @cached_property
    def kept(self) -> dict[TournamentId, "Kept"]:
        """What was computed last of each tournament."""
        return {}


class Kept:
    """The table of a tournament as it grows, and the standings asked for since it last changed, by round."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.growing = Growing()
        self.standings: dict[int | None, Standings] = {}

    def of(self, tournament: Tournament) -> "Kept":
        """Return this for the tournament as it is now: what has changed is computed again."""
        if self.tournament is not tournament:
            self.tournament = tournament
            self.standings = {}
        return self


def empty() -> View:
    """Return the view before the first event."""
    return View()


def apply(view: View, fact: Fact[EventData]) -> View:
    """Take one event into the view; the view given is used up."""
    data: Any = fact.data
    tournament = fold(view.tournaments.get(data.tournament), data)
    if tournament is not None:
        view.tournaments[data.tournament] = tournament
    return view


def live(fact: Fact[EventData]) -> tuple[QueryData, ...]:
    """Name the tables an event changes: they are published anew for those who watch."""
    data: Any = fact.data
    return (CurrentStandings(tournament=data.tournament),)


def every(view: View) -> tuple[tuple[UnitId, QueryData], ...]:
    """Name all tables there are, with their units."""
    return tuple((tournament_unit(one), CurrentStandings(tournament=one)) for one in view.tournaments)


def answer(view: View, query: QueryData) -> Any:  # noqa: ANN401  each query has its own type of answer
    """Answer a query; raises `Refused`."""
    match query:
        case CurrentStandings(tournament=tournament, after_round=after_round):
            return current_standings(view, tournament, after_round)
        case CurrentCrosstable(tournament=tournament):
            return current_crosstable(view, tournament)
        case WhatIf(events=events):
            return what_if(view, events)
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"reporting does not answer {type(query).__name__}")


def current_standings(view: View, tournament: TournamentId, after_round: int | None = None) -> Standings:
    """Give the standings after a round, or as they are now."""
    kept = _kept(view, tournament)
    found = kept.standings.get(after_round)
    if found is None:
        found = kept.standings[after_round] = standings(kept.tournament, after_round, kept.growing)
    return found


def current_crosstable(view: View, tournament: TournamentId) -> Crosstable:
    """Give the crosstable."""
    kept = _kept(view, tournament)
    return crosstable(kept.tournament, kept.growing)


def what_if(view: View, events: tuple[Event, ...]) -> list[Moved]:
    """Give the lines that events which are not written would move, in the order of the new table; nothing is kept."""
    supposed = View(dict(view.tournaments))
    decoder = FactDecoder(INTERESTS)
    try:
        for event in events:
            fact = decoder.decode(0, encode(event))
            supposed = supposed if fact is None else apply(supposed, fact)
    except (Poison, LookupError) as error:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"these events fit no tournament here: {error}") from error
    return [
        moved
        for tournament, after in supposed.tournaments.items()
        if view.tournaments.get(tournament) is not after
        for moved in _moved(tournament, _lines(view, tournament), _lines(supposed, tournament))
    ]


def _moved(tournament: TournamentId, was: dict[PlayerId, Standing], now: dict[PlayerId, Standing]) -> list[Moved]:
    return [
        Moved(tournament=tournament, was=was.get(player), now=now.get(player))
        for player in {**now, **was}
        if was.get(player) != now.get(player)
    ]


def _lines(view: View, tournament: TournamentId) -> dict[PlayerId, Standing]:
    if tournament not in view.tournaments:
        return {}
    return {line.player: line for line in current_standings(view, tournament).rows}


def _kept(view: View, tournament: TournamentId) -> Kept:
    known = view.tournaments.get(tournament)
    if known is None:
        raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {tournament} is announced")
    kept = view.kept.get(tournament)
    if kept is None:
        kept = view.kept[tournament] = Kept(known)
    return kept.of(known)
