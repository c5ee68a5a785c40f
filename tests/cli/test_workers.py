"""`rondel serve --workers`: several processes on one port, looked after by one."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rondel.cli.workers import Place
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.processes import own_urls, until, workers
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
    return sum(f'"event":"{event}"' in line for line in served.said)


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
    assert count(served, "stopped") == 4


def _one_dies(served: Served) -> None:
    before = workers(served)
    killed = max(before)
    os.kill(before[killed], signal.SIGKILL)

    served.wait_for('"event":"worker.ended"')
    assert httpx.get(f"{served.url}/healthz", timeout=60).status_code == 200
    until(lambda: count(served, "serving") == 3)

    assert workers(served)[min(before)] == before[min(before)]
    assert workers(served)[killed] != before[killed]


def _all_are_renewed(served: Served) -> None:
    before = workers(served)
    served.child.send_signal(signal.SIGHUP)

    def is_renewed() -> bool:
        assert httpx.get(f"{served.url}/healthz", timeout=60).status_code == 200
        return count(served, "serving") == 5

    until(is_renewed)

    after = workers(served)
    assert after.keys() == before.keys()
    assert not set(after.values()) & set(before.values())
    assert count(served, "no node served") == 0


def test_workers_end_with_whoever_looks_after_them(served: Served) -> None:
    alive = workers(served).values()

    served.child.kill()

    until(lambda: not any(Path(f"/proc/{each}").is_dir() for each in alive))


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
        assert Place.of(str(Place(2, 3, 15, folder))) == Place(2, 3, 15, folder)
