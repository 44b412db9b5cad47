"""What cannot be read or cannot have been: the unit is refused by name, the view goes on, a rebuild stops."""

import msgspec
import pytest

from contracts.codec import Poison
from contracts.envelope import Accepted
from contracts.messages import EventData
from contracts.points import Result
from contracts.refusals import Refusal, RefusalCode
from contracts.results import GameReported
from contracts.units import tournament_unit
from services.results import view
from services.runtime.projection import digest, rebuild
from tests.support.desk import OTHER_BOARD, START, WINTER, Desk, FlakyLog, as_of_winter, report
from tests.support.records import appended
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, STARTED, SUMMER, reported


async def test_a_unit_whose_history_cannot_be_read_refuses_by_name_and_the_others_go_on(
    desk: Desk, log: FlakyLog
) -> None:
    await appended(log, tournament_unit(SUMMER), (), b"not an event")
    reply = await desk.send(report())
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.INTERNAL
    assert reply.details["sequence"] == START + 1


@pytest.mark.parametrize(
    "event",
    [
        reported(1, ANNA, BO, "1-0"),
        reported(0, ANNA, CARL, "1-0"),
        ANNOUNCED,
        msgspec.structs.replace(reported(1, ANNA, CARL, "1-0"), tournament=WINTER),
    ],
    ids=repr,
)
async def test_a_unit_whose_history_cannot_have_been_is_refused_by_name_and_the_others_go_on(
    desk: Desk, log: FlakyLog, event: EventData
) -> None:
    await appended(log, tournament_unit(WINTER), [as_of_winter(one) for one in STARTED])
    bad = await appended(log, tournament_unit(SUMMER), (event,))
    for _ in range(2):
        reply = await desk.send(report())
        assert isinstance(reply, Refusal)
        assert reply.code is RefusalCode.INTERNAL
        assert reply.details["sequence"] == bad
        assert str(bad) in reply.message
    assert isinstance(await desk.send(msgspec.structs.replace(report(), tournament=WINTER)), Accepted)
    assert await desk.projection.reached(await log.head(), 5)
    assert [parked.sequence for parked in desk.projection.parked] == [bad]
    with pytest.raises(Poison) as caught:
        await rebuild(log, view)
    assert caught.value.sequence == bad
    assert desk.projection.parked[0].reason == caught.value.reason


async def test_a_projection_parks_what_it_cannot_read_and_goes_on(desk: Desk, log: FlakyLog) -> None:
    await appended(log, tournament_unit(SUMMER), (), b"not an event")
    reported: EventData = GameReported(tournament=SUMMER, round=1, white=ANNA, black=CARL, result=Result.DRAW)
    await appended(log, tournament_unit(SUMMER), (reported,))
    assert await desk.projection.reached(START + 2, 5)
    assert [parked.sequence for parked in desk.projection.parked] == [START + 1]
    assert desk.projection.view.tournaments[SUMMER].rounds[0].games[f"{ANNA}:{CARL}"].result is Result.DRAW


def test_the_digest_of_a_view_does_not_depend_on_the_order_it_was_built_in() -> None:
    names = [f"player {number}" for number in range(50)]
    view: dict[int, set[str]] = {10: set(names), 2: {"carl"}}
    other: dict[int, set[str]] = {2: {"carl"}, 10: set[str]().union(*([name] for name in reversed(names)))}
    assert digest(view) == digest(other) != digest({2: {"carl"}})


async def test_a_rebuild_equals_the_live_view(desk: Desk, log: FlakyLog) -> None:
    for data in (report(), OTHER_BOARD):
        await desk.send(data)
    assert await desk.projection.reached(await log.head(), 5)
    rebuilt, position = await rebuild(log, view)
    assert position == desk.projection.position
    assert digest(rebuilt) == digest(desk.projection.view)
