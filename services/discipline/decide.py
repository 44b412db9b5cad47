"""
What discipline decides: one function a command. Sections are of the DSU handbook.

| DSU section 4.1 | what | here |
|---|---|---|
| §14 | staying away without notice is unsporting | no: nobody reports it yet |
| §19 | warnings, and their conversion to a quarantine of 3 months | no: there is no warning yet |
| §19 | a quarantine is registered and kept | `impose_quarantine`; all are kept, expired ones too |
| §19 | a new one within a year after the last one's expiry is doubled | no: the sender states the whole length |
| 4.5.4.2 | at least 6 months for staying away from a whole tournament | no: the sender states the length |

When a quarantine starts, and how a month is counted, the handbook leaves open: it starts on the day the decision names
and ends on the same day of the month (reconstruction, as in the rule tables).
"""

from contracts.discipline import ImposeQuarantine, QuarantineImposed
from contracts.messages import CommandData, EventData
from contracts.refusals import RefusalCode, Refused
from services.discipline.calendar import months_later
from services.discipline.state import State, Unregistered
from services.discipline.view import View


def decide(command: CommandData, state: State, _known: View) -> list[EventData]:
    """Decide a command on one player; raises `Refused`."""
    match command:
        case ImposeQuarantine():
            return impose_quarantine(command, state)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"discipline does not decide {type(command).__name__}")


def impose_quarantine(command: ImposeQuarantine, state: State) -> list[EventData]:
    """
    Bar a registered player for whole calendar months (§19). The same quarantine again changes nothing.

    One that overlaps another is imposed beside it, with its own dates: §19 doubles only what comes after an expiry,
    and a player is barred on every day that any of them covers.
    """
    if isinstance(state, Unregistered):
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {command.player} is registered", player=command.player)
    try:
        ends = months_later(command.starts, command.months)
    except ValueError as error:
        raise Refused(RefusalCode.INVALID_DATES, str(error), starts=command.starts, months=command.months) from error
    imposed = QuarantineImposed(player=command.player, starts=command.starts, ends=ends, reason=command.reason)
    return [] if imposed in state.quarantines else [imposed]
