"""The story of the demo, act by act. Each act plays on the bus, through the same clients and queries as anybody's."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from contracts.ids import TournamentId
from contracts.points import Result, points_text
from contracts.rating import RatingChange, RatingsRecalculated, TournamentChanges, TournamentRated
from contracts.registration import TournamentOverview, Tournaments
from contracts.reporting import CurrentStandings, Standings
from contracts.results import CompleteTournament, CorrectResult, GameReported, ReportResult
from services.chess.trf import Trf
from services.cli import results, say, verify
from services.cli.demo import promises
from services.cli.demo.promises import Closing, Promise, Told
from services.cli.demo.scoreboard import Scoreboard
from services.cli.demo.screen import Stage
from services.cli.demo.venues import NAMES, Desks, Posted
from services.cli.plan import Plan, RoundPlan, Wanted, plan
from services.cli.results import Difference
from services.cli.sender import Sender
from services.cli.tables import standings_table
from services.cli.words import counted, signed
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog

NAME: Final = "summer-open"
RULES: Final = "dsu-2007"
_CORRECTED_ROUND: Final = 2
_TOP: Final = 10
_THOUSAND: Final = 1000


class Story:
    """One run of the demo."""

    def __init__(self, event: Trf, office: Client, venues: Sequence[Client], log: JetStreamLog, stage: Stage) -> None:
        self._event = event
        self._office = office
        self._venues = venues
        self._log = log
        self._stage = stage
        self._promises: list[Promise] = []

    async def tell(self) -> Told:
        """Play the whole story; raises `Refused` where something is refused that must not be."""
        started, head = time.perf_counter(), await self._log.head()
        tournament, run = await self._name()
        made = plan(self._event, Wanted(tournament=tournament, rating_rules=RULES))
        board = Scoreboard(self._log, tournament, head)
        async with _following(board):
            await self._enter(made, run, head)
            posted = await self._play(made, board)
            before, ratings = await self._finish(made, board)
            correction = await self._correct(made, board, before)
            after, ratings_after = await self._table(tournament), await self._changes(tournament)
            self._compare(correction, before, after, ratings_after)
            verified = await self._verify()
        events = await self._log.head()
        return Told(
            tournament=tournament,
            run=run,
            players=len(made.players),
            rounds=len(made.rounds),
            results=sum(len(one.results) for one in made.rounds),
            duplicates=posted.duplicates,
            contradiction=posted.contradictions[0] if posted.contradictions else None,
            standings=before,
            ratings=ratings,
            correction=correction,
            standings_after=after,
            ratings_after=ratings_after,
            verify=verified,
            promises=self._promises,
            closing=Closing(
                events=events,
                written=events - head,
                replayed=verified.events_a_second,
                p50_ms=promises.percentile(posted.seconds, 50) * _THOUSAND,
                p99_ms=promises.percentile(posted.seconds, 99) * _THOUSAND,
                seconds=time.perf_counter() - started,
            ),
        )

    async def _name(self) -> tuple[TournamentId, int]:
        """Take an id nobody has: a log that holds the tournament already gets another one of the same players."""
        known = {one.tournament for one in await self._office.ask(Tournaments(), list[TournamentOverview])}
        run = 1
        while (name := TournamentId(NAME if run == 1 else f"{NAME}-{run}")) in known:
            run += 1
        return name, run

    async def _enter(self, made: Plan, run: int, head: int) -> None:
        if run > 1:
            self._stage.line(
                f"This log holds the tournament already. It is played again as {NAME}-{run}, by the same players, "
                "who keep their start ratings and go on from there."
            )
        sender = Sender(self._office, head, lambda: None)
        await sender.stage([made.announce])
        await sender.stage(made.players, may_exist=True)
        await sender.stage(made.ratings, may_exist=True)
        await sender.stage(made.entries)
        self._stage.act(
            f"{self._event.name}, {self._event.city}: {len(made.players)} players are entered for "
            f"{len(made.rounds)} rounds, rated under {RULES}."
        )

    async def _play(self, made: Plan, board: Scoreboard) -> Posted:
        desks = Desks(self._venues, _id(made), board.show, self._stage.pause)
        self._stage.act(f"{len(NAMES)} venues post their results, all at once: {', '.join(NAMES)}.")
        sender = Sender(self._office, 0, lambda: None)
        async with self._stage.live(board):
            for number, one in enumerate(made.rounds, start=1):
                await sender.stage([one.publish])
                self._venues_know(self._office.seen)
                duplicates = desks.posted.duplicates
                await desks.post(number, _reports(one))
                self._office.seen = max(client.seen for client in self._venues)
                self._stage.line(
                    f"Round {number}: {len(one.results)} boards reported, "
                    f"{desks.posted.duplicates - duplicates} of them twice.{await self._leader(_id(made))}"
                )
                for contradiction in desks.posted.contradictions:
                    if contradiction.round == number:
                        self._stage.line(f"         {contradiction.venue} was refused: {contradiction.refusal.message}")
        self._judge(desks.posted)
        return desks.posted

    def _judge(self, posted: Posted) -> None:
        same = posted.same == posted.duplicates > 0
        told = [one.refusal.details for one in posted.contradictions]
        values = [f"{one.get('reported')} stands, {one.get('offered')} was offered" for one in told]
        both = len(told) == 1 and all("reported" in one and "offered" in one for one in told)
        self._promise("a duplicate is accepted as the same", same, f"{posted.same} of {posted.duplicates}")
        self._promise("a contradictory report is refused, with both values", both, "; ".join(values) or "it was not")

    async def _finish(self, made: Plan, board: Scoreboard) -> tuple[Standings, Sequence[RatingChange]]:
        tournament = _id(made)
        await self._office.do(CompleteTournament(tournament=tournament), effective=made.announce.data.ends)
        rated = await board.until("the rating of the tournament", lambda fact: isinstance(fact.data, TournamentRated))
        self._office.seen = max(self._office.seen, rated.sequence)
        boards, reported = sum(len(one.results) for one in made.rounds), board.count(GameReported)
        self._promise("every result is in the log once", reported == boards, f"{reported} of {boards} boards")
        table, changes = await self._table(tournament), await self._changes(tournament)
        self._stage.act("The tournament is finished, and rated.")
        self._stage.show(standings_table(table, top=_TOP))
        self._show_changes(table, changes)
        self._promises.append(promises.points_as_printed(self._event, table))
        return table, changes

    async def _correct(self, made: Plan, board: Scoreboard, table: Standings) -> Difference:
        correction = _correction(made, table)
        names = {row.player: row.name for row in table.rows}
        self._stage.act(
            f"A score sheet of round {correction.round} turns up: {names[correction.white]} - "
            f"{names[correction.black]} was {correction.result}, not {correction.expected}. What if it is corrected?"
        )
        head = await self._log.head()
        outcome = await results.difference(self._office, correction)
        self._promise(
            "a what-if writes nothing", await self._log.head() == head, f"{counted(len(outcome.events), 'event')} shown"
        )
        results.tell(outcome, names, self._stage.show)
        accepted = await self._office.do(correction)
        again = await board.until(
            "the new ratings",
            lambda fact: isinstance(fact.data, RatingsRecalculated) and fact.sequence > accepted.sequence,
        )
        self._office.seen = max(self._office.seen, again.sequence)
        self._stage.act("It is corrected; the table and the ratings follow.")
        return outcome

    def _compare(
        self, correction: Difference, before: Standings, after: Standings, ratings: Sequence[RatingChange]
    ) -> None:
        self._stage.show(standings_table(after, top=_TOP))
        reached = {one.player for one in correction.ratings}
        self._show_changes(after, [one for one in ratings if one.player in reached])
        self._promises.append(promises.table_as_forecast(correction, before, after))
        self._promises.append(promises.ratings_as_forecast(correction, after.tournament, ratings))

    async def _verify(self) -> verify.Verified:
        verified = await verify.verified(self._office, self._log)
        self._stage.act("Every view is rebuilt from the log, and compared with the running one.")
        self._stage.show(verify.verdicts(verified))
        self._promise("every view equals its rebuild", verified.equal, f"{len(verified.views)} views")
        return verified

    def _show_changes(self, table: Standings, changes: Sequence[RatingChange]) -> None:
        names = {row.player: row.name for row in table.rows}
        largest = sorted(changes, key=lambda one: -abs(_moved(one)))[:_TOP]
        self._stage.show(
            say.table(
                f"Rating changes, the {len(largest)} largest of {len(changes)}"
                if len(largest) < len(changes)
                else "Rating changes",
                ("Name", "Before", "After", "Change", "Games", "Score", "Expected"),
                (
                    (
                        names.get(one.player, one.player),
                        one.before,
                        one.after,
                        signed(_moved(one)),
                        one.games,
                        points_text(one.score),
                        f"{one.expected // 100}.{one.expected % 100:02d}",
                    )
                    for one in largest
                ),
                numbers=("Before", "After", "Change", "Games", "Score", "Expected"),
            )
        )

    async def _leader(self, tournament: TournamentId) -> str:
        rows = (await self._table(tournament)).rows
        return f" {rows[0].name} leads with {points_text(rows[0].points)}." if rows else ""

    async def _table(self, tournament: TournamentId) -> Standings:
        return await self._office.ask(CurrentStandings(tournament=tournament), Standings)

    async def _changes(self, tournament: TournamentId) -> Sequence[RatingChange]:
        return await self._office.ask(TournamentChanges(tournament=tournament), tuple[RatingChange, ...])

    def _venues_know(self, sequence: int) -> None:
        """Tell the venues that a round is out: they would have seen it on their screens."""
        for client in self._venues:
            client.seen = max(client.seen, sequence)

    def _promise(self, promise: str, kept: bool, seen: str) -> None:
        self._promises.append(Promise(promise=promise, kept=kept, seen=seen))


@asynccontextmanager
async def _following(board: Scoreboard) -> AsyncIterator[None]:
    following = asyncio.create_task(board.run(), name="scoreboard")
    try:
        yield
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


def _id(made: Plan) -> TournamentId:
    return made.announce.data.tournament


def _reports(played: RoundPlan) -> list[ReportResult]:
    return [one.data for one in played.results]


def _correction(made: Plan, table: Standings) -> CorrectResult:
    """Choose the winner's game of round 2, and make a draw of it, or a loss of White if it was one."""
    reports = _reports(made.rounds[_CORRECTED_ROUND - 1])
    winner = table.rows[0].player
    game = next((one for one in reports if winner in (one.white, one.black)), reports[0])
    return CorrectResult(
        tournament=game.tournament,
        round=game.round,
        white=game.white,
        black=game.black,
        expected=game.result,
        result=Result.BLACK_WINS if game.result is Result.DRAW else Result.DRAW,
        reason="the score sheet says otherwise",
    )


def _moved(change: RatingChange) -> int:
    """Give by how many points a number moved; a first one has not."""
    return 0 if change.before is None or change.after is None else change.after - change.before
