"""Commands, events and queries of registration: who plays, and in what."""

import datetime as dt
import enum
from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.points import LOSS, WIN, HalfPoints
from contracts.units import PlayerCommand, TournamentCommand

Name = Annotated[str, Meta(min_length=1, max_length=200)]
FederationCode = Annotated[str, Meta(pattern=r"^[A-Z]{3}$(?!\n)")]
"""The federation a player represents, by FIDE's three letters."""
BirthYear = Annotated[int, Meta(ge=1850, le=2100)]
FideId = Annotated[int, Meta(ge=1, le=99_999_999_999)]
"""FIDE's number of a player; a report file has eleven columns for it."""
Rounds = Annotated[int, Meta(ge=1, le=99)]
StartNumber = Annotated[int, Meta(ge=1, le=9999)]
Rating = Annotated[int, Meta(ge=1, le=4000)]
ByePoints = Annotated[HalfPoints, Meta(ge=LOSS, le=WIN)]
"""What a pairing-allocated bye is worth: at most a win (FIDE C.04.1)."""


class Title(enum.StrEnum):
    """FIDE titles, highest first (the order of initial ranking, FIDE C.04.2)."""

    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    FM = "FM"
    WIM = "WIM"
    CM = "CM"
    WFM = "WFM"
    WCM = "WCM"
    NONE = ""


class PairingSystem(enum.StrEnum):
    """The systems by which a tournament may be paired; `given` is paired elsewhere and only published here."""

    GIVEN = "given"
    BERGER = "berger"
    MONRAD_SSF = "monrad-ssf"
    MONRAD_DSU = "monrad-dsu"
    NORDIC = "nordic"
    FIDE_DUTCH = "fide-dutch"
    FIDE_1998 = "fide-1998"
    DUBOV_1997 = "dubov-1997"
    DUBOV_2026 = "dubov-2026"
    DANSK_SCHWEIZER = "dansk-schweizer"
    KNOCK_OUT = "knock-out"
    GLADIATOR = "gladiator"


class RatingOption(enum.StrEnum):
    """What SSF's rules leave to a district for ratings below 1200; each of them by itself, or none."""

    BONUS = "bonus"
    """Points for each game played, by the rating before it."""
    FLOOR = "floor"
    """Nobody falls below 800."""
    FIVE_PERIODS = "five_periods"
    """New ratings also on 1 March and 1 November."""


class RegisterPlayer(PlayerCommand, frozen=True, kw_only=True):
    """
    Register a player with the federation, under his native name.

    `born` is the year of his birth, where rating rules ask for it (FIDE's juniors); no more of it is held. `fide_id` is
    what a report file finds him by, whatever his id here is.
    """

    name: Name
    federation: FederationCode
    title: Title = Title.NONE
    born: BirthYear | None = None
    fide_id: FideId | None = None


class MergePlayers(PlayerCommand, frozen=True, kw_only=True):
    """
    Say that a registered player is another one, who is kept: what he did counts under the other. `SplitPlayers` undoes.

    Refused if it is not certain whose a game is: both in one tournament, or one of them merged already.
    """

    into: PlayerId
    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class SplitPlayers(PlayerCommand, frozen=True, kw_only=True):
    """Undo a merge: the player is himself again."""

    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class AnnounceTournament(TournamentCommand, frozen=True, kw_only=True):
    """
    Announce a tournament: its dates, rounds, system, and the rules it is rated under (empty: not rated).

    `rating_rules` is a rule set's id, or a federation whose rules in force then apply ("dsu", "fide", "ssf").
    `rating_options` are those the rules leave to the organiser or his district.
    `round_dates` has one date a round, or is empty. `bye_points` is what a pairing-allocated bye is worth.
    """

    name: Name
    city: str = ""
    system: PairingSystem
    rounds: Rounds
    starts: dt.date
    ends: dt.date
    round_dates: tuple[dt.date, ...] = ()
    time_control: str = ""
    rating_rules: str = ""
    rating_options: tuple[RatingOption, ...] = ()
    bye_points: ByePoints = WIN


class EnterPlayer(TournamentCommand, frozen=True, kw_only=True):
    """
    Enter a registered player; refused while he is in quarantine on any day of the tournament.

    `start_number` is his place in the start list (the lot, or the rank by strength); without it he gets the next one.
    `rating` is his rating for the start list; without it he is unrated there.
    """

    player: PlayerId
    start_number: StartNumber | None = None
    rating: Rating | None = None


class WithdrawPlayer(TournamentCommand, frozen=True, kw_only=True):
    """
    Withdraw a player after a round (0: before the first); his results stand and he is no longer paired.

    Once more with another round, it moves: earlier, or later, as far as the last round, if he comes back.
    """

    player: PlayerId
    after_round: Annotated[int, Meta(ge=0, le=99)]
    reason: str = ""


class CancelEntry(TournamentCommand, frozen=True, kw_only=True):
    """Cancel the entry of a player who has not been paired yet; once paired he is withdrawn instead."""

    player: PlayerId
    reason: str


class PlayerRegistered(EventData, frozen=True, kw_only=True):
    """A player is registered."""

    player: PlayerId
    name: str
    federation: str
    title: Title = Title.NONE
    born: int | None = None
    fide_id: int | None = None


class PlayersMerged(EventData, frozen=True, kw_only=True):
    """A player is another one, under whom everything he did counts from now on, as long as they are not split."""

    player: PlayerId
    into: PlayerId
    reason: str


class PlayersSplit(EventData, frozen=True, kw_only=True):
    """A merge is undone: the player is himself again, as if he had never been merged `into` the other."""

    player: PlayerId
    into: PlayerId
    reason: str


class TournamentAnnounced(EventData, frozen=True, kw_only=True):
    """A tournament is announced; its dates, system and rule set are fixed by this."""

    tournament: TournamentId
    name: str
    city: str
    system: PairingSystem
    rounds: int
    starts: dt.date
    ends: dt.date
    round_dates: tuple[dt.date, ...]
    time_control: str
    rating_rules: str
    bye_points: HalfPoints
    rating_options: tuple[RatingOption, ...] = ()


class PlayerEntered(EventData, frozen=True, kw_only=True):
    """A player is in the start list, under the name and title he is registered with."""

    tournament: TournamentId
    player: PlayerId
    name: str
    federation: str
    title: Title
    start_number: int
    rating: int | None


class PlayerWithdrawn(EventData, frozen=True, kw_only=True):
    """A player takes no part in the rounds after `after_round`."""

    tournament: TournamentId
    player: PlayerId
    after_round: int
    reason: str


class EntryCancelled(EventData, frozen=True, kw_only=True):
    """An entry is void: the player never takes part."""

    tournament: TournamentId
    player: PlayerId
    reason: str


class RegisteredPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the register; `merged_into` is who he is said to be."""

    player: PlayerId
    name: str
    federation: str
    title: Title
    born: int | None = None
    fide_id: int | None = None
    merged_into: PlayerId | None = None


class TournamentOverview(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament at a glance: `entered` counts the start list, `published` the rounds."""

    tournament: TournamentId
    name: str
    city: str
    system: PairingSystem
    rounds: int
    starts: dt.date
    ends: dt.date
    entered: int
    published: int
    completed: bool


class Players(QueryData, frozen=True, kw_only=True):
    """
    Ask for the registered players, by id.

    Where `players` or `fide_ids` name some, for those alone; whom nobody registered is left out.
    """

    players: tuple[PlayerId, ...] = ()
    fide_ids: tuple[FideId, ...] = ()


class Tournaments(QueryData, frozen=True, kw_only=True):
    """Ask for the announced tournaments, by their first day."""


RegistrationCommand = (
    RegisterPlayer | MergePlayers | SplitPlayers | AnnounceTournament | EnterPlayer | WithdrawPlayer | CancelEntry
)
RegistrationEvent = (
    PlayerRegistered
    | PlayersMerged
    | PlayersSplit
    | TournamentAnnounced
    | PlayerEntered
    | PlayerWithdrawn
    | EntryCancelled
)
RegistrationQuery = Players | Tournaments
