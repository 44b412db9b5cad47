"""
Federation size, measured in a process of its own: `python -m tests.bench.rerating WHAT FOLDER` prints one JSON object.

WHAT is `replay` (segments into the rating view, then old corrections one by one, with the memory it takes), or the id
of a rule set under which every game is rated again.
"""

import gc
import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

from contracts.ids import TournamentId
from services.rating import anew, view
from services.rating.account import Account
from services.rating.book import Ledger
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Rated
from services.rules.loader import load
from services.rules.rating import rate_event, settle
from services.runtime.bulk import BulkReplay
from services.runtime.log import Record
from services.runtime.segments import SegmentStore
from tests.bench.measure import percentile
from tests.support.facts import fact
from tests.support.synthetic import FIRST_DAY, YEAR, correction

CORRECTIONS = 300
YEARS_BACK = 5


def replayed(folder: Path) -> tuple[view.View, dict[str, Any]]:
    """Replay a store into the rating view."""
    kept = view.empty()

    def none(record: Record | int, reason: str = "") -> None:
        raise AssertionError(f"a synthetic event cannot be taken in: {record}: {reason}")

    wall, cpu = time.perf_counter(), time.process_time()
    events = BulkReplay(view, SegmentStore(folder), none, none).run(kept, 0)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return kept, {
        "events": events,
        "games": sum(len(account.finished.encounters) for account in book(kept).accounts.values()),
        "wall": wall,
        "cpu": cpu,
        "megabytes": _most_resident(),
    }


def _most_resident() -> int:
    """Give the most memory this process has had, in MB; not `ru_maxrss`, which begins with the parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) // 1024


def book(kept: view.View) -> Ledger:
    """Give the register of the synthetic seasons."""
    return max(kept.registers.ledgers.values(), key=lambda ledger: len(ledger.accounts))


def replay(folder: Path) -> dict[str, Any]:
    """Replay, then correct games of five years before the end."""
    kept, found = replayed(folder)
    gc.freeze()
    random = Random(5)  # noqa: S311  no secret, a choice of games
    accounts = book(kept).accounts
    last = max(account.order.day for account in accounts.values())
    old = [one for one in accounts.values() if abs(last - YEARS_BACK * YEAR - one.order.day) < YEAR // 4]
    took, worked = [], []
    for number in range(CORRECTIONS):
        account = random.choice(old)
        corrected = _correction(accounts[account.finished.tournament], random)
        one = fact(corrected, found["events"] + 1, command=f"correction-{number}", effective=FIRST_DAY)
        started, busy = time.perf_counter(), time.process_time()
        view.apply(kept, one)
        took.append(1000 * (time.perf_counter() - started))
        worked.append(1000 * (time.process_time() - busy))
    return found | {
        "p50": percentile(took, 50),
        "p95": percentile(took, 95),
        "p95_cpu": percentile(worked, 95),
        "most": max(took),
        "peak": _most_resident(),
    }


def rerate(folder: Path, rule_set: str) -> dict[str, Any]:
    """Rate every game again under a rule set, in chronological order, each number from the one before."""
    kept, found = replayed(folder)
    accounts = sorted(book(kept).accounts.values(), key=lambda one: one.order)
    events = [(one.finished.event, one.finished.players, one.order.day) for one in accounts]
    careers = book(kept).careers.items()
    first = {player: entry.rating for player, career in careers if (entry := career[0].number) and entry.rating}
    rules = load(rule_set)
    gc.freeze()
    cpu = time.process_time()
    ratings: dict[Any, int] = dict(first)
    if isinstance(rules, EventRules):
        for event, players, _ in events:
            entrants = [Entrant(rating=ratings[player]) for player in players]
            for player, one in zip(players, rate_event(rules, event, entrants).rated, strict=True):
                if one.published is not None:
                    ratings[player] = one.published
    else:
        month, period = 0, defaultdict[Any, list[Rated]](list)
        for event, players, ends in events:
            if ends // 30 != month:
                for player, results in period.items():
                    settled = settle(rules, Entrant(rating=ratings[player], games=100), results, on=event.start)
                    ratings[player] = settled.published or ratings[player]
                month, period = ends // 30, defaultdict(list)
            entrants = [Entrant(rating=ratings[player], games=100) for player in players]
            for player, one in zip(players, rate_event(rules, event, entrants).rated, strict=True):
                period[player].append(one)
    by_rules = time.process_time() - cpu
    changed = sum(ratings[player] != rating for player, rating in first.items())
    return {"games": found["games"], "cpu": by_rules, "changed": changed} | _by_ledger(kept, rule_set)


def _by_ledger(kept: view.View, rule_set: str) -> dict[str, float]:
    """Rate everything anew in the ledger as well, if it is of this rule set."""
    ledger = book(kept)
    if {account.finished.rules for account in ledger.accounts.values()} != {rule_set}:
        return {}
    cpu = time.process_time()
    anew.compute(ledger)
    return {"ledger": time.process_time() - cpu}


def _correction(account: Account, random: Random) -> Any:
    finished = account.finished
    one = random.choice(list(finished.encounters))
    white, black = (int(finished.players[place].removeprefix("p")) for place in (one.white, one.black))
    return correction(TournamentId(finished.tournament), one.round, white, black, one.rating)


if __name__ == "__main__":
    what, where = sys.argv[1], Path(sys.argv[2])
    print(json.dumps(replay(where) if what == "replay" else rerate(where, what)))  # noqa: T201  a command
