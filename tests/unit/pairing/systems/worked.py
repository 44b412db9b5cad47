"""Play a worked example from its data: the lower number wins unless a draw is listed; each round's games compared."""

from typing import Any

from contracts.points import DRAW, LOSS, WIN, ByeKind
from services.chess.colours import Colour
from services.pairing.systems.interface import Contestant, PastRound, Proposal, Request, System


def play(system: System, example: dict[str, Any]) -> tuple[list[Proposal], dict[int, int]]:
    """Return every round's proposal, and the final half points."""
    past: dict[int, tuple[PastRound, ...]] = dict.fromkeys(range(1, example["players"] + 1), ())
    draws = [tuple(one) for one in example["draws"]]
    proposals = []
    for number_of_round in range(1, example["rounds"] + 1):
        contestants = tuple(Contestant(number=number, past=rounds) for number, rounds in past.items())
        proposal = system(Request(round=number_of_round, rounds=example["rounds"], contestants=contestants))
        proposals.append(proposal)
        for pair in proposal.pairs:
            low, high = sorted((pair.white, pair.black))
            drawn = (number_of_round, high, low) in draws or (number_of_round, low, high) in draws
            for one, other, points in ((low, high, WIN), (high, low, LOSS)):
                colour = Colour.WHITE if one == pair.white else Colour.BLACK
                this = PastRound(opponent=other, colour=colour, played=True, points=DRAW if drawn else points)
                past[one] = (*past[one], this)
        if proposal.bye is not None:
            past[proposal.bye] = (*past[proposal.bye], PastRound(points=WIN, bye=ByeKind.PAIRING_ALLOCATED))
    return proposals, {number: sum(one.points for one in rounds) for number, rounds in past.items()}


def games(proposal: Proposal) -> list[list[int]]:
    return [[pair.white, pair.black] for pair in proposal.pairs]
