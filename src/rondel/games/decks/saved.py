"""Decks, chapter 7: the saved form, in both spellings, and how a broken one is repaired."""

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from rondel.games.decks.actions import whole
from rondel.games.decks.events import ErrorRaised
from rondel.games.decks.pieces import (
    DISCARD_COUNTS,
    HAND_SIZES,
    MAX_DECK_CARDS,
    MAX_HAND_CARDS,
    DeckSource,
    DiscardPhase,
    HandCard,
    discard_phase,
    is_card_name,
    new_id,
    trimmed,
    within,
)
from rondel.games.decks.presets import PRESET_BY_ID
from rondel.games.decks.state import State
from rondel.kernel import Chance, Struct

KEY: Final = "deck-builder-state"
FORMAT: Final = 1

TURN_NUMBERS: Final = range(1, 2**53)
"""Whole numbers that every reader of JSON keeps exactly."""

Fields: TypeAlias = dict[str, Any]
Repaired: TypeAlias = tuple[State, bool]
"""The draft after a repair, and whether the repair changed anything that was said."""

_SOURCES: Final[dict[str, DeckSource]] = {"default": "default", "custom": "custom", "preset": "preset"}
_FIELDS: Final = frozenset(
    {
        *("drawPile", "discardPile", "hand", "handCards", "turnNumber", "handSize", "discardCount"),
        *("selectedCardIds", "discardPhase", "playOrderSequence", "playOrderLocked", "planningPhase"),
        *("warning", "error", "isDealing", "deckSource", "activePresetId", "deckCards", "ending"),
        *("lastActionAt", "version"),
    }
)
_CARD_FIELDS: Final = frozenset({"instanceId", "id", "card", "value"})
_NEWER: Final = frozenset(
    {"playOrderSequence", "playOrderLocked", "planningPhase", "deckSource", "activePresetId"}
)
"""What the older shape does not have."""

_PHASE_FIELDS: Final = frozenset({"active", "remainingDiscards"})


# Export.


class CardInstance(Struct):
    """A card of the hand in both spellings."""

    instance_id: str
    card: str
    id: str
    value: str


class DeckState(Struct):
    """7.2 The canonical saved form: every field, under the documents' names."""

    version: int
    draw_pile: tuple[str, ...]
    discard_pile: tuple[str, ...]
    hand: tuple[str, ...]
    hand_cards: tuple[CardInstance, ...]
    turn_number: int
    hand_size: int
    discard_count: int
    selected_card_ids: tuple[str, ...]
    discard_phase: DiscardPhase
    play_order_sequence: tuple[str, ...]
    play_order_locked: bool
    planning_phase: bool
    warning: str | None
    error: str | None
    is_dealing: bool
    deck_source: DeckSource
    active_preset_id: str | None


def deck_state(state: State) -> DeckState:
    """7.2 What is saved of a State; a selection never is (7.4)."""
    return DeckState(
        version=FORMAT,
        draw_pile=state.draw_pile,
        discard_pile=state.discard_pile,
        hand=state.hand,
        hand_cards=tuple(
            CardInstance(card.instance_id, card.card, card.instance_id, card.card)
            for card in state.hand_cards
        ),
        turn_number=state.turn_number,
        hand_size=state.hand_size,
        discard_count=state.discard_count,
        selected_card_ids=(),
        discard_phase=state.discard_phase,
        play_order_sequence=state.play_order_sequence,
        play_order_locked=state.play_order_locked,
        planning_phase=state.planning_phase,
        warning=state.warning,
        error=state.error,
        is_dealing=state.is_dealing,
        deck_source=state.deck_source,
        active_preset_id=state.active_preset_id,
    )


def exported(state: State, shape: Literal["canonical", "legacy"] = "canonical") -> Fields:
    """7.1 The saved form, the draw pile in its order: for the seat's own Player alone."""
    canonical = msgspec.json.decode(msgspec.json.encode(deck_state(state)))
    return {KEY: canonical if shape == "canonical" else _legacy(canonical)}


def _legacy(canonical: Fields) -> Fields:
    """7.3 As it was saved before there was a play order."""
    return {
        **{name: value for name, value in canonical.items() if name not in _NEWER},
        "handCards": [{"id": card["id"], "value": card["value"]} for card in canonical["handCards"]],
        "discardPhase": canonical["discardPhase"]["active"],
    }


# Import.


class Imported(NamedTuple):
    """What a saved state came to, and the repairs that changed something, in the order of the book."""

    state: State
    repairs: tuple[str, ...]


def imported(state: State, value: object, chance: Chance) -> Imported | ErrorRaised:
    """7.5, 7.6 The saved state as a State of this table, repaired; or what is wrong with it."""
    fields = value.get(KEY, value) if isinstance(value, dict) else value
    if not isinstance(fields, dict):
        return ErrorRaised("STATE_INVALID", "The text is JSON, but not a saved state.")
    draft, repairs = State(state.options, state.hand_size, state.discard_count), []
    for code, repair in REPAIRS:
        draft, is_changed = repair(draft, fields, chance)
        if is_changed:
            repairs.append(code)
    if len(draft.draw_pile + draft.discard_pile + draft.hand) > MAX_DECK_CARDS:
        return ErrorRaised("STATE_INVALID", f"A saved state has at most {MAX_DECK_CARDS} cards.")
    return Imported(draft, tuple(repairs))


def _piles(draft: State, fields: Fields, _: Chance) -> Repaired:
    value = [fields.get("drawPile"), fields.get("discardPile")]
    draw_pile, discard_pile = (_names(pile) for pile in value)
    is_changed = value != [list(draw_pile), list(discard_pile)]
    return replace(draft, draw_pile=draw_pile, discard_pile=discard_pile), is_changed


def _hand_cards(draft: State, fields: Fields, chance: Chance) -> Repaired:
    """Whole and not empty, `handCards` wins; else `hand` where it has cards; else what can be read."""
    value, mirror = _listed(fields.get("handCards")), _names(fields.get("hand"))
    cards = tuple(card for card in map(_hand_card, value) if is_card_name(card.card))
    is_whole = isinstance(fields.get("handCards"), list) and len(cards) == len(value)
    if not (is_whole and cards) and mirror:
        built = tuple(HandCard(new_id(chance), name) for name in mirror)
        return replace(draft, hand_cards=built), True
    after = replace(draft, hand_cards=cards)
    is_spelt_so = is_whole and all(
        card.card in entry.values() for card, entry in zip(cards, value, strict=True)
    )
    return after, not is_spelt_so or fields.get("hand", list(after.hand)) != list(after.hand)


def _ids(draft: State, _: Fields, chance: Chance) -> Repaired:
    used: set[str] = {""}
    cards: list[HandCard] = []
    for card in draft.hand_cards:
        is_taken = card.instance_id in used
        cards.append(HandCard(new_id(chance), card.card) if is_taken else card)
        used.add(card.instance_id)
    return _compared(draft, replace(draft, hand_cards=tuple(cards)))


def _numbers(draft: State, fields: Fields, _: Chance) -> Repaired:
    options = draft.options
    hand_size, is_size_changed = _number(fields.get("handSize"), HAND_SIZES, options.hand_size)
    discard_count, is_count_changed = _number(
        fields.get("discardCount"), DISCARD_COUNTS, options.discard_count
    )
    turn_number, is_turn_changed = _number(fields.get("turnNumber"), TURN_NUMBERS, 1)
    after = replace(draft, hand_size=hand_size, discard_count=discard_count, turn_number=turn_number)
    return after, is_size_changed or is_count_changed or is_turn_changed


def _too_many(draft: State, _: Fields, __: Chance) -> Repaired:
    hand_cards, surplus = draft.hand_cards[:MAX_HAND_CARDS], draft.hand[MAX_HAND_CARDS:]
    return replace(draft, hand_cards=hand_cards, discard_pile=draft.discard_pile + surplus), bool(surplus)


def _empty(draft: State, _: Fields, __: Chance) -> Repaired:
    """Named here; the default deck comes with its own events after the import."""
    return draft, not (draft.draw_pile or draft.discard_pile or draft.hand_cards)


def _discard_phase(draft: State, fields: Fields, _: Chance) -> Repaired:
    value, cards = fields.get("discardPhase"), len(draft.hand_cards)
    match value:
        case True:
            return replace(draft, discard_phase=discard_phase(min(draft.discard_count, cards))), True
        case False:
            return draft, False
        case {"active": bool(active), "remainingDiscards": number}:
            remaining = within(whole(number) or 0, range(cards + 1)) if active else 0
            after = replace(draft, discard_phase=discard_phase(remaining))
            return after, (active, number) != (after.discard_phase.active, remaining)
        case _:
            return draft, True


def _order(draft: State, fields: Fields, _: Chance) -> Repaired:
    value = [fields.get("playOrderSequence"), fields.get("playOrderLocked"), fields.get("planningPhase")]
    sequence: list[str] = []
    for each in _listed(value[0]):
        if each in draft.hand_ids and each not in sequence:
            sequence.append(each)
    after = replace(
        draft,
        play_order_sequence=tuple(sequence),
        play_order_locked=value[1] is True,
        planning_phase=value[2] is True,
    )
    are_flags = isinstance(value[1], bool) and isinstance(value[2], bool)
    return after, sequence != value[0] or not are_flags


def _both_phases(draft: State, _: Fields, __: Chance) -> Repaired:
    if not draft.discard_phase.active:
        return draft, False
    return _compared(
        draft, replace(draft, planning_phase=False, play_order_locked=False, play_order_sequence=())
    )


def _lock(draft: State, _: Fields, __: Chance) -> Repaired:
    has_hand = bool(draft.hand_cards)
    if not draft.play_order_locked:
        return _compared(draft, replace(draft, planning_phase=draft.planning_phase and has_hand))
    if has_hand and draft.is_play_order_complete:
        return _compared(draft, replace(draft, planning_phase=False))
    return replace(draft, play_order_locked=False, planning_phase=has_hand), True


def _stray_order(draft: State, _: Fields, __: Chance) -> Repaired:
    is_stray = bool(draft.play_order_sequence) and draft.phase_label == "idle"
    return (replace(draft, planning_phase=True), True) if is_stray else (draft, False)


def _preset(draft: State, fields: Fields, _: Chance) -> Repaired:
    """A preset that is not known is nobody's, and neither is a source that names none."""
    value, preset_id = fields.get("deckSource"), fields.get("activePresetId")
    source = _SOURCES.get(value, "custom") if isinstance(value, str) else "custom"
    is_known = isinstance(preset_id, str) and preset_id in PRESET_BY_ID
    if not is_known and (preset_id is not None or source == "preset"):
        return replace(draft, deck_source="custom", active_preset_id=None), True
    return replace(draft, deck_source=source, active_preset_id=preset_id), source != value


def _unknown(draft: State, fields: Fields, _: Chance) -> Repaired:
    warning, error = fields.get("warning"), fields.get("error")
    after = replace(
        draft,
        warning=warning if isinstance(warning, str) else None,
        error=error if isinstance(error, str) else None,
    )
    objects = [(fields, _FIELDS), (fields.get("discardPhase"), _PHASE_FIELDS)]
    objects += [(card, _CARD_FIELDS) for card in _listed(fields.get("handCards"))]
    has_strangers = any(isinstance(each, dict) and not each.keys() <= named for each, named in objects)
    return after, has_strangers or (after.warning, after.error) != (warning, error)


REPAIRS: Final[tuple[tuple[str, Callable[[State, Fields, Chance], Repaired]], ...]] = (
    ("piles", _piles),
    ("hand_cards", _hand_cards),
    ("ids", _ids),
    ("numbers", _numbers),
    ("too_many", _too_many),
    ("empty", _empty),
    ("discard_phase", _discard_phase),
    ("order", _order),
    ("both_phases", _both_phases),
    ("lock", _lock),
    ("stray_order", _stray_order),
    ("preset", _preset),
    ("unknown", _unknown),
)
"""7.6, in this order."""


def _compared(before: State, after: State) -> Repaired:
    return after, after != before


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _names(value: object) -> tuple[str, ...]:
    return tuple(name for each in _listed(value) if is_card_name(name := trimmed(each)))


def _hand_card(value: object) -> HandCard:
    """7.5 A card in either spelling; without a name where it has none, without an id likewise."""
    fields = value if isinstance(value, dict) else {}
    ids = [each for key in ("instanceId", "id") if isinstance(each := fields.get(key), str) and each]
    names = [name for key in ("card", "value") if is_card_name(name := trimmed(fields.get(key)))]
    return HandCard(ids[0] if ids else "", names[0] if names else "")


def _number(value: object, allowed: range, default: int) -> tuple[int, bool]:
    """The number floored and within its range, and whether that is another one than was said."""
    number = whole(value)
    repaired = default if number is None else within(number, allowed)
    return repaired, number is None or repaired != value
