"""`omkamp ratings list` and `verify`: lists published, shown, and computed again from the log as known then."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
import typer

from contracts.codec import FactDecoder
from contracts.envelope import Accepted
from contracts.ids import PlayerId
from contracts.rating import ListHeader, ListPublished, PublishedList, PublishedLists, PublishList, Revised
from contracts.refusals import RefusalCode, Refused
from contracts.registration import Players
from contracts.units import LISTS
from services.cli import say
from services.cli.line import Json, client_of, log_of, run, settings_of
from services.cli.ratings_replay import table
from services.cli.register import registered
from services.cli.rerating import Moment, Replay, Replayed, day_of, showing, store_of
from services.rating import publishing
from services.rating.pages import command_of, whole_of
from services.rating.view import View
from services.rules import loader
from services.runtime.client import Client
from services.runtime.log import EventLog, replay

app = typer.Typer(help="Published rating lists.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(metavar="LIST", help="The list's id.")]

Names = Mapping[PlayerId, str]

_WINDOW: Final = 500
"""Events before a list among which the one it was decided after is looked for."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """
    A list against its recomputation: from the log up to the event `known`, where it is equal.

    `differ` is where it is not. `rules` says if the rules have another text now than when it was computed.
    """

    name: str
    equal: bool
    players: int
    known: int
    seconds: float
    rules: str = ""
    differ: list[Revised] = []


@app.command("publish")
def publish(  # noqa: PLR0913  a command's options
    context: typer.Context,
    *,
    name: Name,
    day: Annotated[str, typer.Option("--day", metavar="DATE", help="The day of the list.")],
    federation: Annotated[str, typer.Option("--federation", help="Whose list: dsu, fide, ssf.")],
    juniors: Annotated[int, typer.Option(min=0, help="How many of the highest juniors stand in an extract.")] = 0,
    women: Annotated[int, typer.Option(min=0, help="How many of the highest women.")] = 0,
    woman: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Who is a woman; again for each.")] = None,
    candidate: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="Who has a candidate result; again for each.")
    ] = None,
    what_if: Annotated[bool, typer.Option("--what-if", help="Show it; publish nothing.")] = False,
    json: Json = False,
) -> None:
    """Publish the list of a day for good, and say what has changed since the one before."""
    when = day_of(day)
    if when is None:
        raise Refused(RefusalCode.INVALID_DATES, "a list has a day: --day YYYY-MM-DD")
    command = PublishList(
        list=name,
        federation=federation,
        day=when,
        juniors=juniors,
        women=women,
        women_among=tuple(PlayerId(one) for one in woman or ()),
        candidates=tuple(PlayerId(one) for one in candidate or ()),
    )

    async def work() -> tuple[Accepted | None, list[ListPublished], Names]:
        async with client_of(context) as client:
            accepted = None if what_if else await client.do(command)
            parts = await _seen_first(context, command, quiet=json) if what_if else await _parts(client, name)
            return accepted, parts, {} if json else await _names(client, parts)

    accepted, parts, names = run(work())
    if json:
        say.document(accepted or parts)
    else:
        _tell(parts, names)
        again = " so already" if accepted and not accepted.events else ""
        say.text("Nothing was published." if what_if else f"The list {name} is published{again}.")


@app.command("show")
def show(
    context: typer.Context, name: Annotated[str, typer.Argument(metavar="[LIST]")] = "", *, json: Json = False
) -> None:
    """Show a published list as it was printed, or which there are."""

    async def work() -> tuple[list[ListPublished], list[ListHeader], Names]:
        async with client_of(context) as client:
            if not name:
                return [], await client.ask(PublishedLists(), list[ListHeader]), {}
            parts = await _parts(client, name)
            return parts, [], {} if json else await _names(client, parts)

    parts, lists, names = run(work())
    if json:
        say.document(parts if name else lists)
    elif name:
        _tell(parts, names)
    else:
        lines = ((one.list, one.federation, one.day, one.rules, one.players) for one in lists)
        say.screen().print(say.table("Published lists", ("List", "Federation", "Day", "Rules", "Players"), lines))


def verify(context: typer.Context, name: Name, *, json: Json = False) -> None:
    """Compute a published list again from the log as known then, and say that it is equal, or where not."""

    async def work() -> Verdict:
        settings = settings_of(context)
        async with log_of(settings) as log:
            printed, first = await _printed(log, name)
            with showing("verifying", quiet=json) as progress:
                done = await Replay(log, Moment(sequence=first - 1)).run(progress, store_of(settings))
                return await _verdict(log, printed, done)

    found = run(work())
    if json:
        say.document(found)
    elif found.equal:
        say.text(f"{name}: {found.players} players, equal to the log as known after event {found.known}.")
    else:
        say.screen().print(table(f"{name} differs from the log as known before it", found.differ))
    if found.rules and not json:
        say.text(found.rules)
    if not found.equal:
        raise typer.Exit(1)


async def _verdict(log: EventLog, printed: Sequence[ListPublished], done: Replayed) -> Verdict:
    """Compare a list with what the log says just before it or, if need be, a little earlier."""
    made = _computed(printed, done.view)
    known = done.position if _same(printed, made) else await _earlier(log, printed, done.position)
    rules = printed[0].rules
    return Verdict(
        name=printed[0].list,
        equal=known is not None,
        players=sum(len(part.lines) for part in printed),
        known=done.position if known is None else known,
        seconds=done.seconds,
        rules="" if loader.load(rules).digest == printed[0].digest else f"{rules} has another text now than then",
        differ=[] if known is not None else list(publishing.differing(printed, made)),
    )


async def _earlier(log: EventLog, printed: Sequence[ListPublished], upto: int) -> int | None:
    """
    Find the last event but few before a list after which the log gives it.

    A service decides with what it knows, and that may lack what was being written at the same moment.
    """
    then = Replay(log, Moment(sequence=max(upto - _WINDOW, 0)))
    await then.run()
    found = then.position if _same(printed, _computed(printed, then.view)) else None
    async for batch in replay(log, then.position, upto):
        for record in batch:
            if then.take(record) and _same(printed, _computed(printed, then.view)):
                found = record.sequence
    return found


async def _printed(log: EventLog, name: str) -> tuple[list[ListPublished], int]:
    """Read a list from the log, and the place of its first part; refuses one that is not there."""
    decoder = FactDecoder((ListPublished,))
    parts: list[tuple[int, ListPublished]] = []
    for record in await log.unit(LISTS):
        fact = decoder.decode(record.sequence, record.body, record.subject)
        if fact is not None and isinstance(fact.data, ListPublished) and fact.data.list == name:
            parts.append((record.sequence, fact.data))
    if not parts:
        raise Refused(RefusalCode.UNKNOWN_LIST, f"no list {name} is published")
    return [part for _, part in parts], parts[0][0]


def _computed(printed: Sequence[ListPublished], view: View) -> list[ListPublished]:
    try:
        return publishing.parts_of(command_of(printed), view)
    except Refused:
        return []  # there was no such register yet


def _same(printed: Sequence[ListPublished], made: Sequence[ListPublished]) -> bool:
    """Compare what a list says; not the text of the rules, which may have been mended since without another number."""
    return [_words(one) for one in printed] == [_words(one) for one in made]


def _words(part: ListPublished) -> ListPublished:
    return msgspec.structs.replace(part, digest="")


async def _seen_first(context: typer.Context, command: PublishList, *, quiet: bool) -> list[ListPublished]:
    """Ask what a list would say; one too long for an answer is computed here, from the log."""
    async with client_of(context) as client:
        try:
            proposed = await client.what_if(command)
        except Refused as refused:
            if refused.refusal.code is not RefusalCode.TOO_LARGE:
                raise
        else:
            return [msgspec.json.decode(one.data, type=ListPublished) for one in proposed.events]
    settings = settings_of(context)
    async with log_of(settings) as log:
        with showing("rating", quiet=quiet) as progress:
            done = await Replay(log).run(progress, store_of(settings))
    return publishing.parts_of(command, done.view)


async def _parts(client: Client, name: str) -> list[ListPublished]:
    first = await client.ask(PublishedList(list=name), ListPublished)
    rest = [await client.ask(PublishedList(list=name, part=part), ListPublished) for part in range(2, first.parts + 1)]
    return [first, *rest]


async def _names(client: Client, parts: Sequence[ListPublished]) -> Names:
    """Ask the register for the names of who stands on a list; the list itself has ids only."""
    players = tuple(line.player for part in parts for line in part.lines)
    return {one.player: one.name for one in await registered(client, Players(players=players))}


def _tell(parts: Sequence[ListPublished], names: Names) -> None:
    if not parts:
        say.text("It is published already.")
        return
    whole = whole_of(parts)
    lines = (
        (place, one.player, names.get(one.player, ""), one.rating, one.games, "inactive" if one.inactive else "")
        for place, one in enumerate(whole.lines, start=1)
    )
    title = f"{whole.list}: {whole.federation} on {whole.day} under {whole.rules}"
    say.screen().print(
        say.table(title, ("#", "Player", "Name", "Rating", "Games", ""), lines, numbers=("#", "Rating", "Games"))
    )
    for extract in whole.extracts:
        say.text(f"{extract.name}: {' '.join(extract.players) or 'nobody'}")
    if whole.revised:
        many = f"{len(whole.revised)} of its numbers otherwise"
        say.text(f"\nSince {whole.since}, which stands as it was printed, replay has {many}:")
        say.screen().print(table("Revised", whole.revised))
