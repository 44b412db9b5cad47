"""`omkamp adjourn`, `postpone`, `cancellation`, `replay`, `decide`, `complete`: games played later or not, the end."""

import datetime as dt
from typing import Annotated

import typer

from contracts.envelope import Accepted
from contracts.ids import PlayerId, TournamentId
from contracts.results import (
    AdjournGame,
    CompleteTournament,
    CorrectReplay,
    DecideCancellation,
    DecideEncounter,
    PostponeGame,
    ReportReplay,
)
from contracts.subjects import checked
from services.cli import say
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.named import Black, White, sent
from services.cli.results import Difference, difference, tell
from services.cli.rounds import Round, send, start_list, told
from services.cli.words import player_of, result_of

Day = Annotated[
    dt.datetime, typer.Argument(metavar="DAY", formats=["%Y-%m-%d"], help="The last day to play, as 2026-04-10.")
]


def adjourn(  # noqa: PLR0913  what makes an adjournment
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    day: Day,
    json: Json = False,
) -> None:
    """Record that a game was broken off; until its last day nobody pairs the next round."""
    name = TournamentId(checked(tournament))
    accepted = sent(
        context,
        tournament,
        (white, black),
        lambda one, two: AdjournGame(tournament=name, round=number, white=one, black=two, deadline=day.date()),
    )
    told(accepted, f"Adjourned until {day.date()}.", "It is adjourned so already.", json=json)


def postpone(  # noqa: PLR0913  what makes a postponement
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    day: Day,
    json: Json = False,
) -> None:
    """Record that a game is put off; the next round is paired without waiting for it."""
    name = TournamentId(checked(tournament))
    accepted = sent(
        context,
        tournament,
        (white, black),
        lambda one, two: PostponeGame(tournament=name, round=number, white=one, black=two, deadline=day.date()),
    )
    told(accepted, f"Postponed until {day.date()}.", "It is postponed so already.", json=json)


def replay(  # noqa: PLR0913  what makes a game of an encounter
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    game: Annotated[int, typer.Argument(min=2, max=99, metavar="GAME", help="2 for the first after a draw.")],
    text: Annotated[str, typer.Argument(metavar="RESULT", help="With the side first that has White in this game.")],
    json: Json = False,
) -> None:
    """Report a later game of an encounter, named by White and Black of game 1 (knock-out, Gladiatorskak)."""
    name, result = TournamentId(checked(tournament)), result_of(text)
    accepted = sent(
        context,
        tournament,
        (white, black),
        lambda one, two: ReportReplay(tournament=name, round=number, white=one, black=two, game=game, result=result),
    )
    told(accepted, f"Game {game}: {result}.", f"Game {game} was {result} already.", json=json)


def correct_replay(  # noqa: PLR0913  what makes a correction of a game of an encounter
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    game: Annotated[int, typer.Argument(min=2, max=99, metavar="GAME", help="2 for the first after a draw.")],
    expected: Annotated[str, typer.Argument(metavar="EXPECTED", help="The result that stands there now.")],
    text: Annotated[str, typer.Argument(metavar="RESULT", help="The result that is right.")],
    reason: Annotated[str, typer.Option(help="Why, for the record.")],
    json: Json = False,
) -> None:
    """Correct a later game of an encounter; both results with the side first that has White in that game."""
    name, was, now = TournamentId(checked(tournament)), result_of(expected), result_of(text)

    def made(one: PlayerId, two: PlayerId) -> CorrectReplay:
        return CorrectReplay(
            tournament=name, round=number, white=one, black=two, game=game, expected=was, result=now, reason=reason
        )

    accepted = sent(context, tournament, (white, black), made)
    told(accepted, f"Corrected: game {game} was {was} and is {now}.", f"Game {game} was {now} already.", json=json)


def decide(  # noqa: PLR0913  what makes a decision
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    white: White,
    black: Black,
    winner: Annotated[str, typer.Argument(metavar="WINNER", help="His id or start number.")],
    reason: Annotated[str, typer.Option(help="What decided it: a lot, a rule.")],
    json: Json = False,
) -> None:
    """Record who goes on from a drawn encounter."""
    name = TournamentId(checked(tournament))
    accepted = sent(
        context,
        tournament,
        (white, black, winner),
        lambda one, two, won: DecideEncounter(
            tournament=name, round=number, white=one, black=two, winner=won, reason=reason
        ),
    )
    told(accepted, f"{winner} goes on.", "He goes on already.", json=json)


def cancellation(  # noqa: PLR0913  what makes a decision
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="His id or start number.")],
    reason: Annotated[str, typer.Option(help="What he said, and who decided.")],
    refuse: Annotated[bool, typer.Option("--refuse", help="It is not approved, or no longer.")] = False,
    what_if: Annotated[bool, typer.Option("--what-if", help="Show what it would change; write nothing.")] = False,
    json: Json = False,
) -> None:
    """Approve that a player does not come to his game; without that a no-show is rated as lost (DSU 4.5.4.2)."""
    name = TournamentId(checked(tournament))

    async def sending() -> tuple[Accepted | Difference, dict[PlayerId, str]]:
        async with client_of(context) as client:
            rows = await start_list(client, tournament)
            who = player_of(player, rows, tournament)
            command = DecideCancellation(tournament=name, round=number, player=who, approved=not refuse, reason=reason)
            outcome = await difference(client, command) if what_if else await client.do(command)
            return outcome, {one.player: one.name for one in rows}

    outcome, names = run(sending())
    if isinstance(outcome, Accepted):
        decided = "not approved" if refuse else "approved"
        told(outcome, f"The cancellation is {decided}.", f"It was {decided} already.", json=json)
    elif json:
        say.document(outcome)
    else:
        tell(outcome, names, say.screen().print)


def complete(
    context: typer.Context,
    tournament: TournamentArgument,
    reason: Annotated[str, typer.Option(help="Why it ends before its last round.")] = "",
    *,
    json: Json = False,
) -> None:
    """Declare a tournament finished; with a reason it ends early."""
    command = CompleteTournament(tournament=TournamentId(checked(tournament)), reason=reason)
    told(send(context, command), "The tournament is finished.", "It was finished already.", json=json)
