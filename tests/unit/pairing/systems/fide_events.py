"""
Random FIDE events, kept as the report file they would leave: played round by round through `from_trf` and a system.

Everything follows from the seed. Byes, forfeits, withdrawals, late entries, forbidden pairs, virtual points.
"""

from collections.abc import Iterator
from random import Random

import msgspec

from services.chess.colours import Colour
from services.chess.trf import Acceleration, Forbidden, Trf, TrfPlayer, TrfRound
from services.pairing.from_trf import request
from services.pairing.systems.baku import virtual_points
from services.pairing.systems.interface import Proposal, Request, System, Unpairable


class Troubles(msgspec.Struct, frozen=True, kw_only=True):
    """Chances in percent a player and round; `late` is a chance a player, `forbidden` a number of pairs."""

    withdrawal: int = 2
    bye: int = 4
    forfeit: int = 4
    late: int = 5
    forbidden: int = 2
    full_point: bool = True


QUIET = Troubles(withdrawal=0, bye=0, forfeit=0, late=0, forbidden=0)


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round: what was asked, what was proposed (None: unpairable), and the event after it."""

    request: Request
    proposal: Proposal | None
    after: Trf


def play(  # noqa: PLR0913  the knobs of an event
    system: System, *, players: int, rounds: int, seed: int, troubles: Troubles = QUIET, baku: bool = False
) -> Iterator[Round]:
    """Play an event to its end, or to the first round that cannot be paired."""
    chance = Random(seed)  # noqa: S311  a reproducible event, not a secret
    event = _announced(players, rounds, chance, troubles, baku=baku)
    comes = {
        player.number: chance.randint(2, max(2, rounds)) if chance.randrange(100) < troubles.late else 1
        for player in event.players
    }
    gone: set[int] = set()
    for number in range(1, rounds + 1):
        event = _absences(event, number, comes, gone, chance, troubles)
        asked = request(event, number)
        try:
            proposal = system(asked)
        except Unpairable:
            yield Round(request=asked, proposal=None, after=event)
            return
        event = _played(event, proposal, chance, troubles)
        yield Round(request=asked, proposal=proposal, after=event)


def _played(event: Trf, proposal: Proposal, chance: Random, troubles: Troubles) -> Trf:
    """Write the results of a round into the event, byes included."""
    cells = {player.number: player.rounds[-1] for player in event.players}
    strength = {player.number: player.rating for player in event.players}
    for pair in proposal.pairs:
        mine, theirs = _result(strength[pair.white] - strength[pair.black], chance, troubles)
        cells[pair.white] = TrfRound(opponent=pair.black, colour=Colour.WHITE, code=mine)
        cells[pair.black] = TrfRound(opponent=pair.white, colour=Colour.BLACK, code=theirs)
    if proposal.bye is not None:
        cells[proposal.bye] = TrfRound(code="U")
    return _with_cells(event, cells, last=True)


def _announced(players: int, rounds: int, chance: Random, troubles: Troubles, *, baku: bool) -> Trf:
    ratings = sorted((chance.randrange(1400, 2500) for _ in range(players)), reverse=True)
    numbers = range(1, players + 1)
    virtual = virtual_points(numbers, rounds) if baku else {}
    return Trf(
        name="simulated",
        declared_rounds=rounds,
        initial_colour=chance.choice(list(Colour)),
        encoded_type="",
        players=tuple(TrfPlayer(number=n, rating=ratings[n - 1]) for n in numbers),
        acceleration=tuple(
            Acceleration(number=n, points=points[:last])
            for n, points in virtual.items()
            if (last := sum(1 for one in points if one))
        ),
        forbidden=tuple(Forbidden(numbers=tuple(sorted(chance.sample(numbers, 2)))) for _ in range(troubles.forbidden)),
    )


def _absences(  # noqa: PLR0913, PLR0917  one state of an event, passed on
    event: Trf, number: int, comes: dict[int, int], gone: set[int], chance: Random, troubles: Troubles
) -> Trf:
    cells = {}
    kinds = "HHZF" if troubles.full_point else "HHZ"
    for player in event.players:
        if number > 1 and chance.randrange(100) < troubles.withdrawal:
            gone.add(player.number)
        code = "Z" if player.number in gone or comes[player.number] > number else ""
        if not code and chance.randrange(100) < troubles.bye:
            code = chance.choice(kinds)
        cells[player.number] = TrfRound(code=code)
    return _with_cells(event, cells, last=False)


def _with_cells(event: Trf, cells: dict[int, TrfRound], *, last: bool) -> Trf:
    players = tuple(
        msgspec.structs.replace(
            player, rounds=((*player.rounds[:-1],) if last else player.rounds) + (cells[player.number],)
        )
        for player in event.players
    )
    return msgspec.structs.replace(event, players=players)


def _result(ahead: int, chance: Random, troubles: Troubles) -> tuple[str, str]:
    if chance.randrange(100) < troubles.forfeit:
        return chance.choice([("+", "-"), ("-", "+"), ("-", "-")])
    if chance.randrange(100) < 30:
        return "=", "="
    return ("1", "0") if chance.randrange(1000) < 500 + max(-450, min(450, ahead)) else ("0", "1")
