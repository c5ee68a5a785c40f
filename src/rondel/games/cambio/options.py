"""Cambio, chapter 2: the options of a table."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta

from rondel.games.cambio.pieces import Card, Code, deck, faces
from rondel.kernel import Ms, Struct

HOUSE_RULES: Final[Mapping[str, Mapping[str, Any]]] = {
    "quick": {"initialViewMs": 6_000, "turnMs": 20_000, "powerDecisionMs": 10_000, "peekMs": 3_000},
    "party": {
        "jokers": 2,
        "jokerValue": -1,
        "kingPower": "look_and_swap",
        "snap": "chain",
        "snapOthers": True,
    },
    "learning": {
        "initialViewMs": 30_000,
        "turnMs": 0,
        "powerDecisionMs": 0,
        "peekMs": 10_000,
        "memoryAid": True,
    },
}

Snapping: TypeAlias = Literal["off", "first", "chain"]

TURN_MS_LEAST: Final = 10_000
POWER_MS_LEAST: Final = 5_000


class Options(Struct):
    """2.1 The house rules; the defaults are the plainest reading of the book."""

    seats: Annotated[int, Meta(ge=2, le=6)]
    first_seat: Annotated[int, Meta(ge=0, le=5)] | Literal["random"] = 0
    jokers: Literal[0, 2] = 0
    joker_value: Literal[0, -1] = 0
    red_king: Literal[0, -1, -2] = 0
    black_king: Literal[0, 10, 13, 20] = 0
    face_values: Literal["ten", "rising"] = "ten"
    discard_draw: bool = True
    power_trigger: Literal["drawn_from_deck", "any_discard"] = "drawn_from_deck"
    compulsory_powers: bool = False
    blind_swap_any_two: bool = False
    king_power: Literal["look_random", "look_choose", "look_and_swap"] = "look_random"
    caller_locked: bool = False
    min_turns_before_call: Annotated[int, Meta(ge=0, le=20)] = 0
    call_limit: Annotated[int, Meta(ge=0, le=40)] | None = None
    tie_rule: Literal["shared", "caller", "others"] = "shared"
    penalty: Literal["double", "plus10", "none"] = "double"
    deck_out: Literal["reshuffle", "endRound"] = "reshuffle"
    max_turns: Annotated[int, Meta(ge=20, le=10_000)] = 1000
    snap: Snapping = "off"
    snap_others: bool = False
    wrong_snap_cards: Literal[1, 2] = 1
    empty_hand: Literal["zero", "autoCall"] = "zero"
    initial_view_ms: Annotated[Ms, Meta(ge=1000, le=60_000)] = 10_000
    turn_ms: Annotated[Ms, Meta(ge=0, le=3_600_000)] = 60_000
    power_decision_ms: Annotated[Ms, Meta(ge=0, le=600_000)] = 30_000
    peek_ms: Annotated[Ms, Meta(ge=1000, le=15_000)] = 5_000
    snap_window_ms: Annotated[Ms, Meta(ge=500, le=15_000)] = 3_000
    disconnect_grace_ms: Annotated[Ms, Meta(ge=0, le=300_000)] = 15_000
    bot_takeover: bool = True
    bot_takeover_ms: Annotated[Ms, Meta(ge=0, le=600_000)] = 60_000
    abandon_after_ms: Annotated[Ms, Meta(ge=60_000, le=86_400_000)] = 300_000
    memory_aid: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.first_seat, int) and self.first_seat >= self.seats:
            raise ValueError(f"seat {self.first_seat} cannot play first at a table of {self.seats}")
        if 0 < self.turn_ms < TURN_MS_LEAST:
            raise ValueError(f"turnMs is 0 or at least {TURN_MS_LEAST}, not {self.turn_ms}")
        if 0 < self.power_decision_ms < POWER_MS_LEAST:
            raise ValueError(
                f"powerDecisionMs is 0 or at least {POWER_MS_LEAST}, not {self.power_decision_ms}"
            )


def deck_of(options: Options) -> tuple[Code, ...]:
    """The deck these options play with."""
    return deck(options.jokers)


def faces_of(options: Options) -> dict[Code, Card]:
    """Every card by its code, with its points under these options."""
    return faces(options.joker_value, options.red_king, options.black_king, options.face_values)
