"""Keeping a store of segments up to date beside a running service; a damaged segment is fetched again from the log."""

import asyncio
from typing import Final

from contracts.refusals import RefusalCode, Refused
from services.runtime.condensed import CondensingModule, condensed
from services.runtime.log import EventLog, Unavailable
from services.runtime.logs import logger
from services.runtime.segments import SegmentStore

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


async def _copied(store: SegmentStore, log: EventLog, module: CondensingModule) -> None:
    try:
        before = await asyncio.to_thread(_last, store)
        await store.extend(log)
    except Refused as refused:
        if refused.refusal.code is not RefusalCode.MALFORMED_FILE:
            raise
        for damage in await store.repair(log):
            logger.warning("a segment is fetched again", file=damage.file, reason=damage.reason)
        return
    await asyncio.to_thread(_condense, store, before, module)


def _last(store: SegmentStore) -> int:
    return store.last if store.folder.exists() else 0


def _condense(store: SegmentStore, after: int, module: CondensingModule) -> None:
    before = None
    for link in store.links(after):
        before = condensed(module, store, link, before).content
