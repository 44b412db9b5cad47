"""`omkamp tournaments`, `register`, `announce`, `enter`, `withdraw`, `cancel-entry`: who plays, and in what."""

import datetime as dt
import re
from typing import Annotated, Final

import typer

from contracts.ids import PlayerId, TournamentId
from contracts.points import DRAW, LOSS, WIN
from contracts.registration import (
    AnnounceTournament,
    CancelEntry,
    EnterPlayer,
    PairingSystem,
    RatingOption,
    RegisterPlayer,
    Title,
    TournamentOverview,
    Tournaments,
    WithdrawPlayer,
)
from contracts.subjects import checked
from services.cli import say
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.named import Player, sent
from services.cli.rounds import send, told
from services.rules.anchor import out_of_force

NewId = Annotated[str, typer.Argument(metavar="PLAYER", help="His id: letters, digits, _ and -.")]
Name = Annotated[str, typer.Argument(metavar="NAME")]
Day = Annotated[dt.datetime, typer.Option(metavar="DAY", formats=["%Y-%m-%d"], help="As 2026-04-10.")]
_FEDERATION: Final = re.compile(r"[A-Z]{3}")
_WORTH: Final = {"1": WIN, "½": DRAW, "1/2": DRAW, "0.5": DRAW, "0": LOSS}


def tournaments(context: typer.Context, *, json: Json = False) -> None:
    """List the tournaments: their ids, their days, and how far they are."""

    async def ask() -> list[TournamentOverview]:
        async with client_of(context) as client:
            return await client.ask(Tournaments(), list[TournamentOverview])

    found = run(ask())
    if json:
        say.document(found)
        return
    if not found:
        say.text("No tournament is announced; `omkamp announce` or `omkamp import trf` does it.")
        return
    lines = (
        (
            one.tournament,
            one.name,
            one.city,
            one.starts,
            one.ends,
            one.entered,
            f"{one.published}/{one.rounds}",
            "completed" if one.completed else "",
        )
        for one in found
    )
    columns = ("Id", "Name", "City", "From", "To", "Players", "Rounds", "")
    say.screen().print(say.table("Tournaments", columns, lines, numbers=("Players", "Rounds")))


def register(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    player: NewId,
    name: Name,
    federation: Annotated[str, typer.Option(help="The federation he represents, by FIDE's three letters.")],
    title: Annotated[Title, typer.Option(help="His FIDE title.")] = Title.NONE,
    born: Annotated[
        int | None, typer.Option(min=1850, max=2100, metavar="YEAR", help="Where rules ask for it.")
    ] = None,
    fide_id: Annotated[int | None, typer.Option(min=1, help="His FIDE id: report files find him by it.")] = None,
    json: Json = False,
) -> None:
    """Register a player with the federation."""
    if not _FEDERATION.fullmatch(federation):
        raise typer.BadParameter(f"{federation!r} is not three capital letters, such as DEN", param_hint="--federation")
    command = RegisterPlayer(
        player=PlayerId(checked(player)), name=name, federation=federation, title=title, born=born, fide_id=fide_id
    )
    told(send(context, command), f"{name} is registered as {player}.", f"{name} is registered so already.", json=json)


def announce(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    name: Name,
    rounds: Annotated[int, typer.Option(min=1, max=99)],
    starts: Day,
    ends: Day,
    system: Annotated[PairingSystem, typer.Option(help="By which it is paired.")] = PairingSystem.GIVEN,
    round_date: Annotated[
        list[dt.datetime] | None, typer.Option(metavar="DAY", formats=["%Y-%m-%d"], help="Once a round, or not at all.")
    ] = None,
    city: Annotated[str, typer.Option()] = "",
    time_control: Annotated[str, typer.Option()] = "",
    rating_rules: Annotated[
        str, typer.Option(metavar="RULES", help="A rule set, or a federation whose rules are in force.")
    ] = "",
    rating_option: Annotated[
        list[RatingOption] | None, typer.Option(help="What the district has adopted (SSF); again for each.")
    ] = None,
    bye: Annotated[str, typer.Option(metavar="1|½|0", help="What a pairing-allocated bye is worth.")] = "1",
    json: Json = False,
) -> None:
    """Announce a tournament: its rounds, its days, its pairing system and its rating rules."""
    if bye not in _WORTH:
        raise typer.BadParameter(f"{bye!r} is none of 1, ½ and 0", param_hint="--bye")
    command = AnnounceTournament(
        tournament=TournamentId(checked(tournament)),
        name=name,
        city=city,
        system=system,
        rounds=rounds,
        starts=starts.date(),
        ends=ends.date(),
        round_dates=tuple(one.date() for one in round_date or ()),
        time_control=time_control,
        rating_rules=rating_rules,
        rating_options=tuple(rating_option or ()),
        bye_points=_WORTH[bye],
    )
    accepted = send(context, command)
    warning = out_of_force(rating_rules, command.starts, command.ends)
    if warning:
        say.note(f"warning: {warning}")
    told(accepted, f"{name} is announced.", f"{name} is announced so already.", json=json)


def enter(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    player: NewId,
    number: Annotated[int | None, typer.Option(min=1, max=9999, help="His start number (default: the next).")] = None,
    rating: Annotated[int | None, typer.Option(min=1, max=4000, help="For the start list (default: unrated).")] = None,
    json: Json = False,
) -> None:
    """Enter a registered player, before the tournament or late."""
    command = EnterPlayer(
        tournament=TournamentId(checked(tournament)),
        player=PlayerId(checked(player)),
        start_number=number,
        rating=rating,
    )
    told(send(context, command), f"{player} is entered.", f"{player} is entered so already.", json=json)


def withdraw(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    player: Player,
    after_round: Annotated[int, typer.Option(min=0, max=99, metavar="N", help="The last round he takes part in.")],
    reason: Annotated[str, typer.Option(help="Why, for the record.")] = "",
    json: Json = False,
) -> None:
    """Withdraw a player after a round; with another round it moves, later too if he comes back."""
    name = TournamentId(checked(tournament))
    accepted = sent(
        context,
        tournament,
        (player,),
        lambda one: WithdrawPlayer(tournament=name, player=one, after_round=after_round, reason=reason),
    )
    told(accepted, f"{player} leaves after round {after_round}.", "He has left then already.", json=json)


def cancel_entry(
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    player: Player,
    reason: Annotated[str, typer.Option(help="Why, for the record.")],
    json: Json = False,
) -> None:
    """Cancel the entry of a player who has not been paired."""
    name = TournamentId(checked(tournament))
    accepted = sent(context, tournament, (player,), lambda one: CancelEntry(tournament=name, player=one, reason=reason))
    told(accepted, f"{player} is not entered any more.", "", json=json)
