"""Refusals: everything that can be answered with no, and the HTTP status each maps to."""

import enum
from typing import Any, Final

import msgspec


class RefusalCode(enum.StrEnum):
    """Why a command or a query was refused. A refusal writes nothing."""

    MALFORMED_MESSAGE = "malformed_message"
    INVALID_PAYLOAD = "invalid_payload"
    MALFORMED_ID = "malformed_id"
    TOO_LARGE = "too_large"
    UNKNOWN_FEDERATION = "unknown_federation"
    UNKNOWN_COMMAND = "unknown_command"
    UNKNOWN_QUERY = "unknown_query"
    UNKNOWN_TOURNAMENT = "unknown_tournament"
    UNKNOWN_PLAYER = "unknown_player"
    UNKNOWN_ROUND = "unknown_round"
    UNKNOWN_SYSTEM = "unknown_system"
    UNKNOWN_RULE_SET = "unknown_rule_set"
    UNKNOWN_LIST = "unknown_list"
    ALREADY_EXISTS = "already_exists"
    COMMAND_ID_TAKEN = "command_id_taken"
    WRONG_UNIT = "wrong_unit"
    WRONG_STATUS = "wrong_status"
    INVALID_DATES = "invalid_dates"
    INVALID_PAIRING = "invalid_pairing"
    UNPAIRABLE = "unpairable"
    NOT_ENTERED = "not_entered"
    QUARANTINED = "quarantined"
    BOARD_NOT_PAIRED = "board_not_paired"
    RESULT_CONFLICT = "result_conflict"
    UNEXPECTED_VALUE = "unexpected_value"
    INCOMPLETE = "incomplete"
    INVALID_RATING = "invalid_rating"
    MALFORMED_FILE = "malformed_file"
    CONCURRENT_CHANGE = "concurrent_change"
    UNAVAILABLE = "unavailable"
    INTERNAL = "internal"


_BAD_REQUEST: Final = 400
_NOT_FOUND: Final = 404
_CONFLICT: Final = 409
_UNPROCESSABLE: Final = 422
HTTP_STATUS: Final[dict[RefusalCode, int]] = {
    RefusalCode.MALFORMED_MESSAGE: _BAD_REQUEST,
    RefusalCode.INVALID_PAYLOAD: _BAD_REQUEST,
    RefusalCode.MALFORMED_ID: _BAD_REQUEST,
    RefusalCode.TOO_LARGE: 413,
    RefusalCode.UNKNOWN_FEDERATION: _NOT_FOUND,
    RefusalCode.UNKNOWN_COMMAND: _NOT_FOUND,
    RefusalCode.UNKNOWN_QUERY: _NOT_FOUND,
    RefusalCode.UNKNOWN_TOURNAMENT: _NOT_FOUND,
    RefusalCode.UNKNOWN_PLAYER: _NOT_FOUND,
    RefusalCode.UNKNOWN_ROUND: _NOT_FOUND,
    RefusalCode.UNKNOWN_SYSTEM: _UNPROCESSABLE,
    RefusalCode.UNKNOWN_RULE_SET: _UNPROCESSABLE,
    RefusalCode.UNKNOWN_LIST: _NOT_FOUND,
    RefusalCode.ALREADY_EXISTS: _CONFLICT,
    RefusalCode.COMMAND_ID_TAKEN: _CONFLICT,
    RefusalCode.WRONG_UNIT: _UNPROCESSABLE,
    RefusalCode.WRONG_STATUS: _CONFLICT,
    RefusalCode.INVALID_DATES: _UNPROCESSABLE,
    RefusalCode.INVALID_PAIRING: _UNPROCESSABLE,
    RefusalCode.UNPAIRABLE: _UNPROCESSABLE,
    RefusalCode.NOT_ENTERED: _UNPROCESSABLE,
    RefusalCode.QUARANTINED: _UNPROCESSABLE,
    RefusalCode.BOARD_NOT_PAIRED: _UNPROCESSABLE,
    RefusalCode.RESULT_CONFLICT: _CONFLICT,
    RefusalCode.UNEXPECTED_VALUE: _CONFLICT,
    RefusalCode.INCOMPLETE: _UNPROCESSABLE,
    RefusalCode.INVALID_RATING: _UNPROCESSABLE,
    RefusalCode.MALFORMED_FILE: _UNPROCESSABLE,
    RefusalCode.CONCURRENT_CHANGE: _CONFLICT,
    RefusalCode.UNAVAILABLE: 503,
    RefusalCode.INTERNAL: 500,
}
"""The HTTP status of each code; every code has its line."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True, tag="refused", tag_field="answer", omit_defaults=True):
    """
    A refusal as a value: what was wrong, where, what would be right, and the rule.

    `rule` names document and section where a regulation decides; `details` holds the values that differ.
    """

    code: RefusalCode
    message: str
    rule: str = ""
    details: dict[str, Any] = {}


class Refused(Exception):  # noqa: N818  the domain's own word; a refusal is not an error
    """The one thing a decision raises: it carries its `Refusal`."""

    def __init__(self, code: RefusalCode, message: str, *, rule: str = "", **details: Any) -> None:  # noqa: ANN401  details are of any kind
        super().__init__(message)
        self.refusal = Refusal(code=code, message=message, rule=rule, details=details)
