"""
Rating lists: what a register says on a day, published for good.

A list of a whole federation outgrows a message. It is published as a chain of events, the parts of one command, and not
by its digest in an object store (design §4), because then it has what every decision has: it stands in the log whole or
not at all (one atomic batch behind one fence), in order, under the digest of all its lines; a copy of the log is a copy
of the lists; and nothing can be there that the log does not know. A hundred thousand players are 13 parts of lines.
"""

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from contracts.codec import encode
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.rating import ListExtract, ListLine, ListPublished, PublishList, Revised
from contracts.refusals import RefusalCode, Refused
from services.rating.book import Ledger, number_on
from services.rating.career import Number
from services.rating.known import View
from services.rating.pages import in_parts
from services.rating.registers import named, numbered
from services.rating.settlement import as_listed
from services.rating.standing import ARCHIVED, INACTIVE, standing
from services.rating.state import State
from services.rules import loader
from services.rules.dsu import lists
from services.rules.dsu.steps import EventRules
from services.rules.ruleset import RuleSet, least_published

LINES: Final = 8000
"""Lines, revisions or names in one part of a list: it stays below a megabyte."""
_NO_BIRTH: Final = 0


def publish(command: PublishList, state: State, known: View) -> list[EventData]:
    """
    Publish the list of a day, in as many parts as it needs. The same again changes nothing.

    Refuses an id or a day that is taken, and a list on which nobody stands.
    """
    taken = state.lists.get(command.list)
    if taken:
        first = taken[0]
        if (first.federation, first.day) == (command.federation, command.day):
            return []
        raise Refused(
            RefusalCode.ALREADY_EXISTS, f"the list {command.list} is published: {first.federation} of {first.day}"
        )
    same = [one for one, parts in known.lists.items() if _is(parts[0], command.federation, command.day)]
    if same:
        raise Refused(RefusalCode.ALREADY_EXISTS, f"the list of {command.day} is published as {same[0]}", list=same[0])
    made = parts_of(command, known)
    if not made[0].lines:
        raise Refused(RefusalCode.INCOMPLETE, f"nobody has a number in {command.federation} on {command.day}")
    return list(made)


def parts_of(command: PublishList, known: View) -> list[ListPublished]:
    """Compute the parts of a list from what is known; to verify one, from what was known then."""
    federation, ledger = named(known.registers, command.federation)
    rules = loader.in_force(federation, command.day)
    lines = lines_of(rules, ledger, command.day)
    since, revised = revised_since(known, federation, ledger, command.day)
    extracts = _extracts(rules, ledger, lines, command)
    whole = ListPublished(
        list=command.list,
        federation=federation,
        day=command.day,
        rules=rules.id,
        digest=rules.digest,
        sha256=hashlib.sha256(encode(lines)).hexdigest(),
        part=1,
        parts=1,
        lines=lines,
        extracts=extracts,
        since=since,
        revised=revised,
        juniors=command.juniors,
        women=command.women,
        women_among=command.women_among,
        candidates=command.candidates,
    )
    return in_parts(whole, LINES)


def lines_of(rules: RuleSet, ledger: Ledger, day: dt.date) -> tuple[ListLine, ...]:
    """List everybody who has a number on a day and is not archived, highest first; equals by id."""
    numbers = ((player, number_on(ledger, player, day.toordinal())) for player in numbered(ledger))
    lines = (line for player, number in numbers if (line := _line(rules, player, number, day)) is not None)
    return tuple(sorted(lines, key=lambda one: (-one.rating, one.player)))


def _line(rules: RuleSet, player: PlayerId, number: Number | None, day: dt.date) -> ListLine | None:
    """
    Give a player's line, or none.

    One below the least that the rules publish stays in the register (it came from elsewhere) and is on no list, nor is
    one that is archived.
    """
    if number is None or number.rating is None or number.rating < least_published(rules):
        return None
    stands = standing(rules, number, day)
    if stands == ARCHIVED:
        return None
    return ListLine(
        player=player, rating=as_listed(rules, number, day) or 0, games=number.games, inactive=stands == INACTIVE
    )


def revised_since(known: View, federation: str, ledger: Ledger, day: dt.date) -> tuple[str, tuple[Revised, ...]]:
    """
    Say what has changed on the list before: its name, and each number that replay says otherwise today.

    The list itself stands as it was printed.
    """
    whole = (parts for parts in known.lists.values() if len(parts) == parts[0].parts)
    earlier = [parts for parts in whole if parts[0].federation == federation and parts[0].day < day]
    if not earlier:
        return "", ()
    before = max(earlier, key=lambda parts: parts[0].day)
    printed = {line.player: line.rating for part in before for line in part.lines}
    rules = loader.in_force(federation, before[0].day)
    today = {line.player: line.rating for line in lines_of(rules, ledger, before[0].day)}
    revised = tuple(
        Revised(player=player, was=printed.get(player), now=today.get(player))
        for player in sorted({*printed, *today})
        if printed.get(player) != today.get(player)
    )
    return before[0].list, revised


def _extracts(
    rules: RuleSet, ledger: Ledger, lines: Iterable[ListLine], command: PublishList
) -> tuple[ListExtract, ...]:
    """§ 4: at least 2200, with a candidate result, the highest juniors and women; nothing where the rules have none."""
    rule = rules.steps.lists if isinstance(rules, EventRules) else None
    if rule is None:
        return ()
    women, candidates = frozenset(command.women_among), frozenset(command.candidates)
    found = lists.extracts(
        rule,
        (
            lists.Line(
                player=one.player,
                rating=one.rating,
                birth=_first_day(ledger.born.get(one.player, _NO_BIRTH)),
                woman=one.player in women,
                candidate=one.player in candidates,
            )
            for one in lines
        ),
        command.day,
        juniors=command.juniors,
        women=command.women,
    )
    named_ = (
        ("strong", found.strong),
        ("candidates", found.candidates),
        ("juniors", found.juniors),
        ("women", found.women),
    )
    return tuple(ListExtract(name=name, players=tuple(PlayerId(one.player) for one in those)) for name, those in named_)


def _first_day(year: int) -> dt.date | None:
    """Give the first day of a year to stand for it: § 2 asks only in which year somebody turns 20."""
    return dt.date(year, 1, 1) if year else None


def _is(part: ListPublished, federation: str, day: dt.date) -> bool:
    return (part.federation, part.day) == (federation, day)


def differing(was: Iterable[ListPublished], now: Iterable[ListPublished]) -> Iterator[Revised]:
    """Give the lines in which a published list and its recomputation differ, by player."""
    printed = {line.player: line.rating for part in was for line in part.lines}
    found = {line.player: line.rating for part in now for line in part.lines}
    for player in sorted({*printed, *found}):
        if printed.get(player) != found.get(player):
            yield Revised(player=player, was=printed.get(player), now=found.get(player))
