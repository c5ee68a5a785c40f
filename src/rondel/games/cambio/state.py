"""Cambio, chapter 12: everything, on the server alone."""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from rondel.games.cambio.events import Controller, Ending, Score, Source, TurnResult
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import Code, Position, PowerType, Slot
from rondel.kernel import Ms, Seat, Struct, Viewer

Phase: TypeAlias = Literal["setup", "initial_view", "playing", "final_round", "completed"]
Status: TypeAlias = Literal["active", "completed", "abandoned"]
Step: TypeAlias = Literal["awaiting_draw", "holding", "power_pending", "revealing", "snap_window", "giving"]
Hand: TypeAlias = tuple[Code | None, ...]

Marks: TypeAlias = int
"""Who knows a card: bit n is seat n, bit 6 is whoever merely watches."""

NOBODY: Final[Marks] = 0
EVERYBODY: Final[Marks] = 0b111_1111


class Held(Struct):
    """4.2 The card a seat has drawn and not yet placed."""

    seat: Seat
    card: Code
    source: Source


class Power(Struct):
    """5.2 A power that may be used; without an end where there is no limit."""

    seat: Seat
    power_type: PowerType
    expires_at: Ms | None


class Reveal(Struct):
    """5.12 The slots a seat is being shown."""

    seat: Seat
    power_type: PowerType
    slots: tuple[Slot, ...]
    until: Ms


class SnapWindow(Struct):
    """8.2 Which discard may be snapped, until when, and who has tried or passed."""

    discard_version: int
    closes_at: Ms
    tried: tuple[Seat, ...] = ()


class Giving(Struct):
    """8.6 Who owes a card to which slot."""

    seat: Seat
    target_seat: Seat
    target_position: Position
    expires_at: Ms


class Player(Struct):
    """What belongs to one seat."""

    kind: Controller
    bot_level: str | None
    controller: Controller
    is_connected: bool = True
    disconnected_at: Ms | None = None
    confirmed: bool = False
    slots: Hand = ()
    completed_turns: int = 0
    has_taken_final_turn: bool = False
    score: int | None = None


class State(Struct):
    """One table of Cambio. The top of the draw pile is first, the top discard is last."""

    options: Options
    players: tuple[Player, ...]
    draw_pile: tuple[Code, ...]
    batch_of: dict[Code, int]
    known_by: dict[Code, Marks]
    phase: Phase = "setup"
    status: Status = "active"
    ending: Ending | None = None
    first_seat: Seat | None = None
    turn_number: int = 0
    current_turn_seat: Seat | None = None
    step: Step | None = None
    turn_result: TurnResult | None = None
    turn_ends_at: Ms | None = None
    turn_restarted: bool = False
    discard_pile: tuple[Code, ...] = ()
    discard_version: int = 0
    turn_discard_version: int = 0
    held: Held | None = None
    power: Power | None = None
    reveal: Reveal | None = None
    view_ends_at: Ms | None = None
    snap: SnapWindow | None = None
    giving: Giving | None = None
    cambio_caller_seat: Seat | None = None
    call_hand: tuple[Code, ...] = ()
    call_batch: int = 0
    winner_seat: Seat | None = None
    scores: tuple[Score, ...] = ()
    batch: int = 0


def mark(viewer: Viewer) -> Marks:
    """The bit of a seat, or of those who merely watch."""
    return 1 << (6 if viewer is None else viewer)


def card_at(state: State, seat: Seat, position: Position) -> Code | None:
    """The card in a slot, or None where there is no card or no such slot."""
    if 0 <= seat < len(state.players):
        slots = state.players[seat].slots
        if 0 <= position < len(slots):
            return slots[position]
    return None


def card_in(state: State, slot: Slot) -> Code:
    """The card in a slot that is known to hold one."""
    code = state.players[slot.seat].slots[slot.position]
    assert code is not None
    return code


def cards_of(state: State, seat: Seat) -> tuple[Code, ...]:
    """The cards in front of a seat, in position order."""
    return tuple([card for card in state.players[seat].slots if card is not None])


def positions_of(state: State, seat: Seat) -> list[Position]:
    """The positions of a seat where a card lies."""
    return [position for position, card in enumerate(state.players[seat].slots) if card is not None]


def locked_seat(state: State) -> Seat | None:
    """The caller, where nobody may touch its cards any more."""
    return state.cambio_caller_seat if state.options.caller_locked else None


def seats_clockwise(state: State, seat: Seat) -> Iterator[Seat]:
    """1.10 The other seats, beginning with the next."""
    count = len(state.players)
    return ((seat + distance) % count for distance in range(1, count))


def has_all_final_turns(state: State) -> bool:
    """6.8 Whether no seat has a final turn left."""
    return all(player.has_taken_final_turn for player in state.players)


def takeovers(state: State) -> dict[Seat, Ms]:
    """9.6 When a bot is to play each absent seat, while somebody is there to play against it."""
    is_somebody_there = any(player.kind == "human" and player.is_connected for player in state.players)
    is_time = state.status == "active" and state.phase in ("initial_view", "playing")
    if not (state.options.bot_takeover and is_time and is_somebody_there):
        return {}
    return {
        seat: player.disconnected_at + state.options.bot_takeover_ms
        for seat, player in enumerate(state.players)
        if player.disconnected_at is not None and player.controller == "human"
    }
