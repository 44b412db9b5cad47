"""Lots and the start list: drawn by whoever sends them, recorded once, never drawn again by replay."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from contracts.arrangements import Lot
from contracts.messages import EventData
from contracts.pairing import DrawLots, EntriesRanked, LotsDrawn, RankEntries
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem, Title
from services.chess.tournament import Entry, Tournament
from services.pairing.state import Running, State
from services.pairing.turn import running

TITLES: Final = {title: place for place, title in enumerate(Title)}
"""FIDE C.04.2: the titles, highest first, none last."""


def draw_lots(command: DrawLots, state: State) -> list[EventData]:
    """
    Record the lots of the start list, of the first colour, or of a round of a knock-out.

    Each is drawn once, before its round is published. The same lots again change nothing; others are refused.
    """
    known = running(state, command.tournament)
    tournament = known.tournament
    if not (command.numbers or command.initial_colour or command.order):
        raise Refused(RefusalCode.INVALID_PAYLOAD, "the command holds no lots", field="numbers")
    if _drawn_already(command, known):
        return []
    _refuse_late(tournament, 1 if command.numbers or command.initial_colour else command.round, "lots")
    _refuse_second_draw(command, known)
    if command.numbers:
        _refuse_numbers(command, tournament)
    if command.order:
        _refuse_order(command, tournament)
    return [
        LotsDrawn(
            tournament=command.tournament,
            numbers=command.numbers,
            initial_colour=command.initial_colour,
            order=command.order,
            round=command.round,
        )
    ]


def rank_entries(command: RankEntries, state: State) -> list[EventData]:
    """
    Rank the start list by rating, then title, then name (FIDE C.04.2), as often as wanted before round 1.

    Refused where start numbers were drawn by lot. In the alphabet of code points: nobody's own collation is known here.
    """
    known = running(state, command.tournament)
    tournament = known.tournament
    _refuse_late(tournament, 1, "new start numbers")
    if known.desk.numbers_drawn:
        raise Refused(RefusalCode.WRONG_STATUS, "the start numbers were drawn by lot; they stand")
    numbers = ranked(tournament.entries.values())
    if not numbers:
        raise Refused(RefusalCode.INCOMPLETE, f"nobody is entered in {command.tournament}")
    if all(tournament.entries[lot.player].start_number == lot.number for lot in numbers):
        return []
    return [EntriesRanked(tournament=command.tournament, numbers=numbers)]


def ranked(entries: Iterable[Entry]) -> tuple[Lot, ...]:
    """Give everybody a number by rating, then title, then name (FIDE C.04.2)."""
    return tuple(Lot(player=one.player, number=place) for place, one in enumerate(sorted(entries, key=_strength), 1))


def _strength(entry: Entry) -> tuple[int, int, str, str]:
    return (-(entry.rating or 0), TITLES[entry.title], entry.name, entry.player)


def _drawn_already(command: DrawLots, state: Running) -> bool:
    """Whether everything in the command is as it was drawn."""
    desk, entries = state.desk, state.tournament.entries
    numbers = {player: entry.start_number for player, entry in entries.items()}
    same_numbers = desk.numbers_drawn and all(numbers.get(lot.player) == lot.number for lot in command.numbers)
    same_colour = command.initial_colour is None or desk.initial_colour == command.initial_colour
    same_order = not command.order or desk.orders.get(command.round) == command.order
    return (not command.numbers or same_numbers) and same_colour and same_order


def _refuse_late(tournament: Tournament, number: int, what: str) -> None:
    if tournament.round(number) is not None:
        raise Refused(
            RefusalCode.WRONG_STATUS, f"round {number} is published: {what} for it come too late", round=number
        )


def _refuse_second_draw(command: DrawLots, state: Running) -> None:
    desk = state.desk
    twice = [
        what
        for what, drawn in (
            ("start numbers", bool(command.numbers) and desk.numbers_drawn),
            ("the initial colour", command.initial_colour is not None and desk.initial_colour is not None),
            (f"the order of round {command.round}", bool(command.order) and command.round in desk.orders),
        )
        if drawn
    ]
    if twice:
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"lots for {' and '.join(twice)} were drawn before; a lot is drawn once",
            drawn=twice,
        )


def _refuse_numbers(command: DrawLots, tournament: Tournament) -> None:
    """Every player entered has one number, and nobody shares his."""
    named = Counter(lot.player for lot in command.numbers)
    wrong = sorted({player for player, times in named.items() if times > 1} | (set(named) ^ set(tournament.entries)))
    if wrong:
        raise Refused(
            RefusalCode.NOT_ENTERED,
            f"the lots must name everybody entered, each once; look at {', '.join(wrong)}",
            players=wrong,
        )
    shared = [number for number, times in Counter(lot.number for lot in command.numbers).items() if times > 1]
    if shared:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"start number {shared[0]} is drawn twice", number=shared[0])


def _refuse_order(command: DrawLots, tournament: Tournament) -> None:
    if tournament.announced.system is not PairingSystem.KNOCK_OUT:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD, "an order of lots is drawn for the rounds of a knock-out only", field="order"
        )
    strangers = [player for player in command.order if player not in tournament.entries]
    if strangers or len(set(command.order)) != len(command.order):
        raise Refused(
            RefusalCode.NOT_ENTERED, "the order must name players who are entered, each once", players=strangers
        )
