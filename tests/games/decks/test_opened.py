"""8.6: a past Version of a scored Table."""

from rondel.games.decks.actions import ToggleCardSelection
from rondel.games.decks.game import DECKS
from tests.games.decks.table import started


def test_8_6_the_selection_lies_open_and_the_order_of_the_draw_pile_does_not() -> None:
    table = started()
    chosen = table.state.hand_cards[0].instance_id
    table.play(0, ToggleCardSelection(chosen))

    assert DECKS.opened is not None
    shown = DECKS.opened(table.state, DECKS.view(table.state, None))

    assert shown == DECKS.view(table.state, 0)
    assert shown.selected_card_ids == (chosen,)
    assert shown.draw_pile_cards == tuple(sorted(shown.draw_pile_cards))
