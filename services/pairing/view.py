"""What pairing lets others read: rounds as published and as proposed, what is arranged, and the report file."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from contracts.arrangements import Reason
from contracts.envelope import Fact
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.pairing import (
    Arranged,
    Arrangements,
    Board,
    Bye,
    FreeSeat,
    ManualPairing,
    PairedBoard,
    PairingList,
    Pairings,
    Proposal,
    ProposedRound,
    Report,
    RoundPublished,
    Seat,
)
from contracts.refusals import RefusalCode, Refused
from services.chess import trf
from services.chess.folding import EVENTS, fold
from services.chess.tournament import Entry, Game, GameKey, Tournament, game_key
from services.pairing import desk as desks
from services.pairing.desk import Desk, Manual, arrange
from services.pairing.to_trf import report

VERSION: Final = 4
INTERESTS: Final = tuple(dict.fromkeys((*EVENTS, *desks.EVENTS)))
"""The results as well: the report file has them."""


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """One tournament: as its events tell it, what is arranged, and every version of each published round."""

    tournament: Tournament
    desk: Desk = Desk()
    published: tuple[tuple[RoundPublished, ...], ...] = ()


class View(msgspec.Struct):
    """Every tournament, by id. Owned by one projection, which alone changes it."""

    tournaments: dict[TournamentId, Known] = {}


def empty() -> View:
    """Return the view before the first event."""
    return View()


def apply(view: View, fact: Fact[EventData]) -> View:
    """Take one event into the view; the view given is used up."""
    data: Any = fact.data
    known = view.tournaments.get(data.tournament)
    tournament = fold(None if known is None else known.tournament, data)
    if tournament is not None:
        view.tournaments[data.tournament] = Known(
            tournament=tournament,
            desk=arrange(Desk() if known is None else known.desk, data),
            published=_published(() if known is None else known.published, data),
        )
    return view


def _published(
    before: tuple[tuple[RoundPublished, ...], ...], data: EventData
) -> tuple[tuple[RoundPublished, ...], ...]:
    if not isinstance(data, RoundPublished):
        return before
    place = data.round - 1
    versions = before[place] if place < len(before) else ()
    return (*before[:place], (*versions, data), *before[place + 1 :])


def answer(view: View, query: QueryData) -> Any:  # noqa: ANN401  each query has its own type of answer
    """Answer a query; raises `Refused`."""
    match query:
        case Pairings(tournament=tournament, round=number, version=version):
            return pairings(view, tournament, number, version)
        case Proposal(tournament=tournament, round=number):
            return proposal(view, tournament, number)
        case Arrangements(tournament=tournament):
            return arrangements(view, tournament)
        case Report(tournament=tournament, after_round=after_round):
            known = _known(view, tournament)
            return trf.write(report(known.tournament, known.desk, after_round))
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"pairing does not answer {type(query).__name__}")


def pairings(view: View, tournament: TournamentId, number: int, version: int | None = None) -> PairingList:
    """List the boards and byes of a published round, as they are or as an earlier version had them."""
    known = _known(view, tournament)
    standing = known.tournament.round(number)
    versions = known.published[number - 1] if number <= len(known.published) else ()
    if standing is None or not versions:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND, f"round {number} is not published", published=len(known.tournament.rounds)
        )
    chosen = len(versions) if version is None else version
    if chosen > len(versions):
        raise Refused(
            RefusalCode.UNKNOWN_ROUND,
            f"round {number} was published {len(versions)} times; there is no version {version}",
            versions=len(versions),
        )
    shown = versions[chosen - 1]
    seats = _Seats(known)
    games = standing.games if chosen == len(versions) else {}
    return PairingList(
        tournament=tournament,
        name=known.tournament.announced.name,
        round=number,
        boards=tuple(_board(known.tournament, seats, one, games) for one in shown.boards),
        byes=tuple(FreeSeat(seat=seats[one.player], kind=one.kind) for one in shown.byes),
        version=chosen,
        versions=len(versions),
        started=standing.started,
        manual=shown.manual,
        elsewhere=shown.elsewhere,
        forced=shown.forced,
        overridden=shown.overridden,
        difference=shown.difference,
    )


def proposal(view: View, tournament: TournamentId, number: int) -> ProposedRound:
    """Give the latest proposal of a round with the reasons of each board and bye."""
    known = _known(view, tournament)
    proposed = known.desk.proposals.get(number)
    if proposed is None:
        raise Refused(RefusalCode.UNKNOWN_ROUND, f"round {number} is not proposed", round=number)
    seats = _Seats(known)
    versions = known.published[number - 1] if number <= len(known.published) else ()

    def because(places: tuple[int, ...]) -> tuple[Reason, ...]:
        return tuple(proposed.reasons[place] for place in places)

    return ProposedRound(
        tournament=tournament,
        name=known.tournament.announced.name,
        round=number,
        proposal=proposed.proposal,
        boards=tuple(
            PairedBoard(number=one.number, white=seats[one.white], black=seats[one.black], reasons=because(one.because))
            for one in proposed.boards
        ),
        byes=tuple(
            FreeSeat(seat=seats[one.player], kind=one.kind, reasons=because(one.because)) for one in proposed.byes
        ),
        floats=proposed.floats,
        notes=because(proposed.notes),
        abbreviated=proposed.abbreviated,
        system=proposed.system,
        regulation=proposed.regulation,
        reconstruction=proposed.reconstruction,
        warnings=proposed.warnings,
        decided_at=proposed.decided_at,
        published=bool(versions) and versions[-1].proposal == proposed.proposal,
    )


def arrangements(view: View, tournament: TournamentId) -> Arranged:
    """Say what is arranged for the pairing of a tournament."""
    known = _known(view, tournament)
    desk = known.desk
    return Arranged(
        tournament=tournament,
        initial_colour=None if desk.initial_colour is None else desk.initial_colour.value,
        lots_drawn=desk.numbers_drawn,
        options=desk.options,
        acceleration=desk.acceleration,
        bye_policy=desk.bye_policy,
        byes={
            number: tuple(Bye(player=player, kind=kind) for player, kind in byes.items())
            for number, byes in sorted(desk.byes.items())
            if byes
        },
        forbidden=desk.forbidden,
        manual=None if desk.manual is None else _by_hand(known.tournament, desk.manual),
    )


def _by_hand(tournament: Tournament, manual: Manual) -> ManualPairing:
    named = manual.layout.named
    return ManualPairing(
        round=manual.round,
        reason=manual.reason,
        boards=manual.layout.boards,
        byes=manual.layout.byes,
        unpaired=tuple(one.player for one in tournament.active(manual.round) if one.player not in named),
        overridden=manual.overridden,
    )


def _known(view: View, tournament: TournamentId) -> Known:
    known = view.tournaments.get(tournament)
    if known is None:
        raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {tournament} is announced")
    return known


def _board(tournament: Tournament, seats: "_Seats", board: Board, games: Mapping[GameKey, Game]) -> PairedBoard:
    game = games.get(game_key(board.white, board.black))
    return PairedBoard(
        number=board.number,
        white=seats[board.white],
        black=seats[board.black],
        result=None if game is None else game.result,
        undecided=game is not None and tournament.undecided(game),
    )


class _Seats:
    """Players as a list names them; one whose entry was cancelled since has his id for a name."""

    def __init__(self, known: Known) -> None:
        self._entries = known.tournament.entries

    def __getitem__(self, player: PlayerId) -> Seat:
        entry = self._entries.get(player)
        if entry is None:
            return Seat(player=player, name=player, start_number=0, rating=None)
        return _seat(entry)


def _seat(entry: Entry) -> Seat:
    return Seat(player=entry.player, name=entry.name, start_number=entry.start_number, rating=entry.rating)
