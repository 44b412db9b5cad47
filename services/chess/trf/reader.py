"""
Reading TRF: TRF16 with the engines' extensions, and TRF26 for individual events. Tolerant of form, strict of sense.

| records | |
|---|---|
| 001, 013, 012 … 132 | read |
| 142, 152, 162, 192, 202, 212, 240, 250, 260, ### | read |
| XXR, XXC, XXZ, XXS, XXA, XXP, BBW … BBU | read; the same event as with the TRF26 records |
| 172, 182, 222, 299, 300, 310 … 362, 801, 802, federation records, any other | kept as they stood, unread |
"""

import re
from collections.abc import Callable

from contracts.points import HalfPoints
from contracts.refusals import Refused
from services.chess.colours import Colour
from services.chess.trf import scoring
from services.chess.trf.checks import check, completed
from services.chess.trf.draft import Draft, Run
from services.chess.trf.fields import half_points, iso_date, malformed, number, numbers
from services.chess.trf.model import Acceleration, Forbidden, Trf, TrfBye
from services.chess.trf.players import read_player, read_team

_RECORD = re.compile(r"(?:[0-9A-Za-z]{3}|###)(?: .*)?", re.DOTALL)
_ROUND_DATE = re.compile(r"\d{2,4}[/.-]\d{1,2}[/.-]\d{2,4}")
_MOST_ROUNDS = 99
_TEXTS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "092": "type",
    "122": "time_control",
    "192": "encoded_type",
    "202": "tie_breaks",
    "212": "ranking",
}
_DATES = {"042": "start", "052": "end"}
_COUNTS = {"062": "declared_players", "072": "rated", "082": "declared_teams", "142": "declared_rounds"}
_COUNTS |= {"XXR": "declared_rounds"}
_COLOURS = {"152 W": Colour.WHITE, "152 B": Colour.BLACK, "XXC WHITE1": Colour.WHITE, "XXC BLACK1": Colour.BLACK}


def read(text: str) -> Trf:
    """
    Read a TRF file.

    Refuses as MALFORMED_FILE, naming line and reason: text that is no TRF; a file cut short; a start number that
    stands twice; an opponent that does not exist; two records of one game that disagree; numbers that are none.
    The last line must have its end, else nobody knows that it is whole.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines.pop().strip():
        malformed(len(lines) + 1, "the last line has no end: the file is cut short (if it is whole, end the line)")
    draft = Draft()
    draft.length = len(lines)
    for line, content in enumerate(lines, start=1):
        if content.strip():
            _read_line(draft, content.rstrip(), line)
    return _assembled(draft)


def stays_unread(record: str) -> bool:
    """Whether `read` would keep this record as it stands."""
    draft = Draft()
    try:
        _read_line(draft, record, 0)
    except Refused:
        return False
    return draft.unknown == [record]


def _read_line(draft: Draft, content: str, line: int) -> None:
    if not _RECORD.fullmatch(content):
        malformed(line, f"{content[:40]!r} is no TRF record (three characters, then a blank)")
    if "\t" in content:
        malformed(line, "a tab stands in the line; columns are made of blanks")
    tag, body = content[:3].upper(), content[4:]
    if tag in _TEXTS:
        draft.say(_TEXTS[tag], body.strip(), line)
    elif tag in _COUNTS:
        _read_count(draft, tag, body, line)
    elif tag in _DATES:
        _read_date(draft, tag, content, line)
    elif tag in scoring.BB_TAGS:
        draft.worths |= scoring.read_bb(tag, body, line)
    elif tag in _READERS:
        _READERS[tag](draft, content, line)
    else:
        draft.unknown.append(content)


def _read_count(draft: Draft, tag: str, body: str, line: int) -> None:
    first = (body.split() or [""])[0]
    value = number(first, line, f"record {tag}")
    if value is None:
        return
    if tag in {"142", "XXR"} and not 1 <= value <= _MOST_ROUNDS:
        malformed(line, f"{value} rounds are declared, not 1 to {_MOST_ROUNDS}")
    draft.say(_COUNTS[tag], value, line)


def _read_date(draft: Draft, tag: str, content: str, line: int) -> None:
    """Keep a date nobody can read as the record it was."""
    date = iso_date(content[4:])
    if date is not None:
        draft.say(_DATES[tag], date, line)
    elif content[4:].strip():
        draft.unknown.append(content)


def _read_001(draft: Draft, content: str, line: int) -> None:
    player = read_player(content, line)
    if player.number in draft.lines:
        malformed(line, f"start number {player.number} stands twice, first in line {draft.lines[player.number]}")
    if len(player.rounds) > _MOST_ROUNDS:
        malformed(line, f"more than {_MOST_ROUNDS} rounds")
    draft.lines[player.number] = line
    draft.players.append(player)


def _read_013(draft: Draft, content: str, line: int) -> None:
    draft.teams.append(read_team(content, line))


def _read_132(draft: Draft, content: str, line: int) -> None:
    """Read the date of round r from column 92 + 10(r - 1); in files that do not keep the columns, one after another."""
    found = list(_ROUND_DATE.finditer(content))
    placed = {(match.start() - 91) // 10: iso_date(match[0]) for match in found if match.start() >= 89}  # noqa: PLR2004  the column
    if len(placed) != len(found):
        placed = {index: iso_date(match[0]) for index, match in enumerate(found)}
    if max(placed, default=0) > _MOST_ROUNDS:
        malformed(line, f"more than {_MOST_ROUNDS} rounds")
    if placed:
        draft.dates = tuple(placed.get(index) for index in range(max(placed) + 1))


def _read_colour(draft: Draft, content: str, line: int) -> None:
    colour = _COLOURS.get(" ".join(content.upper().split()))
    if colour is None:
        draft.unknown.append(content)
    else:
        draft.say("initial_colour", colour, line)


def _read_240(draft: Draft, content: str, line: int) -> None:
    """Read type in column 5, round in 7-9, players from 11 in steps of five."""
    code, round_ = content[4:5].upper(), number(content[6:9], line, "the round of the bye")
    if code not in {"F", "H", "Z"} or not round_ or round_ > _MOST_ROUNDS:
        malformed(line, f"record 240 gives {code!r} in round {round_}, not F, H or Z in a round of 1 to {_MOST_ROUNDS}")
    who = _columns(content, 10, line, "a player with a bye")
    draft.byes.extend(TrfBye(number=one, round=round_, code=code) for one in who)


def _columns(content: str, first: int, line: int, what: str) -> list[int]:
    found = (number(content[at : at + 4], line, what) for at in range(first, len(content), 5))
    return [one for one in found if one]


def _read_250(draft: Draft, content: str, line: int) -> None:
    """Read game points 10-13, rounds 15-17 to 19-21, players 23-26 to 28-31; what gives match points is kept unread."""
    if half_points(content[4:8], line, "the match points"):
        draft.unknown.append(content)
        return
    value = half_points(content[9:13], line, "the virtual points")
    first = number(content[14:17], line, "the first round")
    last = number(content[18:21], line, "the last round") or first
    lowest = number(content[22:26], line, "the first player")
    highest = number(content[27:31], line, "the last player") or lowest
    if not (value is not None and first and last and lowest and highest and last <= _MOST_ROUNDS):
        malformed(line, "record 250 lacks its points, rounds or players")
    draft.runs.append(Run(value, first, last, lowest, highest, line))


def _read_xxa(draft: Draft, content: str, line: int) -> None:
    """Read the player in 5-8 and the virtual points of round r from column 10 + 5(r - 1)."""
    one = number(content[4:8], line, "the accelerated player")
    if not one or one in draft.virtual:
        malformed(line, f"record XXA names {'no player' if not one else f'player {one} twice'}")
    cells = (half_points(content[at : at + 4], line, "the virtual points") for at in range(9, len(content), 5))
    draft.virtual[one] = {round_: value for round_, value in enumerate(cells, start=1) if value is not None}


def _read_260(draft: Draft, content: str, line: int) -> None:
    """Read the first round in 5-7, the last in 9-11 (blank, 0 or 999: to the end), players from 13 in steps of five."""
    first = number(content[4:7], line, "the first round") or 1
    last = number(content[8:11], line, "the last round")
    who = tuple(_columns(content, 12, line, "a player who may not meet another"))
    draft.forbidden.append(Forbidden(numbers=who, first=first, last=last))


def _read_xxp(draft: Draft, content: str, line: int) -> None:
    draft.forbidden.append(Forbidden(numbers=numbers(content[4:], line, "a player who may not meet another")))


_Reader = Callable[[Draft, str, int], None]
_READERS: dict[str, _Reader] = {
    "001": _read_001,
    "013": _read_013,
    "102": lambda draft, content, _: draft.chief.append(content[4:].strip()),
    "112": lambda draft, content, _: draft.deputies.append(content[4:].strip()),
    "###": lambda draft, content, _: draft.comments.append(content[4:].strip()),
    "132": _read_132,
    "152": _read_colour,
    "XXC": _read_colour,
    "162": lambda draft, content, line: draft.worths.update(scoring.read_162(content[4:], line)),
    "XXS": lambda draft, content, line: draft.worths.update(scoring.read_xxs(content[4:], line)),
    "XXZ": lambda draft, content, line: draft.absent.extend(numbers(content[4:], line, "an absentee")),
    "240": _read_240,
    "250": _read_250,
    "XXA": _read_xxa,
    "260": _read_260,
    "XXP": _read_xxp,
}


def _assembled(draft: Draft) -> Trf:
    """Check the whole against itself and bring it into the one shape both dialects share."""
    if not draft.players:
        malformed(draft.length, "no player record (001): this is no TRF file, or it is cut short")
    values = dict(draft.values)
    declared = values.pop("declared_players", None)
    if declared is not None and declared != len(draft.players):
        found = len(draft.players)
        malformed(draft.length, f"{declared} players are declared (062), the file ends with {found}: it is cut short")
    teams = len(draft.teams) or sum(one.startswith("310") for one in draft.unknown)
    if values.get("declared_teams") not in {None, teams}:
        stated = values["declared_teams"]
        malformed(draft.length, f"{stated} teams are declared (082), the file ends with {teams}: it is cut short")
    rounds = values.get("declared_rounds")
    for run in draft.runs:
        _accelerate(draft, run)
    trf = Trf(
        chief_arbiters=tuple(filter(None, draft.chief)),
        deputy_arbiters=tuple(filter(None, draft.deputies)),
        round_dates=draft.dates,
        points=scoring.system(draft.worths),
        absent=tuple(draft.absent),
        byes=tuple(draft.byes),
        acceleration=tuple(_acceleration(one, draft.virtual[one]) for one in sorted(draft.virtual)),
        forbidden=tuple(_to_the_end(one, rounds) for one in draft.forbidden),
        teams=tuple(draft.teams),
        comments=tuple(draft.comments),
        unknown=tuple(draft.unknown),
        players=completed(tuple(sorted(draft.players, key=lambda player: player.number)), draft.lines),
        **values,  # type: ignore[arg-type]  # each was set by `say` with the type of its field
    )
    check(trf, draft.lines)
    return trf


def _accelerate(draft: Draft, run: Run) -> None:
    """Spread one record 250 over its players; a round accelerated twice is refused."""
    if run.lowest not in draft.lines or run.highest not in draft.lines:
        missing = run.lowest if run.lowest not in draft.lines else run.highest
        malformed(run.line, f"record 250 names player {missing}, who does not exist")
    for one in [one for one in draft.lines if run.lowest <= one <= run.highest]:
        by_round = draft.virtual.setdefault(one, {})
        for round_ in range(run.first, run.last + 1):
            if round_ in by_round:
                malformed(run.line, f"player {one} is accelerated twice in round {round_}")
            by_round[round_] = run.value


def _acceleration(one: int, by_round: dict[int, HalfPoints]) -> Acceleration:
    last = max((round_ for round_, value in by_round.items() if value), default=0)
    points = tuple(by_round.get(round_, HalfPoints(0)) for round_ in range(1, last + 1))
    return Acceleration(number=one, points=points)


def _to_the_end(group: Forbidden, rounds: object) -> Forbidden:
    """Say None for a last round that is the event's last, or beyond any event."""
    last = group.last
    ends = last is None or last in {0, 999} or (isinstance(rounds, int) and last >= rounds)
    return Forbidden(numbers=group.numbers, first=group.first, last=None if ends else last)
