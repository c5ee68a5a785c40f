"""Outages: a node beats, goes on when the database is back, and knows the spans in which no node served."""

import asyncio
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from rondel.kernel import Outage
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.outages import MemoryOutages
from rondel.server.jobs import note_outages as job
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.outages import RecentOutages
from rondel.server.settings import Settings
from rondel.server.startup.app import running
from rondel.server.startup.stores import in_memory


class Shaky:
    """Does not answer every second time."""

    def __init__(self) -> None:
        self.calls = 0
        self.succeeded = asyncio.Queue[int]()

    async def beat(self) -> Sequence[Outage]:
        self.calls += 1
        if self.calls % 2 == 0:
            raise StoreUnavailableError("gone")
        self.succeeded.put_nowait(self.calls)
        return [Outage(0, self.calls)]


async def test_it_beats_for_ever_whatever_the_database_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "BEAT_MS", 1)
    shaky = Shaky()
    outages = RecentOutages(shaky)

    running = asyncio.create_task(job.note_outages(outages))
    beats = [await shaky.succeeded.get() for _ in range(3)]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert beats == [1, 3, 5]
    assert outages.spans == [Outage(0, 5)]


async def test_an_outage_is_logged_once() -> None:
    now = 1_000_000
    memory = MemoryDatabase(now=lambda: now)
    outages = RecentOutages(MemoryOutages(memory))

    with capture_logs() as logs:
        await outages.beat()
        assert list(outages.spans) == []
        now += 13_000
        await outages.beat()
        await outages.beat()

    assert list(outages.spans) == [Outage(1_000_000, 1_013_000)]
    assert logs == [{"event": "outage.recorded", "lost_ms": 13_000, "log_level": "warning"}]


async def test_a_late_answer_does_not_hide_the_outage_in_between() -> None:
    now = 1_000_000
    memory = MemoryDatabase(now=lambda: now)

    class Stalled(MemoryOutages):
        """The database answers at once; the process stands still before it reads the first answer."""

        calls = 0

        async def beat(self) -> Sequence[Outage]:
            nonlocal now
            answer = await super().beat()
            self.calls += 1
            if self.calls == 1:
                now += 9_000
            return answer

    outages = RecentOutages(Stalled(memory), monotonic=lambda: now)
    await outages.beat()
    assert list(outages.spans) == []

    await outages.refresh()

    assert list(outages.spans) == [Outage(1_000_000, 1_009_000)]


async def test_before_the_first_beat_nothing_is_refreshed() -> None:
    shaky = Shaky()

    await RecentOutages(shaky).refresh()

    assert shaky.calls == 0


async def test_the_first_beat_fails_where_the_database_does_not_answer() -> None:
    outages = RecentOutages(Shaky())

    await outages.beat()

    with pytest.raises(StoreUnavailableError):
        await outages.beat()


async def test_a_node_knows_of_the_outage_before_its_jobs_begin() -> None:
    memory = MemoryDatabase()
    memory.served_at = gone_at = memory.now() - 13_000

    async with running(Settings(), memory=in_memory(memory)) as node_running:
        (outage,) = node_running.cells.home.recent_outages.spans

    assert outage.from_ms == gone_at
    assert outage.until_ms - gone_at >= 13_000
