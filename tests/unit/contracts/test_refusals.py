from http import HTTPStatus

import msgspec
import pytest

from contracts.codec import encode
from contracts.envelope import Answer, Reply
from contracts.refusals import HTTP_STATUS, Refusal, RefusalCode, Refused


def test_every_code_has_its_line_in_the_table() -> None:
    assert list(HTTP_STATUS) == list(RefusalCode)


@pytest.mark.parametrize("code", RefusalCode)
def test_every_refusal_is_an_error_to_an_http_client(code: RefusalCode) -> None:
    ours = code in {RefusalCode.UNAVAILABLE, RefusalCode.INTERNAL}
    assert HTTPStatus(HTTP_STATUS[code]) // 100 == (5 if ours else 4)


def test_a_refusal_carries_the_rule_and_the_values_that_differ() -> None:
    refused = Refused(RefusalCode.QUARANTINED, "bo may not play before 1 December", rule="DSU §18", until="2024-12-01")
    assert str(refused) == "bo may not play before 1 December"
    assert refused.refusal == Refusal(
        code=RefusalCode.QUARANTINED,
        message="bo may not play before 1 December",
        rule="DSU §18",
        details={"until": "2024-12-01"},
    )


@pytest.mark.parametrize("answer", [Reply, Answer], ids=["command", "query"])
def test_a_refusal_is_told_from_every_other_answer(answer: object) -> None:
    refusal = Refusal(code=RefusalCode.UNKNOWN_PLAYER, message="no player eve")
    assert msgspec.json.decode(encode(refusal), type=answer) == refusal
