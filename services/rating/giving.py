"""Numbers that are given and not played for: start ratings with their approvals, and games in events abroad."""

import datetime as dt
from typing import Final

from contracts.messages import EventData
from contracts.rating import Basis, ForeignEventReported, ReportForeignEvent, SetStartRating, StartRatingSet
from contracts.refusals import RefusalCode, Refused
from services.rating.book import Ledger, now, number_on
from services.rating.career import Number
from services.rating.known import View, book_of
from services.rating.registers import UNNAMED, ledger_of, names_of
from services.rating.state import State, start_key
from services.rules.anchor import federation_of, rules_of
from services.rules.dsu.register import Role, Standing, check_start_rating, may_be_proposed_anew, standing
from services.rules.dsu.steps import EventRules
from services.rules.loader import load
from services.rules.ruleset import RuleSet, least_given
from services.rules.ssf.register import check_beginner
from services.rules.ssf.steps import GameRules

_NO_DAY: Final = "a number given anew needs the rules it stands under, and its day"


def set_start_rating(command: SetStartRating, state: State, known: View) -> list[EventData]:
    """
    Give a registered player his first number in a register, or after a pause a new one.

    The same again changes nothing. Under rules with a floor a number below it is refused; with a proposer also one that
    he may not propose, or that lacks its approval (DSU 4.5.5.1 items 1-3); a beginner's is held against his age (SSF).
    """
    player = command.player
    if player not in known.names:
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {player} is registered", player=player)
    if player in known.links:
        raise Refused(RefusalCode.WRONG_STATUS, f"{player} is merged into {known.links[player]}", player=player)
    given = StartRatingSet(
        player=player,
        rating=command.rating,
        rules=command.rules,
        day=command.day,
        basis=command.basis,
        proposed_by=command.proposed_by,
        approved_by=command.approved_by,
        games=command.games,
    )
    federation = federation_of(load(command.rules).id) if command.rules else ""
    has = state.starts.get(start_key(player, federation))
    same = has is not None and (has.rating, has.games) == (command.rating, command.games)
    if has == given or (same and not command.basis.anew):
        return []
    if command.basis.anew:
        _check_anew(command, known)
    else:
        _check_first(command, has, known)
    if command.basis is Basis.BEGINNER:
        _check_beginner(command, known)
    if command.rules:
        _check_rules(command, load(command.rules))
    return [given]


def report_foreign_event(command: ReportForeignEvent, state: State, known: View) -> list[EventData]:
    """Take in what a player did abroad. The same again changes nothing; an id that is taken is refused."""
    reported = ForeignEventReported(
        event=command.event,
        player=command.player,
        name=command.name,
        starts=command.starts,
        ends=command.ends,
        reported=command.reported,
        rules=command.rules,
        games=command.games,
    )
    if state.foreign.get(command.event) == reported:
        return []
    if book_of(known, command.event) is not None or command.event in known.running or command.event in known.unrated:
        raise Refused(RefusalCode.ALREADY_EXISTS, f"there is a tournament {command.event} already, another one")
    if command.player not in known.names:
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {command.player} is registered", player=command.player)
    if not command.starts <= command.ends <= command.reported:
        raise Refused(
            RefusalCode.INVALID_DATES,
            f"{command.event} began on {command.starts}, ended on {command.ends} and was reported on"
            f" {command.reported}: that is no order of events",
        )
    rules_of(command.rules, command.reported, command.reported)
    return [reported]


def _check_first(command: SetStartRating, has: StartRatingSet | None, known: View) -> None:
    """Refuse a first number for who has one, in the register it is for or in every one, on its day or today."""
    if has is not None:
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"{command.player} has the start rating {_told(has)} already, not {_told(command)}",
            rating=has.rating,
            offered=command.rating,
        )
    named, books = federation_of(command.rules), known.registers.ledgers
    those = [name for name in books if name == named or not (named or name == UNNAMED)] or [UNNAMED]
    numbers = [_has(books[name], command) for name in those if name in books]
    if numbers and all(number is not None for number in numbers):
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"{command.player} has the rating {numbers[0]} already; another one needs a reason (its basis)",
            rating=numbers[0],
            offered=command.rating,
        )


def _told(number: StartRatingSet | SetStartRating) -> str:
    return f"{number.rating} after {number.games} games" if number.games else str(number.rating)


def _has(ledger: Ledger, command: SetStartRating) -> int | None:
    (player,) = names_of(ledger, {command.player})
    number = now(ledger, player) if command.day is None else number_on(ledger, player, command.day.toordinal())
    return None if number is None else number.rating


def _check_anew(command: SetStartRating, known: View) -> None:
    """4.5.5.1 items 5 and 6: refuse a new number where the pause was too short for it."""
    if not command.rules or command.day is None:
        raise Refused(RefusalCode.INVALID_PAYLOAD, _NO_DAY)
    rules = load(command.rules)
    number = _number(command, known, rules)
    if number is None or number.rating is None:
        raise Refused(RefusalCode.WRONG_STATUS, f"{command.player} has no number yet: it is his first")
    rule = rules.steps.inactivity if isinstance(rules, EventRules) else None
    if rule is None or command.basis is Basis.ASSESSED:
        return
    last = dt.date.fromordinal(number.last) if number.last else None
    if last is None:
        return
    allowed = (
        standing(rule, last, command.day) is Standing.MAY_START_AFRESH
        if command.basis is Basis.AFRESH
        else may_be_proposed_anew(rule, last, command.day)
    )
    if not allowed:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"{command.player} was last rated on {last}: on {command.day} that is not long enough ago"
            f" to be {command.basis.value.replace('_', ' ')}",
            rule=f"{rule.section} items 5-6",
            last=last,
        )


def _number(command: SetStartRating, known: View, rules: RuleSet) -> Number | None:
    if command.day is None or rules.federation not in known.registers.ledgers:
        return None
    ledger = ledger_of(known.registers, rules.federation)
    (player,) = names_of(ledger, {command.player})
    return number_on(ledger, player, command.day.toordinal())


def _check_beginner(command: SetStartRating, known: View) -> None:
    """SSF Startrating: refuse a number that is not a beginner's of his age."""
    rules = load(command.rules) if command.rules else None
    if command.day is None or not isinstance(rules, GameRules) or rules.steps.start is None:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD, "a beginner starts by his age under SSF's rules, on a day: name both"
        )
    born = known.registers.born.get(command.player)
    if born is None:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"{command.player} is registered without the year of his birth: a beginner starts by his age",
            rule=rules.steps.start.section,
        )
    check_beginner(rules.steps.start, command.rating, command.day.year - born)


def _check_rules(command: SetStartRating, rules: RuleSet) -> None:
    floor, section = least_given(rules)
    if command.rating < floor:
        raise Refused(
            RefusalCode.INVALID_RATING,
            f"{command.rating} lies below {floor}, the lowest rating of {command.rules}",
            rule=section,
            rating=command.rating,
            floor=floor,
        )
    start = rules.steps.start if isinstance(rules, EventRules) else None
    if command.proposed_by and start is not None:
        check_start_rating(
            start,
            command.rating,
            proposed_by=_role(command.proposed_by),
            approved_by=_role(command.approved_by) if command.approved_by else None,
            anew=_approver_anew(command, rules),
        )


def _approver_anew(command: SetStartRating, rules: RuleSet) -> str:
    """4.5.5.1 item 6: name who approves what is proposed anew."""
    rule = rules.steps.inactivity if isinstance(rules, EventRules) else None
    return rule.proposed_anew_approver if rule is not None and command.basis is Basis.PROPOSED_ANEW else ""


def _role(name: str) -> Role:
    if name not in set(Role):
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"nobody is a {name!r}; there are {', '.join(Role)}")
    return Role(name)
