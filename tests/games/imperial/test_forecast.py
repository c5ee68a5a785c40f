"""Imperial, 17.12: what the forecast of an action says is what then happens."""

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from rondel.games.imperial.actions import (
    AGREE,
    DEFER,
    PASS,
    Action,
    AnswerPeace,
    Bid,
    BuyBid,
    BuyStock,
    MoveUnit,
    PauseClock,
    Propose,
    Vote,
    VotePeace,
)
from rondel.games.imperial.forecast import Cost, Forecast
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import Loss
from rondel.kernel import Viewer
from rondel.laws.walk import Seeded
from tests.games.imperial.forecasts import WEB_TESTS, courses, recorded
from tests.games.imperial.foretold import Sweep, forecasting
from tests.games.imperial.table import Table, imports, playing, refused, started

SEEN: Final[dict[str, set[tuple[str, ...]]]] = {
    "AGREE": {()},
    "ANSWER_PEACE": {("plan",)},
    "BID": {("bids",)},
    "BUY_BID": {()},
    "BUY_STOCK": {()},
    "DEFER_UNIT": {("plan",)},
    "MOVE_UNIT": {(), ("plan",), ("peace",)},
    "PROPOSE": {(), ("plan",), ("opposition",), ("vote",)},
    "PUNT_BUY": {()},
    "REFUSED": {()},
    "VOTE": {("vote",)},
    "VOTE_PEACE": {("peace", "plan")},
    "WAYS": {()},
    "ASKS": {()},
    "REJECTED_BY": {()},
}
"""Kinds of actions, and what they waited for: a sweep that met less has shown nothing."""


@pytest.mark.untraced
@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_17_12_what_is_forecast_is_what_happens(count: int) -> None:
    """Every action of many positions, in the true State and in one that looks alike; some seconds."""
    sweep = Sweep(Seeded("c"))

    sweep.look_at_all(count)

    for kind, waits in SEEN.items():
        assert waits <= {seen for name, seen in sweep.seen if name == kind}, kind


def _more_cash(forecast: Forecast) -> Forecast:
    return (
        forecast
        if forecast.cash is UNSET
        else replace(forecast, cash=(*forecast.cash[:-1], (forecast.cash[-1] or 0) + 1))
    )


def _no_fee(forecast: Forecast) -> Forecast:
    return forecast if forecast.cost is UNSET else replace(forecast, cost=replace(forecast.cost, fee=0))


def _no_losses(forecast: Forecast) -> Forecast:
    return forecast if forecast.losses is UNSET else replace(forecast, losses=forecast.losses[1:])


def _lower_bond(forecast: Forecast) -> Forecast:
    return forecast if not forecast.bond else replace(forecast, bond=forecast.bond - 1)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("field", "planted"),
    [("cash", _more_cash), ("cost", _no_fee), ("losses", _no_losses), ("bond", _lower_bond)],
)
def test_17_12_a_wrong_figure_is_found(field: str, planted: Callable[[Forecast], Forecast]) -> None:
    def forecast(known: Known, action: Action) -> Forecast | None:
        correct = forecasting(known, action)
        return None if correct is None else planted(correct)

    sweep = Sweep(Seeded("a wrong figure"), forecast)

    with pytest.raises(AssertionError, match=f"'{field}': "):
        sweep.look_at_all(200)


def foretold(table: Table, viewer: Viewer, action: Action) -> Any:
    """The forecast of the action for this viewer."""
    return forecasting(IMPERIAL.knows(table.state, viewer), action)


# Examples.


def test_17_12_interest_is_forecast_with_its_shortfall() -> None:
    """Rules 17.12, 7.9, E12: treasury 300, holdings 5, 3, 1; the leader pays what is missing."""
    table = playing({"Austria": {0: [5], 1: [3], 2: [1]}}, cash=[700, 0, 0], money={"Austria": 300})

    forecast = foretold(table, 0, Propose("Investor"))

    assert forecast.waits_for == ()
    assert forecast.cost == Cost(payer=0, fee=0, price=600, from_treasury=300)
    assert forecast.interest == (500, 300, 100)
    assert forecast.cash[:2] == (600 + 200, 300)  # seat 0 has the card
    assert forecast.nations["Austria"].money == 0
    assert forecast.buyers[0] == 0


def test_17_12_taxes_are_forecast_with_points_and_bonus() -> None:
    """Rules 17.12, 7.7: what the treasury keeps, the points, and who gets how much of the bonus."""
    table = playing(
        {"Austria": {0: [5], 1: [3], 2: [1]}},
        money={"Austria": 300},
        chips={"Austria": ["Romania", "Tunis", "Belgium", "Denmark", "Greece", "Turkey"]},
        factories={"Austria": ["Vienna", "Budapest", "Trieste"]},
        last_tax={"Austria": 8},
    )

    forecast = foretold(table, 0, Propose("Taxation"))

    assert forecast.bonus == (300, 100, 0)
    assert forecast.cash == (1300, 1100, 1000)
    assert forecast.nations["Austria"].points == 7
    assert forecast.nations["Austria"].money == 300 + 1200 - 400


def test_17_12_the_end_of_the_game_is_forecast() -> None:
    table = playing({"Austria": {0: [5]}}, points={"Austria": 24}, chips={"Austria": ["Romania", "Tunis"]})

    assert foretold(table, 0, Propose("Taxation")).ending == "power_25"


def test_17_12_a_proposal_waits_for_the_opposition_and_its_rival_for_a_vote() -> None:
    """Rules 17.12, 5.8: the figures are those of the case that the proposal is accepted."""
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}}, money={"Austria": 100})
    bought = Propose("Import", imports=imports("army Vienna", "army Prague"))

    forecast = foretold(table, 0, bought)
    table.play(0, Propose("Taxation"))
    rival = foretold(table, 1, bought)

    assert forecast.waits_for == ("opposition",)
    assert forecast.cost == Cost(payer=0, price=100, from_treasury=100)
    assert rival.waits_for == ("vote",)
    assert rival.cost == Cost(payer=1, price=100, from_treasury=100)
    assert forecast.nations["Austria"].armies == rival.nations["Austria"].armies == 2
    assert foretold(table, 1, Propose("Taxation")).waits_for == ()  # the same is an agreement (5.8)
    assert foretold(table, 1, AGREE).waits_for == ()


def test_17_12_a_vote_is_forecast_as_if_its_side_won_whatever_others_voted() -> None:
    """Rules 17.12, 17.6: a sealed vote changes no forecast; the last vote waits for nothing."""
    table = playing(
        {"Austria": {0: [4], 1: [3], 2: [2]}}, cash=[0, 400, 0], money={"Austria": 100}, open_ballots=False
    )
    table.play(0, Propose("Taxation"))
    table.play(1, Propose("Factory", "Prague"))
    other = Table(table.state)

    first = foretold(table, 0, Vote(2))
    table.play(1, Vote(2))
    other.play(1, Vote(1))

    assert first.waits_for == ("vote",)
    assert first.cost == Cost(payer=1, price=400, from_treasury=100)
    assert foretold(table, 0, Vote(2)) == foretold(other, 0, Vote(2)) == first
    assert foretold(table, 2, Vote(2)) == foretold(other, 2, Vote(2))


def test_17_12_a_vote_that_decides_alone_waits_for_nothing() -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}}, open_ballots=True)
    table.play(0, Propose("Taxation"))
    table.play(1, Propose("L-Produce", army_produce=("Vienna",)))
    table.play(2, Vote(1))

    assert foretold(table, 0, Vote(1)).waits_for == ()
    assert foretold(table, 0, Vote(2)).waits_for == ("vote",)


def test_17_12_while_units_are_planned_only_the_fee_and_the_losses_so_far_are_certain() -> None:
    table = playing(
        {"Austria": {0: [4]}, "Italy": {1: [4]}},
        armies={"Austria": ["Trieste", "Vienna"], "Italy": ["Venice"]},
        spaces={"Austria": "Factory"},
    )
    walk = next(each for each in table.legal(0) if getattr(each, "space", "").endswith("Maneuver"))

    assert foretold(table, 0, walk) == Forecast(
        ("plan",), Cost(0, foretold(table, 0, walk).cost.fee), losses=()
    )
    table.play(0, walk)
    war = foretold(table, 0, MoveUnit("Venice", "war Italy army"))
    assert war.waits_for == ("plan",)
    assert war.losses == (Loss("Austria", "army", "Venice"), Loss("Italy", "army", "Venice"))
    assert foretold(table, 0, DEFER).losses == ()
    table.play(0, MoveUnit("Venice", "war Italy army"))
    last = foretold(table, 0, MoveUnit("Vienna", ""))
    assert last.waits_for == ()
    assert last.losses == war.losses
    assert (last.nations["Austria"].armies, last.nations["Italy"].armies) == (1, 0)


def test_17_12_what_an_offer_of_peace_comes_to_is_not_forecast() -> None:
    table = playing(
        {"Austria": {0: [4]}, "Italy": {1: [4]}}, armies={"Austria": ["Trieste"], "Italy": ["Venice"]}
    )
    table.play(0, Propose("L-Maneuver"))

    offer = foretold(table, 0, MoveUnit("Venice", "peace"))
    table.play(0, MoveUnit("Venice", "peace"))

    assert (offer.waits_for, offer.losses, offer.nations) == (("peace",), UNSET, UNSET)
    assert foretold(table, 1, AnswerPeace(accept=False)).nations["Italy"].armies == 0
    assert foretold(table, 1, AnswerPeace(accept=True)).nations["Italy"].armies == 1


def test_17_12_a_vote_on_peace_waits_for_the_others() -> None:
    table = playing(
        {"Austria": {0: [4]}, "Italy": {1: [4], 2: [3], 3: [2]}},
        armies={"Austria": ["Trieste"], "Italy": ["Venice"]},
    )
    table.play(0, Propose("L-Maneuver"))
    table.play(0, MoveUnit("Venice", "peace"))

    forecast = foretold(table, 1, VotePeace(accept=False))

    assert forecast.waits_for == ("peace",)
    assert forecast.nations["Italy"].armies == 0


def test_17_12_a_vote_on_peace_that_completes_a_rival_plan_waits_for_both_votes() -> None:
    table = playing(
        {"Austria": {0: [4], 1: [3], 2: [2]}, "Italy": {4: [4], 5: [3], 3: [2]}},
        armies={"Austria": ["Trieste"], "Italy": ["Venice"]},
    )
    table.play(0, Propose("Taxation"))
    table.play(1, Propose("L-Maneuver"))
    table.play(1, MoveUnit("Venice", "peace"))

    forecast = foretold(table, 4, VotePeace(accept=False))

    assert forecast.waits_for == ("peace", "vote")
    assert forecast.nations["Italy"].armies == 0


def test_17_12_who_pays_for_a_rival_plan_is_open_while_it_may_be_the_leaders_own() -> None:
    """Rules 17.12, 5.8: the same plan is an agreement, and the leader pays."""
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}}, armies={"Austria": ["Trieste"]})
    table.play(0, Propose("L-Maneuver"))
    table.play(0, MoveUnit("Trieste", ""))

    assert foretold(table, 1, Propose("L-Maneuver")).cost is UNSET
    assert foretold(table, 1, Propose("R-Maneuver")).cost.payer == 1
    table.play(1, Propose("L-Maneuver"))
    assert foretold(table, 1, MoveUnit("Trieste", "")).cost.payer == 0


def test_17_12_a_purchase_is_forecast_with_who_leads_after_it() -> None:
    """Rules 17.12, E13: the difference is paid, and who has most leads."""
    table = playing({"Austria": {1: [5], 0: [4]}}, cash=[500, 500], spaces={"Austria": "Taxation"})
    table.play(1, Propose("R-Maneuver"))  # past the Investor: the holder of the card gets 200

    forecast = foretold(table, 0, BuyStock("Austria", 6, 4))

    assert forecast.cost == Cost(payer=0, price=700)
    assert forecast.bond == 6
    assert table.nation("Austria").leadership == (1, 0)
    assert forecast.nations["Austria"].leadership == (0, 1)
    assert foretold(table, 0, PASS).cost is UNSET


def test_17_12_a_bid_is_forecast_by_what_it_buys_at_most() -> None:
    """Rules 17.12, 4.8: the bond if nobody bids more; nothing of what others pay."""
    table = started(3)

    forecast = foretold(table, 0, Bid(950))

    assert forecast == Forecast(("bids",), Cost(0, price=950), bond=4, cash=(2033 - 950, None, None))
    assert foretold(table, 0, Bid(199)) == Forecast(("bids",), Cost(0), bond=0, cash=(2033, None, None))
    table.play(1, Bid(1000))
    assert foretold(table, 0, Bid(950)) == forecast
    table.play(0, Bid(950))
    table.play(2, Bid(0))
    assert foretold(table, 1, BuyBid(accept=True)).buyers == (0,)


def test_17_12_what_is_refused_is_not_forecast() -> None:
    table = playing({"Austria": {0: [4], 1: [1]}}, timed=True)

    with refused("NOT_YOUR_TURN"):
        foretold(table, 1, Propose("Taxation"))
    with refused("NOT_SEATED"):
        foretold(table, None, Propose("Taxation"))
    with refused("WRONG_MODE"):
        foretold(table, 0, Bid(100))
    assert foretold(table, 0, PauseClock()) is None


@pytest.mark.parametrize(("name", "made"), [("forecasts", recorded), ("courses", courses)])
def test_17_12_the_web_client_is_tested_with_what_the_rules_say_today(
    name: str, made: Callable[[], dict[str, Any]]
) -> None:
    stored = json.loads((WEB_TESTS / f"{name}.json").read_text())

    assert made() == stored, "Run: uv run python -m tests.games.imperial.forecasts"
