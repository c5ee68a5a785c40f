"""The outage loop: it beats, goes on when the database is back, and hands on what it hears."""

import asyncio
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from rondel.kernel import Outage
from rondel.server.app import running
from rondel.server.jobs import outages as job
from rondel.server.jobs.outages import OutageLoop
from rondel.server.memory.cell import Cell
from rondel.server.memory.outages import MemoryOutages
from rondel.server.ports import Unavailable
from rondel.server.settings import Settings
from rondel.server.stores import in_memory


class Shaky:
    """Does not answer every second time."""

    def __init__(self) -> None:
        self.asked = 0

    async def beat(self) -> Sequence[Outage]:
        self.asked += 1
        if self.asked % 2 == 0:
            raise Unavailable("gone")
        return [Outage(0, self.asked)]


async def test_it_beats_for_ever_whatever_the_database_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "BEAT_MS", 1)
    shaky, heard = Shaky(), asyncio.Queue[Sequence[Outage]]()
    loop = OutageLoop(shaky, heard.put_nowait)

    running = asyncio.create_task(loop.run())
    told = [await heard.get() for _ in range(3)]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert told == [[Outage(0, 1)], [Outage(0, 3)], [Outage(0, 5)]]


async def test_an_outage_is_logged_once() -> None:
    now = 1_000_000
    cell = Cell(now=lambda: now)
    heard: list[Sequence[Outage]] = []
    loop = OutageLoop(MemoryOutages(cell), heard.append)

    with capture_logs() as logs:
        await loop.beat()
        now += 13_000
        await loop.beat()
        await loop.beat()

    outage = Outage(1_000_000, 1_013_000)
    assert heard == [[], [outage], [outage]]
    assert logs == [{"event": "no node served", "lost_ms": 13_000, "log_level": "warning"}]


async def test_an_answer_that_was_heard_late_does_not_hide_the_outage_in_between() -> None:
    now = 1_000_000
    cell = Cell(now=lambda: now)
    heard: list[Sequence[Outage]] = []

    class HeardLate(MemoryOutages):
        """The database answers at once; the process stands still before it reads the answer."""

        async def beat(self) -> Sequence[Outage]:
            nonlocal now
            answer = await super().beat()
            if not heard:
                now += 9_000
            return answer

    loop = OutageLoop(HeardLate(cell), heard.append, monotonic=lambda: now)
    await loop.beat()

    await loop.refresh()

    assert heard == [[], [Outage(1_000_000, 1_009_000)]]


async def test_the_first_beat_fails_where_the_database_does_not_answer() -> None:
    shaky = Shaky()
    loop = OutageLoop(shaky, lambda _: None)

    await loop.beat()

    with pytest.raises(Unavailable):
        await loop.beat()


async def test_a_node_knows_of_the_outage_before_its_jobs_begin() -> None:
    cell = Cell()
    cell.served_at = gone_at = cell.now() - 13_000

    async with running(Settings(), memory=in_memory(cell)) as node_running:
        (outage,) = node_running.node.room_ports.outages

    assert outage.from_ms == gone_at
    assert outage.until_ms - gone_at >= 13_000
