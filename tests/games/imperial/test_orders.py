"""Imperial, 17.13: standing orders, offered and followed from what their seat knows."""

from collections import Counter
from typing import Any, Final

from msgspec.structs import replace

from rondel.games.imperial.actions import AGREE, PASS, BuyStock, Vote
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.options import Options
from rondel.games.imperial.orders import ORDERS, AgreeWith, Order, PassBuying, VoteFor
from rondel.kernel import SeatSpec, Viewer
from rondel.laws.walk import Seeded
from rondel.wire.codec import codec_of
from tests.games.imperial.table import Table, playing

DEMOCRACY: Final[dict[str, Any]] = {"Austria": {0: [4], 1: [3], 2: [2]}}
DEMOCRACIES: Final[dict[str, Any]] = {
    name: {(first + turn) % 4: [bond] for turn, bond in enumerate((4, 3, 2))}
    for first, name in enumerate(("Austria", "Italy", "France", "Germany"))
}
AGREE_WITH: Final = AgreeWith("Austria", 0, 1)


def offers(table: Table, viewer: Viewer) -> list[Order]:
    return list(ORDERS.offers(IMPERIAL.knows(table.state, viewer)))


def action(table: Table, seat: int, order: Order) -> Any:
    return ORDERS.action(IMPERIAL.knows(table.state, seat), order)


def holds(table: Table, seat: int, order: Order) -> bool:
    return ORDERS.holds(IMPERIAL.knows(table.state, seat), order)


def investing() -> Table:
    """Seat 0 has the card and buys first, then the Swiss: 1 and 2."""
    table = playing({"Austria": {0: [4]}, "Italy": {0: [5]}}, seats=3, spaces={"Austria": "R-Produce"})
    table.propose(0, "Investor")
    assert (table.state.mode, table.state.buyers[0]) == ("buy", 0)
    return table


def test_17_13_whoever_does_not_lead_a_democracy_may_agree_with_it() -> None:
    table = playing(DEMOCRACY)

    assert [offers(table, seat) for seat in range(3)] == [[], [AGREE_WITH], [AGREE_WITH]]


def test_17_13_no_spectator_and_nobody_before_or_after_the_game_is_offered_anything() -> None:
    table = playing(DEMOCRACY)
    unstarted = Table(IMPERIAL.start(Options(), [SeatSpec()] * 3))
    over = Table(replace(table.state, mode="game-over"))

    assert offers(table, None) == []
    assert ORDERS.action(IMPERIAL.knows(table.state, None), AGREE_WITH) is None
    assert [offers(each, seat) for each in (unstarted, over) for seat in range(3)] == [[]] * 6


def test_17_13_the_opposition_agrees_and_others_vote_for_the_leaders_proposal() -> None:
    table = playing(DEMOCRACY)
    assert action(table, 1, AGREE_WITH) is None
    table.propose(0, "Taxation")

    assert (action(table, 1, AGREE_WITH), action(table, 2, AGREE_WITH)) == (AGREE, None)

    table.propose(1, "L-Produce")
    assert action(table, 2, AGREE_WITH) == Vote(1)
    table.play(2, Vote(1))
    assert action(table, 2, AGREE_WITH) is None


def test_17_13_an_order_that_would_be_followed_at_once_is_not_offered() -> None:
    table = playing(DEMOCRACY)
    table.propose(0, "Taxation")

    assert AGREE_WITH not in offers(table, 1)
    assert holds(table, 1, AGREE_WITH)


def test_17_13_an_agreement_ends_with_its_government() -> None:
    bonds = {"Austria": {0: [4], 1: [3], 2: [2]}, "Italy": {0: [5]}}
    table = playing(bonds, spaces={"Austria": "R-Produce"}, cash=5000, card=2)
    table.propose(0, "Investor")
    table.play(1, AGREE)
    assert table.state.mode == "buy"
    assert holds(table, 1, AGREE_WITH)

    table.play(2, BuyStock("Austria", 6))  # seat 2 leads now

    assert not holds(table, 1, AGREE_WITH)
    assert not holds(table, 2, AGREE_WITH)


def test_17_13_a_waiting_buyer_passes_when_asked_and_the_order_ends_with_the_phase() -> None:
    table = investing()
    order = PassBuying("Austria", 1)
    assert [order in offers(table, seat) for seat in range(3)] == [False, True, True]
    last = table.state.buyers[-1]
    assert action(table, last, order) is None

    while table.up() != [last]:
        table.play(table.up()[0], PASS)

    assert action(table, last, order) == PASS
    assert order not in offers(table, last)
    table.play(last, PASS)
    assert not holds(table, last, order)


def test_17_13_a_holder_votes_as_ordered_once_there_is_a_vote() -> None:
    table = playing(DEMOCRACY)
    assert not [order for order in offers(table, 2) if isinstance(order, VoteFor)]
    table.propose(0, "Taxation")
    first = table.state.proposal1
    assert first is not None
    orders = [VoteFor("Austria", 1, 1, first), VoteFor("Austria", 1, 2, first)]
    assert [order for order in offers(table, 2) if isinstance(order, VoteFor)] == orders
    assert [action(table, 2, order) for order in orders] == [None, None]

    table.propose(1, "L-Produce")

    assert [action(table, 2, order) for order in orders] == [Vote(1), Vote(2)]
    assert not [order for order in offers(table, 2) if isinstance(order, VoteFor)]
    assert all(holds(table, 2, order) for order in orders)


def test_17_13_an_order_to_vote_ends_with_the_turn_and_with_another_first_proposal() -> None:
    table = playing({**DEMOCRACY, "Italy": {2: [4]}})
    table.propose(0, "Taxation")
    before = table.state
    order = next(order for order in offers(table, 2) if isinstance(order, VoteFor))

    table.play(1, AGREE)
    assert not holds(table, 2, order)

    other = playing({**DEMOCRACY, "Italy": {2: [4]}})
    other.propose(0, "L-Produce")
    assert not holds(other, 2, order)
    assert holds(Table(before), 2, order)


def test_17_13_whatever_is_offered_holds_and_does_only_what_is_legal() -> None:
    """In many random positions; each kind of order is met and followed."""
    offered: Counter[type[Any]] = Counter()
    followed: Counter[type[Any]] = Counter()
    codec, rng = codec_of(IMPERIAL), Seeded("orders")
    for _ in range(3):
        table = playing(DEMOCRACIES, cash=600)
        given: dict[tuple[int, Order], None] = {}
        for _ in range(80):
            for seat in range(4):
                known = IMPERIAL.knows(table.state, seat)
                for order in ORDERS.offers(known):
                    offered[type(order)] += 1
                    assert ORDERS.holds(known, order)
                    assert ORDERS.action(known, order) is None
                    assert codec.order(codec.noun_bytes(order)) == order
                    given[seat, order] = None
                for order in [order for who, order in given if who == seat]:
                    if not ORDERS.holds(known, order):
                        del given[seat, order]
                    elif (action := ORDERS.action(known, order)) is not None:
                        followed[type(order)] += 1
                        assert action in table.legal(seat)
            if not table.up():
                break
            seat = table.up()[0]
            legal = table.legal(seat)
            kind = rng.pick(list(dict.fromkeys(type(each) for each in legal)))
            table.play(seat, rng.pick([each for each in legal if type(each) is kind]))

    assert set(offered) == set(followed) == {AgreeWith, PassBuying, VoteFor}, (offered, followed)


def test_17_13_an_agreement_stands_after_it_was_followed_and_the_others_end() -> None:
    assert ORDERS.is_lasting(AGREE_WITH)
    assert not ORDERS.is_lasting(PassBuying("Austria", 1))
