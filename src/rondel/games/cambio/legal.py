"""Cambio, 1.11 and 10.2: who is to act, and what a seat may do. Only what the seat knows is looked at."""

from collections.abc import Sequence
from typing import Final, assert_never

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    GiveCard,
    PassSnap,
    SkipPower,
    Snap,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.call import refuse_call
from rondel.games.cambio.next_turn import may_snap, snap_targets
from rondel.games.cambio.pieces import MAX_SLOTS, SLOTS
from rondel.games.cambio.powers import offers_swap, uses
from rondel.games.cambio.state import State, positions_of
from rondel.games.cambio.turn import refuse_discard_draw
from rondel.kernel import Seat

_CONFIRM: Final = ConfirmInitialView()
_FROM_DECK: Final = DrawCard("deck")
_FROM_DISCARDS: Final = DrawCard("discard")
_SWAPS: Final = tuple(SwapCard(position) for position in range(MAX_SLOTS))
_DISCARD: Final = DiscardCard()
_SKIP: Final = SkipPower()
_CALL: Final = CallCambio()
_GIVES: Final = tuple(GiveCard(position) for position in range(MAX_SLOTS))
_NOBODY: Final[frozenset[Seat]] = frozenset()
_ONLY: Final = tuple(frozenset((seat,)) for seat in range(len(SLOTS)))


def to_act(state: State) -> frozenset[Seat]:
    """1.11 The seats that owe an action, or may still try."""
    if state.status != "active":
        return _NOBODY
    seats = range(len(state.players))
    if state.phase == "initial_view":
        return frozenset(seat for seat in seats if not state.players[seat].confirmed)
    if state.step == "snap_window":
        return frozenset(seat for seat in seats if may_snap(state, seat))
    if state.giving is not None:
        return _ONLY[state.giving.seat]
    return _NOBODY if state.current_turn_seat is None else _ONLY[state.current_turn_seat]


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """10.2 Every action that would be accepted from the seat."""
    if seat not in to_act(state):
        return ()
    match state.step:
        case "awaiting_draw":
            return _before_drawing(state, seat)
        case "holding":
            return _while_holding(state, seat)
        case "power_pending":
            return _with_a_power(state, seat)
        case "revealing":
            assert state.reveal is not None
            choices = (False, True) if offers_swap(state.reveal) else (False,)
            return [AcknowledgeReveal(choice) for choice in choices]
        case "snap_window":
            return _to_snap(state, seat)
        case "giving":
            return [_GIVES[position] for position in positions_of(state, seat)]
        case None:
            return (_CONFIRM,)
        case _:
            assert_never(state.step)


def _before_drawing(state: State, seat: Seat) -> list[Action]:
    actions: list[Action] = [_FROM_DECK]
    if refuse_discard_draw(state, seat) is None:
        actions.append(_FROM_DISCARDS)
    if state.phase == "playing" and refuse_call(state, seat) is None:
        actions.append(_CALL)
    return actions


def _while_holding(state: State, seat: Seat) -> list[Action]:
    assert state.held is not None
    actions: list[Action] = [_SWAPS[position] for position in positions_of(state, seat)]
    if state.held.source == "deck":
        actions.append(_DISCARD)
    return actions


def _with_a_power(state: State, seat: Seat) -> list[Action]:
    assert state.power is not None
    power_type = state.power.power_type
    actions: list[Action] = [UsePower(power_type, slots) for slots in uses(state, seat, power_type)]
    if not state.options.compulsory_powers:
        actions.append(_SKIP)
    return actions


def _to_snap(state: State, seat: Seat) -> list[Action]:
    version = state.discard_version
    actions: list[Action] = [
        Snap(version, target, position)
        for target in snap_targets(state, seat)
        for position in positions_of(state, target)
    ]
    return [*actions, PassSnap(version)]
