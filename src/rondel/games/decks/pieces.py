"""Decks, chapters 2 and 3: what hands, piles and decks are made of."""

from typing import Final, Literal, TypeAlias

from rondel.kernel import Chance, Struct

DeckSource: TypeAlias = Literal["default", "custom", "preset"]
Ending: TypeAlias = Literal["closed", "turn_limit", "idle"]
PhaseLabel: TypeAlias = Literal["discard", "planning", "executing", "idle"]

HAND_SIZES: Final = range(1, 11)
DISCARD_COUNTS: Final = range(21)
MAX_HAND_CARDS: Final = 10
MAX_DECK_CARDS: Final = 500
MAX_NAME_CHARACTERS: Final = 60
MAX_TEXT_BYTES: Final = 65536


class HandCard(Struct):
    """A card in the hand; two cards of one name differ by their id (3.5)."""

    instance_id: str
    card: str


class DiscardPhase(Struct):
    """Whether cards must be discarded, and how many: fixed at the deal (11.7)."""

    active: bool = False
    remaining_discards: int = 0


NO_DISCARDS: Final = DiscardPhase()


def discard_phase(remaining: int) -> DiscardPhase:
    """4.2 Active exactly if something is to be discarded."""
    return DiscardPhase(active=True, remaining_discards=remaining) if remaining > 0 else NO_DISCARDS


def trimmed(value: object) -> str:
    """A card's name without the blanks around it, or nothing where it is no text."""
    return value.strip() if isinstance(value, str) else ""


def is_card_name(name: str) -> bool:
    """2.1 A trimmed name has 1 to 60 characters."""
    return 0 < len(name) <= MAX_NAME_CHARACTERS


def new_id(chance: Chance) -> str:
    """3.5 A UUID in version-4 shape whose bits come from Chance."""
    raw = bytearray(chance.bits(16))
    raw[6] = raw[6] & 0x0F | 0x40
    raw[8] = raw[8] & 0x3F | 0x80
    digits = raw.hex()
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def within(number: int, allowed: range) -> int:
    """The number, or the nearest one that is allowed."""
    return min(max(number, allowed.start), allowed.stop - 1)
