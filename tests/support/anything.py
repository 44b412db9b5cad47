"""Any command there is, filled with what may well be there: for stories in which nobody knows what comes next."""

import datetime as dt
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import NODEFAULT
from msgspec import inspect as mi

from contracts.ids import ID_PATTERN, MEMBER_PATTERN

_FEW = 3
_DAYS = 60


class Filler:
    """Fills messages at random. `named` gives the values of fields by their names, `ids` those of other identifiers."""

    def __init__(
        self, random: Random, *, named: Mapping[str, Sequence[Any]], ids: Sequence[str], first_day: dt.date
    ) -> None:
        self._random = random
        self._named = named
        self._ids = ids
        self._first_day = first_day

    def fill(self, type_: Any) -> Any:
        """Make a value of a type that msgspec can describe; what has a default is left out half of the time."""
        return self._of(mi.type_info(type_))

    def _struct(self, kind: mi.StructType) -> Any:
        given = {
            field.name: self._random.choice(self._named[field.name])
            if field.name in self._named
            else self._of(field.type)
            for field in kind.fields
            if (field.default is NODEFAULT and field.default_factory is NODEFAULT) or self._random.randrange(2)
        }
        return kind.cls(**given)

    def _of(self, kind: mi.Type) -> Any:
        match kind:
            case mi.Metadata(type=inner):
                return self._of(inner)
            case mi.StructType():
                return self._struct(kind)
            case mi.UnionType(types=types):
                return self._of(self._random.choice(types))
            case mi.VarTupleType(item_type=item, min_length=shortest):
                return tuple(self._of(item) for _ in range(max(shortest or 0, self._random.randrange(_FEW))))
            case mi.DictType(key_type=key, value_type=value):
                return {self._of(key): self._of(value) for _ in range(self._random.randrange(_FEW))}
            case _:
                return self._plain(kind)

    def _plain(self, kind: mi.Type) -> Any:
        random = self._random
        match kind:
            case mi.EnumType(cls=cls):
                return random.choice(list(cls))
            case mi.LiteralType(values=values):
                return random.choice(values)
            case mi.IntType(ge=least, le=most):
                start = least or 0
                return random.randint(start, start + _FEW if most is None else min(start + _FEW, most))
            case mi.DateType():
                return self._first_day + dt.timedelta(days=random.randrange(_DAYS))
            case mi.StrType(pattern=pattern):
                return random.choice(self._ids) if pattern in (ID_PATTERN, MEMBER_PATTERN) else "words"
            case mi.BoolType():
                return bool(random.randrange(2))
            case mi.NoneType():
                return None
            case _:
                raise AssertionError(f"no command has held a {kind} so far")
