"""Why a rating is what it is: each tournament's steps, and the events they rest on."""

import datetime as dt
from collections.abc import Iterable, Iterator

import msgspec

from contracts.ids import EventId, PlayerId
from contracts.points import Result
from contracts.rating import Explanation, Step
from services.rating.finished import Encounter
from services.rating.ledger import Account, Ledger, Start, added, entrants, event_rated, outcome, rules_of
from services.rules.dsu.steps import EventRules
from services.rules.event import Step as RuleStep
from services.rules.rating import explain


def start_rating(player: PlayerId, start: Start) -> Explanation:
    """Explain a start rating: it was set."""
    rating = start.number.rating
    return Explanation(
        player=player,
        tournament=None,
        effective=dt.date.fromordinal(start.day),
        rules="",
        before=None,
        after=rating,
        steps=(Step(section="", what="start rating", value=str(rating)),),
        events=(start.event,),
    )


def tournament(ledger: Ledger, account: Account, player: PlayerId) -> Explanation:
    """
    Explain what a tournament did to a player.

    The events are his start rating if he came in with it, the reports and corrections of his games, and the
    completion. What his opponents' numbers rest on is explained by asking about them.
    """
    finished = account.finished
    who = finished.players.index(player)
    own = [one for one in finished.encounters if who in (one.white, one.black)]
    before, after = account.before[who], account.after[who]
    return Explanation(
        player=player,
        tournament=finished.tournament,
        effective=finished.ends,
        rules=finished.rules,
        before=None if before is None else before.rating,
        after=None if after is None else after.rating,
        steps=tuple(_steps(account, who, own)),
        events=(*_start_event(ledger, account, player), *_game_events(own), finished.completed),
    )


def _steps(account: Account, who: int, own: list[Encounter]) -> Iterator[Step]:
    if account.problem is not None:
        yield Step(
            section=account.problem.rule,
            what=f"the tournament is not rated: {account.problem.message}",
            value="not rated",
        )
        return
    rules = rules_of(account.finished.rules)
    yield from _left_out(rules, account, who, own)
    number, registered = account.at_start[who], account.before[who]
    if number is None or registered is None:
        return
    steps = explain(rules, event_rated(account), entrants(account), who)
    yield from (_named(account, one) for one in steps)
    if number.rating == registered.rating:
        return
    trace: list[RuleStep] = []
    added(rules, account, who, outcome(rules, account)[who], trace)
    yield Step(
        section=rules.source.section,
        what="the gain is added to the registered number: another event ended in between",
        value=str(registered.rating),
        inputs={"rated from": str(number.rating)},
    )
    yield from (_named(account, one) for one in trace)


def _left_out(rules: EventRules, account: Account, who: int, own: Iterable[Encounter]) -> Iterator[Step]:
    """Say which games are not rated, and why."""
    players = account.finished.players
    if account.at_start[who] is None:
        yield Step(
            section=rules.steps.games.section,
            what=f"no start rating on {account.finished.ends}: no game is rated, for either side",
            value="not rated",
        )
        return
    for one in own:
        opponent = one.black if one.white == who else one.white
        why = _why_not(one.rating, unrated=account.at_start[opponent] is None)
        if why:
            yield Step(
                section=rules.steps.games.section,
                what=f"a game is not rated: {why}",
                value="not rated",
                inputs={"round": str(one.round), "opponent": players[opponent], "result": one.rating.value},
            )


def _why_not(result: Result, *, unrated: bool) -> str:
    if not result.played:
        return "it was not played"
    if not result.rated:
        return "less than one move was made"
    return "the opponent has no start rating" if unrated else ""


def _named(account: Account, step: RuleStep) -> Step:
    """Put the opponent's id where the rules, which know places only, have his place."""
    inputs = dict(step.inputs)
    if "opponent" in inputs:
        inputs["opponent"] = account.finished.players[int(inputs["opponent"])]
    return Step(**{**msgspec.structs.asdict(step), "inputs": inputs})


def _start_event(ledger: Ledger, account: Account, player: PlayerId) -> list[EventId]:
    start = ledger.starts.get(player)
    number = account.before[account.finished.players.index(player)]
    return [start.event] if start is not None and number == start.number else []


def _game_events(own: Iterable[Encounter]) -> Iterator[EventId]:
    for one in own:
        yield from one.events
