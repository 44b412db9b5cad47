"""The bye of an odd field in the Swedish systems and those that follow them: the lowest placed who has not had one."""

from collections.abc import Callable

from services.pairing.systems import field, matching
from services.pairing.systems.field import Entrant
from services.pairing.systems.interface import Reason, Unpairable


def had_bye(one: Entrant) -> bool:
    """Whether a player has had his bye."""
    return one.had_bye


def lowest_without(
    order: list[Entrant], adjacency: list[int], rule: str, barred: Callable[[Entrant], bool] = had_bye
) -> tuple[Entrant | None, tuple[Reason, ...]]:
    """
    Choose who sits out of an odd field, from the bottom of `order` (SSF §15A.2 par. 4, §15B.4); None of an even one.

    If he leaves the others unpairable, the next lowest who has not had a bye (a reading: the text is silent). When
    nobody leaves a pairable round, the lowest is returned and pairing the rest will say what blocks it. A system that
    bars more than those who had a bye says whom.
    """
    if len(order) % 2 == 0:
        return None, ()
    candidates = [one for one in reversed(order) if not barred(one)]
    if not candidates:
        raise Unpairable(
            f"all {len(order)} players have had a bye, and the number is odd",
            rule=rule,
            advice="give a second bye by hand, or make the number even",
        )
    everybody = (1 << len(order)) - 1
    place = {one.number: index for index, one in enumerate(order)}
    lowest = candidates[0]
    below = [one.number for one in order[place[lowest.number] + 1 :]]
    text = f"{lowest.number} is the lowest placed without a bye"
    reasons = [Reason(rule=rule, text=f"{text} ({field.listed(below)} had one)" if below else text)]
    for one in candidates:
        if matching.pairable(adjacency, everybody & ~(1 << place[one.number])):
            return one, tuple(reasons)
        text = f"{one.number} cannot sit out: the others could not be paired; the next lowest without a bye is asked"
        reasons.append(Reason(rule=f"{rule} (reading)", text=text))
    return lowest, tuple(reasons[:1])
