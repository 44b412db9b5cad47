"""What the earlier rounds of a tournament leave a new one: who has met whom, and who was free."""

from contracts.ids import PlayerId
from contracts.pairing import Bye
from contracts.points import ByeKind
from contracts.registration import PairingSystem
from services.chess.tournament import Tournament

Meeting = frozenset[PlayerId]
"""Two players, whatever their colours."""


def cycle_length(tournament: Tournament) -> int:
    """
    Count the rounds in which two players meet at most once.

    In an all-play-all those in which everybody meets everybody, an odd field with its free round; else all. A round
    paired elsewhere may be of an all-play-all, and in a Swiss nobody reaches so many rounds.
    """
    if tournament.announced.system not in (PairingSystem.BERGER, PairingSystem.GIVEN):
        return tournament.announced.rounds
    players = len(tournament.entries)
    return max(1, players - 1 + players % 2)


def met(tournament: Tournament, number: int) -> dict[Meeting, int]:
    """
    Tell who has met, and in which round, before round `number` in its cycle.

    A game without a result counts as a meeting, one that was forfeited does not (FIDE C.04.1).
    """
    length = cycle_length(tournament)
    first = (number - 1) // length * length + 1
    return {
        frozenset((game.white, game.black)): earlier
        for earlier in range(first, number)
        for game in tournament.rounds[earlier - 1].games.values()
        if game.pairing is None or game.pairing.played
    }


def pairing_byes(byes: tuple[Bye, ...]) -> list[PlayerId]:
    """List the players whom the pairing left without an opponent."""
    return [bye.player for bye in byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
