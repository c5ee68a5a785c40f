"""What a node counts: each number moves when the thing happens, and no label names people or tables."""

import asyncio
import re
import time
from uuid import UUID

import pytest

import rondel.server.jobs.measure_lag as job
from rondel.server.jobs.fire_deadlines import CLAIM, DeadlineLoop
from rondel.server.jobs.measure_lag import measure_lag
from rondel.server.ports.deadlines import ClaimedDeadline
from rondel.server.runtime.metrics import Metrics
from tests.server.nodes import Hands
from tests.server.visitors import House, Visitor


async def numbers(visitor: Visitor) -> dict[str, float]:
    """Each line of /metrics."""
    text = (await visitor.ask("GET", "/metrics")).text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


async def test_requests_are_counted_by_route_and_class_of_status(house: House) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(one, two)
    await one.get(f"/api/tables/{table}")
    await one.ask("GET", f"/api/tables/{table}/past/nonsense")
    await one.ask("GET", "/api/nowhere/at-all")
    await one.ask("GET", "/")

    metrics = await numbers(one)

    assert metrics['rondel_http_seconds_count{route="/api/tables/{table}",status="2xx"}'] == 1
    assert metrics['rondel_http_seconds_count{route="/api/guests",status="2xx"}'] == 2
    assert metrics['rondel_http_seconds_count{route="unknown",status="4xx"}'] >= 1
    assert sum(count for name, count in metrics.items() if 'count{route="pages"' in name) == 1
    assert not any(table in name or "Ada" in name for name in metrics)


async def test_a_route_that_fails_is_a_failure_of_its_route(house: House) -> None:
    house.cell.journal._cell.epoch = 0  # type: ignore[attr-defined]

    await house.stranger().ask("GET", "/readyz")

    assert (await numbers(house.stranger()))['rondel_http_seconds_count{route="/readyz",status="5xx"}'] == 1


async def test_rooms_and_the_tables_that_somebody_looks_at_are_counted(house: House) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(one, two, initialViewMs=60_000)
    before = await numbers(one)
    async with one.socket() as socket:
        await socket.sit(table)
        during = await numbers(one)

    assert before["rondel_rooms"] == 1
    assert during["rondel_tasks"] > before["rondel_tasks"] > 0
    assert before['rondel_active_tables{game="cambio"}'] == 0
    assert during['rondel_active_tables{game="cambio"}'] == 1
    assert during['rondel_active_tables{game="imperial"}'] == 0


async def test_a_move_over_http_has_its_time_too(house: House) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(one, two, initialViewMs=60_000)

    assert (await one.act(table, {"type": "CONFIRM_INITIAL_VIEW"}, expected_version=1)).is_success

    assert (await numbers(one))["rondel_ack_seconds_count"] == 1


async def test_a_process_that_stands_still_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "EVERY_S", 0.01)
    late: list[float] = []
    measuring = asyncio.create_task(measure_lag(late.append))
    await asyncio.sleep(0.05)
    time.sleep(0.2)  # the loop is to stand still
    await asyncio.sleep(0.05)
    measuring.cancel()
    await asyncio.gather(measuring, return_exceptions=True)

    assert max(late) > 0.15
    assert min(late) >= 0


async def test_a_deadline_that_is_not_fired_is_overdue() -> None:
    class Stuck:
        """Has deadlines that nobody gets to fire."""

        claimed = 0

        async def claim(self, *, limit: int, lease_ms: int) -> list[ClaimedDeadline]:
            self.claimed += 1
            return [
                ClaimedDeadline(UUID(int=n), 1, clock.ms() - 7_000) for n in range(self.claimed and limit)
            ]

        async def next_due(self) -> int | None:
            return None

        async def due_at(self, table: UUID) -> int | None:
            return None

    async def fire(_: ClaimedDeadline) -> None:
        await asyncio.sleep(60)

    clock = Hands()
    loop = DeadlineLoop(Stuck(), clock, fire)
    assert (loop.firing, loop.overdue_ms) == (0, 0)
    running = asyncio.create_task(loop.run())
    await asyncio.sleep(0.05)

    assert loop.firing >= CLAIM
    assert loop.overdue_ms == 7_000
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def test_names_follow_the_custom_of_prometheus() -> None:
    text = Metrics().text().decode()
    names = re.findall(r"^# TYPE (\S+) (\w+)$", text, re.MULTILINE)

    assert all(name.startswith("rondel_") for name, _ in names)
    assert all(name.endswith("_seconds") for name, kind in names if kind == "histogram")
