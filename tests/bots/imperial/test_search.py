from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rondel.arena.play import play_out
from rondel.bots.bot import Bot
from rondel.bots.imperial import bots
from rondel.bots.imperial.forecast import Outlook
from rondel.bots.imperial.search import EASY, HARD, MEDIUM, Level, SearchEvaluator, candidates, player
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
    ResumeClock,
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
from tests.games.imperial.table import Table, playing, started
from tests.sample import sample

LEVELS = {"easy": EASY, "medium": MEDIUM, "hard": HARD}
MANY = ("Romania", "Greece", "Turkey", "Bulgaria", "Tunis", "Ionian Sea")


def chosen(table: Table, seat: int = 0, level: Level = HARD) -> Action:
    legal = table.legal(seat)
    bot = player(IMPERIAL, level)
    action: Action = bot(IMPERIAL.knows(table.state, seat), table.view(seat), legal, Chance.of_seed(1))
    assert action in legal
    return action


def mind(table: Table, seat: int = 0, level: Level = HARD) -> SearchEvaluator:
    return SearchEvaluator(IMPERIAL, level, IMPERIAL.knows(table.state, seat), Chance.of_seed(1))


class Watched:
    """A bot that chooses what is listed, within its budget, and is asked again in an imagined world."""

    def __init__(self, level: Level) -> None:
        self.level, self.calls, self.tried = level, 0, 0
        self.bot = player(replace(IMPERIAL, decide=self.decide), level)

    def decide(self, *arguments: Any) -> Any:
        self.tried += 1
        return IMPERIAL.decide(*arguments)

    def __call__(self, known: Known, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        self.calls += 1
        self.tried = 0
        action: Action = self.bot(known, view, legal, Chance.of_seed(self.calls))
        assert action in legal
        assert self.tried <= self.level.positions
        if self.calls % 7 == 0:
            assert view.you is not None
            world = IMPERIAL.imagine(known, chance)
            twin = self.bot(
                IMPERIAL.knows(world, view.you),
                IMPERIAL.view(world, view.you),
                IMPERIAL.legal(world, view.you),
                Chance.of_seed(self.calls),
            )
            assert twin == action
        return action


def test_the_levels_are_on_the_shelf_from_weak_to_strong() -> None:
    assert list(bots_of(IMPERIAL)) == ["random", "ismcts", "easy", "greedy", "medium", "hard"]
    assert bots(IMPERIAL).keys() == {"greedy", *LEVELS}


@pytest.mark.untraced
@pytest.mark.parametrize("number", sample(range(3), 1))
def test_every_level_finishes_games_of_any_kind_by_what_its_seat_knows_alone(number: int) -> None:
    options = draw_options(IMPERIAL, Seeded(f"imperial levels {number}"))
    levels = [*LEVELS.values()] * 2
    seated: list[Bot] = [Watched(level) for level in levels[: 2 + number % 5]]

    played = play_out(IMPERIAL, options, seated, seed=f"{number}", max_steps=20_000)

    assert played.ending in IMPERIAL.endings


@pytest.mark.untraced
@pytest.mark.parametrize(("level", "seats"), sample([("easy", 4), ("medium", 3), ("hard", 2)], 1))
def test_games_of_one_level_end_by_25_points(level: str, seats: int) -> None:
    alike: list[Bot] = [bots(IMPERIAL)[level]] * seats

    played = play_out(IMPERIAL, Options(), alike, seed=f"{seats}", max_steps=20_000)

    assert played.ending == "power_25"


@pytest.mark.untraced
def test_hard_beats_easy() -> None:
    wins = 0
    for number in range(4):
        names = ["hard", "easy"] if number % 2 else ["easy", "hard"]
        seated = [bots(IMPERIAL)[name] for name in names]
        outcome = play_out(IMPERIAL, Options(), seated, seed=f"order {number}", max_steps=20_000).outcome
        assert outcome is not None
        wins += outcome.winners == (1 - number % 2,)
    assert wins == 4


def bidding_at_random(bot: Bot) -> Bot:
    """The same bot after an auction by luck: otherwise two bots without luck play few different games."""

    def choose(known: Known, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        if view.mode != "bid":
            chosen_by_bot: Action = bot(known, view, legal, chance)
            return chosen_by_bot
        return chance.pick([bid for bid in legal if isinstance(bid, Bid) and bid.amount in view.prices[:5]])

    return choose


@pytest.mark.drawn(1 / 3)
@pytest.mark.untraced
def test_hard_beats_greedy_at_two_seats_whatever_they_begin_with() -> None:
    """Two auctions, played from both sides: four whole games."""
    wins = 0
    for number in range(4):
        names = ["hard", "greedy"] if number % 2 else ["greedy", "hard"]
        seated = [bidding_at_random(bots(IMPERIAL)[name]) for name in names]
        seed = f"auction {number // 2}"
        outcome = play_out(IMPERIAL, Options(), seated, seed=seed, max_steps=20_000).outcome
        assert outcome is not None
        wins += outcome.winners == (1 - number % 2,)
    assert wins >= 3


def test_a_bot_that_has_no_choice_does_not_think_and_never_touches_the_clock() -> None:
    table = playing({"Austria": {0: [4]}}, seats=2, timed=True)
    known, view = IMPERIAL.knows(table.state, 0), table.view(0)
    only = [PauseClock(), Propose("Taxation")]

    assert player(IMPERIAL, EASY)(known, view, only, Chance.of_seed(1)) == Propose("Taxation")
    for number in range(20):
        chosen_by_luck = player(IMPERIAL, Level(whim=1))(known, view, table.legal(0), Chance.of_seed(number))
        assert not isinstance(chosen_by_luck, PauseClock | ResumeClock)


def test_bids_are_a_fair_part_of_the_cash_for_every_nation_wanted() -> None:
    table = started(4)

    assert chosen(table) == Bid(600)
    for seat in range(4):
        table.play(seat, Bid(900))
    first, second, third = table.state.bid_buy_order[:3]
    assert chosen(table, first) == BuyBid(accept=True)
    table.play(first, BuyBid(accept=True))
    assert chosen(table, second) == BuyBid(accept=True)
    table.play(second, BuyBid(accept=True))
    assert chosen(table, third) == BuyBid(accept=False)


def test_a_seat_that_leads_enough_bids_for_a_share() -> None:
    table = started(6)
    for seat in range(6):
        table.play(seat, Bid(400 if seat else 600))
    table.play(0, BuyBid(accept=True))
    while table.state.mode == "buy-bid":
        table.play(table.state.bid_buy_order[0], BuyBid(accept=False))

    assert chosen(table, 0) == Bid(400)


def test_the_game_is_ended_by_the_seat_that_wins_it() -> None:
    end: dict[str, Any] = {"points": {"Austria": 24}, "chips": {"Austria": MANY}}
    bonds = {"Austria": {0: [4], 1: [1]}}

    assert chosen(playing(bonds, **end)) == Propose("Taxation")
    assert chosen(playing(bonds, cash=[0, 9000], **end)) != Propose("Taxation")
    assert chosen(playing(bonds, cash=[0, 9000], round=90, **end)) == Propose("Taxation")


def test_a_level_with_few_positions_tries_what_it_can() -> None:
    table = playing({"Austria": {0: [4]}}, seats=2, armies={"Austria": ["Vienna"] * 4})
    thinker = mind(table, level=Level(positions=5))

    assert thinker.proposal(Propose("L-Maneuver")) is None
    assert thinker.proposal(Propose("Taxation")) is not None
    assert chosen(table, level=Level(positions=1)) in table.legal(0)
    table.propose(0, "L-Maneuver")
    assert isinstance(chosen(table, level=Level(positions=5)), MoveUnit)


def test_of_imports_those_are_tried_that_lay_most_chips() -> None:
    table = playing({"Italy": {0: [4]}}, seats=2, up="Italy", money={"Italy": 900})
    tried = candidates(IMPERIAL.knows(table.state, 0), table.legal(0))
    imports = [action.imports.types for action in tried if action.space == "Import"]

    assert [len(types) for types in imports] == [0, 1, 2, 3]
    assert "fleet" in imports[1]
    assert len([action for action in tried if action.space == "Factory"]) == 1


def test_units_go_where_chips_can_be_laid_and_take_those_of_rivals() -> None:
    table = playing(
        {"Italy": {0: [6]}, "Austria": {1: [6]}},
        up="Italy",
        fleets={"Italy": ["Venice"]},
        chips={"Austria": ["Ionian Sea"]},
    )
    table.propose(0, "L-Maneuver")

    assert chosen(table) == MoveUnit("Ionian Sea", "")


def test_a_level_that_does_not_fight_goes_to_no_war() -> None:
    table = playing(
        {"Italy": {0: [6]}, "Austria": {1: [6]}},
        up="Italy",
        armies={"Italy": ["Venice"], "Austria": ["Trieste", "Vienna"]},
    )
    table.propose(0, "L-Maneuver")
    fights, keeps_peace = (
        [move.action_code for move in mind(table, level=level).moves(mind(table).known, table.legal(0))]
        for level in (HARD, MEDIUM)
    )

    assert any(code.startswith("war") for code in fights)
    assert not any(code.startswith("war") for code in keeps_peace)
    assert "peace" not in fights


DEMOCRACY: dict[str, Any] = {"Austria": {0: [4], 1: [3], 2: [2]}}


def test_a_proposal_of_a_democracy_is_judged_by_what_it_does() -> None:
    table = playing(DEMOCRACY, spaces={"Austria": "Investor"}, cash=2000, armies={"Austria": ["Vienna"]})
    leader = mind(table)

    known = leader.proposed(Propose("Factory", factory_loc="Prague"))
    assert known is not None
    assert "Prague" in known.view.nation_info["Austria"].factories
    assert isinstance(chosen(table), Propose)
    known = mind(table).proposed(Propose("R-Maneuver"))
    assert known is not None
    assert known.view.nation_info["Austria"].space == "R-Maneuver"


def test_the_opposition_agrees_or_counters_and_all_vote_for_what_is_best_for_them() -> None:
    table = playing(DEMOCRACY, spaces={"Austria": "Investor"}, cash=2000)
    table.propose(0, "Factory", factory_loc="Prague")
    opposition = mind(table, 1)

    agreed = opposition.counter(Agree())
    assert agreed == opposition.worth(opposition.agreed)
    assert opposition.counter(Propose("L-Produce")) is not None
    assert mind(table, 1, Level(positions=1)).counter(Propose("L-Produce")) is None
    assert chosen(table, 1) in table.legal(1)
    table.propose(1, "L-Produce")
    for seat in range(3):
        judge = mind(table, seat)
        best = max((1, 2), key=lambda number: judge.vote(Vote(1 if number == 1 else 2)))
        assert chosen(table, seat) == Vote(1 if best == 1 else 2)


@pytest.mark.parametrize("is_vote", [False, True])
def test_peace_is_refused_where_the_loss_of_both_units_pays(is_vote: bool) -> None:
    germany = {1: [4], 2: [3], 3: [2]} if is_vote else {1: [4]}
    table = playing(
        {"France": {0: [4]}, "Germany": germany},
        up="France",
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    judge = mind(table, 1)
    more = judge.campaign.unit_more
    answer: type[AnswerPeace | VotePeace] = VotePeace if is_vote else AnswerPeace

    assert judge.peace(answer(accept=True)) == 0
    assert judge.peace(answer(accept=False)) == -more["France"] - more["Germany"]
    assert chosen(table, 1) == answer(accept=judge.peace(answer(accept=False)) <= 0)


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
    assert mind(table, level=Level(positions=0)).purchase(PuntBuy()) is None


def test_a_seat_that_is_ahead_does_not_let_its_nations_stand_still() -> None:
    table = playing(
        {
            "Austria": {1: [5], 0: [3]},
            "Italy": {1: [3], 0: [2]},
            "France": {1: [3], 0: [2]},
            "England": {0: [2, 3]},
            "Germany": {0: [3], 1: [2]},
            "Russia": {0: [4], 1: [2]},
        },
        up="England",
        round=2,
        cash=[250, 1150],
        money={"England": 500, "Germany": 1000, "Russia": 1300, "Austria": 500, "Italy": 500, "France": 500},
        spaces={"England": "Factory", "Germany": "R-Produce", "Russia": "L-Maneuver"},
        factories={"England": ["London", "Liverpool", "Dublin"]},
    )
    thinker = mind(table)
    choice = chosen(table)

    assert isinstance(choice, Propose)
    after = thinker.proposed(choice)
    assert after is not None
    assert after.view.nation_info["England"].fleets
    assert thinker.forecast(after).rounds == thinker.rounds > Outlook(after).rounds
