"""What is still to be computed, in chronological order: at each place in time first tournaments, then numbers."""

from heapq import heappop, heappush

from contracts.ids import PlayerId
from services.rating.career import Order


class Due:
    """What is due at one place in time: accounts with whose numbers may differ (None: rate it anyway), and players."""

    __slots__ = ("accounts", "players")

    def __init__(self) -> None:
        self.accounts: dict[str, set[PlayerId] | None] = {}
        self.players: set[PlayerId] = set()


class Work:
    """A queue of places in time; each is taken once, after everything before it."""

    def __init__(self) -> None:
        self._waiting: list[Order] = []
        self._due: dict[Order, Due] = {}

    def rate(self, order: Order, account: str, player: PlayerId | None = None) -> None:
        """Rate an account: anew, or if the number with which a player comes in has changed."""
        accounts = self._at(order).accounts
        players = accounts.setdefault(account, set())
        if player is None:
            accounts[account] = None
        elif players is not None:
            players.add(player)

    def settle(self, order: Order, player: PlayerId) -> None:
        """Compute a player's number at a place in time."""
        self._at(order).players.add(player)

    def next(self) -> tuple[Order, Due] | None:
        """Take the earliest place at which something is due."""
        if not self._waiting:
            return None
        order = heappop(self._waiting)
        return order, self._due.pop(order)

    def _at(self, order: Order) -> Due:
        due = self._due.get(order)
        if due is None:
            due = self._due[order] = Due()
            heappush(self._waiting, order)
        return due
