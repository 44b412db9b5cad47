import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.codec import encode
from contracts.messages import context_of, name_of, type_of
from contracts.points import Result
from contracts.registry import ANSWERS, COMMANDS, EVENTS
from contracts.results import GameReported
from contracts.schema.__main__ import main
from contracts.schema.asyncapi import asyncapi
from contracts.schema.files import broken, drifted, rendered, write
from contracts.schema.json_schemas import event_file, event_type, json_schemas, urn
from tests.support.json_schema import check_schema, is_valid, validate
from tests.support.strategies import messages

SCHEMAS = json_schemas()
REPORTED = "events/results.game-reported.v1.json"
MESSAGES = {
    **{event_file(type_): event for type_, event in EVENTS.items()},
    **{f"commands/{context}.{name}.json": command for (context, name), command in COMMANDS.items()},
    **{f"queries/{context_of(query)}.{name_of(query)}.json": query for query in ANSWERS},
    **{f"answers/{context_of(query)}.{name_of(query)}.json": found for query, found in ANSWERS.items()},
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    write(folder)
    return folder


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    shutil.copytree(written, tmp_path, dirs_exist_ok=True)
    return tmp_path


def edit(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


class TestWhatIsCheckedIn:
    def test_is_what_the_code_says(self) -> None:
        assert drifted() == []

    def test_is_broken_by_nothing(self) -> None:
        assert broken() == []

    def test_is_made_alike_every_time(self) -> None:
        assert rendered() == rendered()


class TestAJsonSchema:
    @pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
    def test_is_one_of_2020_12(self, schema: dict[str, Any]) -> None:
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        check_schema(schema)
        assert "discriminator" not in schema

    def test_has_a_name_of_its_own(self) -> None:
        names = [schema["$id"] for schema in SCHEMAS.values()]
        assert len(set(names)) == len(names)

    def test_is_there_for_every_message(self) -> None:
        envelopes = {f"envelopes/{name}.json" for name in ("event", "command", "reply", "query", "answer")}
        assert set(SCHEMAS) == {*MESSAGES, *envelopes}

    @pytest.mark.parametrize(("file", "type_"), MESSAGES.items(), ids=MESSAGES)
    @settings(max_examples=5, deadline=None)
    @given(data=st.data())
    def test_takes_whatever_may_be_sent(self, file: str, type_: Any, data: st.DataObject) -> None:
        validate(SCHEMAS[file], json.loads(encode(data.draw(messages(type_)))))

    def test_of_an_event_is_named_as_envelopes_name_it(self) -> None:
        for type_ in EVENTS:
            assert SCHEMAS[event_file(type_)]["$id"] == urn(type_)
            assert event_type(event_file(type_)) == type_

    def test_tells_a_value_that_stands_on_no_score_sheet(self) -> None:
        schema = SCHEMAS[REPORTED]
        reported = {"tournament": "summer", "round": 1, "white": "anna", "black": "bo"}
        assert all(is_valid(schema, {**reported, "result": result.value}) for result in Result)
        assert not is_valid(schema, {**reported, "result": "2-0"})
        assert not is_valid(schema, {**reported, "result": "1-0", "white": "an.na"})
        assert not is_valid(schema, {**reported, "result": "1-0", "white": "anna\n"})


class TestTheAsyncApiDocument:
    document = asyncapi()

    def test_has_a_channel_for_every_message(self) -> None:
        addresses = {channel["address"] for channel in self.document["channels"].values()}
        assert "omkamp.{federation}.event.{unit}.results.game-reported" in addresses
        assert "omkamp.{federation}.command.{actor}.{unit}.results.report-result" in addresses
        assert "omkamp.{federation}.query.results.open-boards" in addresses
        assert "omkamp.{federation}.view.{unit}.{name}" in addresses
        assert "omkamp.{federation}.query.{context}.health" in addresses
        assert len(addresses - {None}) == len(EVENTS) + len(COMMANDS) + len(ANSWERS) + 1

    def test_answers_every_command_and_every_query(self) -> None:
        for key, operation in self.document["operations"].items():
            receives = key.startswith(("command.", "query."))
            assert operation["action"] == ("receive" if receives else "send")
            assert ("reply" in operation) is receives

    def test_refers_to_nothing_that_is_not_there(self) -> None:
        references = list(_references(self.document))
        assert references
        for reference in references:
            place = self.document
            for part in reference.removeprefix("#/").split("/"):
                place = place[part]

    def test_lists_an_older_version_beside_todays(self) -> None:
        older = "omkamp.results.game-reported.v0"
        document = asyncapi([older])
        assert set(document["channels"]["event.results.game-reported"]["messages"]) == {older, type_of(GameReported)}
        payload = document["components"]["messages"][older]["payload"]["allOf"][1]["properties"]
        assert payload["data"] == {"$ref": "./events/results.game-reported.v0.json"}
        assert payload["dataschema"] == {"const": "urn:omkamp:results:game-reported:v0"}

    def test_describes_an_event_with_its_envelope(self) -> None:
        message = self.document["components"]["messages"]["omkamp.results.game-reported.v1"]
        envelope, exact = message["payload"]["allOf"]
        assert envelope == {"$ref": "#/components/schemas/Event"}
        assert exact["properties"]["data"] == {"$ref": "#/components/schemas/GameReported"}
        assert exact["properties"]["type"] == {"const": "omkamp.results.game-reported.v1"}


class TestCheck:
    def test_passes_what_was_just_written(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check"], folder) == 0
        assert capsys.readouterr().err == ""

    def test_names_a_file_that_differs_and_the_remedy(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        edit(folder / REPORTED, ("A board has its result.", "A board."))
        assert main(["check"], folder) == 1
        assert capsys.readouterr().err.startswith(f"{REPORTED} differs from the code; run `make schemas`")

    def test_names_a_file_that_is_missing(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "asyncapi.yaml").unlink()
        assert main(["check"], folder) == 1
        assert "asyncapi.yaml is missing; run `make schemas`" in capsys.readouterr().err

    def test_names_a_file_of_no_message(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "commands" / "results.erase-result.json").write_text("{}", "utf-8")
        assert main(["check"], folder) == 1
        assert "commands/results.erase-result.json describes no message" in capsys.readouterr().err
        assert main(["write"], folder) == 0
        assert main(["check"], folder) == 0


class TestABreak:
    """The folder holds what was promised; each promise here is one that today's code would break."""

    @pytest.fixture(params=["write", "check"])
    def command(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    def said(self, command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert main([command], folder) == 1
        assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        said = capsys.readouterr().err
        assert "raise the event's VERSION" in said
        return said

    def test_by_a_field_that_is_removed(self, command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        edit(folder / REPORTED, ('"properties": {', '"properties": {"venue": {"type": "string"},'))
        assert "omkamp.results.game-reported.v1: venue is removed" in self.said(command, folder, capsys)

    def test_by_a_field_that_is_newly_required(
        self, command: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        edit(folder / REPORTED, ('    "result"\n  ]', '    "black"\n  ]'))
        assert "omkamp.results.game-reported.v1: result is newly required" in self.said(command, folder, capsys)

    def test_by_a_value_that_is_no_longer_allowed(
        self, command: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        edit(folder / REPORTED, ('"1-0U",', '"1-0U", "+--",'))
        assert "omkamp.results.game-reported.v1: result no longer allows '+--'" in self.said(command, folder, capsys)

    def test_by_an_event_that_is_removed(self, command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / REPORTED).rename(folder / "events" / "results.board-reported.v1.json")
        assert "omkamp.results.board-reported.v1 is removed" in self.said(command, folder, capsys)


class TestAnOlderVersion:
    old = "omkamp.results.board-reported.v1"

    def test_is_no_break_while_an_upcast_leads_to_today(self, folder: Path) -> None:
        (folder / event_file(self.old)).write_text("{}", "utf-8")
        assert broken(folder) == [f"{self.old} is removed, and nothing reads those already in the log"]
        assert broken(folder, {self.old: ("omkamp.results.game-reported.v1", dict)}) == []
        assert broken(folder, {self.old: ("omkamp.results.board-reported.v2", dict)}) != []

    def test_keeps_its_schema(self, folder: Path) -> None:
        (folder / event_file(self.old)).write_text("{}", "utf-8")
        upcasts = {self.old: ("omkamp.results.game-reported.v1", dict)}
        assert event_file(self.old) not in rendered(folder)
        assert rendered(folder, upcasts)[event_file(self.old)] == "{}"
        assert f"./{event_file(self.old)}" in rendered(folder, upcasts)["asyncapi.yaml"]


def _references(value: Any) -> Any:
    match value:
        case {"$ref": str(reference)}:
            yield reference
        case dict():
            for one in value.values():
                yield from _references(one)
        case list():
            for one in value:
                yield from _references(one)
