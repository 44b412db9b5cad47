"""One step of an explanation: in answers, and in the events that record a number."""

import msgspec


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    One step of an explanation: the section, what was done, the value it gave, and the inputs by name.

    `row` is the table row used and `rounding` the rounding done, where there was one.
    """

    section: str
    what: str
    value: str
    inputs: dict[str, str] = {}
    row: str = ""
    rounding: str = ""
