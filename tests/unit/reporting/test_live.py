from contracts.reporting import CurrentStandings
from services.reporting import view
from tests.support.facts import fact
from tests.support.summer import STARTED, SUMMER


def test_every_table_is_one_that_some_event_names() -> None:
    kept, named = view.empty(), set()
    for sequence, event in enumerate(STARTED, start=1):
        kept = view.apply(kept, fact(event, sequence))
        named |= set(view.live(fact(event, sequence)))
    assert {query for _, query in view.every(kept)} == named == {CurrentStandings(tournament=SUMMER)}
    assert [unit for unit, _ in view.every(kept)] == [f"tournament-{SUMMER}"]
