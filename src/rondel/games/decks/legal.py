"""Decks 1.9 and 6.2: who may act, and what may be asked."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from rondel.games.decks.actions import (
    Action,
    ApplyJsonOverride,
    ChangeParameters,
    ClearPlayOrder,
    ClosePlanner,
    ConfirmDiscard,
    DealNextHand,
    DeselectFromPlayOrder,
    EndTurn,
    ImportState,
    Init,
    LoadPresetDeck,
    LockPlayOrder,
    Reset,
    SelectForPlayOrder,
    StartCustomDeck,
    ToggleCardSelection,
)
from rondel.games.decks.pieces import HAND_SIZES
from rondel.games.decks.presets import PRESETS
from rondel.games.decks.state import State
from rondel.kernel import Seat

ALWAYS: Final[tuple[Action, ...]] = (
    Init(),
    DealNextHand(),
    StartCustomDeck(),
    Reset(),
    ClosePlanner(),
    *(LoadPresetDeck(preset.preset_id) for preset in PRESETS),
)
SAMPLE_DISCARD_COUNTS: Final = (*range(11), 15, 20)


def to_act(state: State) -> frozenset[Seat]:
    """1.9 Seat 0 from START_GAME until an Ending."""
    return frozenset({0}) if state.is_started and state.ending is None else frozenset()


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """6.2 All that would be accepted, open payloads by sample."""
    if seat not in to_act(state):
        return ()
    return (*_in_this_phase(state), *ALWAYS, *_samples(state.hand_size, state.discard_count))


def open_payload(action: Action) -> bool:
    """6.2 The kinds that `legal` lists by sample or not at all."""
    return isinstance(action, ChangeParameters | LoadPresetDeck | ApplyJsonOverride | ImportState)


def _in_this_phase(state: State) -> list[Action]:
    if state.discard_phase.active:
        return _discarding(state)
    return _planning(state) if state.planning_phase else [EndTurn()]


def _discarding(state: State) -> list[Action]:
    """4.3, 4.4 A full selection can be confirmed or made smaller."""
    if state.is_selection_full:
        return [*(ToggleCardSelection(each) for each in state.selected_card_ids), ConfirmDiscard()]
    return [ToggleCardSelection(each) for each in state.hand_ids]


def _planning(state: State) -> list[Action]:
    ordered = state.play_order_sequence
    cards: list[Action] = [
        DeselectFromPlayOrder(each) if each in ordered else SelectForPlayOrder(each)
        for each in state.hand_ids
    ]
    lock: list[Action] = [LockPlayOrder()] if state.is_play_order_complete else []
    return [*cards, ClearPlayOrder(), *lock]


@cache
def _samples(hand_size: int, discard_count: int) -> tuple[Action, ...]:
    """One number changed at a time; the present pair is listed once."""
    pairs = [(size, discard_count) for size in HAND_SIZES]
    pairs += [(hand_size, count) for count in SAMPLE_DISCARD_COUNTS if count != discard_count]
    return tuple(ChangeParameters(*pair, is_reset) for pair in pairs for is_reset in (False, True))
