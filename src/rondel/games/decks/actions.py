"""Decks, chapter 6: what may be asked."""

import math
from typing import Any, TypeAlias

from msgspec import field
from msgspec.structs import force_setattr

from rondel.games.decks.pieces import MAX_TEXT_BYTES
from rondel.kernel import Struct
from rondel.kernel.game import ParsedText


class Init(Struct):
    """Begin anew with the default deck and the numbers of the options."""


class DealNextHand(Struct):
    """Return the hand and deal another in the same turn (4.9)."""


class EndTurn(Struct):
    """Return the hand and deal the next turn's (4.8)."""


class ToggleCardSelection(Struct, omit_defaults=True):
    """Choose a card to discard, or choose it no longer (4.3)."""

    instance_id: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        _settle_spelling(self)


class ConfirmDiscard(Struct):
    """Discard the selected cards (4.4)."""


class SelectForPlayOrder(Struct, omit_defaults=True):
    """Put a card next in the play order (4.5)."""

    instance_id: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        _settle_spelling(self)


class DeselectFromPlayOrder(Struct, omit_defaults=True):
    """Take a card out of the play order (4.5)."""

    instance_id: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        _settle_spelling(self)


class ClearPlayOrder(Struct):
    """Empty the play order (4.5)."""


class LockPlayOrder(Struct):
    """Make the play order final (4.7)."""


class ChangeParameters(Struct):
    """Other numbers, judged by `decide`: from the next deal on, or at once with a reset."""

    hand_size: Any
    discard_count: Any
    immediate_reset: bool


class Json(Struct):
    """What a text says as JSON; a null in it is not the same as saying nothing."""

    value: Any


class ApplyJsonOverride(Struct):
    """A deck of one's own, as a JSON list (6.1). Nothing is `said` by a text that cannot be read."""

    text_bytes: int
    parsed: Json | None = field(default=None, name="said")


class LoadPresetDeck(Struct):
    """A deck that comes with the game (3.1)."""

    preset_id: str


class StartCustomDeck(Struct):
    """The default deck as the beginning of one's own."""


class Reset(Struct):
    """The default deck again, the numbers kept."""


class ImportState(Struct):
    """A saved state (7). Nothing is `said` by a text that cannot be read."""

    text_bytes: int
    parsed: Json | None = field(default=None, name="said")


class ClosePlanner(Struct):
    """End it (9.1)."""


class StartGame(Struct):
    """The house starts the table."""


class CloseIdle(Struct):
    """The house ends a table that nobody uses (9.3)."""


HouseAction: TypeAlias = StartGame | CloseIdle
Action: TypeAlias = (
    Init
    | DealNextHand
    | EndTurn
    | ToggleCardSelection
    | ConfirmDiscard
    | SelectForPlayOrder
    | DeselectFromPlayOrder
    | ClearPlayOrder
    | LockPlayOrder
    | ChangeParameters
    | ApplyJsonOverride
    | LoadPresetDeck
    | StartCustomDeck
    | Reset
    | ImportState
    | ClosePlanner
    | HouseAction
)
DeckAction: TypeAlias = Action
"""As the documents call it."""


def read_card(text: str, _parsed: ParsedText | None) -> ToggleCardSelection:
    """6.5 A text is an `instanceId`."""
    return ToggleCardSelection(text)


def read_override(text: str, parsed: ParsedText | None) -> ApplyJsonOverride:
    """6.1 The text of a deck."""
    return ApplyJsonOverride(*_read(text, parsed))


def read_import(text: str, parsed: ParsedText | None) -> ImportState:
    """6.1 The text of a saved state."""
    return ImportState(*_read(text, parsed))


def whole(value: object) -> int | None:
    """A number from outside, floored; None where it is not a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return math.floor(value)


def _read(text: str, parsed: ParsedText | None) -> tuple[int, Json | None]:
    """Its size, and what it says; what a text above the limit says is not kept, since nobody will ask."""
    size = len(text.encode())
    return size, None if parsed is None or size > MAX_TEXT_BYTES else Json(parsed.value)


def _settle_spelling(action: ToggleCardSelection | SelectForPlayOrder | DeselectFromPlayOrder) -> None:
    """6.5 Both spellings of a card's id become one, so that equal requests are equal."""
    instance_id = action.instance_id or action.id
    if not instance_id:
        raise ValueError("a card is named by instanceId or id")
    force_setattr(action, "instance_id", instance_id)
    force_setattr(action, "id", "")
