"""A tournament in a register: the numbers its players came in with, and what the rules made of it."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from contracts.ids import PlayerId
from contracts.refusals import Refusal
from services.rating.career import Number, Order
from services.rating.finished import NOBODY, Finished, event_of
from services.rules.dsu.foreigners import is_foreigner
from services.rules.dsu.steps import EventRules
from services.rules.event import RATING_LIMIT, Entrant, Event, Rated
from services.rules.loader import load
from services.rules.rating import rate_event, rate_some, reached
from services.rules.ruleset import RuleSet
from services.rules.ssf.steps import GameRules
from services.rules.tally import POINT

Numbers = tuple[Number | None, ...]
"""A number for each player of a tournament, in their order; None: he has none."""

_PLACEHOLDER: Final = 1
"""What stands for a number in a list that must be full, for a player none of whose games count."""
_UNRATED: Final = Entrant()
_WAITING: Final = Entrant(waits=True)


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """
    A finished tournament, or its part in one period, as a register has it.

    `players` are those under whom its results count: a merged player's under the one that is kept. `rules` is the rule
    set's id ("" where there is none), `order` the point of a career at which it counts. `at_start` are the numbers its
    players had when it began, `since` those that players without one have got before it counts.
    `earlier` is what each of them has gained on the same list before (hundredths), where a bonus asks for it; else ().
    `barred` says why it may not be rated (unknown rules, withdrawn, a player twice); `problem` why it is not, which is
    the same or what the rules refuse.
    """

    finished: Finished
    players: tuple[PlayerId, ...]
    rules: str
    order: Order
    at_start: Numbers = ()
    since: Numbers = ()
    earlier: tuple[int, ...] = ()
    rated: tuple[Rated, ...] = ()
    barred: Refusal | None = None
    problem: Refusal | None = None


def key_of(finished: Finished) -> str:
    """Name the account of a tournament or of a part of it; no id holds a number sign."""
    return f"{finished.tournament}#{finished.part}" if finished.part else finished.tournament


def rate(account: Account, born: Mapping[PlayerId, int], moved: Collection[int] = ()) -> tuple[Rated, ...]:
    """
    Rate a tournament from the numbers its players came in with; raises `Refused`.

    If it has been rated already, and since then only the numbers at the places in `moved` have become others, only
    those are rated again whom these can reach.
    """
    rules = load(account.rules)
    event, entrants = as_seen(rules, account, born)
    if not (moved and account.rated and all(one.rating for one in entrants)):
        return rate_event(rules, event, entrants).rated
    rated = list(account.rated)
    for place, one in rate_some(rules, event, entrants, reached(rules, event, moved)).items():
        rated[place] = one
    return tuple(rated)


def as_seen(rules: RuleSet, account: Account, born: Mapping[PlayerId, int]) -> tuple[Event, list[Entrant]]:
    """Give the event and the entrants as the rules see them."""
    match rules:
        case EventRules():
            return account.finished.event, _between_rated(rules, account)
        case GameRules():
            return _with_substitutes(account)
        case _:
            return account.finished.event, _with_unrated(account, born)


def _between_rated(rules: EventRules, account: Account) -> list[Entrant]:
    """
    DSU: a game against somebody without a number counts for neither side.

    A foreigner has one: the Elo he was entered with, else a national number, else his performance (4.5.5.2).
    """
    finished = account.finished
    entrants = []
    for place, number in enumerate(account.at_start):
        if number is not None and number.rating is not None:
            entrants.append(_numbered(number.rating))
            continue
        given = finished.given[place]
        if is_guest(rules, finished, place):
            entrants.append(_UNRATED if given is None else Entrant(rating=given))
        else:
            entrants.append(Entrant(rating=given) if finished.foreign and given is not None else _WAITING)
    return entrants


@lru_cache(maxsize=RATING_LIMIT)
def _numbered(rating: int) -> Entrant:
    """Give somebody with a number, of whom these rules ask nothing else."""
    return Entrant(rating=rating)


def is_guest(rules: EventRules, finished: Finished, place: int) -> bool:
    """4.5.5.2: tell whether somebody comes into the register by what is known of a foreigner."""
    return bool(finished.federations) and is_foreigner(rules.steps.unrated, finished.federations[place])


def _with_substitutes(account: Account) -> tuple[Event, list[Entrant]]:
    """SSF: who has no Swedish number counts with the Elo or estimate he was entered with; without that not at all."""
    finished = account.finished
    ratings = [
        given if number is None or number.rating is None else number.rating
        for number, given in zip(account.at_start, finished.given, strict=True)
    ]
    without = frozenset(place for place, one in enumerate(ratings) if one is None)
    event = event_of(finished, without) if without else finished.event
    known = [_PLACEHOLDER if rating is None else rating for rating in ratings]
    if not account.earlier:
        return event, [Entrant(rating=rating) for rating in known]
    gained = zip(known, account.earlier, strict=True)
    return event, [Entrant(rating=rating, running=POINT * rating + gain) for rating, gain in gained]


def _with_unrated(account: Account, born: Mapping[PlayerId, int]) -> list[Entrant]:
    """FIDE: unrated players play for a first rating; who has one by now is rated, but not for his opponents (8.2.4)."""
    entrants = []
    for player, number, since, given in zip(
        account.players, account.at_start, account.since, account.finished.given, strict=True
    ):
        if number is not None and number.rating is not None:
            entrants.append(_entrant(number, born.get(player, 0), then=False))
        elif since is not None and since.rating is not None:
            entrants.append(_entrant(since, born.get(player, 0), then=True))
        elif player == NOBODY and given is not None:
            entrants.append(Entrant(rating=given))
        else:
            entrants.append(_UNRATED)
    return entrants


def _entrant(number: Number, birth_year: int, *, then: bool) -> Entrant:
    return Entrant(rating=number.rating, games=number.games, peak=number.peak, birth_year=birth_year, unrated_then=then)
