"""
The edge: the only package that knows NATS, FastStream, structlog, files and the clock. It holds no rule of chess.

The server and the line to it:
    server      starts the real nats-server of the embedded default
    stream      the migration step: the streams a federation has
    bus         one connection to it
    request     request and reply, failing fast when the line breaks
    client      how a program sends commands and asks queries

The log:
    log         the port `EventLog`; `memory` and `jetstream` are its adapters
    append      group commit: what waits is written as one batch
    follow      every event from a position on, in order, each once
    reader      the same for one who is far behind, over a line of his own

A running service:
    service     wires it to the bus with FastStream
    endpoint    bytes in, bytes out: decoding, refusals, queries
    handle      decides commands, a queue a unit, and appends with the fence
    draft       what a group of commands would do, before any of it is written
    projection  keeps a view: snapshot, then replay, then live
    snapshot    the view in a file, so that a restart replays only what came since
    reaction    answers others' events with commands, by a durable consumer
    live        publishes views as they change, for late joiners

The log as files:
    segment     so many events sealed in one file; `chain` is their order, `segments` a folder of them
    transfer    export and import
    bulk        rebuilds a view from segments at disk speed
    condensed   what each segment comes to for a view, made once when it is sealed
    copying     keeps a copy up to date while the log grows

For everybody:
    settings    what a process must know before it starts
    logs, metrics, health    what it says of itself
    clock       the time, and new ids
    files       files that are whole or not there
"""
