"""A form from an action's schema; the cases that TypeScript passes too are in `choices`."""

import pytest

from rondel.wire.form import Blank, Written, blanks_of, payload_from, text_kinds
from rondel.wire.registry import load_game
from rondel.wire.schema import schemas

IMPERIAL = schemas(load_game("imperial"))["Action"]
DECKS = schemas(load_game("decks"))["Action"]
ANSWERS = (
    Blank("count", "number", is_required=True, min=1, max=9),
    Blank("why", "text", is_required=True),
    Blank("where", "json", is_required=False),
)


def test_a_bid_is_a_number_to_write() -> None:
    assert blanks_of(IMPERIAL, "BID") == (Blank("amount", "number", is_required=True),)
    assert payload_from(blanks_of(IMPERIAL, "BID"), {"amount": "750"}) == Written({"amount": 750})


def test_an_action_without_fields_has_nothing_to_write() -> None:
    assert blanks_of(IMPERIAL, "AGREE") == ()
    assert blanks_of({}, "AGREE") == ()


def test_kinds_that_hold_a_text_alone_are_named() -> None:
    assert text_kinds(DECKS) == ["APPLY_JSON_OVERRIDE", "IMPORT_STATE"]
    assert blanks_of(DECKS, "IMPORT_STATE") == (Blank("", "text", is_required=True),)


@pytest.mark.parametrize(
    ("written", "payload"),
    [
        ({"count": "3", "why": " so "}, {"count": 3, "why": "so"}),
        ({"count": "3", "where": "[1]"}, {"count": 3, "why": "", "where": [1]}),
        ({"count": "0"}, None),
        ({"count": "10"}, None),
        ({"count": "3", "where": "["}, None),
        ({}, None),
    ],
)
def test_a_payload_is_whole_or_not_there(written: dict[str, str], payload: object) -> None:
    assert payload_from(ANSWERS, written) == (None if payload is None else Written(payload))
