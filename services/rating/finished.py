"""A finished tournament as rating keeps it: who met whom, how it counts, and the events that say so."""

import datetime as dt
from collections import Counter
from functools import cached_property
from typing import Final

import msgspec

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.points import Result
from contracts.rating import ForeignEventReported
from contracts.results import CancellationDecided, ResultCorrected, Scope
from services.chess.scoring import PointSystem
from services.rating.notices import Notice, in_order, notices_of
from services.rating.running import Running
from services.rules.event import Event
from services.rules.games import Game, GameStatus
from services.rules.register import Part, parts
from services.rules.ruleset import RuleSet

NOBODY: Final = PlayerId("_" * 48)
"""An opponent who is no player of ours (a foreign event). It is an id, so that a register is always read back."""


class Encounter(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """
    A board of a published round; `white` and `black` are places among the tournament's players.

    `result` counts for the standings, `rating` for the rating. `events` are the ids of its report and corrections.
    """

    round: int
    white: int
    black: int
    result: Result
    rating: Result
    events: tuple[EventId, ...]


class Finished(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """
    A finished tournament that is to be rated under `rules`: a rule set's id, or a federation's name.

    `players` are those who had a board, in start-list order; `byes` the half points each of them had without one, and
    `given` and `federations` what each was entered with. `round_dates` has a date a round, or none. `notices` are of
    games to which a player did not come. A `foreign` one has one player of ours; the others are `NOBODY`, with the
    numbers given. `part` counts those into which a tournament across the end of a period is split; then `starts`,
    `ends` and `encounters` are the part's own.
    """

    tournament: TournamentId
    rules: str
    starts: dt.date
    ends: dt.date
    players: tuple[PlayerId, ...]
    byes: tuple[int, ...]
    given: tuple[int | None, ...]
    encounters: tuple[Encounter, ...]
    completed: EventId
    round_dates: tuple[dt.date, ...] = ()
    foreign: bool = False
    part: int = 0
    notices: tuple[Notice, ...] = ()
    federations: tuple[str, ...] = ()

    @cached_property
    def event(self) -> Event:
        """The tournament as the rules see it, everybody's games counting; `Refused` if it cannot have happened."""
        return event_of(self, frozenset())


def finish(running: Running, completed: EventId) -> Finished:
    """Keep what rating needs of a tournament that the event `completed` has finished; an open board is left out."""
    met = {player for played in running.rounds for one in played.boards.values() for player in (one.white, one.black)}
    number = running.entered.get
    listed = sorted(met, key=lambda player: (number(player, 0), player))
    place = {player: index for index, player in enumerate(listed)}
    worth = PointSystem(pairing_bye=running.announced.bye_points).worth
    byes = Counter[PlayerId]()
    codes: dict[str, str] = {}
    for played in running.rounds:
        for bye in played.byes:
            byes[bye.player] += worth(bye.kind.value)
    return Finished(
        tournament=running.announced.tournament,
        rules=running.announced.rating_rules,
        starts=running.announced.starts,
        ends=running.announced.ends,
        players=tuple(listed),
        byes=tuple([byes[player] for player in listed]),
        given=tuple([running.ratings.get(player) for player in listed]),
        encounters=tuple(
            [
                Encounter(round_, place[one.white], place[one.black], one.result, one.rating or one.result, one.events)
                for round_, played in enumerate(running.rounds, start=1)
                for one in played.boards.values()
                if one.result is not None
            ]
        ),
        completed=completed,
        round_dates=running.announced.round_dates,
        notices=notices_of(running, place),
        # Of each federation's code one copy is kept, not one a player.
        federations=tuple([codes.setdefault(one, one) for one in [running.federations.get(two, "") for two in listed]]),
    )


def parts_of(finished: Finished, rules: RuleSet) -> list[tuple[Finished, dt.date | None]]:
    """Split a tournament as its rules do, each part with the list that takes it (None: it counts at once)."""
    found = parts(rules, finished.starts, finished.ends, finished.round_dates)
    return [(_part(finished, place, one), one.listed) for place, one in enumerate(found)]


def _part(finished: Finished, place: int, part: Part) -> Finished:
    if part.rounds is None:
        return finished
    encounters = tuple(one for one in finished.encounters if one.round in part.rounds)
    return msgspec.structs.replace(finished, part=place, starts=part.starts, ends=part.ends, encounters=encounters)


def correct(finished: Finished, correction: ResultCorrected, event: EventId) -> Finished:
    """
    Take a correction into a finished tournament, for standings and rating as its scope says.

    Raises `LookupError` if it has no such game: such an event is not to be applied.
    """
    scope = correction.scope

    def corrected(one: Encounter) -> Encounter:
        players = (finished.players[one.white], finished.players[one.black])
        if one.round != correction.round or players != (correction.white, correction.black):
            return one
        return Encounter(
            one.round,
            one.white,
            one.black,
            correction.result if Scope.STANDINGS in scope else one.result,
            correction.result if Scope.RATING in scope else one.rating,
            (*one.events, event),
        )

    encounters = tuple(corrected(one) for one in finished.encounters)
    if encounters == finished.encounters:
        raise LookupError(f"round {correction.round} has no game {correction.white}-{correction.black}")
    return msgspec.structs.replace(finished, encounters=encounters)


def notice(finished: Finished, decided: CancellationDecided, event: EventId) -> Finished:
    """
    Take a decision on a cancellation into a finished tournament; a later one stands in place of an earlier.

    Raises `LookupError` if the player has no game in the round: such an event is not to be applied.
    """
    place = finished.players.index(decided.player) if decided.player in finished.players else None
    if place is None or not any(
        one.round == decided.round and place in (one.white, one.black) for one in finished.encounters
    ):
        raise LookupError(f"round {decided.round} has no game of {decided.player}")
    others = (one for one in finished.notices if (one.round, one.place) != (decided.round, place))
    return msgspec.structs.replace(
        finished, notices=in_order((*others, Notice(decided.round, place, decided.approved, event)))
    )


def event_of(finished: Finished, unrated: frozenset[int]) -> Event:
    """
    Give the tournament as the rules see it; raises `Refused` if it cannot have happened.

    Games of the places in `unrated` count for nobody. A forfeit is a no-show, unless one who was not there had an
    approved cancellation (DSU 4.5.4.2) or had withdrawn. An all-play-all is what was one, whatever it was announced as;
    of an event abroad nobody here knows, nor who won it.
    """
    excused = frozenset((one.round, one.place) for one in finished.notices if one.approved)
    return Event(
        size=len(finished.players),
        games=tuple([_game(one, unrated, excused) for one in finished.encounters]),
        start=finished.starts,
        end=finished.ends,
        all_play_all=not finished.foreign and all_met(finished),
        match=len(finished.players) == _MATCH and not finished.foreign,
        winners=frozenset() if finished.foreign else winners(finished),
    )


def all_met(finished: Finished) -> bool:
    """Tell whether everybody met everybody, each the same number of times."""
    size = len(finished.players)
    if not size or len(finished.encounters) % (size * (size - 1) // 2 or 1):
        return False
    pairs = [
        one.white * size + one.black if one.white < one.black else one.black * size + one.white
        for one in finished.encounters
    ]
    met = Counter(pairs)
    return len(met) == size * (size - 1) // 2 and len(set(met.values())) == 1


def winners(finished: Finished) -> frozenset[int]:
    """Give the places of all who share the first place in points, byes and forfeits included."""
    points = list(finished.byes)
    for one in finished.encounters:
        white, black, _ = _COUNTS[one.result]
        points[one.white] += white
        points[one.black] += black
    best = max(points, default=0)
    return frozenset(place for place, own in enumerate(points) if own == best)


def _game(one: Encounter, unrated: frozenset[int], excused: frozenset[tuple[int, int]]) -> Game:
    white, black, status = _COUNTS[one.rating]
    if status is GameStatus.PLAYED and (one.white in unrated or one.black in unrated):
        status = GameStatus.EXCLUDED
    elif status is GameStatus.NO_SHOW and excused:
        away = [place for place, points in ((one.white, white), (one.black, black)) if not points]
        if any((one.round, place) in excused for place in away):
            status = GameStatus.UNPLAYED
    return Game(one.white, one.black, white, black, status)


def _status(result: Result) -> GameStatus:
    if not result.played:
        return GameStatus.NO_SHOW
    return GameStatus.PLAYED if result.rated else GameStatus.EXCLUDED


_COUNTS: Final = {result: (*result.points, _status(result)) for result in Result}
"""Half points of White and Black, and how rating counts the game; looked up a million times in a replay."""


def foreign(reported: ForeignEventReported, event: EventId) -> Finished:
    """
    Keep a player's games abroad as a tournament of him and opponents who are nobody.

    It counts on the day it was reported, from the number he had then (DSU 4.5.4.1).
    """
    opponents = len(reported.games)
    return Finished(
        tournament=reported.event,
        rules=reported.rules,
        starts=reported.reported,
        ends=reported.reported,
        players=(reported.player, *[NOBODY] * opponents),
        byes=(0,) * (opponents + 1),
        given=(None, *[game.opponent for game in reported.games]),
        encounters=tuple(
            Encounter(place, 0, place, _OF_POINTS[game.score], _OF_POINTS[game.score], (event,))
            for place, game in enumerate(reported.games, start=1)
        ),
        completed=event,
        foreign=True,
    )


_MATCH: Final = 2
_OF_POINTS: Final = {result.points[0]: result for result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)}
