"""`omkamp draw-lots T`: chance is drawn here, once, and recorded; nobody draws again."""

from random import Random, SystemRandom
from typing import Annotated

import typer

from contracts.arrangements import Lot
from contracts.envelope import Accepted
from contracts.ids import PlayerId, TournamentId
from contracts.pairing import DrawLots
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import CrosstableRow
from contracts.subjects import checked
from services.cli import say
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.words import crosstable_of, player_of


def draw_lots(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    tournament: TournamentArgument,
    *,
    numbers: Annotated[bool, typer.Option("--numbers", help="Draw the start numbers.")] = False,
    colour: Annotated[bool, typer.Option("--colour", help="Draw the colour of the first pairing number.")] = False,
    order: Annotated[int, typer.Option(min=0, max=99, metavar="ROUND", help="Draw this round of a knock-out.")] = 0,
    among: Annotated[str, typer.Option(metavar="NO,NO,…", help="With --order: the start numbers still in.")] = "",
    apart: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NO,NO,…", help="All-play-all: those of one club do not meet in the last three rounds (Varma)."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Draw lots, here and now, and record them: the start numbers and the first colour, unless one of them is named."""
    chance = SystemRandom()
    both = not (numbers or colour or order or apart)
    name = TournamentId(checked(tournament))

    async def draw() -> tuple[DrawLots, Accepted]:
        async with client_of(context) as client:
            rows = (await crosstable_of(client, tournament)).rows
            clubs = [_named(one, rows, tournament) for one in apart or ()]
            lots = drawn([one.player for one in rows], clubs, chance)
            command = DrawLots(
                tournament=name,
                numbers=lots if numbers or both or apart else (),
                initial_colour=chance.choice(("w", "b")) if colour or both else None,
                order=_shuffled(among, rows, tournament, chance) if order else (),
                round=order or 1,
            )
            return command, await client.do(command)

    command, accepted = run(draw())
    if json:
        say.document(command)
        return
    for lot in command.numbers:
        say.text(f"{lot.number:>4}  {lot.player}")
    if command.initial_colour:
        say.text(f"The first pairing number has {'White' if command.initial_colour == 'w' else 'Black'} in round 1.")
    for place, player in enumerate(command.order, start=1):
        say.text(f"{place:>4}  {player}")
    say.note(f"recorded as event {accepted.sequence}")


def drawn(entered: list[PlayerId], clubs: list[list[PlayerId]], chance: Random) -> tuple[Lot, ...]:
    """
    Draw a start number for everybody, those of one club from one of Varma's groups (FIDE C.05 annex 2).

    The largest club draws first, one of the groups that has numbers enough; what is left is drawn by all the others.
    Refused: a player in two clubs, a field the annex knows no groups for, a club larger than every group left.
    """
    numbers: dict[PlayerId, int] = {}
    named = [player for club in clubs for player in club]
    twice = next((player for player in named if named.count(player) > 1), None)
    if twice is not None:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{twice} is in two of the clubs", player=twice)
    groups = [list(group) for group in _groups(len(entered))] if clubs else []
    for club in sorted(clubs, key=len, reverse=True):
        fitting = [group for group in groups if len(group) >= len(club)]
        if not fitting:
            raise Refused(
                RefusalCode.INVALID_PAYLOAD,
                f"no group of numbers is left for {len(club)} players of one club ({', '.join(club)})",
                rule="FIDE C.05 annex 2",
                players=club,
            )
        group = chance.choice(fitting)
        groups.remove(group)
        numbers |= dict(zip(club, chance.sample(group, len(club)), strict=True))
    others = [player for player in entered if player not in numbers]
    left = sorted(set(range(1, len(entered) + 1)) - set(numbers.values()))
    numbers |= dict(zip(others, chance.sample(left, len(left)), strict=True))
    return tuple(
        Lot(player=player, number=number) for player, number in sorted(numbers.items(), key=lambda one: one[1])
    )


def _groups(players: int) -> tuple[tuple[int, ...], ...]:
    from services.pairing.systems.berger import restricted_draw  # noqa: PLC0415  other commands need not wait for it
    from services.pairing.systems.interface import Unpairable  # noqa: PLC0415  as above

    try:
        return restricted_draw(players)
    except Unpairable as unpairable:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{unpairable}; {unpairable.advice}", rule=unpairable.rule) from None


def _named(among: str, rows: tuple[CrosstableRow, ...], tournament: str) -> list[PlayerId]:
    return [player_of(one.strip(), rows, tournament) for one in among.split(",") if one.strip()]


def _shuffled(
    among: str, rows: tuple[CrosstableRow, ...], tournament: str, chance: SystemRandom
) -> tuple[PlayerId, ...]:
    players = _named(among, rows, tournament)
    if not players:
        raise typer.BadParameter("name those who are still in with --among 1,4,…")
    chance.shuffle(players)
    return tuple(players)
