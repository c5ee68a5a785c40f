"""The kit's Bramble is the game that was written by hand: same luck, same choices, same end."""

from typing import Any

import msgspec
import pytest

from bramble.game import BRAMBLE
from rondel.kernel import HOUSE, AnyGame, Chance, SeatSpec, take_turn
from tests.kit.by_hand import BY_HAND


def choices(game: AnyGame, state: Any) -> list[Any]:
    return [
        (seat, type(action).__name__, msgspec.to_builtins(action), action)
        for seat in range(len(state.players))
        for action in game.legal(state, seat)
    ]


@pytest.mark.parametrize("seed", range(8))
def test_both_games_go_the_same_way(seed: int) -> None:
    dice = Chance.of_seed(seed)
    games = (BRAMBLE, BY_HAND)
    states = [game.start(game.types.options(), [SeatSpec()] * (3 + seed % 4)) for game in games]
    moves: list[Any] = [(HOUSE, "", "", game.begin) for game in games]
    for version in range(300):
        for at, game in enumerate(games):
            seat, *_, action = moves[at]
            rng = Chance.of_seed(f"{seed} {version}")
            states[at] = take_turn(game, states[at], seat, action, rng, 0).state
        lists = [choices(game, state) for game, state in zip(games, states, strict=True)]
        assert [each[:3] for each in lists[0]] == [each[:3] for each in lists[1]]
        if not lists[0]:
            break
        pick = dice.below(len(lists[0]))
        moves = [listed[pick] for listed in lists]

    assert BRAMBLE.outcome(states[0]) == BY_HAND.outcome(states[1])
