from rondel.cli.tables.cambio.choice import Draft, a_step_back, chosen, seats_to_choose, targets
from rondel.games.cambio.actions import Action, Snap, SwapCard, UsePower
from rondel.games.cambio.pieces import Slot

ME = Draft(0)


def test_a_number_is_a_card_where_only_one_seat_may_be_meant() -> None:
    legal: list[Action] = [SwapCard(0), SwapCard(3)]

    assert chosen(4, legal, ME) == SwapCard(3)
    assert chosen(2, legal, ME) is None
    assert chosen(0, legal, ME) is None


def test_a_number_is_first_a_seat_where_several_may_be_meant() -> None:
    legal: list[Action] = [UsePower("peek_opponent", (Slot(seat, 1),)) for seat in (1, 2)]
    assert seats_to_choose(legal, ME) == {1, 2}
    assert chosen(0, legal, ME) is None

    draft = chosen(2, legal, ME)

    assert isinstance(draft, Draft)
    assert seats_to_choose(legal, draft) == frozenset()
    assert chosen(1, legal, draft) is None
    assert chosen(2, legal, draft) == UsePower("peek_opponent", (Slot(2, 1),))


def test_two_cards_are_chosen_one_after_the_other_and_taken_back() -> None:
    swap = UsePower("blind_swap", (Slot(0, 0), Slot(1, 1)))
    draft = chosen(1, [swap], ME)
    assert isinstance(draft, Draft)
    assert draft.picked == (Slot(0, 0),)
    assert targets([swap], draft) == {Slot(1, 1)}

    assert chosen(2, [swap], draft) == swap
    assert a_step_back(draft) == ME


def test_one_card_is_enough_where_the_rules_say_so() -> None:
    alone = UsePower("look_own", (Slot(0, 0),))

    assert chosen(1, [alone], ME) == alone


def test_a_card_is_snapped_only_after_saying_so() -> None:
    snap = Snap(9, 0, 2)

    assert targets([snap], ME) == frozenset()
    assert chosen(3, [snap], ME) is None
    assert chosen(3, [snap], Draft(0, is_snapping=True)) == snap
