"""The bot of Liar's Dice."""

from typing import Any

import pytest

from liars_dice.bot import at_least, choose, likelihood, steady
from liars_dice.game import LIARS_DICE
from liars_dice.rules import Bid, CallLiar, Options
from rondel.arena.play import play_out
from rondel.bots.random import random
from rondel.kernel import HOUSE, Chance, SeatSpec, take_turn

LUCK = Chance.of_seed("bot")


def rolled(*cups: tuple[int, ...], bid: tuple[int, int] = (0, 0)) -> Any:
    state = LIARS_DICE.start(Options(dice=len(cups[0])), [SeatSpec()] * len(cups))
    state = take_turn(LIARS_DICE, state, HOUSE, LIARS_DICE.begin, Chance.of_seed(1), 0).state
    for seat, cup in enumerate(cups):
        state = state.replace_player(seat, cup=cup)
    return state.replace(turn=0, count=bid[0], face=bid[1], bidder=1)


def chosen(state: Any) -> Any:
    view = LIARS_DICE.view(state, 0)
    return choose(view, view, LIARS_DICE.legal(state, 0), LUCK)


@pytest.mark.parametrize(("wanted", "likely"), [(-1, 1.0), (0, 1.0), (1, 11 / 36), (2, 1 / 36), (3, 0.0)])
def test_it_knows_how_two_dice_fall(wanted: int, likely: float) -> None:
    assert at_least(wanted, 2, 1 / 6) == pytest.approx(likely)


def test_its_own_dice_are_certain() -> None:
    view = LIARS_DICE.view(rolled((1, 3, 3), (2, 2, 2)), 0)

    assert likelihood(view, 3, 3) == pytest.approx(1)
    assert likelihood(view, 2, 1) == pytest.approx(at_least(1, 3, 1 / 6))


def test_it_calls_what_cannot_be() -> None:
    assert chosen(rolled((2, 3), (1, 1), bid=(4, 6))) == CallLiar()


def test_it_bids_on_what_it_has() -> None:
    bid = chosen(rolled((3, 3, 3), (1, 1, 1), bid=(1, 2)))

    assert isinstance(bid, Bid)
    assert bid.face == 3 or bid.count == 1


def test_it_beats_random_players() -> None:
    """A short form of 200 games in the README; a third of these would be even."""
    bots = [steady(LIARS_DICE), random, random]
    games = [play_out(LIARS_DICE, Options(2), bots, seed=f"bot {game}", max_steps=500) for game in range(12)]

    wins = [game for game in games if game.outcome is not None and game.outcome.winners == (0,)]

    assert len(wins) >= 9
