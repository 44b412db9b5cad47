"""`omkamp correct-start-list T`: wrong ratings and titles put right, and the start list numbered anew."""

from typing import Annotated, Final, TypeVar

import typer

from contracts.arrangements import Lot
from contracts.envelope import Accepted
from contracts.ids import PlayerId, TournamentId
from contracts.pairing import CorrectedEntry, CorrectStartList
from contracts.registration import Title
from contracts.reporting import CrosstableRow
from contracts.subjects import checked
from services.cli.arrange import pairs_of
from services.cli.line import Json, TournamentArgument, client_of, run
from services.cli.rounds import LONG, start_list, told, warned
from services.cli.words import player_of

T = TypeVar("T")

_MOST: Final = 9999

Ratings = Annotated[
    list[str] | None, typer.Option("--rating", metavar="PLAYER=RATING", help="His rating (0: he has none).")
]
Titles = Annotated[
    list[str] | None, typer.Option("--title", metavar="PLAYER=TITLE", help="His FIDE title (empty: none).")
]
Numbers = Annotated[list[str] | None, typer.Option("--number", metavar="PLAYER=NUMBER", help="His new start number.")]


def correct_start_list(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    tournament: TournamentArgument,
    reason: Annotated[str, typer.Option(help="Why, for the record.")],
    rating: Ratings = None,
    title: Titles = None,
    number: Numbers = None,
    by_strength: Annotated[
        bool, typer.Option("--by-strength", help="Number everybody anew: rating, title, name.")
    ] = False,
    json: Json = False,
) -> None:
    """
    Correct what the start list says of players, and number it anew until round 4 is paired.

    Players are named by their id or their start number so far. What is published stands.
    """
    ratings, titles, numbers = pairs_of(rating or []), pairs_of(title or []), pairs_of(number or [])

    def made(rows: tuple[CrosstableRow, ...]) -> CorrectStartList:
        def who(text: str) -> PlayerId:
            return player_of(text, rows, tournament)

        new_ratings = _by_player([(who(one), _whole(text, 0, "rating")) for one, text in ratings.items()])
        new_titles = _by_player([(who(one), _title(text)) for one, text in titles.items()])
        return CorrectStartList(
            tournament=TournamentId(checked(tournament)),
            entries=tuple(
                CorrectedEntry(player=player, rating=new_ratings.get(player), title=new_titles.get(player))
                for player in dict.fromkeys((*new_ratings, *new_titles))
            ),
            numbers=tuple(Lot(player=who(one), number=_whole(text, 1, "number")) for one, text in numbers.items()),
            by_strength=by_strength,
            reason=reason,
        )

    async def sending() -> Accepted:
        async with client_of(context, patience=LONG) as client:
            return await warned(client, made(await start_list(client, tournament)))

    told(run(sending()), "The start list is corrected.", "It is so already.", json=json)


def _by_player(given: list[tuple[PlayerId, T]]) -> dict[PlayerId, T]:
    chosen: dict[PlayerId, T] = {}
    for player, value in given:
        if player in chosen:
            raise typer.BadParameter(f"{player!r} is named twice, by his id and by his start number")
        chosen[player] = value
    return chosen


def _whole(text: str, least: int, what: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not least <= int(text) <= _MOST:
        raise typer.BadParameter(f"{text!r} is no {what}")
    return int(text)


def _title(text: str) -> Title:
    if text.upper() not in set(Title):
        raise typer.BadParameter(f"{text!r} is no title; there are {', '.join(one for one in Title if one)}")
    return Title(text.upper())
