"""A round as an arbiter types it, or as another program's report file has it, as a command."""

from pathlib import Path

import typer

from contracts.ids import PlayerId, TournamentId
from contracts.pairing import Board, Bye, PublishRound
from contracts.points import ByeKind
from contracts.reporting import CrosstableRow
from contracts.subjects import checked
from services.chess import trf
from services.cli.trf_file import about, read_trf
from services.cli.words import player_of

KINDS = {"half": ByeKind.HALF_POINT, "full": ByeKind.FULL_POINT, "zero": ByeKind.ZERO_POINT}
"""The byes that are asked for."""
FREE = {"bye": ByeKind.PAIRING_ALLOCATED, **KINDS}


def kind_of(text: str, kinds: dict[str, ByeKind]) -> ByeKind:
    """Read what sort of bye is meant."""
    if text not in kinds:
        raise typer.BadParameter(f"{text!r} is none of {', '.join(kinds)}")
    return kinds[text]


def typed(  # noqa: PLR0913  what was typed
    rows: tuple[CrosstableRow, ...],
    tournament: str,
    number: int,
    *,
    boards: list[tuple[str, str]],
    free: list[tuple[str, str]],
    force: str,
) -> PublishRound:
    """Make a round of boards and byes by the players' ids or start numbers, in the order they are typed."""

    def who(text: str) -> PlayerId:
        return player_of(text, rows, tournament)

    return PublishRound(
        tournament=TournamentId(checked(tournament)),
        round=number,
        boards=tuple(
            Board(number=place, white=who(white), black=who(black)) for place, (white, black) in enumerate(boards, 1)
        ),
        byes=tuple(Bye(player=who(one), kind=kind_of(kind, FREE)) for one, kind in free),
        force=force,
    )


def of_file(file: Path, number: int) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Read the boards and byes of a round from a report file, by start numbers; who is in neither is absent."""
    event = read_trf(file)
    names = {kind: name for name, kind in FREE.items()}
    with about(file):
        boards, byes = trf.boards(event, number), dict(trf.byes(event, number))
    seated = {player for white, black, _ in boards for player in (white, black)}
    free = {one.number: byes.get(one.number, ByeKind.ZERO_POINT) for one in event.players if one.number not in seated}
    return (
        [(str(white), str(black)) for white, black, _ in boards],
        [(str(one), names[kind]) for one, kind in free.items()],
    )


def couples(given: list[str], sign: str, example: str) -> list[tuple[str, str]]:
    """Read what is typed in two parts, such as WHITE:BLACK."""
    parts = [one.partition(sign) for one in given]
    wrong = next((one for one, (left, _, right) in zip(given, parts, strict=True) if not (left and right)), None)
    if wrong is not None:
        raise typer.BadParameter(f"{wrong!r} is not {example}")
    return [(left.strip(), right.strip()) for left, _, right in parts]
