"""What rating decides: numbers given, what the book of ratings records, adjustments, and lists."""

from contracts.messages import CommandData, EventData
from contracts.rating import (
    AdjustRatings,
    CoordinateWithFide,
    PublishList,
    RateTournament,
    RecalculateRatings,
    ReportForeignEvent,
    RestoreToRating,
    SetStartRating,
    WithdrawFromRating,
)
from contracts.refusals import RefusalCode, Refused
from services.rating import adjusting, giving, publishing, recording
from services.rating.known import View
from services.rating.state import State


def decide(command: CommandData, state: State, known: View) -> list[EventData]:
    """Decide a command on the book of ratings or that of lists; raises `Refused`."""
    match command:
        case SetStartRating():
            return giving.set_start_rating(command, state, known)
        case ReportForeignEvent():
            return giving.report_foreign_event(command, state, known)
        case RateTournament():
            return recording.rate_tournament(command, state, known)
        case RecalculateRatings():
            return recording.recalculate(command, state, known)
        case WithdrawFromRating():
            return recording.withdraw(command, state, known)
        case RestoreToRating():
            return recording.restore(command, state)
        case AdjustRatings():
            return adjusting.adjust(command, state)
        case CoordinateWithFide():
            return adjusting.coordinate_with_fide(command, state, known)
        case PublishList():
            return publishing.publish(command, state, known)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"rating does not decide {type(command).__name__}")
