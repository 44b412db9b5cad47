"""Why a rating is what it is: each tournament's steps, each list's and each change's, and the events they rest on."""

import datetime as dt
from collections.abc import Iterable, Iterator

import msgspec

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.rating import Explanation, Step
from services.rating.account import Account, as_seen, is_guest
from services.rating.book import Ledger, entry_of, keys_of
from services.rating.career import PLAYED, Entry, Number, number_before
from services.rating.changes import Printed, Start, applied
from services.rating.differences import rating_of
from services.rating.encounters import Encounter
from services.rating.finished import NOBODY, Finished
from services.rating.settlement import after
from services.rules.dsu.group import missed_whole_event
from services.rules.dsu.steps import EventRules
from services.rules.event import Event
from services.rules.event import Step as RuleStep
from services.rules.games import Game, GameStatus
from services.rules.loader import load
from services.rules.rating import explain
from services.rules.ruleset import RuleSet
from services.rules.ssf.steps import GameRules


def career(ledger: Ledger, player: PlayerId) -> list[Explanation]:
    """Explain everything that ever changed a player's number, in chronological order."""
    player = ledger.aliases.get(player, player)
    told: list[Explanation] = []
    for entry in ledger.careers.get(player, ()):
        if entry.sources:
            told += [of_account(ledger, ledger.accounts[one.account], one.place) for one in entry.sources]
            continue
        before = number_before(ledger.careers[player], entry.order)
        if entry.number != before:
            told.append(_change(ledger, player, before, entry))
    return told


def tournament(ledger: Ledger, player: PlayerId, tournament: TournamentId) -> list[Explanation]:
    """
    Explain what a tournament did to a player, each part of it; nothing if he had no board in it.

    The events are the number he came in with if it was given to him, the reports and corrections of his games, and the
    completion. What his opponents' numbers rest on is explained by asking about them.
    """
    player = ledger.aliases.get(player, player)
    accounts = [ledger.accounts[key] for key in keys_of(ledger, tournament)]
    return [of_account(ledger, one, one.players.index(player)) for one in accounts if player in one.players]


def _change(ledger: Ledger, player: PlayerId, before: Number | None, entry: Entry) -> Explanation:
    change = ledger.changes[EventId(entry.order.name)]
    trace: list[RuleStep] = []
    number = applied(change, before, trace)
    value = str(rating_of(number))
    if isinstance(change, Printed):
        steps = [Step(section="", what="published on a list: coefficients ask for it", value=str(change.rating))]
    elif isinstance(change, Start):
        what = "start rating" if rating_of(before) is None else "a number given anew"
        steps = [Step(section="", what=what, value=value)]
    else:
        steps = [Step(**msgspec.structs.asdict(one)) for one in trace] or [
            Step(section="", what=f"changed under {change.rules}", value=value)
        ]
    return Explanation(
        player=player,
        tournament=None,
        effective=dt.date.fromordinal(change.day),
        rules="" if isinstance(change, Start | Printed) else change.rules,
        before=rating_of(before),
        after=rating_of(number),
        steps=tuple(steps),
        events=(EventId(change.event.split("/")[0]),),
    )


def of_account(ledger: Ledger, account: Account, who: int) -> Explanation:
    """Explain what a part of a tournament did to the player with the place `who` in it."""
    finished, player = account.finished, account.players[who]
    own = [one for one in finished.encounters if who in (one.white, one.black)]
    before, entry = entry_of(ledger, player, account.order)
    return Explanation(
        player=player,
        tournament=finished.tournament,
        effective=finished.ends,
        rules=account.rules or finished.rules,
        before=rating_of(before),
        after=None if entry is None else rating_of(entry.number),
        steps=tuple(_steps(ledger, account, who)),
        events=tuple(
            dict.fromkeys(
                [*_given(ledger, account, player), *_game_events(own), *_notices(finished, own), finished.completed]
            )
        ),
    )


def _steps(ledger: Ledger, account: Account, who: int) -> Iterator[Step]:
    if account.problem is not None:
        yield Step(
            section=account.problem.rule,
            what=f"the tournament is not rated: {account.problem.message}",
            value="not rated",
        )
        return
    rules = load(account.rules)
    event, entrants = as_seen(rules, account, ledger.born)
    yield from _left_out(rules, account, who, event)
    if not _rated(account, rules, who):
        return
    if isinstance(rules, EventRules) and entrants[who].rating is not None and rating_of(account.at_start[who]) is None:
        what = "a foreigner without a number counts with the one he was entered with: his Elo, or a national number"
        yield Step(section=rules.steps.unrated.section, what=what, value=str(entrants[who].rating))
    steps = explain(rules, event, entrants, who)
    yield from (_named(account, one) for one in steps)
    yield from _entered(ledger, account, who, rules)


def _entered(ledger: Ledger, account: Account, who: int, rules: RuleSet) -> Iterator[Step]:
    """Say how the result came into the register, where that is more than the event alone."""
    player = account.players[who]
    before, entry = entry_of(ledger, player, account.order)
    rated = account.rated[who]
    if entry is None or (account.order.rank == PLAYED and (not rated.games or rating_of(before) == rated.start)):
        return
    if account.order.rank == PLAYED and rating_of(before) is None:
        what = "he comes into the register with this number"
        yield Step(section=rules.steps.unrated.section, what=what, value=str(rating_of(entry.number)))
        return
    if account.order.rank == PLAYED:
        what = "the gain is added to the registered number: another event ended, or a change was made, in between"
    else:
        what = f"with all results of the period in the list of {dt.date.fromordinal(account.order.day)}"
    yield Step(
        section=rules.source.section,
        what=what,
        value=str(rating_of(before) or "unrated"),
        inputs={"rated from": str(rated.start or "unrated"), **_together(ledger, account, entry)},
    )
    trace: list[RuleStep] = []
    after(ledger.accounts, entry.sources, account.order, before, ledger.born.get(player, 0), trace)
    yield from (_named(account, one) for one in trace)


def _together(ledger: Ledger, account: Account, entry: Entry) -> dict[str, str]:
    """Name the tournaments that are settled together, where they are."""
    if account.order.rank == PLAYED:
        return {}
    return {"tournaments": " ".join(ledger.accounts[one.account].finished.tournament for one in entry.sources)}


def _notices(finished: Finished, own: Iterable[Encounter]) -> Iterator[EventId]:
    """Name what was decided about games that were not played."""
    for one in own:
        if not one.rating.played:
            yield from (
                told.event
                for told in finished.notices
                if told.round == one.round and told.place in {one.white, one.black}
            )


def _left_out(rules: RuleSet, account: Account, who: int, event: Event) -> Iterator[Step]:
    """Say which games are not rated, and why, and which are rated though they were not played (DSU 4.5.4.2)."""
    section = rules.steps.games.section
    if not _rated(account, rules, who):
        what = f"no start rating on {account.finished.ends}: no game is rated for him, nor a number made of them"
        if isinstance(rules, EventRules) and is_guest(rules, account.finished, who):
            section = rules.steps.unrated.section
            what = "a foreigner without a number, whom nobody with one has met, or with 0 or 100 %: not rated"
        yield Step(section=section, what=what, value="not rated")
        return
    missed = missed_whole_event(event)
    for one, game in zip(account.finished.encounters, iter(event.games), strict=True):
        if who not in {one.white, one.black}:
            continue
        opponent = one.black if one.white == who else one.white
        what, value = _how(rules, account, one, game, missed)
        if not _known(account, rules, opponent):
            what, value = "a game is not rated: the opponent has no start rating", "not rated"
        if what:
            inputs = {"round": str(one.round), "opponent": _name(account, opponent), "result": one.rating.value}
            yield Step(section=section, what=what, value=value, inputs=inputs)


def _rated(account: Account, rules: RuleSet, who: int) -> bool:
    """Tell whether a player's games count for him: he has a number, where the rules want one."""
    if isinstance(rules, GameRules):
        return account.at_start[who] is not None
    return not isinstance(rules, EventRules) or account.rated[who].start is not None


def _known(account: Account, rules: RuleSet, place: int) -> bool:
    """Tell whether a player counts for his opponents; under SSF's rules also by the number he was entered with."""
    substituted = isinstance(rules, GameRules) and account.finished.given[place] is not None
    return substituted or _rated(account, rules, place)


def _how(rules: RuleSet, account: Account, one: Encounter, game: Game, missed: frozenset[int]) -> tuple[str, str]:
    """Say what is special about a game, and what it counts as; nothing of one that was played and is rated."""
    if one.rating.played:
        return ("", "") if one.rating.rated else ("a game is not rated: less than one move was made", "not rated")
    if not isinstance(rules, EventRules):
        return "a game is not rated: it was not played", "not rated"
    away = [place for place, points in ((one.white, game.points), (one.black, game.points_second)) if not points]
    names = " and ".join(_name(account, place) for place in away)
    if game.status is not GameStatus.NO_SHOW:
        return f"a game is not rated: {names} did not come, by an approved cancellation or withdrawn", "not rated"
    if not missed.isdisjoint(away):
        return f"a game is not rated: {names} did not come, and not to any game", "not rated"
    return f"a game is rated that was not played: {names} did not come, without an approved cancellation", "rated"


def _named(account: Account, step: RuleStep) -> Step:
    """Put the opponent's id where the rules, which know places only, have his place."""
    inputs = dict(step.inputs)
    if "opponent" in inputs:
        inputs["opponent"] = _name(account, int(inputs["opponent"]))
    return Step(**{**msgspec.structs.asdict(step), "inputs": inputs})


def _name(account: Account, place: int) -> str:
    player = account.players[place]
    return f"opponent {place}" if player == NOBODY else player


def _given(ledger: Ledger, account: Account, player: PlayerId) -> list[EventId]:
    """Name the event that gave the number a player came in with, if one did."""
    number = account.at_start[account.players.index(player)]
    entries = ledger.careers.get(player, ())
    found = [one for one in entries if not one.sources and one.order < account.order and one.number == number]
    return [EventId(found[-1].order.name)] if found and number is not None else []


def _game_events(own: Iterable[Encounter]) -> Iterator[EventId]:
    for one in own:
        yield from one.events
