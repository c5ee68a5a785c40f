"""Decks, chapter 2: what is agreed before play."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from rondel.games.decks.presets import PRESET_BY_ID, PresetId
from rondel.kernel import Ms, Struct

HOUSE_RULES: Final[Mapping[str, Mapping[str, Any]]] = {
    "quick": {"deck": "short-26", "handSize": 3, "discardCount": 1},
    "learning": {"deck": "starter-12"},
}

MIN_IDLE_CLOSE_MS: Final = 60_000


class Options(Struct):
    """The options of a table, each with its range."""

    deck: PresetId = "standard-52"
    hand_size: Annotated[int, Meta(ge=1, le=10)] = 5
    discard_count: Annotated[int, Meta(ge=0, le=20)] = 2
    plan_without_discard: bool = False
    on_refusal: Literal["ignore", "report"] = "ignore"
    turn_limit: Annotated[int, Meta(ge=0, le=10_000)] = 0
    idle_close_ms: Annotated[Ms, Meta(ge=0, le=31_536_000_000)] = 0

    def __post_init__(self) -> None:
        if 0 < self.idle_close_ms < MIN_IDLE_CLOSE_MS:
            raise ValueError(f"idleCloseMs is 0 or at least {MIN_IDLE_CLOSE_MS}, not {self.idle_close_ms}")

    @property
    def default_deck(self) -> tuple[str, ...]:
        """The cards of the default deck, in order."""
        return PRESET_BY_ID[self.deck].cards
