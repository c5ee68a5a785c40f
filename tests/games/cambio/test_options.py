"""Chapter 2: options."""

from typing import Any

import msgspec
import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError

DEFAULTS: dict[str, Any] = {
    "seats": 4,
    "firstSeat": 0,
    "jokers": 0,
    "jokerValue": 0,
    "redKing": 0,
    "blackKing": 0,
    "faceValues": "ten",
    "discardDraw": True,
    "powerTrigger": "drawn_from_deck",
    "compulsoryPowers": False,
    "blindSwapAnyTwo": False,
    "kingPower": "look_random",
    "callerLocked": False,
    "minTurnsBeforeCall": 0,
    "callLimit": None,
    "tieRule": "shared",
    "penalty": "double",
    "deckOut": "reshuffle",
    "maxTurns": 1000,
    "snap": "off",
    "snapOthers": False,
    "wrongSnapCards": 1,
    "emptyHand": "zero",
    "initialViewMs": 10_000,
    "turnMs": 60_000,
    "powerDecisionMs": 30_000,
    "peekMs": 5_000,
    "snapWindowMs": 3_000,
    "disconnectGraceMs": 15_000,
    "botTakeover": True,
    "botTakeoverMs": 60_000,
    "abandonAfterMs": 300_000,
    "memoryAid": False,
}

ALLOWED: dict[str, list[Any]] = {
    "seats": [2, 3, 4, 5, 6],
    "firstSeat": [0, 1, "random"],
    "jokers": [0, 2],
    "jokerValue": [0, -1],
    "redKing": [0, -1, -2],
    "blackKing": [0, 10, 13, 20],
    "faceValues": ["ten", "rising"],
    "powerTrigger": ["drawn_from_deck", "any_discard"],
    "kingPower": ["look_random", "look_choose", "look_and_swap"],
    "minTurnsBeforeCall": [0, 20],
    "callLimit": [None, 0, 40],
    "tieRule": ["shared", "caller", "others"],
    "penalty": ["double", "plus10", "none"],
    "deckOut": ["reshuffle", "endRound"],
    "maxTurns": [20, 10_000],
    "snap": ["off", "first", "chain"],
    "wrongSnapCards": [1, 2],
    "emptyHand": ["zero", "autoCall"],
    "initialViewMs": [1000, 60_000],
    "turnMs": [0, 10_000, 3_600_000],
    "powerDecisionMs": [0, 5_000, 600_000],
    "peekMs": [1000, 15_000],
    "snapWindowMs": [500, 15_000],
    "disconnectGraceMs": [0, 300_000],
    "botTakeoverMs": [0, 600_000],
    "abandonAfterMs": [60_000, 86_400_000],
    "memoryAid": [False, True],
}

REFUSED: dict[str, list[Any]] = {
    "seats": [1, 7, None],
    "firstSeat": [-1, 4, 6, "last"],
    "jokers": [1, 3],
    "jokerValue": [1, -2],
    "redKing": [1, -3],
    "blackKing": [-1, 11],
    "faceValues": ["twenty"],
    "discardDraw": [1, None],
    "powerTrigger": ["never"],
    "kingPower": ["look_all"],
    "minTurnsBeforeCall": [-1, 21],
    "callLimit": [-1, 41],
    "tieRule": ["nobody"],
    "penalty": ["triple"],
    "deckOut": ["never"],
    "maxTurns": [19, 10_001],
    "snap": ["on", True],
    "wrongSnapCards": [0, 3],
    "emptyHand": ["one"],
    "initialViewMs": [999, 60_001],
    "turnMs": [-1, 1, 9_999, 3_600_001],
    "powerDecisionMs": [-1, 1, 4_999, 600_001],
    "peekMs": [999, 15_001],
    "snapWindowMs": [499, 15_001],
    "disconnectGraceMs": [-1, 300_001],
    "botTakeoverMs": [-1, 600_001],
    "abandonAfterMs": [59_999, 86_400_001],
    "colour": ["blue"],
}


def read(**changes: Any) -> Options:
    options = codec_of(CAMBIO).options(msgspec.json.encode({"seats": 4} | changes))
    assert isinstance(options, Options)
    return options


def test_2_1_the_defaults_are_those_of_the_book() -> None:
    """Rules 2.1, 22.11: the plainest rule, and nothing that contradicts it."""
    assert msgspec.to_builtins(read()) == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in ALLOWED.items() for value in values]
)
def test_2_1_a_value_in_its_range_is_taken(name: str, value: Any) -> None:
    assert msgspec.to_builtins(read(**{name: value})) == DEFAULTS | {name: value}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values]
)
def test_2_1_a_value_outside_its_range_is_malformed(name: str, value: Any) -> None:
    with pytest.raises(MalformedError):
        read(**{name: value})
