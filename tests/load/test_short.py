"""`just bench --short`, the gate in CI: it passes as things are, and fails where a move costs more.

Costs are CPU time beside calibration in the same moments, so this holds on a busy machine too.
"""

import time
from statistics import quantiles

import pytest
import uvloop
from bench import short
from bench.calibration import Calibration
from bench.inside import inside
from bench.short import SLACK, Verdict, ratio_of, stored_ratio

from rondel.server.rooms.moves import Move, Played
from rondel.server.rooms.room import Room

RULEBOOK = "cambio"


def test_calibration_costs_something_and_stays_near_that() -> None:
    calibration = Calibration()

    found = quantiles([calibration.piece_us(1) for _ in range(12)], n=4)

    assert found[0] > 1


def test_a_ratio_is_stored() -> None:
    assert stored_ratio() > 1


def test_a_quarter_more_than_what_is_stored_is_slower() -> None:
    assert not Verdict(ratio=1.24 * 40, stored=40, move_us=1).is_slower
    assert Verdict(ratio=1.26 * 40, stored=40, move_us=1).is_slower
    assert SLACK == 1.25


def test_a_spin_in_the_path_of_a_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the same node without and with the spin: what this machine is worth matters to neither."""
    play = Room.play
    spin_us = 0.0

    async def spinning(room: Room, move: Move) -> Played:
        until = time.thread_time() + spin_us / 1e6
        while time.thread_time() < until:
            pass
        return await play(room, move)

    monkeypatch.setattr(Room, "play", spinning)

    async def both() -> tuple[float, float]:
        nonlocal spin_us
        async with inside(tables=8) as node:
            cost = await short.warmed(node, 60)
            before = ratio_of(cost)
            # 100 us where a move costs 300, and as much of it on a machine that is slower by neighbours
            spin_us = max(100.0, 0.45 * quantiles(cost.move_us, n=4)[1])
            return before, ratio_of(await node.cost(60))

    before, after = uvloop.run(both())

    assert Verdict(ratio=after, stored=before, move_us=0).is_slower
