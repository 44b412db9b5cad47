"""A tournament as a pairing system is asked about it: start numbers instead of ids, and everybody's past."""

from collections.abc import Iterable

from contracts.ids import PlayerId
from contracts.points import LOSS, ByeKind
from contracts.registration import PairingSystem
from services.chess.colours import Colour
from services.chess.scoring import PointSystem
from services.chess.tournament import Entry, Game, Round, Tournament
from services.pairing.desk import Desk, holds
from services.pairing.history import cycle_length
from services.pairing.systems import baku
from services.pairing.systems.interface import Adjournment, Contestant, PastRound, Request

Past = dict[PlayerId, PastRound]
"""One round, by player."""


def request(tournament: Tournament, number: int, desk: Desk | None = None) -> Request:
    """
    Ask for round `number`, which follows the published ones or replaces the last of them.

    Everybody entered is a contestant; who has withdrawn, or has a bye he asked for, is absent. Results are those that
    count for pairing; a board without one is a postponed game, unless it was adjourned. An all-play-all of more rounds
    than one cycle has two.
    """
    desk = desk or Desk()
    numbers = {player: entry.start_number for player, entry in tournament.entries.items()}
    announced = tournament.announced
    worth = PointSystem(pairing_bye=announced.bye_points)
    pasts = [_past(tournament, played, numbers, worth) for played in tournament.rounds[: number - 1]]
    contestants = tuple(
        _contestant(entry, pasts, number, desk.bye(number, entry.player))
        for entry in sorted(tournament.entries.values(), key=lambda one: one.start_number)
    )
    return Request(
        round=number,
        rounds=announced.rounds,
        contestants=_accelerated(tournament, contestants, number, desk) if desk.acceleration else contestants,
        initial_colour=desk.initial_colour or _initial_colour(pasts, _by_first_number(tournament.active(1), desk)),
        forbidden=_forbidden(desk, numbers, number),
        bye_points=announced.bye_points,
        options=_options(tournament, number, desk, numbers),
    )


def _options(tournament: Tournament, number: int, desk: Desk, numbers: dict[PlayerId, int]) -> dict[str, str]:
    """Give the options that are set, the two cycles of an all-play-all, and the lots drawn for a knock-out."""
    options = dict(desk.options)
    if tournament.announced.system is PairingSystem.BERGER and tournament.announced.rounds > cycle_length(tournament):
        options.setdefault("cycles", "2")
    if number in desk.orders:
        options["lots"] = ",".join(str(numbers[player]) for player in desk.orders[number] if player in numbers)
    return options


def _forbidden(desk: Desk, numbers: dict[PlayerId, int], number: int) -> frozenset[tuple[int, int]]:
    pairs = [
        sorted(numbers[player] for player in (ban.first, ban.second) if player in numbers)
        for ban in desk.forbidden
        if holds(ban, number)
    ]
    return frozenset((pair[0], pair[1]) for pair in pairs if len(pair) == 2)  # noqa: PLR2004  both are still entered


def _by_first_number(entries: Iterable[Entry], desk: Desk) -> list[Entry]:
    """Order by the start numbers under which round 1 was paired; C.04.2 lets them be corrected since."""
    return sorted(entries, key=lambda entry: desk.first_numbers.get(entry.player, entry.start_number))


def _accelerated(
    tournament: Tournament, contestants: tuple[Contestant, ...], number: int, desk: Desk
) -> tuple[Contestant, ...]:
    """
    Set the virtual points of C.04.7.

    Group A is fixed by who stood in round 1 when it was published, under the numbers of then (a correction of the start
    list moves nobody: a reading); who comes later joins by his number, before or after the last of A.
    """
    first = tournament.round(1)
    if number == 1 or first is None:
        field = tournament.active(1)
    else:
        there = {player for game in first.games.values() for player in (game.white, game.black)}
        there |= {bye.player for bye in first.byes}
        field = [entry for entry in _by_first_number(tournament.entries.values(), desk) if entry.player in there]
    upper = field[: baku.group_a_size(len(field))]
    known = {entry.player for entry in field}
    last = upper[-1].start_number if upper else 0
    late = (one for one in tournament.entries.values() if one.player not in known and one.start_number <= last)
    group_a = {entry.start_number for entry in (*upper, *late)}
    return baku.accelerate(contestants, number, tournament.announced.rounds, group_a=group_a)


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


def _contestant(entry: Entry, pasts: list[Past], number: int, granted: ByeKind | None) -> Contestant:
    return Contestant(
        number=entry.start_number,
        rating=entry.rating or 0,
        title=entry.title.value,
        past=tuple(past.get(entry.player) or _missed(entry, earlier) for earlier, past in enumerate(pasts, start=1)),
        absent=ByeKind.ZERO_POINT if _has_left(entry, number) else granted,
    )


def _missed(entry: Entry, number: int) -> PastRound:
    """Tell a round without him: he had left, or had not come yet."""
    return PastRound(bye=ByeKind.ZERO_POINT if _has_left(entry, number) else None)


def _has_left(entry: Entry, number: int) -> bool:
    return entry.withdrawn_after is not None and entry.withdrawn_after < number


def _past(tournament: Tournament, played: Round, numbers: dict[PlayerId, int], worth: PointSystem) -> Past:
    past = {bye.player: PastRound(bye=bye.kind, points=worth.worth(bye.kind.value)) for bye in played.byes}
    replays = tournament.replays_draws
    for game in played.games.values():
        undecided = tournament.undecided(game) if replays else game.result is None
        past[game.white], past[game.black] = _game(game, numbers, undecided=undecided)
    return past


def _game(game: Game, numbers: dict[PlayerId, int], *, undecided: bool) -> tuple[PastRound, PastRound]:
    """
    Tell a game from White's and from Black's side.

    An encounter that goes on counts as a postponed game, with the colours of its game 1.
    """
    result = None if undecided else game.pairing
    if result is not None:
        (white, black), played, unfinished = result.points, result.played, None
    else:
        adjourned = game.open_until is not None and game.open_until.how == "adjourned"
        (white, black), played = (LOSS, LOSS), False
        unfinished = Adjournment.ADJOURNED if adjourned else Adjournment.POSTPONED
    return (
        PastRound(
            opponent=numbers[game.black], colour=Colour.WHITE, points=white, played=played, unfinished=unfinished
        ),
        PastRound(
            opponent=numbers[game.white], colour=Colour.BLACK, points=black, played=played, unfinished=unfinished
        ),
    )
