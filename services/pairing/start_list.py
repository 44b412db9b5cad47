"""
The start list corrected: wrong ratings at any time, start numbers until round 4 is paired (FIDE C.04.2).

| C.04.2 | | where |
|---|---|---|
| data that was wrong may be corrected at any time | done | `correct_start_list` |
| the numbers may be given anew accordingly | done | `_numbers` |
| no number changes once round 4 is paired | done | `_refuse_late` |
| a late entrant gets the number of his place, and others move | done | `by_strength`, after `EnterPlayer` |

What is published stands. Whether a correction reaches a round that is public and not yet played is the arbiter's to
decide (FIDE 1998, F.7): the event warns of such a round, and until its start it can be paired again.
"""

from collections import Counter
from typing import Final

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import CorrectStartList, Renumbered, StartListCorrected
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from services.chess.tournament import Entry, Tournament
from services.pairing.lots import ranked
from services.pairing.state import Running, State
from services.pairing.turn import has_begun, refuse_by_hand, running

FIXED_FROM: Final = 4
"""The round with whose pairing the numbers stand."""
_RULE: Final = "FIDE C.04.2"
_LOTS: Final = "start numbers are lots, and a lot is drawn once"
_STAND: Final = {
    PairingSystem.BERGER: ("FIDE C.05 annex 1", "the table is made by the numbers"),
    PairingSystem.GLADIATOR: ("RULES §7.2", "the table is made by the numbers"),
    PairingSystem.KNOCK_OUT: ("RULES §7.1", "the bracket is made by the numbers"),
    PairingSystem.NORDIC: ("SSF §15B.1", "they never change"),
    PairingSystem.MONRAD_SSF: ("SSF §15A", _LOTS),
    PairingSystem.MONRAD_DSU: ("DSU 4.10.1", _LOTS),
    PairingSystem.DANSK_SCHWEIZER: ("RULES §4.1", "they are fixed"),
}
"""The systems whose numbers stand from round 1 on: the rule, and why."""


def correct_start_list(command: CorrectStartList, state: State) -> list[EventData]:
    """
    Correct what the start list says of players, and number it anew.

    What is so already changes nothing. Refused: a number once round 4 is published, or a lot, or round 1 where the
    system's numbers stand (`WRONG_STATUS`); while a round is paired by hand; a player who is not entered
    (`NOT_ENTERED`); two with one number, numbers given and made by strength at once, nothing at all
    (`INVALID_PAYLOAD`).
    """
    known = running(state, command.tournament)
    tournament = known.tournament
    _refuse_payload(command, tournament)
    corrected = {one.player: tournament.entries[one.player].corrected(one) for one in command.entries}
    data = tuple(one for one in command.entries if corrected[one.player] != tournament.entries[one.player])
    numbers = _numbers(command, tournament.entries, tournament.entries | corrected)
    if not data and not numbers:
        return []
    refuse_by_hand(known)
    if numbers:
        _refuse_late(known)
    return [
        StartListCorrected(
            tournament=command.tournament,
            entries=data,
            numbers=numbers,
            reason=command.reason,
            warnings=_warnings(tournament),
        )
    ]


def _refuse_payload(command: CorrectStartList, tournament: Tournament) -> None:
    data, numbers = [one.player for one in command.entries], [one.player for one in command.numbers]
    named = [*data, *numbers]
    if not named and not command.by_strength:
        raise Refused(RefusalCode.INVALID_PAYLOAD, "the command corrects nothing", field="entries")
    if command.numbers and command.by_strength:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD, "numbers are either given or made by strength, not both", field="by_strength"
        )
    strangers = [player for player in named if player not in tournament.entries]
    if strangers:
        raise Refused(
            RefusalCode.NOT_ENTERED, f"{strangers[0]} is not entered in {command.tournament}", players=strangers
        )
    for what, players in (("data", data), ("numbers", numbers)):
        twice = [player for player, times in Counter(players).items() if times > 1]
        if twice:
            raise Refused(RefusalCode.INVALID_PAYLOAD, f"the {what} name {twice[0]} twice", players=twice)


def _numbers(
    command: CorrectStartList, entries: dict[PlayerId, Entry], corrected: dict[PlayerId, Entry]
) -> tuple[Renumbered, ...]:
    """Say whose number changes, in the order of the new list; a number that two would have is refused."""
    wanted = {player: entry.start_number for player, entry in entries.items()}
    if command.by_strength:
        wanted = {lot.player: lot.number for lot in ranked(corrected.values())}
    wanted |= {lot.player: lot.number for lot in command.numbers}
    shared = [number for number, times in Counter(wanted.values()).items() if times > 1]
    if shared:
        holders = sorted(player for player, number in wanted.items() if number == shared[0])
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"start number {shared[0]} would be that of {' and '.join(holders)}; give both a number",
            number=shared[0],
            players=holders,
        )
    return tuple(
        Renumbered(player=player, before=entries[player].start_number, number=number)
        for player, number in sorted(wanted.items(), key=lambda one: one[1])
        if number != entries[player].start_number
    )


def _refuse_late(state: Running) -> None:
    """Refuse new numbers where they stand: lots, a system that keeps its own, and from the pairing of round 4 on."""
    tournament = state.tournament
    rounds = len(tournament.rounds)
    if state.desk.numbers_drawn:
        raise Refused(RefusalCode.WRONG_STATUS, "the start numbers were drawn by lot; they stand")
    if rounds >= FIXED_FROM:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {FIXED_FROM} is paired: start numbers change no more; a rating can still be corrected",
            rule=_RULE,
            published=rounds,
        )
    system = tournament.announced.system
    if rounds and system in _STAND:
        rule, why = _STAND[system]
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round 1 is published, and the start numbers of {system} stand: {why}",
            rule=rule,
            published=rounds,
        )


def _warnings(tournament: Tournament) -> tuple[str, ...]:
    """Name the round that is public and has not begun: the arbiter decides whether the correction reaches it."""
    latest = len(tournament.rounds)
    if not latest or has_begun(tournament, latest):
        return ()
    text = "is published and has not begun: it stands as it is, unless it is paired again before its start"
    return (f"round {latest} {text} (FIDE 1998 F.7)",)
