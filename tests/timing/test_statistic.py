"""The statistic: equal classes stay within noise and unequal ones are found, on a noisy machine too."""

import random

import pytest

from tests.timing.statistic import compared, trimmed_mean

BOUND_MS = 0.25


def noisy(rng: random.Random, count: int, more_ms: float = 0.0) -> list[float]:
    """Two milliseconds each, and every tenth is held up for much longer."""
    held_up_ms = (rng.expovariate(1 / 20) if rng.random() < 0.1 else 0.0 for _ in range(count))
    return [2 + more_ms + rng.gauss(0, 0.3) + wait for wait in held_up_ms]


def test_equal_classes_are_within_noise_though_one_in_ten_is_held_up() -> None:
    rng = random.Random(7)

    found = [compared(noisy(rng, 40), noisy(rng, 40), rng) for _ in range(100)]

    assert not any(each.exceeds(BOUND_MS) for each in found)
    assert not any(each.exceeds(0.0) for each in found)
    assert sum(each.is_suspicious(BOUND_MS) for each in found) < 15  # these are measured again


@pytest.mark.parametrize("count", [40, 200])
def test_a_difference_of_five_milliseconds_is_found_every_time(count: int) -> None:
    rng = random.Random(8)

    found = [compared(noisy(rng, count), noisy(rng, count, more_ms=5), rng) for _ in range(2_000 // count)]

    assert all(each.exceeds(BOUND_MS) for each in found)
    assert all(each.low_ms < 5 < each.high_ms for each in found[:3])
    assert all(each.confirms(found[0], BOUND_MS) for each in found)


def test_the_sign_says_which_class_is_slower() -> None:
    rng = random.Random(9)

    slower = compared(noisy(rng, 40), noisy(rng, 40, more_ms=5), rng)
    faster = compared(noisy(rng, 40, more_ms=5), noisy(rng, 40), rng)

    assert slower.ms > 4
    assert faster.ms < -4
    assert not faster.confirms(slower, BOUND_MS)


def test_a_small_difference_is_significant_and_yet_within_the_bound() -> None:
    rng = random.Random(10)

    found = compared(noisy(rng, 4000), noisy(rng, 4000, more_ms=0.1), rng)

    assert found.exceeds(0.05)
    assert found.is_suspicious(0.05)
    assert not found.is_suspicious(BOUND_MS)
    assert not found.exceeds(BOUND_MS)


def test_clocks_that_tick_coarsely_do_not_make_equal_classes_differ() -> None:
    rng = random.Random(11)

    same = compared([1.0] * 30, [1.0] * 30, rng)

    assert same.ms == same.t == 0
    assert compared([1.0] * 30, [2.0] * 30, rng).exceeds(BOUND_MS)


def test_the_slowest_and_the_fastest_fifth_do_not_count() -> None:
    assert trimmed_mean([0.0, 1.0, 1.0, 1.0, 1000.0]) == 1.0


def test_nothing_is_told_from_a_few_samples() -> None:
    with pytest.raises(ValueError, match="too few"):
        compared([1.0] * 9, [1.0] * 9, random.Random(1))
