"""Decks, 8.4: the planner as a Scene. A card can be pressed exactly if pressing it would be accepted."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET

from rondel.games.decks.pieces import HAND_SIZES
from rondel.games.decks.presets import PRESETS
from rondel.games.decks.view import SeenCard, View
from rondel.kernel import Area, Face, Fact, Piece, PieceStyle, Scene, Zone

PRESSES: Final = ("TOGGLE_CARD_SELECTION", "SELECT_FOR_PLAY_ORDER", "DESELECT_FROM_PLAY_ORDER")
LOOKS: Final[Mapping[str, PieceStyle]] = {
    **{preset.preset_id: PieceStyle(f"{preset.name} ({len(preset.cards)})") for preset in PRESETS},
    "discard": PieceStyle("discarding"),
    "planning": PieceStyle("planning"),
    "executing": PieceStyle("executing"),
    "idle": PieceStyle("idle"),
}


def scene(view: View) -> Scene:
    """The hand, the piles and the numbers."""
    hand = tuple(piece(view, card) for card in view.hand_cards)
    top = tuple(Piece(card, tone=tone(card)) for card in view.discard_pile[-1:])
    is_turn = view.ending is None
    return Scene(
        (Area((Zone("hand", "Hand", "fan", hand),), is_turn=is_turn),),
        Area(
            (
                Zone("draw", "Draw pile", "pile", count=view.draw_pile_count),
                Zone("discards", "Discard pile", "pile", top, count=len(view.discard_pile)),
            ),
            tuple(facts(view)),
        ),
        prompt(view) if is_turn else None,
    )


def piece(view: View, card: SeenCard) -> Piece:
    """A card by its name; two of one name differ by their id."""
    picks = tuple({"type": action, "instanceId": card.instance_id} for action in PRESSES)
    return Piece(
        card.card, key=card.instance_id, tone=tone(card.card), picks=picks, mark=standing(view, card)
    )


def tone(card: str) -> Any:
    """Hearts and diamonds are red."""
    return "red" if card[-1:] in ("♥", "♦") else None


def standing(view: View, card: SeenCard) -> str | None:
    """Whether it is chosen, cannot be, or has a number in the order."""
    selected = selected_ids(view)
    if card.sequence_number is not None:
        return f"#{card.sequence_number} locked" if view.play_order_locked else f"#{card.sequence_number}"
    if card.instance_id in selected:
        return "✓ selected"
    is_full = view.discard_phase.active and len(selected) == view.effective_discard_count
    return "– unavailable" if is_full else None


def selected_ids(view: View) -> tuple[str, ...]:
    """8.2 The viewer's own selection; of a spectator's nothing is known but its size."""
    return () if view.selected_card_ids is UNSET else view.selected_card_ids


def prompt(view: View) -> str:
    """What is to be done now."""
    cards = len(view.hand_cards)
    if view.discard_phase.active:
        count = len(selected_ids(view)) if view.selected_count is UNSET else view.selected_count
        return f"Select {count} of {view.effective_discard_count} cards"
    if view.planning_phase:
        return f"Put {len(view.play_order_sequence)} of {cards} cards in order"
    if view.play_order_locked:
        return "The order is locked. End the turn."
    return NOTHING_TO_DO if cards else EMPTY_HAND


def facts(view: View) -> Iterator[Fact]:
    """The turn, the numbers, the deck, and what the planner warns of."""
    yield Fact("Turn", view.turn_number)
    yield Fact("Phase", view.phase_label if view.ending is None else "over")
    yield Fact("Hand size", view.hand_size)
    yield Fact("Discard count", view.discard_count)
    yield Fact("Deck", view.active_preset_id or view.deck_source)
    if view.warning is not None:
        yield Fact("Warning", view.warning)
    if view.error is not None:
        yield Fact("Error", view.error)


NOTHING_TO_DO: Final = "There is nothing to discard or to order. End the turn."
EMPTY_HAND: Final = "The hand is empty. End the turn."

ENGLISH: Final[Mapping[str, str]] = {
    "TOGGLE_CARD_SELECTION": "Select or keep",
    "CONFIRM_DISCARD": "Discard Selected Cards",
    "SELECT_FOR_PLAY_ORDER": "Next in the order",
    "DESELECT_FROM_PLAY_ORDER": "Out of the order",
    "CLEAR_PLAY_ORDER": "Clear Order",
    "LOCK_PLAY_ORDER": "Lock Order",
    "END_TURN": "End Turn",
    "DEAL_NEXT_HAND": "Deal the next hand, in the same turn",
    "CHANGE_PARAMETERS": "Hand size {handSize}, discard count {discardCount}, at once: {immediateReset}",
    "APPLY_JSON_OVERRIDE": "Use a deck of your own, a JSON list of names",
    "LOAD_PRESET_DECK": "Use the deck {presetId}",
    "START_CUSTOM_DECK": "Start a deck of your own",
    "RESET": "Reset, and keep the numbers",
    "INIT": "Begin again with the first deck and numbers",
    "IMPORT_STATE": "Load a saved state",
    "CLOSE_PLANNER": "Close Planner for good",
    "CLOSE_IDLE": "Close",
    "START_GAME": "Begin",
    "GAME_STARTED": "The planner is open",
    "DECK_REPLACED": "Another deck is used",
    "DECK_SHUFFLED": "The deck is shuffled",
    "PILE_RESHUFFLED": "The discard pile is shuffled: {count} cards",
    "HAND_RETURNED": "",
    "HAND_DEALT": "A hand is dealt",
    "WARNING_RAISED": "Warning: {text}",
    "ERROR_RAISED": "Error: {text}",
    "CARD_SELECTED": "",
    "CARD_DESELECTED": "",
    "CARDS_DISCARDED": "Discarded: {cards}",
    "PLAY_ORDER_SELECTED": "",
    "PLAY_ORDER_DESELECTED": "",
    "PLAY_ORDER_CLEARED": "The order is cleared",
    "PLAY_ORDER_LOCKED": "The order is locked",
    "TURN_ENDED": "Turn {turnNumber} is over",
    "PARAMETERS_CHANGED": "Hand size {handSize}, discard count {discardCount}",
    "STATE_IMPORTED": "A saved state is loaded",
    "PLANNER_CLOSED": "The planner is closed",
}
GERMAN: Final[Mapping[str, str]] = {
    "TOGGLE_CARD_SELECTION": "Wählen oder behalten",
    "CONFIRM_DISCARD": "Gewählte Karten abwerfen",
    "SELECT_FOR_PLAY_ORDER": "Als Nächste in die Reihenfolge",
    "DESELECT_FROM_PLAY_ORDER": "Aus der Reihenfolge nehmen",
    "CLEAR_PLAY_ORDER": "Reihenfolge leeren",
    "LOCK_PLAY_ORDER": "Reihenfolge festlegen",
    "END_TURN": "Zug beenden",
    "DEAL_NEXT_HAND": "Die nächste Hand geben, im selben Zug",
    "CHANGE_PARAMETERS": "Handgröße {handSize}, Abwürfe {discardCount}, sofort: {immediateReset}",
    "APPLY_JSON_OVERRIDE": "Ein eigenes Deck nehmen, eine JSON-Liste von Namen",
    "LOAD_PRESET_DECK": "Das Deck {presetId} nehmen",
    "START_CUSTOM_DECK": "Ein eigenes Deck beginnen",
    "RESET": "Zurücksetzen, die Zahlen bleiben",
    "INIT": "Mit dem ersten Deck und den ersten Zahlen neu beginnen",
    "IMPORT_STATE": "Einen gespeicherten Stand laden",
    "CLOSE_PLANNER": "Planer endgültig schließen",
    "CLOSE_IDLE": "Schließen",
    "START_GAME": "Beginnen",
    "GAME_STARTED": "Der Planer ist offen",
    "DECK_REPLACED": "Ein anderes Deck wird benutzt",
    "DECK_SHUFFLED": "Das Deck ist gemischt",
    "PILE_RESHUFFLED": "Der Ablagestapel ist gemischt: {count} Karten",
    "HAND_RETURNED": "",
    "HAND_DEALT": "Eine Hand ist gegeben",
    "WARNING_RAISED": "Warnung: {text}",
    "ERROR_RAISED": "Fehler: {text}",
    "CARD_SELECTED": "",
    "CARD_DESELECTED": "",
    "CARDS_DISCARDED": "Abgeworfen: {cards}",
    "PLAY_ORDER_SELECTED": "",
    "PLAY_ORDER_DESELECTED": "",
    "PLAY_ORDER_CLEARED": "Die Reihenfolge ist leer",
    "PLAY_ORDER_LOCKED": "Die Reihenfolge steht fest",
    "TURN_ENDED": "Zug {turnNumber} ist vorbei",
    "PARAMETERS_CHANGED": "Handgröße {handSize}, Abwürfe {discardCount}",
    "STATE_IMPORTED": "Ein gespeicherter Stand ist geladen",
    "PLANNER_CLOSED": "Der Planer ist geschlossen",
    "Hand": "Hand",
    "Draw pile": "Nachziehstapel",
    "Discard pile": "Ablagestapel",
    "Turn": "Zug",
    "Phase": "Phase",
    "Hand size": "Handgröße",
    "Discard count": "Abwürfe",
    "Deck": "Deck",
    "Warning": "Warnung",
    "Error": "Fehler",
    "discarding": "abwerfen",
    "planning": "planen",
    "executing": "ausführen",
    "idle": "bereit",
    "over": "vorbei",
    "default": "das übliche",
    "custom": "ein eigenes",
    "✓ selected": "✓ gewählt",
    "– unavailable": "– nicht möglich",
    "The order is locked. End the turn.": "Die Reihenfolge steht fest. Beende den Zug.",
    NOTHING_TO_DO: "Es ist nichts abzuwerfen oder zu ordnen. Beende den Zug.",
    EMPTY_HAND: "Die Hand ist leer. Beende den Zug.",
    **{f"#{number} locked": f"#{number} fest" for number in HAND_SIZES},
    **{
        english.format(at, of): german.format(at, of)
        for of in HAND_SIZES
        for at in range(of + 1)
        for english, german in (
            ("Select {} of {} cards", "Wähle {} von {} Karten"),
            ("Put {} of {} cards in order", "Ordne {} von {} Karten"),
        )
    },
}

FACE: Final[Face[View, Any]] = Face(
    scene=scene,
    looks=LOOKS,
    words={"en": ENGLISH, "de": GERMAN},
    big=frozenset({"CLOSE_PLANNER"}),
    is_on_request=True,
)
