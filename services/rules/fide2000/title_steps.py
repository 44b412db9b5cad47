"""The steps of a system that awards norms by the tournament's category, and the strategies written for them."""

import msgspec

from contracts.registration import Title
from services.rules.fide2000.tables import Categories
from services.rules.strategy import Positive, Rules, Strategy, Whole


class AverageWithOwn(Strategy, frozen=True, kw_only=True, tag="average_with_own"):
    """
    Rapportering, Elotal: the category by the average of the player and his opponents, in a Swiss too.

    An unrated player counts as `unrated`; nobody has a number below `lowest`.
    """

    table: Categories
    unrated: Positive
    lowest: Positive


class NearestHalfPoint(Strategy, frozen=True, kw_only=True, tag="nearest_half_point"):
    """Percentage times games, to the nearest half point, .25 and .75 up."""


class LeastHalfPoint(Strategy, frozen=True, kw_only=True, tag="least_half_point"):
    """Percentage times games, and no half point less."""


class PlayedGames(Strategy, frozen=True, kw_only=True, tag="played_games"):
    """Rapportering: at least `least` games, none of them a bye or a walkover."""

    least: Positive


class TitledMet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to have met enough: at least `least` opponents of `title`."""

    norm: Title
    least: Positive
    title: Title


class TitledOpponents(Strategy, frozen=True, kw_only=True, tag="titled_opponents"):
    """
    Rapportering: for a norm any one of its rows in `any_of` must be met.

    For a woman's norm an opponent of at least `woman_grandmaster` is as good as a WGM.
    """

    any_of: tuple[TitledMet, ...]
    woman_grandmaster: Positive


class GamesOfNorms(Strategy, frozen=True, kw_only=True, tag="games_of_norms"):
    """
    Rapportering: a title takes norms over `games` games with an all-play-all among them, else over `otherwise`.

    Each whole point above a norm, at most `over` an event, takes one game off. One event has at most `a_day` a day.
    """

    games: Positive
    otherwise: Positive
    over: Whole
    a_day: Positive


class TitleRating(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number a title takes."""

    title: Title
    least: Positive


class RatingReached(Strategy, frozen=True, kw_only=True, tag="rating_reached"):
    """Rapportering: a rating at the application, or within `months` from the first norm."""

    titles: tuple[TitleRating, ...]
    months: Positive


class TitleSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a norm takes, and then a title."""

    games: PlayedGames
    category: AverageWithOwn
    points: NearestHalfPoint | LeastHalfPoint
    opponents: TitledOpponents
    title: GamesOfNorms
    rating: RatingReached


class TitleRules(Rules, frozen=True, kw_only=True, tag="by_category"):
    """Rules of norms and titles; no event is rated under them."""

    steps: TitleSteps
