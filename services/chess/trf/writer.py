"""Writing TRF: strict. What a reader could mistake is refused, nothing is cut to fit."""

import enum

from msgspec import structs

from contracts.refusals import RefusalCode, Refused
from services.chess.trf import scoring
from services.chess.trf.checks import check, completed
from services.chess.trf.fields import fit, line_text, points_columns
from services.chess.trf.model import Acceleration, Forbidden, Trf
from services.chess.trf.players import write_player, write_team
from services.chess.trf.reader import stays_unread

_BEFORE_FIRST_DATE = 91


class Dialect(enum.StrEnum):
    """How rounds, colours, scores, accelerations and prohibited pairs are written; the event is the same."""

    TRF26 = "trf26"
    """The records of FIDE's TRF-2026: 142, 152, 162, 250, 260."""
    TRF16 = "trf16"
    """TRF-2006/2016 with the records the pairing engines added: XXR, XXC, XXS, XXA, XXP."""


def write(trf: Trf, *, dialect: Dialect = Dialect.TRF26) -> str:
    """
    Write an event as TRF, one line a record, players last, so that a file cut anywhere can be told from a whole one.

    Refuses as MALFORMED_FILE an event that contradicts itself (as `read` does), as INVALID_PAYLOAD a value that does
    not fit its columns or would break a line. `read(write(trf)) == trf` for everything `read` returns.
    """
    ordered = tuple(sorted(trf.players, key=lambda player: player.number))
    if len({player.number for player in ordered}) != len(ordered) or not ordered:
        raise Refused(RefusalCode.MALFORMED_FILE, "a file has players, and each start number once", line=0)
    whole = structs.replace(trf, players=completed(ordered, {}))
    check(whole, {})
    extensions = _trf26(whole) if dialect is Dialect.TRF26 else _trf16(whole)
    records = [*_header(whole), *extensions, *_unknown(whole.unknown)]
    records += [write_team(team) for team in whole.teams]
    records += [write_player(player) for player in whole.players]
    return "".join(f"{line_text(record, 'a record').rstrip()}\n" for record in records)


def _header(trf: Trf) -> list[str]:
    texts = [
        *(("###", one) for one in trf.comments),
        ("012", trf.name),
        ("022", trf.city),
        ("032", trf.federation),
        ("042", (trf.start or "").replace("-", "/")),
        ("052", (trf.end or "").replace("-", "/")),
        ("062", str(len(trf.players))),
        ("072", "" if trf.rated is None else str(trf.rated)),
        ("082", "" if trf.declared_teams is None else str(trf.declared_teams)),
        ("092", trf.type),
        *(("102", one) for one in trf.chief_arbiters),
        *(("112", one) for one in trf.deputy_arbiters),
        ("122", trf.time_control),
        ("192", trf.encoded_type),
        ("202", trf.tie_breaks),
        ("212", trf.ranking),
    ]
    return [f"{tag} {text}" for tag, text in texts if text or tag == "###"] + _round_dates(trf)


def _round_dates(trf: Trf) -> list[str]:
    """Write 132, the date of round r as `yy/mm/dd` in columns 92 + 10(r - 1) to 99 + 10(r - 1)."""
    if not trf.round_dates:
        return []
    cells = (fit("" if date is None else date[2:].replace("-", "/"), 10, "the date") for date in trf.round_dates)
    return ["132".ljust(_BEFORE_FIRST_DATE) + "".join(cells)]


def _trf26(trf: Trf) -> list[str]:
    colour = trf.initial_colour
    return [
        *([] if trf.declared_rounds is None else [f"142 {trf.declared_rounds}"]),
        *([] if colour is None else [f"152 {colour.value.upper()}"]),
        *scoring.write_162(trf.points),
        *_shared(trf),
        *(record for one in trf.acceleration for record in _write_250(one)),
        *(_write_260(group, trf.rounds) for group in trf.forbidden),
    ]


def _trf16(trf: Trf) -> list[str]:
    colour = trf.initial_colour
    return [
        *([] if trf.declared_rounds is None else [f"XXR {trf.declared_rounds}"]),
        *([] if colour is None else [f"XXC {colour.name.lower()}1"]),
        *scoring.write_xxs(trf.points),
        *_shared(trf),
        *(_write_xxa(one) for one in trf.acceleration),
        *(_write_forbidden_16(group, trf.rounds) for group in trf.forbidden),
    ]


def _shared(trf: Trf) -> list[str]:
    """Write what only one dialect has a record for: XXZ and 240."""
    absent = [f"XXZ {' '.join(str(one) for one in trf.absent)}"] if trf.absent else []
    return absent + [f"240 {bye.code} {bye.round:3} {fit(bye.number, 4, 'number', right=True)}" for bye in trf.byes]


def _write_250(one: Acceleration) -> list[str]:
    """Write one record for each run of rounds with the same virtual points."""
    records: list[str] = []
    first = 1
    for round_ in range(1, len(one.points) + 1):
        value = one.points[round_ - 1]
        if round_ < len(one.points) and one.points[round_] == value:
            continue
        cell = fit(points_columns(value), 4, "the virtual points", right=True)
        records += [f"250      {cell} {first:3} {round_:3} {one.number:4} {one.number:4}"] if value else []
        first = round_ + 1
    return records


def _write_xxa(one: Acceleration) -> str:
    cells = (fit(points_columns(value), 4, "the virtual points", right=True) for value in one.points)
    return " ".join((f"XXA {one.number:4}", *cells))


def _write_260(group: Forbidden, rounds: int) -> str:
    last = max(rounds, group.first) if group.last is None else group.last
    return f"260 {group.first:3} {last:3} " + " ".join(f"{one:4}" for one in group.numbers)


def _write_forbidden_16(group: Forbidden, rounds: int) -> str:
    """Write XXP, or 260 where the prohibition has a beginning or an end, which XXP cannot say."""
    if group.first == 1 and group.last is None:
        return "XXP " + " ".join(str(one) for one in group.numbers)
    return _write_260(group, rounds)


def _unknown(records: tuple[str, ...]) -> list[str]:
    for record in records:
        if not stays_unread(record):
            raise Refused(
                RefusalCode.INVALID_PAYLOAD, f"{record[:40]!r} is no unknown record: it has a field, or no form"
            )
    return list(records)
