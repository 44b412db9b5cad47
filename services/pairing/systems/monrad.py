"""
Monrad: the front player meets the nearest he has not met (SSF §15A exactly; DSU 4.10.1 as a profile, RULES §2).

| section | what | here |
|---|---|---|
| SSF §15A.1 | number of rounds announced, numbers by lot | the caller's; the numbers come in |
| SSF §15A.1 | order by points; adjourned = win for both, postponed = draw | `SSF`, `_order` |
| SSF §15A.2 par. 1 | round 1: even number White v the odd number below | the general rule at 0 points |
| SSF §15A.2 par. 2 | nearest opponent not met; undo from the bottom | `matching.first_pairing` |
| SSF §15A.2 par. 3 | the lower placed has White unless the other has had fewer; bye = White | `_colours` |
| SSF §15A.2 par. 4 | odd number: the lowest placed without a bye, one point, once | `bye.lowest_without` |
| SSF §11.1b | a withdrawn player is not drawn; results stand | `absent` in the request |
| DSU 4.10.1-2 | DSU's own text | not found: the profile `DSU` is RULES §2.4 (C), told in the notes |
| DSU §16d | who is left over gets a point | the bye; its worth is the caller's |

Readings where the text is silent: equal points by number (M1, an option); a forfeited game is no meeting and gives no
colour (M4, an option); the next candidate for the bye when the first leaves the round unpairable (R); half-point and
zero-point byes count as nothing.
"""

import msgspec

from contracts.points import DRAW, WIN
from services.chess.colours import Colour
from services.pairing.systems import bye, colour_limit, field, matching, words
from services.pairing.systems.field import Entrant, Reading
from services.pairing.systems.interface import Pair, Proposal, Reason, Request


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """One federation's Monrad: its name, how it reads the past, where it is written, and its options."""

    name: str
    reading: Reading
    first_round_rule: str
    pairing_rule: str
    colour_rule: str
    bye_rule: str
    options: dict[str, tuple[str, ...]]
    notes: tuple[Reason, ...] = ()


SSF = Profile(
    name="Monrad SSF",
    reading=Reading(adjourned=WIN, postponed=DRAW, bye_is_white=True),
    first_round_rule="SSF §15A.2 par. 1",
    pairing_rule="SSF §15A.2 par. 2",
    colour_rule="SSF §15A.2 par. 3",
    bye_rule="SSF §15A.2 par. 4",
    options={"points_order": ("start_number", "previous_order"), "forfeit": ("may_meet_again", "counts_as_met")},
)

DSU = Profile(
    name="Monrad DSU",
    reading=Reading(adjourned=DRAW, postponed=DRAW),
    first_round_rule="DSU 4.10.1 (profile)",
    pairing_rule="DSU 4.10.1 (profile)",
    colour_rule="DSU 4.10.1 (profile)",
    bye_rule="DSU 4.10.1 (profile), §16d",
    options={**SSF.options, "colour_limit": ("none", "fide")},
    notes=(
        Reason(
            rule="Omkamp profile of DSU 4.10.1",
            text="DSU's text is not available; paired as SSF §15A, the bye without a colour, unfinished games as draws",
        ),
    ),
)


def pair_ssf(request: Request) -> Proposal:
    """
    Pair a round by SSF §15A.

    Options: `points_order` (start_number, previous_order), `forfeit` (may_meet_again, counts_as_met).
    """
    return _pair(request, SSF)


def pair_dsu(request: Request) -> Proposal:
    """
    Pair a round by the DSU profile.

    Options: those of SSF, and `colour_limit` (none, fide: never three in a row nor more than two of one colour over).
    """
    return _pair(request, DSU)


def _pair(request: Request, profile: Profile) -> Proposal:
    chosen = field.options(request, profile.options, profile.name)
    order = _order(request, profile.reading, chosen)
    adjacency = field.graph(order, request.forbidden)
    limited = chosen.get("colour_limit") == "fide"
    if limited:
        colour_limit.forbid(order, adjacency)
    free, why_free = bye.lowest_without(order, adjacency, profile.bye_rule)
    if free is not None:
        adjacency = matching.without(adjacency, order.index(free))
        order.remove(free)
    choices = matching.first_pairing(adjacency)
    if isinstance(choices, matching.Blocked):
        raise words.unpairable(order, choices, request.round, profile.pairing_rule)
    return Proposal(
        pairs=_boards(order, adjacency, choices, request, profile, limited=limited),
        bye=None if free is None else free.number,
        bye_reasons=why_free,
        notes=profile.notes,
    )


def _order(request: Request, reading: Reading, chosen: dict[str, str]) -> list[Entrant]:
    """List the active players as they stand before the round (SSF §15A.1)."""
    reading = msgspec.structs.replace(reading, forfeit_is_meeting=chosen["forfeit"] == "counts_as_met")
    entrants = field.active(request, reading)
    if chosen["points_order"] == "previous_order":
        return field.by_previous_order(entrants, reading)
    return field.by_standing(entrants)


def _boards(  # noqa: PLR0913  all that a board's reasons speak of
    order: list[Entrant],
    adjacency: list[int],
    choices: list[matching.Choice],
    request: Request,
    profile: Profile,
    *,
    limited: bool,
) -> tuple[Pair, ...]:
    """Seat the chosen pairs and say why, walking down the list as an arbiter does."""
    rule = profile.first_round_rule if request.round == 1 else profile.pairing_rule
    remaining = (1 << len(order)) - 1
    pairs = []
    for choice in choices:
        upper, lower = order[choice.first], order[choice.second]
        between = remaining & (1 << choice.second) - (2 << choice.first) & ~adjacency[choice.first]
        reasons = [Reason(rule=rule, text=_nearest(upper, lower, [order[place] for place in matching.bits(between)]))]
        for place, blocked in choice.undone:
            left = [order[one] for one in matching.bits(remaining & ~(1 << choice.first | 1 << place))]
            text = f"{upper.number} and {order[place].number} undone: {words.left_over(order, left, blocked)}"
            reasons.append(Reason(rule=rule, text=text))
        white, why = _colours(upper, lower, profile.colour_rule, limited=limited)
        black = lower if white is upper else upper
        pairs.append(Pair(white=white.number, black=black.number, reasons=(*reasons, why)))
        remaining &= ~(1 << choice.first | 1 << choice.second)
    return tuple(pairs)


def _nearest(upper: Entrant, lower: Entrant, skipped: list[Entrant]) -> str:
    text = f"{lower.number} is the nearest player {upper.number} may meet"
    met = [one.number for one in skipped if one.number in upper.met]
    other = [one.number for one in skipped if one.number not in upper.met]
    notes = [f"{field.listed(met)} met"] if met else []
    notes += [f"{field.listed(other)} not allowed"] if other else []
    return f"{text} ({'; '.join(notes)})" if notes else text


def _colours(upper: Entrant, lower: Entrant, rule: str, *, limited: bool) -> tuple[Entrant, Reason]:
    """
    Give White to the lower placed unless the other has had strictly fewer Whites (SSF §15A.2 par. 3, RULES M3).

    With the FIDE limit a player who could no longer have Black gets White, and the reverse.
    """
    if limited:
        for one, other in ((upper, lower), (lower, upper)):
            due = colour_limit.must_have(one)
            if due is not None:
                white = one if due is Colour.WHITE else other
                text = f"{one.number} must have {due.name.title()} by the colour limit"
                return white, Reason(rule=rule, text=text)
    if upper.whites < lower.whites:
        text = (
            f"{upper.number} has White: he has had it fewer times ({upper.whites}) than {lower.number} ({lower.whites})"
        )
        return upper, Reason(rule=rule, text=text)
    if lower.whites < upper.whites:
        text = (
            f"{lower.number} has White: he has had it fewer times ({lower.whites}) than {upper.number} ({upper.whites})"
        )
    else:
        text = f"{lower.number} has White: lower placed, and both have had it {lower.whites} times"
    return lower, Reason(rule=rule, text=text)
