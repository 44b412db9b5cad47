"""Keeping a store of segments up to date beside a running service; a damaged segment is fetched again from the log."""

import asyncio
from typing import Final

from contracts.refusals import RefusalCode, Refused
from services.runtime.condensed import CondensingModule, condensed
from services.runtime.log import EventLog, Unavailable
from services.runtime.logs import logger
from services.runtime.segments import Damage, SegmentStore

EVERY: Final = 60.0
"""Seconds between two looks at the log."""


async def keep_copy(store: SegmentStore, log: EventLog, module: CondensingModule) -> None:
    """
    Seal what the log has in whole segments, condensed for a view, now and then, until cancelled.

    Another process may be doing it.
    """
    while True:
        try:
            await _copied(store, log, module)
        except Unavailable as error:
            logger.debug("the log is copied later", error=str(error))
        except (Refused, OSError) as error:
            logger.warning("the log is not copied", folder=str(store.folder), reason=str(error))
        await asyncio.sleep(EVERY)


async def fetched_again(store: SegmentStore, log: EventLog, refused: Refused) -> list[Damage]:
    """
    Fetch what is damaged in a store again from the log, since something in it was refused; returns what was.

    Raises that refusal where it was of anything else or the log is away, and what `repair` refuses where the log does
    not give the same.
    """
    try:
        damaged = await store.repair(log) if refused.refusal.code is RefusalCode.MALFORMED_FILE else []
    except Unavailable:
        damaged = []
    if not damaged:
        raise refused
    for one in damaged:
        logger.warning("a segment is fetched again", file=one.file, reason=one.reason)
    return damaged


async def _copied(store: SegmentStore, log: EventLog, module: CondensingModule) -> None:
    try:
        before = await asyncio.to_thread(_last, store)
        await store.extend(log)
    except Refused as refused:
        await fetched_again(store, log, refused)
        return
    await asyncio.to_thread(_condense, store, before, module)


def _last(store: SegmentStore) -> int:
    return store.last if store.folder.exists() else 0


def _condense(store: SegmentStore, after: int, module: CondensingModule) -> None:
    before = None
    for link in store.links(after):
        before = condensed(module, store, link, before).content
