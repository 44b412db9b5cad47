"""Registers settled on lists, told by hand: finished tournaments, numbers given, numbers on a day."""

import datetime as dt
from collections.abc import Sequence

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.points import Result
from contracts.registration import RatingOption
from services.rating import book
from services.rating import ledger as room
from services.rating.book import Ledger
from services.rating.changes import Start
from services.rating.encounters import Encounter, encounters
from services.rating.finished import Finished

Games = Sequence[tuple[int, int, str]]
"""White's place, Black's, the result; a round each."""


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def finished(  # noqa: PLR0913  a tournament has that many parts
    name: str,
    days: tuple[str, str],
    players: Sequence[PlayerId],
    games: Games = ((0, 1, "1-0"),),
    *,
    rules: str,
    round_dates: Sequence[str] = (),
    given: Sequence[int | None] = (),
    options: Sequence[RatingOption] = (),
) -> Finished:
    return Finished(
        tournament=TournamentId(name),
        rules=rules,
        starts=day(days[0]),
        ends=day(days[1]),
        players=tuple(players),
        byes=(0,) * len(players),
        given=tuple(given) or (None,) * len(players),
        encounters=encounters(
            Encounter(number, white, black, Result(result), Result(result), (EventId(f"{name}:{number}"),))
            for number, (white, black, result) in enumerate(games, start=1)
        ),
        completed=EventId(f"{name}:end"),
        round_dates=tuple(map(day, round_dates)),
        options=tuple(options),
    )


def started(on: str, **numbers: int) -> Ledger:
    ledger = Ledger()
    for player, rating in numbers.items():
        room.change(ledger, Start(PlayerId(player), rating, day(on).toordinal(), EventId(f"{player}:0")))
    return ledger


def rating(ledger: Ledger, player: PlayerId, on: str) -> int | None:
    number = book.number_on(ledger, player, day(on).toordinal())
    return None if number is None else number.rating
