"""`omkamp ratings give`, `abroad` and `coordinate`: numbers that are given and not played for here."""

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from contracts.envelope import Proposed
from contracts.ids import PlayerId, TournamentId
from contracts.points import DRAW, LOSS, WIN
from contracts.rating import (
    Basis,
    CoordinateWithFide,
    FideNumber,
    ForeignGame,
    RatingsCoordinated,
    ReportForeignEvent,
    SetStartRating,
)
from contracts.refusals import RefusalCode, Refused
from contracts.subjects import checked
from services.cli.line import Json
from services.cli.ratings_changes import PlayerArgument, WhatIfOption, change
from services.cli.rerating import day_of
from services.rules.dsu.register import Role
from services.rules.dsu.steps import EventRules
from services.rules.loader import load
from services.rules.ruleset import of_system
from services.runtime import files

_SCORES: Final = {"1": WIN, "½": DRAW, "1/2": DRAW, "0.5": DRAW, "0,5": DRAW, "0": LOSS}
_COLUMNS: Final = ("player", "rating", "games")

_SHOWN: Final = 80
"""Characters of a wrong line that are shown."""


def give(  # noqa: PLR0913  what makes a number given
    context: typer.Context,
    *,
    player: PlayerArgument,
    rating: Annotated[int, typer.Argument(min=1, max=4000, metavar="RATING")],
    rules: Annotated[
        str, typer.Option(metavar="SET", help="The rule set it stands under (default: a number from elsewhere).")
    ] = "",
    day: Annotated[str, typer.Option(metavar="DATE", help="From when it counts (default: today).")] = "",
    basis: Annotated[Basis, typer.Option(help="His first number, or why another one is given.")] = Basis.FIRST,
    proposed_by: Annotated[Role | None, typer.Option(help="Who proposes it (DSU 4.5.5.1).")] = None,
    approved_by: Annotated[Role | None, typer.Option(help="Who has approved it, where it needs that.")] = None,
    games: Annotated[
        int, typer.Option(min=0, max=99999, help="The rated games behind it, where it comes from a list (FIDE's K).")
    ] = 0,
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Give a player his first rating, or after a pause a new one, with its approval; or see first what it changes."""
    command = SetStartRating(
        player=PlayerId(checked(player)),
        rating=rating,
        rules=rules,
        day=day_of(day),
        basis=basis,
        proposed_by=proposed_by or "",
        approved_by=approved_by or "",
        games=games,
    )
    change(context, command, what_if=what_if, json=json)


def abroad(  # noqa: PLR0913  what makes an event abroad
    context: typer.Context,
    *,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="An id for it.")],
    player: PlayerArgument,
    name: Annotated[str, typer.Option(help="What it is called.")],
    starts: Annotated[str, typer.Option(metavar="DATE", help="Its first day.")],
    ends: Annotated[str, typer.Option(metavar="DATE", help="Its last day.")],
    reported: Annotated[str, typer.Option(metavar="DATE", help="The day it was reported: it counts from then.")],
    rules: Annotated[str, typer.Option(metavar="SET", help="A rule set, or a federation whose rules are in force.")],
    game: Annotated[list[str], typer.Option(metavar="RATING=SCORE", help="As in 2105=½; again for each game.")],
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Report a player's games in an event abroad, rated for him alone; or see first what that changes."""
    days = [day_of(one) for one in (starts, ends, reported)]
    if None in days:
        raise Refused(RefusalCode.INVALID_DATES, "an event has a first and a last day, and a day it was reported")
    first, last, told = (one for one in days if one is not None)
    command = ReportForeignEvent(
        event=TournamentId(checked(event)),
        player=PlayerId(checked(player)),
        name=name,
        starts=first,
        ends=last,
        reported=told,
        rules=rules,
        games=tuple(game_of(one) for one in game),
    )
    change(context, command, what_if=what_if, json=json)


def coordinate(  # noqa: PLR0913  what makes a coordination
    context: typer.Context,
    *,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The FIDE list's players we know, as CSV: player,rating,games.")
    ],
    day: Annotated[str, typer.Option("--day", metavar="DATE", help="The day of the adjustment, 1 to 15 August.")],
    rules: Annotated[str, typer.Option(metavar="SET", help="The rule set it is made under.")] = "dsu-2007",
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Adjust the strongest players towards the FIDE list (DSU 4.5.6), or see first what that would change."""
    when = day_of(day)
    if when is None:
        raise Refused(RefusalCode.INVALID_DATES, "an adjustment has a day: --day YYYY-MM-DD")
    rule = of_system(load(rules), EventRules).steps.coordination
    if rule is None:
        raise Refused(RefusalCode.UNKNOWN_RULE_SET, f"{rules} knows no coordination with the FIDE list")
    command = CoordinateWithFide(
        rules=rules,
        day=when,
        own_list=when.replace(month=rule.danish_list[0], day=rule.danish_list[1]),
        fide_list=when.replace(month=rule.fide_list[0], day=rule.fide_list[1]),
        players=tuple(numbers_of(file.name, _text(file))),
    )
    change(context, command, what_if=what_if, json=json, heading=_coordinated)


def game_of(text: str) -> ForeignGame:
    """
    Read a game abroad: the opponent's rating and the player's score.

    >>> game_of("2105=½")
    ForeignGame(opponent=2105, score=1)
    """
    opponent, _, score = (part.strip() for part in text.partition("="))
    if not opponent.isdecimal() or score not in _SCORES:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{text!r} is no game: RATING=SCORE, as in 2105=1, 2105=½ or 2105=0")
    return ForeignGame(opponent=int(opponent), score=_SCORES[score])


def numbers_of(name: str, text: str) -> list[FideNumber]:
    """Read the numbers of a FIDE list; refuses a line that has not three, by its number."""
    rows = csv.reader(io.StringIO(text), delimiter=";" if ";" in text.partition("\n")[0] else ",")
    found = []
    for number, row in enumerate(_rows(name, rows), start=1):
        cells = tuple(cell.strip() for cell in row)
        if not any(cells) or (number == 1 and cells == _COLUMNS):
            continue
        try:
            player, rating, games = cells
            one = {"player": checked(player), "rating": int(rating), "games": int(games)}
            found.append(msgspec.convert(one, FideNumber))
        except (ValueError, msgspec.ValidationError) as error:
            raise Refused(
                RefusalCode.MALFORMED_FILE,
                f"{name}:{number}: {','.join(row)[:_SHOWN]!r} is not player,rating,games: {error}",
                line=number,
            ) from None
    return found


def _rows(name: str, rows: Iterable[list[str]]) -> Iterator[list[str]]:
    try:
        yield from rows
    except csv.Error as error:
        raise Refused(RefusalCode.MALFORMED_FILE, f"{name} is no CSV: {error}") from None


def _text(path: Path) -> str:
    try:
        return files.whole(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(RefusalCode.MALFORMED_FILE, f"{path} is not UTF-8: {error.reason}") from None


def _coordinated(proposed: Proposed) -> str:
    done = msgspec.json.decode(proposed.events[0].data, type=RatingsCoordinated)
    how = f"N = {done.n}, {'up' if done.direction > 0 else 'down'}" if done.n else "nothing is adjusted"
    return f"{done.compared} compared: mean {done.mean_own} against FIDE's {done.mean_fide}; {how}."
