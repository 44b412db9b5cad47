"""
The engine behind `fide_dutch_2017`: py4swiss, an optional package, as a function of our players.

Only its choice of pairs is used; its colours are wrong in 4-8 % of rounds, so `fide_colours` gives them. It is given
players, not a tournament file, and our reading of their colours, floats and bye rights with them.
"""

from typing import Any, Final

from services.chess.colours import Colour
from services.pairing.systems.fide_players import FidePlayer, Float

try:
    from py4swiss.engines.common import ColorPreference, ColorPreferenceSide, ColorPreferenceStrength
    from py4swiss.engines.common import Float as EngineFloat
    from py4swiss.engines.dutch.bracket import BracketPairer, Brackets
    from py4swiss.engines.dutch.player import Player
    from py4swiss.engines.dutch.validity_matcher import ValidityMatcher
except ImportError:
    INSTALLED = False
else:
    INSTALLED = True

LIMIT: Final = 1000
"""Players the engine pairs in about a third of a minute."""

_TENTHS: Final = 5
"""The engine counts tenths of points; a half point is five."""


class EngineFailed(Exception):  # noqa: N818  named after the situation
    """The engine broke; `fault` says how."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class NoLegalPairing(Exception):  # noqa: N818  the regulation's own words
    """The engine found that no pairing of the whole field is legal."""


def pair(
    active: dict[int, FidePlayer], this_round: int, forbidden: frozenset[tuple[int, int]]
) -> tuple[list[tuple[int, int]], int | None]:
    """Give the pairs, uncoloured, and the number that gets the bye. Raises only the two exceptions of this module."""
    try:
        couples = _couples(active, this_round, forbidden)
    except NoLegalPairing:
        raise
    except Exception as error:  # a foreign engine may break in any way
        raise EngineFailed(f"{type(error).__name__}: {error}") from error
    bye = next((one for one, other in couples if one == other), None)
    return [couple for couple in couples if couple[0] != couple[1]], bye


def _couples(
    active: dict[int, FidePlayer], this_round: int, forbidden: frozenset[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Walk the brackets from the top as the engine's own driver does; a bye is a couple of one player."""
    field = sorted((_player(one) for one in active.values()), reverse=True)
    validity = ValidityMatcher(field, set(forbidden))
    if not validity.is_valid_matching():
        raise NoLegalPairing
    brackets = Brackets(field, this_round)
    couples: list[tuple[int, int]] = []
    while not brackets.is_finished():
        found = _bracket(BracketPairer(brackets.get_current_bracket(), validity, initial_color=True))
        if found is None:
            brackets.collapse()
            continue
        brackets.apply_bracket_pairings(found)
        couples += [(one.id, other.id) for one, other in found]
    return couples


def _bracket(pairer: Any) -> list[tuple[Any, Any]] | None:  # noqa: ANN401  the engine is untyped to us
    """Run the steps of one bracket; None where what is left over could not be paired (then the rest collapses)."""
    pairer.determine_heterogeneous_s1()
    pairer.determine_heterogeneous_s2()
    pairer.determine_homogeneous_exchanges()
    pairer.determine_moves_from_s1_to_s2()
    pairer.determine_moves_from_s2_to_s1()
    pairer.perform_homogeneous_exchanges()
    pairer.transpose_homogeneous_s2()
    if not pairer.check_completion_criterium():
        return None
    return list(pairer.get_player_pairs())


def _player(one: FidePlayer) -> Any:  # noqa: ANN401  the engine is untyped to us
    sides = {Colour.WHITE: ColorPreferenceSide.WHITE, Colour.BLACK: ColorPreferenceSide.BLACK}
    floats = {Float.NONE: EngineFloat.NONE, Float.DOWN: EngineFloat.DOWN, Float.UP: EngineFloat.UP}
    side = ColorPreferenceSide.NONE if one.wants is None else sides[one.wants]
    return Player(
        id=one.number,
        number=one.number,
        points=one.score * _TENTHS,
        points_with_acceleration=one.pairing_score * _TENTHS,
        color_preference=ColorPreference(side=side, strength=ColorPreferenceStrength(int(one.strength))),
        color_difference=one.difference,
        color_double=len(one.colours) > 1 and one.colours[-1] == one.colours[-2],
        float_1=floats[one.floats[0]],
        float_2=floats[one.floats[1]],
        opponents=set(one.opponents),
        colors=[colour == Colour.WHITE for colour in one.colours],
        bye_received=one.bye_barred,
        top_scorer=one.topscorer,
    )
