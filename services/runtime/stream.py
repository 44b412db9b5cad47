"""
The migration step: the streams of a federation, made by `omkamp up` or `omkamp migrate`; services only check the log.

The log: on file, never deleted from, never purged, without limits. The views: in memory, the last message a subject,
gone when the server stops; reporting makes them again whenever they are not there.
"""

from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    RetentionPolicy,
    StorageType,
    StreamConfig,
    StreamInfo,
)
from nats.js.errors import APIError, NotFoundError, ServiceUnavailableError

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused
from contracts.subjects import all_events, all_views, event_stream, view_stream
from services.runtime.bus import Bus

_GUARDED = (
    "storage",
    "retention",
    "discard",
    "max_msgs",
    "max_bytes",
    "max_age",
    "max_msgs_per_subject",
    "deny_delete",
    "deny_purge",
    "allow_direct",
    "allow_atomic",
    "subjects",
)


def event_stream_config(federation: FederationId) -> StreamConfig:
    """Describe the stream that is the federation's log."""
    return StreamConfig(
        name=event_stream(federation),
        subjects=[all_events(federation)],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.NEW,
        max_msgs=-1,
        max_bytes=-1,
        max_age=0,
        max_msgs_per_subject=-1,
        deny_delete=True,
        deny_purge=True,
        allow_direct=True,
        allow_atomic=True,
    )


def view_stream_config(federation: FederationId) -> StreamConfig:
    """Describe the stream that keeps the latest state of each view for late joiners."""
    return StreamConfig(
        name=view_stream(federation),
        subjects=[all_views(federation)],
        storage=StorageType.MEMORY,
        retention=RetentionPolicy.LIMITS,
        max_msgs_per_subject=1,
        allow_direct=True,
    )


def reading_config(name: str, after: int) -> ConsumerConfig:
    """Describe the consumer of one who reads from after a position, and keeps the position himself."""
    return ConsumerConfig(
        name=name,
        deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
        opt_start_seq=after + 1,
        ack_policy=AckPolicy.NONE,
        mem_storage=True,
        num_replicas=1,
        inactive_threshold=60,
    )


async def migrate(bus: Bus, federation: FederationId) -> None:
    """Make the streams that are not there; refuses a log that is there with other guarantees."""
    for config in (event_stream_config(federation), view_stream_config(federation)):
        await made(bus, config)
    await check(bus, federation)


async def made(bus: Bus, config: StreamConfig) -> bool:
    """Make a stream if it is not there, and tell whether it was made."""
    try:
        await bus.jetstream.stream_info(str(config.name))
    except NotFoundError:
        await bus.jetstream.add_stream(config)
        return True
    return False


async def log_info(bus: Bus, federation: FederationId) -> StreamInfo:
    """Return what the server says of a federation's log; refuses one that is not there."""
    try:
        return await bus.jetstream.stream_info(event_stream(federation))
    except NotFoundError:
        raise Refused(
            RefusalCode.UNKNOWN_FEDERATION,
            f"federation {federation!r} has no log on this server; `omkamp migrate` makes one",
            federation=federation,
        ) from None


async def check(bus: Bus, federation: FederationId) -> None:
    """Refuse a federation without a log, and a log without its guarantees."""
    wanted = event_stream_config(federation)
    try:
        found = (await log_info(bus, federation)).config
    except APIError as error:
        raise Refused(RefusalCode.UNAVAILABLE, f"the server does not answer for its streams: {words(error)}") from error
    wrong = {name: getattr(found, name) for name in _GUARDED if getattr(found, name) != getattr(wanted, name)}
    if wrong:
        raise Refused(
            RefusalCode.UNAVAILABLE,
            f"stream {wanted.name} lacks the guarantees of a log: {', '.join(sorted(wrong))}",
            found={name: str(value) for name, value in wrong.items()},
        )


def words(error: BaseException) -> str:
    """Say what an error of nats-py means; where nobody answers for streams, it says nothing itself."""
    if isinstance(error, ServiceUnavailableError) and error.description is None:
        return "JetStream does not run there; `jetstream {}` in its configuration starts it"
    return str(error) or type(error).__name__
