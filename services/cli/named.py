"""Commands about players: a person names them by id or by start number."""

from collections.abc import Callable
from typing import Annotated

import typer

from contracts.envelope import Accepted
from contracts.ids import PlayerId
from contracts.messages import CommandData
from services.cli.line import client_of, run
from services.cli.rounds import LONG, start_list, warned
from services.cli.words import player_of

Player = Annotated[str, typer.Argument(metavar="PLAYER", help="A player's id or start number.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="The other's id or start number.")]
White = Annotated[str, typer.Argument(metavar="WHITE", help="White's id or start number.")]
Black = Annotated[str, typer.Argument(metavar="BLACK", help="Black's id or start number.")]


def sent(context: typer.Context, tournament: str, named: tuple[str, ...], made: Callable[..., CommandData]) -> Accepted:
    """Send the command that is made of the players named, and say on the side what its events warn of."""

    async def sending() -> Accepted:
        async with client_of(context, patience=LONG) as client:
            rows = await start_list(client, tournament) if named else ()
            players: list[PlayerId] = [player_of(one, rows, tournament) for one in named]
            return await warned(client, made(*players))

    return run(sending())
