"""What pairing decides: which function decides which command."""

from collections.abc import Callable
from typing import Any, Final

from contracts.messages import CommandData, EventData
from contracts.pairing import (
    AllowPairing,
    BeginManualPairing,
    CancelBye,
    CancelManualPairing,
    ChangePairing,
    CorrectStartList,
    DrawLots,
    EndManualPairing,
    ForbidPairing,
    MakeRound,
    ProposeRound,
    PublishProposal,
    PublishRound,
    RankEntries,
    RequestBye,
    SetPairingOptions,
    StartRound,
)
from contracts.refusals import RefusalCode, Refused
from services.pairing import arrange, lots, manual, publish, start_list
from services.pairing.state import State
from services.pairing.view import View

_DECIDED_BY: Final[dict[type[CommandData], Callable[[Any, State], list[EventData]]]] = {
    ProposeRound: publish.propose_round,
    PublishProposal: publish.publish_proposal,
    PublishRound: publish.publish_round,
    MakeRound: publish.make_round,
    StartRound: publish.start_round,
    DrawLots: lots.draw_lots,
    RankEntries: lots.rank_entries,
    CorrectStartList: start_list.correct_start_list,
    RequestBye: arrange.request_bye,
    CancelBye: arrange.cancel_bye,
    ForbidPairing: arrange.forbid_pairing,
    AllowPairing: arrange.allow_pairing,
    SetPairingOptions: arrange.set_pairing_options,
    BeginManualPairing: manual.begin_manual_pairing,
    ChangePairing: manual.change_pairing,
    EndManualPairing: manual.end_manual_pairing,
    CancelManualPairing: manual.cancel_manual_pairing,
}


def decide(command: CommandData, state: State, _known: View) -> list[EventData]:
    """Decide a command on one tournament; raises `Refused`."""
    decided_by = _DECIDED_BY.get(type(command))
    if decided_by is None:
        raise Refused(RefusalCode.UNKNOWN_COMMAND, f"pairing does not decide {type(command).__name__}")
    return decided_by(command, state)
