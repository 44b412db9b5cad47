from collections.abc import Callable

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from contracts.ids import ActorId, FederationId, PlayerId, TournamentId, UnitId
from contracts.refusals import RefusalCode, Refused
from contracts.registry import COMMANDS, EVENTS, QUERIES
from contracts.subjects import (
    ANY,
    CommandAddress,
    QueryAddress,
    all_events,
    all_views,
    checked,
    command_subject,
    commands_of,
    event_stream,
    event_subject,
    parse_command,
    parse_query,
    queries_of,
    query_subject,
    unit_events,
    view_stream,
    view_subject,
)
from contracts.units import player_unit, tournament_unit

TOKEN = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
NO_TOKEN = (
    "",
    "*",
    ">",
    "a.b",
    "a b",
    "a\n",
    "\n",
    "a\tb",
    "å",
    "½",
    "a*",
    "a>",
    "a/b",
    "a" * 65,
    "a\x00",
    "a\u2028",
    "$SYS",
)

Builder = Callable[[str], object]


def command_at(position: int) -> Builder:
    def build(token: str) -> str:
        tokens = ["dsu", "arbiter", "tournament-summer", "results", "report-result"]
        tokens[position] = token
        federation, actor, unit, context, name = tokens
        return command_subject(
            CommandAddress(
                federation=FederationId(federation), actor=ActorId(actor), unit=UnitId(unit), context=context, name=name
            )
        )

    return build


BUILDERS: dict[str, Builder] = {
    "checked": checked,
    **{f"command, token {position}": command_at(position) for position in range(5)},
    "query, federation": lambda token: query_subject(token, "results", "open-boards"),
    "query, context": lambda token: query_subject("dsu", token, "open-boards"),
    "query, name": lambda token: query_subject("dsu", "results", token),
    "a unit's events, federation": lambda token: unit_events(token, "ratings"),
    "a unit's events, unit": lambda token: unit_events("dsu", token),
    "all events": all_events,
    "all views": all_views,
    "commands of a context": commands_of,
    "stream of events": event_stream,
    "stream of views": view_stream,
    "parsed command": lambda token: parse_command(f"omkamp.dsu.command.arbiter.{token}.results.report-result"),
    "parsed query": lambda token: parse_query(f"omkamp.dsu.query.results.{token}"),
}
FILTERS: dict[str, Builder] = {
    "queries of a context": queries_of,
    "event, federation": lambda token: event_subject(token, "ratings", "rating", "start-rating-set"),
    "event, unit": lambda token: event_subject("dsu", token, "rating", "start-rating-set"),
    "event, context": lambda token: event_subject("dsu", "ratings", token, "start-rating-set"),
    "event, name": lambda token: event_subject("dsu", "ratings", "rating", token),
    "view, federation": lambda token: view_subject(token, "tournament-summer", "standings"),
    "view, unit": lambda token: view_subject("dsu", token, "standings"),
    "view, name": lambda token: view_subject("dsu", "tournament-summer", token),
}


@pytest.mark.parametrize("token", NO_TOKEN)
@pytest.mark.parametrize("builder", BUILDERS.values(), ids=BUILDERS)
def test_what_is_no_identifier_is_refused_in_every_subject(builder: Builder, token: str) -> None:
    with pytest.raises(Refused) as caught:
        builder(token)
    assert caught.value.refusal.code is RefusalCode.MALFORMED_ID


@pytest.mark.parametrize("token", [token for token in NO_TOKEN if token != ANY])
@pytest.mark.parametrize("builder", FILTERS.values(), ids=FILTERS)
def test_what_is_no_identifier_is_refused_in_a_filter(builder: Builder, token: str) -> None:
    with pytest.raises(Refused) as caught:
        builder(token)
    assert caught.value.refusal.code is RefusalCode.MALFORMED_ID


@given(st.text())
@example("a" * 64)
@example("tournament-summer\n")
def test_a_token_is_taken_as_it_is_or_refused(token: str) -> None:
    legal = 1 <= len(token) <= 64 and all(one.isascii() and (one.isalnum() or one in "_-") for one in token)
    if legal:
        assert checked(token) == token
    else:
        with pytest.raises(Refused):
            checked(token)


@given(federation=TOKEN, actor=TOKEN, unit=TOKEN, context=TOKEN, name=TOKEN)
def test_a_command_is_found_where_it_was_sent(federation: str, actor: str, unit: str, context: str, name: str) -> None:
    address = CommandAddress(
        federation=FederationId(federation), actor=ActorId(actor), unit=UnitId(unit), context=context, name=name
    )
    assert parse_command(command_subject(address)) == address


@given(federation=TOKEN, context=TOKEN, name=TOKEN)
def test_a_query_is_found_where_it_was_sent(federation: str, context: str, name: str) -> None:
    address = QueryAddress(federation=FederationId(federation), context=context, name=name)
    assert parse_query(query_subject(federation, context, name)) == address


@pytest.mark.parametrize(
    "subject",
    [
        "",
        ".",
        "......",
        "omkamp.dsu.command.arbiter.ratings.rating",
        "omkamp.dsu.command.arbiter.ratings.rating.rate-tournament.now",
        "omkamp.dsu.event.arbiter.ratings.rating.rate-tournament",
        "other.dsu.command.arbiter.ratings.rating.rate-tournament",
        "omkamp.dsu.command.arbiter.ratings.rating.rate-tournament\n",
        "omkamp.dsu.command.*.ratings.rating.rate-tournament",
        "omkamp.dsu.command.arbiter.ratings.rating.>",
    ],
)
def test_what_is_not_the_subject_of_a_command_is_refused(subject: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_command(subject)
    assert caught.value.refusal.code is RefusalCode.MALFORMED_ID


@pytest.mark.parametrize(
    "subject",
    [
        "",
        "omkamp.dsu.query.rating",
        "omkamp.dsu.command.rating.ratings",
        "omkamp.dsu.query.rating.*",
        "a.dsu.query.rating.ratings",
    ],
)
def test_what_is_not_the_subject_of_a_query_is_refused(subject: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_query(subject)
    assert caught.value.refusal.code is RefusalCode.MALFORMED_ID


def test_subjects_are_those_of_the_design() -> None:
    assert (
        event_subject("dsu", "ratings", "rating", "tournament-rated")
        == "omkamp.dsu.event.ratings.rating.tournament-rated"
    )
    assert event_subject(ANY, ANY, "results", ANY) == "omkamp.*.event.*.results.*"
    assert unit_events("dsu", "tournament-summer") == "omkamp.dsu.event.tournament-summer.>"
    assert all_events("dsu") == "omkamp.dsu.event.>"
    assert commands_of("results") == "omkamp.*.command.*.*.results.*"
    assert queries_of("results") == "omkamp.*.query.results.*"
    assert query_subject("dsu", "results", "open-boards") == "omkamp.dsu.query.results.open-boards"
    assert view_subject("dsu", "tournament-summer", "standings") == "omkamp.dsu.view.tournament-summer.standings"
    assert all_views("dsu") == "omkamp.dsu.view.>"
    assert (event_stream("dsu"), view_stream("dsu")) == ("omkamp-dsu-events", "omkamp-dsu-views")


def test_every_name_of_ours_can_stand_in_a_subject() -> None:
    for context, name in [*COMMANDS, *QUERIES]:
        assert checked(context), checked(name)
    for type_ in EVENTS:
        assert [checked(token) for token in type_.split(".")]


@pytest.mark.parametrize("token", ["", "a.b", "a b", "anna\n", "*", ">", "a" * 49])
@pytest.mark.parametrize("type_", [TournamentId, PlayerId], ids=["tournament", "player"])
def test_what_is_no_identifier_is_refused_in_a_payload(type_: type, token: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(token, type_)


@pytest.mark.parametrize("type_", [FederationId, ActorId, UnitId], ids=["federation", "actor", "unit"])
def test_a_line_feed_ends_no_identifier(type_: type) -> None:
    assert msgspec.convert("a" * 64, type_) == "a" * 64
    for token in ("a\n", "a" * 63 + "\n", "a" * 65):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(token, type_)


def test_the_longest_tournament_and_player_still_make_a_unit() -> None:
    assert checked(tournament_unit(msgspec.convert("t" * 48, TournamentId)))
    assert checked(player_unit(msgspec.convert("p" * 48, PlayerId)))
