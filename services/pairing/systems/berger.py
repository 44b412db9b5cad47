"""
All-play-all by the Berger tables (RULES §1; FIDE C.05 annexes 1 and 2; DSU §42a and 4.10.11; SSF §11.1a).

| section | what | here |
|---|---|---|
| FIDE C.05 annex 1 | table of n players by the formula, odd numbers, board order | `table` |
| FIDE C.05 annex 1 | double round, colours reversed, last two rounds of the first cycle swapped | `rounds_of` |
| FIDE C.05 annex 2 | restricted draw (Varma), 9 to 24 players | `restricted_draw`; `omkamp draw-lots --apart` |
| DSU 4.10.11 | DSU's own tables | text not found: taken to be FIDE's (RULES §1.4) |
| DSU §16a-b, SSF §11.1a | points after a withdrawal | `services.chess.leaving`; his opponents get no game |
| DSU §38a, §40 | exactly 8 players in these classes | not here: registration |

Everybody meets everybody, so there is nothing to forbid and no colour to balance: the number decides it all.
"""

from services.pairing.systems import field
from services.pairing.systems.interface import Contestant, Free, Pair, Proposal, Reason, Request, Unpairable

ANNEX = "FIDE C.05 annex 1"
OPTIONS = {"cycles": ("1", "2"), "swap_last_rounds": ("yes", "no")}

Board = tuple[int, int]
"""The numbers of White and Black."""

VARMA: dict[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 12), (3, 11)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: ((6, 7, 8, 9, 10, 11, 19, 20, 21, 22), (1, 2, 3, 4, 13, 14, 15, 16, 17), (12, 18, 23), (5, 24)),
}
"""
The groups A to D of the restricted draw, by the even number of players (FIDE C.05 annex 2).

As printed: 6 and 12 of twelve, both in C, meet in the last round; no other group meets in its last three.
"""


def table(players: int) -> tuple[tuple[Board, ...], ...]:
    """
    Make the Berger table: the boards of each round, in board order (FIDE C.05 annex 1; formula RULES §1.1).

    An odd number is filled up: who meets the number `players + 1` is free.
    """
    size = players + players % 2
    return tuple(_round_of_table(size, number) for number in range(1, size))


def _round_of_table(size: int, number: int) -> tuple[Board, ...]:
    odd = number % 2 == 1
    pivot = (number + 1) // 2 if odd else (size + number) // 2
    boards = [(pivot, size) if odd else (size, pivot)]
    boards += [(_wrap(pivot + step, size), _wrap(pivot - step, size)) for step in range(1, size // 2)]
    return tuple(boards)


def _wrap(number: int, size: int) -> int:
    return (number - 1) % (size - 1) + 1


def rounds_of(players: int, *, cycles: int = 1, swap_last_rounds: bool = True) -> tuple[tuple[Board, ...], ...]:
    """
    List the boards of every round of `cycles` cycles; the second has the colours reversed.

    Of two cycles the last two rounds of the first change places unless `swap_last_rounds` is false, so that nobody
    has the same colour three times running (FIDE C.05 annex 1, recommended).
    """
    first = list(table(players))
    if cycles == 1:
        return tuple(first)
    second = [tuple((black, white) for white, black in boards) for boards in first]
    if swap_last_rounds and len(first) > 1:
        first[-2:] = [first[-1], first[-2]]
    return (*first, *second)


def restricted_draw(players: int) -> tuple[tuple[int, ...], ...]:
    """
    List the number groups A to D from which players of one federation draw (Varma; FIDE C.05 annex 2).

    The largest federation draws first and takes the group that fits its size; its players then do not meet in the last
    three rounds. An odd number drops the highest number. Refuses what the annex has no row for (9 to 24 players).
    """
    groups = VARMA.get(players + players % 2)
    if groups is None:
        raise Unpairable(
            f"there is no restricted draw for {players} players, only for 9 to 24",
            rule="FIDE C.05 annex 2",
            advice="draw the numbers by an ordinary lot",
        )
    return tuple(tuple(number for number in group if number <= players) for group in groups)


def pair(request: Request) -> Proposal:
    """
    Propose the round of the table. The numbers are 1 to n, drawn before round 1, and stay.

    `bye` is who meets the extra number of an odd field, `free` the opponents of those who are absent.
    Options: `cycles` 1 or 2, `swap_last_rounds` yes or no (read when there are two cycles).
    """
    chosen = field.options(request, OPTIONS, "all-play-all")
    field.check(request)
    field.refuse_forbidden(request, "all-play-all", ANNEX)
    contestants = {one.number: one for one in request.contestants}
    _refuse_gaps(contestants)
    if all(one.absent is not None for one in request.contestants):
        return Proposal(pairs=())
    if len(contestants) == 1:
        return Proposal(pairs=(), bye=1, bye_reasons=(Reason(rule=ANNEX, text="1 is the only player"),))
    rounds = rounds_of(
        len(contestants), cycles=int(chosen["cycles"]), swap_last_rounds=chosen["swap_last_rounds"] == "yes"
    )
    if request.round > len(rounds):
        raise Unpairable(
            f"all-play-all of {len(contestants)} players is over after round {len(rounds)}",
            rule=ANNEX,
            advice="end the tournament, or announce a second cycle before round 1",
        )
    proposal = _fill(request.round, rounds[request.round - 1], contestants)
    _refuse_rematch(proposal.pairs, contestants, after=(request.round - 1) // len(table(len(contestants))))
    return proposal


def _refuse_rematch(pairs: tuple[Pair, ...], contestants: dict[int, Contestant], after: int) -> None:
    """Refuse a round in which two meet again who have met `after` times in earlier cycles, and once more since."""
    for one in pairs:
        met = [number for number, past in enumerate(contestants[one.white].past, start=1) if past.opponent == one.black]
        if len(met) > after:
            raise Unpairable(
                f"the table has {one.white}-{one.black} now, who met in round {met[-1]}: "
                "the rounds so far are not those of this table",
                rule=ANNEX,
                advice="publish the rounds that are left by hand, or pair by the system this event has",
            )


def _refuse_gaps(contestants: dict[int, Contestant]) -> None:
    for expected in range(1, len(contestants) + 1):
        if expected not in contestants:
            raise Unpairable(
                f"the table needs the numbers 1 to {len(contestants)}; {expected} is missing",
                rule=ANNEX,
                advice="keep withdrawn players in the field as absent, and draw the numbers anew before round 1",
            )
    for one in contestants.values():
        if one.past and all(past.opponent is None and past.bye is None for past in one.past):
            raise Unpairable(
                f"{one.number} came after round 1, and a table has no place for a late entrant",
                rule=ANNEX,
                advice="leave him out, or start again with the numbers drawn anew",
            )


def _fill(number: int, boards: tuple[Board, ...], contestants: dict[int, Contestant]) -> Proposal:
    """Put the players on the boards of one round of the table."""
    pairs: list[Pair] = []
    free: list[Free] = []
    bye: int | None = None
    bye_reasons: tuple[Reason, ...] = ()
    for white, black in boards:
        here = [one for one in (white, black) if one in contestants and contestants[one].absent is None]
        reason = Reason(
            rule=ANNEX, text=f"the table for {len(contestants)} has {white}-{black} in this round, {number}"
        )
        if len(here) == 2:  # noqa: PLR2004  both sides of the board
            pairs.append(Pair(white=white, black=black, reasons=(reason,)))
        elif not here:
            continue
        elif white in contestants and black in contestants:
            gone = black if here == [white] else white
            why = Reason(
                rule="DSU §16; SSF §11.1a", text=f"{here[0]} has no game: {gone}, whom the table gives him, is absent"
            )
            free.append(Free(number=here[0], reasons=(reason, why), against=gone))
        else:
            bye = here[0]
            bye_reasons = (Reason(rule=ANNEX, text=f"{bye} is free in round {number}: he meets the extra number"),)
    return Proposal(pairs=tuple(pairs), bye=bye, bye_reasons=bye_reasons, free=tuple(free))
