"""The announcement of a tournament: its dates and rules."""

from itertools import pairwise

from contracts.messages import EventData
from contracts.refusals import RefusalCode, Refused
from contracts.registration import AnnounceTournament, TournamentAnnounced
from services.registration.differences import differing
from services.registration.state import Completed, Running, State
from services.registration.view import View
from services.rules.anchor import check_rules


def announce_tournament(command: AnnounceTournament, state: State, known: View) -> list[EventData]:
    """
    Announce a tournament: its dates in order, one a round or none, under rules that exist.

    Where they are a federation's, rules of it must be in force at the tournament's dates.
    The same again changes nothing; another tournament under its id is refused with both, and so is the id of an event
    abroad: under it this one would never be rated.
    """
    announced = TournamentAnnounced(
        tournament=command.tournament,
        name=command.name,
        city=command.city,
        system=command.system,
        rounds=command.rounds,
        starts=command.starts,
        ends=command.ends,
        round_dates=command.round_dates,
        time_control=command.time_control,
        rating_rules=command.rating_rules,
        bye_points=command.bye_points,
        rating_options=tuple(sorted(set(command.rating_options))),
    )
    if isinstance(state, Running | Completed):
        if state.tournament.announced == announced:
            return []
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"{command.tournament} is already announced, otherwise: {differing(state.tournament.announced, announced)}",
            announced=state.tournament.announced,
            offered=announced,
        )
    if command.tournament in known.abroad:
        raise Refused(
            RefusalCode.ALREADY_EXISTS, f"there is an event abroad {command.tournament} already; give another id"
        )
    _refuse_dates(announced)
    check_rules(announced)
    return [announced]


def _refuse_dates(announced: TournamentAnnounced) -> None:
    starts, ends, dates = announced.starts, announced.ends, announced.round_dates
    if ends < starts:
        raise Refused(
            RefusalCode.INVALID_DATES, f"the tournament ends on {ends}, before its first day {starts}", starts=starts
        )
    if dates and len(dates) != announced.rounds:
        raise Refused(
            RefusalCode.INVALID_DATES,
            f"{len(dates)} dates for {announced.rounds} rounds; give one a round, or none",
            dates=len(dates),
            rounds=announced.rounds,
        )
    for number, day in enumerate(dates, start=1):
        if not starts <= day <= ends:
            raise Refused(
                RefusalCode.INVALID_DATES, f"round {number} on {day} is not within {starts} to {ends}", round=number
            )
    for number, (before, after) in enumerate(pairwise(dates), start=2):
        if after < before:
            raise Refused(
                RefusalCode.INVALID_DATES, f"round {number} on {after} is before the one on {before}", round=number
            )
