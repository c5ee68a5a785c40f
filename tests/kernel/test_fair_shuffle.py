"""The shuffle favours no card and no place."""

import math
from collections.abc import Callable, Sequence

import pytest

from rondel.kernel import Chance

CARDS = 52


def p_value(statistic: float, degrees: int) -> float:
    """How likely a chi-square at least so large is, by Wilson and Hilferty's approximation."""
    spread = 2 / (9 * degrees)
    normal = ((statistic / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(normal / math.sqrt(2))


def likelihood(shuffled: Callable[[Chance], Sequence[int]], shuffles: int) -> float:
    """Of cards by places, over so many shuffles of a new deck, if each were equally likely."""
    seen = [0] * (CARDS * CARDS)
    for drawn in range(shuffles):
        order = shuffled(Chance(bytes(range(32)), "fair", (b"\x07" * 16, b""), {"": drawn}))
        for place, card in enumerate(order):
            seen[place * CARDS + card] += 1
    expected = shuffles / CARDS
    return p_value(sum((count - expected) ** 2 for count in seen) / expected, (CARDS - 1) ** 2)


def careless(chance: Chance) -> Sequence[int]:
    """The well-known wrong way: every card changes places with any card."""
    deck = list(range(CARDS))
    for place in range(CARDS):
        other = chance.below(CARDS)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@pytest.mark.untraced
@pytest.mark.parametrize("shuffles", [25_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_every_card_lies_at_every_place_equally_often(shuffles: int) -> None:
    assert 0.001 < likelihood(lambda chance: chance.shuffled(range(CARDS)), shuffles) < 0.999


@pytest.mark.untraced
def test_a_careless_shuffle_would_be_noticed() -> None:
    assert likelihood(careless, 10_000) < 0.001
