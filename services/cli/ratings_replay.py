"""`omkamp ratings replay` and `diff`: seasons rated anew from the log, and what differs."""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from contracts.codec import FactDecoder
from contracts.ids import PlayerId
from contracts.operations import Parked
from contracts.rating import RatingsRecalculated, RecalculateRatings, Recalculation, Revised, TournamentRated
from contracts.units import RATINGS
from services.cli import say
from services.cli.line import Json, client_of, log_of, run, settings_of
from services.cli.rerating import (
    Effective,
    Federation,
    Known,
    Progress,
    Replay,
    Replayed,
    day_of,
    moment_of,
    showing,
    store_of,
)
from services.cli.words import signed
from services.rating import publishing, recording, state
from services.rating import view as room
from services.rating.pages import command_of
from services.rating.registers import named
from services.rating.supposing import Supposed, carried
from services.rating.view import View
from services.rules.anchor import federation_of
from services.rules.loader import load
from services.runtime.log import EventLog


class Rerated(msgspec.Struct, frozen=True, kw_only=True):
    """
    What a replay came to: `recorded` are the numbers that the book has otherwise, `unrated` tournaments it has not.

    Under other rules (`rules`) `differ` are the numbers that would be others; nothing of it is ever written.
    """

    events: int
    seconds: float
    events_a_second: int
    tournaments: int
    parked: list[Parked]
    rules: str = ""
    recorded: list[Recalculation] = []
    unrated: list[str] = []
    differ: list[Revised] = []
    accepted: bool = False


def replay(  # noqa: PLR0913  a command's options
    context: typer.Context,
    since: Annotated[str, typer.Option("--from", metavar="DATE", help="Only what counts from this day on.")] = "",
    rules: Annotated[str, typer.Option("--rules", metavar="SET", help="What if it were rated under these?")] = "",
    federation: Federation = "",
    *,
    accept: Annotated[bool, typer.Option("--accept", help="Record in the book what replay says.")] = False,
    json: Json = False,
) -> None:
    """Rate everything anew from the log, and say what the book has otherwise; under other rules, what would differ."""
    day = day_of(since)

    async def work() -> Rerated:
        settings = settings_of(context)
        async with log_of(settings) as log:
            with showing("rating", quiet=json) as progress:
                done = await Replay(log).run(progress, store_of(settings))
            if rules:
                with showing(f"rating under {rules}", quiet=json) as progress:
                    return await _under(log, done, Supposed(federation=federation, rules=rules, since=day), progress)
            found = await _compared(log, done, day or dt.date.min)
        if not accept or not (found.recorded or found.unrated):
            return found
        async with client_of(context) as client:
            await client.do(RecalculateRatings(cause="replay", since=day or dt.date.min))
        return msgspec.structs.replace(found, accepted=True)

    found = run(work())
    if json:
        say.document(found)
    else:
        _tell(found)


def diff(  # noqa: PLR0913  a command's options
    context: typer.Context,
    effective: Effective = "",
    known: Known = "",
    against: Annotated[str, typer.Option(metavar="LIST", help="Compare a published list with its day today.")] = "",
    federation: Federation = "",
    *,
    json: Json = False,
) -> None:
    """Say which ratings are others than they were known to be, or than a published list has them."""
    day, moment = day_of(effective), moment_of(known)

    async def work() -> list[Revised]:
        settings = settings_of(context)
        async with log_of(settings) as log:
            with showing("rating", quiet=json) as progress:
                now = await Replay(log).run(progress, store_of(settings))
                if against:
                    return against_list(now.view, against)
                then = await Replay(log, moment).run(progress, store_of(settings))
        return revised(numbers(then.view, federation, day), numbers(now.view, federation, day))

    found = run(work())
    if json:
        say.document(found)
    elif found:
        say.screen().print(table(f"Ratings that differ: {len(found)}", found))
    else:
        say.text("No rating differs.")


def against_list(view: View, name: str) -> list[Revised]:
    """Compare a published list with what the list of its day would be now; refuses one that is not there."""
    printed = [room.published_list(view, name, 1), *view.lists[name][1:]]
    return list(publishing.differing(printed, publishing.parts_of(command_of(printed), view)))


def numbers(view: View, federation: str, day: dt.date | None) -> dict[PlayerId, int]:
    """Give everybody's rating in a register; nobody's in one that is not there."""
    if federation and federation not in view.registers.ledgers:
        return {}
    return {one.player: one.rating for one in room.ratings(view, federation, day)}


def revised(was: dict[PlayerId, int], now: dict[PlayerId, int]) -> list[Revised]:
    """Give every number that is another, by player."""
    return [
        Revised(player=player, was=was.get(player), now=now.get(player))
        for player in sorted({*was, *now})
        if was.get(player) != now.get(player)
    ]


def table(title: str, differ: Iterable[Revised]) -> Table:
    """Lay out numbers that are others."""
    lines = ((one.player, one.was, one.now, signed(one.now - one.was) if one.was and one.now else "") for one in differ)
    return say.table(title, ("Player", "Was", "Now", "Change"), lines, numbers=("Was", "Now", "Change"))


async def _under(log: EventLog, done: Replayed, supposed: Supposed, progress: Progress | None) -> Rerated:
    other = federation_of(supposed.rules) or load(supposed.rules).federation
    federation, register = named(done.view.registers, supposed.federation)
    supposed = msgspec.structs.replace(supposed, federation=federation)
    again = Replay(log, supposed=supposed)
    carried(supposed, register, again.view)
    found = await again.run(progress)
    return Rerated(
        events=found.events,
        seconds=found.seconds,
        events_a_second=found.events_a_second,
        tournaments=_tournaments(found.view),
        parked=found.parked,
        rules=supposed.rules,
        differ=revised(numbers(done.view, federation, None), numbers(found.view, other, None)),
    )


async def _compared(log: EventLog, done: Replayed, since: dt.date) -> Rerated:
    """Ask the core what it would record now, on the book as it stands."""
    book, decoder = state.initial(), FactDecoder()
    for record in await log.unit(RATINGS):
        if record.sequence > done.position:
            break
        fact = decoder.decode(record.sequence, record.body, record.subject)
        if fact is not None:
            book = state.evolve(book, fact.data)
    events = recording.recalculate(RecalculateRatings(cause="replay", since=since), book, done.view)
    return Rerated(
        events=done.events,
        seconds=done.seconds,
        events_a_second=done.events_a_second,
        tournaments=_tournaments(done.view),
        parked=done.parked,
        recorded=[one for event in events if isinstance(event, RatingsRecalculated) for one in event.changes],
        unrated=[event.tournament for event in events if isinstance(event, TournamentRated)],
    )


def _tournaments(view: View) -> int:
    return sum(
        account.problem is None for ledger in view.registers.ledgers.values() for account in ledger.accounts.values()
    )


def _tell(found: Rerated) -> None:
    say.text(
        f"{found.events} events, {found.tournaments} tournaments rated in {found.seconds:.2f} s:"
        f" {found.events_a_second} events/s"
    )
    for one in found.parked:
        say.text(f"event {one.sequence} is parked: {one.reason}")
    if found.rules:
        say.screen().print(table(f"Ratings otherwise under {found.rules}: {len(found.differ)}", found.differ))
        say.text("Nothing was written.")
        return
    if not found.recorded and not found.unrated:
        say.text("The book says what replay says.")
        return
    for tournament in found.unrated:
        say.text(f"{tournament} is not in the book")
    lines = ((one.player, one.tournament or one.day, one.was, one.now) for one in found.recorded)
    say.screen().print(say.table("The book has otherwise", ("Player", "After", "Book", "Replay"), lines))
    say.text("Recorded." if found.accepted else "Nothing was written; --accept records it.")
