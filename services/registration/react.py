"""
What registration does about others' events: a banned player is taken out of the tournaments he stands in.

An entry and a ban are decided in different units and may race. Whichever comes later in the log, the reaction to it
sees the other, so that in the end not both stand. The same holds for a round published, or a withdrawal taken back,
beside a ban. A command from here may find its work done by somebody else; its refusal then settles it.
"""

from collections.abc import Iterable
from typing import Final

from contracts.discipline import QuarantineImposed
from contracts.envelope import Fact
from contracts.ids import PlayerId, TournamentId
from contracts.messages import CommandData, EventData
from contracts.pairing import RoundPublished
from contracts.registration import CancelEntry, PlayerEntered, PlayersMerged, PlayerWithdrawn, WithdrawPlayer
from services.chess.tournament import Tournament
from services.registration.entries import barring, paired_in
from services.registration.view import View, names_of, quarantines_of

REACTS_TO: Final = (QuarantineImposed, PlayersMerged, PlayerEntered, PlayerWithdrawn, RoundPublished)


def react(fact: Fact[EventData], view: View) -> list[CommandData]:
    """Answer one event; `view` has seen it, and everything before it."""
    match fact.data:
        case QuarantineImposed(player=player):
            return _take_out(view, view.tournaments, names_of(view, player))
        case PlayersMerged(player=player):
            return _take_out(view, view.tournaments, names_of(view, player))
        case (
            PlayerEntered(tournament=tournament, player=player) | PlayerWithdrawn(tournament=tournament, player=player)
        ):
            return _take_out(view, [tournament], [player])
        case RoundPublished(tournament=tournament):
            return _take_out(view, [tournament], {one for player in view.quarantines for one in names_of(view, player)})
        case _:
            return []


def _take_out(view: View, tournaments: Iterable[TournamentId], players: Iterable[PlayerId]) -> list[CommandData]:
    commands = (
        _taking_out(view, tournament, player)
        for tournament in sorted(tournaments)
        if (known := view.tournaments.get(tournament)) is not None and not known.completed
        for player in sorted(players)
        if player in known.entries
    )
    return [command for command in commands if command is not None]


def _taking_out(view: View, tournament: TournamentId, player: PlayerId) -> CommandData | None:
    """Cancel the entry of a barred player, or withdraw him after the last published round if he has been paired."""
    known: Tournament = view.tournaments[tournament]
    withdrawn_after = known.entries[player].withdrawn_after
    published = len(known.rounds)
    if withdrawn_after is not None and withdrawn_after <= published:
        return None
    quarantine = barring(quarantines_of(view, player), known, player)
    if quarantine is None:
        return None
    reason = f"in quarantine from {quarantine.starts} until {quarantine.ends} (DSU §7, §19)"
    if paired_in(known, player):
        return WithdrawPlayer(tournament=tournament, player=player, after_round=published, reason=reason)
    return CancelEntry(tournament=tournament, player=player, reason=reason)
