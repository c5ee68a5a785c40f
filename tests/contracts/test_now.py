"""Now: near to the database's clock, and never falling."""

import asyncio

import pytest

from rondel.kernel import Ms
from rondel.server.runtime.clock import WINDOW_MS, DatabaseClock, pause

HOUR_MS = 3_600_000


class Machine:
    """A machine's two clocks, moved by hand."""

    def __init__(self, *, wall: Ms = 1_000_000_000) -> None:
        self.monotonic = 5_000
        self.wall = wall

    def clock(self) -> DatabaseClock:
        return DatabaseClock(lambda: self.monotonic, lambda: self.wall)

    def passes(self, ms: Ms) -> None:
        self.monotonic += ms
        self.wall += ms


def test_before_the_database_has_answered_the_wall_clock_is_the_guess() -> None:
    machine = Machine()
    clock = machine.clock()

    machine.passes(70)

    assert clock.ms() == 1_000_000_070


def test_nodes_an_hour_apart_agree_once_the_database_has_answered() -> None:
    early, late = Machine(wall=1_000_000_000 - HOUR_MS), Machine(wall=1_000_000_000 + HOUR_MS)
    clocks = [early.clock(), late.clock()]
    guessed = [clock.ms() for clock in clocks]

    for clock in clocks:
        clock.learn(1_000_000_000)

    assert guessed[1] - guessed[0] == 2 * HOUR_MS
    assert [clock.ms() for clock in clocks] == [1_000_000_000, 1_000_000_000]


def test_a_wall_clock_that_is_set_changes_nothing() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.learn(2_000_000)

    machine.wall -= 10_000
    machine.monotonic += 5

    assert clock.ms() == 2_000_005


def test_of_all_answers_the_fastest_counts() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.learn(2_000_000)

    machine.passes(100)
    clock.learn(2_000_100 - 40)  # 40 ms on its way
    machine.passes(100)
    clock.learn(2_000_200 + 3)

    assert clock.ms() == 2_000_203


def test_a_database_that_is_set_back_is_followed_without_ever_falling() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.learn(2_000_000)
    readings = [clock.ms()]

    for _ in range(60):
        machine.passes(1000)
        clock.learn(2_000_000 + machine.monotonic - 5_000 - 10_000)  # ten seconds back
        readings.append(clock.ms())

    assert readings == sorted(readings)
    assert readings[-1] == 2_050_000
    assert readings[2 * WINDOW_MS // 1000 + 12] < 2_030_000


def test_without_answers_it_goes_on_at_its_own_pace() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.learn(2_000_000)

    machine.passes(HOUR_MS)

    assert clock.ms() == 2_000_000 + HOUR_MS


async def test_a_pause_ends_a_task_whose_cancellation_was_swallowed() -> None:
    async def deaf() -> None:
        while True:
            try:
                await asyncio.sleep(1)
            except asyncio.CancelledError:
                await pause()

    task = asyncio.create_task(deaf())
    await asyncio.sleep(0)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 1)
