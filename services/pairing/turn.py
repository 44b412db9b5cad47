"""Whether it is a round's turn: what stops an arbiter from pairing or publishing it now."""

import datetime as dt

from contracts.ids import TournamentId
from contracts.refusals import RefusalCode, Refused
from services.chess.tournament import Game, Round, Tournament
from services.pairing.state import Completed, Running, State, Unannounced


def announced(state: State, tournament: TournamentId) -> Running | Completed:
    """Give the state of a tournament that is announced; refuses one that is not."""
    if isinstance(state, Unannounced):
        raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {tournament} is announced")
    return state


def running(state: State, tournament: TournamentId) -> Running:
    """Give the state of a tournament under way; refuses one that is completed."""
    known = announced(state, tournament)
    if isinstance(known, Completed):
        raise Refused(RefusalCode.WRONG_STATUS, f"{tournament} is completed; its rounds stand")
    return known


def refuse_turn(state: Running, number: int) -> None:
    """Refuse a round that is neither the next one nor the latest, that has begun, or that is paired by hand."""
    tournament = state.tournament
    published, rounds = len(tournament.rounds), tournament.announced.rounds
    if number > rounds:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND, f"{tournament.announced.tournament} has {rounds} rounds", rounds=rounds
        )
    if number > published + 1:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND, f"the next round to publish is {published + 1}, not {number}", next=published + 1
        )
    if number < published:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {number} stands: round {published} is published after it",
            rule="DSU §11d",
            published=published,
        )
    _refuse_begun(tournament, number)


def refuse_by_hand(state: Running) -> None:
    """Refuse what an open manual pairing would be overtaken by."""
    manual = state.desk.manual
    if manual is not None:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {manual.round} is being paired by hand; end that, or cancel it",
            round=manual.round,
            reason=manual.reason,
        )


def _refuse_begun(tournament: Tournament, number: int) -> None:
    """
    Refuse to change a round that has started (DSU §11d).

    It has when its start time has come, when a result is known, or when a game was broken off.
    """
    begun = tournament.round(number)
    if begun is None:
        return
    boards = _reported(begun)
    if boards:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {number} has begun: {len(boards)} of its boards are reported",
            rule="DSU §11d",
            boards=boards,
        )
    if begun.started:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {number} has started; its pairing can no longer be changed",
            rule="DSU §11d",
            round=number,
        )


def has_begun(tournament: Tournament, number: int) -> bool:
    """Whether a published round has started, or one of its boards is reported."""
    begun = tournament.round(number)
    return begun is not None and (begun.started or bool(_reported(begun)))


def _reported(begun: Round) -> list[int]:
    return [one.board for one in begun.games.values() if one.result is not None or _adjourned(one)]


def refuse_adjourned(tournament: Tournament, number: int, day: dt.date | None) -> None:
    """
    Refuse to pair a round while an adjourned game of an earlier one may still be played (DSU §11c).

    Judged on the `day` of the pairing, or on the day the round is announced for; the deadline itself is still a day to
    play. Where no day is known, an open adjourned game with a deadline refuses.
    """
    dates = tournament.announced.round_dates
    day = day or (dates[number - 1] if dates else None)
    waiting = [
        (earlier, game, game.open_until.deadline)
        for earlier, played in enumerate(tournament.rounds[: number - 1], start=1)
        for game in played.games.values()
        if game.open_until is not None and game.result is None and _adjourned(game)
    ]
    blocking = [(earlier, game, deadline) for earlier, game, deadline in waiting if day is None or day <= deadline]
    if blocking:
        last = max(deadline for _, _, deadline in blocking)
        advice = f"report the adjourned games, or pair after {last}"
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {number} is not paired before the adjourned games may no longer be played: the last until {last}; "
            + ("say on which day it is paired, or " if day is None else "")
            + advice,
            rule="DSU §11c",
            games=[
                {"round": earlier, "white": game.white, "black": game.black, "deadline": deadline}
                for earlier, game, deadline in blocking
            ],
            advice=advice,
        )


def _adjourned(game: Game) -> bool:
    return game.open_until is not None and game.open_until.how == "adjourned"
