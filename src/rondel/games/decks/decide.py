"""Decks, chapters 4 to 6 and 9: what an action comes to. One function per action: guards, then events."""

from collections.abc import Sequence
from typing import assert_never

from rondel.games.decks.actions import (
    Action,
    ApplyJsonOverride,
    ChangeParameters,
    ClearPlayOrder,
    CloseIdle,
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
    StartGame,
    ToggleCardSelection,
    whole,
)
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
from rondel.games.decks.evolve import evolve
from rondel.games.decks.pieces import (
    DISCARD_COUNTS,
    HAND_SIZES,
    MAX_DECK_CARDS,
    MAX_NAME_CHARACTERS,
    MAX_TEXT_BYTES,
    DeckSource,
    HandCard,
    new_id,
    trimmed,
    within,
)
from rondel.games.decks.presets import PRESET_BY_ID, PRESETS
from rondel.games.decks.saved import imported
from rondel.games.decks.score import deadline
from rondel.games.decks.state import State
from rondel.games.decks.view import view
from rondel.kernel import HOUSE, Actor, Chance, Ms, Refusal


def decide(state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
    """The events of an action, or its Refusal: quiet where the options say `ignore` (1.7)."""
    try:
        _admit(state, actor, action)
        return _decide(state, action, chance, now)
    except Refusal as refusal:
        is_quiet = state.options.on_refusal == "ignore"
        raise Refusal(refusal.code, refusal.message, quiet=is_quiet) from None


def _admit(state: State, actor: Actor | None, action: Action) -> None:
    """1.3, 1.6 Who may ask, and when, before what is asked is looked at."""
    is_for_the_house = isinstance(action, StartGame | CloseIdle)
    if actor != 0 and not (actor is HOUSE and is_for_the_house):
        raise Refusal("NOT_SEATED", "Only the one who sits in seat 0 may act; all others watch.")
    if is_for_the_house and actor == 0:
        raise Refusal("HOUSE_ONLY", "No seat may ask for this; the table does it by itself.")
    if state.ending is not None:
        raise Refusal("CLOSED", "Nobody may act any more; the planner is closed.")
    if not state.is_started and not isinstance(action, StartGame):
        raise Refusal("NOT_STARTED", "Nobody may act yet; the table has not been started.")


def _decide(state: State, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
    match action:
        case Init():
            return _init(state, chance)
        case DealNextHand():
            return _and_deal(state, _return_hand(state), chance)
        case EndTurn():
            return _end_turn(state, chance)
        case ToggleCardSelection(instance_id):
            return _toggle(state, instance_id)
        case ConfirmDiscard():
            return _confirm_discard(state)
        case SelectForPlayOrder(instance_id):
            return _select(state, instance_id)
        case DeselectFromPlayOrder(instance_id):
            return _deselect(state, instance_id)
        case ClearPlayOrder():
            return _clear(state)
        case LockPlayOrder():
            return _lock(state)
        case ChangeParameters():
            return _change_parameters(state, action, chance)
        case ApplyJsonOverride():
            return _override(state, action, chance)
        case LoadPresetDeck(preset_id):
            return _load_preset(state, preset_id, chance)
        case StartCustomDeck():
            return _default_deck(state, "custom", chance)
        case Reset():
            return _default_deck(state, "default", chance)
        case ImportState():
            return _import(state, action, chance)
        case ClosePlanner():
            return [PlannerClosed("closed")]
        case StartGame():
            return _start(state, chance)
        case CloseIdle():
            return _close_idle(state, now)
        case _:
            assert_never(action)


# The table and its deck.


def _start(state: State, chance: Chance) -> Sequence[Event]:
    """START_GAME: as INIT, once."""
    if state.is_started:
        raise Refusal("ALREADY_STARTED", "The house may not start the table again; it has been started.")
    return [GameStarted(state.options), *_default_deck(state, "default", chance)]


def _init(state: State, chance: Chance) -> Sequence[Event]:
    """INIT: the default deck with the numbers of the options."""
    options = state.options
    numbers = ParametersChanged(options.hand_size, options.discard_count)
    return _new_deck(state, options.default_deck, "default", None, chance, first=[numbers])


def _default_deck(state: State, source: DeckSource, chance: Chance) -> Sequence[Event]:
    """RESET and START_CUSTOM_DECK: the settings are kept."""
    return _new_deck(state, state.options.default_deck, source, None, chance)


def _load_preset(state: State, preset_id: str, chance: Chance) -> Sequence[Event]:
    """LOAD_PRESET_DECK: as 6.1 with source `preset`."""
    if preset_id not in PRESET_BY_ID:
        known = ", ".join(preset.preset_id for preset in PRESETS)
        return [ErrorRaised("PRESET_UNKNOWN", f"There is no preset of that name. There are: {known}.")]
    return _new_deck(state, PRESET_BY_ID[preset_id].cards, "preset", preset_id, chance)


def _override(state: State, action: ApplyJsonOverride, chance: Chance) -> Sequence[Event]:
    """6.1 A list of one's own; an empty one means the default deck."""
    _check_size(action.text_bytes)
    if action.parsed is None:
        return [_json_invalid()]
    if not isinstance(action.parsed.value, list):
        return [ErrorRaised("JSON_NOT_A_LIST", "The text is JSON, but not a list of cards.")]
    if (fault := _fault_in(action.parsed.value)) is not None:
        return [fault]
    if not action.parsed.value:
        warning = WarningRaised("LIST_EMPTY", "The list was empty; the default deck is used.")
        return [*_default_deck(state, "custom", chance), warning]
    cards = tuple(trimmed(_name_in(element)) for element in action.parsed.value)
    return _new_deck(state, cards, "custom", None, chance)


def _fault_in(elements: list[object]) -> ErrorRaised | None:
    """5.2 The first thing that keeps the list from being a deck."""
    if len(elements) > MAX_DECK_CARDS:
        return ErrorRaised("JSON_TOO_LARGE", f"A deck has at most {MAX_DECK_CARDS} cards.")
    for place, element in enumerate(elements, 1):
        name = trimmed(_name_in(element))
        if not name:
            return ErrorRaised("JSON_NOT_TEXT", f"Element {place} of the list is not the name of a card.")
        if len(name) > MAX_NAME_CHARACTERS:
            longest = f"The name of a card has at most {MAX_NAME_CHARACTERS} characters"
            return ErrorRaised("JSON_TOO_LARGE", f"{longest}; element {place} of the list has more.")
    return None


def _name_in(element: object) -> object:
    """6.1 An element is a text, or an object with `card` or `value`."""
    return element.get("card", element.get("value")) if isinstance(element, dict) else element


def _new_deck(
    state: State,
    cards: Sequence[str],
    source: DeckSource,
    preset_id: str | None,
    chance: Chance,
    *,
    first: Sequence[Event] = (),
    turn_number: int = 1,
) -> Sequence[Event]:
    """Piles, hand, selection and order cleared, the cards shuffled into the draw pile, a hand dealt."""
    replaced = DeckReplaced(source, preset_id, tuple(sorted(cards)), turn_number)
    return _and_deal(state, [*first, replaced, DeckShuffled(chance.shuffled(cards))], chance)


def _change_parameters(state: State, action: ChangeParameters, chance: Chance) -> Sequence[Event]:
    """CHANGE_PARAMETERS: floored, then clamped; at once with a reset, else from the next deal on."""
    hand_size, discard_count = whole(action.hand_size), whole(action.discard_count)
    if hand_size is None or discard_count is None:
        raise Refusal("BAD_NUMBER", "Hand size and discard count may only be finite numbers; one is not.")
    changed = ParametersChanged(within(hand_size, HAND_SIZES), within(discard_count, DISCARD_COUNTS))
    if not action.immediate_reset:
        return [changed]
    cards = state.draw_pile + state.discard_pile + state.hand
    shuffled: list[Event] = [PileReshuffled(len(cards)), DeckShuffled(chance.shuffled(cards))]
    return _and_deal(state, [changed, *_return_hand(state), *shuffled], chance)


def _import(state: State, action: ImportState, chance: Chance) -> Sequence[Event]:
    """7.5, 7.6 A saved state, repaired; one without any card is given the default deck."""
    _check_size(action.text_bytes)
    if action.parsed is None:
        return [_json_invalid()]
    found = imported(state, action.parsed.value, chance)
    if isinstance(found, ErrorRaised):
        return [found]
    draft, repairs = found
    events: list[Event] = [StateImported(view(draft, None), repairs), DeckShuffled(draft.draw_pile)]
    if "empty" not in repairs:
        return events
    deck = state.options.default_deck
    return _new_deck(state, deck, "default", None, chance, first=events, turn_number=draft.turn_number)


def _check_size(text_bytes: int) -> None:
    if text_bytes > MAX_TEXT_BYTES:
        raise Refusal("TOO_LARGE", f"A text may have {MAX_TEXT_BYTES} bytes; this one has {text_bytes}.")


def _json_invalid() -> ErrorRaised:
    return ErrorRaised("JSON_INVALID", "The text cannot be read as JSON.")


# The course of a hand.


def _and_deal(state: State, events: Sequence[Event], chance: Chance) -> Sequence[Event]:
    """These events, then a hand from the piles as they leave them."""
    for event in events:
        state = evolve(state, event, state.last_action_at)
    return [*events, *_deal(state, chance)]


def _deal(state: State, chance: Chance) -> Sequence[Event]:
    """4.1, 4.2, 4.6 From the top; the shuffled discards go under the cards that are left (6.4)."""
    events: list[Event] = []
    draw_pile = state.draw_pile
    if len(draw_pile) < state.hand_size and state.discard_pile:
        draw_pile += chance.shuffled(state.discard_pile)
        events += [PileReshuffled(len(state.discard_pile)), DeckShuffled(draw_pile)]
    hand = tuple(HandCard(new_id(chance), card) for card in draw_pile[: state.hand_size])
    remaining = min(state.discard_count, len(hand))
    is_planned = state.options.plan_without_discard and remaining == 0 and len(hand) > 0
    events.append(HandDealt(hand, state.hand_size, remaining, is_planned))
    if len(hand) < state.hand_size:
        short = f"Only {len(hand)} of {state.hand_size} cards could be dealt."
        events.append(WarningRaised("DEAL_SHORT", short))
    return events


def _return_hand(state: State) -> list[Event]:
    return [HandReturned(state.hand)] if state.hand_cards else []


def _end_turn(state: State, chance: Chance) -> Sequence[Event]:
    """4.8 The next turn; or the end, where that would be one too many (9.2)."""
    if state.discard_phase.active:
        raise Refusal("DISCARD_PENDING", "You may not end the turn; the discard has yet to be confirmed.")
    if state.planning_phase:
        raise Refusal("ORDER_NOT_LOCKED", "You may not end the turn; the play order has yet to be locked.")
    if 0 < state.options.turn_limit <= state.turn_number:
        return [*_return_hand(state), PlannerClosed("turn_limit")]
    return _and_deal(state, [*_return_hand(state), TurnEnded(state.turn_number + 1)], chance)


def _toggle(state: State, instance_id: str) -> Sequence[Event]:
    """4.3 A selected card is always let go; another is selected while there is room."""
    _check_discarding(state)
    _check_in_hand(state, instance_id)
    if instance_id in state.selected_card_ids:
        return [CardDeselected(instance_id)]
    if state.is_selection_full:
        wanted = state.discard_phase.remaining_discards
        raise Refusal("SELECTION_FULL", f"You may not select more cards; {wanted} are selected.")
    return [CardSelected(instance_id)]


def _confirm_discard(state: State) -> Sequence[Event]:
    """4.4 Exactly as many as were asked for, in hand order; what remains is planned."""
    _check_discarding(state)
    chosen, wanted = state.selected_card_ids, state.discard_phase.remaining_discards
    if len(chosen) != wanted:
        message = f"You may not discard yet; {len(chosen)} of {wanted} cards are selected."
        raise Refusal("SELECTION_INCOMPLETE", message)
    cards = tuple(card.card for card in state.hand_cards if card.instance_id in chosen)
    return [CardsDiscarded(chosen, cards, len(cards) < len(state.hand_cards))]


def _select(state: State, instance_id: str) -> Sequence[Event]:
    """4.5 The card is next."""
    _check_planning(state)
    _check_in_hand(state, instance_id)
    if instance_id in state.play_order_sequence:
        raise Refusal("ALREADY_ORDERED", "You may not order that card twice; it has its place.")
    return [PlayOrderSelected(instance_id, (*state.play_order_sequence, instance_id))]


def _deselect(state: State, instance_id: str) -> Sequence[Event]:
    """4.5 The others keep their order."""
    _check_planning(state)
    if instance_id not in state.play_order_sequence:
        raise Refusal("NOT_ORDERED", "You may not take that card out of the play order; it is not in it.")
    rest = tuple(each for each in state.play_order_sequence if each != instance_id)
    return [PlayOrderDeselected(instance_id, rest)]


def _clear(state: State) -> Sequence[Event]:
    """4.5 No card has a place."""
    _check_planning(state)
    return [PlayOrderCleared()]


def _lock(state: State) -> Sequence[Event]:
    """4.5, 4.7 Every card has its place, for good."""
    _check_planning(state)
    if not state.is_play_order_complete:
        placed, cards = len(state.play_order_sequence), len(state.hand_cards)
        raise Refusal("ORDER_INCOMPLETE", f"You may not lock yet; {placed} of {cards} cards are ordered.")
    return [PlayOrderLocked(state.play_order_sequence)]


def _check_discarding(state: State) -> None:
    if not state.discard_phase.active:
        raise Refusal("NO_DISCARD_PHASE", "You may not discard now; no discard is asked of this hand.")


def _check_planning(state: State) -> None:
    if state.play_order_locked:
        raise Refusal("ORDER_LOCKED", "You may not change the play order; it is locked for this hand.")
    if not state.planning_phase:
        raise Refusal("NOT_PLANNING", "You may not order cards now; this hand is not being planned.")


def _check_in_hand(state: State, instance_id: str) -> None:
    if instance_id not in state.hand_ids:
        raise Refusal("UNKNOWN_CARD", "You may only choose a card of your hand; that one is not in it.")


# The end.


def _close_idle(state: State, now: Ms) -> Sequence[Event]:
    """9.3 When the deadline has come, not before."""
    due = deadline(state)
    if due is None or not due.is_due(now):
        raise Refusal("NOT_DUE", "The house may not close the planner; it has not been idle long enough.")
    return [PlannerClosed("idle")]
