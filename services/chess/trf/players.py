"""The records with fixed columns, read and written side by side: 001 (player) and 013 (team)."""

from itertools import zip_longest

from msgspec import structs

from services.chess.colours import Colour
from services.chess.trf.codes import BYE_CODES, GAME_CODES
from services.chess.trf.fields import birth, fit, half_points, malformed, number, points_columns
from services.chess.trf.model import BLANK, TrfPlayer, TrfRound, TrfTeam

_NAME_WIDTH = 33
_FIRST_ROUND = 91
_ROUND_WIDTH = 10
_FIRST_MEMBER = 36
_MEMBER_WIDTH = 5

_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
_SEXES = {"M": "m", "W": "w", "F": "w"}
_COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK, "-": None, "": None}
_WITHOUT_OPPONENT = {"+": "F", "=": "H", "-": "Z"}
"""Codes some programs write where there is no opponent: a point, a half, none."""


def column_name(name: str) -> str:
    """Cut a name to the 33 characters its column has room for."""
    return name[:_NAME_WIDTH].rstrip()


def read_player(text: str, line: int) -> TrfPlayer:
    """Read record 001 by the columns of TRF16; columns count characters."""
    start = number(text[4:8], line, "the start number")
    if not start:
        malformed(line, "the start number is missing")
    title = text[10:13].strip()
    fide_id = text[57:68].strip()
    return TrfPlayer(
        number=start,
        sex=_SEXES.get(text[9:10].upper(), ""),
        title=_TITLES.get(title.upper(), title),
        name=text[14:47].strip(),
        rating=number(text[48:52], line, "the rating") or 0,
        federation=text[53:56].strip(),
        fide_id="" if fide_id.strip("0") == "" else fide_id,
        birth=birth(text[69:79]),
        points=half_points(text[80:84], line, "the points"),
        rank=number(text[85:89], line, "the rank"),
        rounds=_read_rounds(text, line),
    )


def _read_rounds(text: str, line: int) -> tuple[TrfRound, ...]:
    if text[89:_FIRST_ROUND].strip():
        malformed(line, "columns 90-91 should be blank; the record is shifted")
    cells = range(_FIRST_ROUND, len(text), _ROUND_WIDTH)
    return tuple(
        _read_round(text[at : at + _ROUND_WIDTH].ljust(_ROUND_WIDTH), line, index)
        for index, at in enumerate(cells, start=1)
    )


def _read_round(cell: str, line: int, round_: int) -> TrfRound:
    """Read ten columns: 1-4 the opponent, 6 the colour, 8 the code."""
    if (cell[4] + cell[6] + cell[8:]).strip():
        malformed(line, f"round {round_} is {cell.rstrip()!r}; the record is shifted")
    opponent = number(cell[:4], line, f"the opponent of round {round_}") or None
    code = cell[7].strip().upper().replace("½", "=")
    colour = cell[5].strip().upper()
    if colour not in _COLOURS:
        malformed(line, f"the colour of round {round_} is {cell[5]!r}, not w, b or -")
    if opponent is None:
        code = _WITHOUT_OPPONENT.get(code, code)
        if code and code not in BYE_CODES:
            malformed(line, f"round {round_} has the result {cell[7]!r} but no opponent")
        if not code and cell.strip().strip("0- "):
            malformed(line, f"round {round_} is {cell.rstrip()!r}: a colour without an opponent")
        return TrfRound(code=code)
    if code and code not in GAME_CODES:
        malformed(line, f"round {round_} has the code {cell[7]!r} against opponent {opponent}")
    return TrfRound(opponent, _COLOURS[colour], code)


def write_player(player: TrfPlayer) -> str:
    """Write record 001; a value that does not fit its columns is refused."""
    what = f"player {player.number}:"
    head = " ".join(
        (
            "001",
            fit(player.number, 4, f"{what} number", right=True),
            fit(player.sex, 1, f"{what} sex") + fit(player.title, 3, f"{what} title", right=True),
            fit(player.name, _NAME_WIDTH, f"{what} name"),
            fit(player.rating, 4, f"{what} rating", right=True),
            fit(player.federation, 3, f"{what} federation"),
            fit(player.fide_id, 11, f"{what} FIDE id", right=True),
            fit(player.birth, 10, f"{what} birth"),
            fit("" if player.points is None else points_columns(player.points), 4, f"{what} points", right=True),
            fit("" if player.rank is None else player.rank, 4, f"{what} rank", right=True),
        )
    )
    return (head + "".join(_write_round(one) for one in player.rounds)).rstrip()


def _write_round(one: TrfRound) -> str:
    if one == BLANK:
        return " " * _ROUND_WIDTH
    opponent = "0000" if one.opponent is None else f"{one.opponent:4}"
    return f"  {opponent} {one.colour or '-'} {one.code or ' '}"


def read_team(text: str, line: int) -> TrfTeam:
    """Read record 013: the name in columns 5-36, members from 37 in steps of five."""
    cells = range(_FIRST_MEMBER, len(text), _MEMBER_WIDTH)
    members = (number(text[at : at + 4], line, "a member of the team") for at in cells)
    return TrfTeam(name=text[4:_FIRST_MEMBER].strip(), players=tuple(one for one in members if one))


def write_team(team: TrfTeam) -> str:
    """Write record 013."""
    members = " ".join(fit(one, 4, "a member's number", right=True) for one in team.players)
    return f"013 {fit(team.name, 32, 'the team name')}{members}".rstrip()


def same_width(players: tuple[TrfPlayer, ...]) -> tuple[TrfPlayer, ...]:
    """Give every player the same number of rounds: up to the last one in which anybody has an entry."""
    by_round = list(zip_longest(*(player.rounds for player in players), fillvalue=BLANK))
    while by_round and all(one == BLANK for one in by_round[-1]):
        by_round.pop()
    by_player = zip(*by_round, strict=True) if by_round else (() for _ in players)
    return tuple(
        structs.replace(player, rounds=tuple(rounds)) for player, rounds in zip(players, by_player, strict=True)
    )
