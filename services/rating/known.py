"""What rating knows, and how a tournament is found in it."""

import msgspec

from contracts.ids import PlayerId, TournamentId
from contracts.rating import ListPublished
from contracts.refusals import RefusalCode, Refused
from services.rating import registers
from services.rating.account import Account
from services.rating.book import Ledger
from services.rating.registers import Registers
from services.rating.running import Running


class View(msgspec.Struct):
    """
    Names, tournaments under way, the registers, published lists, and finished tournaments announced as not rated.

    `links` are merges by the player who is not kept.
    Owned by one projection, which alone changes it, with the registers and the tournaments under way.
    """

    names: dict[PlayerId, str] = {}
    links: dict[PlayerId, PlayerId] = {}
    running: dict[TournamentId, Running] = {}
    registers: Registers = msgspec.field(default_factory=Registers)
    unrated: set[TournamentId] = set()
    lists: dict[str, tuple[ListPublished, ...]] = {}


def copied(view: View) -> View:
    """Give a view that can go its own way."""
    return View(
        dict(view.names),
        dict(view.links),
        {tournament: one.copy() for tournament, one in view.running.items()},
        view.registers.copy(),
        set(view.unrated),
        dict(view.lists),
    )


def book_of(view: View, tournament: TournamentId) -> Ledger | None:
    """Give the ledger a finished tournament stands in, if there is one."""
    federation = registers.register_of(view.registers, tournament)
    return None if federation is None else view.registers.ledgers[federation]


def account_of(view: View, tournament: TournamentId) -> tuple[Ledger, Account]:
    """Give a finished tournament and its ledger; refuses one that is unknown, under way, or not rated."""
    book = book_of(view, tournament)
    if book is not None:
        return book, book.accounts[tournament]
    if tournament in view.running:
        raise Refused(RefusalCode.INCOMPLETE, f"{tournament} is not finished")
    if tournament in view.unrated:
        raise Refused(RefusalCode.WRONG_STATUS, f"{tournament} was announced as not rated")
    raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {tournament} is announced")
