"""Whatever is sent, however often and in whatever order: the log has it once, and every view is its replay."""

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contracts.envelope import Accepted, Reply
from services.cli.fleet import SERVICES
from services.runtime import handle
from services.runtime.memory import MemoryLog
from services.runtime.projection import canonical, digest, rebuild
from tests.support.company import DSU, Company, LossyLog, Sent, company, told
from tests.support.orders import opening, order, sent

QUICK = settings(
    max_examples=20,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
HUNDREDS = settings(QUICK, max_examples=500)
ORDERS = 120
SEEDS = st.integers(0, 2**32 - 1).map(Random)


def play(story: Coroutine[Any, Any, None]) -> None:
    # A lost answer is asked for again at once; in earnest there is a pause.
    with patch.object(handle, "_PAUSE", 0.0):
        asyncio.run(story)


async def opened(running: Company, random: Random) -> list[tuple[Sent, Reply]]:
    done = []
    for one in [sent(random, data) for data in opening()]:
        done.append((one, await running.send(one)))
        await running.settle()
    return done


def known(running: Company) -> Any:
    return running.views["results"].view.tournaments


async def check_views(running: Company) -> None:
    """Each view equals its replay in one go, twice, byte for byte."""
    head = await running.log.head()
    for name, projection in running.views.items():
        assert (projection.position, projection.parked) == (head, [])
        once, position = await rebuild(running.log, SERVICES[name].view)
        again, _ = await rebuild(running.log, SERVICES[name].view)
        assert position == head
        assert canonical(projection.view) == canonical(once) == canonical(again), name


async def check_answers(running: Company, done: list[tuple[Sent, Reply]]) -> None:
    """Each event is there once; each command that caused some gets its answer again, from whoever is asked."""
    records = await running.records()
    ids = [event for event, *_ in told(records)]
    assert len(ids) == len(set(ids))
    accepted = [(one, reply) for one, reply in done if isinstance(reply, Accepted) and reply.events]
    assert {event for _, reply in accepted for event in reply.events} <= set(ids)
    async with company(running.log) as newcomers:
        for one, reply in accepted:
            assert await newcomers.send(one) == reply
    assert await running.records() == records


async def at_once(random: Random) -> None:
    """Orders race through two instances of each service on a bad line, some of them sent twice."""
    async with company(LossyLog(DSU, random)) as running:
        done = await opened(running, random)
        while len(done) < ORDERS:
            group = [sent(random, order(random, known(running))) for _ in range(random.randint(1, 8))]
            copies = [one for one in group for _ in range(random.choice((1, 1, 2, 3)))]
            random.shuffle(copies)
            sending = (running.send(one, random.randrange(2)) for one in copies)
            _, replies = await asyncio.gather(running.settle(), asyncio.gather(*sending))
            done += zip(copies, replies, strict=True)
        await running.settle()
        await check_views(running)
        await check_answers(running, done)


async def one_by_one(random: Random) -> None:
    """The same orders, once on a good line and once on a bad one with duplicates and retries, make the same log."""
    orders: list[Sent] = []
    digests: list[tuple[str, int, str]] = []
    async with company(MemoryLog(DSU)) as calm:
        orders += [one for one, _ in await opened(calm, random)]
        while len(orders) < ORDERS:
            orders.append(sent(random, order(random, known(calm))))
            await calm.send(orders[-1])
            await calm.settle()
            name = random.choice(list(SERVICES))
            digests.append((name, await calm.log.head(), digest(calm.views[name].view)))
        expected = await calm.records()
        await check_views(calm)
    for name, position, live in digests:
        rebuilt, _ = await rebuild(calm.log, SERVICES[name].view, position)
        assert digest(rebuilt) == live, (name, position)
    async with company(LossyLog(DSU, random)) as stormy:
        effective: list[Sent] = []
        for one in orders:
            reply = await stormy.send(one, random.randrange(2))
            assert await stormy.send(one, random.randrange(2)) == reply
            await stormy.settle()
            if isinstance(reply, Accepted) and reply.events:
                effective.append(one)
            await stormy.send(random.choice(effective), random.randrange(2))
        assert list(told(await stormy.records())) == list(told(expected))
        await check_views(stormy)


@QUICK
@given(SEEDS)
def test_whatever_races_every_view_is_its_replay_and_every_event_is_there_once(random: Random) -> None:
    play(at_once(random))


@QUICK
@given(SEEDS)
def test_duplicates_retries_and_lost_answers_change_nothing(random: Random) -> None:
    play(one_by_one(random))


@pytest.mark.long
@HUNDREDS
@given(SEEDS)
def test_hundreds_of_times_every_view_is_its_replay_and_every_event_is_there_once(random: Random) -> None:
    play(at_once(random))


@pytest.mark.long
@HUNDREDS
@given(SEEDS)
def test_hundreds_of_times_duplicates_retries_and_lost_answers_change_nothing(random: Random) -> None:
    play(one_by_one(random))
