"""`omkamp pair`: the next round of any event that can be written as a tournament report file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from contracts.refusals import RefusalCode, Refused
from services.cli import say
from services.cli.line import Json
from services.cli.trf_file import read_trf
from services.pairing.from_trf import request
from services.pairing.systems.interface import Proposal, Reason, Unpairable

if TYPE_CHECKING:
    from services.pairing.systems.catalogue import Entry


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """A proposed round, and under which system and regulation."""

    system: str
    regulation: str
    reconstruction: bool
    round: int
    proposal: Proposal


def pair(  # noqa: PLR0913  one parameter an option
    trf: Annotated[Path, typer.Option("--trf", metavar="FILE", help="The event so far.")],
    system: Annotated[
        str,
        typer.Option(metavar="SYSTEM", help="Its name, such as fide-dutch; an unknown one is answered with the list."),
    ],
    rules: Annotated[str, typer.Option(metavar="EDITION", help="The edition of the system, such as 2017.")] = "",
    number: Annotated[
        int | None, typer.Option("--round", min=1, max=99, help="Pair this round (default: next).")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the system.")] = None,
    *,
    explain: Annotated[bool, typer.Option(help="Say why, board by board.")] = False,
    json: Json = False,
) -> None:
    """Propose a round of an event in a file; needs no server and writes nothing."""
    from services.pairing.systems.catalogue import entry  # noqa: PLC0415  other commands need not wait for the programs

    chosen = entry(f"{system}-{rules}" if rules else system)
    asked = request(read_trf(trf), number, _options(option or []))
    try:
        proposal = chosen.pair(asked)
    except Unpairable as unpairable:
        raise Refused(
            RefusalCode.UNPAIRABLE, f"{trf}: {unpairable} {unpairable.advice}", rule=unpairable.rule
        ) from unpairable
    if json:
        say.document(
            Paired(
                system=chosen.name,
                regulation=chosen.regulation,
                reconstruction=chosen.reconstruction,
                round=asked.round,
                proposal=proposal if explain else _bare(proposal),
            )
        )
        return
    _tell(chosen, asked.round, proposal, explain=explain)


def _options(given: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not name:
            raise typer.BadParameter(f"{one!r} is not NAME=VALUE")
        options[name] = value
    return options


def _tell(chosen: "Entry", number: int, proposal: Proposal, *, explain: bool) -> None:
    say.text(f"Round {number}, {chosen.description} ({chosen.regulation})")
    if chosen.reconstruction:
        say.text("The regulation is lost; this system is a reconstruction.")
    for place, one in enumerate(proposal.pairs, start=1):
        say.text(f"{place:>4}  {one.white:>4} - {one.black}")
        _because(one.reasons, explain=explain)
    if proposal.bye is not None:
        say.text(f"      {proposal.bye:>4}   bye")
        _because(proposal.bye_reasons, explain=explain)
    for idle in proposal.free:
        say.text(f"      {idle.number:>4}   free")
        _because(idle.reasons, explain=explain)
    _because(proposal.notes, explain=explain)


def _because(reasons: tuple[Reason, ...], *, explain: bool) -> None:
    if explain:
        for one in reasons:
            say.text(f"             {one.rule}: {one.text}")


def _bare(proposal: Proposal) -> Proposal:
    return msgspec.structs.replace(
        proposal,
        pairs=tuple(msgspec.structs.replace(one, reasons=()) for one in proposal.pairs),
        bye_reasons=(),
        free=tuple(msgspec.structs.replace(one, reasons=()) for one in proposal.free),
        notes=(),
    )
