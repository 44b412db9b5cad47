"""How a system's results come into its register, as a step of its rules."""

from services.rules.strategy import DayOfYear, Strategy, check_days


class AtOnce(Strategy, frozen=True, kw_only=True, tag="at_once"):
    """An event changes the registered number when it has ended."""


class OnLists(Strategy, frozen=True, kw_only=True, tag="on_lists"):
    """The results of a period are settled together, on lists of these days (month, day)."""

    days: tuple[DayOfYear, ...]

    def __post_init__(self) -> None:
        check_days(self.days)
