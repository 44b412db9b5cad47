"""Who of a file may not be entered, told before the first command is sent."""

from contracts.discipline import Quarantine, Quarantines
from contracts.ids import PlayerId, TournamentId
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import CurrentStandings, Standings
from services.cli.plan import Plan
from services.runtime.client import Client


async def refuse_barred(client: Client, made: Plan) -> None:
    """Refuse, with all of them named, players in quarantine on a day of the event (DSU §7, §19), if not entered yet."""
    event = made.announce.data
    found = await client.ask(Quarantines(on=event.starts, until=event.ends), list[Quarantine])
    barred = {one.player: one for one in reversed(found)}
    wanted = {one.data.player for one in made.entries} & barred.keys()
    if wanted:
        wanted -= await _entered(client, event.tournament)
    if not wanted:
        return
    names = {one.data.player: one.data.name for one in made.players}
    said = "; ".join(
        f"{names[player]} ({player}) is in quarantine from {barred[player].starts} until {barred[player].ends}"
        for player in sorted(wanted)
    )
    raise Refused(RefusalCode.QUARANTINED, f"{said}; nothing was sent", rule="DSU §7, §19", players=sorted(wanted))


async def _entered(client: Client, tournament: TournamentId) -> set[PlayerId]:
    try:
        table = await client.ask(CurrentStandings(tournament=tournament), Standings)
    except Refused as refused:
        if refused.refusal.code is not RefusalCode.UNKNOWN_TOURNAMENT:
            raise
        return set()
    return {row.player for row in table.rows}
