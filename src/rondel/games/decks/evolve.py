"""Decks: what each event changes. It never judges."""

from typing import assert_never

from msgspec.structs import replace

from rondel.games.decks.events import (
    CardDeselected,
    CardsDiscarded,
    CardSelected,
    DeckReplaced,
    DeckShuffled,
    ErrorRaised,
    Event,
    GameStarted,
    HandDealt,
    HandReturned,
    ParametersChanged,
    PileReshuffled,
    PlannerClosed,
    PlayOrderCleared,
    PlayOrderDeselected,
    PlayOrderLocked,
    PlayOrderSelected,
    StateImported,
    TurnEnded,
    WarningRaised,
)
from rondel.games.decks.pieces import NO_DISCARDS, discard_phase
from rondel.games.decks.state import State
from rondel.games.decks.view import as_shown
from rondel.kernel import Ms


def evolve(state: State, event: Event, at: Ms) -> State:
    """The State after the event; `last_action_at` is the time it was told (3.3)."""
    return replace(_after(state, event), last_action_at=at)


def keep(restored: State, _present: State, at: Ms) -> State:
    """6.3 An undo is an act like any other: the planner was not idle. Nothing else is kept."""
    return replace(restored, last_action_at=at)


def _after(state: State, event: Event) -> State:
    match event:
        case GameStarted(options):
            return replace(
                state, options=options, hand_size=options.hand_size, discard_count=options.discard_count
            )
        case DeckReplaced(source, preset_id, cards, turn_number):
            return replace(
                _without_hand(state),
                draw_pile=(),
                discard_pile=(),
                deck_cards=cards,
                deck_source=source,
                active_preset_id=preset_id,
                turn_number=turn_number,
            )
        case DeckShuffled(order):
            return replace(state, draw_pile=order)
        case PileReshuffled():
            return replace(state, discard_pile=())
        case HandReturned(cards):
            return replace(_without_hand(state), discard_pile=state.discard_pile + cards)
        case HandDealt():
            return _dealt(state, event)
        case WarningRaised(_, text):
            return replace(state, warning=text)
        case ErrorRaised(_, text):
            return replace(state, error=text)
        case CardSelected(instance_id):
            return replace(
                state, selected_card_ids=state.in_hand_order(instance_id, *state.selected_card_ids)
            )
        case CardDeselected(instance_id):
            return replace(state, selected_card_ids=_without(state.selected_card_ids, instance_id))
        case CardsDiscarded():
            return _discarded(state, event)
        case PlayOrderSelected(_, sequence) | PlayOrderDeselected(_, sequence):
            return replace(state, play_order_sequence=sequence)
        case PlayOrderCleared():
            return replace(state, play_order_sequence=())
        case PlayOrderLocked(sequence):
            return replace(state, play_order_sequence=sequence, play_order_locked=True, planning_phase=False)
        case TurnEnded(turn_number):
            return replace(state, turn_number=turn_number)
        case ParametersChanged(hand_size, discard_count):
            return replace(state, hand_size=hand_size, discard_count=discard_count)
        case StateImported(view):
            return as_shown(state, view)
        case PlannerClosed(ending):
            return replace(state, ending=ending)
        case _:
            assert_never(event)


def _without_hand(state: State) -> State:
    """No hand, and nothing that speaks of its cards."""
    return replace(
        state,
        hand_cards=(),
        selected_card_ids=(),
        discard_phase=NO_DISCARDS,
        play_order_sequence=(),
        play_order_locked=False,
        planning_phase=False,
    )


def _dealt(state: State, event: HandDealt) -> State:
    """4.1, 4.2; a warning of this same decision comes after the deal that clears the last one (5.1)."""
    return replace(
        _without_hand(state),
        draw_pile=state.draw_pile[len(event.hand_cards) :],
        hand_cards=event.hand_cards,
        discard_phase=discard_phase(event.remaining_discards),
        planning_phase=event.planning_phase,
        warning=None,
        error=None,
    )


def _discarded(state: State, event: CardsDiscarded) -> State:
    return replace(
        _without_hand(state),
        hand_cards=tuple(card for card in state.hand_cards if card.instance_id not in event.instance_ids),
        discard_pile=state.discard_pile + event.cards,
        planning_phase=event.planning_phase,
    )


def _without(ids: tuple[str, ...], instance_id: str) -> tuple[str, ...]:
    return tuple(each for each in ids if each != instance_id)
