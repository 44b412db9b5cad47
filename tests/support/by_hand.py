"""
A register rated by hand: every point in time once, in order, from nothing, by what `services.rules` says.

Written for the tests and shared with nothing: no cascade, no career, no cut-off. It takes from a ledger only what was
reported - the tournaments, the changes, who is whom - and none of its numbers.
"""

import datetime as dt
from typing import Any, NamedTuple

from contracts.ids import PlayerId
from contracts.refusals import RefusalCode, Refused
from services.rating.book import Ledger
from services.rating.changes import Adjustment, Change, Coordinated, Printed, Start
from services.rating.finished import NOBODY, event_of
from services.rules import loader
from services.rules.adjustment import adjusted
from services.rules.dsu import coordination
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Event, Performance, Rated
from services.rules.rating import first_rating, rate_event, settle
from services.rules.register import paused
from services.rules.ssf.steps import GameRules

LISTED, CHANGED, GIVEN, PLAYED = range(4)


class Known(NamedTuple):
    """What is known of a player at some time."""

    rating: int | None = None
    games: int = 0
    peak: int = 0
    last: dt.date | None = None
    pool: tuple[Performance, ...] = ()
    """What he has brought towards a first rating."""


class Told(NamedTuple):
    when: tuple[dt.date, int]
    known: Known


class ByHand:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.told: dict[PlayerId, list[Told]] = {}
        self.firsts: set[tuple[PlayerId, tuple[dt.date, int]]] = set()
        """Who was given his first number, and when."""
        self.found: dict[tuple[PlayerId, str], tuple[int | None, int | None]] = {}
        """(before, after) by player and tournament, or day of the list."""

    def rated(self) -> dict[tuple[PlayerId, str], tuple[int | None, int | None]]:
        points: dict[Any, list[Any]] = {}
        for account in self.ledger.accounts.values():
            points.setdefault(account.order, []).append(account)
        for change in self.ledger.changes.values():
            rank = GIVEN if isinstance(change, Start) else CHANGED
            points.setdefault((change.day, rank, 0, change.event), []).append(change)
        for order in sorted(points):
            when = (dt.date.fromordinal(order[0]), order[1])
            if order[1] in (CHANGED, GIVEN):
                for change in points[order]:
                    self.change(change, when)
            else:
                self.count(sorted(points[order], key=lambda one: (one.finished.tournament, one.finished.part)), when)
        return self.found

    def known(self, player: PlayerId, before: tuple[dt.date, int] | None = None) -> Known:
        told = [one.known for one in self.told.get(player, []) if before is None or one.when < before]
        return told[-1] if told else Known()

    def tell(self, player: PlayerId, when: tuple[dt.date, int], known: Known) -> None:
        self.told.setdefault(player, []).append(Told(when, known))

    def change(self, change: Change, when: tuple[dt.date, int]) -> None:
        for player in self.concerned(change):
            was = self.known(player)
            rating = was.rating
            if isinstance(change, Printed):
                if player in self.told:
                    self.tell(player, when, was._replace(peak=max(was.peak, change.rating)))
                continue
            if isinstance(change, Start):
                if rating is not None and not change.anew:
                    continue
                if rating is None:
                    self.firsts.add((player, when))
                rating = change.rating
            elif rating is not None and isinstance(change, Adjustment):
                rating = adjusted(loader.adjustment(change.rules), rating)
            elif rating is not None and isinstance(change, Coordinated):
                rules = loader.load(change.rules)
                assert isinstance(rules, EventRules)
                assert rules.steps.coordination is not None
                rating = coordination.adjusted(rules.steps.coordination, rating, change.n, change.direction)
            if isinstance(change, Start) or rating != was.rating:
                pool = () if isinstance(change, Start) else was.pool
                self.tell(player, when, was._replace(rating=rating, peak=max(was.peak, rating or 0), pool=pool))

    def concerned(self, change: Change) -> set[PlayerId]:
        aliases = self.ledger.aliases
        match change:
            case Adjustment():
                return set(self.told)
            case Printed(player=player):
                return {aliases.get(player, player)}
            case Coordinated(players=players):
                return {aliases.get(one, one) for one in players}
            case Start(player=player):
                kept = aliases.get(player, player)
                own = any(isinstance(one, Start) and one.player == kept for one in self.ledger.changes.values())
                return {kept} if player == kept or not own else set()

    def count(self, accounts: list[Any], when: tuple[dt.date, int]) -> None:
        brought: dict[PlayerId, list[tuple[Any, Known, Rated]]] = {}
        outcomes: dict[int, tuple[list[Known], tuple[Rated, ...]]] = {}
        run_up: dict[tuple[str, PlayerId], int] = {}
        for account in sorted(
            accounts, key=lambda one: (one.finished.ends, one.finished.starts, one.finished.tournament)
        ):
            comes = [self.comes(account, player) for player in account.players]
            so_far = [run_up.get((account.rules, player), 0) for player in account.players]
            try:
                outcomes[id(account)] = comes, self.rate(account, comes, so_far)
            except Refused:
                continue
            for player, one in zip(account.players, outcomes[id(account)][1], strict=True):
                run_up[account.rules, player] = run_up.get((account.rules, player), 0) + one.gain
        for account in accounts:
            comes, rated = outcomes.get(id(account), ([], ()))
            for player, known, one in zip(account.players if rated else (), comes, rated, strict=True):
                if player != NOBODY:
                    brought.setdefault(player, []).append((account, known, one))
        for player, results in brought.items():
            was = self.known(player)
            now = self.settled(player, was, results, when)
            if now != was:
                self.tell(player, when, now)
            for account, _, _ in results:
                key = account.finished.tournament if when[1] == PLAYED else when[0].isoformat()
                self.found[player, key] = (was.rating, now.rating)

    def comes(self, account: Any, player: PlayerId) -> Known:
        starts, ends = account.finished.starts, account.finished.ends
        known = self.known(player, (starts, PLAYED))
        if known.rating is None:
            during = [
                one.known
                for one in self.told.get(player, [])
                if one.when >= (starts, PLAYED) and (player, one.when) in self.firsts and one.when[0] <= ends
            ]
            return during[0] if during else known
        rules = loader.load(account.rules) if account.rules else None
        if isinstance(rules, GameRules) and known.last is not None:
            return known._replace(rating=paused(rules, known.rating, known.last, starts))
        return known

    def rate(self, account: Any, comes: list[Known], so_far: list[int]) -> tuple[Rated, ...]:
        if account.barred is not None:
            raise Refused(account.barred.code, account.barred.message)
        ours = [one for one in account.players if one != NOBODY]
        if len(ours) != len(set(ours)):
            raise Refused(RefusalCode.ALREADY_EXISTS, "a player twice")
        rules, finished = loader.load(account.rules), account.finished
        given = finished.given if isinstance(rules, GameRules) or finished.foreign else [None] * len(comes)
        ratings = [other if one.rating is None else one.rating for one, other in zip(comes, given, strict=True)]
        event: Event
        if isinstance(rules, EventRules | GameRules):
            unknown = frozenset(place for place, one in enumerate(ratings) if one is None)
            substituted = isinstance(rules, GameRules)
            event = event_of(finished, unknown if substituted else frozenset())
            guests = [] if substituted else self.guests(finished, ratings)
            entrants = [
                Entrant(
                    rating=finished.given[place] if place in guests else one or (1 if substituted else None),
                    waits=one is None and place not in guests,
                    running=100 * (one or 1) + so_far[place] if "bonus" in finished.options else None,
                )
                for place, one in enumerate(ratings)
            ]
        else:
            event, entrants = event_of(finished, frozenset()), []
            for player, known, rating in zip(account.players, comes, ratings, strict=True):
                by_now = self.known(player) if player != NOBODY else known
                then = rating is None and by_now.rating is not None
                one = by_now if then else known
                entrants.append(
                    Entrant(
                        rating=by_now.rating if then else rating,
                        games=one.games if one.rating else 0,
                        peak=one.peak if one.rating else 0,
                        birth_year=self.ledger.born.get(player, 0),
                        unrated_then=then,
                    )
                )
        return rate_event(rules, event, entrants).rated

    def guests(self, finished: Any, ratings: list[int | None]) -> list[int]:
        """Who has no Danish number and is none of DEN."""
        codes = finished.federations or ("",) * len(ratings)
        return [place for place, one in enumerate(ratings) if one is None and codes[place] not in {"DEN", "FID", ""}]

    def settled(self, player: PlayerId, was: Known, results: list[Any], when: tuple[dt.date, int]) -> Known:
        now = was
        for name in sorted({account.rules for account, _, _ in results}):
            group = [one for one in results if one[0].rules == name]
            now = self.settled_under(loader.load(name), player, now, group, when)
        return now

    def settled_under(
        self, rules: Any, player: PlayerId, was: Known, results: list[Any], when: tuple[dt.date, int]
    ) -> Known:
        day = when[0]
        if was.rating is None and isinstance(rules, EventRules):
            started = [one.start for _, _, one in results if one.games]
            if not started:
                return was
            was = was._replace(rating=started[0], peak=max(was.peak, started[0]))
        if was.rating is None:
            return was if isinstance(rules, GameRules) else self.first(rules, was, results, day)
        played = [(account, one) for account, known, one in results if one.games and known is not None]
        if isinstance(rules, EventRules):
            played = [(account, one) for account, _, one in results if one.games and one.start is not None]
        if not played:
            return was
        rating = was.rating
        if isinstance(rules, GameRules) and was.last is not None:
            rating = paused(rules, rating, was.last, day - dt.timedelta(days=1))
        entrant = Entrant(rating=rating, games=was.games, peak=was.peak, birth_year=self.ledger.born.get(player, 0))
        options = frozenset(option.value for account, _, _ in results for option in account.finished.options)
        new = settle(rules, entrant, [one for _, one in played], on=day, options=options).published
        return Known(
            new,
            was.games + sum(one.games for _, one in played),
            max(was.peak, new or 0),
            max(account.finished.ends for account, _ in played)
            if was.last is None
            else max(was.last, *(account.finished.ends for account, _ in played)),
        )

    def first(self, rules: Any, was: Known, results: list[Any], day: dt.date) -> Known:
        brought = [(account, one.performance) for account, _, one in results if one.performance is not None]
        counts = tuple(one for _, one in brought if one.counts)
        if not counts:
            return was
        ends = [account.finished.ends for account, _ in brought]
        last = max([*ends, was.last] if was.last else ends)
        found = first_rating(rules, (*was.pool, *counts), on=day)
        if found.published is None:
            return was._replace(last=last, pool=(*was.pool, *counts))
        return Known(found.published, was.games + found.games, max(was.peak, found.published), last)
