"""Cambio, chapter 11: what happens, and whom it is told."""

from typing import Literal, TypeAlias

from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import Card, Code, Position, PowerType, Slot
from rondel.kernel import EVERYONE, HOUSE, Audience, Ms, Seat, SeatSpec, Struct, Viewer

Source: TypeAlias = Literal["deck", "discard"]
TurnResult: TypeAlias = Literal["swap", "discard", "power", "cambio", "pass", "forfeit"]
Ending: TypeAlias = Literal["cambio", "deck_out", "turn_cap", "abandoned"]
Controller: TypeAlias = Literal["human", "bot"]


class Seen(Struct):
    """A card where it lies."""

    slot: Slot
    card: Card


class Score(Struct):
    """7.8 What one seat comes to, with its cards in position order."""

    seat: Seat
    base_score: int
    final_score: int
    is_cambio_caller: bool
    penalty_applied: bool
    is_winner: bool
    cards: tuple[Card, ...]


class GameStarted(Struct):
    """3.3 Who sits where, by which options, and who plays first."""

    seats: tuple[SeatSpec, ...]
    options: Options
    first_seat: Seat


class DeckShuffled(Struct):
    """3.3, 4.10 The order of the draw pile, top first; for the house alone."""

    order: tuple[Code, ...]
    batch: int


class CardsDealt(Struct):
    """3.4 So many cards to each seat, and one face up."""

    hand_size: int
    discard_top: Card


class InitialViewStarted(Struct):
    """3.6 Each seat may look at its two cards until then."""

    ends_at: Ms


class InitialViewEnded(Struct):
    """3.8 Play begins."""


class ViewConfirmed(Struct):
    """3.7 The seat has looked."""

    seat: Seat


class TurnStarted(Struct):
    """4.1 The seat is to draw or to call; without an end where turns have no limit."""

    seat: Seat
    turn_number: int
    ends_at: Ms | None


class DeckReshuffled(Struct):
    """4.10 So many discards become the new draw pile."""

    count: int


class CardDrawn(Struct):
    """4.2, 4.3 The seat holds a card; its face is told only if it lay on the discard pile."""

    seat: Seat
    source: Source
    card: Card | None = None


class DrawnCardSeen(Struct):
    """4.2 What the seat drew from the deck; for that seat alone."""

    seat: Seat
    card: Card


class CardSwapped(Struct):
    """4.5 The held card lies face down at the position; what lay there is the top discard."""

    seat: Seat
    position: Position
    discarded: Card
    discard_version: int


class CardDiscarded(Struct):
    """4.6 The held card is the top discard."""

    seat: Seat
    card: Card
    discard_version: int
    reason: Literal["chosen", "time", "disconnected"]


class PowerAvailable(Struct):
    """5.2 The seat may use a power; for that seat alone, though everybody's View shows it."""

    seat: Seat
    power_type: PowerType
    expires_at: Ms | None


class PowerActivated(Struct):
    """5.12 The power is used on these slots."""

    seat: Seat
    power_type: PowerType
    slots: tuple[Slot, ...]


class CardRevealed(Struct):
    """3.6, 5.12 What the seat is shown, and until when; for that seat alone."""

    seat: Seat
    cards: tuple[Seen, ...]
    until: Ms
    reason: Literal["initial_view"] | PowerType


class CardHidden(Struct):
    """3.7, 5.13 What the seat was shown is face down again."""

    seat: Seat
    slots: tuple[Slot, ...]
    reason: Literal["acknowledged", "expired", "disconnected", "abandoned"]


class SwapCompleted(Struct):
    """5.8, 5.11 The two cards have exchanged places."""

    seat: Seat
    slots: tuple[Slot, ...]


class PowerSkipped(Struct):
    """5.5, 5.14 The power is not used."""

    seat: Seat
    power_type: PowerType
    reason: Literal["chosen", "time", "no_target"]


class PowerCancelled(Struct):
    """9.2 The power is lost with the connection."""

    seat: Seat
    power_type: PowerType
    reason: Literal["disconnected"] = "disconnected"


class CambioCalled(Struct):
    """6.4 The final round begins."""

    seat: Seat
    automatic: bool


class TurnPassed(Struct):
    """4.13 The seat let its time run out before drawing."""

    seat: Seat
    reason: Literal["time"] = "time"


class TurnEnded(Struct):
    """4.9 The turn is over."""

    seat: Seat
    turn_number: int
    result: TurnResult


class FinalTurnTaken(Struct):
    """6.6, 6.7 The seat has had its last turn, or lost it."""

    seat: Seat
    forfeited: bool


class SnapWindowOpened(Struct):
    """8.2 Whoever has the rank of this discard may snap until then."""

    discard_version: int
    closes_at: Ms


class SnapWindowClosed(Struct):
    """8.2 Nobody may snap this discard any more."""

    discard_version: int


class SnapPassed(Struct):
    """8.8, 9.5 The seat gives up its try."""

    seat: Seat


class SnapSucceeded(Struct):
    """8.5 The card was of that rank and is the top discard now."""

    seat: Seat
    target_seat: Seat
    position: Position
    card: Card
    discard_version: int


class SnapFailed(Struct):
    """8.7 The card was of another rank; everyone has seen it, and it stays."""

    seat: Seat
    target_seat: Seat
    position: Position
    card: Card
    discard_version: int


class PenaltyDealt(Struct):
    """8.7 Unseen cards for a wrong snap."""

    seat: Seat
    positions: tuple[Position, ...]


class CardGiven(Struct):
    """8.6 The snapper's card lies in the slot it emptied."""

    seat: Seat
    position: Position
    target_seat: Seat
    target_position: Position


class ConnectionChanged(Struct):
    """9.1 The seat's Player has gone, or is back."""

    seat: Seat
    connected: bool


class ControllerChanged(Struct):
    """9.6, 9.7 Who plays the seat."""

    seat: Seat
    controller: Controller


class GameCompleted(Struct):
    """7.8 The end, with every hand face up."""

    ending: Ending
    scores: tuple[Score, ...]
    winners: tuple[Seat, ...]
    winner_seat: Seat | None


class GameAbandoned(Struct):
    """9.8 The end, without scores; nothing is turned over."""


Event: TypeAlias = (
    CardDrawn
    | DrawnCardSeen
    | CardSwapped
    | CardDiscarded
    | TurnEnded
    | TurnStarted
    | PowerAvailable
    | PowerActivated
    | CardRevealed
    | CardHidden
    | SwapCompleted
    | PowerSkipped
    | PowerCancelled
    | TurnPassed
    | CambioCalled
    | FinalTurnTaken
    | SnapWindowOpened
    | SnapWindowClosed
    | SnapPassed
    | SnapSucceeded
    | SnapFailed
    | PenaltyDealt
    | CardGiven
    | DeckReshuffled
    | DeckShuffled
    | ConnectionChanged
    | ControllerChanged
    | GameStarted
    | CardsDealt
    | InitialViewStarted
    | InitialViewEnded
    | ViewConfirmed
    | GameCompleted
    | GameAbandoned
)


def audience(event: Event) -> Audience:
    """1.5 Exactly one for every event."""
    match event:
        case DrawnCardSeen() | CardRevealed() | PowerAvailable():
            return event.seat
        case DeckShuffled():
            return HOUSE
        case _:
            return EVERYONE


def reveals(event: Event, viewer: Viewer) -> bool:
    """17.1 Whether it may show the viewer a face it has not seen: the only events that may.

    A card drawn from the discard pile has been seen by everybody, a card that a seat puts down by that
    seat. A call tells that it was allowed (6.3), not a card.
    """
    if isinstance(event, CardDiscarded):
        return event.seat != viewer
    if isinstance(event, DrawnCardSeen | CardRevealed):
        return event.seat == viewer
    return isinstance(event, CardsDealt | CardSwapped | SnapSucceeded | SnapFailed | GameCompleted)


def announces(event: Event) -> bool:
    """Whether it openly tells what a seat chose, though no place at the table need look different for it.

    Two cards nobody knows may change places, or be looked at together and stay: everyone is told (5.8, 5.11).
    So it is told which of two cards alike was swapped (4.5), and which known card was snapped in vain (8.7).
    """
    return isinstance(event, PowerActivated | SwapCompleted | TurnEnded | CardSwapped | SnapFailed)
