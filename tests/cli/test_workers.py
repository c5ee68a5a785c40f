"""`rondel serve --workers`: several processes on one port, looked after by one."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rondel.cli.serving.workers import WorkerSlot
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.processes import bots, own_urls, until, workers
from tests.cli.served import RONDEL, Served, moves_of_bots, serving
from tests.contracts.own_redis import OwnRedis

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="it looks at processes in /proc")


@pytest.fixture
def served(empty_database: str) -> Iterator[Served]:
    """Two workers."""
    with (
        OwnRedis() as redis,
        serving("--migrate", "--workers", "2", "--database", empty_database, "--redis", redis.url) as served,
    ):
        served.wait_for("Worker 2, its metrics:")
        yield served


def count(served: Served, event: str) -> int:
    return sum(f'"event":"{event}"' in line for line in served.lines)


@pytest.mark.drawn(1 / 3)
def test_two_processes_serve_one_port_and_each_that_ends_is_replaced(served: Served) -> None:
    """One start for all of it, since each takes seconds."""
    table, version = asyncio.run(moves_of_bots(served.url))
    pages = [httpx.get(url, timeout=60).text for url in own_urls(served)]
    assert version >= 2, table
    assert len(workers(served)) == len(pages) == 2
    assert all("rondel_moves_total" in page for page in pages)

    _one_dies(served)
    _all_are_renewed(served)

    assert served.stop() == 0
    assert count(served, "server.stopped") == 4


def _one_dies(served: Served) -> None:
    before = workers(served)
    killed = max(before)
    os.kill(before[killed], signal.SIGKILL)

    served.wait_for('"event":"worker.ended"')
    assert httpx.get(f"{served.url}/healthz", timeout=60).status_code == 200
    until(lambda: count(served, "server.started") == 3)

    assert workers(served)[min(before)] == before[min(before)]
    assert workers(served)[killed] != before[killed]


def _all_are_renewed(served: Served) -> None:
    before, earlier = workers(served), len(served.lines)
    served.child.send_signal(signal.SIGHUP)

    def is_renewed() -> bool:
        assert httpx.get(f"{served.url}/healthz", timeout=60).status_code == 200
        return count(served, "server.started") == 5

    until(is_renewed)

    after = workers(served)
    assert after.keys() == before.keys()
    assert not set(after.values()) & set(before.values())
    assert count(served, "outage.recorded") == 0
    events = [
        line.split('"event":"')[1].split('"')[0] for line in served.lines[earlier:] if '"event":"' in line
    ]
    one_by_one = [event for event in events if event in ("worker.renewed", "server.started")]
    assert one_by_one == ["worker.renewed", "server.started"] * 2


def nodes(served: Served) -> list[str]:
    """By which names workers have started; who is there is known by them."""
    lines = [line for line in served.lines if '"event":"server.started"' in line]
    return [json.loads(line)["node"] for line in lines]


def test_workers_have_names_of_their_own_one_has_the_bots_and_all_end_with_whoever_looks_after_them(
    served: Served,
) -> None:
    alive = workers(served).values()
    assert sorted(map(bots, alive)) == [[], ["1/1"]]
    until(lambda: len(nodes(served)) == 2)
    assert len(set(nodes(served))) == 2

    served.child.kill()

    until(lambda: not any(Path(f"/proc/{each}").is_dir() for each in alive))


@pytest.mark.drawn(1 / 3)
def test_workers_that_cannot_serve_are_not_started_again(empty_database: str) -> None:
    with OwnRedis() as redis:
        where = ("--port", "0", "--database", empty_database, "--redis", redis.url)
        done = subprocess.run(
            [*RONDEL, "serve", "--migrate", "--workers", "2", *where],
            env={**os.environ, "RONDEL_GAMES": "nonesuch"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    assert done.returncode != 0
    assert "nonesuch" in done.stdout + done.stderr
    assert "has ended with exit code" in done.stderr


def test_several_workers_need_redis(empty_database: str) -> None:
    assert_wrong_use(rondel("serve", "--workers", "2", "--database", empty_database), "--redis")


def test_a_place_is_said_and_read() -> None:
    for folder in ("/tmp/rondel-a:b", ""):
        assert WorkerSlot.of(str(WorkerSlot(2, 3, 15, folder))) == WorkerSlot(2, 3, 15, folder)
