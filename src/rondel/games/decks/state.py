"""Decks 3.3 and 3.4: the State, and what follows from it."""

from rondel.games.decks.options import Options
from rondel.games.decks.pieces import NO_DISCARDS, DeckSource, DiscardPhase, Ending, HandCard, PhaseLabel
from rondel.kernel import Ms, Struct


class State(Struct):
    """Everything about one table. Index 0 of the draw pile is its top; the newest discard is last.

    The selection is a set: it is kept in the order of the hand, so that equal sets are equal.
    `deck_cards` is sorted, being a multiset.
    """

    options: Options
    hand_size: int
    discard_count: int
    draw_pile: tuple[str, ...] = ()
    discard_pile: tuple[str, ...] = ()
    hand_cards: tuple[HandCard, ...] = ()
    turn_number: int = 0
    selected_card_ids: tuple[str, ...] = ()
    discard_phase: DiscardPhase = NO_DISCARDS
    play_order_sequence: tuple[str, ...] = ()
    play_order_locked: bool = False
    planning_phase: bool = False
    warning: str | None = None
    error: str | None = None
    deck_source: DeckSource = "default"
    active_preset_id: str | None = None
    deck_cards: tuple[str, ...] = ()
    ending: Ending | None = None
    last_action_at: Ms = 0

    @property
    def is_started(self) -> bool:
        """Whether START_GAME has been decided."""
        return self.turn_number > 0

    @property
    def is_dealing(self) -> bool:
        """1.8 Never: a deal has ended when `decide` returns."""
        return False

    @property
    def hand(self) -> tuple[str, ...]:
        """The deprecated mirror of `hand_cards`: derived, so it cannot fall behind (3.6 h)."""
        return tuple(card.card for card in self.hand_cards)

    @property
    def hand_ids(self) -> tuple[str, ...]:
        """The ids of the hand, in deal order."""
        return tuple(card.instance_id for card in self.hand_cards)

    def in_hand_order(self, *ids: str) -> tuple[str, ...]:
        """These ids as the hand has them."""
        return tuple(each for each in self.hand_ids if each in ids)

    @property
    def effective_discard_count(self) -> int:
        """3.4 What is to be discarded now, or would be of this hand."""
        if self.discard_phase.active:
            return self.discard_phase.remaining_discards
        return min(self.discard_count, len(self.hand_cards))

    @property
    def is_selection_full(self) -> bool:
        """4.3 Whether no further card may be selected."""
        return len(self.selected_card_ids) >= self.discard_phase.remaining_discards

    @property
    def is_play_order_complete(self) -> bool:
        """3.4 Whether every card of the hand has its number."""
        return len(self.play_order_sequence) == len(self.hand_cards)

    @property
    def phase_label(self) -> PhaseLabel:
        """3.4 The phase by name."""
        if self.discard_phase.active:
            return "discard"
        if self.planning_phase:
            return "planning"
        return "executing" if self.play_order_locked else "idle"

    def sequence_number(self, instance_id: str) -> int | None:
        """3.4 The card's place in the play order, from 1."""
        if instance_id not in self.play_order_sequence:
            return None
        return self.play_order_sequence.index(instance_id) + 1
