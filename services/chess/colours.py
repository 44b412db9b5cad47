"""The two colours of the pieces."""

import enum


class Colour(enum.StrEnum):
    """The colour of the pieces."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> "Colour":
        """The opposite colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE
