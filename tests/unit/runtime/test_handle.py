import asyncio
import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from contracts.codec import encode
from contracts.envelope import Accepted, Command, Proposed
from contracts.ids import ActorId, event_id
from contracts.messages import CommandData, EventData
from contracts.points import Result
from contracts.refusals import Refusal, RefusalCode
from contracts.results import CorrectResult, GameReported, ReportResult
from contracts.units import tournament_unit
from services.results import decide, state
from services.runtime import handle
from services.runtime.clock import new_command_id
from services.runtime.draft import Request
from services.runtime.handle import Handler
from tests.support.desk import BOARD, OTHER_BOARD, START, VENUE, WINTER, Desk, FlakyLog, as_of_winter, report
from tests.support.records import appended
from tests.support.summer import ANNA, BO, DORA, ROUND_2, STARTED, SUMMER

NOTHING = msgspec.Raw(b"{}")


async def test_a_command_is_accepted_with_its_sequence_and_events(desk: Desk) -> None:
    command = new_command_id()
    reply = await desk.send(report(), command)
    content = Request(VENUE, report().unit, Command(id=command, data=NOTHING), report()).content
    assert reply == Accepted(sequence=START + 1, events=(event_id(command, 0, content),))


async def test_a_command_sent_again_gets_the_answer_it_got_the_first_time(desk: Desk, log: FlakyLog) -> None:
    command = new_command_id()
    first = await desk.send(report(), command)
    await desk.send(OTHER_BOARD)
    assert await desk.send(report(), command) == first
    assert await Desk(log).send(report(), command) == first
    assert await log.head() == START + 3


async def test_a_command_that_had_nothing_to_do_is_not_remembered_and_never_overwrites_another_value(
    desk: Desk, log: FlakyLog
) -> None:
    await desk.send(report())
    command = new_command_id()
    assert await desk.send(report(), command) == Accepted(sequence=START + 1, events=())
    correction = CorrectResult(**BOARD, expected=Result.WHITE_WINS, result=Result.DRAW, reason="misread")
    corrected = await desk.send(correction)
    assert isinstance(corrected, Accepted)
    reply = await desk.send(report(), command)
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.RESULT_CONFLICT
    assert await log.head() == corrected.sequence


async def test_a_command_that_was_refused_is_decided_anew_and_remembered_as_soon_as_it_has_caused_something(
    desk: Desk, log: FlakyLog
) -> None:
    command = new_command_id()
    correction = CorrectResult(**BOARD, expected=Result.WHITE_WINS, result=Result.DRAW, reason="misread")
    early = await desk.send(correction, command)
    assert isinstance(early, Refusal)
    await desk.send(report())
    taken = await desk.send(correction, command)
    assert isinstance(taken, Accepted)
    back = CorrectResult(**BOARD, expected=Result.DRAW, result=Result.WHITE_WINS, reason="it was right")
    await desk.send(back)
    head = await log.head()
    assert await desk.send(correction, command) == taken
    assert await Desk(log).send(correction, command) == taken
    assert await log.head() == head


@pytest.mark.parametrize(
    ("other", "fields"),
    [
        (report(Result.BLACK_WINS), {}),
        (OTHER_BOARD, {}),
        (report(), {"effectivedate": dt.date(2018, 4, 9)}),
        (CorrectResult(**BOARD, expected=Result.WHITE_WINS, result=Result.DRAW, reason="score sheet"), {}),
        (report(Result.BLACK_WINS), {"whatif": True}),
    ],
    ids=repr,
)
async def test_another_command_under_an_id_that_is_taken_is_refused_by_name_and_not_lost(
    desk: Desk, log: FlakyLog, other: CommandData, fields: dict[str, Any]
) -> None:
    command = new_command_id()
    first = await desk.send(report(), command)
    assert isinstance(first, Accepted)
    for one in (desk, Desk(log)):
        refused = await one.send(other, command, **fields)
        assert isinstance(refused, Refusal)
        assert refused.code is RefusalCode.COMMAND_ID_TAKEN
        assert refused.details == {"command": command, "caused": first.events[0]}
        assert await one.send(report(), command) == first
    assert await log.head() == START + 1


async def test_two_commands_under_one_id_in_one_group_are_told_apart(desk: Desk, log: FlakyLog) -> None:
    command = new_command_id()
    accepted, refused, again = await asyncio.gather(
        desk.send(report(), command), desk.send(OTHER_BOARD, command), desk.send(report(), command)
    )
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.COMMAND_ID_TAKEN
    assert accepted == again
    assert await log.head() == START + 1


async def test_one_id_in_two_units_gives_no_two_events_of_one_id(desk: Desk, log: FlakyLog) -> None:
    await appended(log, tournament_unit(WINTER), [as_of_winter(one) for one in STARTED])
    command = new_command_id()
    replies = [
        await desk.send(msgspec.structs.replace(report(), tournament=tournament), command)
        for tournament in (SUMMER, WINTER)
    ]
    assert all(isinstance(reply, Accepted) for reply in replies)
    assert len({event for reply in replies if isinstance(reply, Accepted) for event in reply.events}) == 2


async def test_what_cannot_be_taken_into_the_state_is_not_written(
    desk: Desk, log: FlakyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    evolve = state.evolve

    def balk(before: Any, event: EventData) -> Any:
        if isinstance(event, GameReported) and event.white == ANNA:
            raise ZeroDivisionError
        return evolve(before, event)

    with monkeypatch.context() as broken:
        broken.setattr(state, "evolve", balk)
        reply, other = await asyncio.gather(desk.send(report()), desk.send(OTHER_BOARD))
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.INTERNAL
    assert isinstance(other, Accepted)
    assert await log.head() == START + 1


async def test_copies_of_a_command_in_one_group_write_once(desk: Desk, log: FlakyLog) -> None:
    command = new_command_id()
    replies = await asyncio.gather(*(desk.send(report(), command) for _ in range(20)))
    assert len(set(map(str, replies))) == 1
    assert await log.head() == START + 1


async def test_a_lost_acknowledgement_still_writes_once(desk: Desk, log: FlakyLog) -> None:
    log.lost_after = 1
    reply = await desk.send(report())
    assert isinstance(reply, Accepted)
    assert await log.head() == START + 1


async def test_a_lost_request_is_written_by_the_next_attempt(desk: Desk, log: FlakyLog) -> None:
    log.lost_before = 2
    assert isinstance(await desk.send(report()), Accepted)
    assert await log.head() == START + 1


async def test_who_waits_while_the_log_does_not_answer_is_told_so_with_the_first(
    desk: Desk, log: FlakyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handle, "PATIENCE", 0.3)
    log.lost_before = 10**6
    began = asyncio.get_running_loop().time()
    replies = await asyncio.gather(*(desk.send(one) for one in (report(), OTHER_BOARD, report(Result.DRAW))))
    assert asyncio.get_running_loop().time() - began < 2
    assert {reply.code for reply in replies if isinstance(reply, Refusal)} == {RefusalCode.UNAVAILABLE}
    assert len(replies) == 3
    log.lost_before = 0
    assert isinstance(await desk.send(report()), Accepted)
    assert await log.head() == START + 1


async def test_what_was_written_after_all_is_found_when_the_log_is_given_up(
    desk: Desk, log: FlakyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handle, "PATIENCE", -1.0)
    log.lost_after = 1
    assert isinstance(await desk.send(report()), Accepted)
    assert await log.head() == START + 1


async def test_two_instances_that_decide_the_same_board_contradict_each_other_by_name(log: FlakyLog) -> None:
    here, there = Desk(log), Desk(log)
    replies = await asyncio.gather(here.send(report(Result.WHITE_WINS)), there.send(report(Result.BLACK_WINS)))
    refusals = [reply for reply in replies if isinstance(reply, Refusal)]
    assert [refusal.code for refusal in refusals] == [RefusalCode.RESULT_CONFLICT]
    assert await log.head() == START + 1


async def test_a_board_reported_differently_within_one_group_is_refused_with_both_values(desk: Desk) -> None:
    accepted, refused = await asyncio.gather(desk.send(report()), desk.send(report(Result.DRAW)))
    assert isinstance(accepted, Accepted)
    assert isinstance(refused, Refusal)
    assert refused.details == {"reported": "1-0", "offered": "½-½"}


async def test_a_what_if_writes_nothing_and_says_what_would_happen(desk: Desk, log: FlakyLog) -> None:
    reply = await desk.send(report(), whatif=True)
    assert isinstance(reply, Proposed)
    assert [event.type for event in reply.events] == ["omkamp.results.game-reported.v1"]
    assert await log.head() == START
    assert isinstance(await desk.send(report(Result.DRAW)), Accepted)


async def test_a_command_for_another_unit_than_its_own_is_refused(desk: Desk) -> None:
    data = report()
    envelope = Command(id=new_command_id(), data=msgspec.Raw(encode(data)))
    reply = await desk.handler.handle(Request(ActorId("venue"), tournament_unit(DORA), envelope, data))  # type: ignore[arg-type]  # an id all the same
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.WRONG_UNIT


async def test_a_decision_knows_what_other_services_wrote_to_the_unit(desk: Desk, log: FlakyLog) -> None:
    second = ReportResult(tournament=SUMMER, round=2, white=BO, black=ANNA, result=Result.DRAW)
    early = await desk.send(second)
    assert isinstance(early, Refusal)
    assert early.code is RefusalCode.UNKNOWN_ROUND
    await appended(log, tournament_unit(SUMMER), (ROUND_2,))
    assert isinstance(await desk.send(second), Accepted)


async def test_nothing_to_do_is_said_of_the_log_as_it_is_now(desk: Desk, log: FlakyLog) -> None:
    await desk.send(report(Result.DRAW))
    elsewhere: EventData = GameReported(tournament=SUMMER, round=1, white=DORA, black=BO, result=Result.WHITE_WINS)
    await appended(log, tournament_unit(SUMMER), (elsewhere,))
    assert await desk.send(report(Result.DRAW)) == Accepted(sequence=START + 2, events=())


async def test_an_event_carries_its_cause_and_when_it_happened(desk: Desk, log: FlakyLog) -> None:
    command = new_command_id()
    await desk.send(report(), command)
    record = (await log.unit(tournament_unit(SUMMER), START))[0]
    event = msgspec.json.decode(record.body)
    assert event["commandid"] == event["causationid"] == event["correlationid"] == command
    assert event["actor"] == "venue"
    assert event["subject"] == "tournament-summer"
    assert event["effectivedate"] == event["time"][:10]


class SlowDecisions:
    """Decides as results does, once the test says so."""

    def __init__(self) -> None:
        self.go_on = threading.Event()

    def decide(self, command: CommandData, state: Any, known: Any) -> list[EventData]:
        assert self.go_on.wait(20)
        return decide.decide(command, state, known)


async def test_a_decision_made_aside_leaves_the_loop_free(desk: Desk, log: FlakyLog) -> None:
    slow = SlowDecisions()
    with ThreadPoolExecutor(1) as aside:
        desk.handler = Handler("results", state, slow, log, desk.projection, aside=aside)
        waiting = asyncio.create_task(desk.send(report()))
        other = Desk(log)
        assert isinstance(await other.send(OTHER_BOARD), Accepted)
        assert not waiting.done()
        slow.go_on.set()
        assert isinstance(await waiting, Accepted)
    assert await log.head() == START + 3
