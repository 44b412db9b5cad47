"""
Taking a log out of one server and into another: segments in a folder, or one after another in a file.

The bodies stay as they are, byte for byte, and so do the sequences. A log comes into an empty stream only, before any
service has run on it: a reaction would answer history as if it happened now. An import that broke off goes on.
"""

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from nats.errors import Error as NatsError

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused
from contracts.subjects import all_events, event_stream
from services.runtime import files, segment
from services.runtime.bus import REQUEST_TIMEOUT, Bus
from services.runtime.clock import new_command_id
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import MAX_RECORDS, EventLog, Record, replay
from services.runtime.segment import Damaged, Header, Segment
from services.runtime.segments import SIZE, Progress, SegmentStore

_BATCH_BYTES: Final = 8_000_000
_WRONG_LAST_SEQUENCE: Final = 10071


async def export(log: EventLog, target: Path, progress: Progress | None = None) -> int:
    """
    Copy the whole log into a folder, or into one file if the name has a suffix; returns the last sequence.

    A folder that holds a copy already gets what is new; a file is written anew, whole or not at all.
    """
    if not target.suffix or await asyncio.to_thread(target.is_dir):
        return await SegmentStore(target).extend(log, progress, rest=True)
    last, head = 0, await log.head()
    aside = target.with_name(target.name + files.ASIDE)
    with aside.open("wb") as file:
        async for one in segment.sealed(log, 0, head, "", SIZE):
            file.writelines(segment.parts(one))
            last = one.header.last
            if progress is not None:
                progress(last, head)
        file.flush()
        await asyncio.to_thread(os.fsync, file.fileno())
    aside.replace(target)
    files.sync(target.parent)
    return last


def segments_of(source: Path) -> Iterator[Segment]:
    """Read an export, a folder or a file; refuses what is not one unbroken chain from the first event on."""
    if source.is_dir():
        yield from SegmentStore(source).segments()
        return
    before: Header | None = None
    try:
        with files.opened(source) as file:
            for one in segment.read_all(file):
                segment.check_follows(one, before)
                before = one.header
                yield one
    except Damaged as damaged:
        after = before.last if before else 0
        raise Refused(
            RefusalCode.MALFORMED_FILE, f"{source}: the segment after event {after} is damaged: {damaged}", after=after
        ) from damaged
    except OSError as error:
        raise Refused(RefusalCode.MALFORMED_FILE, f"{source} cannot be read: {error.strerror}") from error


async def bring_in(bus: Bus, federation: FederationId, source: Path, progress: Progress | None = None) -> int:
    """
    Write an export into a federation's stream, and return the last sequence.

    Everything is read and checked before the first event is written. Refuses an export of another federation, a stream
    that services have run on, and one that holds anything but the beginning of the export.
    """
    last = await asyncio.to_thread(_checked, source, federation)
    stream = event_stream(federation)
    durable = [one.name for one in await bus.jetstream.consumers_info(stream) if one.config.durable_name]
    if durable:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"services have run on the log of {federation}: they would answer what is imported as if it were new; "
            "import into a log that `omkamp migrate` has just made",
            consumers=durable,
        )
    head = (await bus.jetstream.stream_info(stream)).state.last_seq
    await _continues(JetStreamLog(bus, federation), source, head, last)
    for one in segments_of(source):
        for group in _groups(one.records()[max(head - one.header.first + 1, 0) :]):
            await _write(bus, group)
        if progress is not None:
            progress(one.header.last, last)
    return last


def _checked(source: Path, federation: FederationId) -> int:
    """Read all of an export and return its last sequence."""
    last, prefix = 0, all_events(federation).removesuffix(">")
    for one in segments_of(source):
        if one.header.federation != federation:
            raise Refused(
                RefusalCode.UNKNOWN_FEDERATION,
                f"{source} holds the log of {one.header.federation}, not of {federation}",
                holds=one.header.federation,
            )
        alien = next((record for record in one.records() if not record.subject.startswith(prefix)), None)
        if alien is not None:
            raise Refused(
                RefusalCode.MALFORMED_FILE,
                f"{source}: event {alien.sequence} has the subject {alien.subject!r}, none of {federation}'s events",
                sequence=alien.sequence,
            )
        last = one.header.last
    return last


async def _continues(log: EventLog, source: Path, head: int, last: int) -> None:
    """Refuse a log that holds anything but the beginning of an export."""
    same = head <= last
    if same and head:
        theirs = (record for one in segments_of(source) for record in one.records())
        async for batch in replay(log, upto=head):
            same = same and all(mine == other for mine, other in zip(batch, theirs, strict=False))
    if not same:
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"the log of {log.federation} has {head} events, and they are not the beginning of {source}:"
            " a log is imported into an empty one",
            events=head,
        )


def _groups(records: list[Record]) -> Iterator[list[Record]]:
    group: list[Record] = []
    size = 0
    for record in records:
        if group and (len(group) == MAX_RECORDS or size + len(record.body) > _BATCH_BYTES):
            yield group
            group, size = [], 0
        group.append(record)
        size += len(record.body)
    if group:
        yield group


async def _write(bus: Bus, group: list[Record]) -> None:
    """Write records with their sequences, all or none."""
    batch = new_command_id()
    fence = {"Nats-Expected-Last-Sequence": str(group[0].sequence - 1)}
    try:
        for number, record in enumerate(group[:-1], start=1):
            headers = {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)} | (fence if number == 1 else {})
            await bus.client.publish(record.subject, record.body, headers=headers)
        commit = {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(len(group)), "Nats-Batch-Commit": "1"}
        headers = fence if len(group) == 1 else commit
        reply = await bus.client.request(group[-1].subject, group[-1].body, timeout=REQUEST_TIMEOUT, headers=headers)
    except (NatsError, OSError) as error:
        raise _broken_off(group, str(error) or type(error).__name__) from error
    answer = json.loads(reply.data)
    trouble = answer.get("error")
    if trouble is not None and trouble.get("err_code") == _WRONG_LAST_SEQUENCE:
        raise Refused(
            RefusalCode.CONCURRENT_CHANGE,
            f"someone else writes to the log while it is imported, after event {group[0].sequence - 1}",
            after=group[0].sequence - 1,
        )
    if trouble is not None:
        raise _broken_off(group, f"{trouble.get('description')} ({trouble.get('err_code')})")


def _broken_off(group: list[Record], why: str) -> Refused:
    after = group[0].sequence - 1
    return Refused(
        RefusalCode.UNAVAILABLE,
        f"the import broke off after event {after}: {why}; started again, it goes on",
        after=after,
    )
