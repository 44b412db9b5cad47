"""A tournament as a pairing system is asked about it: start numbers instead of ids, and everybody's past."""

from contracts.ids import PlayerId
from contracts.points import LOSS, ByeKind
from contracts.registration import PairingSystem
from services.chess.colours import Colour
from services.chess.scoring import PointSystem
from services.chess.tournament import Entry, Game, Round, Tournament
from services.pairing.history import cycle_length
from services.pairing.systems.interface import Adjournment, Contestant, PastRound, Request

Past = dict[PlayerId, PastRound]
"""One round, by player."""


def request(tournament: Tournament, number: int) -> Request:
    """
    Ask for round `number`, which follows the published ones or replaces the last of them.

    Everybody entered is a contestant; who has withdrawn is absent. Results are those that count for pairing; a board
    without one is a postponed game. An all-play-all of more rounds than one cycle has two.
    """
    numbers = {player: entry.start_number for player, entry in tournament.entries.items()}
    announced = tournament.announced
    worth = PointSystem(pairing_bye=announced.bye_points)
    pasts = [_past(played, numbers, worth) for played in tournament.rounds[: number - 1]]
    two_cycles = announced.system is PairingSystem.BERGER and announced.rounds > cycle_length(tournament)
    return Request(
        round=number,
        rounds=announced.rounds,
        contestants=tuple(
            _contestant(entry, pasts, number)
            for entry in sorted(tournament.entries.values(), key=lambda one: one.start_number)
        ),
        initial_colour=_initial_colour(pasts, tournament.active(1)),
        bye_points=announced.bye_points,
        options={"cycles": "2"} if two_cycles else {},
    )


def _initial_colour(pasts: list[Past], field: list[Entry]) -> Colour:
    """
    Return the colour that the lot gave to the first pairing number, as round 1 shows it; White before that.

    In round 1 the first of those who take part has an odd pairing number and so the initial colour.
    """
    taking_part = 0
    for entry in field if pasts else []:
        first = pasts[0].get(entry.player, PastRound())
        taking_part += first.colour is not None or first.bye is ByeKind.PAIRING_ALLOCATED
        if first.colour is not None:
            return first.colour if taking_part % 2 else first.colour.other
    return Colour.WHITE


def _contestant(entry: Entry, pasts: list[Past], number: int) -> Contestant:
    return Contestant(
        number=entry.start_number,
        rating=entry.rating or 0,
        past=tuple(past.get(entry.player) or _missed(entry, earlier) for earlier, past in enumerate(pasts, start=1)),
        absent=ByeKind.ZERO_POINT if _has_left(entry, number) else None,
    )


def _missed(entry: Entry, number: int) -> PastRound:
    """Tell a round without him: he had left, or had not come yet."""
    return PastRound(bye=ByeKind.ZERO_POINT if _has_left(entry, number) else None)


def _has_left(entry: Entry, number: int) -> bool:
    return entry.withdrawn_after is not None and entry.withdrawn_after < number


def _past(played: Round, numbers: dict[PlayerId, int], worth: PointSystem) -> Past:
    past = {bye.player: PastRound(bye=bye.kind, points=worth.worth(bye.kind.value)) for bye in played.byes}
    for game in played.games.values():
        past[game.white], past[game.black] = _game(game, numbers)
    return past


def _game(game: Game, numbers: dict[PlayerId, int]) -> tuple[PastRound, PastRound]:
    """Tell a game from White's and from Black's side."""
    result = game.pairing
    sides = zip(
        (game.black, game.white),
        (Colour.WHITE, Colour.BLACK),
        (LOSS, LOSS) if result is None else result.points,
        strict=True,
    )
    white, black = (
        PastRound(
            opponent=numbers[opponent],
            colour=colour,
            points=points,
            played=result is not None and result.played,
            unfinished=Adjournment.POSTPONED if result is None else None,
        )
        for opponent, colour, points in sides
    )
    return white, black
