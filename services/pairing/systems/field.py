"""
The field of a round: what a system needs to know of each contestant, read once from the request.

Shared by the systems of this folder. What the regulations leave open stands in the arguments, so that each system
says its own reading: what an unfinished game is worth in the order, whether a bye counts as a White, whether a
forfeited game bars a later one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from contracts.points import DRAW, WIN, ByeKind, HalfPoints
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.pairing.systems.interface import Adjournment, Contestant, PastRound, Request

BYE_WITH_A_POINT = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT)
"""The byes that bar a later one: those that gave the point of a won game."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """How a system reads what its regulation leaves open; half points for the order of the list only."""

    adjourned: HalfPoints = DRAW
    postponed: HalfPoints = DRAW
    bye_is_white: bool = False
    forfeit_is_meeting: bool = False


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """
    An active contestant before the round.

    `standing` are the half points that order the list (unfinished games valued by the system's reading), `colours`
    those of the games played, in order; `whites` counts them and, where the reading says so, the bye.
    """

    number: int
    rating: int
    standing: HalfPoints
    colours: tuple[Colour, ...]
    whites: int
    met: frozenset[int]
    had_bye: bool
    past: tuple[PastRound, ...]


def standing_of(one: PastRound, reading: Reading) -> HalfPoints:
    """Half points that a past round counts in the order of the list."""
    if one.unfinished is Adjournment.ADJOURNED:
        return reading.adjourned
    if one.unfinished is Adjournment.POSTPONED:
        return reading.postponed
    return one.points


def is_game(one: PastRound) -> bool:
    """Whether a past round was a game: played, or begun or put off and still to be finished."""
    return one.opponent is not None and (one.played or one.unfinished is not None)


def forfeit_won(one: PastRound) -> bool:
    """Whether a past round was won without play."""
    return one.opponent is not None and not is_game(one) and one.points == WIN


def entrant(contestant: Contestant, reading: Reading) -> Entrant:
    """Read one contestant's past."""
    past = contestant.past
    colours = tuple(one.colour for one in past if is_game(one) and one.colour is not None)
    byes = sum(one.bye in BYE_WITH_A_POINT for one in past)
    return Entrant(
        number=contestant.number,
        rating=contestant.rating,
        standing=HalfPoints(sum(standing_of(one, reading) for one in past)),
        colours=colours,
        whites=colours.count(Colour.WHITE) + (byes if reading.bye_is_white else 0),
        met=frozenset(
            one.opponent for one in past if one.opponent is not None and (is_game(one) or reading.forfeit_is_meeting)
        ),
        had_bye=byes > 0,
        past=past,
    )


def active(request: Request, reading: Reading) -> list[Entrant]:
    """
    Everybody who is to be paired in this round, in number order.

    Refuses a request that contradicts itself (see `check`).
    """
    check(request)
    chosen = sorted((one for one in request.contestants if one.absent is None), key=lambda one: one.number)
    return [entrant(one, reading) for one in chosen]


def check(request: Request) -> None:
    """Refuse a request that contradicts itself, by the field that is wrong."""
    numbers = [one.number for one in request.contestants]
    if request.round < 1:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"a round is numbered from 1, not {request.round}", field="round")
    if twice := [number for number, times in Counter(numbers).items() if times > 1]:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"the number {twice[0]} is given twice", field="contestants")
    for one in request.contestants:
        if len(one.past) != request.round - 1:
            raise Refused(
                RefusalCode.INVALID_PAYLOAD,
                f"number {one.number} has {len(one.past)} past rounds before round {request.round}",
                field="contestants",
            )
    for low, high in request.forbidden:
        if low >= high:
            raise Refused(
                RefusalCode.INVALID_PAYLOAD,
                f"a forbidden pair has its lower number first, not {low}, {high}",
                field="forbidden",
            )


def options(request: Request, known: Mapping[str, tuple[str, ...]], system: str) -> dict[str, str]:
    """
    Read a system's options: the first value of each in `known` is its default, an empty tuple takes any text.

    Refuses an option or a value that the system does not know, by name.
    """
    for name, value in request.options.items():
        if name not in known:
            listed = ", ".join(known) or "none"
            raise Refused(
                RefusalCode.INVALID_PAYLOAD,
                f"{system} knows no option {name!r}; it knows: {listed}",
                field=f"options.{name}",
            )
        if known[name] and value not in known[name]:
            raise Refused(
                RefusalCode.INVALID_PAYLOAD,
                f"option {name!r} of {system} is one of {', '.join(known[name])}, not {value!r}",
                field=f"options.{name}",
            )
    return {name: request.options.get(name, values[0] if values else "") for name, values in known.items()}


def refuse_forbidden(request: Request, system: str, rule: str) -> None:
    """Refuse forbidden pairs in a system that pairs everybody with everybody, or by the bracket alone."""
    if request.forbidden:
        low, high = min(request.forbidden)
        raise Refused(
            RefusalCode.INVALID_PAYLOAD, f"{system} cannot keep {low} and {high} apart", rule=rule, field="forbidden"
        )


def by_standing(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Order by points, equal points by number (RULES §15-M1)."""
    return sorted(entrants, key=lambda one: (-one.standing, one.number))


def by_previous_order(entrants: Iterable[Entrant], reading: Reading) -> list[Entrant]:
    """Order by points, equal points as they stood one round ago, and so back to the numbers (RULES §15-M1, option)."""
    order = sorted(entrants, key=lambda one: one.number)
    rounds = max((len(one.past) for one in order), default=0)
    total = {one.number: 0 for one in order}
    for number_of_round in range(rounds):
        for one in order:
            total[one.number] += standing_of(one.past[number_of_round], reading)
        order.sort(key=lambda one: -total[one.number])
    return order


def graph(order: list[Entrant], forbidden: frozenset[tuple[int, int]]) -> list[int]:
    """
    Who may meet whom: for each place in `order`, the bit set of the places he has not met and may meet.

    Bit i of an element stands for place i of `order`.
    """
    place = {one.number: index for index, one in enumerate(order)}
    everybody = (1 << len(order)) - 1
    adjacency = [everybody & ~(1 << index) for index in range(len(order))]
    for index, one in enumerate(order):
        for opponent in one.met:
            other = place.get(opponent)
            if other is not None:
                adjacency[index] &= ~(1 << other)
                adjacency[other] &= ~(1 << index)
    for low, high in forbidden:
        if low in place and high in place:
            adjacency[place[low]] &= ~(1 << place[high])
            adjacency[place[high]] &= ~(1 << place[low])
    return adjacency


def listed(numbers: Iterable[int]) -> str:
    """Write numbers as a sentence has them: `4`, `4 and 5`, `4, 5 and 6`."""
    words = [str(number) for number in numbers]
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
