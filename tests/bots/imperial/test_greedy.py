from collections.abc import Sequence
from typing import Any

import pytest

from rondel.arena.play import play_out
from rondel.bots.bot import Bot
from rondel.bots.imperial.greedy import NEVER, GreedyEvaluator, greedy
from rondel.bots.random import random
from rondel.bots.registry import bots_of
from rondel.games.imperial.actions import (
    Action,
    Agree,
    AnswerPeace,
    Bid,
    BuyBid,
    BuyStock,
    MoveUnit,
    PauseClock,
    Propose,
    PuntBuy,
    Vote,
    VotePeace,
)
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.knows import Known
from rondel.games.imperial.options import Options
from rondel.games.imperial.view import View
from rondel.kernel import Chance
from rondel.laws.draw import draw_options
from rondel.laws.walk import Seeded
from tests.games.imperial.table import Table, imports, playing, started


def chosen(table: Table, seat: int = 0) -> Action:
    legal = table.legal(seat)
    action = greedy(IMPERIAL.knows(table.state, seat), table.view(seat), legal, Chance.of_seed(1))
    assert action in legal
    return action


def mind(table: Table, seat: int = 0) -> GreedyEvaluator:
    return GreedyEvaluator(IMPERIAL.knows(table.state, seat))


def test_the_greedy_player_is_on_the_shelf() -> None:
    assert bots_of(IMPERIAL)["greedy"] is greedy


class Watched:
    """A bot that is asked again in an imagined world, and must choose the same."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, known: Known, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        self.calls += 1
        action = greedy(known, view, legal, chance)
        assert action in legal
        if self.calls % 7 == 0:
            assert view.you is not None
            world = IMPERIAL.imagine(known, chance)
            twin = greedy(IMPERIAL.knows(world, view.you), view, IMPERIAL.legal(world, view.you), chance)
            assert twin == action
        return action


@pytest.mark.untraced
@pytest.mark.parametrize("number", range(5))
def test_a_bot_finishes_games_of_any_kind_by_what_it_knows_alone(number: int) -> None:
    options = draw_options(IMPERIAL, Seeded(f"imperial bots {number}"))
    bots: list[Bot] = [Watched() for _ in range(2 + number % 5)]
    played = play_out(IMPERIAL, options, bots, seed=f"{number}", max_steps=20_000)
    assert played.ending in IMPERIAL.endings


@pytest.mark.untraced
def test_greedy_games_end_by_points() -> None:
    for seats in (2, 5):
        bots: list[Bot] = [greedy] * seats
        played = play_out(IMPERIAL, Options(), bots, seed=f"{seats}", max_steps=20_000)
        assert played.ending == "power_25"


@pytest.mark.untraced
def test_greedy_beats_chance() -> None:
    wins = 0
    for number in range(4):
        bots: list[Bot] = [greedy, random] if number % 2 else [random, greedy]
        outcome = play_out(IMPERIAL, Options(), bots, seed=f"{number}", max_steps=20_000).outcome
        assert outcome is not None
        wins += outcome.winners == (1 - number % 2,)
    assert wins == 4


def test_bids_are_prices_and_leave_something_for_the_others() -> None:
    table = started(2)
    assert chosen(table) == Bid(1200)
    assert mind(table).worth(Bid(1000)) < 0


def test_a_bid_is_only_paid_for_what_it_is_worth() -> None:
    table = started(3)
    for seat, amount in enumerate((900, 900, 900)):
        table.play(seat, Bid(amount))
    first, second, third = table.state.bid_buy_order
    assert chosen(table, first) == BuyBid(accept=True)
    table.play(first, BuyBid(accept=True))
    assert chosen(table, second) == BuyBid(accept=False)
    table.play(second, BuyBid(accept=True))
    assert chosen(table, third) == BuyBid(accept=False)


MANY = ("Romania", "Greece", "Turkey", "Bulgaria", "Tunis", "Ionian Sea")


def test_taxes_are_collected_when_they_pay() -> None:
    rich: dict[str, Any] = {"chips": {"Austria": MANY}, "money": {"Austria": 500}}
    assert chosen(playing({"Austria": {0: [4]}}, seats=2, **rich)) == Propose("Taxation")
    poor = playing({"Austria": {0: [4]}}, seats=2, money={"Austria": 800})
    assert chosen(poor) != Propose("Taxation")


def test_the_game_is_ended_by_whoever_wins_it() -> None:
    end: dict[str, Any] = {"points": {"Austria": 24}, "chips": {"Austria": MANY}}
    assert chosen(playing({"Austria": {0: [4], 1: [1]}}, **end)) == Propose("Taxation")
    behind = playing({"Austria": {0: [4], 1: [1]}}, cash=[0, 9000], **end)
    assert chosen(behind) != Propose("Taxation")
    tired = playing({"Austria": {0: [4], 1: [1]}}, cash=[0, 9000], round=60, **end)
    assert chosen(tired) == Propose("Taxation")


def test_a_proposal_is_worth_the_same_from_both_sides_of_the_table() -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}}, spaces={"Austria": "Investor"}, cash=2000)
    table.propose(0, "Factory", factory_loc="Prague")
    opposition = mind(table, 1)
    assert opposition.worth(Agree()) == opposition.proposed(1)
    table.propose(1, "Import", imports=imports("army Vienna", "army Prague"))
    for seat in (0, 1, 2):
        judge = mind(table, seat)
        best = max((1, 2), key=judge.proposed)
        assert chosen(table, seat) == Vote(1 if best == 1 else 2)


def test_a_factory_without_a_site_is_worth_nothing() -> None:
    homes = ("Budapest", "Lemberg", "Prague", "Trieste", "Vienna")
    table = playing({"Austria": {0: [4]}}, seats=2, factories={"Austria": homes})
    assert mind(table).plan("Austria", Propose("Factory"), 0) == 0


def test_fees_hurt_their_author_and_the_card_pays() -> None:
    table = playing({"Austria": {0: [4]}}, seats=2, spaces={"Austria": "Taxation"}, card=0)
    near, far = Propose("R-Maneuver"), Propose("L-Produce")
    thinker = mind(table)
    assert thinker.plan("Austria", near, 0) == 200
    assert thinker.plan("Austria", far, 0) == 200 - 400
    assert thinker.plan("Austria", far, 1) == 200


def test_units_go_where_chips_can_be_laid() -> None:
    table = playing({"Italy": {0: [4]}}, seats=2, up="Italy", fleets={"Italy": ["Naples", "Naples"]})
    table.propose(0, "L-Maneuver")
    assert chosen(table) == MoveUnit("Western Med", "")
    table.play(0, MoveUnit("Western Med", ""))
    assert mind(table).worth(MoveUnit("Western Med", "")) == 0


def test_moves_are_weighed() -> None:
    bonds: dict[str, Any] = {"Italy": {0: [4]}, "Austria": {1: [4]}, "France": {0: [8]}}
    table = playing(
        bonds,
        up="Italy",
        armies={"Italy": ["Rome"]},
        chips={"Austria": ["Tunis"], "France": ["Spain"], "Italy": ["Greece"]},
    )
    table.propose(0, "L-Maneuver")
    worth = mind(table).worth
    assert worth(MoveUnit("Tunis", "")) > worth(MoveUnit("Algeria", "")) > worth(MoveUnit("Spain", ""))
    assert worth(MoveUnit("Spain", "")) > worth(MoveUnit("Greece", "")) > 0
    assert worth(MoveUnit("Vienna", "hostile")) > 0 > worth(MoveUnit("Paris", "hostile"))
    assert worth(MoveUnit("Trieste", "peace")) > worth(MoveUnit("Trieste", "war Austria army"))
    assert worth(PauseClock()) == NEVER


@pytest.mark.parametrize(("place", "accept"), [("Belgium", True), ("Cologne", False)])
def test_peace_is_made_except_at_home(place: str, accept: bool) -> None:
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4]}},
        up="France",
        armies={"France": ["Belgium" if place == "Cologne" else "Paris"], "Germany": [place]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, place, "peace")
    assert chosen(table, 1) == AnswerPeace(accept=accept)


def test_peace_is_voted_on_alike() -> None:
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4], 2: [3], 3: [2]}},
        up="France",
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    assert chosen(table, 2) == VotePeace(accept=True)


def test_stock_is_bought_where_it_will_pay() -> None:
    table = playing(
        {"Austria": {0: [4]}, "Italy": {1: [4]}},
        spaces={"Austria": "R-Produce"},
        points={"Italy": 20},
        cash=2000,
    )
    table.propose(0, "R-Maneuver")
    bought = chosen(table)
    assert isinstance(bought, BuyStock)
    assert bought.nation == "Italy"
    thinker = mind(table)
    assert thinker.purchase(BuyStock("Russia", 1)) > thinker.purchase(BuyStock("Austria", 1))
    assert thinker.worth(PuntBuy()) == 0
