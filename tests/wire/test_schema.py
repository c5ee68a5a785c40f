"""JSON Schema: what a game sends and takes, for whoever writes a client."""

from dataclasses import replace
from typing import Any

import pytest

from rondel.kernel import Text
from rondel.wire.schema import schemas
from tests.kernel.tally import TALLY, Action, Add, Options


def branches(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The frames of a union by tag."""
    by_tag = schema["discriminator"]["mapping"]
    return {tag: schema["$defs"][where.removeprefix("#/$defs/")] for tag, where in by_tag.items()}


def test_options_action_event_and_view_are_described() -> None:
    assert list(schemas(TALLY)) == ["Options", "Action", "Event", "View"]


def test_an_order_is_described_where_the_game_has_one() -> None:
    game = replace(TALLY, types=replace(TALLY.types, order=Options))

    assert "Order" not in schemas(TALLY)
    assert schemas(game)["Order"] == schemas(TALLY)["Options"]


def test_a_forecast_is_described_where_the_game_has_one() -> None:
    game = replace(TALLY, types=replace(TALLY.types, forecast=Options))

    assert schemas(game)["Forecast"] == schemas(game)["Options"]


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        (
            "Action",
            {
                "START_GAME",
                "ADD",
                "DRAW",
                "PASS",
                "PAUSE_CLOCK",
                "RESUME_CLOCK",
                "EXPIRE",
                "ABANDON",
                "TAKE_BACK",
            },
        ),
        (
            "Event",
            {
                "GAME_STARTED",
                "ADDED",
                "CARD_DRAWN",
                "CARD_SEEN",
                "PASSED",
                "CLOCK_PAUSED",
                "CLOCK_RESUMED",
                "GAME_ENDED",
                "UNDONE",
                "TIME_RETURNED",
            },
        ),
    ],
)
def test_actions_and_events_are_told_apart_by_their_type(name: str, tags: set[str]) -> None:
    schema = schemas(TALLY)[name]

    assert schema["discriminator"]["propertyName"] == "type"
    assert set(branches(schema)) == tags


def test_a_frame_is_closed_and_says_what_it_needs() -> None:
    frames = branches(schemas(TALLY)["Action"])

    assert frames["ADD"]["required"] == ["type", "payload"]
    assert frames["PASS"]["required"] == ["type"]
    assert all(frame["additionalProperties"] is False for frame in frames.values())
    assert frames["ADD"]["properties"]["type"] == {"enum": ["ADD"]}


def test_an_event_carries_version_and_time() -> None:
    frames = branches(schemas(TALLY)["Event"])

    assert {"version", "at", "payload", "type"} == set(frames["PASSED"]["properties"])
    assert {"type", "version", "at"} <= set(frames["GAME_STARTED"]["required"])


def test_limits_and_camel_case_are_described() -> None:
    options = schemas(TALLY)["Options"]

    described = options["$defs"][Options.__name__]["properties"]
    assert described["target"] == {"type": "integer", "minimum": 1, "maximum": 1000, "default": 10}
    assert "bankMs" in described


def test_a_payload_of_text_is_described_as_text() -> None:
    text: Text[Action] = Text(read=lambda value, _: Add(int(value)))

    only = schemas(replace(TALLY, parse={Add: text}))["Action"]
    either = schemas(replace(TALLY, parse={Add: replace(text, accepts_fields=True)}))["Action"]

    assert branches(only)["ADD"]["properties"]["payload"] == {"type": "string"}
    assert branches(either)["ADD"]["properties"]["payload"] == {
        "anyOf": [{"type": "string"}, {"$ref": "#/$defs/Add"}]
    }
