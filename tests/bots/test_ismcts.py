from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from rondel.arena.play import play_out
from rondel.bots.bot import Bot
from rondel.bots.ismcts import UNDECIDED, Simulations, Time, ismcts, worth
from rondel.bots.random import random
from rondel.games.cambio.actions import CallCambio, DrawCard, SwapCard
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.decks.options import Options as DecksOptions
from rondel.kernel import AnyGame, Chance, Outcome, Refusal, Standing
from rondel.laws.draw import draw_options
from rondel.wire.registry import load_game
from tests.games.cambio.table import Table, deal
from tests.laws.lots import LOTS
from tests.laws.lots import Options as LotsOptions

DECKS = load_game("decks")
FEW = Simulations(6)


def choose_action(bot: Bot, table: Table, seat: int = 0, rng: int = 1) -> Any:
    return bot(CAMBIO.knows(table.state, seat), table.view(seat), table.legal(seat), Chance.of_seed(rng))


def listed_only(bot: Bot) -> Bot:
    def choose(known: Any, view: Any, legal: Sequence[Any], chance: Chance) -> Any:
        action = bot(known, view, legal, chance)
        assert action in legal
        return action

    return choose


def wins(game: AnyGame, options: Any, bot: Bot, games: int) -> float:
    """The share of the wins against one random player, sitting first and second in turn."""
    won = 0.0
    for number in range(games):
        bots = [bot, random] if number % 2 == 0 else [random, bot]
        outcome = play_out(game, options, bots, seed=f"match {number}", max_steps=2000).outcome
        assert outcome is not None
        won += (number % 2 in outcome.winners) / len(outcome.winners)
    return won / games


def test_it_beats_random_players_at_an_auction() -> None:
    assert wins(LOTS, LotsOptions(rounds=1), ismcts(LOTS, Simulations(25)), 40) > 0.8


def test_a_hand_that_cannot_lose_is_called() -> None:
    table = deal("A♣ K♦ K♠ K♥ | 6♣ 6♦ 7♠ 7♥", known={0: "A♣ K♦ K♠ K♥"})

    assert choose_action(ismcts(CAMBIO, Simulations(100)), table) == CallCambio()


def test_a_high_card_is_not_kept_for_a_king() -> None:
    table = deal("3♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 7♥", turn=1, deck="K♠", known={0: "3♣ A♦ 2♠ 10♥"})
    table.play(1, CallCambio())
    table.play(0, DrawCard("deck"))

    chosen = Counter(choose_action(ismcts(CAMBIO, Simulations(100)), table, rng=rng) for rng in range(9))

    assert chosen.most_common(1)[0][0] == SwapCard(3)


@pytest.mark.untraced
def test_any_game_is_played_with_any_options_and_only_as_listed() -> None:
    rng = Chance.of_seed("any game")
    for number in range(4):
        options = draw_options(CAMBIO, rng)
        play_out(
            CAMBIO,
            options,
            [listed_only(ismcts(CAMBIO, FEW))] * options.seats,
            seed=f"{number}",
            max_steps=15,
        )
    play_out(LOTS, draw_options(LOTS, rng), [listed_only(ismcts(LOTS, FEW))] * 3, seed="lots", max_steps=15)
    played = play_out(DECKS, DecksOptions(), [listed_only(ismcts(DECKS, FEW))], seed="decks", max_steps=10)

    assert played.versions > 1


def test_equal_seeds_choose_alike() -> None:
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥")

    assert choose_action(ismcts(CAMBIO), table) == choose_action(ismcts(CAMBIO), table)


def test_9_9_it_chooses_alike_in_every_world_its_seat_cannot_tell_apart() -> None:
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥", snap="chain", snap_others=True)
    other = Table(CAMBIO.imagine(CAMBIO.knows(table.state, 0), Chance.of_seed("elsewhere")))
    assert other.state != table.state

    for rng in range(5):
        assert choose_action(ismcts(CAMBIO, FEW), table, rng=rng) == choose_action(
            ismcts(CAMBIO, FEW), other, rng=rng
        )


def test_a_budget_of_time_is_spent_by_the_clock_that_was_handed_over() -> None:
    ticks = count()
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥")

    assert choose_action(ismcts(CAMBIO, Time(5, lambda: next(ticks))), table) in table.legal(0)
    assert next(ticks) == 6


def test_with_no_time_at_all_it_still_chooses() -> None:
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥")

    assert choose_action(ismcts(CAMBIO, Time(0, lambda: 0)), table) in table.legal(0)


def test_a_seat_that_is_asked_out_of_turn_takes_any_action() -> None:
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥")
    known = CAMBIO.knows(table.state, 1)

    assert ismcts(CAMBIO, FEW)(known, known.view, ["this", "that"], Chance.of_seed(1)) in ("this", "that")


def test_a_refusal_in_an_imagined_game_stops_nothing() -> None:
    def refuse(*_: Any) -> Any:
        raise Refusal("NO", "Not here.")

    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥")

    assert choose_action(ismcts(replace(CAMBIO, decide=refuse), FEW), table) in table.legal(0)


def test_what_falls_due_happens_where_nobody_can_act() -> None:
    """In these snap windows nobody may act, and only time goes on."""
    game = replace(CAMBIO, to_act=lambda state: frozenset() if state.snap else CAMBIO.to_act(state))
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥", snap="first")

    assert choose_action(ismcts(game, FEW), table) in table.legal(0)


def test_an_imagined_game_in_which_nothing_can_happen_is_undecided() -> None:
    game = replace(
        CAMBIO,
        to_act=lambda state: frozenset() if state.held else CAMBIO.to_act(state),
        deadline=lambda _: None,
    )
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥", min_turns_before_call=9)

    assert choose_action(ismcts(game, FEW), table) in table.legal(0)


def test_an_outcome_is_worth_the_share_of_the_win_and_the_place() -> None:
    standings = (Standing(0, 1), Standing(1, 1), Standing(2, 3))

    assert [worth(Outcome("over", standings, (0, 1)), seat) for seat in range(3)] == [0.75, 0.75, 0]
    assert [worth(Outcome("over", standings), seat) for seat in range(3)] == [1, 1, 0]
    assert worth(Outcome("over", (Standing(0, 1),)), 0) == 1
    assert worth(None, 0) == worth(Outcome("abandoned", is_abandoned=True), 0) == UNDECIDED


@pytest.mark.parametrize("seats", [2, 4])
def test_several_seats_may_act_at_once(seats: int) -> None:
    options = Options(seats=seats, snap="chain", snap_others=True)
    bots = [listed_only(ismcts(CAMBIO, Simulations(4)))] * seats

    assert play_out(CAMBIO, options, bots, seed="chain", max_steps=25).versions > seats
