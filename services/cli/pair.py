"""`omkamp pair`: the next round of a tournament on the server, or of any event in a tournament report file."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from contracts.points import ByeKind
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from services.chess.trf import Trf
from services.cli import rounds, say
from services.cli.arrange import pairs_of
from services.cli.line import Json
from services.cli.trf_file import read_trf
from services.cli.words import bye_text
from services.pairing.from_trf import request
from services.pairing.systems.interface import Proposal, Unpairable

if TYPE_CHECKING:
    from services.pairing.systems.catalogue import Entry


class Absent(msgspec.Struct, frozen=True):
    """Who is not paired because it was known beforehand, and with which bye."""

    number: int
    kind: ByeKind


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """A proposed round, and under which system and regulation."""

    system: str
    regulation: str
    reconstruction: bool
    round: int
    absent: tuple[Absent, ...]
    proposal: Proposal


def pair(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: Annotated[
        str, typer.Argument(metavar="[TOURNAMENT]", help="A tournament on the server.", show_default=False)
    ] = "",
    trf: Annotated[Path | None, typer.Option("--trf", metavar="FILE", help="Instead: the event so far.")] = None,
    system: Annotated[
        str,
        typer.Option(
            metavar="SYSTEM",
            help="With --trf: its name, such as fide-dutch; an unknown one is answered with the list.",
        ),
    ] = "",
    rules: Annotated[str, typer.Option(metavar="EDITION", help="The edition of the system, such as 2017.")] = "",
    number: Annotated[
        int | None, typer.Option("--round", min=1, max=99, help="Pair this round (default: next).")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the system.")] = None,
    on: Annotated[
        dt.datetime | None,
        typer.Option(metavar="DAY", formats=["%Y-%m-%d"], help="The day it is paired on (default: today)."),
    ] = None,
    explain: Annotated[bool, typer.Option(help="Say why, board by board.")] = False,
    json: Json = False,
) -> None:
    """
    Propose a round and say why.

    Of a tournament on the server the proposal is recorded, and `publish-round` publishes it. Of an event in a file
    (--trf, --system) it needs no server and writes nothing.
    """
    if trf is not None and not tournament:
        if not system:
            raise typer.BadParameter("a file does not say by which system it is paired; name it with --system")
        _pair_file(trf, system, rules, number, option or [], explain=explain, json=json)
        return
    if not tournament or trf is not None or system or rules or option:
        raise typer.BadParameter("name a tournament, or a file and a system (--trf FILE --system SYSTEM)")
    found = rounds.propose(context, tournament, number, on)
    if json:
        say.document(found if explain else rounds.bare(found))
    else:
        rounds.tell(found, explain=explain)


def _pair_file(  # noqa: PLR0913  what was given
    trf: Path,
    system: str,
    rules: str,
    number: int | None,
    option: list[str],
    *,
    explain: bool,
    json: bool,
) -> None:
    from services.pairing.systems.catalogue import entry  # noqa: PLC0415  other commands need not wait for the programs

    event = read_trf(trf)
    chosen = entry(_edition(system, rules, event))
    asked = request(event, number, pairs_of(option))
    try:
        proposal = chosen.pair(asked)
    except Unpairable as unpairable:
        raise Refused(RefusalCode.UNPAIRABLE, f"{trf}: {unpairable.sentence}", rule=unpairable.rule) from unpairable
    absent = tuple(Absent(one.number, one.absent) for one in asked.contestants if one.absent is not None)
    if json:
        say.document(
            Paired(
                system=chosen.name,
                regulation=chosen.regulation,
                reconstruction=chosen.reconstruction,
                round=asked.round,
                absent=absent,
                proposal=proposal if explain else _bare(proposal),
            )
        )
        return
    _tell(chosen, asked.round, proposal, explain=explain)
    for one in absent:
        say.text(f"      {one.number:>4}   {bye_text(one.kind)}")


def _edition(system: str, rules: str, event: Trf) -> str:
    """Name a system in the catalogue; the Dutch one without an edition is that of the event's dates."""
    from services.pairing.systems import fide_dutch  # noqa: PLC0415  as above

    if system != PairingSystem.FIDE_DUTCH:
        return f"{system}-{rules}" if rules else system
    if not rules and event.start and event.end:
        return fide_dutch.edition(dt.date.fromisoformat(event.start), dt.date.fromisoformat(event.end))
    return system if rules in {"", str(fide_dutch.IN_FORCE.year)} else f"{system}-{rules}"


def _tell(chosen: "Entry", number: int, proposal: Proposal, *, explain: bool) -> None:
    say.text(f"Round {number}, {chosen.description} ({chosen.regulation})")
    if chosen.reconstruction:
        say.text("The regulation is lost; this system is a reconstruction.")
    for place, one in enumerate(proposal.pairs, start=1):
        say.text(f"{place:>4}  {one.white:>4} - {one.black}")
        rounds.because(one.reasons, explain=explain)
    if proposal.bye is not None:
        say.text(f"      {proposal.bye:>4}   bye")
        rounds.because(proposal.bye_reasons, explain=explain)
    for idle in proposal.free:
        say.text(f"      {idle.number:>4}   free")
        rounds.because(idle.reasons, explain=explain)
    rounds.because(proposal.notes, explain=explain, indent=0)


def _bare(proposal: Proposal) -> Proposal:
    return msgspec.structs.replace(
        proposal,
        pairs=tuple(msgspec.structs.replace(one, reasons=()) for one in proposal.pairs),
        bye_reasons=(),
        free=tuple(msgspec.structs.replace(one, reasons=()) for one in proposal.free),
        notes=(),
    )
