"""What a person types and reads: results, players, points."""

import re
from collections.abc import Iterable
from typing import Final, Protocol

from contracts.ids import PlayerId, TournamentId
from contracts.points import ByeKind, Result
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import Crosstable, CurrentCrosstable
from contracts.subjects import checked
from services.chess.tiebreaks import Edition
from services.runtime.client import Client

_FORFEITS: Final = {
    "+--": Result.WHITE_WINS_FORFEIT,
    "--+": Result.BLACK_WINS_FORFEIT,
    "---": Result.DOUBLE_FORFEIT,
    "+/-": Result.WHITE_WINS_FORFEIT,
    "-/+": Result.BLACK_WINS_FORFEIT,
    "-/-": Result.DOUBLE_FORFEIT,
}
_HALF: Final = re.compile(r"1/2|0[.,]5|=")
_SIDES: Final = re.compile(r"\s*[-:]\s*")
_UNPLAYED: Final[dict[str, str]] = {
    Edition.FIDE_2026: "by FIDE C.07 of 1 March 2026",
    Edition.FIDE_2024: "by FIDE C.07 of 1 August 2024",
    Edition.FIDE_VIRTUAL: "as a virtual opponent (FIDE before 2023)",
    Edition.SEEDS_OWN: "the player's own score (a reconstruction)",
    Edition.SEEDS_ZERO: "nothing (a reconstruction)",
}
_QUARTERS: Final = ("", "¼", "½", "¾")


class Entrant(Protocol):
    """Whoever stands in a start list."""

    @property
    def start_number(self) -> int:
        """His start number."""

    @property
    def player(self) -> PlayerId:
        """His id."""


def result_of(text: str) -> Result:
    """
    Read a result: 1-0, 0-1, ½-½ (1/2-1/2, 0.5-0.5), +--, --+, ---, or any code of `Result` such as 1-0F.

    >>> result_of("1/2-1/2"), result_of("--+").value, result_of("0-0f").value
    (<Result.DRAW: '½-½'>, '0-1F', '0-0F')
    """
    typed = text.strip()
    if typed in _FORFEITS:
        return _FORFEITS[typed]
    try:
        return Result(_SIDES.sub("-", _HALF.sub("½", typed), count=1).upper())
    except ValueError:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{text!r} is no result; there are {', '.join(Result)}, and +--, --+, ---",
            known=list(Result),
        ) from None


def player_of(text: str, start_list: Iterable[Entrant], tournament: str) -> PlayerId:
    """Find a player of a start list by his id, or by his start number; refuses one who is not in it."""
    numbers = {one.start_number: one.player for one in start_list}
    if text in numbers.values():
        return PlayerId(text)
    if text.isdecimal() and int(text) in numbers:
        return numbers[int(text)]
    raise Refused(
        RefusalCode.NOT_ENTERED,
        f"{text} is neither the id nor the start number of a player of {tournament}",
        player=text,
    )


async def crosstable_of(client: Client, tournament: str) -> Crosstable:
    """Ask for a tournament's crosstable."""
    return await client.ask(CurrentCrosstable(tournament=TournamentId(checked(tournament))), Crosstable)


def quarters_text(quarter_points: int) -> str:
    """
    Write a Sonneborn-Berger score, which comes in quarters of a point.

    >>> quarters_text(7), quarters_text(1), quarters_text(0)
    ('1¾', '¼', '0')
    """
    whole, rest = divmod(quarter_points, len(_QUARTERS))
    return f"{whole if whole or not rest else ''}{_QUARTERS[rest]}"


def bye_text(kind: ByeKind) -> str:
    """
    Name a bye, or an absence.

    >>> bye_text(ByeKind.HALF_POINT), bye_text(ByeKind.ZERO_POINT)
    ('half-point bye', 'absent')
    """
    return "absent" if kind is ByeKind.ZERO_POINT else f"{kind.name.lower().replace('_', '-')} bye"


def counted(number: int, noun: str) -> str:
    """
    Write how many of something there are.

    >>> counted(1, "event"), counted(2, "event")
    ('1 event', '2 events')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def changing(number: int, noun: str) -> str:
    """
    Write how many of something change.

    >>> changing(1, "line"), changing(2, "line")
    ('1 line changes', '2 lines change')
    """
    return f"{counted(number, noun)} {'changes' if number == 1 else 'change'}"


def unplayed_text(edition: str) -> str:
    """Say by which text unplayed rounds count in Buchholz and Sonneborn-Berger; a reconstruction is called one."""
    return f"An unplayed round counts {_UNPLAYED.get(edition, f'by {edition}')}."


def signed(difference: int) -> str:
    """Write a difference with its sign; none is 0."""
    return f"{difference:+d}" if difference else "0"
