"""13.6: a past Version with every face open."""

from rondel.games.cambio.actions import DrawCard
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.view import View
from tests.games.cambio.table import Table, card, deal

HANDS = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣"


def opened(table: Table) -> View:
    assert CAMBIO.opened is not None
    return CAMBIO.opened(table.state, table.view(None))


def test_13_6_every_hand_lies_open() -> None:
    shown = opened(deal(HANDS)).players

    assert [(slot.visibility, slot.card) for slot in shown[0].slots][:2] == [
        ("revealed", card("A♠", 1)),
        ("revealed", card("7♦", 7)),
    ]
    assert all(slot.visibility == "revealed" for player in shown for slot in player.slots)


def test_13_6_so_does_a_card_that_is_held_and_nothing_else_is_different() -> None:
    table = deal(HANDS, deck="9♠")
    assert opened(table).held is None

    table.play(0, DrawCard("deck"))

    held = opened(table).held
    assert held is not None
    assert held.card == card("9♠", 9)
    assert table.view(None).held != held
    assert opened(table).draw_pile_count == table.view(None).draw_pile_count
