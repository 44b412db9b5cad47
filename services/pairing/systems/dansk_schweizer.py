"""
Dansk Schweizer (DSU 4.10.3). **Reconstruction**: no text of the rules was found; this is RULES §4, Omkamp's proposal.

| RULES | what | here |
|---|---|---|
| §4.1 | ranking by rating, title, lot; numbers fixed | the caller's; the numbers come in |
| §4.2 | bye: lowest placed without a bye or a win by forfeit; a downfloat, no colour | `_choose_bye`, `floats` |
| §4.3 | round 1: halves, colours alternating down the boards | `due_colours.colour_of` |
| §4.4, 6, 7 | brackets, soft rules, search order | `dansk_brackets` |
| §4.5 H1 | no rematch; an unplayed game may be paired again | `field.graph` |
| §4.5 H2, H3 | difference at most two, never three running; not in the last round for one above 50 % | `_limited` |
| §4.5 H4 | the others stay pairable, in this round and to the last | `matching.pairable`, `completion` |
| §4.8 | colours | `due_colours` |
| §4.9 | unplayed games give no colour; unfinished ones count as draws | `READING` |

What is promised: with at least one player more than rounds, nobody leaving or joining and nothing forbidden, every
round to the last can be paired without a rematch. How: a pairing is accepted only if the rounds after it are known to
be pairable (`completion.completable`); if the best is not, the players are paired from the top, each with the nearest
who leaves such a schedule. Where H2 and H3 stand in the way of every such pairing they are given up, as little as
possible, and the notes say so. In a field that has changed, the promise is dropped, and the notes say so.
"""

from collections.abc import Iterable

import msgspec

from services.chess.colours import Colour
from services.pairing.systems import bye, completion, dansk_brackets, due_colours, field, matching, words
from services.pairing.systems.colour_limit import must_have
from services.pairing.systems.dansk_brackets import DOWN, UP, Round
from services.pairing.systems.field import BYE_WITH_A_POINT, Entrant, Reading, forfeit_won, is_game
from services.pairing.systems.interface import Contestant, Pair, Proposal, Reason, Request

RULE = "Omkamp reconstruction of DSU 4.10.3"
READING = Reading()


class _Plan(msgspec.Struct, frozen=True):
    """A round as pairs of places of the list, with what to say of each and of the bye."""

    boards: list[tuple[int, int, str]]
    free: int | None
    why_free: tuple[Reason, ...]


def pair(request: Request) -> Proposal:
    """Pair a round; every proposal is labelled as a reconstruction. There are no options."""
    field.options(request, {}, "Dansk Schweizer")
    order = field.by_standing(field.active(request, READING))
    label = Reason(rule=RULE, text="DSU's text was not found; the pairing follows Omkamp's own proposal (RULES §4)")
    if not order:
        return Proposal(pairs=())
    plan, notes = _Planner(request, order).plan()
    boards = sorted(plan.boards, key=lambda board: _by_board(order[board[0]], order[board[1]]))
    pairs = tuple(_board(order, board, number, request) for number, board in enumerate(boards, start=1))
    number = None if plan.free is None else order[plan.free].number
    return Proposal(pairs=pairs, bye=number, bye_reasons=plan.why_free, notes=(label, *notes))


def _by_board(upper: Entrant, lower: Entrant) -> tuple[int, int, int]:
    """Order the boards by the points of the higher ranked, then of both, then by his number."""
    return -upper.standing, -upper.standing - lower.standing, upper.number


def floats(contestants: Iterable[Contestant]) -> dict[int, tuple[int, ...]]:
    """
    Tell everybody's floats, the latest round first: UP, DOWN or 0.

    Down is who met an opponent with fewer points, had a bye with a point or won by forfeit; up who met one with more.
    """
    by_number = {one.number: one for one in contestants}
    before = {number: _running(one) for number, one in by_number.items()}
    result = {}
    for number, one in by_number.items():
        mine = []
        for index, this in enumerate(one.past):
            if this.opponent in by_number and is_game(this):
                difference = before[this.opponent][index] - before[number][index]
                mine.append(UP if difference > 0 else DOWN if difference < 0 else 0)
            else:
                mine.append(DOWN if this.bye in BYE_WITH_A_POINT or forfeit_won(this) else 0)
        result[number] = tuple(reversed(mine))
    return result


def _running(one: Contestant) -> list[int]:
    """List the half points before each past round."""
    total, sums = 0, []
    for this in one.past:
        sums.append(total)
        total += field.standing_of(this, READING)
    return sums


def _limited(request: Request, order: list[Entrant], graph: list[int]) -> list[int]:
    """
    Take out the pairs that H2 and H3 forbid: both may get the same colour only.

    In the last round it is allowed where one of the two has more than half the points.
    """
    half = request.round - 1
    tops = sum(1 << place for place, one in enumerate(order) if one.standing > half) if _is_last(request) else 0
    limited = list(graph)
    musts = [must_have(one) for one in order]
    for colour in Colour:
        same = sum(1 << place for place, must in enumerate(musts) if must is colour) & ~tops
        for place in matching.bits(same):
            limited[place] &= ~same
    return limited


def _is_last(request: Request) -> bool:
    return request.round >= request.rounds


class _Planner:
    """Tries, in order: with the colour limits, then without; the best pairing, then one that completes."""

    def __init__(self, request: Request, order: list[Entrant]) -> None:
        self.request, self.order = request, order
        self.graph = field.graph(order, request.forbidden)
        self.limited = _limited(request, order, self.graph)
        self.later = max(0, request.rounds - request.round)
        self.size = len(order) + len(order) % 2

    def plan(self) -> tuple[_Plan, tuple[Reason, ...]]:
        """Return the plan of the round and the notes on it."""
        attempts: list[tuple[list[int], tuple[Reason, ...]]] = [(self.limited, ())]
        if self.limited != self.graph:
            text = "H2 and H3 (colours) stood in the way of every pairing, and were given up as little as possible"
            attempts.append((self.graph, (Reason(rule=f"{RULE} H4", text=text),)))
        best: list[tuple[_Plan, tuple[Reason, ...]]] = []
        for graph, notes in attempts:
            plan = self._best(graph)
            if plan is not None:
                if self._completes(plan):
                    return plan, notes
                best.append((plan, notes))
            plan = self._completing(graph)
            if plan is not None:
                return plan, notes
        if not best:
            self._refuse()
        plan, notes = best[0]
        text = f"not known whether all {self.later} rounds after this one can be paired without a rematch in this field"
        return plan, (*notes, Reason(rule=f"{RULE} H4", text=text))

    def _refuse(self) -> None:
        """Say why not even giving up the colour limits makes the round pairable."""
        graph, order = self.graph, self.order
        free, _ = bye.lowest_without(order, graph, RULE, _barred)
        if free is not None:
            graph = matching.without(graph, order.index(free))
            order = [one for one in order if one is not free]
        blocked = matching.perfect_matching(graph, (1 << len(order)) - 1)
        if isinstance(blocked, matching.Blocked):
            raise words.unpairable(order, blocked, self.request.round, f"{RULE} H1")

    def _best(self, graph: list[int]) -> _Plan | None:
        """Pair bracket after bracket by the soft rules (§4.4-7); None if the round cannot be paired in this graph."""
        free, why_free = bye.lowest_without(self.order, graph, f"{RULE} §4.2", _barred)
        gone = None if free is None else self.order.index(free)
        left = [place for place in range(len(self.order)) if place != gone]
        if not matching.pairable(graph, sum(1 << place for place in left)):
            return None
        history = floats(self.request.contestants)
        this = Round(
            order=self.order,
            adjacency=graph,
            limited=self.limited,
            wishes=[due_colours.due(one)[0] for one in self.order],
            floats=[history[one.number] for one in self.order],
        )
        boards: list[tuple[int, int, str]] = []
        floaters: list[int] = []
        while left:
            top = self.order[left[0]].standing
            group = floaters + [place for place in left if self.order[place].standing == top and place not in floaters]
            left = [place for place in left if place not in group]
            bracket = dansk_brackets.pair(this, group, left)
            if bracket is None:
                floaters = group
                continue
            floaters = bracket.floaters
            boards += [(one, other, bracket.how) for one, other in bracket.pairs]
        return _Plan(boards, gone, why_free)

    def _with_bye(self, graph: list[int]) -> list[int]:
        """Add a place for the bye of an odd field, met by everybody who is barred from it."""
        if self.size == len(self.order):
            return graph
        may = [not _barred(one) for one in self.order]
        extended = [mask | allowed << len(self.order) for mask, allowed in zip(graph, may, strict=True)]
        return [*extended, sum(1 << place for place, allowed in enumerate(may) if allowed)]

    def _completes(self, plan: _Plan) -> bool:
        """Whether the rounds after this one are known to be pairable."""
        rest = list(self._with_bye(self.graph))
        met = [(one, other) for one, other, _ in plan.boards]
        if plan.free is not None:
            met.append((plan.free, len(self.order)))
        for one, other in met:
            rest[one] &= ~(1 << other)
            rest[other] &= ~(1 << one)
        return completion.completable(rest, self.later)

    def _completing(self, graph: list[int]) -> _Plan | None:
        """Pair from the top, each with the nearest who leaves the later rounds pairable; the bye from the bottom."""
        first, later = self._with_bye(graph), self._with_bye(self.graph)
        known = completion.schedule(first, later, self.later)
        if known is None:
            return None
        fixed: completion.Matching = ()
        for one in sorted(range(self.size), key=lambda place: (place < len(self.order), place)):
            if any(one in board for board in fixed):
                continue
            for other in self._preferred(one, first, fixed):
                board = (min(one, other), max(one, other))
                found = (
                    known if board in _sorted(known) else completion.schedule(first, later, self.later, (*fixed, board))
                )
                if found is not None:
                    fixed, known = (*fixed, board), found
                    break
        text = "the best pairing would have left a later round unpairable; this is the nearest that does not"
        boards = [(one, other, text) for one, other in fixed if other < len(self.order)]
        free = next((one for one, other in fixed if other >= len(self.order)), None)
        why = (Reason(rule=f"{RULE} §4.2, H4", text=f"lowest placed without a bye who can sit out: {text}"),)
        return _Plan(boards, free, why if free is not None else ())

    def _preferred(self, one: int, graph: list[int], fixed: completion.Matching) -> list[int]:
        """List the opponents a place may get, the best first; the bye goes from the bottom up."""
        taken = {place for board in fixed for place in board}
        others = [other for other in matching.bits(graph[one]) if other not in taken]
        if one >= len(self.order):
            return others[::-1]
        mine = self.order[one]
        wish, must = due_colours.due(mine)[0], must_have(mine)

        def distance(other: int) -> tuple[bool, int, bool, int]:
            another = self.order[other]
            return (
                must is not None and must is must_have(another),
                abs(mine.standing - another.standing),
                wish is not None and wish is due_colours.due(another)[0],
                other,
            )

        return sorted((other for other in others if other < len(self.order)), key=distance)


def _barred(one: Entrant) -> bool:
    """Whether a player has had a bye or a win by forfeit (§4.2)."""
    return one.had_bye or any(forfeit_won(this) for this in one.past)


def _sorted(matching_: completion.Matching) -> set[tuple[int, int]]:
    return {(min(board), max(board)) for board in matching_}


def _board(order: list[Entrant], board: tuple[int, int, str], number: int, request: Request) -> Pair:
    upper, lower = order[board[0]], order[board[1]]
    colour, why = due_colours.colour_of(upper, lower, number, request.initial_colour)
    white, black = (upper, lower) if colour is Colour.WHITE else (lower, upper)
    reasons = [Reason(rule=f"{RULE} §4.7", text=f"{upper.number} and {lower.number}: {board[2]}")]
    if upper.standing != lower.standing:
        text = f"{upper.number} floats down to {lower.number}, who has fewer points"
        reasons.append(Reason(rule=f"{RULE} §4.6", text=text))
    reasons.append(Reason(rule=f"{RULE} §4.8", text=f"{white.number} has White: {why}"))
    return Pair(white=white.number, black=black.number, reasons=tuple(reasons))
