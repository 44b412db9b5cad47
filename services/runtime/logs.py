"""
Structured logs: one JSON object a line. What is said of a command names it and its story: `command`, `correlation`.

The ids are given in each line, not bound to a task: a unit's commands are decided in groups, by whoever comes first.
"""

import logging
import sys

import structlog

logger: structlog.stdlib.BoundLogger = structlog.get_logger()


def configure(level: str) -> None:
    """Write logs of `level` and above to standard error as JSON; `level` is a name of the logging module."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
