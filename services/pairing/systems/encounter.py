"""
An encounter of several games between the same two: what is played next, and who has won (RULES §7, reconstructions).

Used by Gladiatorskak, where a round knows no draws, and by the knock-out, where somebody must advance.
"""

import enum

import msgspec

from contracts.points import LOSS, WIN, HalfPoints, Result


class Speed(enum.StrEnum):
    """The three speeds of play."""

    CLASSICAL = "classical"
    RAPID = "rapid"
    BLITZ = "blitz"


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """Minutes a player for the first `moves` (0: for the whole game), minutes for the rest, seconds added a move."""

    speed: Speed
    minutes: int
    moves: int = 0
    rest_minutes: int = 0
    increment: int = 0


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game of an encounter that has been played."""

    white: int
    black: int
    result: Result


class NextGame(msgspec.Struct, frozen=True, kw_only=True):
    """The game to be played next: its colours and its time control."""

    white: int
    black: int
    control: TimeControl


def winner(games: tuple[Game, ...]) -> int | None:
    """Return who won the encounter: the first game with unequal points decides; None as long as none has."""
    for game in games:
        white, black = game.result.points
        if white != black:
            return game.white if white > black else game.black
    return None


def is_over(games: tuple[Game, ...]) -> bool:
    """Whether nothing more is to be played: somebody has won, or both have lost (a double forfeit has no winner)."""
    return winner(games) is not None or any(game.result.points == (LOSS, LOSS) for game in games)


def next_game(white: int, black: int, games: tuple[Game, ...], controls: tuple[TimeControl, ...]) -> NextGame | None:
    """
    Say what is played next between the two, `white` having White in game 1; None when the encounter is over.

    Colours are reversed after every draw; game i has the i-th of `controls`, and all later games the last.
    """
    if is_over(games):
        return None
    if games:
        white, black = games[-1].black, games[-1].white
    return NextGame(white=white, black=black, control=controls[min(len(games), len(controls) - 1)])


def round_points(white: int, black: int, games: tuple[Game, ...]) -> dict[int, HalfPoints]:
    """Give the whole point to the winner of the encounter, however many games it took; nothing to a loser."""
    won = winner(games)
    return {number: WIN if number == won else LOSS for number in (white, black)}


def rated_game(games: tuple[Game, ...]) -> Game | None:
    """Return the one game that is rated, with its real result: game 1, if it was played as a rated game."""
    return games[0] if games and games[0].result.rated else None
