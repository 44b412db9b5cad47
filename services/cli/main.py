"""`omkamp`: the command line, and how it ends."""

import os
import sys
from contextlib import suppress

from nats.errors import Error as NatsError
from nats.js.errors import APIError

from contracts.codec import Poison
from contracts.refusals import Refusal, RefusalCode, Refused
from services.cli import say
from services.runtime.log import Unavailable
from services.runtime.stream import words


def main() -> None:
    """
    Run the command line: a refusal is one line on standard error and exit code 1, wrong usage exit code 2.

    With --json a refusal is a line of JSON on standard output as well.
    """
    code = 1
    say.whole()
    try:
        from services.cli.commands import app  # noqa: PLC0415  with them the rule files are read, and may be refused

        app(prog_name="omkamp")
    except BrokenPipeError:
        pass  # whoever read our output has seen enough
    except Exception as error:  # noqa: BLE001  sorted by cause; what has none that a user knows is raised again
        _refuse(_refusal(error))
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    _let_go_of_output()
    sys.exit(code)


def _refuse(refusal: Refusal) -> None:
    """Say it to a person, and to a program that reads along in the words of the bus, with all its details."""
    say.refused(refusal)
    if "--json" in sys.argv:
        with suppress(BrokenPipeError):
            say.line(refusal)


def _refusal(error: BaseException) -> Refusal:
    """Say in our words what a person can cause; a fault of ours keeps its traceback."""
    match error:
        case BaseExceptionGroup(exceptions=(first, *_)):
            return _refusal(first)
        case Refused(refusal=refusal):
            return refusal
        case Poison():
            return Refusal(code=RefusalCode.INTERNAL, message=f"the log cannot be read: {error}")
        case Unavailable() | NatsError() | APIError():
            return Refusal(code=RefusalCode.UNAVAILABLE, message=f"nats-server does not answer: {words(error)}")
        case OSError():
            where = "" if error.filename is None else f"{error.filename}: "
            return Refusal(code=RefusalCode.UNAVAILABLE, message=f"{where}{error.strerror or error}")
        case _:
            raise error


def _let_go_of_output() -> None:
    # Python flushes once more at its end, and would complain of a closed pipe there.
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (BrokenPipeError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
