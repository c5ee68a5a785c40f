"""What a node needs is lost and comes back: one pair of log lines, one count, and readiness that follows."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from rondel.server.adapters.postgres import outages
from rondel.server.adapters.postgres.outages import PostgresOutages
from rondel.server.adapters.postgres.pool import answering, connected
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.metrics import Metrics
from rondel.server.runtime.reach import Reach
from tests.contracts.databases import url_of
from tests.contracts.own_redis import OwnRedis
from tests.server.adapters.test_failing_database import FULL, NOT_FULL, standing_by
from tests.server.visitors import House, Visitor, open_house, settings

SLOW = """
CREATE FUNCTION slow_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_sleep(9);
    RETURN NEW;
END $$;
CREATE TRIGGER slow_disk BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION slow_disk()
"""
NOT_SLOW = "LOCK TABLE journal; DROP TRIGGER slow_disk ON journal; DROP FUNCTION slow_disk"


@pytest.fixture
async def house(template: str, owner: Any) -> AsyncIterator[House]:
    async with open_house(settings(database_url=url_of(template))) as opened:
        yield opened


async def until(holds: Callable[[], Awaitable[bool]], within_s: float = 10) -> None:
    async with asyncio.timeout(within_s):
        while not await holds():
            await asyncio.sleep(0.05)


async def readiness(visitor: Visitor) -> tuple[int, str]:
    answer = await visitor.ask("GET", "/readyz")
    return answer.status_code, answer.json()["checks"]["writes"]


def pairs(logs: list[Any], what: str) -> list[tuple[str, str]]:
    return [(line["event"], line["cause"]) for line in logs if line["event"].startswith(f"{what}.")]


async def test_a_database_that_only_reads_is_not_ready_and_is_logged_once(
    house: House, owner: Any, template: str
) -> None:
    visitor = house.stranger()
    assert await readiness(visitor) == (200, "ok")

    with capture_logs() as logs:
        async with standing_by(owner, template):
            await until(lambda: _is(visitor, (503, "failed: read_only")))
            for _ in range(5):
                await visitor.ask("POST", "/api/guests", {"name": "Somebody"})
            await asyncio.sleep(1.5)  # more beats that fail
        await until(lambda: _is(visitor, (200, "ok")))

    [lost, back] = pairs(logs, "database")
    assert lost[0] == "database.lost"
    assert back[0] == "database.back"
    assert "read_only" in back[1].split(", ")
    assert all(line["seconds"] > 1 for line in logs if line["event"] == "database.back")
    assert not [line for line in logs if "unavailable" in line["event"] or "no beat" in line["event"]]
    counted = (await visitor.ask("GET", "/metrics")).text
    assert 'rondel_outages_total{cause="read_only",what="database"} 1.0' in counted


async def _is(visitor: Visitor, wanted: tuple[int, str]) -> bool:
    return await readiness(visitor) == wanted


async def test_a_move_that_finds_the_disk_full_is_noticed_at_once_and_its_end_without_another(
    house: House, owner: Any
) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(one, two, initialViewMs=60_000)
    await owner.execute(FULL)

    with capture_logs() as logs:
        try:
            for _ in range(3):
                answer = await one.act(table, {"type": "CONFIRM_INITIAL_VIEW"}, expected_version=1)
                assert answer.status_code == 503
                assert await readiness(one) == (503, "failed: disk_full")
            await asyncio.sleep(1.2)  # a beat, which is written, and a row of the journal, which is not
            assert await readiness(one) == (503, "failed: disk_full")
        finally:
            await owner.execute(NOT_FULL)
        await until(lambda: _is(one, (200, "ok")))

    assert pairs(logs, "database") == [("database.lost", "disk_full"), ("database.back", "disk_full")]
    assert await owner.fetchval("SELECT count(*) FROM journal") == 1
    text = (await one.ask("GET", "/metrics")).text
    assert 'rondel_outages_total{cause="disk_full",what="database"} 1.0' in text
    assert 'rondel_reachable{what="database"} 1.0' in text


async def test_at_rest_nothing_is_tried_at_the_journal(house: House, owner: Any) -> None:
    await owner.execute(FULL)
    try:
        await asyncio.sleep(1.5)
        assert await readiness(house.stranger()) == (200, "ok")
    finally:
        await owner.execute(NOT_FULL)


async def test_one_statement_that_takes_too_long_is_no_outage(template: str) -> None:
    async with connected(url_of(template)) as pool:
        with pytest.raises(StoreUnavailableError), answering(pool):
            await pool.fetchval("SELECT pg_sleep(9)", timeout=0.05)
        assert pool.reach.is_doubted

        await PostgresOutages(pool).beat()

        assert pool.reach.cause is None
        assert not pool.reach.is_doubted


async def test_a_journal_that_takes_no_row_in_time_is_an_outage(
    template: str, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "TRY_S", 0.2)
    await owner.execute(SLOW)
    try:
        async with connected(url_of(template)) as pool:
            pool.reach.doubt()
            await PostgresOutages(pool).beat()
            assert pool.reach.cause == "timeout"
    finally:
        await owner.execute(NOT_SLOW)


async def test_redis_that_is_gone_is_one_pair_of_lines() -> None:
    with OwnRedis() as own_redis:
        async with open_house(settings(redis_url=own_redis.url)) as house:
            visitor = house.stranger()
            with capture_logs() as logs:
                own_redis.stop()
                await until(lambda: _says(visitor, 'rondel_reachable{what="redis"} 0.0'))
                await asyncio.sleep(2)
                own_redis.start()
                await until(lambda: _says(visitor, 'rondel_reachable{what="redis"} 1.0'))

    assert pairs(logs, "redis") == [("redis.lost", "unreachable"), ("redis.back", "unreachable")]


async def _says(visitor: Visitor, line: str) -> bool:
    return line in (await visitor.ask("GET", "/metrics")).text


async def test_who_waits_for_a_connection_is_counted(template: str) -> None:
    metrics = Metrics()
    async with connected(url_of(template), most=1) as pool, pool.acquire():
        metrics.watch_pool("app", pool.get_size, pool.get_idle_size, lambda: pool.waiting)
        waiting = [asyncio.create_task(pool.fetchval("SELECT 1")) for _ in range(2)]
        await asyncio.sleep(0.05)

        text = metrics.text().decode()

        assert 'rondel_pool_connections{pool="app"} 1.0' in text
        assert 'rondel_pool_used{pool="app"} 1.0' in text
        assert 'rondel_pool_waiting{pool="app"} 2.0' in text
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert pool.waiting == 0


def test_a_thing_that_fails_again_soon_is_not_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("rondel.server.runtime.reach.monotonic", lambda: now)
    reach = Reach("redis")

    with capture_logs() as logs:
        reach.back()
        reach.lost("timeout")
        now += 1.9
        reach.back()
        reach.lost("timeout")
        assert reach.cause == "timeout"
        reach.lost("refused")
        now += 2.1
        reach.back()
        reach.back()

    assert [(line["event"], line["cause"], line.get("seconds")) for line in logs] == [
        ("redis.lost", "timeout", None),
        ("redis.back", "timeout, refused", 4.0),
    ]
    assert reach.cause is None
