"""
Who is who: the players of a file under the ids the federation has for them.

By his FIDE id a player is found under whatever id he is registered, or who he is merged into. A file that was exported
here says in a comment (`### omkamp NUMBER ID NAME`) who has another id than `fide-<FIDE id>`, or a name longer than its
column; it is believed unless that id is somebody else's here, or the line is another player's. Whom nothing names is
`fide-<FIDE id>`, or `trf-<tournament>-<start number>`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import structs

from contracts.ids import PlayerId, TournamentId
from contracts.refusals import RefusalCode, Refused
from contracts.registration import Players, RegisteredPlayer, RegisterPlayer, Title
from contracts.subjects import checked
from services.chess.trf import Trf, TrfPlayer, column_name

_NO_FEDERATION: Final = "FID"
"""FIDE's code for a player who represents no federation."""
_FEDERATION: Final = re.compile(r"[A-Z]{3}")
_FIDE_ID: Final = re.compile(r"[1-9][0-9]*")
_OWN_ID: Final = re.compile(r"omkamp ([1-9][0-9]{0,3}) ([A-Za-z0-9_-]{1,48})(?: (.*))?")
_YEARS: Final = range(1850, 2101)
"""Years of birth that `RegisterPlayer` takes."""


class Identities(NamedTuple):
    """The id of each start number, and what must be said of it."""

    ids: Mapping[int, PlayerId]
    notes: tuple[str, ...]


def own_id(number: int, player: PlayerId, name: str) -> str:
    """Write the comment by which a later import finds a player again."""
    return f"omkamp {number} {player} {name}".rstrip()


def is_own_id(comment: str) -> bool:
    """Whether a comment is one that `own_id` has written."""
    return _OWN_ID.fullmatch(comment) is not None


def wanted_players(event: Trf) -> Players:
    """Ask the register for everybody the file may mean."""
    fide_ids = tuple(sorted({one for player in event.players if (one := fide_id(player)) is not None}))
    ids = {player for _, player, _ in _own_ids(event)} | {_by_fide(one) for one in fide_ids}
    return Players(players=tuple(sorted(ids)), fide_ids=fide_ids)


def whole_names(event: Trf) -> Trf:
    """Give the names that were cut to their column as the comments of an export have them."""
    names = {number: name for number, _, name in _own_ids(event)}
    players = tuple(
        structs.replace(one, name=whole) if column_name(whole := names.get(one.number, "")) == one.name else one
        for one in event.players
    )
    return structs.replace(event, players=players)


def identities(event: Trf, tournament: TournamentId, known: Iterable[RegisteredPlayer]) -> Identities:
    """Find everybody's id; two players of the file who are one here, and one who is two here, are refused."""
    register = {one.player: one for one in known}
    own = {number: (player, name) for number, player, name in _own_ids(event)}
    ids: dict[int, PlayerId] = {}
    strange: list[str] = []
    for one in event.players:
        said, name = own.get(one.number, (None, ""))
        if said is not None and (name != one.name or _is_another(register.get(said), one)):
            strange.append(f"{one.number} ({said})")
            said = None
        ids[one.number] = _found(one, said, register) or PlayerId(checked(f"trf-{tournament}-{one.number}"))
    _refuse_twins(event, ids)
    notes = (f"ids of other players here left out, of: {', '.join(strange)}",) if strange else ()
    return Identities(ids, notes)


def registration(one: TrfPlayer, player: PlayerId, host: str) -> RegisterPlayer:
    """Make the command that registers a player: his title if it is FIDE's, his year of birth, and no more of it."""
    codes = (code for code in (one.federation, host) if _FEDERATION.fullmatch(code))
    year = one.birth[:4]
    return RegisterPlayer(
        player=player,
        name=one.name or f"Player {one.number}",
        federation=next(codes, _NO_FEDERATION),
        title=Title(one.title) if one.title in set(Title) else Title.NONE,
        born=int(year) if year.isascii() and year.isdigit() and int(year) in _YEARS else None,
        fide_id=fide_id(one),
    )


def fide_id(one: TrfPlayer) -> int | None:
    """Give a player's FIDE id, if it is a number."""
    known = _FIDE_ID.fullmatch(one.fide_id.strip())
    return int(known[0]) if known else None


def _own_ids(event: Trf) -> list[tuple[int, PlayerId, str]]:
    found = (_OWN_ID.fullmatch(comment) for comment in event.comments)
    return [(int(one[1]), PlayerId(one[2]), one[3] or "") for one in found if one is not None]


def _is_another(registered: RegisteredPlayer | None, one: TrfPlayer) -> bool:
    """Whether the id is taken here by somebody else: another name, or another FIDE id."""
    if registered is None:
        return False
    number = fide_id(one)
    if number is not None and registered.fide_id is not None:
        return number != registered.fide_id
    return registered.name != (one.name or f"Player {one.number}")


def _found(one: TrfPlayer, said: PlayerId | None, register: Mapping[PlayerId, RegisteredPlayer]) -> PlayerId | None:
    number = fide_id(one)
    if number is not None:
        mine = {_kept(known) for known in register.values() if known.fide_id == number}
        if len(mine) > 1:
            raise Refused(
                RefusalCode.ALREADY_EXISTS,
                f"player {one.number} has the FIDE id {number}, under which {', '.join(sorted(mine))} are registered; "
                "merge them first",
                players=sorted(mine),
            )
        if mine:
            return mine.pop()
    if said is not None:
        return _kept(register[said]) if said in register else said
    if number is None:
        return None
    usual = _by_fide(number)
    return _kept(register[usual]) if usual in register else usual


def _by_fide(number: int) -> PlayerId:
    return PlayerId(f"fide-{number}")


def _kept(known: RegisteredPlayer) -> PlayerId:
    return known.merged_into or known.player


def _refuse_twins(event: Trf, ids: Mapping[int, PlayerId]) -> None:
    numbers: dict[PlayerId, int] = {}
    for one in event.players:
        other = numbers.setdefault(ids[one.number], one.number)
        if other != one.number:
            same = f"have the same FIDE id {fide_id(one)}" if fide_id(one) else f"are both {ids[one.number]} here"
            raise Refused(
                RefusalCode.MALFORMED_FILE, f"players {other} and {one.number} {same}", players=[other, one.number]
            )
