"""
What a title takes beside its norms: games, one calm event, a rating.

| section | what | done | confidence |
|---|---|---|---|
| Rapportering | 24 games with a norm of an all-play-all, else 30 | `title_games` | printed |
| Rapportering | one, two or three whole points over take off as many games | `title_games` | printed; they add up (R) |
| Rapportering | one event with at most a game a day | `calm_event` | printed |
| Rapportering | GM 2500 to WFM 2100, at the application or within seven years | `rating_reached` | printed |
| Rapportering | reached in mid-period or mid-event | `rating_reached`, by the days the caller gives | printed |
| Rapportering | norms of FIDE's own championships | no: not in the summary | |
"""

from collections.abc import Sequence
from datetime import date

import msgspec

from contracts.refusals import RefusalCode, Refused
from contracts.registration import Title
from services.rules.dates import months_later
from services.rules.event import Trace
from services.rules.explanation import note
from services.rules.fide2000.title_steps import GamesOfNorms, RatingReached, TitleRules
from services.rules.rounding import exact_text


class NormTaken(msgspec.Struct, frozen=True, kw_only=True):
    """A norm as it counts towards a title: its games, where it was taken, half points above it (`Norm.over`)."""

    games: int
    all_play_all: bool
    over: int = 0


class TitleGames(msgspec.Struct, frozen=True, kw_only=True):
    """The games of all norms, and how many the title takes."""

    games: int
    needed: int

    @property
    def enough(self) -> bool:
        """Whether there are as many as needed."""
        return self.games >= self.needed


def title_games(rules: TitleRules, norms: Sequence[NormTaken], trace: Trace = None) -> TitleGames:
    """
    Give the games of the norms and those needed: 24 with an all-play-all among them, else 30, less the points over.

    Only whole points over count, at most three an event; those of several events add up (R). Refuses no norm at all,
    one of fewer than nine games, and points over that its games cannot bring.
    """
    rule = rules.steps.title
    if not norms:
        raise Refused(RefusalCode.INCOMPLETE, "a title takes norms, and none is given", rule=rule.section)
    for one in norms:
        _check(rules, one)
    in_group = any(one.all_play_all for one in norms)
    base = rule.games if in_group else rule.otherwise
    less = sum(min(one.over // 2, rule.over) for one in norms)
    found = TitleGames(games=sum(one.games for one in norms), needed=base - less)
    if trace is not None:
        where = "with a norm in an all-play-all" if in_group else "without a norm in an all-play-all"
        note(trace, rule.section, f"games {where}", base)
        over = " + ".join(exact_text(one.over, 2) for one in norms)
        note(trace, rule.section, f"whole points over, an event at most {rule.over}", less, over=over)
        note(trace, rule.section, "games needed", found.needed, games=found.games)
    return found


def _check(rules: TitleRules, one: NormTaken) -> None:
    least, section = rules.steps.games.least, rules.steps.games.section
    if one.games < least:
        raise Refused(RefusalCode.INCOMPLETE, f"{one.games} games are no norm: at least {least} needed", rule=section)
    if not 0 <= one.over <= 2 * one.games:
        over = exact_text(one.over, 2)
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{over} points above a norm cannot come from {one.games} games",
            rule=section,
        )


def calm_event(rule: GamesOfNorms, most_a_day: Sequence[int]) -> bool:
    """Whether one of the events had at most one game a day, by the most games each had on a day; refuses below one."""
    if any(one < 1 for one in most_a_day):
        raise Refused(RefusalCode.INVALID_PAYLOAD, "an event has a game on some day", rule=rule.section)
    return any(one <= rule.a_day for one in most_a_day)


def rating_reached(
    rule: RatingReached, title: Title, ratings: Sequence[tuple[date, int]], application: date, first_norm: date | None
) -> bool:
    """
    Whether a player has the number a title takes; `ratings` are his numbers with their days, also in mid-event.

    The latest one by the application must reach it, or any from the first norm on until seven years after it, both
    days included (R). Without a norm (FM, WFM) only the first holds. Refuses a title that takes no number.
    """
    least = next((one.least for one in rule.titles if one.title == title), None)
    if least is None:
        known = ", ".join(one.title for one in rule.titles)
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"no rating is given for {title or 'no title'}; there are {known}",
            rule=rule.section,
        )
    before = sorted((one for one in ratings if one[0] <= application), key=lambda one: one[0])
    if before and before[-1][1] >= least:
        return True
    if first_norm is None:
        return False
    last = months_later(first_norm, rule.months)
    return any(first_norm <= day <= last and rating >= least for day, rating in ratings)
