"""
A map that can be added to without copying all of it: a fixed number of small dictionaries.

The book of ratings is one unit for a whole federation, and its state is a value: with a single dictionary every start
rating would copy all others.
"""

from collections.abc import Iterator
from typing import Final, Generic, TypeVar
from zlib import crc32

import msgspec

K = TypeVar("K", bound=str)
V = TypeVar("V")

_SHELVES: Final = 256


class Shelves(msgspec.Struct, Generic[K, V], frozen=True):
    """An immutable map from ids to values."""

    shelves: tuple[dict[K, V], ...] = ({},) * _SHELVES

    def get(self, key: K) -> V | None:
        """Return the value of a key, if there is one."""
        return self.shelves[_shelf(key)].get(key)

    def put(self, key: K, value: V) -> "Shelves[K, V]":
        """Return the map with another value."""
        place = _shelf(key)
        shelf = {**self.shelves[place], key: value}
        return Shelves((*self.shelves[:place], shelf, *self.shelves[place + 1 :]))

    def items(self) -> Iterator[tuple[K, V]]:
        """Give every key and its value."""
        for shelf in self.shelves:
            yield from shelf.items()


def _shelf(key: str) -> int:
    return crc32(key.encode()) % _SHELVES
