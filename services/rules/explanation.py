"""Writing an explanation down, one step at a time; a rule asks first whether anybody wants one."""

from services.rules.event import Step


def note(  # noqa: PLR0913  a step has that many parts
    trace: list[Step],
    section: str,
    what: str,
    value: object,
    *,
    row: str = "",
    rounding: str = "",
    **inputs: object,
) -> None:
    """Add a step to an explanation; `inputs` by name (`_` reads as a space), numbers written exactly by the caller."""
    named = {name.replace("_", " "): str(given) for name, given in inputs.items()}
    trace.append(Step(section=section, what=what, value=str(value), inputs=named, row=row, rounding=rounding))
