"""Decks, chapter 6: what happens, who is told, and what undo never crosses."""

from typing import TypeAlias

from rondel.games.decks.options import Options
from rondel.games.decks.pieces import DeckSource, Ending, HandCard
from rondel.games.decks.view import View
from rondel.kernel import EVERYONE, HOUSE, Audience, Struct, Viewer


class GameStarted(Struct):
    """The table is open."""

    options: Options


class DeckReplaced(Struct):
    """Another deck lies on the table; its cards are sorted, their order is yet to be drawn."""

    deck_source: DeckSource
    active_preset_id: str | None
    cards: tuple[str, ...]
    turn_number: int


class DeckShuffled(Struct):
    """The whole draw pile, top first: for the house alone."""

    order: tuple[str, ...]


class PileReshuffled(Struct):
    """So many cards were shuffled into the draw pile; the discard pile is empty."""

    count: int


class HandReturned(Struct):
    """The hand lies on the discard pile, in hand order."""

    cards: tuple[str, ...]


class HandDealt(Struct):
    """A new hand from the top of the draw pile."""

    hand_cards: tuple[HandCard, ...]
    wanted: int
    remaining_discards: int
    planning_phase: bool


class WarningRaised(Struct):
    """Something to know about the deal."""

    code: str
    text: str


class ErrorRaised(Struct):
    """What was asked made no sense, and nothing else changed (5.3)."""

    code: str
    text: str


class CardSelected(Struct):
    """A card is chosen for the discard."""

    instance_id: str


class CardDeselected(Struct):
    """A card is no longer chosen."""

    instance_id: str


class CardsDiscarded(Struct):
    """The chosen cards lie on the discard pile, in hand order."""

    instance_ids: tuple[str, ...]
    cards: tuple[str, ...]
    planning_phase: bool


class PlayOrderSelected(Struct):
    """A card is next in the play order, which now reads so."""

    instance_id: str
    sequence: tuple[str, ...]


class PlayOrderDeselected(Struct):
    """A card has left the play order, which now reads so."""

    instance_id: str
    sequence: tuple[str, ...]


class PlayOrderCleared(Struct):
    """The play order is empty."""


class PlayOrderLocked(Struct):
    """The play order is final."""

    sequence: tuple[str, ...]


class TurnEnded(Struct):
    """The next turn has begun; this is its number."""

    turn_number: int


class ParametersChanged(Struct):
    """The numbers that count from the next deal on."""

    hand_size: int
    discard_count: int


class StateImported(Struct):
    """A saved state was taken over: the public fields of 8.1 as a spectator sees them, and the repairs."""

    view: View
    repairs: tuple[str, ...]


class PlannerClosed(Struct):
    """It has ended."""

    ending: Ending


Event: TypeAlias = (
    GameStarted
    | DeckReplaced
    | DeckShuffled
    | PileReshuffled
    | HandReturned
    | HandDealt
    | WarningRaised
    | ErrorRaised
    | CardSelected
    | CardDeselected
    | CardsDiscarded
    | PlayOrderSelected
    | PlayOrderDeselected
    | PlayOrderCleared
    | PlayOrderLocked
    | TurnEnded
    | ParametersChanged
    | StateImported
    | PlannerClosed
)


def audience(event: Event) -> Audience:
    """The order of the draw pile is the house's, the selection is the seat's, all else is everyone's."""
    match event:
        case DeckShuffled():
            return HOUSE
        case CardSelected() | CardDeselected():
            return 0
        case _:
            return EVERYONE


def reveals(event: Event, viewer: Viewer) -> bool:
    """A deal shows cards nobody knew. A discard shows a spectator what the seat had selected (8.2)."""
    return isinstance(event, HandDealt) or (viewer is None and isinstance(event, CardsDiscarded))


def barrier(event: Event) -> bool:
    """6.3 What undo never crosses."""
    return isinstance(
        event,
        GameStarted
        | DeckShuffled
        | HandDealt
        | PlayOrderLocked
        | StateImported
        | ErrorRaised
        | PlannerClosed,
    )
