"""Decks, chapter 8: what an observer may be shown."""

from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rondel.games.decks.pieces import DeckSource, DiscardPhase, Ending, HandCard, PhaseLabel
from rondel.games.decks.presets import PRESETS
from rondel.games.decks.state import State
from rondel.kernel import Struct, Viewer


class SeenCard(Struct):
    """A card of the hand in both spellings (11.1), with its place in the play order."""

    instance_id: str
    card: str
    id: str
    value: str
    sequence_number: int | None


class SeenPreset(Struct):
    """A preset deck, as something to choose."""

    id: str
    name: str
    description: str
    card_count: int


SEEN_PRESETS: Final = tuple(
    SeenPreset(preset.preset_id, preset.name, preset.description, len(preset.cards)) for preset in PRESETS
)


class View(Struct):
    """What seat 0 or a spectator sees; of the last two fields each sees one (8.2)."""

    draw_pile_count: int
    draw_pile_cards: tuple[str, ...]
    discard_pile: tuple[str, ...]
    hand: tuple[str, ...]
    hand_cards: tuple[SeenCard, ...]
    turn_number: int
    hand_size: int
    discard_count: int
    discard_phase: DiscardPhase
    effective_discard_count: int
    play_order_sequence: tuple[str, ...]
    play_order_locked: bool
    planning_phase: bool
    is_play_order_complete: bool
    phase_label: PhaseLabel
    warning: str | None
    error: str | None
    is_dealing: bool
    deck_source: DeckSource
    active_preset_id: str | None
    presets: tuple[SeenPreset, ...]
    ending: Ending | None
    selected_card_ids: tuple[str, ...] | UnsetType = UNSET
    selected_count: int | UnsetType = UNSET


def view(state: State, viewer: Viewer) -> View:
    """8.1, 8.2 Built up from nothing; the draw pile is sorted, so its order is not in it."""
    is_seat = viewer == 0
    return View(
        draw_pile_count=len(state.draw_pile),
        draw_pile_cards=tuple(sorted(state.draw_pile)),
        discard_pile=state.discard_pile,
        hand=state.hand,
        hand_cards=tuple(
            SeenCard(
                card.instance_id,
                card.card,
                card.instance_id,
                card.card,
                state.sequence_number(card.instance_id),
            )
            for card in state.hand_cards
        ),
        turn_number=state.turn_number,
        hand_size=state.hand_size,
        discard_count=state.discard_count,
        discard_phase=state.discard_phase,
        effective_discard_count=state.effective_discard_count,
        play_order_sequence=state.play_order_sequence,
        play_order_locked=state.play_order_locked,
        planning_phase=state.planning_phase,
        is_play_order_complete=state.is_play_order_complete,
        phase_label=state.phase_label,
        warning=state.warning,
        error=state.error,
        is_dealing=state.is_dealing,
        deck_source=state.deck_source,
        active_preset_id=state.active_preset_id,
        presets=SEEN_PRESETS,
        ending=state.ending,
        selected_card_ids=state.selected_card_ids if is_seat else UNSET,
        selected_count=UNSET if is_seat else len(state.selected_card_ids),
    )


def as_shown(state: State, seen: View) -> State:
    """The State made to show what `seen` shows: all but the selection and the order of the draw pile."""
    return replace(
        state,
        draw_pile=seen.draw_pile_cards,
        discard_pile=seen.discard_pile,
        hand_cards=tuple(HandCard(card.instance_id, card.card) for card in seen.hand_cards),
        turn_number=seen.turn_number,
        hand_size=seen.hand_size,
        discard_count=seen.discard_count,
        selected_card_ids=(),
        discard_phase=seen.discard_phase,
        play_order_sequence=seen.play_order_sequence,
        play_order_locked=seen.play_order_locked,
        planning_phase=seen.planning_phase,
        warning=seen.warning,
        error=seen.error,
        deck_source=seen.deck_source,
        active_preset_id=seen.active_preset_id,
        deck_cards=tuple(sorted(seen.draw_pile_cards + seen.discard_pile + seen.hand)),
    )
