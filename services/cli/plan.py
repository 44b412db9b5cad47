"""
A tournament report file as commands: pure, checked whole before the first one is sent.

Players are registered under their FIDE id (`fide-<id>`) or, without one, `trf-<tournament>-<start number>`. A command's
id derives from what it says, so that a file imported twice is answered twice and written once.
"""

import datetime as dt
import re
import uuid
from typing import Final, Generic, TypeVar

import msgspec

from contracts.codec import encode, holds_control
from contracts.ids import CommandId, PlayerId, TournamentId
from contracts.messages import CommandData, name_of
from contracts.pairing import Board, Bye, PublishRound, RequestBye
from contracts.points import ByeKind
from contracts.rating import SetStartRating
from contracts.refusals import RefusalCode, Refused
from contracts.registration import AnnounceTournament, EnterPlayer, PairingSystem, RegisterPlayer, Title
from contracts.results import CompleteTournament, ReportResult
from contracts.subjects import checked
from services.chess import trf
from services.chess.trf import Trf, TrfPlayer

_NAMESPACE: Final = uuid.UUID("6f6d6b61-6d70-4000-8000-0000696d7074")
_NO_FEDERATION: Final = "FID"
"""FIDE's code for a player who represents no federation."""
_FEDERATION: Final = re.compile(r"[A-Z]{3}")
_NOT_IN_AN_ID: Final = re.compile(r"[^A-Za-z0-9_-]+")
_FIDE_ID: Final = re.compile(r"[1-9][0-9]*")


D_co = TypeVar("D_co", bound=CommandData, covariant=True)


class Planned(msgspec.Struct, Generic[D_co], frozen=True):
    """A command to be sent, and the day it happened."""

    data: D_co
    effective: dt.date | None = None

    @property
    def id(self) -> CommandId:
        """The id: the same command on the same day is the same command."""
        what = f"{name_of(type(self.data))} {self.effective} {encode(self.data).decode()}"
        return CommandId(str(uuid.uuid5(_NAMESPACE, what)))


class RoundPlan(msgspec.Struct, frozen=True):
    """A round: its publication, and the results that are known."""

    publish: Planned[PublishRound]
    results: tuple[Planned[ReportResult], ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """
    All commands of a file, in the order their stages must be sent; those of one stage may go at once.

    `byes` are those the file announces for rounds that are not paired yet. `complete` is there if every announced round
    is, with all its results. `notes` say what was left out, and why.
    """

    announce: Planned[AnnounceTournament]
    players: tuple[Planned[RegisterPlayer], ...]
    ratings: tuple[Planned[SetStartRating], ...]
    entries: tuple[Planned[EnterPlayer], ...]
    rounds: tuple[RoundPlan, ...]
    byes: tuple[Planned[RequestBye], ...]
    complete: Planned[CompleteTournament] | None
    notes: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many commands there are."""
        rounds = sum(1 + len(one.results) for one in self.rounds)
        stages = len(self.players) + len(self.ratings) + len(self.entries) + len(self.byes)
        return 1 + stages + rounds + (self.complete is not None)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """How a file is to be imported: under which id, rules and system, and the dates if it has none."""

    tournament: TournamentId
    rating_rules: str = ""
    system: PairingSystem = PairingSystem.GIVEN
    starts: dt.date | None = None
    ends: dt.date | None = None


def tournament_id(stem: str) -> TournamentId:
    """Make an id of a file's name."""
    return TournamentId(_NOT_IN_AN_ID.sub("-", stem).strip("-").lower() or "tournament")


def plan(event: Trf, wanted: Wanted) -> Plan:
    """
    Turn a file into commands.

    Refused, by name: a file without players, rounds or dates, one that counts points otherwise than 1, a half and 0,
    two players under one FIDE id, and any value no command may have.
    """
    _refuse(event)
    ids = _player_ids(event, wanted.tournament)
    starts, ends = _dates(event, wanted)
    round_dates, notes = _round_dates(event, starts, ends)
    rounds = tuple(
        _round(event, number, wanted.tournament, ids, round_dates[number - 1] if round_dates else ends)
        for number in range(1, _published(event) + 1)
    )
    whole = len(rounds) == event.rounds and all(len(one.results) == len(one.publish.data.boards) for one in rounds)
    made = Plan(
        announce=Planned(_announcement(event, wanted, starts, ends, round_dates)),
        players=tuple(Planned(_registration(one, ids, event.federation)) for one in event.players),
        ratings=tuple(
            Planned(SetStartRating(player=ids[one.number], rating=one.rating), starts)
            for one in event.players
            if one.rating
        ),
        entries=tuple(Planned(_entry(one, ids, wanted.tournament)) for one in event.players),
        rounds=rounds,
        byes=tuple(
            Planned(RequestBye(tournament=wanted.tournament, player=ids[one], round=number, kind=kind))
            for (one, number), kind in _coming_byes(event).items()
        ),
        complete=Planned(CompleteTournament(tournament=wanted.tournament), ends) if whole else None,
        notes=(*notes, *_left_out(event), *_mismatches(event)),
    )
    _check(made)
    return made


def _refuse(event: Trf) -> None:
    if not event.players:
        raise Refused(RefusalCode.MALFORMED_FILE, "the file holds no player (record 001)")
    if event.rounds < 1:
        raise Refused(RefusalCode.MALFORMED_FILE, "the file holds no round, and declares none")
    beyond = next((one for one in event.byes if one.round > event.rounds), None)
    if beyond is not None:
        raise Refused(
            RefusalCode.MALFORMED_FILE,
            f"player {beyond.number} has a bye in round {beyond.round} of {event.rounds} (record 240)",
        )
    plain = trf.PointSystem(pairing_bye=event.points.pairing_bye)
    if event.points != plain:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            "only events that count 1, a half and 0 can be imported; this file counts otherwise (162, XXS, BB…)",
        )


def _player_ids(event: Trf, tournament: TournamentId) -> dict[int, PlayerId]:
    ids: dict[int, PlayerId] = {}
    numbers: dict[PlayerId, int] = {}
    for one in event.players:
        known = _FIDE_ID.fullmatch(one.fide_id.strip())
        player = PlayerId(checked(f"fide-{known[0]}" if known else f"trf-{tournament}-{one.number}"))
        if player in numbers:
            raise Refused(
                RefusalCode.MALFORMED_FILE,
                f"players {numbers[player]} and {one.number} have the same FIDE id {one.fide_id.strip()}",
                players=[numbers[player], one.number],
            )
        ids[one.number], numbers[player] = player, one.number
    return ids


def _dates(event: Trf, wanted: Wanted) -> tuple[dt.date, dt.date]:
    days = [dt.date.fromisoformat(day) for day in event.round_dates if day]
    starts = wanted.starts or (dt.date.fromisoformat(event.start) if event.start else min(days, default=None))
    ends = wanted.ends or (dt.date.fromisoformat(event.end) if event.end else max(days, default=None))
    if starts is None or ends is None:
        raise Refused(
            RefusalCode.INVALID_DATES, "the file does not say when the event was; give --starts and --ends YYYY-MM-DD"
        )
    if ends < starts:
        raise Refused(RefusalCode.INVALID_DATES, f"the event ends on {ends}, before its first day {starts}")
    return starts, ends


def _round_dates(event: Trf, starts: dt.date, ends: dt.date) -> tuple[tuple[dt.date, ...], list[str]]:
    """Take the rounds' dates if there is one for each and they are in order within the event; say so if not."""
    days = tuple(dt.date.fromisoformat(day) for day in event.round_dates if day)
    if not days:
        return (), []
    if len(days) == event.rounds and list(days) == sorted(days) and starts <= days[0] and days[-1] <= ends:
        return days, []
    return (), ["the rounds' dates (record 132) are left out: not one a round, in order, within the event"]


def _published(event: Trf) -> int:
    """Say how many rounds have been paired: up to the last in which two players meet."""
    paired = (
        number for one in event.players for number, cell in enumerate(one.rounds, start=1) if cell.opponent is not None
    )
    return max(paired, default=0)


def _round(event: Trf, number: int, tournament: TournamentId, ids: dict[int, PlayerId], day: dt.date) -> RoundPlan:
    boards, byes = trf.boards(event, number), dict(trf.byes(event, number))
    playing = {player for white, black, _ in boards for player in (white, black)}
    # A blank cell in a round that was played: he was not there. A published round names everybody.
    free = {one.number: byes.get(one.number, ByeKind.ZERO_POINT) for one in event.players if one.number not in playing}
    publish = PublishRound(
        tournament=tournament,
        round=number,
        boards=tuple(
            Board(number=place, white=ids[white], black=ids[black])
            for place, (white, black, _) in enumerate(boards, start=1)
        ),
        byes=tuple(Bye(player=ids[player], kind=kind) for player, kind in sorted(free.items())),
    )
    results = tuple(
        Planned(
            ReportResult(tournament=tournament, round=number, white=ids[white], black=ids[black], result=result), day
        )
        for white, black, result in boards
        if result is not None
    )
    return RoundPlan(Planned(publish, day), results)


def _announcement(
    event: Trf, wanted: Wanted, starts: dt.date, ends: dt.date, round_dates: tuple[dt.date, ...]
) -> AnnounceTournament:
    worth = trf.pairing_bye_worth(event)
    return AnnounceTournament(
        tournament=wanted.tournament,
        name=event.name or wanted.tournament,
        city=event.city,
        system=wanted.system,
        rounds=event.rounds,
        starts=starts,
        ends=ends,
        round_dates=round_dates,
        time_control=event.time_control,
        rating_rules=wanted.rating_rules,
        bye_points=event.points.pairing_bye if worth is None else worth,
    )


def _registration(one: TrfPlayer, ids: dict[int, PlayerId], host: str) -> RegisterPlayer:
    codes = (code for code in (one.federation, host) if _FEDERATION.fullmatch(code))
    return RegisterPlayer(
        player=ids[one.number],
        name=one.name or f"Player {one.number}",
        federation=next(codes, _NO_FEDERATION),
        title=Title(one.title) if one.title in set(Title) else Title.NONE,
    )


def _entry(one: TrfPlayer, ids: dict[int, PlayerId], tournament: TournamentId) -> EnterPlayer:
    return EnterPlayer(
        tournament=tournament, player=ids[one.number], start_number=one.number, rating=one.rating or None
    )


def _coming_byes(event: Trf) -> dict[tuple[int, int], ByeKind]:
    """Find the byes of rounds that are not paired yet, by player and round; a pairing's own bye is none of them."""
    following = _published(event) + 1
    found = {(one, following): ByeKind.ZERO_POINT for one in event.absent if following <= event.rounds}
    found |= {(one.number, one.round): ByeKind(one.code) for one in event.byes if one.round >= following}
    found |= {
        (one.number, number): ByeKind(cell.code)
        for one in event.players
        for number, cell in enumerate(one.rounds, start=1)
        if number >= following and cell.code and cell.code != ByeKind.PAIRING_ALLOCATED
    }
    return found


def _left_out(event: Trf) -> list[str]:
    """Say what the file holds that no command of the plan does."""
    strange = [str(one.number) for one in event.players if _strange_id(one)]
    allocated = [
        f"{one.number} in round {number}"
        for one in event.players
        for number, cell in enumerate(one.rounds, start=1)
        if number > _published(event) and cell.code == ByeKind.PAIRING_ALLOCATED
    ]
    unread = sorted({record[:3] for record in event.unknown})
    unread += ["who may not meet (260, XXP)"] if event.forbidden else []
    unread += ["virtual points (250, XXA)"] if event.acceleration else []
    return [
        f"{what} left out: {', '.join(found)}"
        for what, found in (
            ("FIDE ids that are no numbers, of players", strange),
            ("pairing-allocated byes of rounds that are not paired yet", allocated),
            ("records", unread),
        )
        if found
    ]


def _strange_id(one: TrfPlayer) -> bool:
    return bool(one.fide_id.strip()) and not _FIDE_ID.fullmatch(one.fide_id.strip())


def _mismatches(event: Trf) -> list[str]:
    worth = trf.pairing_bye_worth(event)
    points = event.points if worth is None else msgspec.structs.replace(event.points, pairing_bye=worth)
    wrong = [str(number) for number, _, _ in trf.mismatches(event, points)]
    return [f"the points printed for {', '.join(wrong)} are not the sum of the rounds"] if wrong else []


def _check(made: Plan) -> None:
    """Refuse now what the services would refuse as soon as they read it."""
    results = (one for played in made.rounds for one in (played.publish, *played.results))
    for one in (made.announce, *made.players, *made.ratings, *made.entries, *results, *made.byes):
        raw, who = encode(one.data), getattr(one.data, "player", one.data.unit)
        if holds_control(raw):
            raise Refused(RefusalCode.MALFORMED_FILE, f"{name_of(type(one.data))} for {who}: a control character in it")
        try:
            msgspec.json.decode(raw, type=type(one.data))
        except msgspec.ValidationError as error:
            raise Refused(RefusalCode.MALFORMED_FILE, f"{name_of(type(one.data))} for {who}: {error}") from error
        checked(one.data.unit)
