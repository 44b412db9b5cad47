"""`omkamp pair T`, `publish-round`, `start-round`, `draw-lots`, `rank-entries`: rounds on the server."""

import datetime as dt
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from contracts.arrangements import Reason
from contracts.envelope import Accepted
from contracts.ids import TournamentId
from contracts.messages import CommandData
from contracts.pairing import (
    FreeSeat,
    PairedBoard,
    Proposal,
    ProposedRound,
    ProposeRound,
    PublishProposal,
    RankEntries,
    StartRound,
)
from contracts.reporting import CrosstableRow, CurrentStandings, Standings
from contracts.subjects import checked
from services.cli import say
from services.cli.as_given import couples, of_file, typed
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.words import bye_text, crosstable_of
from services.pairing.systems.interface import Reason as SystemReason
from services.runtime.client import Client

Round = Annotated[int, typer.Argument(min=1, max=99, metavar="ROUND")]

LONG: Final = 600.0
"""Seconds a pairing may take: a thousand players by the FIDE rules are minutes of work."""


def propose(context: typer.Context, tournament: str, number: int | None, on: dt.datetime | None) -> ProposedRound:
    """Propose a round of a tournament on the server (default: the next), as made on a day (default: today)."""
    name = TournamentId(checked(tournament))
    day = today() if on is None else on.date()

    async def send() -> ProposedRound:
        async with client_of(context, patience=LONG) as client:
            wanted = number or (await client.ask(CurrentStandings(tournament=name), Standings)).after_round + 1
            await client.do(ProposeRound(tournament=name, round=wanted, on=day))
            return await client.ask(Proposal(tournament=name, round=wanted), ProposedRound)

    return run(send())


def today() -> dt.date:
    """Give the day it is here, on which an arbiter pairs: the core has no clock."""
    return dt.datetime.now(tz=dt.UTC).astimezone().date()


def tell(found: ProposedRound, *, explain: bool) -> None:
    """Show a proposal, board by board, with its reasons if they are wanted; warnings always."""
    state = "published" if found.published else f"proposal {found.proposal}"
    say.text(f"{found.name}, round {found.round} ({state}): {found.system} ({found.regulation})")
    if found.reconstruction:
        say.text("The regulation is lost; this system is a reconstruction.")
    for one in found.warnings:
        say.text(f"Warning: {one.text} ({one.rule})")
    for board in found.boards:
        say.text(_board(board))
        because(board.reasons, explain=explain)
    for bye in found.byes:
        say.text(_free(bye))
        because(bye.reasons, explain=explain)
    because(found.notes, explain=explain, indent=0)
    if explain and found.abbreviated:
        say.text("Long reasons are cut; `omkamp export trf` and `omkamp pair --trf` give them whole.")


def bare(found: ProposedRound) -> ProposedRound:
    """Leave the reasons out."""
    return msgspec.structs.replace(
        found,
        boards=tuple(msgspec.structs.replace(one, reasons=()) for one in found.boards),
        byes=tuple(msgspec.structs.replace(one, reasons=()) for one in found.byes),
        notes=(),
    )


def _board(one: PairedBoard) -> str:
    white, black = one.white, one.black
    return f"{one.number:>4}  {white.start_number:>4} {white.name} - {black.start_number} {black.name}"


def _free(one: FreeSeat) -> str:
    return f"      {one.seat.start_number:>4} {one.seat.name}   {bye_text(one.kind)}"


def because(reasons: Iterable[Reason | SystemReason], *, explain: bool, indent: int = 13) -> None:
    """Give the reasons, if they are wanted: under their board, or at the margin where they are the whole round's."""
    if explain:
        for one in reasons:
            say.text(f"{' ' * indent}{one.rule}: {one.text}")


def publish_round(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    number: Round,
    proposal: Annotated[int | None, typer.Option(min=1, help="The proposal's number (default: the latest).")] = None,
    board: Annotated[
        list[str] | None, typer.Option(metavar="WHITE:BLACK", help="As given instead: its boards, one after another.")
    ] = None,
    free: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER=bye|half|full|zero", help="As given: who has no opponent.")
    ] = None,
    trf: Annotated[Path | None, typer.Option("--trf", metavar="FILE", help="As this report file has it.")] = None,
    force: Annotated[str, typer.Option(metavar="REASON", help="Although the rules forbid it, for this reason.")] = "",
    json: Json = False,
) -> None:
    """
    Publish a round as it was proposed (`omkamp pair`), or as given: typed, or made by another program.

    A round as given is compared with the system's pairing; `omkamp pairings` shows what differs.
    """
    as_given = bool(board or free or trf)
    if as_given and (proposal is not None or (trf is not None and (board or free))):
        raise typer.BadParameter("a round is published from a proposal, from --board and --free, or from --trf FILE")
    if not as_given and force:
        raise typer.BadParameter("a proposal keeps to the rules: --force is for a round as given")
    done, already = f"Round {number} is published.", f"Round {number} is published so already."
    if not as_given:
        command = PublishProposal(tournament=TournamentId(checked(tournament)), round=number, proposal=proposal)
        told(send(context, command), done, already, json=json)
        return
    boards, byes = couples(board or [], ":", "WHITE:BLACK"), couples(free or [], "=", "PLAYER=bye")
    if trf is not None:
        boards, byes = of_file(trf, number)

    async def sending() -> Accepted:
        async with client_of(context, patience=LONG) as client:
            rows = await start_list(client, tournament)
            return await client.do(typed(rows, tournament, number, boards=boards, free=byes, force=force))

    told(run(sending()), done, already, json=json)


def start_round(context: typer.Context, tournament: TournamentArgument, number: Round, *, json: Json = False) -> None:
    """Say that a round's start time has come: from now on its pairing stands."""
    accepted = send(context, StartRound(tournament=TournamentId(checked(tournament)), round=number))
    told(accepted, f"Round {number} has started.", f"Round {number} had started already.", json=json)


def rank_entries(context: typer.Context, tournament: TournamentArgument, *, json: Json = False) -> None:
    """Rank the start list by strength before round 1: rating, title, name."""
    accepted = send(context, RankEntries(tournament=TournamentId(checked(tournament))))
    told(accepted, "The start list is numbered by strength.", "It is numbered so already.", json=json)


def send(context: typer.Context, command: CommandData, patience: float = LONG) -> Accepted:
    """Send one command that must succeed."""

    async def sent() -> Accepted:
        async with client_of(context, patience=patience) as client:
            return await client.do(command)

    return run(sent())


async def warned(client: Client, command: CommandData) -> Accepted:
    """Send a command, and say on the side what its events warn of (FIDE VCL Q174, Q201)."""
    for event in (await client.what_if(command)).events:
        for warning in msgspec.json.decode(event.data).get("warnings", ()):
            say.note(f"warning: {warning}")
    return await client.do(command)


def told(accepted: Accepted, done: str, already: str, *, json: bool) -> None:
    """Say what a command has done, or that it was so already."""
    if json:
        say.document(accepted)
    else:
        say.text(done if accepted.events else already)


async def start_list(client: Client, tournament: str) -> tuple[CrosstableRow, ...]:
    """Ask who is entered, by start number."""
    return (await crosstable_of(client, tournament)).rows
