"""A transcript that somebody brings: proved in a process of its own, which nobody else has to wait for."""

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from msgspec.structs import replace

from rondel.server.errors import ApiError
from rondel.server.record.proof_queue import OF_ONE, WAITING, Prover
from rondel.server.record.replay import replay
from rondel.server.settings import Rate
from rondel.wire.registry import load_game
from rondel.wire.transcript import read
from tests.server.visitors import Visitor, open_house, settings
from tests.wire.sittings import forged

HONEST = Path("tests/games/imperial/transcripts/ending_power_25.jsonl").read_bytes()
JSONL = {"Content-Type": "application/jsonl"}


def with_a_row_repeated(many: int) -> bytes:
    """An honest beginning, then its first row again and again: the second of them has a wrong digest."""
    header, row, *_ = HONEST.split(b"\n")
    return b"\n".join((header, *[row] * many)) + b"\n"


@contextmanager
def cpu_of_this_process(most_s: float) -> Iterator[None]:
    began = time.process_time()
    yield
    assert time.process_time() - began < most_s


async def posted(visitor: Visitor, body: bytes, **headers: str) -> tuple[int, dict]:  # type: ignore[type-arg]
    answer = await visitor.http.post("/api/replays", content=body, headers={**JSONL, **headers}, timeout=60)
    return answer.status_code, answer.json()


async def test_a_proof_stops_at_the_first_wrong_digest() -> None:
    body = with_a_row_repeated(5_000)

    replay = await Prover().replayed(uuid4(), body, after=0, until=40, perspective=None)

    assert {fault.line for fault in replay.faults} == {3}
    assert "digest" in replay.faults[0].message
    assert replay.decided_again == 1


def test_a_game_under_newer_rules_than_the_servers_is_named_and_not_shown() -> None:
    game = load_game("imperial")
    newer = forged(HONEST, len(read(HONEST).lines) + 1, lambda line: replace(line, rules=game.rules + 1))

    replayed = replay(newer, after=0, until=40, perspective=None)

    assert replayed.past.steps == ()
    assert [fault.message for fault in replayed.faults] == [
        f"played under rules {game.rules + 1}; this server has rules {game.rules}"
    ]


async def test_while_large_transcripts_are_proved_others_are_served() -> None:
    """Nearly 4 MiB each, three at once: this process spends no time on them but to pass them on."""
    async with open_house(settings(rate_limits=False)) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        body = with_a_row_repeated(4_000_000 // (1 + len(HONEST.split(b"\n")[1])))
        before, during = [await _time_request(bob) for _ in range(20)], []
        proving = asyncio.gather(*(posted(ada, body) for _ in range(3)))
        with cpu_of_this_process(5.0):
            while not proving.done():
                during.append(await _time_request(bob))
                await asyncio.sleep(0.02)

    assert [status for status, _ in await proving] == [200] * 3
    assert sorted(during)[len(during) // 2] < 3 * max(before) + 0.05


async def _time_request(visitor: Visitor) -> float:
    began = time.monotonic()
    await visitor.get("/api/me")
    return time.monotonic() - began


def test_a_proof_that_is_too_long_is_ended_by_the_system() -> None:
    """By its seconds of CPU, whatever the game does with them; and by its memory."""
    confined = "from rondel.server.record.proof_process import confine; confine(1, 400 << 20)"

    endless = subprocess.run([sys.executable, "-c", f"{confined}\nwhile True: pass"], timeout=30)
    large = subprocess.run(
        [sys.executable, "-c", f"{confined}\nb'x' * (1 << 30)"], timeout=30, stderr=subprocess.DEVNULL
    )

    assert endless.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    assert large.returncode == 1


async def test_one_that_sleeps_is_given_up_too() -> None:
    with pytest.raises(ApiError, match="TOO_LARGE"):
        await Prover(wall_s=0.05).replayed(uuid4(), HONEST, after=0, until=1, perspective=None)

    assert not _children()


def _children() -> list[Path]:
    """The processes of this one that prove something."""
    tasks = Path("/proc/self/task")
    pids = {pid.decode() for task in tasks.iterdir() for pid in _bytes(task / "children").split()}
    return [
        Path("/proc", pid)
        for pid in pids
        if b"rondel.server.record.proof_process" in _bytes(Path("/proc", pid, "cmdline"))
    ]


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # the process, or the thread, has just ended
        return b""


async def test_whoever_hangs_up_takes_their_proof_along() -> None:
    proving = asyncio.create_task(Prover().replayed(uuid4(), HONEST, after=0, until=1, perspective=None))
    while not _children():
        await asyncio.sleep(0.01)

    proving.cancel()
    await asyncio.gather(proving, return_exceptions=True)

    assert not _children()


async def test_one_account_waits_behind_itself_and_not_before_others() -> None:
    prover, eve, ada = Prover(), uuid4(), uuid4()
    done: list[str] = []

    async def proved(who: str) -> None:
        await prover.replayed(eve if who == "Eve" else ada, HONEST, after=0, until=1, perspective=None)
        done.append(who)

    many = [asyncio.create_task(proved("Eve")) for _ in range(OF_ONE)]
    await asyncio.sleep(0.05)
    with pytest.raises(ApiError, match="TOO_MANY"):
        await asyncio.wait_for(proved("Eve"), 30)
    await proved("Ada")

    assert done.count("Eve") == 1
    for task in many:
        task.cancel()
    await asyncio.gather(*many, return_exceptions=True)


async def test_only_so_many_wait() -> None:
    prover = Prover()
    many = [
        asyncio.create_task(prover.replayed(uuid4(), HONEST, after=0, until=1, perspective=None))
        for _ in range(WAITING)
    ]
    await asyncio.sleep(0.05)

    with pytest.raises(ApiError, match="UNAVAILABLE"):
        await asyncio.wait_for(prover.replayed(uuid4(), HONEST, after=0, until=1, perspective=None), 30)

    for task in many:
        task.cancel()
    await asyncio.gather(*many, return_exceptions=True)


async def test_transcripts_are_metered_by_their_bytes() -> None:
    """Of an account, and of an address with all its accounts."""
    async with open_house(settings(replay_byte_rate=Rate(3 * len(HONEST), 3_600_000))) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")

        statuses = [(await posted(ada, HONEST))[0] for _ in range(4)]

        assert statuses == [200, 200, 200, 429]
        assert (await posted(bob, HONEST))[0] == 429
        elsewhere = {"X-Forwarded-For": "203.0.113.9"}
        assert (await posted(bob, HONEST, **elsewhere))[0] == 200


async def test_an_account_has_one_meter_wherever_it_asks_from() -> None:
    async with open_house(settings(replay_byte_rate=Rate(2 * len(HONEST), 3_600_000))) as house:
        ada = await house.visitor("Ada")

        statuses = [
            (await posted(ada, HONEST, **{"X-Forwarded-For": f"203.0.113.{number}"}))[0]
            for number in range(3)
        ]

    assert statuses == [200, 200, 429]


async def test_a_proof_knows_nothing_of_the_server_and_has_its_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither the database nor any key of the node is in its environment."""
    monkeypatch.setenv("RONDEL_DATABASE_URL", "postgresql://secret")
    proving = asyncio.create_task(Prover().replayed(uuid4(), HONEST, after=0, until=1, perspective=None))
    while not (children := _children()):
        await asyncio.sleep(0.005)
    environment, limits = _bytes(children[0] / "environ"), b""
    while not proving.done() and re.search(rb"Max cpu time +5 ", limits) is None:
        limits = _bytes(children[0] / "limits")
        await asyncio.sleep(0.002)

    assert b"PATH=" in environment
    assert b"RONDEL_" not in environment
    assert re.search(rb"Max cpu time +5 ", limits)
    assert (await proving).faults == ()
