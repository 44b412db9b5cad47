"""The plan of a whole file: refused, or every command it comes to."""

import datetime as dt

import msgspec

from contracts.codec import encode, holds_control
from contracts.messages import CommandData, name_of
from contracts.rating import SetStartRating
from contracts.refusals import RefusalCode, Refused
from contracts.registration import AnnounceTournament, EnterPlayer, RegisteredPlayer
from contracts.results import CompleteTournament
from contracts.subjects import checked
from services.chess import trf
from services.chess.trf import Trf
from services.cli.plan.arranged import kept_apart, settings
from services.cli.plan.left_out import left_out
from services.cli.plan.model import Plan, Planned, Wanted
from services.cli.plan.players import identities, registration, whole_names
from services.cli.plan.rounds import coming_byes, published, round_plan
from services.rules.anchor import out_of_force


def plan(event: Trf, wanted: Wanted, known: tuple[RegisteredPlayer, ...] = ()) -> Plan:
    """
    Turn a file into commands; `known` are those of its players whom the register has (`wanted_players`).

    Refused, by name: a file without players, rounds or dates, one that counts points otherwise than 1, a half and 0,
    two players who are one, one who is two, and any value no command may have.
    """
    event = whole_names(event)
    _refuse(event)
    tournament, (ids, said) = wanted.tournament, identities(event, wanted.tournament, known)
    starts, ends = _dates(event, wanted)
    round_dates, notes = _round_dates(event, starts, ends)
    rounds = tuple(
        round_plan(event, number, tournament, ids, round_dates[number - 1] if round_dates else ends)
        for number in range(1, published(event) + 1)
    )
    whole = len(rounds) == event.rounds and all(len(one.results) == len(one.publish.data.boards) for one in rounds)
    made = Plan(
        announce=Planned(_announcement(event, wanted, starts, ends, round_dates)),
        players=tuple(Planned(registration(one, ids[one.number], event.federation)) for one in event.players),
        ratings=tuple(
            Planned(SetStartRating(player=ids[one.number], rating=one.rating), starts)
            for one in event.players
            if one.rating
        ),
        entries=tuple(
            Planned(
                EnterPlayer(
                    tournament=tournament,
                    player=ids[one.number],
                    start_number=one.number,
                    rating=one.rating or None,
                )
            )
            for one in event.players
        ),
        settings=settings(event, wanted),
        rounds=rounds,
        byes=coming_byes(event, tournament, ids),
        apart=kept_apart(event, wanted, ids),
        complete=Planned(CompleteTournament(tournament=tournament), ends) if whole else None,
        notes=(*notes, *_rules_note(wanted, starts, ends), *said, *left_out(event, wanted)),
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


def _rules_note(wanted: Wanted, starts: dt.date, ends: dt.date) -> list[str]:
    said = out_of_force(wanted.rating_rules, starts, ends)
    return [said] if said else []


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
        rating_options=wanted.rating_options,
        bye_points=event.points.pairing_bye if worth is None else worth,
    )


def _check(made: Plan) -> None:
    """Refuse now what the services would refuse as soon as they read it."""
    for one in made.commands:
        data: CommandData = one.data
        raw, what = encode(data), f"{name_of(type(data))} for {getattr(data, 'player', data.unit)}"
        if holds_control(raw):
            raise Refused(RefusalCode.MALFORMED_FILE, f"{what}: a control character in it")
        try:
            msgspec.json.decode(raw, type=type(data))
        except msgspec.ValidationError as error:
            raise Refused(RefusalCode.MALFORMED_FILE, f"{what}: {error}") from error
        checked(data.unit)
