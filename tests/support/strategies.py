"""Hypothesis strategies for any message of ours, derived from its type."""

import datetime as dt
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect as mi

_LONGEST = 20
_RAW = st.builds(msgspec.Raw, st.sampled_from((b"{}", b'{"a":1}', b"[1,null]", '"½"'.encode())))
_PLAIN = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=_LONGEST)
_SMALL = 2**53
"""An integer that every reader of JSON holds exactly."""


@cache
def messages(type_: Any) -> st.SearchStrategy[Any]:
    """Draw any value of a type that msgspec can describe."""
    return _of(mi.type_info(type_))


def _of(kind: mi.Type) -> st.SearchStrategy[Any]:
    match kind:
        case mi.Metadata(type=inner):
            return _of(inner)
        case mi.IntType():
            return _integers(kind)
        case mi.StrType():
            return _texts(kind)
        case mi.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{field.name: _of(field.type) for field in fields})
        case mi.EnumType(cls=cls):
            return st.sampled_from(list(cls))
        case mi.LiteralType(values=values):
            return st.sampled_from(values)
        case mi.UnionType(types=types):
            return st.one_of([_of(one) for one in types])
        case mi.VarTupleType(item_type=item, min_length=shortest):
            return st.lists(_of(item), min_size=shortest or 0, max_size=4).map(tuple)
        case mi.DictType(key_type=key, value_type=value):
            return st.dictionaries(_of(key), _of(value), max_size=4)
        case _:
            return _SIMPLE[type(kind)]


_SIMPLE: dict[type[mi.Type], st.SearchStrategy[Any]] = {
    mi.NoneType: st.none(),
    mi.BoolType: st.booleans(),
    mi.DateType: st.dates(),
    mi.DateTimeType: st.datetimes(timezones=st.just(dt.UTC)),
    mi.RawType: _RAW,
    mi.AnyType: _PLAIN,
}


def _integers(kind: mi.IntType) -> st.SearchStrategy[int]:
    least = -_SMALL if kind.ge is None else kind.ge
    most = _SMALL if kind.le is None else kind.le
    return st.integers(least, most)


def _texts(kind: mi.StrType) -> st.SearchStrategy[str]:
    if kind.pattern is not None:
        return st.from_regex(kind.pattern, fullmatch=True)
    return st.text(min_size=kind.min_length or 0, max_size=min(kind.max_length or _LONGEST, _LONGEST))
