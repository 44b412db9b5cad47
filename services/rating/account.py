"""A tournament in a register: the numbers its players came in with, and what the rules made of it."""

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from contracts.ids import PlayerId
from contracts.refusals import Refusal
from services.rating.career import Number, Order
from services.rating.finished import NOBODY, Finished, event_of
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Event, Rated
from services.rules.loader import load
from services.rules.rating import rate_event, rate_some, reached
from services.rules.ruleset import RuleSet
from services.rules.ssf.steps import GameRules

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
    `barred` says why it may not be rated (unknown rules, withdrawn, a player twice); `problem` why it is not, which is
    the same or what the rules refuse.
    """

    finished: Finished
    players: tuple[PlayerId, ...]
    rules: str
    order: Order
    at_start: Numbers = ()
    since: Numbers = ()
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
            return account.finished.event, _between_rated(account)
        case GameRules():
            return _with_substitutes(account)
        case _:
            return account.finished.event, _with_unrated(account, born)


def _between_rated(account: Account) -> list[Entrant]:
    """DSU: a game against somebody without a number counts for neither side."""
    finished = account.finished
    numbers = [_rating(one) for one in account.at_start]
    if finished.foreign:
        numbers = [given if own is None else own for own, given in zip(numbers, finished.given, strict=True)]
    return [
        _WAITING if rating is None else Entrant(rating=rating, games=0 if number is None else number.games)
        for rating, number in zip(numbers, account.at_start, strict=True)
    ]


def _with_substitutes(account: Account) -> tuple[Event, list[Entrant]]:
    """SSF: who has no Swedish number counts with the Elo or estimate he was entered with; without that not at all."""
    finished = account.finished
    ratings = [
        given if number is None or number.rating is None else number.rating
        for number, given in zip(account.at_start, finished.given, strict=True)
    ]
    without = frozenset(place for place, one in enumerate(ratings) if one is None)
    event = event_of(finished, without) if without else finished.event
    return event, [Entrant(rating=_PLACEHOLDER if rating is None else rating) for rating in ratings]


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


def _rating(number: Number | None) -> int | None:
    return None if number is None else number.rating
