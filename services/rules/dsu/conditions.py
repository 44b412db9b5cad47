"""
4.5.3 with § 12-13: the thinking time of rated events.

| section | what | done |
|---|---|---|
| § 12 a | 2 hours a player; 16-23 moves an hour at a control | each stage for itself, ends included (R) |
| § 12 b | FIDE's thinking times instead | done |
| § 13 a | at least 4 hours in all | done |
| § 13 b | last stage 15-60 minutes | done |
| 4.5.3 | FIDE's laws, orderly conduct; 4.5.3.1-2 which events | no: the committee's decision |
"""

from services.rules.conditions import Fault, TimeControl
from services.rules.dsu.steps import ThinkingTime


def thinking_time_faults(rule: ThinkingTime, control: TimeControl) -> tuple[Fault, ...]:
    """Say everything in which a thinking time misses § 12-13; none: events played with it may be rated."""
    given = (tuple((stage.moves, stage.minutes) for stage in control.stages), control.increment)
    if any(given == (one.stages, one.increment) for one in rule.alternatives):
        return ()
    faults: list[Fault] = []
    if control.minutes < rule.minutes:
        faults.append(
            Fault(section="§ 12 a", text=f"{control.minutes} minutes a player, at least {rule.minutes} needed")
        )
    if 2 * control.minutes < rule.session:
        faults.append(
            Fault(section="§ 13 a", text=f"{2 * control.minutes} minutes in all, at least {rule.session} needed")
        )
    slow, fast = rule.moves_an_hour
    for stage in control.stages:
        if stage.moves and not slow * stage.minutes <= 60 * stage.moves <= fast * stage.minutes:
            text = f"{stage.moves} moves in {stage.minutes} minutes are not {slow} to {fast} an hour"
            faults.append(Fault(section="§ 12 a", text=text))
    least, most = rule.last_stage
    last = control.stages[-1].minutes if len(control.stages) > 1 else least
    if not least <= last <= most:
        faults.append(Fault(section="§ 13 b", text=f"the last stage has {last} minutes, not {least} to {most}"))
    return tuple(faults)
