"""What reporting decides: that a table is published as it is."""

from contracts.messages import CommandData, EventData
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import PublishStandings, StandingsPublished
from services.reporting.standings import standings
from services.reporting.state import Announced, State
from services.reporting.view import View


def decide(command: CommandData, state: State, _known: View) -> list[EventData]:
    """Decide a command on one tournament; raises `Refused`."""
    match command:
        case PublishStandings():
            return publish_standings(command, state)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"reporting does not decide {type(command).__name__}")


def publish_standings(command: PublishStandings, state: State) -> list[EventData]:
    """
    Publish the standings after a completed round.

    The same table again changes nothing. Where a correction has changed it since, the new table is published beside
    the old one, which stays what it was: a fact.
    """
    if not isinstance(state, Announced):
        raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, "no such tournament is announced")
    table = standings(state.tournament, command.after_round)
    if table.provisional:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"boards up to round {command.after_round} have no result yet: its standings are provisional",
            boards=[
                (number, game.white, game.black)
                for number in range(1, command.after_round + 1)
                for game in state.tournament.open_games(number)
            ],
        )
    published = StandingsPublished(
        tournament=command.tournament, after_round=command.after_round, edition=table.edition, rows=table.rows
    )
    return [] if state.published.get(command.after_round) == published else [published]
