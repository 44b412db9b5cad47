"""What the rules have against a pair or a bye made by hand: nothing is forbidden silently, and nothing allowed so."""

from collections.abc import Collection

import msgspec

from contracts.arrangements import Reason
from contracts.ids import PlayerId
from contracts.pairing import Bye
from contracts.points import DRAW, WIN, ByeKind
from contracts.registration import PairingSystem
from services.chess.colours import Colour
from services.chess.tournament import Tournament
from services.pairing.desk import Desk
from services.pairing.history import Meeting, met
from services.pairing.layout import Layout, Pair
from services.pairing.request import request
from services.pairing.systems.fide_dutch import IN_FORCE
from services.pairing.systems.fide_players import Edition, Strength, bars_bye, preference
from services.pairing.systems.field import BYE_WITH_A_POINT, is_game
from services.pairing.systems.interface import Contestant, PastRound

_COLOUR_LIMITED = frozenset(
    {
        PairingSystem.FIDE_DUTCH,
        PairingSystem.FIDE_1998,
        PairingSystem.DUBOV_1997,
        PairingSystem.DUBOV_2026,
        PairingSystem.DANSK_SCHWEIZER,
    }
)
"""The systems that give nobody a third colour running, nor a difference above two; Monrad has it as an option."""
_ONLY_BYES_BAR = frozenset(
    {PairingSystem.MONRAD_SSF, PairingSystem.MONRAD_DSU, PairingSystem.NORDIC, PairingSystem.GLADIATOR}
)
"""The systems in which a win by forfeit does not keep a player from the bye."""


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """
    What a round made by hand is judged by.

    A `foreign` round is of another program, whose system is not known here: only what every system has is held against
    it (no second meeting, no second bye of the pairing, who is kept apart).
    """

    tournament: Tournament
    desk: Desk
    number: int
    contestants: dict[PlayerId, Contestant]
    meetings: dict[Meeting, int]
    foreign: bool = False


def bench(tournament: Tournament, desk: Desk, number: int, *, foreign: bool = False) -> Bench:
    """Read once what judging a round takes."""
    asked = {one.number: one for one in request(tournament, number, desk).contestants}
    return Bench(
        tournament=tournament,
        desk=desk,
        number=number,
        contestants={player: asked[entry.start_number] for player, entry in tournament.entries.items()},
        meetings=met(tournament, number),
        foreign=foreign,
    )


def faults(by: Bench, now: Layout, before: Layout = Layout()) -> tuple[Reason, ...]:  # noqa: B008  a frozen value
    """Name every fault of a layout that is not in the one `before`."""
    found = [fault for pair in now.pairs if pair not in before.pairs for fault in _of_pair(by, pair)]
    found += [fault for bye in now.byes if bye not in before.byes for fault in _of_bye(by, bye, now.byes)]
    return tuple(dict.fromkeys(found))


def _of_pair(by: Bench, pair: Pair) -> list[Reason]:
    white, black = pair
    found = []
    earlier = by.meetings.get(frozenset(pair))
    if earlier is not None:
        found.append(Reason(rule="FIDE C.04.1", text=f"{white} and {black} have met in round {earlier}"))
    ban = by.desk.kept_apart(white, black, by.number)
    if ban is not None:
        found.append(Reason(rule="forbidden pairing", text=f"{white} and {black} are kept apart: {ban.reason}"))
    if _colours_limited(by) and not any(_topscorer(by, player) for player in pair):
        found += _of_colour(by, white, Colour.WHITE) + _of_colour(by, black, Colour.BLACK)
    return found


def _of_colour(by: Bench, player: PlayerId, colour: Colour) -> list[Reason]:
    """Never three of a colour running, nor a difference above two (FIDE C.04.1); a game left open counts for it."""
    contestant = by.contestants.get(player)
    if contestant is None:
        return []
    colours = "".join(past.colour for past in contestant.past if is_game(past) and past.colour is not None)
    wants, strength = preference(colours)
    if strength is not Strength.ABSOLUTE or wants is colour:
        return []
    name = "White" if colour is Colour.WHITE else "Black"
    return [Reason(rule="FIDE C.04.1", text=f"{player} may not have {name} after {colours.upper()}")]


def _of_bye(by: Bench, bye: Bye, byes: Collection[Bye]) -> list[Reason]:
    """
    One pairing-allocated bye a round, and once a player; a bye with points on request only (FIDE C.04.1).

    So nobody collects points by leaving and coming back around a round that is paired by hand.
    """
    player, asked = bye.player, by.desk.bye(by.number, bye.player)
    if bye.kind is ByeKind.ZERO_POINT:
        return []
    if bye.kind is not ByeKind.PAIRING_ALLOCATED:
        if by.foreign or asked is bye.kind or by.tournament.announced.system is PairingSystem.KNOCK_OUT:
            return []
        return [Reason(rule="FIDE C.04.1", text=f"{player} has not asked for such a bye in round {by.number}")]
    found = []
    if sum(one.kind is ByeKind.PAIRING_ALLOCATED for one in byes) > 1:
        found.append(Reason(rule="FIDE C.04.1", text=f"round {by.number} has more than one pairing-allocated bye"))
    contestant = by.contestants.get(player)
    for number, past in enumerate(contestant.past if contestant else (), start=1):
        if _bars(by, past):
            found.append(Reason(rule="FIDE C.04.1", text=f"{player} had a point without playing in round {number}"))
    return found


def _bars(by: Bench, past: PastRound) -> bool:
    """
    Whether a round bars its player from the bye of the pairing, as the tournament's system has it.

    In the Swedish systems and those that follow them only a bye does (SSF §15A.2, §15B.4); in FIDE's a win without play
    too, and of 2017 no full-point bye.
    """
    if by.foreign:
        return past.bye is ByeKind.PAIRING_ALLOCATED
    announced = by.tournament.announced
    if announced.system in _ONLY_BYES_BAR:
        return past.bye in BYE_WITH_A_POINT
    before_2026 = announced.system is PairingSystem.FIDE_DUTCH and announced.starts < IN_FORCE
    return bars_bye(past, Edition.DUTCH_2017 if before_2026 else Edition.DUTCH_2026)


def _colours_limited(by: Bench) -> bool:
    if by.foreign:
        return False
    return by.tournament.announced.system in _COLOUR_LIMITED or by.desk.options.get("colour_limit") == "fide"


def _topscorer(by: Bench, player: PlayerId) -> bool:
    """More than half of the points that can be had, before the last round (C.04.3 1.8): the limit is lifted there."""
    contestant, rounds = by.contestants.get(player), by.tournament.announced.rounds
    if contestant is None or by.number != rounds:
        return False
    score = sum(DRAW if past.unfinished else past.points for past in contestant.past)
    return 2 * score > WIN * (rounds - 1)
