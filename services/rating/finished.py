"""A finished tournament as rating keeps it: who met whom, how it counts, and the events that say so."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import chain
from typing import Final

import msgspec

from contracts.ids import EventId, KnownPlayer, PlayerId, TournamentId
from contracts.points import Result
from contracts.rating import ForeignEventReported
from contracts.refusals import Refused
from contracts.registration import RatingOption
from contracts.results import CancellationDecided, ResultCorrected, Scope
from services.chess.scoring import PointSystem
from services.chess.tournament import cancellation_key
from services.rating.encounters import COUNTS, Encounter, Encounters, encounters, played
from services.rating.notices import Notice, in_order, notices_of
from services.rating.running import Running
from services.rules.event import Event
from services.rules.games import Counted, Game, Games, GameStatus, by_columns
from services.rules.register import Part, parts
from services.rules.ruleset import RuleSet

NOBODY: Final = PlayerId("_" * 48)
"""An opponent who is no player of ours (a foreign event). It is an id, so that a register is always read back."""


class Late(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """The game of a round in which the player at a place had White was finished on a day that is not the round's."""

    round: int
    white: int
    day: dt.date


class Finished(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """
    A finished tournament that is to be rated under `rules`: a rule set's id, or a federation's name.

    `players` are those who had a board, in start-list order; `byes` the half points each of them had without one, and
    `given` and `federations` what each was entered with. `round_dates` has a date a round, or none. `notices` are of
    games to which a player did not come. A `foreign` one has one player of ours; the others are `NOBODY`, with the
    numbers given. `part` counts those into which a tournament across the end of a period is split; then `starts`,
    `ends` and `encounters` are the part's own. `options` are the district's. `late` are games that were adjourned or
    postponed, with the day on which they were finished.
    """

    tournament: TournamentId
    rules: str
    starts: dt.date
    ends: dt.date
    players: tuple[KnownPlayer, ...]
    byes: tuple[int, ...]
    given: tuple[int | None, ...]
    encounters: Encounters
    completed: EventId
    round_dates: tuple[dt.date, ...] = ()
    foreign: bool = False
    part: int = 0
    notices: tuple[Notice, ...] = ()
    federations: tuple[str, ...] = ()
    options: tuple[RatingOption, ...] = ()
    late: tuple[Late, ...] = ()

    @cached_property
    def event(self) -> Event:
        """The tournament as the rules see it, everybody's games counting; `Refused` if it cannot have happened."""
        return event_of(self, frozenset())


def finish(running: Running, completed: EventId) -> Finished:
    """Keep what rating needs of a tournament that the event `completed` has finished; an open board is left out."""
    met = set(chain.from_iterable(chain(one.white, one.black) for one in running.rounds))
    number, ratings, codes = running.entered, running.ratings, dict[str, str]()
    listed = sorted(met, key=lambda player: (number.get(player, 0), player))
    place = {player: index for index, player in enumerate(listed)}
    worth = PointSystem(pairing_bye=running.announced.bye_points).worth
    byes = Counter[PlayerId]()
    for one in running.rounds:
        for bye in one.byes:
            byes[bye.player] += worth(bye.kind.value)
    return Finished(
        tournament=running.announced.tournament,
        rules=running.announced.rating_rules,
        starts=running.announced.starts,
        ends=running.announced.ends,
        players=tuple(listed),
        byes=tuple([byes.get(player, 0) for player in listed]),
        given=tuple([ratings.get(player) for player in listed]),
        encounters=played(running.rounds, place),
        completed=completed,
        round_dates=running.announced.round_dates,
        notices=notices_of(running, place),
        options=running.announced.rating_options,
        late=_late_of(running, place) if running.late else (),
        # Of each federation's code one copy is kept, not one a player.
        federations=tuple(
            [codes.setdefault(one, one) for one in [running.federations.get(player, "") for player in listed]]
        ),
    )


def _late_of(running: Running, place: Mapping[PlayerId, int]) -> tuple[Late, ...]:
    return tuple(
        Late(number, place[player], day)
        for number, one in enumerate(running.rounds, start=1)
        for player in one.white
        if (day := running.late.get(cancellation_key(number, player))) is not None
    )


def parts_of(finished: Finished, rules: RuleSet) -> list[tuple[Finished, dt.date | None]]:
    """Split a tournament as its rules do, each part with the list that takes it (None: it counts at once)."""
    late = {one.day for one in finished.late}
    found = parts(rules, finished.starts, finished.ends, finished.round_dates, finished.options, late)
    if len(found) == 1:
        return [(finished, found[0].listed)]
    return [(_part(finished, place, one), one.listed) for place, one in enumerate(found)]


def _part(finished: Finished, place: int, part: Part) -> Finished:
    late = {(one.round, one.white): one.day for one in finished.late}

    def within(one: Encounter) -> bool:
        day = late.get((one.round, one.white))
        return day in part.late if day else part.rounds is None or one.round in part.rounds

    own = encounters(one for one in finished.encounters if within(one))
    return msgspec.structs.replace(finished, part=place, starts=part.starts, ends=part.ends, encounters=own)


def correct(finished: Finished, correction: ResultCorrected, event: EventId) -> Finished:
    """
    Take a correction into a finished tournament, for standings and rating as its scope says.

    Raises `LookupError` if it has no such game: such an event is not to be applied.
    """
    players, boards, scope = finished.players, finished.encounters, correction.scope
    try:
        place = boards.place(correction.round, players.index(correction.white), players.index(correction.black))
    except ValueError as error:
        game = f"{correction.white}-{correction.black}"
        raise LookupError(f"round {correction.round} has no game {game}") from error
    result = correction.result if Scope.STANDINGS in scope else None
    rating = correction.result if Scope.RATING in scope else None
    corrected = msgspec.structs.replace(finished, encounters=boards.corrected(place, result, rating, event))
    if "event" in finished.__dict__ and not finished.notices:
        corrected.__dict__["event"] = _event_corrected(finished.event, corrected, place)
    return corrected


def _event_corrected(was: Event, corrected: Finished, place: int) -> Event:
    """Give an event that is known with a board's result as it is now; what no result changes stays as it was."""
    games = by_columns(was.size, was.games).corrected(place, corrected.encounters.ratings[place])
    won = frozenset[int]() if corrected.foreign else winners(corrected, games)
    return msgspec.structs.replace(was, games=games, winners=won, checked=True)


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


class Prepared(msgspec.Struct, frozen=True, array_like=True):
    """What of the event a tournament is depends on nobody's number, and costs a look at every game (see `Counted`)."""

    games: list[int]
    score: list[int]
    against: list[int]
    all_met: bool
    all_played: bool
    winners: tuple[int, ...]


def prepared(finished: Finished) -> Prepared | None:
    """Work out what can be known of a tournament before it is rated; None if it cannot have happened."""
    try:
        event = finished.event
    except Refused:
        return None
    games = event.columns
    counted = games.counted
    return Prepared(
        counted.games, counted.score, counted.against, games.all_met, games.all_played, tuple(sorted(event.winners))
    )


def prepare(finished: Finished, known: Prepared) -> None:
    """Make a tournament ready to be rated by what has been worked out of it before."""
    finished.__dict__["event"] = event_of(finished, frozenset(), known)


def event_of(finished: Finished, unrated: frozenset[int], known: Prepared | None = None) -> Event:
    """
    Give the tournament as the rules see it; raises `Refused` if it cannot have happened.

    Games of the places in `unrated` count for nobody. A forfeit is a no-show, unless one who was not there had an
    approved cancellation (DSU 4.5.4.2) or had withdrawn. An all-play-all is what was one, whatever it was announced as;
    of an event abroad nobody here knows, nor who won it. What is `known` is not worked out again, nor checked.
    """
    boards = finished.encounters
    size = len(finished.players)
    games = Games(size, boards.white, boards.black, boards.ratings, COUNTS)
    if unrated or finished.notices:
        excused = frozenset((one.round, one.place) for one in finished.notices if one.approved)
        games = by_columns(size, [_game(one, unrated, excused) for one in boards])
    if known is not None:
        counted = Counted(games.first, games.second, known.games, known.score, known.against)
        games.know(counted, all_met=known.all_met, all_played=known.all_played)
    return Event(
        size=size,
        games=games,
        start=finished.starts,
        end=finished.ends,
        all_play_all=not finished.foreign and games.all_met,
        match=size == _MATCH and not finished.foreign,
        winners=frozenset() if finished.foreign else frozenset(known.winners) if known else winners(finished, games),
        options=frozenset([one.value for one in finished.options]),
        checked=known is not None,
    )


def winners(finished: Finished, games: Games) -> frozenset[int]:
    """
    Give the places of all who share the first place in points, byes and forfeits included.

    `games` are as rating counts them; their points are those of the standings but where a correction parted the two.
    """
    boards = finished.encounters
    if boards.results != boards.ratings:
        games = Games(games.size, games.first, games.second, boards.results, COUNTS)
    points = [bye + score for bye, score in zip(finished.byes, games.counted.score, strict=True)]
    best = max(points, default=0)
    return frozenset(place for place, own in enumerate(points) if own == best)


def _game(one: Encounter, unrated: frozenset[int], excused: frozenset[tuple[int, int]]) -> Game:
    white, black, status = COUNTS[one.rating]
    if status is GameStatus.PLAYED and (one.white in unrated or one.black in unrated):
        status = GameStatus.EXCLUDED
    elif status is GameStatus.NO_SHOW and excused:
        away = [place for place, points in ((one.white, white), (one.black, black)) if not points]
        if any((one.round, place) in excused for place in away):
            status = GameStatus.UNPLAYED
    return Game(one.white, one.black, white, black, status)


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
        encounters=encounters(
            Encounter(place, 0, place, _OF_POINTS[game.score], _OF_POINTS[game.score], (event,))
            for place, game in enumerate(reported.games, start=1)
        ),
        completed=event,
        foreign=True,
    )


_MATCH: Final = 2
_OF_POINTS: Final = {result.points[0]: result for result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)}
