"""Views and events in the words of a game's documents: a pure rewriting of JSON."""

from typing import Any

import msgspec
import pytest

from rondel.kernel.documented import Words, dollars, reworded

PLAYERS = ("ann", "ben")
WORDS = Words(
    seat={"seat": "playerId"},
    seats=frozenset(("winners",)),
    records=frozenset(("info",)),
    cents=frozenset(("money",)),
    renamed={"proposal1": "proposal 1", "money": "cash"},
    untouched=frozenset(("options",)),
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"seat": 1}, {"playerId": "ben"}),
        ({"seat": None}, {"playerId": None}),
        ({"winners": [1, 0]}, {"winners": ["ben", "ann"]}),
        ({"winners": None}, {"winners": None}),
        ({"info": [{"seat": 0}, {}]}, {"info": {"ann": {"playerId": "ann"}, "ben": {}}}),
        ({"proposal1": {"seat": 0}}, {"proposal 1": {"playerId": "ann"}}),
        ({"options": {"seat": 0, "money": 5}}, {"options": {"seat": 0, "money": 5}}),
        ([{"deep": [{"seat": 1}]}, 3, "x"], [{"deep": [{"playerId": "ben"}]}, 3, "x"]),
    ],
)
def test_fields_are_called_and_written_as_the_documents_do(before: Any, after: Any) -> None:
    assert reworded(before, WORDS, PLAYERS) == after


def test_an_amount_is_renamed_and_in_dollars() -> None:
    assert msgspec.json.encode(reworded({"money": 2033}, WORDS, PLAYERS)) == b'{"cash":20.33}'


@pytest.mark.parametrize(
    ("cents", "expected"),
    [
        (0, b"0.00"),
        (5, b"0.05"),
        (3050, b"30.50"),
        (-105, b"-1.05"),
        (None, b"null"),
        ([100, 7], b"[1.00,0.07]"),
        ({"a": 250}, b'{"a":2.50}'),
    ],
)
def test_dollars_are_exact(cents: Any, expected: bytes) -> None:
    assert msgspec.json.encode(dollars(cents)) == expected
