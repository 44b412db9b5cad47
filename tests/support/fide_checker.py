"""FIDE's pairing checker, as a function of a report file."""

from typing import Any

from gacrux.pairingchecker import pairingchecker
from gacrux.trf2json import trf2json

Difference = tuple[int, Any, Any]
"""A round, the checker's pairs, the file's."""


def differences(text: str) -> list[Difference]:
    """Let the checker pair every round of a file anew by the Dutch system; give those in which the file differs."""
    file = trf2json()
    file.parse_file(text, 0)
    assert file.get_status() == 0
    checker = pairingchecker()
    checker.params = {
        "check": 1,
        "analysis": 0,
        "pairing": 0,
        "current_round": -1,
        "exchange": [],
        "unpaired": [],
        "experimental": [],
        "verbose": 0,
        "top_color": "w",
    }
    checker.chessfile = file
    file.get_tournament(1)["pairingSystem"] = ["dutch"]
    checker.do_checker()
    rounds = file.result["roundpairing"]
    assert rounds
    return [(one["round"], one["pairs"], one["current"]) for one in rounds if not one["check"]]
