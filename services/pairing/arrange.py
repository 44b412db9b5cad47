"""What is arranged before a round: byes on request, players kept apart, and how the system is run."""

from typing import Final

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import (
    AllowPairing,
    ByeCancelled,
    ByeGranted,
    CancelBye,
    ForbidPairing,
    PairingAllowed,
    PairingForbidden,
    PairingOptionsSet,
    RequestBye,
    SetPairingOptions,
)
from contracts.points import ByeKind
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from services.chess.tournament import Tournament
from services.pairing.desk import Desk
from services.pairing.propose import system_of
from services.pairing.state import State
from services.pairing.turn import running

_LOTS: Final = "lots"
"""The option of a knock-out that is not set but drawn."""


def request_bye(command: RequestBye, state: State) -> list[EventData]:
    """
    Grant a bye in a round to come. What exceeds the tournament's limits is granted with a warning (FIDE VCL Q174).

    Refused: a pairing-allocated bye, which nobody asks for; a round that is published; who does not take part in it.
    """
    known = running(state, command.tournament)
    if command.kind is ByeKind.PAIRING_ALLOCATED:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            "the pairing-allocated bye is given by the pairing; ask for a half-point, full-point or zero-point bye",
            field="kind",
        )
    _refuse_round(known.tournament, command.round)
    _refuse_stranger(known.tournament, command.round, command.player)
    if known.desk.bye(command.round, command.player) is command.kind:
        return []
    return [
        ByeGranted(
            tournament=command.tournament,
            player=command.player,
            round=command.round,
            kind=command.kind,
            warnings=_exceeded(known.tournament, known.desk, command),
        )
    ]


def cancel_bye(command: CancelBye, state: State) -> list[EventData]:
    """Take back a bye in a round to come; after the tournament's deadline with a warning."""
    known = running(state, command.tournament)
    _refuse_round(known.tournament, command.round)
    if known.desk.bye(command.round, command.player) is None:
        return []
    return [
        ByeCancelled(
            tournament=command.tournament,
            player=command.player,
            round=command.round,
            warnings=_late(known.tournament, known.desk),
        )
    ]


def forbid_pairing(command: ForbidPairing, state: State) -> list[EventData]:
    """Keep two players apart in the rounds to come; where they are kept apart so already, nothing changes."""
    known = running(state, command.tournament)
    _refuse_one(command, known.tournament)
    if command.last_round is not None and command.last_round < command.first_round:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"round {command.last_round} is before round {command.first_round}",
            field="last_round",
        )
    if not _can_keep_apart(known.tournament):
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{known.tournament.announced.system} pairs by its table or bracket and keeps nobody apart",
            field="second",
        )
    ban = PairingForbidden(
        tournament=command.tournament,
        first=command.first,
        second=command.second,
        first_round=command.first_round,
        last_round=command.last_round,
        reason=command.reason,
    )
    return [] if ban in known.desk.forbidden else [ban]


def allow_pairing(command: AllowPairing, state: State) -> list[EventData]:
    """Let two players meet again; where nothing keeps them apart, nothing changes."""
    known = running(state, command.tournament)
    _refuse_one(command, known.tournament)
    if not any({ban.first, ban.second} == {command.first, command.second} for ban in known.desk.forbidden):
        return []
    return [
        PairingAllowed(tournament=command.tournament, first=command.first, second=command.second, reason=command.reason)
    ]


def set_pairing_options(command: SetPairingOptions, state: State) -> list[EventData]:
    """
    Set how the tournament's system is run.

    Before round 1 freely; afterwards only with a reason, and the event warns of it (FIDE VCL Q201).
    """
    known = running(state, command.tournament)
    tournament, desk = known.tournament, known.desk
    if (command.options, command.acceleration, command.byes) == (desk.options, desk.acceleration, desk.bye_policy):
        return []
    _refuse_options(command, tournament)
    warnings: tuple[str, ...] = ()
    if tournament.rounds:
        if not command.reason:
            raise Refused(
                RefusalCode.WRONG_STATUS,
                "round 1 is published: how the tournament is paired was fixed by that; a change needs a reason",
                rule="FIDE VCL Q201",
                field="reason",
            )
        warnings = (f"changed after {len(tournament.rounds)} rounds were published (FIDE VCL Q201)",)
    return [
        PairingOptionsSet(
            tournament=command.tournament,
            options=command.options,
            acceleration=command.acceleration,
            byes=command.byes,
            reason=command.reason,
            warnings=warnings,
        )
    ]


def _exceeded(tournament: Tournament, desk: Desk, command: RequestBye) -> tuple[str, ...]:
    """Say which limits of the regulations a bye exceeds; an absence without points can only be told too late."""
    policy, rounds = desk.bye_policy, tournament.announced.rounds
    warnings = []
    if command.kind is not ByeKind.ZERO_POINT:
        given = 1 + len(_with_points(tournament, desk, command.player, command.round))
        if given > policy.limit:
            warnings.append(f"his {given}. bye with points, of {policy.limit} that the regulations give")
        if command.round > rounds - policy.not_in_last:
            warnings.append(f"no bye with points in the last {policy.not_in_last} rounds")
    return (*warnings, *_late(tournament, desk))


def _with_points(tournament: Tournament, desk: Desk, player: PlayerId, besides: int) -> set[int]:
    """Name the rounds in which a player has, or is to have, a bye with points that he asked for."""
    had = {
        number
        for number, played in enumerate(tournament.rounds, start=1)
        for bye in played.byes
        if bye.player == player and bye.kind in (ByeKind.HALF_POINT, ByeKind.FULL_POINT)
    }
    granted = {
        number
        for number, byes in desk.byes.items()
        if number > len(tournament.rounds) and byes.get(player) in (ByeKind.HALF_POINT, ByeKind.FULL_POINT)
    }
    return (had | granted) - {besides}


def _late(tournament: Tournament, desk: Desk) -> tuple[str, ...]:
    before = desk.bye_policy.before_round
    if before and tournament.round(before) is not None:
        return (f"byes are settled before round {before} is published",)
    return ()


def _refuse_round(tournament: Tournament, number: int) -> None:
    rounds = tournament.announced.rounds
    if number > rounds:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND, f"{tournament.announced.tournament} has {rounds} rounds", rounds=rounds
        )
    if tournament.round(number) is not None:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {number} is published; a bye in it is a change of its pairing (begin-manual-pairing)",
            round=number,
        )


def _refuse_stranger(tournament: Tournament, number: int, player: PlayerId) -> None:
    if player not in {entry.player for entry in tournament.active(number)}:
        raise Refused(
            RefusalCode.NOT_ENTERED,
            f"{player} does not take part in round {number} of {tournament.announced.tournament}",
            player=player,
        )


def _refuse_one(command: ForbidPairing | AllowPairing, tournament: Tournament) -> None:
    strangers = [player for player in (command.first, command.second) if player not in tournament.entries]
    if strangers:
        raise Refused(
            RefusalCode.NOT_ENTERED, f"{strangers[0]} is not entered in {command.tournament}", players=strangers
        )
    if command.first == command.second:
        raise Refused(RefusalCode.INVALID_PAYLOAD, "it takes two to be kept apart", field="second")


def _can_keep_apart(tournament: Tournament) -> bool:
    return tournament.announced.system not in (PairingSystem.BERGER, PairingSystem.KNOCK_OUT)


def _refuse_options(command: SetPairingOptions, tournament: Tournament) -> None:
    system = tournament.announced.system
    if command.acceleration and system is not PairingSystem.FIDE_DUTCH:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"acceleration by virtual points is for the FIDE Dutch system, not for {system}",
            rule="FIDE C.04.7",
            field="acceleration",
        )
    if system is PairingSystem.GIVEN:
        known = {}
    else:
        known = {name: values for name, values in system_of(tournament.announced).options.items() if name != _LOTS}
    for name, value in command.options.items():
        if name not in known:
            raise Refused(
                RefusalCode.INVALID_PAYLOAD,
                f"{system} has no option {name!r} to set; it has: {', '.join(known) or 'none'}",
                field=f"options.{name}",
            )
        if known[name] and value not in known[name]:
            raise Refused(
                RefusalCode.INVALID_PAYLOAD,
                f"option {name!r} of {system} is one of {', '.join(known[name])}, not {value!r}",
                field=f"options.{name}",
            )
