"""Imperial, chapters 10 and 11: the investor phase, the end and the scores."""

from typing import Any

import pytest
from msgspec.structs import replace

from rondel.games.imperial.actions import Agree, BuyStock, PuntBuy
from rondel.games.imperial.events import (
    BuyPunted,
    GameEnded,
    InvestorEnded,
    InvestorStarted,
    StockBought,
    WheelMoved,
)
from rondel.games.imperial.score import cash_value, factors, score, standings
from rondel.kernel import Outcome, Standing
from tests.games.imperial.table import Table, only, playing, refused, tags

BOND: dict[str, Any] = {"Austria": {0: [4]}, "Italy": {1: [4]}}


def investing(bonds: Any = None, **where: Any) -> Table:
    """Austria lands on Investor."""
    table = playing(bonds or BOND, spaces={"Austria": "Taxation"}, **{"cash": 3000, **where})
    table.propose(table.up()[0], "Investor")
    return table


@pytest.mark.parametrize(
    ("setup", "here", "to", "due"),
    [
        ("standard", "Taxation", "Investor", True),
        ("standard", "R-Produce", "L-Produce", True),
        ("standard", "Investor", "Factory", False),
        ("standard", "center", "Investor", True),
        ("standard", "center", "R-Maneuver", False),
        ("classic", "Taxation", "Investor", True),
        ("classic", "L-Maneuver", "Import", True),
        ("classic", "Investor", "Import", False),
    ],
)
def test_e6_passing_investor(setup: str, here: str, to: str, due: bool) -> None:
    """Rules 10.1, E5, E6, E7: landing or passing; starting from it does not count."""
    table = playing(BOND, spaces={"Austria": here}, setup=setup, cash=3000)
    data = {"factory_loc": "Prague"} if to == "Factory" else {}
    events = table.propose(0, to, **data)
    assert only(events, WheelMoved).investor_due == due
    assert ("INVESTOR_STARTED" in tags(events)) == due


def test_e7_without_the_card_nothing_is_due_by_the_wheel() -> None:
    """Rules 10.1, 10.11, E7: classic, Taxation to Investor, four steps."""
    table = playing(BOND, spaces={"Austria": "Taxation"}, setup="classic", cash=3000, investor_card=False)
    moved = only(table.propose(0, "Investor"), WheelMoved)
    assert (moved.steps, moved.fee, moved.investor_due) == (4, 200, False)


def test_10_2_the_holder_receives_200() -> None:
    table = playing(BOND, spaces={"Austria": "R-Produce"}, card=1)
    started = only(table.propose(0, "R-Maneuver"), InvestorStarted)
    assert (started.holder, started.bonus, started.buyers) == (1, 200, (1,))
    assert table.cash() == [1000, 1200]
    assert table.state.swiss_set == ()


def test_10_2_without_a_holder_order_1_takes_the_card() -> None:
    table = playing(BOND, spaces={"Austria": "R-Produce"}, card=None)
    assert only(table.propose(0, "R-Maneuver"), InvestorStarted).holder == 0


def test_10_3_the_swiss_punted_before_or_lead_nothing() -> None:
    """Rules 10.3, 25.13: opposition in a democracy is no Swiss; no holders, no leader."""
    bonds = {"Austria": {0: [4], 1: [3], 2: [2]}, "Italy": {0: [4], 3: [1]}}
    table = playing(bonds, spaces={"Austria": "R-Produce"}, card=0)
    table.propose(0, "R-Maneuver")
    started = only(table.play(1, Agree()), InvestorStarted)
    assert started.buyers == (0, 3, 2)
    assert set(started.swiss) == {2, 3}


def test_10_3_whoever_punted_buys_next_time_and_nobody_twice() -> None:
    table = playing(BOND, spaces={"Austria": "R-Produce", "Italy": "R-Produce"}, card=0)
    table.propose(0, "R-Maneuver")
    table.play(0, PuntBuy())
    assert table.player(0).swiss
    started = only(table.propose(1, "R-Maneuver"), InvestorStarted)
    assert started.buyers == (1, 0)


def test_e20_the_order_of_the_swiss() -> None:
    """Rules 10.4, E20: orders 1 to 4, holder 2, Swiss 1 and 4."""
    bonds = {"Austria": {1: [4]}, "Italy": {2: [4]}}
    for way, buyers in (("backward", (1, 0, 3)), ("forward", (1, 3, 0))):
        table = playing(bonds, seats=4, spaces={"Austria": "R-Produce"}, card=1, swiss_order=way)
        assert only(table.propose(1, "R-Maneuver"), InvestorStarted).buyers == buyers


def test_10_5_whoever_can_afford_nothing_punts_automatically() -> None:
    table = playing(BOND, spaces={"Austria": "R-Produce"}, card=0, cash=[0, 0])
    table.state = replace(
        table.state,
        nations=tuple(
            replace(nation, available_bonds=nation.available_bonds[3:]) for nation in table.state.nations
        ),
    )
    events = table.propose(0, "R-Maneuver")
    passed = only(events, BuyPunted)
    assert (passed.seat, passed.automatic) == (0, True)
    assert only(events, InvestorEnded).swiss == (0,)
    assert table.state.nation_up == "Italy"


def test_e13_a_stock_is_traded_in_for_a_higher_one() -> None:
    """Rules 10.6, E13: own 4 (900), cash 700, take 6 (1600)."""
    table = investing({"Austria": {1: [4]}, "Italy": {0: [4]}}, cash=[500, 3000], card=0)
    bought = only(table.play(0, BuyStock("Italy", 6, 4)), StockBought)
    assert bought.paid == 700
    assert table.cash()[0] == 0
    assert table.nation("Italy").money == 700
    assert table.nation("Italy").available_bonds == (1, 2, 3, 4, 5, 7, 8)
    assert [(owned.nation, owned.denomination) for owned in table.player(0).bonds] == [("Italy", 6)]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (BuyStock("Atlantis", 1), "WRONG_COUNTRY"),
        (BuyStock("Austria", 4), "STOCK_NOT_AVAILABLE"),
        (BuyStock("Austria", 9), "STOCK_NOT_AVAILABLE"),
        (BuyStock("Austria", 5, 3), "NOT_OWNED"),
        (BuyStock("Italy", 5, 4), "NOT_OWNED"),
        (BuyStock("Austria", 3, 4), "NOT_HIGHER"),
        (BuyStock("Austria", 8), "CANNOT_AFFORD"),
    ],
)
def test_10_6_what_cannot_be_bought(action: BuyStock, code: str) -> None:
    """Rules 10.6, 23.1: missing denominations, and stock that is not owned."""
    table = investing(cash=2000)
    with refused(code):
        table.play(0, action)
    assert action not in table.legal(0)


def test_10_6_a_country_is_off_limits_after_a_purchase() -> None:
    table = investing({"Austria": {0: [4]}, "Italy": {0: [3]}}, seats=2)
    table.play(0, BuyStock("France", 1))
    assert table.up() == [1]
    assert table.nation("France").off_limits
    with refused("OFF_LIMITS"):
        table.play(1, BuyStock("France", 2))
    assert not any(getattr(action, "nation", "") == "France" for action in table.legal(1))
    table.play(1, PuntBuy())
    assert not table.nation("France").off_limits


def test_10_7_a_punt_is_remembered() -> None:
    table = investing(seats=3)
    table.play(0, PuntBuy())
    assert table.state.swiss_set == (0,)
    assert table.up() == [2]


def test_10_8_the_card_passes_whatever_its_holder_did() -> None:
    table = investing(card=1)
    ended = only(table.play(1, BuyStock("France", 1)), InvestorEnded)
    assert (ended.next_holder, ended.swiss) == (0, ())
    assert [player.investor for player in table.state.players] == [True, False]
    assert table.state.swiss_set is None


def test_10_9_nobody_can_stop_a_country_from_passing_investor() -> None:
    table = playing(BOND, spaces={"Austria": "R-Produce"})
    table.propose(0, "R-Maneuver")
    assert table.nation("Austria").space == "R-Maneuver"


def test_10_10_available_stock_is_a_sorted_list() -> None:
    table = investing({"Austria": {0: [1, 2, 3, 4, 5, 6, 7]}, "Italy": {1: [4]}}, cash=9000)
    table.play(0, BuyStock("Austria", 8))
    assert table.view(1).nation_info["Austria"].available_bonds == ()


def test_10_11_without_the_card_everybody_buys_after_every_turn() -> None:
    bonds = {"Austria": {1: [4]}, "Italy": {0: [4]}}
    table = playing(bonds, seats=3, investor_card=False, cash=1000)
    started = only(table.propose(1, "L-Produce"), InvestorStarted)
    assert (started.holder, started.bonus, started.buyers, started.swiss) == (None, 0, (1, 2, 0), (2,))
    assert table.state.swiss_set is None
    with refused("WRONG_COUNTRY"):
        table.play(1, BuyStock("France", 1))
    table.play(1, BuyStock("Austria", 1))
    table.play(2, BuyStock("Italy", 1))
    assert not table.nation("Austria").off_limits
    ended = only(table.play(0, PuntBuy()), InvestorEnded)
    assert (ended.next_holder, ended.swiss) == (None, ())
    assert not any(player.swiss for player in table.state.players)
    assert table.state.nation_up == "Italy"


def test_11_1_the_game_ends_the_moment_a_country_has_25_points() -> None:
    """Rules 11.1, 20.1, 25.10: fee and bonus are paid, no investor phase follows."""
    table = playing(
        BOND,
        spaces={"Austria": "Investor"},
        points={"Austria": 24},
        chips={"Austria": ["Romania", "Greece"]},
        cash=2000,
    )
    events = table.propose(0, "Taxation")
    assert tags(events)[-2:] == ["TAXES_COLLECTED", "GAME_ENDED"]
    ended = only(events, GameEnded)
    assert (ended.ending, ended.nation) == ("power_25", "Austria")
    assert table.cash()[0] == 2000 - 600 + 100
    assert (table.state.mode, table.up()) == ("game-over", [])


def test_e14_a_score() -> None:
    """Rules 11.2, E14: 17 points, holding 5, cash 325, modifier -1."""
    table = playing({"Austria": {0: [5]}}, points={"Austria": 17}, cash=325)
    player = replace(table.player(0), score_modifier=-1)
    assert score(factors(table.state), player) == 1725


def test_11_2_treasuries_do_not_count() -> None:
    table = playing({"Austria": {0: [5]}}, points={"Austria": 4}, cash=100, money={"Austria": 5000})
    assert score(factors(table.state), table.player(0)) == 100


def test_11_3_ties_are_broken_by_holdings_then_cash() -> None:
    table = playing(
        {"Italy": {0: [4], 1: [1]}, "Austria": {1: [3]}, "France": {2: [1]}},
        points={"Italy": 10, "Austria": 10},
        cash=0,
        seats=4,
    )
    places = {each.seat: each.place for each in standings(table.state, (500, 500, 500, 500))}
    # Austria comes before Italy in country order, both have ten points
    assert places == {1: 1, 0: 2, 2: 3, 3: 4}
    even = playing({"Italy": {0: [4]}}, seats=3, cash=[0, 5, 5])
    places = {each.seat: each.place for each in standings(even.state, (9, 7, 7))}
    assert places == {0: 1, 1: 2, 2: 2}


def test_11_3_the_outcome_names_the_winners() -> None:
    table = playing({"Austria": {0: [4]}}, seats=2, max_rounds=1, cash=[100, 100])
    table.propose(0, "L-Produce")
    outcome = table.game.outcome(table.state)
    assert outcome == Outcome("round_limit", (Standing(0, 1, 100), Standing(1, 2, 100)), (0,))


def test_11_4_cash_value_is_shown_and_never_scored() -> None:
    table = playing({"Austria": {0: [5]}, "Italy": {0: [1]}}, cash=100)
    assert cash_value(table.player(0)) == 1300
    assert table.view(None).player_info[0].cash_value == 1300
