"""Why players cannot be paired, in words an arbiter can check at the table."""

from services.pairing.systems.field import Entrant, listed
from services.pairing.systems.interface import Unpairable
from services.pairing.systems.matching import Blocked

_TWO = 2


def left_over(order: list[Entrant], left: list[Entrant], blocked: Blocked) -> str:
    """Say what an undone pair would have left behind: `it leaves 5 and 6, who have met`."""
    if len(left) == _TWO:
        one, other = left
        why = "have met" if other.number in one.met else "may not meet"
        return f"it leaves {one.number} and {other.number}, who {why}"
    return blocking(order, blocked)


def blocking(order: list[Entrant], blocked: Blocked) -> str:
    """
    Put the proof that no full pairing exists into words.

    The groups are odd and have nobody to meet outside but `only`, who are fewer than the groups.
    """
    groups = " | ".join(listed(order[place].number for place in group) for group in blocked.groups)
    only = listed(order[place].number for place in blocked.only)
    if not only:
        return f"an odd number would be left without opponents among the others: {groups}"
    return f"these would have too few opponents left besides {only}: {groups}"


def unpairable(order: list[Entrant], blocked: Blocked, number: int, rule: str) -> Unpairable:
    """Say why a round cannot be paired, and what an arbiter can do."""
    return Unpairable(
        f"round {number} cannot be paired without a rematch or a forbidden pair; {blocking(order, blocked)}",
        rule=rule,
        advice="pair by hand and say why, allow a rematch, or end the tournament after the last full round",
    )
