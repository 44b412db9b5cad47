"""
The arbiter's desk: what is arranged for the pairing of a tournament beside its entries, rounds and results.

Lots, options, byes on request, players kept apart, the latest proposal of each round, a round being paired by hand.
"""

from typing import Any, Final

import msgspec

from contracts.arrangements import ByePolicy, Reason
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import (
    Acceleration,
    ByeCancelled,
    ByeGranted,
    LotsDrawn,
    ManualPairingBegun,
    ManualPairingCancelled,
    ManualPairingEnded,
    PairingAllowed,
    PairingChanged,
    PairingForbidden,
    PairingOptionsSet,
    RoundProposed,
    RoundPublished,
    StartListCorrected,
    SystemPairing,
)
from contracts.points import ByeKind
from services.chess.colours import Colour
from services.pairing.layout import Layout, changed, layout


class Manual(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is being paired by hand. `overridden` are the rules broken on purpose, `forced` the reasons why."""

    round: int
    reason: str
    layout: Layout
    system: SystemPairing
    overridden: tuple[Reason, ...] = ()
    forced: tuple[str, ...] = ()


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """
    What is arranged.

    `orders` are the lots of a knock-out by round; `byes` those granted, by round and player; `proposals` the latest of
    each round. `first_numbers` are the start numbers of round 1 of those who were numbered otherwise since. `events`
    counts the events of the tournament that are known.
    """

    events: int = 0
    initial_colour: Colour | None = None
    numbers_drawn: bool = False
    first_numbers: dict[PlayerId, int] = {}
    orders: dict[int, tuple[PlayerId, ...]] = {}
    options: dict[str, str] = {}
    acceleration: Acceleration = ""
    bye_policy: ByePolicy = ByePolicy()
    byes: dict[int, dict[PlayerId, ByeKind]] = {}
    forbidden: tuple[PairingForbidden, ...] = ()
    proposals: dict[int, RoundProposed] = {}
    manual: Manual | None = None

    def bye(self, number: int, player: PlayerId) -> ByeKind | None:
        """Return the bye a player was granted for a round."""
        return self.byes.get(number, {}).get(player)

    def kept_apart(self, one: PlayerId, other: PlayerId, number: int) -> PairingForbidden | None:
        """Find what keeps two players apart in a round."""
        return next(
            (ban for ban in self.forbidden if {one, other} == {ban.first, ban.second} and holds(ban, number)), None
        )


def holds(ban: PairingForbidden, number: int) -> bool:
    """Whether two players are kept apart in a round."""
    return ban.first_round <= number and (ban.last_round is None or number <= ban.last_round)


def arrange(desk: Desk, event: EventData) -> Desk:
    """Take one event of the tournament to the desk; total, never refuses."""
    step = _STEPS.get(type(event))
    arranged = desk if step is None else step(desk, event)
    return msgspec.structs.replace(arranged, events=desk.events + 1)


def _lots(desk: Desk, event: LotsDrawn) -> Desk:
    colour = desk.initial_colour if event.initial_colour is None else Colour(event.initial_colour)
    orders = {**desk.orders, event.round: event.order} if event.order else desk.orders
    drawn = desk.numbers_drawn or bool(event.numbers)
    return msgspec.structs.replace(desk, initial_colour=colour, numbers_drawn=drawn, orders=orders)


def _renumbered(desk: Desk, event: StartListCorrected) -> Desk:
    before = {one.player: one.before for one in event.numbers}
    return msgspec.structs.replace(desk, first_numbers=before | desk.first_numbers)


def _published(desk: Desk, event: RoundPublished) -> Desk:
    return desk if event.round > 1 else msgspec.structs.replace(desk, first_numbers={})


def _options(desk: Desk, event: PairingOptionsSet) -> Desk:
    return msgspec.structs.replace(desk, options=event.options, acceleration=event.acceleration, bye_policy=event.byes)


def _granted(desk: Desk, event: ByeGranted) -> Desk:
    byes = {**desk.byes, event.round: {**desk.byes.get(event.round, {}), event.player: event.kind}}
    return msgspec.structs.replace(desk, byes=byes)


def _taken_back(desk: Desk, event: ByeCancelled) -> Desk:
    left = {player: kind for player, kind in desk.byes.get(event.round, {}).items() if player != event.player}
    return msgspec.structs.replace(desk, byes={**desk.byes, event.round: left})


def _forbidden(desk: Desk, event: PairingForbidden) -> Desk:
    return msgspec.structs.replace(desk, forbidden=(*desk.forbidden, event))


def _allowed(desk: Desk, event: PairingAllowed) -> Desk:
    forbidden = tuple(ban for ban in desk.forbidden if {ban.first, ban.second} != {event.first, event.second})
    return msgspec.structs.replace(desk, forbidden=forbidden)


def _proposed(desk: Desk, event: RoundProposed) -> Desk:
    return msgspec.structs.replace(desk, proposals={**desk.proposals, event.round: event})


def _begun(desk: Desk, event: ManualPairingBegun) -> Desk:
    manual = Manual(
        round=event.round, reason=event.reason, layout=layout(event.boards, event.byes), system=event.system
    )
    return msgspec.structs.replace(desk, manual=manual)


def _changed(desk: Desk, event: PairingChanged) -> Desk:
    if desk.manual is None:
        return desk
    manual = msgspec.structs.replace(
        desk.manual,
        layout=changed(desk.manual.layout, event.change),
        overridden=(*desk.manual.overridden, *event.overridden),
        forced=(*desk.manual.forced, event.forced) if event.forced else desk.manual.forced,
    )
    return msgspec.structs.replace(desk, manual=manual)


def _by_hand_no_more(desk: Desk, _event: ManualPairingEnded | ManualPairingCancelled) -> Desk:
    return msgspec.structs.replace(desk, manual=None)


_STEPS: Final[dict[type, Any]] = {
    LotsDrawn: _lots,
    StartListCorrected: _renumbered,
    RoundPublished: _published,
    PairingOptionsSet: _options,
    ByeGranted: _granted,
    ByeCancelled: _taken_back,
    PairingForbidden: _forbidden,
    PairingAllowed: _allowed,
    RoundProposed: _proposed,
    ManualPairingBegun: _begun,
    PairingChanged: _changed,
    ManualPairingEnded: _by_hand_no_more,
    ManualPairingCancelled: _by_hand_no_more,
}
EVENTS: Final = tuple(_STEPS)
"""The events that change the desk."""
