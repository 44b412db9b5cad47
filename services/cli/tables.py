"""`omkamp standings`, `crosstable` and `pairings`."""

from typing import Annotated, Final

import typer
from rich.table import Table

from contracts.ids import TournamentId
from contracts.pairing import Board, PairedBoard, PairingList, Pairings, Proposal, ProposedRound, Seat
from contracts.points import points_text
from contracts.reporting import Cell, Crosstable, CurrentStandings, Standing, Standings
from contracts.subjects import checked
from services.cli import rounds, say
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.words import bye_text, crosstable_of, quarters_text, unplayed_text

_NO_RESULT: Final = "*: no result yet"
AfterRound = Annotated[int | None, typer.Option("--after-round", min=0, max=99, metavar="N", help="As after round N.")]


def standings(
    context: typer.Context, tournament: TournamentArgument, after_round: AfterRound = None, *, json: Json = False
) -> None:
    """Show the standings, now or after a round."""
    query = CurrentStandings(tournament=TournamentId(checked(tournament)), after_round=after_round)

    async def ask() -> Standings:
        async with client_of(context) as client:
            return await client.ask(query, Standings)

    found = run(ask())
    if json:
        say.document(found)
    else:
        say.screen().print(standings_table(found))


def crosstable(context: typer.Context, tournament: TournamentArgument, *, json: Json = False) -> None:
    """Show the crosstable: who met whom, with which colour and result."""

    async def ask() -> Crosstable:
        async with client_of(context) as client:
            return await crosstable_of(client, tournament)

    found = run(ask())
    if json:
        say.document(found)
    else:
        say.screen().print(crosstable_table(found))


def pairings(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    tournament: TournamentArgument,
    number: Annotated[int, typer.Argument(min=1, max=99, metavar="ROUND")],
    version: Annotated[int | None, typer.Option(min=1, help="As it was published first, second, …")] = None,
    *,
    explain: Annotated[bool, typer.Option(help="Say why, board by board, as it was proposed.")] = False,
    json: Json = False,
) -> None:
    """Show the pairing list of a published round, as it is or as it was before it was published again."""
    if explain and version is not None:
        raise typer.BadParameter("--explain is for the round as it stands, not for an earlier version")
    name = TournamentId(checked(tournament))

    async def ask() -> tuple[PairingList, ProposedRound | None]:
        async with client_of(context) as client:
            listed = await client.ask(Pairings(tournament=name, round=number, version=version), PairingList)
            if not explain:
                return listed, None
            return listed, await client.ask(Proposal(tournament=name, round=number), ProposedRound)

    found, proposal = run(ask())
    if proposal is not None and proposal.published:
        if json:
            say.document(proposal)
        else:
            rounds.tell(proposal, explain=True)
        return
    if proposal is not None:
        say.note(f"round {number} does not stand as proposed: there are no reasons to show")
    if json:
        say.document(found)
    else:
        say.screen().print(pairings_table(found))
        for line in about_pairing(found):
            say.text(line)


def about_pairing(found: PairingList) -> list[str]:
    """Say what is out of the ordinary about how a round came about: forced, paired elsewhere, not as by the system."""
    said = [f"Paired by {found.elsewhere}."] if found.elsewhere else []
    said += ["Paired by hand."] if found.manual else []
    said += [f"Against the rules: {one.text} ({one.rule})." for one in found.overridden]
    said += [f"Forced, because: {found.forced}"] if found.forced else []
    if found.difference is not None:
        dropped, added = found.difference.boards_dropped, found.difference.boards_added
        if found.difference.fault:
            said.append(f"The system makes nothing of this round: {found.difference.fault}")
        elif added or found.difference.byes_added:
            said.append(f"{len(added)} boards are not the system's, which has {_named(dropped) or 'no other'} instead.")
    return said


def _named(boards: tuple[Board, ...]) -> str:
    return ", ".join(f"{one.white}-{one.black}" for one in boards)


def pairings_table(found: PairingList) -> Table:
    """Lay a pairing list out: the boards with their results, then those who are free."""
    version = f" (version {found.version} of {found.versions})" if found.versions > 1 else ""
    boards = ((one.number, *_seat(one.white), _result(one), *_seat(one.black)) for one in found.boards)
    byes = (("", *_seat(one.seat), "", "", bye_text(one.kind)) for one in found.byes)
    return say.table(
        f"{found.name}, round {found.round}{version}",
        ("Board", "No", "White", "Result", "No", "Black"),
        (*boards, *byes),
        numbers=("Board", "No"),
        caption=_NO_RESULT if any(one.undecided for one in found.boards) else "",
    )


def _result(board: PairedBoard) -> str:
    return " ".join([*([board.result] if board.result else []), *(["*"] if board.undecided else [])])


def standings_table(found: Standings, top: int | None = None) -> Table:
    """Lay the standings out, all of them or the first so many rows, which the title then says."""
    shown = found.rows if top is None else found.rows[:top]
    part = f", the first {len(shown)} of {len(found.rows)}" if len(shown) < len(found.rows) else ""
    state = "  (provisional)" if found.provisional else ""
    return say.table(
        f"{found.name} after round {found.after_round} of {found.rounds}{part}{state}",
        ("#", "No", "Name", "Rating", "Points", "Buchholz", "SB"),
        (standing_cells(one) for one in shown),
        numbers=("#", "No", "Rating", "Points", "Buchholz", "SB"),
        caption=unplayed_text(found.edition),
    )


def standing_cells(one: Standing) -> tuple[object, ...]:
    """Write one line of the standings."""
    return (
        one.rank,
        one.start_number,
        one.name,
        one.rating,
        points_text(one.points),
        points_text(one.buchholz),
        quarters_text(one.sonneborn_berger),
    )


def crosstable_table(found: Crosstable) -> Table:
    """Lay a crosstable out, a line a player and a column a round."""
    columns = [str(number) for number in range(1, max((len(one.cells) for one in found.rows), default=0) + 1)]
    return say.table(
        found.name,
        ("No", "Name", "Rating", *columns, "Points"),
        (
            (one.start_number, one.name, one.rating, *(_cell(cell) for cell in one.cells), points_text(one.points))
            for one in found.rows
        ),
        numbers=("No", "Rating", *columns, "Points"),
        caption=_NO_RESULT if any(_open(cell) for one in found.rows for cell in one.cells) else "",
        tight=True,
    )


def _seat(seat: Seat) -> tuple[int, str]:
    return seat.start_number, seat.name


def _open(cell: Cell) -> bool:
    return cell.opponent is not None and not cell.code


def _cell(cell: Cell) -> str:
    return cell.code if cell.opponent is None else f"{cell.opponent}{cell.colour}{cell.code or '*'}"
