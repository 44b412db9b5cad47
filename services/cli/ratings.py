"""`omkamp ratings`, and what is done with them."""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
import typer

from contracts.ids import PlayerId, TournamentId
from contracts.rating import IN_A_PART, Explain, Explanation, RatedPlayer, Ratings
from contracts.refusals import RefusalCode, Refused
from contracts.subjects import checked
from services.cli import ratings_changes, ratings_given, ratings_lists, ratings_replay, say
from services.cli.line import Json, client_of, log_of, run, settings_of
from services.cli.rerating import Effective, Federation, Known, Replay, day_of, moment_of, showing, store_of
from services.cli.rounds import today
from services.cli.words import counted, crosstable_of, player_of
from services.rating import view as room
from services.runtime.client import Client

_AGAIN: Final = 1000
"""Parts asked for before it is given up: a federation's, and some over again because something came in between."""

app = typer.Typer(help="Show the ratings, and why each is what it is.", invoke_without_command=True)


app.command("replay")(ratings_replay.replay)
app.command("diff")(ratings_replay.diff)
app.command("verify")(ratings_lists.verify)
app.add_typer(ratings_lists.app, name="list")
app.command("adjust")(ratings_changes.adjust)
app.command("withdraw")(ratings_changes.withdraw)
app.command("restore")(ratings_changes.restore)
app.command("give")(ratings_given.give)
app.command("abroad")(ratings_given.abroad)
app.command("coordinate")(ratings_given.coordinate)
app.command("merge")(ratings_changes.merge)
app.command("split")(ratings_changes.split)


@app.callback()
def ratings(  # noqa: PLR0913  whose ratings, and as of when
    context: typer.Context,
    effective: Effective = "",
    known: Known = "",
    federation: Federation = "",
    player: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Only his; again for each.")] = None,
    *,
    json: Json = False,
) -> None:
    """Show the ratings, highest first: as replay has them now, or as they were effective, or known, at some time."""
    if context.invoked_subcommand is not None:
        return
    day, moment, only = day_of(effective), moment_of(known), {checked(one) for one in player or ()}
    on = day or (today() if not known else moment.time.date() if moment.time else None)

    async def ask() -> list[RatedPlayer]:
        if not known:
            async with client_of(context) as client:
                return await _ratings(client, Ratings(federation=federation, effective=day, on=on))
        settings = settings_of(context)
        async with log_of(settings) as log:
            with showing("rating", quiet=json) as progress:
                then = await Replay(log, moment).run(progress, store_of(settings))
        return room.ratings(then.view, federation, day, on)

    ranked = list(enumerate(run(ask()), start=1))
    found = [(place, one) for place, one in ranked if not only or one.player in only]
    missing = only - {one.player for _, one in found}
    if missing:
        names = ", ".join(sorted(missing))
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"nobody has a rating there under the id {names}")
    if json:
        say.document([one for _, one in found])
        return
    if not found:
        say.text("Nobody has a rating. A first one is given: `omkamp ratings give`; an entry's is for the start list.")
        return
    lines = ((place, one.player, one.name, one.rating, one.games, one.standing) for place, one in found)
    columns = ("#", "Player", "Name", "Rating", "Games", "")
    say.screen().print(say.table("Ratings", columns, lines, numbers=("#", "Rating", "Games")))


@app.command("explain")
def explain(
    context: typer.Context,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="His id; with --event also his start number there.")],
    event: Annotated[str, typer.Option("--event", metavar="TOURNAMENT", help="Only what happened there.")] = "",
    federation: Federation = "",
    *,
    json: Json = False,
) -> None:
    """Explain a rating: every step of its calculation, its rule, and the events it rests on."""

    async def ask() -> tuple[list[Explanation], dict[str, str]]:
        async with client_of(context) as client:
            who = await _who(client, player, event) if event else PlayerId(checked(player))
            query = Explain(player=who, tournament=TournamentId(event) if event else None, federation=federation)
            found = await client.ask(query, list[Explanation])
            return found, {} if json else await _names(client, found)

    try:
        found, names = run(ask())
    except Refused as refused:
        if event or not player.isdecimal() or refused.refusal.code is not RefusalCode.UNKNOWN_PLAYER:
            raise
        raise Refused(
            refused.refusal.code, f"{refused.refusal.message}; a start number needs --event TOURNAMENT"
        ) from refused
    if json:
        say.document(found)
        return
    for one in found:
        _tell(one, names)


async def _who(client: Client, player: str, event: str) -> PlayerId:
    """Find a player of a tournament by id or start number; an event abroad has neither table nor numbers."""
    try:
        table = await crosstable_of(client, event)
    except Refused as refused:
        if refused.refusal.code is not RefusalCode.UNKNOWN_TOURNAMENT or player.isdecimal():
            raise
        return PlayerId(checked(player))
    return player_of(player, table.rows, event)


async def _ratings(client: Client, query: Ratings) -> list[RatedPlayer]:
    """Ask for the ratings, part by part, all as of one position of the view."""
    found: list[RatedPlayer] = []
    at = None
    for _ in range(_AGAIN):
        position, raw = await client.ask_raw(msgspec.structs.replace(query, part=1 + len(found) // IN_A_PART))
        if at not in {None, position}:
            found, at = [], None
            continue
        at, part = position, msgspec.json.decode(raw, type=list[RatedPlayer])
        found += part
        if len(part) < IN_A_PART:
            return found
    raise Refused(RefusalCode.CONCURRENT_CHANGE, "the ratings change faster than they can be asked for; try again")


async def _names(client: Client, found: list[Explanation]) -> dict[str, str]:
    """Ask who they are that an explanation speaks of."""
    events = dict.fromkeys(one.tournament for one in found if one.tournament)
    return {row.player: row.name for event in events for row in (await crosstable_of(client, event)).rows}


def _tell(one: Explanation, names: Mapping[str, str]) -> None:
    who = f"{names[one.player]} ({one.player})" if one.player in names else one.player
    where = one.tournament or one.steps[0].what
    what = f"{one.before or 'unrated'} → {one.after or 'unrated'}"
    rules = f" under {one.rules}" if one.rules else ""
    title = f"{who}, {where}, {one.effective}: {what}{rules}"
    steps = (
        (
            step.section,
            step.what,
            step.value,
            ", ".join(f"{name} {names.get(value, value)}" for name, value in step.inputs.items()),
            "; ".join(filter(None, (step.row, step.rounding))),
        )
        for step in one.steps
    )
    say.screen().print(say.table(title, ("Section", "Step", "Value", "From", "Table row, rounding"), steps))
    say.text("\n".join((f"It rests on {counted(len(one.events), 'event')}:", *(f"  {id_}" for id_ in one.events), "")))
