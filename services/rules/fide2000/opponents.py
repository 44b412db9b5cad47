"""
Titelresultat: which title holders a player must have met for a norm.

| section | what | done | confidence |
|---|---|---|---|
| Rapportering | three GMs; three IMs or two GMs | `enough_titles` | printed; a GM is no IM there (R) |
| Rapportering | for women 2300 is as good as WGM | `titles_met` | printed; how many is not |
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from contracts.registration import Title
from services.rules.fide2000.title_steps import TitledOpponents

_WOMEN: Final = frozenset((Title.WGM, Title.WIM))


def titles_met(rule: TitledOpponents, norm_of: Title, opponents: Iterable[tuple[Title, int | None]]) -> Counter[Title]:
    """
    Count the opponents by what they count as; `opponents` are (title, number).

    For a woman's norm a number of at least 2300 counts as a WGM, beside the title that he or she has.
    """
    met: Counter[Title] = Counter()
    for title, rating in opponents:
        met.update({title} - {Title.NONE})
        strong = rating is not None and rating >= rule.woman_grandmaster
        met.update({Title.WGM} - {title} if strong and norm_of in _WOMEN else ())
    return met


def enough_titles(rule: TitledOpponents, norm_of: Title, opponents: Iterable[tuple[Title, int | None]]) -> bool | None:
    """
    Whether enough title holders were met: three GMs for GM; three IMs or two GMs for IM.

    None for the women's norms: the summary says whom to count, not how many. Two IMs and a GM are not enough for IM:
    the two ways are read as they stand (R).
    """
    ways = [way for way in rule.any_of if way.norm == norm_of]
    met = titles_met(rule, norm_of, opponents)
    return any(met[way.title] >= way.least for way in ways) if ways else None
