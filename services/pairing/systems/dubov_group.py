"""
One score group under the Dubov system of 1997: the halves by due colour, sections 6 to 8 (RULES §6.1).

White-due players stand by ascending average of their opponents' ratings, Black-due ones by descending rating; the
rows are the pairs. A rematch takes the next Black below, and where none is left the row above is changed: the first
legal transposition in ascending order, found without trying them.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from services.chess.colours import Colour
from services.pairing.systems.assignment import NO_CELL, first_assignment
from services.pairing.systems.cheapest import cheapest_matching
from services.pairing.systems.fide_players import FidePlayer, Float
from services.pairing.systems.interface import Request
from services.pairing.systems.matching import pairable

Group = tuple[FidePlayer, ...]

_LONG_EVENT = 10
"""Rounds from which a player may be brought up four times instead of three (2)."""
_TIMES = 3
_UNPAIRED = 1_000
"""The price of a player left over, above any other of a row."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One pair: White, Black, the section that made it, and why; `colour` says why White has White, if not by due."""

    white: FidePlayer
    black: FidePlayer
    rule: str
    text: str
    colour: str = ""


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a group: its boards, who is left over for the next group, and who was brought up from there."""

    boards: tuple[Board, ...]
    left: Group
    brought: Group = ()


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """What the whole round knows: forbidden pairs, average ratings of opponents, and the limits on going up."""

    forbidden: frozenset[tuple[int, int]]
    aro: Mapping[int, Fraction]
    last_round: bool
    rounds: int

    @classmethod
    def of(cls, request: Request, known: Mapping[int, FidePlayer]) -> "Field":
        """Read it from the request; the average is exact, 0 without a game."""
        ratings = {one.number: one.rating for one in request.contestants}
        aro = {
            number: Fraction(sum(ratings[met] for met in one.opponents), max(len(one.opponents), 1))
            for number, one in known.items()
        }
        return cls(
            forbidden=request.forbidden,
            aro=aro,
            last_round=request.round == request.rounds,
            rounds=request.rounds,
        )

    def may_play(self, one: FidePlayer, colour: Colour) -> bool:
        """Keep the colour limits of 2: a difference of two at most, and no colour three times running."""
        ahead = one.difference if colour is Colour.WHITE else -one.difference
        return ahead < 2 and one.colours[-2:] != colour.value * 2  # noqa: PLR2004  the limit of section 2

    def legal(self, one: FidePlayer, other: FidePlayer) -> bool:
        """Tell whether two may meet at all: never met, not forbidden, and with colours within the limits."""
        if other.number in one.opponents:
            return False
        if (min(one.number, other.number), max(one.number, other.number)) in self.forbidden:
            return False
        return self.seats(one, other) or self.seats(other, one)

    def seats(self, white: FidePlayer, black: FidePlayer) -> bool:
        """Tell whether these colours keep the limits."""
        return self.may_play(white, Colour.WHITE) and self.may_play(black, Colour.BLACK)

    def may_float_up(self, one: FidePlayer) -> bool:
        """Keep the limits on going up: not twice running, three times in all (four from ten rounds on)."""
        if self.last_round:
            return True
        times = _TIMES if self.rounds < _LONG_EVENT else _TIMES + 1
        return one.floats[0] is not Float.UP and one.upfloats < times

    def white_of(self, one: FidePlayer, other: FidePlayer) -> tuple[FidePlayer, FidePlayer, str]:
        """Give (White, Black, why) by section 3, the limits of section 2 above it."""
        for white, black in ((one, other), (other, one)):
            if not self.seats(black, white):
                return white, black, "only these colours keep the limits"
        if one.difference != other.difference:
            white, black = (one, other) if one.difference < other.difference else (other, one)
            return white, black, "he has had White less often"
        for mine, theirs in zip(reversed(one.colours), reversed(other.colours), strict=False):
            if mine != theirs:
                white, black = (one, other) if mine == Colour.BLACK else (other, one)
                return white, black, "they alternate from the last round in which their colours differed"
        if self.aro[one.number] != self.aro[other.number]:
            white, black = (one, other) if self.aro[one.number] > self.aro[other.number] else (other, one)
            return white, black, "the average rating of his opponents is higher"
        white, black = sorted((one, other), key=lambda each: (each.rating, -each.number))
        return white, black, "his rating is lower"

    def completes(self, group: Sequence[FidePlayer]) -> bool:
        """Tell whether a field can be paired within the hard limits."""
        graph = [0] * len(group)
        for low, high in combinations(range(len(group)), 2):
            if self.legal(group[low], group[high]):
                graph[low] |= 1 << high
                graph[high] |= 1 << low
        return pairable(graph, (1 << len(group)) - 1)


def by_number(group: Sequence[FidePlayer]) -> Group:
    """Order by number: the place in the initial list."""
    return tuple(sorted(group, key=lambda one: one.number))


def paired(floaters: Group, residents: Group, below: Group, field: Field) -> Paired:
    """
    Pair a score group: its floaters first (8), then its halves, evened (7) and row by row (6).

    `below` is the next score group, from which a player may be brought up (7.1, 7.2).
    """
    boards, remaining, left = _float_in(floaters, residents, field)
    brought: list[FidePlayer] = []
    for one in _alone(remaining, field):
        helper = _bring_up([each for each in below if each not in brought], field, due=_against(one), meets=one)
        if helper is not None:
            brought.append(helper)
    remaining = (*remaining, *brought)
    if len(remaining) % 2:
        white, black = halves(remaining)
        due = Colour.BLACK if len(white) > len(black) else Colour.WHITE
        helper = _bring_up([each for each in below if each not in brought], field, due=due)
        if helper is not None:
            brought.append(helper)
            remaining = (*remaining, helper)
    made, unpaired = rows(*_evened(*halves(remaining), field), field)
    kept = {one.number for one in brought} - {one.number for one in unpaired}
    return Paired(
        boards=(*boards, *made),
        left=by_number((*left, *(one for one in unpaired if one not in brought))),
        brought=tuple(one for one in brought if one.number in kept),
    )


def halves(group: Sequence[FidePlayer]) -> tuple[Group, Group]:
    """Divide a group by due colour; who has none joins the smaller half, White first, in number order."""
    white = [one for one in group if one.wants is Colour.WHITE]
    black = [one for one in group if one.wants is Colour.BLACK]
    for one in by_number([each for each in group if each.wants is None]):
        (white if len(white) <= len(black) else black).append(one)
    return tuple(white), tuple(black)


def rows(white: Group, black: Group, field: Field) -> tuple[list[Board], Group]:
    """
    6: pair White by ascending ARO (then lower rating) with Black by descending rating, row by row.

    The first transposition of Black in which the fewest are left over; those come second.
    """
    upper = sorted(white, key=lambda one: (field.aro[one.number], one.rating, one.number))
    lower = sorted(black, key=lambda one: (-one.rating, one.number))
    size = len(upper) + len(lower)
    cost = [[NO_CELL] * size for _ in range(size)]
    for row, one in enumerate(upper):
        for column, other in enumerate(lower):
            if field.legal(one, other) and field.seats(one, other):
                cost[row][column] = 0
        cost[row][len(lower) + row] = _UNPAIRED
    for column in range(len(lower)):
        cost[len(upper) + column][column] = _UNPAIRED
        cost[len(upper) + column][len(lower) :] = [0] * len(upper)
    columns = first_assignment(cost) or []
    boards = [
        Board(
            white=one,
            black=lower[column],
            rule="6",
            text=f"Row {row + 1}: White by average of opponents, Black by rating.",
            colour="" if one.wants is Colour.WHITE else "he changed the half of the group",
        )
        for row, (one, column) in enumerate(zip(upper, columns, strict=False))
        if column < len(lower)
    ]
    seated = {each.number for board in boards for each in (board.white, board.black)}
    return boards, tuple(one for one in (*upper, *lower) if one.number not in seated)


def everybody(group: Group, field: Field) -> list[Board] | None:
    """Pair a whole field within the hard limits: the smallest score differences, then colours, then rows (R)."""
    players = sorted(group, key=lambda one: (-one.score, one.number))
    cost = {
        (low, high): (players[low].score - players[high].score) ** 2 * 4
        + 2 * (players[low].wants is players[high].wants)
        for low, high in combinations(range(len(players)), 2)
        if field.legal(players[low], players[high])
    }
    matching = cheapest_matching(cost)
    if matching is None or 2 * len(matching) < len(players):
        return None
    boards = []
    for low, high in sorted(matching):
        white, black, why = field.white_of(players[low], players[high])
        boards.append(Board(white=white, black=black, rule="2", text="No other way keeps the limits.", colour=why))
    return boards


def _float_in(floaters: Group, residents: Group, field: Field) -> tuple[list[Board], Group, Group]:
    """8: pair the floaters, alternating their colours, each with the highest-rated who is due the other colour."""
    boards: list[Board] = []
    remaining = list(residents)
    left: list[FidePlayer] = []
    for one in _alternating(floaters):
        other = _opponent(one, remaining, field)
        if other is None:
            left.append(one)
            continue
        remaining.remove(other)
        white, black, why = field.white_of(one, other)
        text = f"{one.number} floated down and meets the highest-rated he can."
        boards.append(Board(white=white, black=black, rule="8", text=text, colour=why))
    return boards, tuple(remaining), tuple(left)


def _alternating(floaters: Group) -> list[FidePlayer]:
    """Take White-due and Black-due floaters in turn, the highest score, then the highest rating, first."""
    listed = sorted(floaters, key=lambda one: (-one.score, -one.rating, one.number))
    ordered: list[FidePlayer] = []
    while listed:
        turn = ordered[-1].wants if ordered else None
        following = next((one for one in listed if one.wants is not turn), listed[0])
        listed.remove(following)
        ordered.append(following)
    return ordered


def _opponent(one: FidePlayer, among: Sequence[FidePlayer], field: Field) -> FidePlayer | None:
    possible = [other for other in among if field.legal(one, other)]
    due = [other for other in possible if other.wants is None or other.wants is not one.wants]
    return max(due or possible, key=lambda other: (other.rating, -other.number), default=None)


def _alone(group: Group, field: Field) -> Group:
    """7.1: who can meet nobody of his group."""
    return tuple(one for one in group if not any(one is not other and field.legal(one, other) for other in group))


def _against(one: FidePlayer) -> Colour:
    return one.wants.other if one.wants is not None else Colour.WHITE


def _bring_up(
    below: Sequence[FidePlayer], field: Field, *, due: Colour, meets: FidePlayer | None = None
) -> FidePlayer | None:
    """7.1, 7.2: bring up who is due `due`: the highest rating, then the lowest ARO, then the smaller number."""
    possible = [
        one
        for one in below
        if one.wants is due and field.may_float_up(one) and (meets is None or field.legal(one, meets))
    ]
    return min(possible, key=lambda one: (-one.rating, field.aro[one.number], one.number), default=None)


def _evened(white: Group, black: Group, field: Field) -> tuple[Group, Group]:
    """7.3, 7.4: move half of the surplus: of White the lowest ARO, of Black the highest, within the colour limits."""
    surplus = len(white) - len(black)
    if surplus > 1:
        able = [one for one in white if field.may_play(one, Colour.BLACK)]
        able.sort(key=lambda one: (field.aro[one.number], -one.rating, one.number))
        moved = able[: surplus // 2]
        return tuple(one for one in white if one not in moved), (*black, *moved)
    if surplus < -1:
        able = [one for one in black if field.may_play(one, Colour.WHITE)]
        able.sort(key=lambda one: (-field.aro[one.number], one.rating, one.number))
        moved = able[: -surplus // 2]
        return (*white, *moved), tuple(one for one in black if one not in moved)
    return white, black
