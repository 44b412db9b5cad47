"""What rating answers: ratings as of a day, what a tournament did, explanations, what a change would do, lists."""

import datetime as dt

from contracts.codec import FactDecoder, Poison, encode
from contracts.envelope import Event
from contracts.ids import TournamentId
from contracts.rating import Explain, Explanation, ListHeader, ListPublished, RatedPlayer, RatingChange, Recalculation
from contracts.refusals import RefusalCode, Refused
from services.rating import differences, explain, registers
from services.rating.book import now, number_on
from services.rating.known import View, account_of, copied
from services.rating.settlement import as_listed
from services.rating.standing import standing
from services.rating.taking import STEPS, take
from services.rules import loader
from services.rules.ruleset import RuleSet


def ratings(
    view: View, federation: str = "", effective: dt.date | None = None, on: dt.date | None = None
) -> list[RatedPlayer]:
    """
    List every player of a register with a rating, highest first; equals by id.

    With a day (`on`) it says who is archived or inactive by then, under the rules in force, if they are held. A number
    is what a list of the day would say: after a pause it may be less (SSF Passivitetsavdrag).
    """
    register, book = registers.named(view.registers, federation)
    rules = None if on is None else _in_force(register, on)
    listing = _last_list(register, effective or on)
    numbers = (
        (
            player,
            now(book, player) if effective is None else number_on(book, player, effective.toordinal()),
        )
        for player in registers.numbered(book)
    )
    listed = [
        RatedPlayer(
            player=player,
            name=view.names.get(player, player),
            rating=number.rating if listing is None else as_listed(listing[0], number, listing[1]) or number.rating,
            games=number.games,
            standing="" if rules is None or on is None else standing(rules, number, on),
        )
        for player, number in numbers
        if number is not None and number.rating is not None
    ]
    return sorted(listed, key=lambda one: (-one.rating, one.player))


def _in_force(federation: str, on: dt.date) -> RuleSet | None:
    try:
        return loader.in_force(federation, on)
    except Refused:
        return None


def _last_list(federation: str, day: dt.date | None) -> tuple[RuleSet, dt.date] | None:
    """Give the rules of the last list that there can have been by a day, and the last day of these until then."""
    if day is None:
        return None
    ends = [one.effective_until for one in loader.all_sets() if (one.federation, one.kind) == (federation, "rating")]
    held = _in_force(federation, day) is not None
    by = day if held else max((one for one in ends if one and one < day), default=day)
    rules = _in_force(federation, by)
    return None if rules is None else (rules, by)


def tournament_changes(view: View, tournament: TournamentId) -> tuple[RatingChange, ...]:
    """Give what a finished tournament did to its players, in start-list order."""
    book, _ = account_of(view, tournament)
    return differences.changes(book, tournament)


def explanations(view: View, query: Explain) -> list[Explanation]:
    """Explain one tournament's change of a player's rating, or everything that ever changed his number."""
    player, tournament = query.player, query.tournament
    if tournament is not None:
        book, _ = account_of(view, tournament)
        told = explain.tournament(book, player, tournament)
        if not told:
            raise Refused(RefusalCode.NOT_ENTERED, f"{player} had no board in {tournament}", player=player)
        return told
    if player not in view.names:
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {player} is registered", player=player)
    _, book = registers.named(view.registers, query.federation)
    return explain.career(book, player)


def what_if(view: View, events: tuple[Event, ...]) -> list[Recalculation]:
    """Give every number that events which are not written would change, in chronological order; nothing is kept."""
    supposed = copied(view)
    decoder = FactDecoder(tuple(STEPS))
    try:
        for event in events:
            fact = decoder.decode(0, encode(event))
            supposed = supposed if fact is None else take(supposed, fact)
    except (Poison, LookupError) as error:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"these events fit no tournament here: {error}") from error
    was, would_be = view.registers, supposed.registers.ledgers
    if not would_be.keys() <= was.ledgers.keys():
        was = was.copy()
    return [
        one
        for federation in sorted(would_be)
        if federation != registers.UNNAMED or len(would_be) == 1
        for one in differences.difference(federation, registers.ledger_of(was, federation), would_be[federation])
    ]


def published_lists(view: View) -> list[ListHeader]:
    """Give the published lists at a glance, by day; one whose parts are still coming in is not there yet."""
    headers = [
        ListHeader(
            list=name,
            federation=first.federation,
            day=first.day,
            rules=first.rules,
            players=sum(len(part.lines) for part in parts),
            parts=first.parts,
        )
        for name, parts in view.lists.items()
        for first in parts[:1]
        if len(parts) == first.parts
    ]
    return sorted(headers, key=lambda one: (one.day, one.list))


def published_list(view: View, name: str, part: int) -> ListPublished:
    """Give a part of a published list; refuses a list or a part there is not."""
    parts = view.lists.get(name)
    if parts is None:
        raise Refused(RefusalCode.UNKNOWN_LIST, f"no list {name} is published", known=sorted(view.lists))
    if part > len(parts):
        raise Refused(RefusalCode.UNKNOWN_LIST, f"the list {name} has {len(parts)} parts", parts=len(parts))
    return parts[part - 1]
