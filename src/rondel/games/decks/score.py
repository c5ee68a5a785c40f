"""Decks, chapter 9 and rule 3.6: how it ends, when, and what no move may break."""

from collections import Counter
from collections.abc import Mapping

from rondel.games.decks.actions import Action, CloseIdle
from rondel.games.decks.state import State
from rondel.kernel import Deadline, Outcome, Standing


def outcome(state: State) -> Outcome | None:
    """9.4 One standing without a score; nobody wins a plan."""
    if state.ending is None:
        return None
    return Outcome(state.ending, (Standing(seat=0, place=1),))


def deadline(state: State) -> Deadline[Action] | None:
    """9.3 The only Deadline: a running table that nobody uses is closed."""
    if state.options.idle_close_ms == 0 or not state.is_started or state.ending is not None:
        return None
    return Deadline(state.last_action_at + state.options.idle_close_ms, CloseIdle())


def conserved(state: State) -> Mapping[str, int]:
    """3.6 Always zeros: cards that are not where the deck says (i), and the invariants that are broken."""
    return {"cards_astray": _astray(state), "invariants_broken": len(broken(state))}


def broken(state: State) -> str:
    """The letters of 3.6 this State breaks, (i) apart; (c), (e) are about moves, (h) cannot be broken."""
    order, ids, chosen = state.play_order_sequence, state.hand_ids, state.selected_card_ids
    holds = {
        "a": len(set(order)) == len(order),
        "b": set(order) <= set(ids),
        "d": not (state.planning_phase and state.discard_phase.active),
        "f": set(chosen) <= set(ids),
        "g": len(chosen) <= state.discard_phase.remaining_discards,
        "j": not (state.play_order_locked and state.planning_phase),
    }
    return "".join(letter for letter, is_satisfied in holds.items() if not is_satisfied)


def _astray(state: State) -> int:
    found = Counter(state.draw_pile + state.discard_pile + state.hand)
    deck = Counter(state.deck_cards)
    return ((found - deck) + (deck - found)).total()
