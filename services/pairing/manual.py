"""A round paired by hand: an audited phase with a beginning, changes, and an end. Sections are of the DSU handbook."""

from contracts.arrangements import Change, ExchangePlayers, FreePlayer, PairPlayers, ReverseColours
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import (
    BeginManualPairing,
    Board,
    CancelManualPairing,
    ChangePairing,
    Difference,
    EndManualPairing,
    ManualPairingBegun,
    ManualPairingCancelled,
    ManualPairingEnded,
    PairingChanged,
    RoundPublished,
)
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from services.pairing.compare import by_the_system, difference
from services.pairing.desk import Manual
from services.pairing.faults import bench, faults
from services.pairing.layout import changed
from services.pairing.publish import as_offered
from services.pairing.state import Running, State
from services.pairing.turn import refuse_adjourned, refuse_by_hand, refuse_turn, running


def begin_manual_pairing(command: BeginManualPairing, state: State) -> list[EventData]:
    """
    Begin to pair a round by hand: from the published version, else from the system's pairing, else from nothing.

    What the system makes of the round now is kept beside it, or why it makes nothing. Not after the round's start, nor
    before the deadline of an adjourned game (§11c).
    """
    known = running(state, command.tournament)
    manual = known.desk.manual
    if manual is not None and manual.round == command.round:
        return []
    refuse_turn(known, command.round)
    refuse_by_hand(known)
    refuse_adjourned(known.tournament, command.round, command.on)
    system = by_the_system(known, command.round, command.on)
    published = known.tournament.round(command.round)
    boards, byes = system.boards, system.byes
    if published is not None:
        boards = tuple(Board(number=one.board, white=one.white, black=one.black) for one in published.games.values())
        byes = published.byes
    return [
        ManualPairingBegun(
            tournament=command.tournament,
            round=command.round,
            reason=command.reason,
            boards=boards,
            byes=byes,
            system=system,
        )
    ]


def change_pairing(command: ChangePairing, state: State) -> list[EventData]:
    """
    Make one change by hand.

    Refused: a player who does not take part, two who are not on a board together, and what the rules forbid
    (`INVALID_PAIRING`, the faults in the details) unless a reason is given to force it; the faults are then recorded.
    """
    known = running(state, command.tournament)
    manual = _open(known, command.round)
    _refuse_change(known, manual, command.change)
    now = changed(manual.layout, command.change)
    if now == manual.layout:
        return []
    found = faults(bench(known.tournament, known.desk, command.round), now, manual.layout)
    if found and not command.force:
        raise Refused(
            RefusalCode.INVALID_PAIRING,
            "; ".join(one.text for one in found),
            rule=found[0].rule,
            faults=found,
            advice="force the change with a reason, if it must be",
        )
    return [
        PairingChanged(
            tournament=command.tournament,
            round=command.round,
            change=command.change,
            forced=command.force if found else "",
            overridden=found,
        )
    ]


def end_manual_pairing(command: EndManualPairing, state: State) -> list[EventData]:
    """
    Publish the round as it is paired by hand, and record what differs from the system's pairing.

    Refused while somebody is left to be paired, and where a fault has come up since that nobody has forced.
    """
    known = running(state, command.tournament)
    manual = _open(known, command.round)
    refuse_turn(known, command.round)
    now = manual.layout
    _refuse_incomplete(known, manual)
    broken = faults(bench(known.tournament, known.desk, command.round), now)
    unforced = tuple(one for one in broken if one not in manual.overridden)
    if unforced:
        raise Refused(
            RefusalCode.INVALID_PAIRING,
            "; ".join(one.text for one in unforced),
            rule=unforced[0].rule,
            faults=unforced,
            advice="change the pairing, forcing it with a reason if it must be",
        )
    ended = _ended(command, manual)
    published = known.tournament.round(command.round)
    if published is not None and as_offered(published, now.boards, now.byes):
        return [ended]
    return [
        ended,
        RoundPublished(
            tournament=command.tournament,
            round=command.round,
            boards=now.boards,
            byes=now.byes,
            manual=True,
            forced="; ".join(dict.fromkeys(manual.forced)) if broken else "",
            overridden=broken,
            difference=_difference(known, manual),
        ),
    ]


def cancel_manual_pairing(command: CancelManualPairing, state: State) -> list[EventData]:
    """Give up pairing a round by hand; with none open there is nothing to give up."""
    known = running(state, command.tournament)
    manual = known.desk.manual
    if manual is None:
        return []
    _open(known, command.round)
    return [ManualPairingCancelled(tournament=command.tournament, round=command.round, reason=command.reason)]


def unpaired(state: Running, manual: Manual) -> tuple[PlayerId, ...]:
    """Name those who take part in the round and have no place in it yet."""
    named = manual.layout.named
    return tuple(one.player for one in state.tournament.active(manual.round) if one.player not in named)


def _open(state: Running, number: int) -> Manual:
    manual = state.desk.manual
    if manual is None or manual.round != number:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {number} is not being paired by hand; begin that first (begin-manual-pairing)",
            open=None if manual is None else manual.round,
        )
    return manual


def _refuse_change(state: Running, manual: Manual, change: Change) -> None:
    match change:
        case ExchangePlayers(first=one, second=other) | PairPlayers(white=one, black=other):
            players = (one, other)
        case ReverseColours(white=one, black=other):
            players = (one, other)
            if players not in manual.layout.pairs:
                raise Refused(
                    RefusalCode.BOARD_NOT_PAIRED, f"{one} has no board with White against {other}", players=players
                )
        case FreePlayer(player=one):
            players = (one, one)
    active = {entry.player for entry in state.tournament.active(manual.round)}
    strangers = [player for player in players if player not in active]
    if strangers:
        raise Refused(
            RefusalCode.NOT_ENTERED,
            f"{strangers[0]} does not take part in round {manual.round}",
            players=strangers,
        )
    if players[0] == players[1] and not isinstance(change, FreePlayer):
        raise Refused(RefusalCode.INVALID_PAIRING, f"{one} cannot be paired with himself", player=one)


def _refuse_incomplete(state: Running, manual: Manual) -> None:
    left = unpaired(state, manual)
    if left:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"round {manual.round} leaves out {', '.join(left)}; an absentee is a zero-point bye",
            players=left,
        )
    active = {entry.player for entry in state.tournament.active(manual.round)}
    gone = sorted(manual.layout.named - active)
    if gone:
        raise Refused(
            RefusalCode.NOT_ENTERED,
            f"round {manual.round} names who takes no part in it any more: {', '.join(gone)}; exchange them",
            players=gone,
        )
    if not manual.layout.pairs and manual.system.boards:
        raise Refused(RefusalCode.INVALID_PAIRING, f"round {manual.round} has no board")


def _difference(state: Running, manual: Manual) -> Difference | None:
    """Say what differs from the system's pairing; a tournament that is paired elsewhere has none."""
    given = state.tournament.announced.system is PairingSystem.GIVEN
    return None if given else difference(manual.layout, manual.system)


def _ended(command: EndManualPairing, manual: Manual) -> ManualPairingEnded:
    found = difference(manual.layout, manual.system)
    return ManualPairingEnded(
        tournament=command.tournament,
        round=command.round,
        reason=manual.reason,
        boards_added=found.boards_added,
        boards_dropped=found.boards_dropped,
        byes_added=found.byes_added,
        byes_dropped=found.byes_dropped,
        overridden=manual.overridden,
    )
