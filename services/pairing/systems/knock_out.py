"""
DSU Knock Out: who loses is out (DSU §42e, §65e, 4.10.7; RULES §7.1). **Reconstruction**: DSU's text was not found.

| what | source | here |
|---|---|---|
| bracket filled to a power of two; the byes to the highest ranks, no bye meets a bye | club practice (C), R | `pair` |
| `bracket` seeded: 1 v S, 2 v S-1, ... in the standard order, White to the lower seed | R | `_seeded` |
| `bracket` lottery: a new lot each round, the first drawn has White | club practice (C) | `_drawn` |
| `draw`: rapid then blitz, replay, the lower rated advances, a lot | club practice (C), R | `next_game`, `_advances` |
| the classical game is rated | R | `encounter.rated_game` |
| third-place game; losers' consolation by Monrad with their score | R, options | `_third_place`, `_consolation` |
| no-show loses; an absent player is out, and his opponent goes on | R | `_survivors` |
| placing by the round reached, shared | R | `placing` |
| two games a round | R, option of RULES §7.1 | not done: one encounter a round, of as many games as `draw` asks for |

A forbidden pair or a late entrant has no place in a bracket and is refused.
"""

from contracts.points import LOSS
from contracts.refusals import RefusalCode, Refused
from services.pairing.systems import encounter, field, monrad
from services.pairing.systems.encounter import Game, NextGame, Speed, TimeControl
from services.pairing.systems.field import BYE_WITH_A_POINT, listed
from services.pairing.systems.interface import Contestant, Free, Pair, Proposal, Reason, Request, Unpairable

RULE = "Omkamp reconstruction of DSU 4.10.7"
OPTIONS: dict[str, tuple[str, ...]] = {
    "bracket": ("seeded", "lottery"),
    "draw": ("rapid_then_blitz", "replay_reversed", "lower_rated_advances", "lot"),
    "third_place": ("no", "yes"),
    "losers": ("eliminated", "consolation"),
    "lots": (),
}
_CLASSICAL = TimeControl(speed=Speed.CLASSICAL, minutes=100, moves=40, rest_minutes=30, increment=30)
_RAPID = TimeControl(speed=Speed.RAPID, minutes=25, increment=10)
_BLITZ = TimeControl(speed=Speed.BLITZ, minutes=5)
_FINALISTS = 2

Field = dict[int, Contestant]


def pair(request: Request) -> Proposal:
    """
    Propose the round of the bracket; `free` are those who go on without a game.

    Options: `bracket` (seeded, lottery), `draw` (rapid_then_blitz, replay_reversed, lower_rated_advances, lot),
    `third_place` (no, yes), `losers` (eliminated, consolation), and under a lottery `lots`: the numbers who play, in
    the order drawn, separated by commas. Who has been knocked out gets no game unless there is a consolation.
    """
    chosen = field.options(request, OPTIONS, "knock-out")
    field.check(request)
    field.refuse_forbidden(request, "knock-out", RULE)
    contestants = {one.number: one for one in sorted(request.contestants, key=lambda one: one.number)}
    if all(one.absent is not None for one in contestants.values()):
        return Proposal(pairs=())
    stages = _survivors(contestants, request.round, chosen["draw"])
    alive = [number for number in stages[-1] if contestants[number].absent is None]
    if request.round > 1 and len(stages[-1]) <= 1:
        raise Unpairable(
            f"the knock-out is decided: {listed(stages[-1])} has won", rule=RULE, advice="end the tournament"
        )
    note = "DSU's text was not found; bracket, byes, colours and draws follow Omkamp's own proposal"
    make = _drawn if chosen["bracket"] == "lottery" else _seeded
    pairs, free = make(stages, alive, request.round, chosen["lots"])
    if chosen["third_place"] == "yes":
        pairs += _third_place(contestants, stages)
    bye: int | None = None
    bye_reasons: tuple[Reason, ...] = ()
    notes = [Reason(rule=RULE, text=note)]
    if chosen["losers"] == "consolation":
        seated = {number for one in pairs for number in (one.white, one.black)} | set(stages[-1])
        losers = tuple(one for one in request.contestants if one.number not in seated)
        beside = _consolation(request, losers)
        pairs += list(beside.pairs)
        free += list(beside.free)
        bye, bye_reasons = beside.bye, beside.bye_reasons
        notes += beside.notes
    return Proposal(pairs=tuple(pairs), bye=bye, bye_reasons=bye_reasons, free=tuple(free), notes=tuple(notes))


def next_game(white: int, black: int, games: tuple[Game, ...], draw: str = "rapid_then_blitz") -> NextGame | None:
    """
    Say what is played next under a `draw` policy; None when the encounter is over or the policy decides without a game.

    rapid_then_blitz: colours reversed at rapid speed, then blitz until somebody wins. replay_reversed: colours
    reversed at the same speed. lower_rated_advances and lot: game 1 only.
    """
    controls = {"rapid_then_blitz": (_CLASSICAL, _RAPID, _BLITZ), "replay_reversed": (_CLASSICAL,)}
    if games and draw not in controls:
        return None
    return encounter.next_game(white, black, games, controls.get(draw, (_CLASSICAL,)))


def placing(contestants: tuple[Contestant, ...], draw: str = "rapid_then_blitz") -> tuple[tuple[int, ...], ...]:
    """
    Rank by the round reached, best first; those knocked out in the same round share their place.

    A third-place game, played in the round of the final by the losers of the semi-finals, splits their place.
    """
    by_number = {one.number: one for one in sorted(contestants, key=lambda one: one.number)}
    rounds = max((len(one.past) for one in contestants), default=0)
    stages = _survivors(by_number, rounds + 1, draw)
    tiers = [tuple(stages[-1])] if stages[-1] else []
    for before, after in zip(reversed(stages[:-1]), reversed(stages[1:]), strict=True):
        out = tuple(number for number in before if number not in after)
        tiers += _by_third_place_game(by_number, out) if len(after) == _FINALISTS else [out]
    return tuple(tier for tier in tiers if tier)


def _by_third_place_game(contestants: Field, losers: tuple[int, ...]) -> list[tuple[int, ...]]:
    if len(losers) == _FINALISTS:
        one, other = losers
        last, opposite = contestants[one].past[-1], contestants[other].past[-1]
        if last.opponent == other and last.points != opposite.points:
            return [(one,), (other,)] if last.points > opposite.points else [(other,), (one,)]
    return [losers]


def _survivors(contestants: Field, number: int, draw: str) -> list[list[int]]:
    """List who was in before round 1, before round 2, ..., before round `number`, each in number order."""
    if number == 1:
        return [[one.number for one in contestants.values() if one.absent is None]]
    for one in contestants.values():
        if one.absent is None and one.past[0].opponent is None and one.past[0].bye is None:
            raise Unpairable(
                f"{one.number} came after round 1, and a bracket has no place for a late entrant",
                rule=RULE,
                advice="leave him out, or start again",
            )
    stages = [[one.number for one in contestants.values() if one.past[0].opponent is not None or _went_on_free(one, 0)]]
    for index in range(number - 1):
        stages.append([one for one in stages[-1] if _advances(contestants, contestants[one], index, draw)])
    return stages


def _went_on_free(one: Contestant, index: int) -> bool:
    return one.past[index].bye in BYE_WITH_A_POINT


def _advances(contestants: Field, one: Contestant, index: int, draw: str) -> bool:
    """Whether a player who was in went on from the round `index` (from 0)."""
    this = one.past[index]
    if this.opponent is None:
        return _went_on_free(one, index)
    other = contestants.get(this.opponent)
    opposite = LOSS if other is None else other.past[index].points
    if this.points != opposite:
        return this.points > opposite
    if this.points == LOSS and this.unfinished is None:
        return False
    if draw == "lower_rated_advances" and this.unfinished is None and other is not None:
        return (one.rating, -one.number) < (other.rating, -other.number)
    raise Unpairable(
        f"round {index + 1} between {one.number} and {this.opponent} is not decided",
        rule=RULE,
        advice="play on as the tournament's rule for draws says, and report who won the encounter",
    )


def _seeded(stages: list[list[int]], alive: list[int], number: int, _: str) -> tuple[list[Pair], list[Free]]:
    """Pair the two survivors of each block of the bracket; a survivor without the other goes on free."""
    entered = stages[0]
    size = 1 << (len(entered) - 1).bit_length()
    slots = standard_order(size)
    block = 1 << number
    pairs, free = [], []
    for start in range(0, size, block):
        here = sorted(entered[seed - 1] for seed in slots[start : start + block] if seed <= len(entered))
        here = [one for one in here if one in alive]
        if len(here) == _FINALISTS:
            higher, lower = here
            text = f"{higher} and {lower} are left in their part of the bracket; the lower seed has White"
            pairs.append(Pair(white=lower, black=higher, reasons=(Reason(rule=RULE, text=text),)))
        elif here:
            free.append(_goes_on(here[0], number))
    return sorted(pairs, key=lambda one: min(one.white, one.black)), free


def standard_order(size: int) -> list[int]:
    """
    List the seeds down the bracket of `size` slots, so that 1 and 2 can meet in the final only.

    >>> standard_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    slots = [1]
    while len(slots) < size:
        slots = [seed for one in slots for seed in (one, 2 * len(slots) + 1 - one)]
    return slots


def _goes_on(one: int, number: int) -> Free:
    why = "the bracket has a bye for him" if number == 1 else "the opponent the bracket has for him is out"
    return Free(number=one, reasons=(Reason(rule=RULE, text=f"{one} goes on without a game: {why}"),))


def _drawn(stages: list[list[int]], alive: list[int], number: int, lots: str) -> tuple[list[Pair], list[Free]]:
    """Pair in the order drawn; in round 1 the highest ranks have the byes, later an odd one out is the last drawn."""
    byes = (1 << (len(stages[0]) - 1).bit_length()) - len(stages[0]) if number == 1 else 0
    free, playing = alive[:byes], alive[byes:]
    if len(playing) <= 1:
        return [], [_goes_on(one, number) for one in (*free, *playing)]
    drawn = [int(one) for one in lots.split(",") if one.strip().isdecimal()]
    if sorted(drawn) != playing:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"the lots must name {listed(playing)}, each once, in the order drawn, separated by commas",
            rule=RULE,
            field="options.lots",
        )
    pairs = []
    for white, black in zip(drawn[::2], drawn[1::2], strict=False):
        text = f"{white} was drawn before {black}, who is next; the first drawn has White"
        pairs.append(Pair(white=white, black=black, reasons=(Reason(rule=RULE, text=text),)))
    over = drawn[-1:] if len(drawn) % 2 else []
    return pairs, [_goes_on(one, number) for one in (*free, *over)]


def _third_place(contestants: Field, stages: list[list[int]]) -> list[Pair]:
    """Pair the losers of the semi-finals in the round of the final."""
    if len(stages) <= 1 or len(stages[-1]) != _FINALISTS:
        return []
    losers = [one for one in stages[-2] if one not in stages[-1] and contestants[one].absent is None]
    if len(losers) != _FINALISTS:
        return []
    higher, lower = losers
    text = f"{higher} and {lower} lost the semi-finals and play for third place; the lower seed has White"
    return [Pair(white=lower, black=higher, reasons=(Reason(rule=RULE, text=text),))]


def _consolation(request: Request, losers: tuple[Contestant, ...]) -> Proposal:
    """Pair those knocked out among themselves by Monrad, with the score they have; leave them free if it cannot be."""
    if request.round == 1:
        return Proposal(pairs=())
    beside = Request(round=request.round, rounds=request.rounds, contestants=losers, bye_points=request.bye_points)
    try:
        return monrad.pair_dsu(beside)
    except Unpairable as impossible:
        text = f"the consolation cannot be paired: {impossible}"
        free = tuple(
            Free(number=one.number, reasons=(Reason(rule=RULE, text=text),)) for one in losers if one.absent is None
        )
        return Proposal(pairs=(), free=free)
