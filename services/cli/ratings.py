"""`omkamp ratings` and `ratings explain`."""

from typing import Annotated

import typer

from contracts.ids import PlayerId, TournamentId
from contracts.rating import Explain, Explanation, RatedPlayer, Ratings
from contracts.subjects import checked
from services.cli import say
from services.cli.line import Json, client_of, run
from services.cli.words import crosstable_of, player_of

app = typer.Typer(help="Show the ratings, and why each is what it is.", invoke_without_command=True)


@app.callback()
def ratings(context: typer.Context, *, json: Json = False) -> None:
    """Show the ratings as replay has them now, highest first."""
    if context.invoked_subcommand is not None:
        return

    async def ask() -> list[RatedPlayer]:
        async with client_of(context) as client:
            return await client.ask(Ratings(), list[RatedPlayer])

    found = run(ask())
    if json:
        say.document(found)
        return
    lines = ((place, one.player, one.name, one.rating, one.games) for place, one in enumerate(found, start=1))
    say.screen().print(
        say.table("Ratings", ("#", "Player", "Name", "Rating", "Games"), lines, numbers=("#", "Rating", "Games"))
    )


@app.command("explain")
def explain(
    context: typer.Context,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="His id; with --event also his start number there.")],
    event: Annotated[str, typer.Option("--event", metavar="TOURNAMENT", help="Only what happened there.")] = "",
    *,
    json: Json = False,
) -> None:
    """Explain a rating: every step of its calculation, its rule, and the events it rests on."""

    async def ask() -> list[Explanation]:
        async with client_of(context) as client:
            who = PlayerId(checked(player))
            if event:
                who = player_of(player, (await crosstable_of(client, event)).rows, event)
            query = Explain(player=who, tournament=TournamentId(event) if event else None)
            return await client.ask(query, list[Explanation])

    found = run(ask())
    if json:
        say.document(found)
        return
    for one in found:
        _tell(one)


def _tell(one: Explanation) -> None:
    where = one.tournament or "start rating"
    what = f"{one.before or 'unrated'} → {one.after or 'unrated'}"
    rules = f" under {one.rules}" if one.rules else ""
    title = f"{one.player}, {where}, {one.effective}: {what}{rules}"
    steps = (
        (step.section, step.what, step.value, _inputs(step.inputs), "; ".join(filter(None, (step.row, step.rounding))))
        for step in one.steps
    )
    say.screen().print(say.table(title, ("Section", "Step", "Value", "From", "Table row, rounding"), steps))
    say.text(f"rests on {len(one.events)} events: {' '.join(one.events)}\n")


def _inputs(inputs: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in inputs.items())
