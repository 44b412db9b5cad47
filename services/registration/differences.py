"""What two versions of one thing disagree about, in words."""

import msgspec


def differing(stands: msgspec.Struct, offered: msgspec.Struct) -> str:
    """
    Name the fields in which two values of a type differ, with what stands and what was offered.

    >>> from contracts.registration import PlayerRegistered
    >>> anna = PlayerRegistered(player="anna", name="Anna", federation="DEN")
    >>> differing(anna, msgspec.structs.replace(anna, name="Ane", born=1990))
    'name Anna, not Ane; born none, not 1990'
    """
    both = ((name, getattr(stands, name), getattr(offered, name)) for name in stands.__struct_fields__)
    return "; ".join(f"{name} {_told(one)}, not {_told(other)}" for name, one, other in both if one != other)


def _told(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None or value == "" else str(value)
