"""
Random events for any pairing system: played round by round, every round checked for what all systems promise.

`play` runs an event and yields each round; `Troubles` says what may go wrong on the way. Everything follows from
the seed, so that a failing event can be played again.
"""

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from contracts.points import DRAW, LOSS, WIN, ByeKind, HalfPoints
from services.chess.colours import Colour
from services.pairing.systems.field import is_game
from services.pairing.systems.interface import (
    Adjournment,
    Contestant,
    PastRound,
    Proposal,
    Request,
    System,
    Unpairable,
)


class Troubles(msgspec.Struct, frozen=True, kw_only=True):
    """Chances in percent a player and round; `late` and `forbidden` are numbers of players and of pairs."""

    withdrawal: int = 0
    requested_bye: int = 0
    forfeit: int = 0
    unfinished: int = 0
    late: int = 0
    forbidden: int = 0


NONE = Troubles()
ALL = Troubles(withdrawal=3, requested_bye=5, forfeit=5, unfinished=5, late=2, forbidden=2)


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One round as it was asked for and proposed; `proposal` None where the system found none."""

    request: Request
    proposal: Proposal | None


def play(  # noqa: PLR0913  the knobs of an event
    system: System,
    *,
    players: int,
    rounds: int,
    seed: int,
    troubles: Troubles = NONE,
    options: dict[str, str] | None = None,
    rated: bool = False,
    check: Callable[[Request, Proposal], None] | None = None,
) -> Iterator[Played]:
    """Play an event; stops at the last round or at the first that the system calls unpairable."""
    chance = Random(seed)  # noqa: S311  a reproducible event, not a secret
    ratings = sorted((chance.randrange(1000, 2600) for _ in range(players)), reverse=True) if rated else [0] * players
    field = {number: Contestant(number=number, rating=ratings[number - 1]) for number in range(1, players + 1)}
    late = {number: chance.randint(2, max(2, rounds)) for number in list(field)[players - troubles.late :]}
    forbidden = frozenset(
        (low, high)
        for low, high in (sorted(chance.sample(range(1, players + 1), 2)) for _ in range(troubles.forbidden))
    )
    withdrawn: set[int] = set()
    for number_of_round in range(1, rounds + 1):
        here = [one for one in field.values() if late.get(one.number, 0) <= number_of_round]
        withdrawn |= {one.number for one in here if number_of_round > 1 and chance.randrange(100) < troubles.withdrawal}
        request = Request(
            round=number_of_round,
            rounds=rounds,
            contestants=tuple(_absence(one, withdrawn, troubles, chance) for one in here),
            initial_colour=chance.choice(list(Colour)),
            forbidden=forbidden,
            options=options or {},
        )
        try:
            proposal = system(request)
        except Unpairable:
            yield Played(request=request, proposal=None)
            return
        (check or check_round)(request, proposal)
        yield Played(request=request, proposal=proposal)
        _settle(field, chance)
        _record(field, request, proposal, troubles, chance)
        for one in field.values():
            if one.number in late and late[one.number] > number_of_round:
                field[one.number] = msgspec.structs.replace(one, past=(*one.past, PastRound()))


def _absence(one: Contestant, withdrawn: set[int], troubles: Troubles, chance: Random) -> Contestant:
    absent = None
    if one.number in withdrawn:
        absent = ByeKind.ZERO_POINT
    elif chance.randrange(100) < troubles.requested_bye:
        absent = chance.choice([ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT])
    return msgspec.structs.replace(one, absent=absent)


def _settle(field: dict[int, Contestant], chance: Random) -> None:
    """Finish the games left open in the round before."""
    results: dict[tuple[int, frozenset[int]], int] = {}
    for one in field.values():
        past = list(one.past)
        for index, this in enumerate(past):
            if this.unfinished is not None and this.opponent is not None:
                key = (index, frozenset({one.number, this.opponent}))
                won = results.setdefault(key, chance.choice([0, one.number, this.opponent]))
                past[index] = msgspec.structs.replace(this, unfinished=None, points=_points(won, one.number))
        field[one.number] = msgspec.structs.replace(one, past=tuple(past))


def _points(winner: int, number: int) -> HalfPoints:
    return DRAW if winner == 0 else WIN if winner == number else LOSS


def _record(
    field: dict[int, Contestant], request: Request, proposal: Proposal, troubles: Troubles, chance: Random
) -> None:
    rounds: dict[int, PastRound] = {}
    for pair in proposal.pairs:
        kind = chance.randrange(100)
        forfeit = kind < troubles.forfeit
        unfinished = not forfeit and kind < troubles.forfeit + troubles.unfinished
        draw_or_winner = [0, pair.white, pair.black] if not forfeit else [-1, pair.white, pair.black]
        winner = chance.choice(draw_or_winner)
        open_game = chance.choice(list(Adjournment)) if unfinished else None
        for number, opponent, colour in (
            (pair.white, pair.black, Colour.WHITE),
            (pair.black, pair.white, Colour.BLACK),
        ):
            points = LOSS if unfinished else _points(winner, number)
            rounds[number] = PastRound(
                opponent=opponent, colour=colour, points=points, played=not forfeit, unfinished=open_game
            )
    if proposal.bye is not None:
        rounds[proposal.bye] = PastRound(points=request.bye_points, bye=ByeKind.PAIRING_ALLOCATED)
    for free in proposal.free:
        rounds[free.number] = PastRound(points=WIN, bye=ByeKind.FULL_POINT)
    worth = {ByeKind.HALF_POINT: DRAW, ByeKind.FULL_POINT: WIN}
    for one in request.contestants:
        if one.absent is not None:
            rounds[one.number] = PastRound(points=worth.get(one.absent, LOSS), bye=one.absent)
    for number, this in rounds.items():
        field[number] = msgspec.structs.replace(field[number], past=(*field[number].past, this))


def check_round(request: Request, proposal: Proposal) -> None:
    """Assert what every system promises of one round."""
    active = sorted(one.number for one in request.contestants if one.absent is None)
    seated = [number for pair in proposal.pairs for number in (pair.white, pair.black)]
    seated += [one.number for one in proposal.free] + ([] if proposal.bye is None else [proposal.bye])
    assert sorted(seated) == active
    contestants = {one.number: one for one in request.contestants}
    for pair in proposal.pairs:
        assert (min(pair.white, pair.black), max(pair.white, pair.black)) not in request.forbidden
        assert all(one.opponent != pair.black or not is_game(one) for one in contestants[pair.white].past)
        assert pair.reasons
    if proposal.bye is not None:
        barred = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT)
        assert not [one for one in contestants[proposal.bye].past if one.bye in barred]
        assert proposal.bye_reasons
    assert not (proposal.bye is not None and len(active) % 2 == 0 and not proposal.free)
