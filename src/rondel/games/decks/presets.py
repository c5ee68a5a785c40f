"""Decks 3.1: the decks that come with the game."""

from typing import Final, Literal, TypeAlias

from rondel.kernel import Struct

PresetId: TypeAlias = Literal["standard-52", "short-26", "starter-12"]

_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Preset(Struct):
    """A deck by name, its cards in order."""

    preset_id: PresetId
    name: str
    description: str
    cards: tuple[str, ...]


def _suits(*suits: str) -> tuple[str, ...]:
    return tuple(rank + suit for suit in suits for rank in _RANKS)


PRESETS: Final = (
    Preset("standard-52", "Standard deck", "The 52 cards of four suits.", _suits("♠", "♥", "♦", "♣")),
    Preset("short-26", "Short deck", "Spades and hearts alone, for short turns.", _suits("♠", "♥")),
    Preset(
        "starter-12",
        "Starter deck",
        "Eight kinds of action for a first plan.",
        (
            *("Scout", "Scout", "Gather", "Gather", "Trade", "Trade", "Build", "Build"),
            *("March", "Rest", "Study", "Feast"),
        ),
    ),
)

PRESET_BY_ID: Final[dict[str, Preset]] = {preset.preset_id: preset for preset in PRESETS}
