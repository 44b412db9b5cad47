"""What a round must be to be published: one function a rule, in the order an arbiter looks."""

from collections import Counter
from typing import TypeVar

from contracts.ids import PlayerId
from contracts.pairing import Board, Bye
from contracts.refusals import RefusalCode, Refused
from services.chess.tournament import Tournament
from services.pairing.desk import Desk
from services.pairing.history import met, pairing_byes

Value = TypeVar("Value", int, PlayerId)


def check_round(
    tournament: Tournament, desk: Desk, number: int, boards: tuple[Board, ...], byes: tuple[Bye, ...]
) -> None:
    """
    Refuse boards and byes that cannot be round `number`, naming what is wrong first.

    A round without boards is what a table has when all others have left, and the bye of the one player left.
    """
    check_players(tournament, number, boards, byes)
    _refuse_second_bye(tournament, number, byes)
    _refuse_rematch(tournament, number, boards)
    _refuse_kept_apart(desk, number, boards)


def check_players(tournament: Tournament, number: int, boards: tuple[Board, ...], byes: tuple[Bye, ...]) -> None:
    """Refuse boards and byes that are no round at all: everybody who takes part has one place in it."""
    seated = [player for board in boards for player in (board.white, board.black)]
    free = [bye.player for bye in byes]
    _refuse_board_numbers(number, boards)
    _refuse_alone(number, boards)
    _refuse_twice(number, seated + free)
    _refuse_strangers(tournament, number, seated + free)
    _refuse_missing(tournament, number, {*seated, *free})


def refuse_no_board(number: int, boards: tuple[Board, ...], byes: tuple[Bye, ...]) -> None:
    """Refuse a round as given that has no board, unless it is the bye of the one player left."""
    if not boards and not pairing_byes(byes):
        raise Refused(RefusalCode.INVALID_PAIRING, f"round {number} has no board")


def _refuse_board_numbers(number: int, boards: tuple[Board, ...]) -> None:
    twice = _twice([board.number for board in boards])
    if twice:
        raise Refused(RefusalCode.INVALID_PAIRING, f"round {number} has two boards {twice[0]}", board=twice[0])


def _refuse_alone(number: int, boards: tuple[Board, ...]) -> None:
    for board in boards:
        if board.white == board.black:
            raise Refused(
                RefusalCode.INVALID_PAIRING,
                f"round {number}, board {board.number} pairs {board.white} with himself",
                board=board.number,
                player=board.white,
            )


def _refuse_twice(number: int, players: list[PlayerId]) -> None:
    twice = _twice(players)
    if twice:
        raise Refused(
            RefusalCode.INVALID_PAIRING, f"round {number} names more than once: {_listed(twice)}", players=twice
        )


def _refuse_strangers(tournament: Tournament, number: int, players: list[PlayerId]) -> None:
    strangers = [player for player in players if player not in tournament.entries]
    if strangers:
        raise Refused(
            RefusalCode.NOT_ENTERED, f"round {number} names who is not entered: {_listed(strangers)}", players=strangers
        )
    active = {entry.player for entry in tournament.active(number)}
    gone = [player for player in players if player not in active]
    if gone:
        raise Refused(
            RefusalCode.NOT_ENTERED, f"round {number} names who has withdrawn before it: {_listed(gone)}", players=gone
        )


def _refuse_second_bye(tournament: Tournament, number: int, byes: tuple[Bye, ...]) -> None:
    """At most one pairing-allocated bye a round, and never a second one for a player (FIDE C.04.1)."""
    allocated = pairing_byes(byes)
    if len(allocated) > 1:
        raise Refused(
            RefusalCode.INVALID_PAIRING,
            f"round {number} has more than one pairing-allocated bye: {_listed(allocated)}",
            rule="FIDE C.04.1",
            players=allocated,
        )
    for earlier, published in enumerate(tournament.rounds[: number - 1], start=1):
        for player in pairing_byes(published.byes):
            if player in allocated:
                raise Refused(
                    RefusalCode.INVALID_PAIRING,
                    f"{player} had the pairing-allocated bye in round {earlier} already",
                    rule="FIDE C.04.1",
                    player=player,
                    round=earlier,
                )


def _refuse_rematch(tournament: Tournament, number: int, boards: tuple[Board, ...]) -> None:
    """Two who have met do not meet again, unless their game was not played (FIDE C.04.1)."""
    meetings = met(tournament, number)
    for board in boards:
        earlier = meetings.get(frozenset((board.white, board.black)))
        if earlier is not None:
            raise Refused(
                RefusalCode.INVALID_PAIRING,
                f"board {board.number}: {board.white} and {board.black} are paired in round {earlier} already",
                rule="FIDE C.04.1",
                players=[board.white, board.black],
                round=earlier,
            )


def _refuse_kept_apart(desk: Desk, number: int, boards: tuple[Board, ...]) -> None:
    for board in boards:
        ban = desk.kept_apart(board.white, board.black, number)
        if ban is not None:
            raise Refused(
                RefusalCode.INVALID_PAIRING,
                f"board {board.number}: {board.white} and {board.black} are kept apart: {ban.reason}",
                players=[board.white, board.black],
                reason=ban.reason,
                advice="allow the pairing, or pair the round by hand and force it",
            )


def _refuse_missing(tournament: Tournament, number: int, named: set[PlayerId]) -> None:
    missing = [entry.player for entry in tournament.active(number) if entry.player not in named]
    if missing:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"round {number} leaves out {_listed(missing)}; an absentee is a zero-point bye",
            players=missing,
        )


def _twice(values: list[Value]) -> list[Value]:
    return [value for value, times in Counter(values).items() if times > 1]


def _listed(players: list[PlayerId]) -> str:
    return ", ".join(players)
