"""What a file holds that no command of its plan says: told, kind by kind, so that nothing is lost in silence."""

from collections.abc import Callable

from msgspec import structs

from contracts.points import ByeKind
from contracts.registration import Title
from services.chess import trf
from services.chess.trf import Trf, TrfPlayer
from services.cli.plan.arranged import KEEP_NOBODY_APART, takes_acceleration
from services.cli.plan.model import Wanted
from services.cli.plan.players import fide_id, is_own_id
from services.cli.plan.rounds import published

_FIELDS = {
    "032": "federation",
    "082": "declared_teams",
    "092": "type",
    "102": "chief_arbiters",
    "112": "deputy_arbiters",
    "192": "encoded_type",
    "202": "tie_breaks",
    "212": "ranking",
    "013": "teams",
}
"""The records that are read and that no command has a place for; of 032 only who has no federation of his own."""


def left_out(event: Trf, wanted: Wanted) -> tuple[str, ...]:
    """Say what is not taken over, and what was made up in its place."""
    told = (
        ("players without a name, called Player and their number", _numbers(event, lambda one: not one.name)),
        ("FIDE ids that are no numbers, of players left out", _numbers(event, _has_strange_id)),
        ("titles that are none of FIDE's, of players left out", _numbers(event, _has_strange_title)),
        ("of the players left out", _of_players(event)),
        ("pairing-allocated byes of rounds that are not paired yet left out", _allocated(event)),
        ("records left out", _records(event, wanted)),
    )
    return (*(f"{what}: {', '.join(found)}" for what, found in told if found), *_mismatches(event))


def _numbers(event: Trf, wanted: Callable[[TrfPlayer], bool]) -> list[str]:
    return [str(one.number) for one in event.players if wanted(one)]


def _has_strange_id(one: TrfPlayer) -> bool:
    return bool(one.fide_id.strip()) and fide_id(one) is None


def _has_strange_title(one: TrfPlayer) -> bool:
    return one.title not in set(Title)


def _of_players(event: Trf) -> list[str]:
    told = {
        "sex": any(one.sex for one in event.players),
        "day and month of birth": any(len(one.birth) > len("1975") for one in event.players),
    }
    return [what for what, there in told.items() if there]


def _allocated(event: Trf) -> list[str]:
    return [
        f"{one.number} in round {number}"
        for one in event.players
        for number, cell in enumerate(one.rounds, start=1)
        if number > published(event) and cell.code == ByeKind.PAIRING_ALLOCATED
    ]


def _records(event: Trf, wanted: Wanted) -> list[str]:
    found = {tag for tag, field in _FIELDS.items() if getattr(event, field)} | {one[:3] for one in event.unknown}
    if not all(is_own_id(one) for one in event.comments):
        found.add("###")
    beyond = []
    if event.forbidden and wanted.system in KEEP_NOBODY_APART:
        beyond.append(f"who may not meet (260, XXP; {wanted.system} keeps nobody apart)")
    if event.acceleration and not takes_acceleration(event, wanted):
        beyond.append("virtual points (250, XXA; only those of Baku are taken over, with --system fide-dutch)")
    return [*sorted(found), *beyond]


def _mismatches(event: Trf) -> list[str]:
    worth = trf.pairing_bye_worth(event)
    points = event.points if worth is None else structs.replace(event.points, pairing_bye=worth)
    wrong = [str(number) for number, _, _ in trf.mismatches(event, points)]
    return [f"the points printed for {', '.join(wrong)} are not the sum of the rounds"] if wrong else []
