from collections import Counter

from rondel.bots.random import random
from rondel.kernel import Chance


def test_every_listed_action_comes_up_about_equally_often() -> None:
    chance = Chance.of_seed("bot")

    chosen = Counter(random(None, None, "abcd", chance) for _ in range(4000))

    assert set(chosen) == set("abcd")
    assert all(900 < count < 1100 for count in chosen.values())


def test_equal_seeds_choose_alike() -> None:
    one, other = ([random(None, None, range(1000), Chance.of_seed(5))] for _ in range(2))

    assert one == other
