"""What the explanation of a number says of the steps before K: how a start number and We came about."""

from services.rules.dsu.foreigners import performance
from services.rules.dsu.group import Group, totals
from services.rules.dsu.steps import AverageOrDifference, PerformanceRated
from services.rules.event import Method, Step
from services.rules.explanation import note
from services.rules.rounding import exact_text, half_up, hundredths_text
from services.rules.tally import others


def note_performance(rule: PerformanceRated, group: Group, who: int, trace: list[Step]) -> None:
    """4.5.5.2 item 3: say how a foreigner's start number came about; the opponents' numbers are those they end with."""
    met = others(group.games, who)
    average = half_up(sum(group.ratings[opponent] for opponent, _ in met), len(met))
    found = performance(rule, average, sum(points for _, points in met), len(met))
    how = "again and again until every number is stable, then the nearest integer"
    given = {"Rc": exact_text(average, 1), "P": hundredths_text(found.p), "D": str(found.d)}
    note(trace, rule.section, "performance rating Rp = Rc + D(P)", group.ratings[who], rounding=how, **given)


def note_expected(rule: AverageOrDifference, group: Group, who: int, trace: list[Step]) -> None:
    """4.5.2.1: say how We came about."""
    if group.average:
        _note_mean(rule, group, who, trace)
    else:
        _note_games(rule, group, who, trace)
    method = Method.AVERAGE if group.average else Method.DIFFERENCE
    nearest = f"nearest multiple of {hundredths_text(rule.step)}"
    value, given = hundredths_text(group.expected[who]), hundredths_text(group.exact[who])
    note(trace, rule.section, f"We, {method} method", value, rounding=nearest, exact=given)


def _note_mean(rule: AverageOrDifference, group: Group, who: int, trace: list[Step]) -> None:
    own, cycles = group.ratings[who], group.event.cycles
    total, members = totals(cycles, group.counted, group.ratings)[who]
    mean, size = half_up(total, members), exact_text(members, cycles)
    note(trace, rule.section, "Ra, the group's average", mean, rounding="nearest integer, half up", sum=total, M=size)
    p, row = hundredths_text(rule.table.at[own - mean]), rule.table.row(own - mean)
    note(trace, rule.section, "P(Ro - Ra)", p, row=row, Ro=own, Ra=mean)


def _note_games(rule: AverageOrDifference, group: Group, who: int, trace: list[Step]) -> None:
    own = group.ratings[who]
    for opponent, points in others(group.games, who):
        rating = group.ratings[opponent]
        row, p = rule.table.row(own - rating), hundredths_text(rule.table.at[own - rating])
        score = exact_text(points, 2)
        note(trace, rule.section, "P(Ro - Ri)", p, row=row, Ro=own, Ri=rating, opponent=opponent, score=score)
