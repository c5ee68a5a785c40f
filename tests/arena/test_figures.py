import pytest

from rondel.arena.figures import Interval, wilson


@pytest.mark.parametrize(
    ("successes", "tries", "low", "high"),
    [  # published: Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_those_that_were_published(successes: int, tries: int, low: float, high: float) -> None:
    found = wilson(successes, tries)

    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_an_interval_stays_within_0_and_1() -> None:
    assert wilson(0, 5).low == 0
    assert wilson(5, 5).high == 1


def test_half_a_win_counts_half() -> None:
    assert wilson(4.5, 10).low < wilson(5, 10).low


def test_of_nothing_nothing_is_known() -> None:
    assert wilson(0, 0) == Interval(0, 1)
