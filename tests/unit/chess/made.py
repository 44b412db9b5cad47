"""Made-up events: any rounds, any results, byes and absences, as hypothesis strategies."""

from hypothesis import strategies as st

from contracts.ids import PlayerId
from contracts.points import ByeKind, HalfPoints, Result
from services.chess.colours import Colour
from services.chess.crosstable import Crosstable, Entrant, Round, crosstable
from services.chess.scoring import PointSystem
from services.chess.trf import Acceleration, Forbidden, Trf, TrfBye, TrfPlayer, TrfRound, board_codes, summed_points

BYES = [None, "U", "F", "H", "Z"]


def ident(number: int) -> PlayerId:
    return PlayerId(str(number))


def entrants(count: int) -> list[Entrant]:
    return [Entrant(id=ident(number), number=number) for number in range(1, count + 1)]


MadeRound = tuple[list[tuple[int, int, Result | None]], dict[int, str]]


def table(count: int, *rounds: MadeRound, round_robin: bool = False) -> Crosstable:
    """Build a table from rounds given as boards by number and byes by number."""
    made = [
        Round(
            boards=tuple((ident(white), ident(black), result) for white, black, result in boards),
            byes=tuple((ident(number), ByeKind(code)) for number, code in byes.items()),
        )
        for boards, byes in rounds
    ]
    return crosstable(entrants(count), made, round_robin=round_robin)


@st.composite
def made_rounds(draw: st.DrawFn, count: int, results: st.SearchStrategy[Result | None]) -> list[TrfRound]:
    """One round for players 1 to count: some paired at random, the others with a bye or nothing."""
    order = draw(st.permutations(range(1, count + 1)))
    cells = [TrfRound(code=draw(st.sampled_from(BYES)) or "") for _ in range(count)]
    for place in range(0, 2 * draw(st.integers(1, count // 2)), 2):
        white, black = order[place], order[place + 1]
        codes = board_codes(draw(results))
        cells[white - 1] = TrfRound(black, Colour.WHITE, codes[0])
        cells[black - 1] = TrfRound(white, Colour.BLACK, codes[1])
    return cells


POINTS = st.integers(0, 9).map(HalfPoints)
SYSTEMS = st.just(PointSystem()) | st.builds(PointSystem, **dict.fromkeys(PointSystem.__struct_fields__, POINTS))
TEXTS = st.text(st.characters(categories=["L", "N"], max_codepoint=0x17F), max_size=20)


@st.composite
def events(
    draw: st.DrawFn,
    *,
    results: st.SearchStrategy[Result | None] | None = None,
    systems: st.SearchStrategy[PointSystem] = SYSTEMS,
    most_rounds: int = 6,
) -> Trf:
    """An event of 2 to 9 players and 1 to 6 rounds with points as they add up."""
    outcomes = st.sampled_from([None, *Result]) if results is None else results
    count = draw(st.integers(2, 9))
    rounds = draw(st.lists(made_rounds(count, outcomes), min_size=1, max_size=most_rounds))
    points = draw(systems)
    players = []
    for number, cells in enumerate(zip(*rounds, strict=True), start=1):
        player = TrfPlayer(number=number, name=draw(TEXTS), rating=draw(st.integers(0, 2900)), rounds=tuple(cells))
        players.append(_with_points(player, points))
    numbers = st.integers(1, count)
    virtual = st.lists(POINTS, max_size=4).map(_trimmed)
    return Trf(
        name=draw(TEXTS),
        declared_rounds=len(rounds) + draw(st.integers(0, 3)),
        initial_colour=draw(st.sampled_from([None, *Colour])),
        points=points,
        byes=tuple(TrfBye(number=one, round=len(rounds) + 1, code="H") for one in draw(st.sets(numbers, max_size=2))),
        acceleration=tuple(
            Acceleration(number=one, points=value)
            for one in sorted(draw(st.sets(numbers, max_size=3)))
            if (value := draw(virtual))
        ),
        forbidden=tuple(
            Forbidden(numbers=tuple(sorted(group)))
            for group in draw(st.lists(st.sets(numbers, min_size=2), max_size=2))
        ),
        players=tuple(players),
    )


@st.composite
def round_robins(draw: st.DrawFn, *, results: st.SearchStrategy[Result]) -> Trf:
    """An all-play-all of 3 to 7 players, once or twice round; in an odd field one is free a round."""
    count = draw(st.integers(3, 7))
    seats = [*range(1, count + 1), *([0] if count % 2 else [])]
    cycle = []
    for _ in range(len(seats) - 1):
        cycle.append(list(zip(seats[: len(seats) // 2], reversed(seats), strict=False)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    rounds = cycle + [[(black, white) for white, black in boards] for boards in cycle] * draw(st.booleans())
    cells: dict[int, list[TrfRound]] = {number: [TrfRound()] * len(rounds) for number in range(1, count + 1)}
    for at, boards in enumerate(rounds):
        for white, black in boards:
            if white and black:
                codes = board_codes(draw(results))
                cells[white][at] = TrfRound(black, Colour.WHITE, codes[0])
                cells[black][at] = TrfRound(white, Colour.BLACK, codes[1])
    players = tuple(
        _with_points(TrfPlayer(number=number, rounds=tuple(one)), PointSystem()) for number, one in cells.items()
    )
    return Trf(declared_rounds=len(rounds), players=players)


def _with_points(player: TrfPlayer, points: PointSystem) -> TrfPlayer:
    return TrfPlayer(
        number=player.number,
        name=player.name,
        rating=player.rating,
        rounds=player.rounds,
        points=summed_points(player, points),
    )


def _trimmed(values: list[HalfPoints]) -> tuple[HalfPoints, ...]:
    while values and not values[-1]:
        values.pop()
    return tuple(values)
