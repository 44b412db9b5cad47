"""One-off changes of a register by decision: dated adjustments, and the yearly coordination with the FIDE list."""

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.rating import AdjustRatings, CoordinateWithFide, NumberChanged, RatingsAdjusted, RatingsCoordinated
from contracts.refusals import RefusalCode, Refused
from services.rating.book import Ledger, number_on
from services.rating.known import View
from services.rating.registers import named
from services.rating.state import State, coordination_key
from services.rules import loader
from services.rules.dsu import coordination
from services.rules.dsu.steps import EventRules
from services.rules.ruleset import of_system


def adjust(command: AdjustRatings, state: State) -> list[EventData]:
    """Make an adjustment on its day; again it changes nothing."""
    rules = loader.adjustment(command.adjustment)
    if rules.id in state.changes:
        return []
    return [
        RatingsAdjusted(adjustment=rules.id, digest=rules.digest, federation=rules.federation, day=rules.effective_from)
    ]


def coordinate_with_fide(command: CoordinateWithFide, state: State, known: View) -> list[EventData]:
    """
    4.5.6: compare the strongest players with the FIDE list and move them towards it.

    Refuses other lists and days than the rule names, a player twice or not in the register, a second time in a year.
    Where nothing is to be moved it is recorded all the same: it was done, and this is what came out.
    """
    rules = of_system(loader.load(command.rules), EventRules)
    rule = rules.steps.coordination
    if rule is None:
        raise Refused(RefusalCode.UNKNOWN_RULE_SET, f"{rules.id} knows no coordination with the FIDE list")
    coordination.check_lists(rule, command.own_list, command.fide_list)
    coordination.check_day(rule, command.day)
    if command.day.year != command.own_list.year:
        raise Refused(RefusalCode.INVALID_DATES, "the adjustment is made in the year of its lists", rule=rule.section)
    if coordination_key(rules.id, command.day) in state.changes:
        raise Refused(RefusalCode.ALREADY_EXISTS, f"the lists of {command.day.year} are coordinated", rule=rule.section)
    federation, ledger = named(known.registers, rules.federation)
    players = _both(command, known, federation, ledger)
    found = coordination.coordinate(rule, players)
    moved = tuple(PlayerId(one.player) for one in coordination.compared(rule, players)) if found.n else ()
    numbers = ((player, number_on(ledger, player, command.day.toordinal())) for player in moved)
    return [
        RatingsCoordinated(
            rules=rules.id,
            digest=rules.digest,
            day=command.day,
            own_list=command.own_list,
            fide_list=command.fide_list,
            mean_own=found.mean_danish,
            mean_fide=found.mean_fide,
            compared=found.compared,
            n=found.n,
            direction=found.direction,
            players=moved,
            changes=tuple(
                NumberChanged(player=player, before=number.rating, after=after)
                for player, number in numbers
                if number is not None and number.rating is not None
                for after in [coordination.adjusted(rule, number.rating, found.n, found.direction)]
                if after != number.rating
            ),
        )
    ]


def _both(command: CoordinateWithFide, known: View, federation: str, ledger: Ledger) -> list[coordination.OnBothLists]:
    """Set each player's number of our list beside the one of FIDE's; who has none of ours is left out."""
    seen: set[PlayerId] = set()
    published = {
        line.player: line.rating
        for parts in known.lists.values()
        for part in parts
        if (part.federation, part.day) == (federation, command.own_list)
        for line in part.lines
    }
    both = []
    for one in command.players:
        if one.player in seen:
            raise Refused(RefusalCode.INVALID_PAYLOAD, f"{one.player} is on the FIDE list twice", player=one.player)
        seen.add(one.player)
        number = number_on(ledger, ledger.aliases.get(one.player, one.player), command.own_list.toordinal())
        own = published.get(one.player) if published else None if number is None else number.rating
        if own is not None:
            both.append(coordination.OnBothLists(player=one.player, danish=own, fide=one.rating, fide_games=one.games))
    return both
