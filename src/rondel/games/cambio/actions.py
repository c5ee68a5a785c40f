"""Cambio, chapter 10: what a seat may ask, and what the house does."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rondel.games.cambio.pieces import Position, PowerType, Slot
from rondel.kernel import Noun, Seat


class ConfirmInitialView(Noun):
    """3.7 I have seen my two cards."""


class DrawCard(Noun):
    """4.2, 4.3 Take a card into the hand."""

    source: Literal["deck", "discard"]


class SwapCard(Noun):
    """4.5 Lay the held card down at a position of mine; what lay there is discarded."""

    position: Position


class DiscardCard(Noun):
    """4.6 Discard the held card."""


class UsePower(Noun):
    """5.4 Use the open power on these slots."""

    power_type: PowerType
    slots: Annotated[tuple[Slot, ...], Meta(max_length=2)] = ()


class SkipPower(Noun):
    """5.14 Let the open power go."""


class AcknowledgeReveal(Noun):
    """5.13 I have seen it; 5.11 and, where offered, exchange the two."""

    swap: bool = False


class CallCambio(Noun):
    """6.1 Cambio!"""


class Snap(Noun):
    """8.3 That slot has the rank of this discard."""

    discard_version: int
    target_seat: Seat
    position: Position


class PassSnap(Noun):
    """8.8 I give up my try at this discard."""

    discard_version: int


class GiveCard(Noun):
    """8.6 This card of mine goes into the slot I emptied."""

    position: Position


class StartGame(Noun):
    """3.3 Shuffle and deal."""


class SetConnected(Noun):
    """9.1 The seat's Player has gone, or is back."""

    seat: Seat
    connected: bool


class EndInitialView(Noun):
    """3.8 The time to look is over."""


class ExpireTurn(Noun):
    """4.13 The time of the turn is over."""


class ExpirePower(Noun):
    """5.14 The time to use the power is over."""


class HideCard(Noun):
    """5.13 The time of the peek is over."""


class CloseSnapWindow(Noun):
    """8.2 The time to snap is over."""


class ExpireGive(Noun):
    """8.6 The time to give is over."""


class TakeOver(Noun):
    """9.6 A bot plays for the absent seat."""

    seat: Seat


class Abandon(Noun):
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
