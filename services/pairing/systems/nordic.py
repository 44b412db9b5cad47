"""
The Nordic system: score groups, stronger half against weaker half, White to who had it least (SSF §15B, RULES §3).

| section | what | here |
|---|---|---|
| §15B.1 | numbers by strength, 1 the strongest; they never change | the caller's; the numbers come in |
| §15B.2a-c | halves in number order, first against first | `halves.straight` |
| §15B.2d | the weaker half has White in round 1 | the odd-round case of 3g |
| §15B.3a-b | groups of equal points, in number order | `_pair_groups` |
| §15B.3c | no rematch | the graph; a forfeited game is no meeting (option) |
| §15B.3d | a top group of one | `_alone_at_the_top`; nobody new in the next group: the groups below (N10) |
| §15B.3e | an odd group brings up the strongest of the next, placed last | `_pair_groups` |
| §15B.3g | fewest Whites; equal: the stronger in even rounds, the weaker in odd | `_colours` |
| §15B.3h | as small changes as possible: first the order, then the halves | `halves.transposed`, `halves.exchanged` |
| §15B.3i | bring up two more; the lowest group is merged with the one above | `_pair_groups` |
| §15B.4 | odd number: the lowest placed without a bye, one point, once | `bye.lowest_without` |
| §11.1b | a withdrawn player is not drawn; results stand | `absent` in the request |

"As small changes as possible" is one fixed order (RULES §3.2, R), stated in `halves`. Readings: the bye is no White
(N3); adjourned games count as won by both and postponed ones as drawn when the groups are made, as in §15A; the next
candidate for the bye when the first leaves the round unpairable.
"""

import msgspec

from contracts.points import DRAW, WIN, points_text
from services.pairing.systems import bye, field, halves, matching, words
from services.pairing.systems.field import Entrant, Reading
from services.pairing.systems.interface import Pair, Proposal, Reason, Request

OPTIONS = {"forfeit": ("may_meet_again", "counts_as_met")}
READING = Reading(adjourned=WIN, postponed=DRAW)


class _Group(msgspec.Struct, frozen=True):
    """A group that has been paired: its places in the order, the pairs (stronger half first), and what it took."""

    places: list[int]
    pairs: list[tuple[int, int]]
    steps: tuple[Reason, ...]


def pair(request: Request) -> Proposal:
    """Pair a round by SSF §15B. Option: `forfeit` (may_meet_again, counts_as_met)."""
    chosen = field.options(request, OPTIONS, "Nordic")
    reading = msgspec.structs.replace(READING, forfeit_is_meeting=chosen["forfeit"] == "counts_as_met")
    order = field.by_standing(field.active(request, reading))
    adjacency = field.graph(order, request.forbidden)
    free, why_free = bye.lowest_without(order, adjacency, "SSF §15B.4")
    if free is not None:
        adjacency = matching.without(adjacency, order.index(free))
        order.remove(free)
    blocked = matching.perfect_matching(adjacency, (1 << len(order)) - 1)
    if isinstance(blocked, matching.Blocked):
        raise words.unpairable(order, blocked, request.round, "SSF §15B.3c, 3h, 3i")
    groups = _pair_groups(order, adjacency)
    pairs = tuple(_board(order, group, boards, request.round) for group in groups for boards in group.pairs)
    return Proposal(pairs=pairs, bye=None if free is None else free.number, bye_reasons=why_free)


def _pair_groups(order: list[Entrant], adjacency: list[int]) -> list[_Group]:
    """
    Pair the groups from the top (3a-3i); the whole is known to be pairable, so merging ends at the latest with all.

    Places are sorted by points and number, so that whoever is brought up stands last in a group that is sorted.
    """
    done: list[_Group] = []
    left = list(range(len(order)))
    while left:
        group, left = _next_group(order, left)
        if not done and len(group) == 1:
            done.append(_alone_at_the_top(order, adjacency, group[0], left))
            left = [place for place in left if place not in done[-1].places]
            continue
        steps = [_group_text(order, group)]
        if len(group) % 2 == 1:
            steps.append(
                Reason(rule="SSF §15B.3e", text=f"odd, so {order[left[0]].number} was brought up and placed last")
            )
            group, left = [*group, left[0]], left[1:]
        paired = halves.pair(order, adjacency, group)
        while paired is None:
            if left:
                brought = field.listed(order[place].number for place in left[:2])
                steps.append(
                    Reason(rule="SSF §15B.3i", text=f"not pairable, so {brought} were brought up and placed last")
                )
                group, left = [*group, *left[:2]], left[2:]
            else:
                above = done.pop()
                steps.append(
                    Reason(
                        rule="SSF §15B.3i",
                        text=f"not pairable, so merged with the group above ({_names(order, above.places)})",
                    )
                )
                group = sorted(above.places + group)
            paired = halves.pair(order, adjacency, group)
        done.append(_Group(group, paired.pairs, (*steps, *paired.steps)))
    return done


def _next_group(order: list[Entrant], left: list[int]) -> tuple[list[int], list[int]]:
    """Split off the players who have as many points as the first (3a)."""
    top = order[left[0]].standing
    size = sum(order[place].standing == top for place in left)
    return left[:size], left[size:]


def _group_text(order: list[Entrant], group: list[int]) -> Reason:
    text = f"group with {points_text(order[group[0]].standing)}: {_names(order, group)}"
    return Reason(rule="SSF §15B.3a-b", text=text)


def _names(order: list[Entrant], places: list[int]) -> str:
    return field.listed(order[place].number for place in places)


def _alone_at_the_top(order: list[Entrant], adjacency: list[int], alone: int, left: list[int]) -> _Group:
    """Give a single leader the strongest of the next group he has not met, or of the groups below (3d, N10)."""
    partner = next(place for place in left if adjacency[alone] >> place & 1)
    text = f"{order[alone].number} is alone at the top; {order[partner].number} is the strongest below whom he may meet"
    return _Group([alone, partner], [(alone, partner)], (Reason(rule="SSF §15B.3d", text=text),))


def _board(order: list[Entrant], group: _Group, board: tuple[int, int], number: int) -> Pair:
    upper, lower = order[board[0]], order[board[1]]
    stronger, weaker = (upper, lower) if upper.number < lower.number else (lower, upper)
    white, why = _colours(stronger, weaker, number)
    black = lower if white is upper else upper
    text = f"{upper.number} of the stronger half meets {lower.number} of the weaker half"
    facing = () if group.steps[0].rule == "SSF §15B.3d" else (Reason(rule="SSF §15B.3f, 2c", text=text),)
    return Pair(white=white.number, black=black.number, reasons=(*group.steps, *facing, why))


def _colours(stronger: Entrant, weaker: Entrant, number: int) -> tuple[Entrant, Reason]:
    """Give White to who had it fewer times; if equal, to the stronger in even rounds, the weaker in odd (3g, 2d)."""
    rule = "SSF §15B.2d" if number == 1 else "SSF §15B.3g"
    if stronger.whites != weaker.whites:
        white, black = sorted((stronger, weaker), key=lambda one: one.whites)
        text = (
            f"{white.number} has White: he has had it fewer times ({white.whites}) than {black.number} ({black.whites})"
        )
        return white, Reason(rule=rule, text=text)
    white = stronger if number % 2 == 0 else weaker
    which = "stronger has White in an even round" if number % 2 == 0 else "weaker has White in an odd round"
    return white, Reason(rule=rule, text=f"both have had White {white.whites} times, and the {which}: {white.number}")
