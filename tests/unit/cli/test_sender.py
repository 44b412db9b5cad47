import asyncio
import re
from typing import Any, cast

import pytest

from contracts.envelope import Accepted, Reply
from contracts.ids import EventId, PlayerId, TournamentId
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.registration import RegisterPlayer
from services.chess import trf
from services.cli.plan import Planned, Wanted, plan
from services.cli.sender import AT_ONCE, Sender
from tests.support.cli import SUMMER_FILE

PLAYERS = [
    Planned(RegisterPlayer(player=PlayerId(f"p{number}"), name="Anna", federation="DEN"))
    for number in range(3 * AT_ONCE)
]


class Line:
    """A client that refuses one player after a moment, and never hears of some others."""

    def __init__(self, refused: int, unheard: range) -> None:
        self.sent: list[str] = []
        self._refused = PLAYERS[refused].data.player
        self._unheard = {PLAYERS[place].data.player for place in unheard}

    async def send(self, data: Any, **_: object) -> Reply:
        self.sent.append(data.player)
        await asyncio.sleep(0.01)
        if data.player in self._unheard:
            await asyncio.Event().wait()
        if data.player == self._refused:
            return Refusal(code=RefusalCode.UNAVAILABLE, message="no service answers")
        return Accepted(sequence=1, events=())


def sender(line: Line) -> Sender:
    return Sender(cast("Any", line), 0, lambda: None)


async def test_the_first_refusal_ends_a_stage_and_what_is_on_its_way_is_not_waited_for() -> None:
    line = Line(refused=5, unheard=range(10, 20))
    async with asyncio.timeout(5):
        with pytest.raises(Refused, match="no service answers"):
            await sender(line).stage(PLAYERS)
    assert len(line.sent) <= 2 * AT_ONCE


async def test_a_stage_that_is_cancelled_leaves_nothing_behind() -> None:
    before = asyncio.all_tasks()
    stage = asyncio.create_task(sender(Line(refused=0, unheard=range(len(PLAYERS)))).stage(PLAYERS))
    await asyncio.sleep(0.05)
    stage.cancel()
    await asyncio.wait({stage})
    assert asyncio.all_tasks() == before


async def test_a_stage_without_commands_is_done() -> None:
    await sender(Line(refused=0, unheard=range(0))).stage([])


async def test_a_refusal_half_way_says_how_much_stands_already() -> None:
    made = plan(trf.read(SUMMER_FILE.read_text("utf-8")), Wanted(tournament=TournamentId("summer")))
    barred = made.entries[3].data

    class Desk:
        async def send(self, data: Any, **_: object) -> Reply:
            if data == barred:
                return Refusal(code=RefusalCode.QUARANTINED, message="he is in quarantine", rule="DSU §7, §19")
            return Accepted(sequence=7, events=(EventId("one"),))

    with pytest.raises(Refused, match="he is in quarantine; ") as caught:
        await Sender(cast("Any", Desk()), 0, lambda: None).send(made)
    sent = 1 + len(made.players) + len(made.ratings)
    (stands,) = (
        int(one) for one in re.findall(r"(\d+) of \d+ commands were carried out", caught.value.refusal.message)
    )
    assert sent <= stands < sent + len(made.entries)
    assert (caught.value.refusal.code, caught.value.refusal.rule) == (RefusalCode.QUARANTINED, "DSU §7, §19")
