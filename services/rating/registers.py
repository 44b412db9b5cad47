"""
The registers of a federation's log, one a rating system: what every one of them knows, and which a tournament is in.

A tournament under rules that nobody knows stands in a register without a name, not rated.
"""

from collections.abc import Iterator, Mapping

import msgspec

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.refusals import Refusal, RefusalCode, Refused
from services.rating import anew
from services.rating import ledger as book
from services.rating.book import Ledger
from services.rating.changes import Change, Start, check
from services.rating.finished import Finished
from services.rules.anchor import federation_of

UNNAMED = ""


class Registers(msgspec.Struct, omit_defaults=True):
    """
    The ledgers by federation; `everywhere` are numbers given that count in all of them, by event.

    `born` are birth years, `aliases` whom merged players are, `withdrawn` why tournaments do not count, all by id.
    While `deferred` nothing is rated in a new one.
    """

    ledgers: dict[str, Ledger] = {}
    everywhere: dict[EventId, Start] = {}
    born: dict[PlayerId, int] = {}
    aliases: dict[PlayerId, PlayerId] = {}
    withdrawn: dict[TournamentId, Refusal] = {}
    deferred: bool = False

    def copy(self) -> "Registers":
        """Return registers that can go their own way."""
        ledgers = {federation: ledger.copy() for federation, ledger in self.ledgers.items()}
        return Registers(
            ledgers, dict(self.everywhere), dict(self.born), dict(self.aliases), dict(self.withdrawn), self.deferred
        )


def ledger_of(registers: Registers, federation: str) -> Ledger:
    """Give a federation's ledger; a new one begins with what every register knows."""
    ledger = registers.ledgers.get(federation)
    if ledger is None:
        ledger = registers.ledgers[federation] = Ledger(born=dict(registers.born), aliases=dict(registers.aliases))
        if registers.deferred:
            anew.defer(ledger)
        for start in registers.everywhere.values():
            book.change(ledger, start)
    return ledger


def defer(registers: Registers) -> None:
    """Rate nothing until `settle` in registers that are still empty."""
    registers.deferred = True
    for ledger in registers.ledgers.values():
        anew.defer(ledger)


def settle(registers: Registers) -> None:
    """Rate what is due since `defer`."""
    registers.deferred = False
    for ledger in registers.ledgers.values():
        anew.settle(ledger)


def enter(registers: Registers, finished: Finished) -> None:
    """Enter a finished tournament in the register its rules belong to."""
    ledger = ledger_of(registers, federation_of(finished.rules))
    book.enter(ledger, finished)
    if finished.tournament in registers.withdrawn:
        book.bar(ledger, finished.tournament, registers.withdrawn[finished.tournament])


def change(registers: Registers, federation: str, what: Change) -> None:
    """
    Make a change in a federation's register; a number given without rules counts in every one.

    Raises `Refused` before anything is changed, as the ledger does.
    """
    check(what)
    if federation != UNNAMED or not isinstance(what, Start):
        book.change(ledger_of(registers, federation), what)
        return
    ledger_of(registers, UNNAMED)
    registers.everywhere[what.event] = what
    for ledger in registers.ledgers.values():
        book.change(ledger, what)


def withdraw(registers: Registers, tournament: TournamentId, reason: str) -> None:
    """Take a tournament's results out of its register, also if it has not been entered yet."""
    why = Refusal(code=RefusalCode.WRONG_STATUS, message=f"{tournament} is withdrawn from rating: {reason}", details={})
    registers.withdrawn[tournament] = why
    for ledger in registers.ledgers.values():
        if tournament in ledger.accounts:
            book.bar(ledger, tournament, why)


def restore(registers: Registers, tournament: TournamentId) -> None:
    """Undo what `withdraw` did."""
    why = registers.withdrawn.pop(tournament, None)
    for ledger in registers.ledgers.values():
        if why is not None and tournament in ledger.accounts:
            book.unbar(ledger, tournament, why)


def birth_year(registers: Registers, player: PlayerId, year: int) -> None:
    """Take in the year a player was born."""
    registers.born[player] = year
    for ledger in registers.ledgers.values():
        book.birth_year(ledger, player, year)


def link(registers: Registers, links: Mapping[PlayerId, PlayerId]) -> None:
    """Take in which players are merged into which."""
    registers.aliases = {player: _kept(links, player) for player in links if _kept(links, player) != player}
    for ledger in registers.ledgers.values():
        book.link(ledger, registers.aliases)


def _kept(links: Mapping[PlayerId, PlayerId], player: PlayerId) -> PlayerId:
    """Follow merges to the player who is kept; of a circle, which two units may race to, the least id is."""
    seen = [player]
    while (following := links.get(seen[-1])) is not None:
        if following in seen:
            return min(seen[seen.index(following) :])
        seen.append(following)
    return seen[-1]


def register_of(registers: Registers, tournament: TournamentId) -> str | None:
    """Name the federation in whose register a finished tournament stands; None if it is in none."""
    found = (federation for federation, ledger in registers.ledgers.items() if tournament in ledger.accounts)
    return next(found, None)


def named(registers: Registers, federation: str) -> tuple[str, Ledger]:
    """
    Give the register a person asks for: by name, or without one the only one there is.

    Refuses a federation nobody is rated in, and to choose between several.
    """
    known = sorted(one for one in registers.ledgers if one != UNNAMED)
    if federation:
        if federation not in known:
            raise Refused(RefusalCode.UNKNOWN_RULE_SET, f"nobody is rated in a register {federation!r}", known=known)
        return federation, registers.ledgers[federation]
    if len(known) > 1:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"which register: {' or '.join(known)}?", known=known)
    only = known[0] if known else UNNAMED
    return only, registers.ledgers.get(only, Ledger())


def numbered(ledger: Ledger) -> Iterator[PlayerId]:
    """Name everybody in a register under his own id."""
    return (player for player in ledger.careers if player not in ledger.aliases)


def names_of(ledger: Ledger, players: set[PlayerId]) -> set[PlayerId]:
    """Give under whom players stand in a register."""
    return {ledger.aliases.get(one, one) for one in players}
