"""Decks, chapter 6: what may be asked."""

import math
from typing import Any, TypeAlias

from msgspec.structs import force_setattr

from rondel.games.decks.pieces import MAX_TEXT_BYTES
from rondel.kernel import Noun
from rondel.kernel.game import Said


class Init(Noun):
    """Begin anew with the default deck and the numbers of the options."""


class DealNextHand(Noun):
    """Return the hand and deal another in the same turn (4.9)."""


class EndTurn(Noun):
    """Return the hand and deal the next turn's (4.8)."""


class ToggleCardSelection(Noun, omit_defaults=True):
    """Choose a card to discard, or choose it no longer (4.3)."""

    instance_id: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        _settle_spelling(self)


class ConfirmDiscard(Noun):
    """Discard the selected cards (4.4)."""


class SelectForPlayOrder(Noun, omit_defaults=True):
    """Put a card next in the play order (4.5)."""

    instance_id: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        _settle_spelling(self)


class DeselectFromPlayOrder(Noun, omit_defaults=True):
    """Take a card out of the play order (4.5)."""

    instance_id: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        _settle_spelling(self)


class ClearPlayOrder(Noun):
    """Empty the play order (4.5)."""


class LockPlayOrder(Noun):
    """Make the play order final (4.7)."""


class ChangeParameters(Noun):
    """Other numbers, judged by `decide`: from the next deal on, or at once with a reset."""

    hand_size: Any
    discard_count: Any
    immediate_reset: bool


class Json(Noun):
    """What a text says as JSON; a null in it is not the same as saying nothing."""

    value: Any


class ApplyJsonOverride(Noun):
    """A deck of one's own, as a JSON list (6.1). Nothing is `said` by a text that cannot be read."""

    text_bytes: int
    said: Json | None = None


class LoadPresetDeck(Noun):
    """A deck that comes with the game (3.1)."""

    preset_id: str


class StartCustomDeck(Noun):
    """The default deck as the beginning of one's own."""


class Reset(Noun):
    """The default deck again, the numbers kept."""


class ImportState(Noun):
    """A saved state (7). Nothing is `said` by a text that cannot be read."""

    text_bytes: int
    said: Json | None = None


class ClosePlanner(Noun):
    """End it (9.1)."""


class StartGame(Noun):
    """The house starts the table."""


class CloseIdle(Noun):
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


def read_card(text: str, _said: Said | None) -> ToggleCardSelection:
    """6.5 A text is an `instanceId`."""
    return ToggleCardSelection(text)


def read_override(text: str, said: Said | None) -> ApplyJsonOverride:
    """6.1 The text of a deck."""
    return ApplyJsonOverride(*_read(text, said))


def read_import(text: str, said: Said | None) -> ImportState:
    """6.1 The text of a saved state."""
    return ImportState(*_read(text, said))


def whole(said: object) -> int | None:
    """A number from outside, floored; None where it is not a finite number."""
    if isinstance(said, bool) or not isinstance(said, int | float) or not math.isfinite(said):
        return None
    return math.floor(said)


def _read(text: str, said: Said | None) -> tuple[int, Json | None]:
    """Its size, and what it says; what a text above the limit says is not kept, since nobody will ask."""
    size = len(text.encode())
    return size, None if said is None or size > MAX_TEXT_BYTES else Json(said.value)


def _settle_spelling(action: ToggleCardSelection | SelectForPlayOrder | DeselectFromPlayOrder) -> None:
    """6.5 Both spellings of a card's id become one, so that equal requests are equal."""
    instance_id = action.instance_id or action.id
    if not instance_id:
        raise ValueError("a card is named by instanceId or id")
    force_setattr(action, "instance_id", instance_id)
    force_setattr(action, "id", "")
