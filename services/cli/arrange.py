"""`omkamp arrange …` and `omkamp manual …`: byes, players kept apart, options, and pairing by hand."""

from collections.abc import Callable
from typing import Annotated

import typer

from contracts.arrangements import ByePolicy, Change, ExchangePlayers, FreePlayer, PairPlayers, ReverseColours
from contracts.ids import PlayerId, TournamentId
from contracts.messages import CommandData
from contracts.pairing import (
    Acceleration,
    AllowPairing,
    Arranged,
    Arrangements,
    BeginManualPairing,
    CancelBye,
    CancelManualPairing,
    ChangePairing,
    EndManualPairing,
    ForbidPairing,
    RequestBye,
    SetPairingOptions,
)
from contracts.subjects import checked
from services.cli import say
from services.cli.as_given import FREE, KINDS, kind_of
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.named import Black, Other, Player, White, sent
from services.cli.rounds import Round, send, today, told

app = typer.Typer(no_args_is_help=True, help="Arrange what the pairing keeps to: byes, players kept apart, options.")
manual = typer.Typer(no_args_is_help=True, help="Pair a round by hand: begin, change, end.")

Why = Annotated[str, typer.Option(help="Why, for the record.")]
Force = Annotated[str, typer.Option(metavar="REASON", help="Do it although the rules forbid it, for this reason.")]


@app.command("bye")
def bye(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    player: Player,
    number: Round,
    kind: Annotated[str, typer.Argument(metavar="half|full|zero")],
    json: Json = False,
) -> None:
    """Grant a player a bye in a round to come; one that exceeds the tournament's limits is granted with a warning."""
    name, chosen = TournamentId(checked(tournament)), kind_of(kind, KINDS)
    accepted = sent(
        context,
        tournament,
        (player,),
        lambda one: RequestBye(tournament=name, player=one, round=number, kind=chosen),
    )
    told(accepted, f"{player} has a {kind}-point bye in round {number}.", "He has it already.", json=json)


@app.command("no-bye")
def no_bye(
    context: typer.Context, tournament: TournamentArgument, player: Player, number: Round, *, json: Json = False
) -> None:
    """Take a bye in a round to come back."""
    name = TournamentId(checked(tournament))
    accepted = sent(context, tournament, (player,), lambda one: CancelBye(tournament=name, player=one, round=number))
    told(accepted, f"{player} plays in round {number}.", "He has no bye there.", json=json)


@app.command("forbid")
def forbid(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    player: Player,
    other: Other,
    reason: Why,
    first: Annotated[int, typer.Option("--from", min=1, max=99, metavar="ROUND")] = 1,
    last: Annotated[int | None, typer.Option("--to", min=1, max=99, metavar="ROUND")] = None,
    json: Json = False,
) -> None:
    """Keep two players apart."""
    name = TournamentId(checked(tournament))

    def made(one: PlayerId, two: PlayerId) -> CommandData:
        return ForbidPairing(tournament=name, first=one, second=two, first_round=first, last_round=last, reason=reason)

    accepted = sent(context, tournament, (player, other), made)
    told(accepted, f"{player} and {other} are kept apart.", "They are kept apart already.", json=json)


@app.command("allow")
def allow(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    player: Player,
    other: Other,
    reason: Why,
    json: Json = False,
) -> None:
    """Let two players meet again who were kept apart."""
    name = TournamentId(checked(tournament))
    accepted = sent(
        context,
        tournament,
        (player, other),
        lambda one, two: AllowPairing(tournament=name, first=one, second=two, reason=reason),
    )
    told(accepted, f"{player} and {other} may meet.", "Nothing kept them apart.", json=json)


@app.command("options")
def options(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the system.")] = None,
    baku: Annotated[bool, typer.Option("--baku", help="Accelerate by FIDE C.04.7.")] = False,
    bye_limit: Annotated[int, typer.Option(min=0, max=99, help="Byes with points a player may ask for.")] = 0,
    not_in_last: Annotated[int, typer.Option(min=0, max=99, help="None with points in the last so many rounds.")] = 0,
    before_round: Annotated[int, typer.Option(min=0, max=99, help="Asked for before this round is published.")] = 0,
    reason: Annotated[str, typer.Option(help="Why, after round 1.")] = "",
    json: Json = False,
) -> None:
    """Set how the tournament is paired, all of it at once; after round 1 only with a reason."""
    acceleration: Acceleration = "baku" if baku else ""
    command = SetPairingOptions(
        tournament=TournamentId(checked(tournament)),
        options=pairs_of(option or []),
        acceleration=acceleration,
        byes=ByePolicy(limit=bye_limit, not_in_last=not_in_last, before_round=before_round),
        reason=reason,
    )
    accepted = sent(context, tournament, (), lambda: command)
    told(accepted, "The options are set.", "They are set so already.", json=json)


@app.command("show")
def show(context: typer.Context, tournament: TournamentArgument) -> None:
    """Show what is arranged, as JSON."""
    name = TournamentId(checked(tournament))

    async def ask() -> Arranged:
        async with client_of(context) as client:
            return await client.ask(Arrangements(tournament=name), Arranged)

    say.document(run(ask()))


def pairs_of(given: list[str]) -> dict[str, str]:
    """Read options written NAME=VALUE; a name that is given twice is refused."""
    chosen: dict[str, str] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not name:
            raise typer.BadParameter(f"{one!r} is not NAME=VALUE")
        if name in chosen:
            raise typer.BadParameter(f"{name!r} is given twice")
        chosen[name] = value
    return chosen


@manual.command("begin")
def begin(
    context: typer.Context, tournament: TournamentArgument, number: Round, reason: Why, *, json: Json = False
) -> None:
    """Begin to pair a round by hand, from what is published or from what the system makes of it."""
    name = TournamentId(checked(tournament))
    command = BeginManualPairing(tournament=name, round=number, reason=reason, on=today())
    told(send(context, command), f"Round {number} is paired by hand.", "It is so already.", json=json)


@manual.command("swap")
def swap(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    player: Player,
    other: Other,
    force: Force = "",
    json: Json = False,
) -> None:
    """Let two players change places."""
    made = _change(tournament, number, force, lambda one, two: ExchangePlayers(first=one, second=two))
    told(sent(context, tournament, (player, other), made), "Changed.", "It was so already.", json=json)


@manual.command("colours")
def colours(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    force: Force = "",
    json: Json = False,
) -> None:
    """Reverse the colours of a board, named as it is."""
    made = _change(tournament, number, force, lambda one, two: ReverseColours(white=one, black=two))
    told(sent(context, tournament, (white, black), made), "Changed.", "It was so already.", json=json)


@manual.command("seat")
def seat(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    force: Force = "",
    json: Json = False,
) -> None:
    """Pair two players; whoever they were paired with is left to be paired."""
    made = _change(tournament, number, force, lambda one, two: PairPlayers(white=one, black=two))
    told(sent(context, tournament, (white, black), made), "Changed.", "It was so already.", json=json)


@manual.command("free")
def free(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    player: Player,
    kind: Annotated[str, typer.Argument(metavar="bye|half|full|zero")],
    force: Force = "",
    json: Json = False,
) -> None:
    """Leave a player without an opponent."""
    chosen = kind_of(kind, FREE)
    made = _change(tournament, number, force, lambda one: FreePlayer(player=one, kind=chosen))
    told(sent(context, tournament, (player,), made), "Changed.", "It was so already.", json=json)


@manual.command("end")
def end(context: typer.Context, tournament: TournamentArgument, number: Round, *, json: Json = False) -> None:
    """Publish the round as it is paired by hand."""
    command = EndManualPairing(tournament=TournamentId(checked(tournament)), round=number)
    told(send(context, command), f"Round {number} is published.", "", json=json)


@manual.command("cancel")
def cancel(
    context: typer.Context, tournament: TournamentArgument, number: Round, reason: Why, *, json: Json = False
) -> None:
    """Give up pairing a round by hand."""
    command = CancelManualPairing(tournament=TournamentId(checked(tournament)), round=number, reason=reason)
    told(send(context, command), "Given up.", "There was nothing to give up.", json=json)


def _change(tournament: str, number: int, force: str, change: Callable[..., Change]) -> Callable[..., CommandData]:
    name = TournamentId(checked(tournament))

    def made(*players: PlayerId) -> CommandData:
        return ChangePairing(tournament=name, round=number, change=change(*players), force=force)

    return made
