"""
The edge: the only package that knows NATS, FastStream, structlog, files and the clock. It holds no rule of chess.

    server      starts the real nats-server of the embedded default
    bus         one connection to it
    request     request and reply, failing fast when the line breaks
    stream      the migration step: the streams a federation has
    log         the port `EventLog`; `memory` and `jetstream` are its adapters
    handle      decides commands, a queue a unit, and appends with the fence
    projection  keeps a view: replay, then live
    reaction    answers others' events with commands, by a durable consumer
    live        publishes views as they change, for late joiners
    endpoint    bytes in, bytes out: decoding, refusals, queries
    service     wires a service to the bus with FastStream
    health      /health and /metrics
    client      how a program sends commands and asks queries
"""
