"""How long a client waits before it tries again."""

from rondel.client import Backoff
from rondel.client.backoff import reconnecting


def longest(backoff: Backoff, tries: int) -> list[float]:
    """Of many draws the longest for each try in turn: close to the most that it may be."""
    return [
        max(Backoff(**{**vars(backoff), "tries": number}).next_s() for _ in range(200))
        for number in range(tries)
    ]


def test_each_wait_may_be_twice_as_long_as_before() -> None:
    waits = longest(Backoff(), 10)

    assert all(0.1 < wait <= 0.25 * 2**number for number, wait in enumerate(waits))
    assert 4 < waits[9] <= 15


def test_a_server_that_is_restarted_is_looked_for_once_a_second_and_one_that_stays_away_less_often() -> None:
    waits = longest(reconnecting(), 50)

    assert max(waits[:40]) <= 1
    assert 4 < max(waits[40:]) <= 15
