"""
Random events run through the services as an arbiter runs them: commands decided, events evolved, nothing else.

Everything follows from the seed. Lots, byes on request, players kept apart, late entries, withdrawals and returns,
forfeits, adjourned and postponed games, encounters of several games, a round paired again or by hand.
"""

import datetime as dt
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from contracts.arrangements import ExchangePlayers, Lot
from contracts.ids import PlayerId, TournamentId
from contracts.messages import CommandData, EventData, context_of
from contracts.pairing import (
    BeginManualPairing,
    ChangePairing,
    CorrectedEntry,
    CorrectStartList,
    DrawLots,
    EndManualPairing,
    ForbidPairing,
    MakeRound,
    ProposeRound,
    PublishProposal,
    RequestBye,
    RoundPublished,
    SetPairingOptions,
    StartRound,
)
from contracts.points import WIN, ByeKind, Result
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.registration import PairingSystem, PlayerEntered, PlayerWithdrawn, Title, TournamentAnnounced
from contracts.results import AdjournGame, PostponeGame, ReportReplay, ReportResult
from services import pairing, results
from services.chess.tournament import Game, Tournament
from services.pairing import decide as _pairing_decide
from services.pairing import state as _pairing_state
from services.pairing import view as _pairing_view
from services.results import decide as _results_decide
from services.results import state as _results_state

OPEN = TournamentId("open")
STARTS = dt.date(2026, 5, 1)
DAY = STARTS + dt.timedelta(days=900)
"""A day on which no adjourned game may be played any more."""
_LOADED = (_pairing_decide, _pairing_state, _pairing_view, _results_decide, _results_state)
_PLAYED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
_FORFEITED = (Result.WHITE_WINS_FORFEIT, Result.BLACK_WINS_FORFEIT, Result.DOUBLE_FORFEIT)


class Troubles(msgspec.Struct, frozen=True, kw_only=True):
    """
    Chances in percent a player and round; `forbidden` is a number of pairs, `by_hand`, `renumbered` and `again` a
    round's.

    Without `upsets` the stronger wins as often as his rating says.
    """

    withdrawal: int = 2
    comes_back: int = 20
    bye: int = 4
    forfeit: int = 4
    late: int = 4
    forbidden: int = 2
    unfinished: int = 0
    by_hand: int = 0
    renumbered: int = 0
    again: int = 20
    upsets: bool = True


QUIET = Troubles(withdrawal=0, bye=0, forfeit=0, late=0, forbidden=0, again=0)


class Arbiter:
    """One tournament, the states of pairing and results, and every event there was."""

    def __init__(  # noqa: PLR0913  the knobs of an event
        self,
        system: PairingSystem,
        *,
        players: int,
        rounds: int,
        seed: int,
        troubles: Troubles = QUIET,
        starts: dt.date = STARTS,
        baku: bool = False,
    ) -> None:
        self.chance = Random(seed)  # noqa: S311  a reproducible event, not a secret
        self.troubles = troubles
        self.rounds = rounds
        self.events: list[EventData] = []
        self.entered = 0
        self._rated = system in (PairingSystem.DUBOV_1997, PairingSystem.DUBOV_2026) or not troubles.upsets
        self.refusal: Refusal | None = None
        self._services: dict[str, ModuleType] = {"pairing": pairing, "results": results}
        self._states: dict[str, Any] = {name: one.state.initial() for name, one in self._services.items()}
        self.happened(
            TournamentAnnounced(
                tournament=OPEN,
                name="Simulated Open",
                city="",
                system=system,
                rounds=rounds,
                starts=starts,
                ends=starts + dt.timedelta(days=rounds),
                round_dates=(),
                time_control="",
                rating_rules="",
                bye_points=WIN,
            )
        )
        for _ in range(players):
            self.enter()
        self._arrange(system, baku=baku)

    @property
    def tournament(self) -> Tournament:
        """The tournament as pairing knows it."""
        known: Tournament = self._states["pairing"].tournament
        return known

    @property
    def state(self) -> Any:
        """What pairing knows."""
        return self._states["pairing"]

    def happened(self, *events: EventData) -> None:
        """Let events be known to both services."""
        for event in events:
            self.events.append(event)
            for name, service in self._services.items():
                self._states[name] = service.state.evolve(self._states[name], event)

    def decided(self, command: CommandData) -> list[EventData]:
        """Say what a command would cause."""
        context = context_of(type(command))
        events: list[EventData] = self._services[context].decide.decide(command, self._states[context], None)
        return events

    def do(self, command: CommandData) -> list[EventData]:
        """Carry a command out."""
        events = self.decided(command)
        self.happened(*events)
        return events

    def enter(self) -> None:
        """Enter one more player, the weaker the later."""
        self.entered += 1
        number = self.entered
        self.happened(
            PlayerEntered(
                tournament=OPEN,
                player=PlayerId(f"p{number}"),
                name=f"Player {number}",
                federation="DEN",
                title=Title.NONE,
                start_number=number,
                rating=max(1000, 2400 - 10 * number) if self._rated or self.chance.randrange(10) else None,
            )
        )

    def play(self, last: int | None = None) -> None:
        """Play every round, or up to `last`; ends early where one cannot be paired, with the refusal kept."""
        for number in range(1, (last or self.rounds) + 1):
            self._before(number)
            try:
                self._pair(number)
            except Refused as refused:
                if refused.refusal.code is not RefusalCode.UNPAIRABLE:
                    raise
                self.refusal = refused.refusal
                return
            self._results(number)

    def _lucky(self, percent: int) -> bool:
        return self.chance.randrange(100) < percent

    def _arrange(self, system: PairingSystem, *, baku: bool) -> None:
        if self._lucky(50):
            self.do(DrawLots(tournament=OPEN, initial_colour=self.chance.choice(("w", "b"))))
        if system in (PairingSystem.MONRAD_SSF, PairingSystem.MONRAD_DSU) and self._lucky(50):
            order = list(self.tournament.entries)
            self.chance.shuffle(order)
            self.do(
                DrawLots(
                    tournament=OPEN,
                    numbers=tuple(Lot(player=one, number=place) for place, one in enumerate(order, start=1)),
                )
            )
        if baku:
            self.do(SetPairingOptions(tournament=OPEN, acceleration="baku"))
        if system not in (PairingSystem.BERGER, PairingSystem.KNOCK_OUT, PairingSystem.GLADIATOR):
            for _ in range(self.troubles.forbidden):
                first, second = self.chance.sample(list(self.tournament.entries), 2)
                self.do(ForbidPairing(tournament=OPEN, first=first, second=second, reason="club"))

    def _before(self, number: int) -> None:
        """Late entries, withdrawals, returns, and byes asked for."""
        table = self.tournament.announced.system in (PairingSystem.BERGER, PairingSystem.KNOCK_OUT)
        for _ in range(len(self.tournament.entries)):
            if number > 1 and not table and self._lucky(self.troubles.late) and self._lucky(25):
                self.enter()
        if self._lucky(self.troubles.renumbered):
            self._renumber()
        for entry in list(self.tournament.entries.values()):
            gone = entry.withdrawn_after
            if gone is None and self._lucky(self.troubles.withdrawal):
                self.happened(self._withdrawn(entry.player, number - 1))
            elif gone is not None and gone < number and not table and self._lucky(self.troubles.comes_back):
                self.happened(self._withdrawn(entry.player, self.rounds))
        for entry in self.tournament.active(number):
            if self._lucky(self.troubles.bye) and self.tournament.announced.system is not PairingSystem.KNOCK_OUT:
                kind = self.chance.choice((ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT))
                self.do(RequestBye(tournament=OPEN, player=entry.player, round=number, kind=kind))

    def _renumber(self) -> None:
        """Find a rating wrong; the start list is numbered anew where that is still allowed."""
        player = self.chance.choice(list(self.tournament.entries))
        wrong = CorrectedEntry(player=player, rating=self.chance.randrange(1000, 2600))
        command = CorrectStartList(tournament=OPEN, entries=(wrong,), by_strength=True, reason="wrong rating")
        try:
            self.do(command)
        except Refused as refused:
            if refused.refusal.code is not RefusalCode.WRONG_STATUS:
                raise
            self.do(msgspec.structs.replace(command, by_strength=False))

    def _withdrawn(self, player: PlayerId, after_round: int) -> PlayerWithdrawn:
        return PlayerWithdrawn(tournament=OPEN, player=player, after_round=after_round, reason="")

    def _pair(self, number: int) -> None:
        if self._lucky(50):
            self.do(MakeRound(tournament=OPEN, round=number, on=DAY))
        else:
            propose = ProposeRound(tournament=OPEN, round=number, on=DAY)
            proposed = self.do(propose)
            assert self.decided(propose) == [], "proposed again it is the same proposal"
            published = self.do(PublishProposal(tournament=OPEN, round=number))
            assert proposed
            assert isinstance(published[0], RoundPublished)
        if self._lucky(self.troubles.by_hand):
            self._by_hand(number)
        if self._lucky(self.troubles.again):
            # Nothing has changed since but what an arbiter did by hand, so a round made again is the system's own.
            self.do(MakeRound(tournament=OPEN, round=number, on=DAY))
        if self._lucky(50):
            self.do(StartRound(tournament=OPEN, round=number))

    def _by_hand(self, number: int) -> None:
        """Try a few exchanges; the illegal ones are refused and leave everything as it was."""
        self.do(BeginManualPairing(tournament=OPEN, round=number, reason="by hand", on=DAY))
        active = [entry.player for entry in self.tournament.active(number)]
        for _ in range(3):
            if len(active) > 1:
                first, second = self.chance.sample(active, 2)
                change = ExchangePlayers(first=first, second=second)
                try:
                    self.do(ChangePairing(tournament=OPEN, round=number, change=change))
                except Refused as refused:
                    if refused.refusal.code is not RefusalCode.INVALID_PAIRING:
                        raise
        self.do(EndManualPairing(tournament=OPEN, round=number))

    def _results(self, number: int) -> None:
        """Report this round, and what was left open in the one before."""
        for earlier in range(max(1, number - 1), number + 1):
            for game in self.tournament.rounds[earlier - 1].games.values():
                if game.result is None:
                    self._result(earlier, game, leave=earlier == number)

    def _result(self, number: int, game: Game, *, leave: bool) -> None:
        if leave and self._lucky(self.troubles.unfinished):
            kind = self.chance.choice((AdjournGame, PostponeGame))
            ends = self.tournament.announced.ends
            self.do(kind(tournament=OPEN, round=number, white=game.white, black=game.black, deadline=ends))
            return
        if self._lucky(self.troubles.forfeit):
            result = self.chance.choice(_FORFEITED)
        else:
            result = self.chance.choice(_PLAYED) if self.troubles.upsets else self._by_strength(game)
        self.do(ReportResult(tournament=OPEN, round=number, white=game.white, black=game.black, result=result))
        replay = 2
        while self._open(number, game):
            again = self.chance.choice(_PLAYED)
            self.do(
                ReportReplay(
                    tournament=OPEN, round=number, white=game.white, black=game.black, game=replay, result=again
                )
            )
            replay += 1

    def _by_strength(self, game: Game) -> Result:
        if self._lucky(30):
            return Result.DRAW
        entries = self.tournament.entries
        ahead = (entries[game.white].rating or 0) - (entries[game.black].rating or 0)
        expected = 500 + max(-450, min(450, ahead))
        return Result.WHITE_WINS if self.chance.randrange(1000) < expected else Result.BLACK_WINS

    def _open(self, number: int, game: Game) -> bool:
        return any((one.white, one.black) == (game.white, game.black) for one in self.tournament.open_games(number))
