"""`omkamp ratings adjust` and `withdraw`: changes by decision, seen first."""

from typing import Annotated

import msgspec
import typer

from contracts.envelope import Accepted
from contracts.ids import TournamentId
from contracts.rating import AdjustRatings, Recalculation, WhatIf, WithdrawFromRating
from contracts.subjects import checked
from services.cli import say
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.words import changing, signed

WhatIfOption = Annotated[bool, typer.Option("--what-if", help="Show what it would change; write nothing.")]
Command = AdjustRatings | WithdrawFromRating


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What a change would do: every number, before and after."""

    ratings: list[Recalculation]


def adjust(
    context: typer.Context,
    adjustment: Annotated[str, typer.Argument(metavar="ADJUSTMENT", help="Its id, as in dsu-adjustment-2024.")],
    *,
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Make a dated one-off change of a whole register, or see first what it would change."""
    _change(context, AdjustRatings(adjustment=adjustment), what_if=what_if, json=json)


def withdraw(
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    reason: Annotated[str, typer.Option(help="Why, for the record.")],
    what_if: WhatIfOption = False,
    json: Json = False,
) -> None:
    """Take a tournament's results out of the ratings for good, or see first what that would change."""
    command = WithdrawFromRating(tournament=TournamentId(checked(tournament)), reason=reason)
    _change(context, command, what_if=what_if, json=json)


def _change(context: typer.Context, command: Command, *, what_if: bool, json: bool) -> None:
    async def send() -> Accepted | Difference:
        async with client_of(context) as client:
            if not what_if:
                return await client.do(command)
            proposed = await client.what_if(command)
            if not proposed.events:
                return Difference(ratings=[])
            return Difference(ratings=await client.ask(WhatIf(events=proposed.events), list[Recalculation]))

    outcome = run(send())
    if json:
        say.document(outcome)
    elif isinstance(outcome, Accepted):
        say.text("Done. The ratings it reaches follow." if outcome.events else "It was so already.")
    else:
        lines = (
            (one.player, one.tournament or one.day, one.was, one.now, signed((one.now or 0) - (one.was or 0)))
            for one in outcome.ratings
        )
        title = f"Ratings: {changing(len(outcome.ratings), 'number')}"
        columns = ("Player", "After", "Was", "Now", "Change")
        say.screen().print(say.table(title, columns, lines, numbers=("Was", "Now", "Change")))
        say.text("Nothing was written.")
