"""
Another program's Dubov 2026, given our players and our bye, to compare with.

It is not followed where it differs from the text it quotes: its bye goes to the fewest games instead of the most
(3.1.4), several upfloaters are chosen by the smallest score difference first instead of the largest (C6), maximum
upfloaters by the most upfloats instead of the fewest (C9), and with forbidden pairs in round 1 it pairs within the
halves although they can be paired across (3.2.4.1).
"""

from typing import Any

from py4swiss.engines.common import ColorPreference, ColorPreferenceSide, ColorPreferenceStrength
from py4swiss.engines.dubov.bracket import Bracket
from py4swiss.engines.dubov.pairer import Pairer
from py4swiss.engines.dubov.player import Player
from py4swiss.engines.dubov.state import State

from services.chess.colours import Colour
from services.pairing.systems import dubov_2026
from services.pairing.systems.fide_players import FidePlayer, Float
from services.pairing.systems.interface import Request


def pairs(request: Request, bye: int | None) -> set[tuple[int, int]]:
    """Give its pairs (White, Black) when `bye` gets the bye."""
    aro = {one.number: dubov_2026.average_rating(one, request) for one in request.contestants}
    known = [
        dubov_2026._with_black(one) for one in dubov_2026._read(request).values() if one.active and one.number != bye
    ]
    field = sorted((_player(one, aro[one.number], request) for one in known), reverse=True)
    forbidden = set(request.forbidden)
    bracket = Bracket(field)
    found: set[tuple[int, int]] = set()
    while not bracket.is_finished():
        state = State.from_data(
            bracket.players, request.round, request.rounds, forbidden, request.initial_colour is Colour.WHITE
        )
        pairer = Pairer(bracket.players, state)
        pairer.determine_initial_g1_and_g2()
        pairer.perform_g1_g2_recomposition()
        pairer.transpose_g2()
        couples = pairer.get_player_pairs()
        bracket.apply_pairings(couples)
        found |= {(one.id, other.id) for one, other in couples}
    return found


def _player(one: FidePlayer, aro: int, request: Request) -> Any:
    side = ColorPreferenceSide.WHITE if one.wants is Colour.WHITE else ColorPreferenceSide.BLACK
    return Player(
        id=one.number,
        number=one.tpn,
        points=one.score * 5,
        points_with_acceleration=one.pairing_score * 5,
        color_preference=ColorPreference(side=side, strength=ColorPreferenceStrength(int(one.strength))),
        upfloats=one.upfloats,
        previous_upfloat=one.floats[0] is Float.UP,
        is_maximum_upfloater=one.upfloats >= 2 + request.rounds // 5,
        aro=aro,
        opponents=set(one.opponents),
        colors=[colour == Colour.WHITE for colour in one.colours],
        bye_received=one.bye_barred,
    )
