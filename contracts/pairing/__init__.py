"""
Commands, events and queries of pairing: who meets whom, with which colour, and who is free.

A round is proposed, published and started; from its start on it stands. What an arbiter arranges beside that (lots,
byes, players kept apart, changes by hand) is an event each. Byes and reasons are values of `contracts.arrangements`.
"""

from contracts.pairing.answers import (
    Arranged,
    Arrangements,
    FreeSeat,
    ManualPairing,
    PairedBoard,
    PairingList,
    Pairings,
    Proposal,
    ProposedRound,
    Report,
    Seat,
)
from contracts.pairing.boards import Acceleration, Board, Bye, Round, Words
from contracts.pairing.by_hand import (
    BeginManualPairing,
    CancelManualPairing,
    ChangePairing,
    EndManualPairing,
    ManualPairingBegun,
    ManualPairingCancelled,
    ManualPairingEnded,
    PairingChanged,
    SystemPairing,
)
from contracts.pairing.desk import (
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
from contracts.pairing.numbers import (
    CorrectedEntry,
    CorrectStartList,
    DrawLots,
    EntriesRanked,
    LotsDrawn,
    RankEntries,
    Renumbered,
    StartListCorrected,
)
from contracts.pairing.rounds import (
    Difference,
    MakeRound,
    ProposedBoard,
    ProposedBye,
    ProposeRound,
    PublishProposal,
    PublishRound,
    RoundProposed,
    RoundPublished,
    RoundStarted,
    StartRound,
)

__all__ = [
    "Acceleration",
    "AllowPairing",
    "Arranged",
    "Arrangements",
    "BeginManualPairing",
    "Board",
    "Bye",
    "ByeCancelled",
    "ByeGranted",
    "CancelBye",
    "CancelManualPairing",
    "ChangePairing",
    "CorrectStartList",
    "CorrectedEntry",
    "Difference",
    "DrawLots",
    "EndManualPairing",
    "EntriesRanked",
    "ForbidPairing",
    "FreeSeat",
    "LotsDrawn",
    "MakeRound",
    "ManualPairing",
    "ManualPairingBegun",
    "ManualPairingCancelled",
    "ManualPairingEnded",
    "PairedBoard",
    "PairingAllowed",
    "PairingChanged",
    "PairingCommand",
    "PairingEvent",
    "PairingForbidden",
    "PairingList",
    "PairingOptionsSet",
    "PairingQuery",
    "Pairings",
    "Proposal",
    "ProposeRound",
    "ProposedBoard",
    "ProposedBye",
    "ProposedRound",
    "PublishProposal",
    "PublishRound",
    "RankEntries",
    "Renumbered",
    "Report",
    "RequestBye",
    "Round",
    "RoundProposed",
    "RoundPublished",
    "RoundStarted",
    "Seat",
    "SetPairingOptions",
    "StartListCorrected",
    "StartRound",
    "SystemPairing",
    "Words",
]

PairingCommand = (
    ProposeRound
    | PublishProposal
    | PublishRound
    | MakeRound
    | StartRound
    | DrawLots
    | RankEntries
    | CorrectStartList
    | RequestBye
    | CancelBye
    | ForbidPairing
    | AllowPairing
    | SetPairingOptions
    | BeginManualPairing
    | ChangePairing
    | EndManualPairing
    | CancelManualPairing
)
PairingEvent = (
    RoundProposed
    | RoundPublished
    | RoundStarted
    | LotsDrawn
    | EntriesRanked
    | StartListCorrected
    | ByeGranted
    | ByeCancelled
    | PairingForbidden
    | PairingAllowed
    | PairingOptionsSet
    | ManualPairingBegun
    | PairingChanged
    | ManualPairingEnded
    | ManualPairingCancelled
)
PairingQuery = Pairings | Proposal | Arrangements | Report
