"""Imperial, chapter 4: the start, by sealed bids or by flags."""

from itertools import pairwise

import pytest

from rondel.games.imperial.actions import Bid, BuyBid, Propose, StartGame
from rondel.games.imperial.events import (
    AuctionClosed,
    AuctionRepeated,
    BidsRevealed,
    CountryStarted,
    GameEnded,
    GameStarted,
    OrderSet,
)
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.options import Options
from rondel.games.imperial.state import Player
from rondel.kernel import HOUSE, SeatSpec
from tests.games.imperial.table import Table, auctioned, only, refused, started, tags


def test_4_1_before_the_start_nobody_may_do_anything() -> None:
    table = Table(IMPERIAL.start(Options(), [SeatSpec()] * 2))
    assert (table.state.mode, table.up(), table.legal(0)) == (None, [], [])
    with refused("WRONG_MODE"):
        table.play(0, Bid(0))
    table.play(HOUSE, StartGame())
    with refused("ALREADY_STARTED"):
        table.play(HOUSE, StartGame())


def test_4_1_every_seat_has_a_record_of_its_own() -> None:
    table = started(3)
    table.play(1, Bid(500))
    assert [player.bid for player in table.state.players] == [None, 500, None]


def test_4_2_every_country_starts_alike() -> None:
    """Rules 4.2, 4.3: nothing has happened."""
    table = started(2)
    austria = table.nation("Austria")
    assert austria.factories == ("Budapest", "Vienna")
    assert austria.available_bonds == (1, 2, 3, 4, 5, 6, 7, 8)
    for nation in table.state.nations:
        assert (nation.money, nation.points, nation.space) == (0, 0, "center")
        assert (nation.leadership, nation.gov, nation.off_limits) == ((), "dictatorship", False)
        assert (nation.last_tax, nation.tax_chips, nation.fleets, nation.armies) == (5, (), (), ())
    state = table.state
    assert (state.round, state.turn_id, state.same_turn, state.undo) == (1, 0, False, None)


@pytest.mark.parametrize(("seats", "cents"), [(2, 3050), (3, 2033), (4, 1525), (5, 1220), (6, 1017)])
def test_4_4_the_money_is_shared_to_two_decimals(seats: int, cents: int) -> None:
    """Rules 4.4, 23.1, 25.17: treasuries start empty; 61 / 6 is 10.17, two cents more than 61 in all."""
    table = started(seats)
    assert table.cash() == [cents] * seats
    assert cents == float(f"{6100 / seats:.0f}")
    assert IMPERIAL.conserved(table.state)["money"] == cents * seats
    assert table.state.mode == "bid"
    assert table.state.nation_up == "Austria"


def test_4_5_only_those_who_can_pay_the_cheapest_stock_bid() -> None:
    table = started(2)
    for nation in ("Austria", "Italy"):
        assert table.state.nation_up == nation
        table.play(0, Bid(table.cash()[0] if nation == "Italy" else 2700))
        table.play(1, Bid(0))
        table.play(0, BuyBid(accept=True))

    assert table.cash()[0] == 0
    assert table.state.nation_up == "France"
    assert table.state.bidders == (1,)
    assert table.up() == [1]
    with refused("NOT_YOUR_TURN"):
        table.play(0, Bid(0))


def test_4_5_a_country_nobody_can_pay_for_is_skipped() -> None:
    table = started(2)
    for seat in (0, 1):
        table.play(seat, Bid(3050))
    first, second = table.state.bid_buy_order
    table.play(first, BuyBid(accept=True))
    events = table.play(second, BuyBid(accept=True))

    assert [event.nation for event in events if isinstance(event, AuctionClosed)] == [
        "Austria",
        "Italy",
        "France",
        "England",
        "Germany",
        "Russia",
    ]
    assert table.state.mode == "proposal"
    assert table.state.nation_up == "Austria"


@pytest.mark.parametrize("amount", [-1, 3051])
def test_4_6_a_bid_is_at_most_all_the_cash(amount: int) -> None:
    table = started(2)
    with refused("INVALID_AMOUNT"):
        table.play(0, Bid(amount))


def test_4_6_a_bid_is_placed_once_and_a_low_one_is_a_pass() -> None:
    table = started(2)
    table.play(0, Bid(199))
    with refused("ALREADY_SUBMITTED"):
        table.play(0, Bid(300))
    events = table.play(1, Bid(201))
    assert only(events, BidsRevealed).bid_buy_order == (1,)


def test_4_7_bids_are_revealed_highest_first() -> None:
    table = started(4)
    for seat, amount in enumerate((300, 950, 0)):
        assert tags(table.play(seat, Bid(amount))) == ["SUBMITTED", "BID_PLACED", "BID_SEALED"]
    revealed = only(table.play(3, Bid(400)), BidsRevealed)
    assert [(bid.seat, bid.amount) for bid in revealed.bids] == [(0, 300), (1, 950), (2, 0), (3, 400)]
    assert revealed.bid_buy_order == (1, 3, 0)


def test_4_7_chance_orders_equal_bids() -> None:
    orders = set()
    for seed in range(30):
        table = started(3, seed=f"{seed}")
        for seat in range(3):
            table.play(seat, Bid(900))
        orders.add(table.state.bid_buy_order)
    assert len(orders) == 6


def e1_bids(first: int) -> Table:
    for seed in range(100):
        table = started(3, seed=f"{seed}")
        for seat, amount in enumerate((950, 950, 300)):
            table.play(seat, Bid(amount))
        if table.state.bid_buy_order[0] == first:
            return table
    raise AssertionError


def test_e1_the_whole_bid_is_paid_for_the_best_stock_left() -> None:
    """Rules 4.8, E1: 4 for 950, 3 for 950, 1 for 300."""
    table = e1_bids(first=0)
    for seat in (0, 1, 2):
        table.play(seat, BuyBid(accept=True))
    owned = [[bond.denomination for bond in player.bonds] for player in table.state.players]
    assert owned == [[4], [3], [1]]
    assert table.nation("Austria").money == 2200
    assert table.cash() == [2033 - 950, 2033 - 950, 2033 - 300]


def test_e2_whoever_declines_leaves_the_stock_to_the_next() -> None:
    table = e1_bids(first=0)
    table.play(0, BuyBid(accept=False))
    table.play(1, BuyBid(accept=True))
    assert [bond.denomination for bond in table.player(1).bonds] == [4]
    assert table.cash()[0] == 2033


def test_4_8_whoever_can_afford_nothing_left_is_not_asked() -> None:
    table = started(3)
    for seat, amount in enumerate((250, 250, 250)):
        table.play(seat, Bid(amount))
    table.play(table.up()[0], BuyBid(accept=True))
    assert table.state.nation_up == "Italy"
    assert table.state.mode == "bid"


def test_4_9_without_any_purchase_the_auction_is_repeated_once() -> None:
    """Rules 4.9, 20.2: then the game ends unsold, scored by cash."""
    table = started(2)
    events = []
    while table.state.mode == "bid":
        events += table.play(table.up()[0], Bid(0))
    assert sum(isinstance(event, AuctionRepeated) for event in events) == 1
    assert sum(isinstance(event, AuctionClosed) for event in events) == 12
    ended = only(events, GameEnded)
    assert (ended.ending, ended.scores) == ("unsold", (3050, 3050))
    assert [standing.place for standing in ended.standings] == [1, 1]


def test_4_9_a_repeated_auction_may_sell() -> None:
    table = started(2)
    for _ in range(12):
        table.play(table.up()[0], Bid(0))
    assert table.state.auction_repeated
    table.play(0, Bid(200))
    table.play(1, Bid(0))
    table.play(0, BuyBid(accept=True))
    for _ in range(10):
        table.play(table.up()[0], Bid(0))
    assert table.state.mode == "proposal"


def test_4_10_the_richest_seat_comes_first_and_takes_the_card() -> None:
    table = auctioned({"Austria": [900, 200, 400]}, 3)
    assert [player.order for player in table.state.players] == [3, 1, 2]
    assert [player.investor for player in table.state.players] == [False, True, False]


def test_4_10_chance_orders_equal_cash() -> None:
    others = {
        auctioned({"Austria": [600, 0, 0]}, 3, seed=f"{seed}").state.players[1].order for seed in range(20)
    }
    assert others == {1, 2}


def test_4_10_without_the_card_nobody_takes_it() -> None:
    table = auctioned({"Austria": [900, 200, 400]}, 3, investor_card=False)
    assert not any(player.investor for player in table.state.players)


def test_4_11_the_first_country_with_a_leader_begins_round_1() -> None:
    table = auctioned({"France": [900, 200, 400], "Germany": [900, 0, 0]}, 3)
    assert (table.state.nation_up, table.state.round, table.state.mode) == ("France", 1, "proposal")
    with refused("WRONG_MODE"):
        table.play(0, Bid(0))
    with refused("WRONG_MODE"):
        table.play(0, BuyBid(accept=True))


def test_e21_fixed_three_seats() -> None:
    """Rules 4.12, E21: two flags each, with the partners' small stock."""
    table = started(3, start="fixed")
    seat = next(seat for seat, player in enumerate(table.state.players) if holds(player, "Austria", 4))
    owned = {(bond.nation, bond.denomination) for bond in table.player(seat).bonds}
    assert owned == {("Austria", 4), ("England", 4), ("Germany", 1), ("Russia", 1)}
    assert table.cash() == [200, 200, 200]
    assert [nation.money for nation in table.state.nations] == [1100] * 6


def holds(player: Player, nation: str, bond: int) -> bool:
    return any((owned.nation, owned.denomination) == (nation, bond) for owned in player.bonds)


@pytest.mark.parametrize(("seats", "flags"), [(2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_4_12_chance_deals_the_flags(seats: int, flags: int) -> None:
    dealt = set()
    for seed in range(8):
        table = Table(IMPERIAL.start(Options(start="fixed"), [SeatSpec()] * seats), f"{seed}")
        begun = only(table.play(HOUSE, StartGame()), GameStarted)
        assert [len(each) for each in begun.flags] == [flags] * seats
        dealt.add(begun.flags)
        sold = sum(nation.money for nation in table.state.nations)
        assert sold == seats * flags * 1100
        assert table.state.mode == "proposal"
    assert len(dealt) > 1


def test_4_13_the_seat_after_the_first_leader_is_first() -> None:
    table = Table(IMPERIAL.start(Options(start="fixed"), [SeatSpec()] * 4), "flags")
    events = table.play(HOUSE, StartGame())
    first = only(events, CountryStarted)
    order = only(events, OrderSet)
    leader = table.nation(first.nation).leadership[0]
    assert order.order[(leader + 1) % 4] == 1
    assert order.investor == (leader + 1) % 4
    ranks = [order.order[(leader + 1 + step) % 4] for step in range(4)]
    assert all(other - one == 1 for one, other in pairwise(ranks))
    assert table.up() == [leader]
    assert any(isinstance(action, Propose) for action in table.legal(leader))
