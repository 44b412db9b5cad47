"""
1: the rate of play of a rated game.

| section | what | done |
|---|---|---|
| 1.1 | 120, 90 or 60 minutes for 60 moves, by the stronger player | `rate_of_play_faults` |
| 1.2 | a first control at 30 moves or later | `rate_of_play_faults` |
"""

from services.rules.conditions import Fault, TimeControl
from services.rules.fide2024.steps import ByStrength


def rate_of_play_faults(rule: ByStrength, control: TimeControl, white: int, black: int) -> tuple[Fault, ...]:
    """Say why a game between two ratings (0: unrated) is not rated with this thinking time."""
    stronger = max(white, black)
    needed = next(band.minutes for band in rule.bands if stronger >= band.rating)
    faults: list[Fault] = []
    if control.minutes < needed:
        faults.append(
            Fault(section="1.1", text=f"{control.minutes} minutes for 60 moves, {needed} needed at {stronger}")
        )
    if 0 < control.stages[0].moves < rule.first_control:
        text = f"the first control is at {control.stages[0].moves} moves, {rule.first_control} are the least"
        faults.append(Fault(section="1.2", text=text))
    return tuple(faults)
