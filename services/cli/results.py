"""`omkamp result` and `correct`: what an arbiter does at his desk."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

import msgspec
import typer
from rich.console import RenderableType
from rich.text import Text

from contracts import rating, reporting
from contracts.envelope import Accepted, Event
from contracts.ids import PlayerId, TournamentId
from contracts.messages import CommandData
from contracts.points import points_text
from contracts.rating import Recalculation
from contracts.reporting import Moved
from contracts.results import EVERYTHING, CorrectResult, ReportResult, Scope
from services.cli import say
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.named import Black, White
from services.cli.words import changing, crosstable_of, player_of, quarters_text, result_of, signed
from services.runtime.client import Client

DASHES = {"ignore_unknown_options": True}
"""So that --+ and --- can be results."""

Round = Annotated[int, typer.Argument(min=1, max=99, metavar="ROUND")]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What a correction or another decision would change: the events it causes, lines of the table, rating numbers."""

    events: tuple[Event, ...]
    standings: list[Moved]
    ratings: list[Recalculation]


def result(  # noqa: PLR0913  the five things that make a result
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    text: Annotated[str, typer.Argument(metavar="RESULT", help="1-0, 0-1, ½-½, +--, --+, ---, 1-0F, …")],
    finished: Annotated[
        dt.datetime | None,
        typer.Option(
            metavar="DAY",
            formats=["%Y-%m-%d"],
            help="When an adjourned or postponed game was finished: SSF counts it then (default: with its round).",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Report the result of a board; the same again changes nothing, another one is refused."""
    value = result_of(text)

    async def send() -> tuple[Accepted, str]:
        async with client_of(context) as client:
            start_list = (await crosstable_of(client, tournament)).rows
            command = ReportResult(
                tournament=TournamentId(tournament),
                round=number,
                white=player_of(white, start_list, tournament),
                black=player_of(black, start_list, tournament),
                result=value,
                finished=finished and finished.date(),
            )
            names = {one.player: one.name for one in start_list}
            return await client.do(command), f"{names[command.white]} - {names[command.black]}"

    accepted, board = run(send())
    if json:
        say.document(accepted)
    elif accepted.events:
        say.text(f"Round {number}, {board}: {value}.")
    else:
        say.text(f"Round {number}, {board} was {value} already.")


def correct(  # noqa: PLR0913  what makes a correction
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    expected: Annotated[str, typer.Argument(metavar="EXPECTED", help="The result that stands there now.")],
    text: Annotated[str, typer.Argument(metavar="RESULT", help="The result that is right.")],
    reason: Annotated[str, typer.Option(help="Why, for the record.")],
    scope: Annotated[list[Scope] | None, typer.Option(help="What it counts for (default: everything).")] = None,
    what_if: Annotated[bool, typer.Option("--what-if", help="Show what it would change; write nothing.")] = False,
    json: Json = False,
) -> None:
    """Correct a reported result, or see first what that would change."""
    was, now = result_of(expected), result_of(text)

    async def send() -> tuple[Accepted | Difference, dict[PlayerId, str]]:
        async with client_of(context) as client:
            start_list = (await crosstable_of(client, tournament)).rows
            command = CorrectResult(
                tournament=TournamentId(tournament),
                round=number,
                white=player_of(white, start_list, tournament),
                black=player_of(black, start_list, tournament),
                expected=was,
                result=now,
                scope=tuple(dict.fromkeys(scope)) if scope else EVERYTHING,
                reason=reason,
            )
            outcome = await difference(client, command) if what_if else await client.do(command)
            return outcome, {one.player: one.name for one in start_list}

    outcome, names = run(send())
    if json:
        say.document(outcome)
    elif isinstance(outcome, Difference):
        tell(outcome, names, say.screen().print)
    elif outcome.events:
        say.text(f"Corrected: {was} is now {now}. The ratings it reaches follow.")
    else:
        say.text(f"It was {now} already.")


async def difference(client: Client, command: CommandData) -> Difference:
    """Ask what a correction or another decision would change, without writing anything."""
    proposed = await client.what_if(command)
    if not proposed.events:
        return Difference(events=(), standings=[], ratings=[])
    return Difference(
        events=proposed.events,
        standings=await client.ask(reporting.WhatIf(events=proposed.events), list[Moved]),
        ratings=await client.ask(rating.WhatIf(events=proposed.events), list[Recalculation]),
    )


def tell(outcome: Difference, names: Mapping[PlayerId, str], show: Callable[[RenderableType], None]) -> None:
    """Show what a correction would change; who is in no `names` is named by his id."""
    if not outcome.events:
        show("It would change nothing.")
        return
    for event in outcome.events:
        show(Text(f"It would write {event.type} of {event.subject}."))
    moved = say.table(
        f"Standings: {changing(len(outcome.standings), 'line')}",
        ("No", "Name", "Rank", "", "Points", "", "Buchholz", "", "SB", ""),
        (_moved(one) for one in outcome.standings),
    )
    ratings = say.table(
        f"Ratings: {changing(len(outcome.ratings), 'number')}",
        ("Player", "Tournament", "Was", "Now", "Change"),
        (_recalculated(one, names) for one in outcome.ratings),
        numbers=("Was", "Now", "Change"),
    )
    show(moved if outcome.standings else "The standings stay as they are.")
    show(ratings if outcome.ratings else "No rating changes.")
    show("Nothing was written.")


def _recalculated(one: Recalculation, names: Mapping[PlayerId, str]) -> Sequence[object]:
    both = one.was is not None and one.now is not None
    return (
        names.get(one.player, one.player),
        one.tournament or f"{'change' if one.change else 'list'} of {one.day}",
        one.was,
        one.now,
        signed((one.now or 0) - (one.was or 0)) if both else "",
    )


def _moved(one: Moved) -> Sequence[object]:
    was, now = one.was, one.now
    who = now or was
    if who is None:
        return ()
    if was is None or now is None:
        return who.start_number, who.name, was and was.rank, now and now.rank
    pairs = (
        (was.rank, now.rank, str),
        (was.points, now.points, points_text),
        (was.buchholz, now.buchholz, points_text),
        (was.sonneborn_berger, now.sonneborn_berger, quarters_text),
    )
    return (
        who.start_number,
        who.name,
        *(
            cell
            for before, after, write in pairs
            for cell in (write(before), f"→ {write(after)}" if before != after else "")
        ),
    )
