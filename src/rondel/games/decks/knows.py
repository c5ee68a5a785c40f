"""Decks 8.3: all a viewer may know, as a value, and a State it cannot tell from the true one."""

from msgspec import UNSET
from msgspec.structs import replace

from rondel.games.decks.options import Options
from rondel.games.decks.state import State
from rondel.games.decks.view import View, as_shown, view
from rondel.kernel import Chance, Ms, Struct, Viewer


class Known(Struct):
    """The View, with the options and the time of the last action."""

    view: View
    options: Options
    last_action_at: Ms


def knows(state: State, viewer: Viewer) -> Known:
    """An order once exported or imported is not part of it."""
    return Known(view(state, viewer), state.options, state.last_action_at)


def imagine(known: Known, chance: Chance) -> State:
    """A State that shows what is known: the draw pile in any order, an unseen selection of its size."""
    seen, options = known.view, known.options
    state = as_shown(State(options, options.hand_size, options.discard_count), seen)
    draw_pile = chance.shuffled(seen.draw_pile_cards)
    return replace(
        state,
        draw_pile=draw_pile,
        selected_card_ids=_selection(state, seen, chance),
        ending=seen.ending,
        last_action_at=known.last_action_at,
    )


def _selection(state: State, seen: View, chance: Chance) -> tuple[str, ...]:
    if seen.selected_card_ids is not UNSET:
        return seen.selected_card_ids
    assert seen.selected_count is not UNSET, "a View shows the selection or its size"
    return state.in_hand_order(*chance.shuffled(state.hand_ids)[: seen.selected_count])
