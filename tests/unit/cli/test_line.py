"""A command that is told to stop stops, also where somebody on its way swallows what it was told."""

import asyncio
import os
import signal
from contextlib import suppress

import pytest
import typer

from services.cli import line
from services.cli.fleet import SERVICES


async def swallows_one_cancellation() -> None:
    os.kill(os.getpid(), signal.SIGTERM)
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(60)
    await asyncio.sleep(60)


def test_a_command_that_swallows_its_end_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "_INSIST_AFTER", 0.05)
    with pytest.raises(typer.Exit) as ended:
        line.run(swallows_one_cancellation())
    assert ended.value.exit_code == 128 + signal.SIGTERM


def test_what_a_command_puts_in_order_within_its_time_is_not_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "_INSIST_AFTER", 0.5)
    ordered = []

    async def tidies() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.1)
            ordered.append("in order")

    with pytest.raises(typer.Exit):
        line.run(tidies())
    assert ordered == ["in order"]


def test_the_services_are_named_without_loading_them() -> None:
    assert tuple(SERVICES) == line.CONTEXTS
