"""Structured logs: one JSON object a line, with the ids that tie a story together."""

import logging
import sys

import structlog

logger: structlog.stdlib.BoundLogger = structlog.get_logger()


def configure(level: str) -> None:
    """Write logs of `level` and above to standard error as JSON; `level` is a name of the logging module."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
