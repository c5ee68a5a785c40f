"""Cambio, chapter 10: what a seat may ask, and what the house does."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rondel.games.cambio.pieces import Position, PowerType, Slot
from rondel.kernel import Seat, Struct


class ConfirmInitialView(Struct):
    """3.7 I have seen my two cards."""


class DrawCard(Struct):
    """4.2, 4.3 Take a card into the hand."""

    source: Literal["deck", "discard"]


class SwapCard(Struct):
    """4.5 Lay the held card down at a position of mine; what lay there is discarded."""

    position: Position


class DiscardCard(Struct):
    """4.6 Discard the held card."""


class UsePower(Struct):
    """5.4 Use the open power on these slots."""

    power_type: PowerType
    slots: Annotated[tuple[Slot, ...], Meta(max_length=2)] = ()


class SkipPower(Struct):
    """5.14 Let the open power go."""


class AcknowledgeReveal(Struct):
    """5.13 I have seen it; 5.11 and, where offered, exchange the two."""

    swap: bool = False


class CallCambio(Struct):
    """6.1 Cambio!"""


class Snap(Struct):
    """8.3 That slot has the rank of this discard."""

    discard_version: int
    target_seat: Seat
    position: Position


class PassSnap(Struct):
    """8.8 I give up my try at this discard."""

    discard_version: int


class GiveCard(Struct):
    """8.6 This card of mine goes into the slot I emptied."""

    position: Position


class StartGame(Struct):
    """3.3 Shuffle and deal."""


class SetConnected(Struct):
    """9.1 The seat's Player has gone, or is back."""

    seat: Seat
    connected: bool


class EndInitialView(Struct):
    """3.8 The time to look is over."""


class ExpireTurn(Struct):
    """4.13 The time of the turn is over."""


class ExpirePower(Struct):
    """5.14 The time to use the power is over."""


class HideCard(Struct):
    """5.13 The time of the peek is over."""


class CloseSnapWindow(Struct):
    """8.2 The time to snap is over."""


class ExpireGive(Struct):
    """8.6 The time to give is over."""


class TakeOver(Struct):
    """9.6 A bot plays for the absent seat."""

    seat: Seat


class Abandon(Struct):
    """9.8 Nobody is left."""


SeatAction: TypeAlias = (
    DrawCard
    | SwapCard
    | DiscardCard
    | UsePower
    | SkipPower
    | AcknowledgeReveal
    | CallCambio
    | Snap
    | PassSnap
    | GiveCard
    | ConfirmInitialView
)
TimedAction: TypeAlias = (
    EndInitialView | ExpireTurn | ExpirePower | HideCard | CloseSnapWindow | ExpireGive | TakeOver | Abandon
)
HouseAction: TypeAlias = StartGame | SetConnected | TimedAction
Action: TypeAlias = SeatAction | HouseAction
