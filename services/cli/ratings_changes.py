"""`omkamp ratings adjust`, `withdraw`, `restore`, `merge`, `split`: changes by decision, seen first."""

from collections.abc import Callable
from typing import Annotated

import msgspec
import typer

from contracts.envelope import Accepted, Event, Proposed
from contracts.ids import PlayerId, TournamentId
from contracts.messages import CommandData
from contracts.rating import AdjustRatings, Recalculation, RestoreToRating, WhatIf, WithdrawFromRating
from contracts.registration import MergePlayers, SplitPlayers
from contracts.subjects import checked
from services.cli import say
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.words import changing, signed

WhatIfOption = Annotated[bool, typer.Option("--what-if", help="Show what it would change; write nothing.")]
PlayerArgument = Annotated[str, typer.Argument(metavar="PLAYER", help="His id.")]
Reason = Annotated[str, typer.Option(help="Why, for the record.")]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What a change would do: the events it causes, and every number before and after."""

    events: tuple[Event, ...]
    ratings: list[Recalculation]


def adjust(
    context: typer.Context,
    adjustment: Annotated[str, typer.Argument(metavar="ADJUSTMENT", help="Its id, as in dsu-adjustment-2024.")],
    *,
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Make a dated one-off change of a whole register, or see first what it would change."""
    change(context, AdjustRatings(adjustment=adjustment), what_if=what_if, json=json)


def withdraw(
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    reason: Reason,
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Take a tournament's results out of the ratings, or see first what that would change; `restore` undoes it."""
    command = WithdrawFromRating(tournament=TournamentId(checked(tournament)), reason=reason)
    change(context, command, what_if=what_if, json=json)


def restore(
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    reason: Reason,
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Let a tournament count again that was withdrawn from the ratings, or see first what that would change."""
    command = RestoreToRating(tournament=TournamentId(checked(tournament)), reason=reason)
    change(context, command, what_if=what_if, json=json)


def merge(  # noqa: PLR0913  what makes a merge
    context: typer.Context,
    *,
    player: PlayerArgument,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The id of who is kept.")],
    reason: Reason,
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Say that a registered player is another one, or see first which ratings that would change; `split` undoes it."""
    command = MergePlayers(player=PlayerId(checked(player)), into=PlayerId(checked(into)), reason=reason)
    change(context, command, what_if=what_if, json=json)


def split(
    context: typer.Context, *, player: PlayerArgument, reason: Reason, what_if: WhatIfOption = False, json: Json = False
) -> None:
    """Undo a merge of players, or see first which ratings that would change."""
    change(context, SplitPlayers(player=PlayerId(checked(player)), reason=reason), what_if=what_if, json=json)


def change(
    context: typer.Context,
    command: CommandData,
    *,
    what_if: bool,
    json: bool,
    heading: Callable[[Proposed], str] | None = None,
) -> None:
    """Send a command, or tell what it would do to ratings; `heading` puts into words what else would be written."""

    async def send() -> Accepted | tuple[Proposed, list[Recalculation]]:
        async with client_of(context) as client:
            if not what_if:
                return await client.do(command)
            proposed = await client.what_if(command)
            asked = WhatIf(events=proposed.events)
            return proposed, await client.ask(asked, list[Recalculation]) if proposed.events else []

    outcome = run(send())
    if isinstance(outcome, Accepted):
        if json:
            say.document(outcome)
        else:
            say.text("Done. The ratings it reaches follow." if outcome.events else "It was so already.")
        return
    proposed, ratings = outcome
    if json:
        say.document(Difference(events=proposed.events, ratings=ratings))
        return
    if heading is not None and proposed.events:
        say.text(heading(proposed))
    _tell(ratings)


def _tell(ratings: list[Recalculation]) -> None:
    lines = (
        (
            one.player,
            one.tournament or one.day,
            one.was,
            one.now,
            signed(one.now - one.was) if one.was and one.now else "",
        )
        for one in ratings
    )
    title = f"Ratings: {changing(len(ratings), 'number')}"
    columns = ("Player", "After", "Was", "Now", "Change")
    say.screen().print(say.table(title, columns, lines, numbers=("Was", "Now", "Change")))
    say.text("Nothing was written.")
