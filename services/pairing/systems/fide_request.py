"""What the FIDE systems refuse before they pair, and the rounds that need no engine."""

from collections.abc import Collection

import msgspec

from contracts.points import DRAW
from contracts.refusals import RefusalCode, Refused
from services.pairing.systems.fide_players import FidePlayer
from services.pairing.systems.interface import Contestant, Proposal, Reason, Request, Unpairable


class ProgramFailed(Unpairable):
    """The program behind a system broke; whether the round can be paired is not known. Nothing was paired."""

    def __init__(self, fault: str, rule: str) -> None:
        super().__init__(
            f"the pairing program failed ({fault}); nothing was paired",
            rule=rule,
            advice="Report this with the event's file, and pair the round by hand meanwhile.",
        )


def refuse_too_large(players: int, limit: int, rule: str) -> None:
    """Refuse more players than a system has memory or time for (`TOO_LARGE`)."""
    if players > limit:
        raise Refused(
            RefusalCode.TOO_LARGE,
            f"{players} players are more than the {limit} this system can pair at once; split the event into groups",
            rule=rule,
            players=players,
            limit=limit,
        )


def refuse_acceleration(request: Request, rule: str) -> None:
    """Refuse virtual points where a system's text knows none (`INVALID_PAYLOAD`), rather than pass them over."""
    given = [one.number for one in request.contestants if any(one.acceleration)]
    if given:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{given[0]} has virtual points, which this system does not know; pair it by fide-dutch",
            rule=rule,
            players=given,
        )


def refuse_malformed(request: Request, options: Collection[str] = ()) -> None:
    """
    Refuse a request no round can be made of: `INVALID_PAYLOAD` with the field that is wrong.

    Refused are a round beyond the rounds, a number twice or below 1, a history of another length, an opponent nobody
    knows or whose own history says otherwise, a forbidden pair not in order, and an option the system does not know.
    """
    unknown = sorted(set(request.options) - set(options))
    if unknown:
        raise _wrong(f"no option {unknown[0]!r}; known: {', '.join(sorted(options)) or 'none'}", option=unknown[0])
    if not 1 <= request.round <= request.rounds:
        raise _wrong(f"round {request.round} of {request.rounds}", round=request.round)
    by_number = {one.number: one for one in request.contestants}
    if len(by_number) != len(request.contestants) or min(by_number, default=1) < 1:
        raise _wrong("a start number is used twice or is below 1")
    for one in request.contestants:
        _refuse_history(one, by_number, request.round)
    for low, high in request.forbidden:
        if low >= high:
            raise _wrong(f"the forbidden pair {low}-{high} must name the lower number first", pair=(low, high))


def count_unfinished(request: Request) -> Request:
    """Count an unfinished game as a draw, for the pairing only (C.04.1)."""
    if not any(past.unfinished for one in request.contestants for past in one.past):
        return request
    return msgspec.structs.replace(request, contestants=tuple(_as_drawn(one) for one in request.contestants))


def _as_drawn(one: Contestant) -> Contestant:
    past = tuple(
        msgspec.structs.replace(each, points=DRAW, played=True) if each.unfinished else each for each in one.past
    )
    return msgspec.structs.replace(one, past=past)


def small_field(active: list[FidePlayer], rule: str) -> Proposal | None:
    """
    Settle a field of less than two without an engine.

    Nobody left: `Unpairable`, the event can end. One left: he gets the bye if he may, else `Unpairable`.
    """
    if not active:
        raise Unpairable("no player is left to be paired", rule=rule, advice="The event can end here.")
    if len(active) > 1:
        return None
    alone = active[0]
    if alone.bye_barred:
        raise Unpairable(
            f"{alone.number} is alone and may not get a second bye", rule=rule, advice="The event can end here."
        )
    return Proposal(
        pairs=(),
        bye=alone.number,
        bye_reasons=(Reason(rule=rule, text=f"{alone.number} is the only player of this round."),),
    )


def what_is_wrong(
    pairs: list[tuple[int, int]], bye: int | None, active: dict[int, FidePlayer], forbidden: frozenset[tuple[int, int]]
) -> str:
    """Name what is wrong with a round an engine gave, or nothing: everybody once, no rematch, no second bye."""
    seated = [number for pair in pairs for number in pair] + ([bye] if bye is not None else [])
    if sorted(seated) != sorted(active):
        return "not every player stands in the round exactly once"
    for white, black in pairs:
        if black in active[white].opponents:
            return f"{white} and {black} have met"
        if (min(white, black), max(white, black)) in forbidden:
            return f"{white} and {black} may not meet"
    if bye is not None and active[bye].bye_barred:
        return f"{bye} may not get a bye"
    return ""


def _refuse_history(one: Contestant, by_number: dict[int, Contestant], this_round: int) -> None:
    if len(one.past) != this_round - 1:
        raise _wrong(
            f"{one.number} has {len(one.past)} earlier rounds where round {this_round} needs {this_round - 1}",
            number=one.number,
        )
    for index, past in enumerate(one.past):
        if past.opponent is None:
            continue
        other = by_number.get(past.opponent)
        theirs = other.past[index] if other is not None and index < len(other.past) else None
        # The opponent's history holds the same meeting, with the other colour.
        if (
            theirs is None
            or theirs.opponent != one.number
            or theirs.played != past.played
            or (past.colour is not None and theirs.colour is past.colour)
        ):
            raise _wrong(
                f"round {index + 1} of {one.number} names {past.opponent}, whose own history says otherwise",
                number=one.number,
                round=index + 1,
            )
        if past.played and past.colour is None:
            raise _wrong(f"round {index + 1} of {one.number} was played without a colour", number=one.number)


def _wrong(message: str, **details: int | str | tuple[int, int]) -> Refused:
    refused = Refused(RefusalCode.INVALID_PAYLOAD, message)
    refused.refusal = msgspec.structs.replace(refused.refusal, details=dict(details))
    return refused
