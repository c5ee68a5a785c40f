"""The projector: keeps the relational record up with the journal, after each commit and never before it.

A move is acknowledged when its row is committed; its record follows a moment later, with that of others. The
database decides which version comes next, so any number of nodes may project the same table: each version is
written once.
What a node cannot write from memory (it was started later, another node made the move, its queue was full)
is read from the journal. One task works while there is work; an idle projector has none.
"""

import asyncio
import traceback
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple
from uuid import UUID

import structlog

from rondel.kernel import AnyGame, Ms
from rondel.server.clock import pause
from rondel.server.metrics import Metrics
from rondel.server.ports import Now, Projection, ProjectionWrite, Rejected, Unavailable
from rondel.server.record import CannotBeRead, Projectable, Sources, bring_up, write_of
from rondel.server.watchdog import GAME_CODE

BATCH: Final = 128
"""How many tables one statement writes."""

GATHER_S: Final = 0.2
"""How long the first committed row waits for others: of one table they become one write, and the row of its
turn, for instance, is written once.
"""

MOST_NOTED: Final = 4096
"""How many committed rows wait in memory. One more is left to the sweep, which reads it from the journal."""

MOST_LATE: Final = 1024
MOST_KNOWN: Final = 16_384
AT_ONCE: Final = 4
"""How many tables are brought up from the journal at the same time."""

MOST_OLDER: Final = 32
"""How many ended games with an older record are brought up in a second, when nothing else is to be done."""

WAIT_S: Final = 2.0
LOOK_S: Final = 0.02
SWEEP_S: Final = 1.0
OLDER_MS: Final[Ms] = 1000
"""A version this old that is not projected was left behind."""

SETTLE_EVERY: Final = 60
REST_S: Final = 1.0
LONGEST_REST_S: Final = 300.0
RETRY_S: Final = 0.25
CLOSE_S: Final = 2.0

_log = structlog.get_logger()


class _Noted(NamedTuple):
    step: Projectable
    since: Ms


class _Rest(NamedTuple):
    """A table that cannot be projected is left alone until then; each time twice as long."""

    until: float
    rest_s: float


class Projector:
    """Projects what this node has committed, and whatever is found behind."""

    def __init__(
        self,
        projection: Projection,
        sources: Sources,
        now: Now,
        metrics: Metrics,
        *,
        most_noted: int = MOST_NOTED,
    ) -> None:
        self._projection = projection
        self.sources = sources
        self._now = now
        self._metrics = metrics
        self._most_noted = most_noted
        self._noted: dict[UUID, list[_Noted]] = {}
        self._count = 0
        self._late: dict[UUID, None] = {}
        self._older: dict[UUID, None] = {}
        self._resting: dict[UUID, _Rest] = {}
        self._known: OrderedDict[UUID, int] = OrderedDict()
        self._waiting: defaultdict[UUID, set[asyncio.Future[None]]] = defaultdict(set)
        self._under_way: set[UUID] = set()
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._cursor: UUID | None = None
        self._older_cursor: UUID | None = None
        self._many_older = 0
        self.behind = 0

    def note(self, step: Projectable) -> None:
        """A row was committed by this node: project it soon. Never raises, never waits."""
        if step.game.record is None or self._is_resting(step.table):
            return
        if self._count >= self._most_noted:
            return
        self._noted.setdefault(step.table, []).append(_Noted(step, self._now.ms()))
        self._count += 1
        if self._is_full():
            self._hurry.set()
        self._wake()

    async def until(self, game: AnyGame, table: UUID, version: int) -> bool:
        """Wait until the version is projected, two seconds at most; whether it is."""
        if game.record is None or self._known.get(table, 0) >= version:
            return True
        try:
            async with asyncio.timeout(WAIT_S):
                while not self._is_resting(table):
                    if await self._reached(table, version):
                        return True
        except (TimeoutError, Unavailable):
            pass
        _log.warning("projection late", table=str(table), version=version)
        return False

    async def run(self) -> None:
        """Look for tables that were left behind, for ever."""
        for number in range(2**62):
            with suppress(Unavailable):  # it is logged once, as database.lost
                await self.sweep()
                if number % SETTLE_EVERY == 0:
                    await self._projection.settle(self.sources.recorded_games(), limit=BATCH)
            await pause(SWEEP_S)

    async def sweep(self) -> None:
        """Find tables that are behind and bring them up, except those that wait here or failed lately."""
        games, behind = self.sources.recorded_games(), 0
        while games and len(self._late) < MOST_LATE:
            found = await self._projection.behind(games, older_ms=OLDER_MS, after=self._cursor, limit=BATCH)
            behind += len(found)
            self._late.update(dict.fromkeys(table for table in found if not self._is_in_hand(table)))
            self._cursor = found[-1] if len(found) == BATCH else None
            if self._cursor is None:
                break
        if games and not self._late and not self._older:
            await self._look_for_older(games)
        self.behind = behind + self._many_older
        self._metrics.projection_behind.set(self.behind)
        self._wake()

    async def _look_for_older(self, games: Collection[str]) -> None:
        """Take some ended games whose record an older version of Rondel wrote, and settle those before."""
        had_some = self._many_older > 0
        found, self._many_older = await self._projection.older(
            games, after=self._older_cursor, limit=MOST_OLDER
        )
        self._older.update(dict.fromkeys(table for table in found if not self._is_resting(table)))
        self._older_cursor = found[-1] if len(found) == MOST_OLDER else None
        if had_some:
            await self._projection.settle(games, limit=BATCH)

    async def idle(self) -> None:
        """Wait until everything noted is projected or given up for now."""
        while self._task is not None:
            self._hurry.set()
            await asyncio.wait((self._task,))

    async def close(self) -> None:
        """Project what is noted, for two seconds at most; the sweep of another node finds the rest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self.idle()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _reached(self, table: UUID, version: int) -> bool:
        """Whether it is there: by this node's own work if it is at it, or by a look at the store."""
        if table in self._noted or table in self._late or table in self._under_way:
            await self._next_write(table)
        else:
            self._learn(await self._projection.versions([table]))
            if self._known.get(table, 0) < version:
                await asyncio.sleep(LOOK_S)  # another node is at it
        return self._known.get(table, 0) >= version

    async def _next_write(self, table: UUID) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[table].add(future)
        self._hurry.set()
        try:
            await asyncio.wait((future,), timeout=LOOK_S)
        finally:
            self._waiting[table].discard(future)
            if not self._waiting[table]:
                del self._waiting[table]

    def forget(self) -> None:
        """The database was restored: what is known of versions may no longer be true."""
        self._known.clear()
        self._resting.clear()

    def _wake(self) -> None:
        if self._task is None and (self._noted or self._late or self._older):
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._noted or self._late or self._older:
                await self._gather()
                await self._write_noted()
                await self._bring_up_late()
        finally:
            self._under_way.clear()
            self._task = None

    async def _gather(self) -> None:
        """Wait a moment for more rows, unless there are many already or somebody waits for one."""
        if self._noted and not self._is_full() and not self._waiting:
            self._hurry.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(GATHER_S):
                    await self._hurry.wait()

    def _is_full(self) -> bool:
        """Whether a statement has enough to write, or memory enough to keep."""
        return len(self._noted) >= BATCH or 2 * self._count >= self._most_noted

    async def _write_noted(self) -> None:
        taken = {table: self._noted.pop(table) for table in list(self._noted)[:BATCH]}
        self._count -= sum(map(len, taken.values()))
        self._under_way.update(taken)
        try:
            if writes := await self._writes_of(taken):
                written = await self._write(writes)
                for table in written:
                    self._metrics.projected(self._now.ms() - taken[table][0].since)
                await self._look_at([write for write in writes if write.table not in written])
        except Unavailable:
            self._late.update(dict.fromkeys(taken))
            await asyncio.sleep(RETRY_S)
        finally:
            self._under_way.difference_update(taken)

    async def _writes_of(self, taken: Mapping[UUID, Sequence[_Noted]]) -> Sequence[ProjectionWrite]:
        """One write for each table whose noted versions follow one another."""
        writes: list[ProjectionWrite] = []
        for table, noted in taken.items():
            await asyncio.sleep(0)  # moves come first
            steps = [each.step for each in noted]
            if [step.version - steps[0].version for step in steps] != list(range(len(steps))):
                self._late[table] = None  # another node made a move in between
                continue
            try:
                with GAME_CODE:
                    write = write_of(steps)
                writes.append(write)
            except Exception as error:  # noqa: BLE001 - a game's mistake stops its table's record, nothing else
                await self._failed(table, error)
        return writes

    async def _write(self, writes: Sequence[ProjectionWrite]) -> Collection[UUID]:
        """All at once or, when rows of one are refused, one by one: no table waits for another's mistake."""
        try:
            written = await self._projection.write(writes)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - Rejected, or rows that cannot even be sent
            if len(writes) == 1:
                await self._failed(writes[0].table, error)
                return ()
            return [table for write in writes for table in await self._write([write])]
        self._learn({write.table: write.version for write in writes if write.table in written})
        return written

    async def _look_at(self, left: Sequence[ProjectionWrite]) -> None:
        """What was not written is there already, or an earlier version is missing."""
        left = [write for write in left if not self._is_resting(write.table)]
        if left:
            self._learn(await self._projection.versions([write.table for write in left]))
            for write in left:
                if self._known.get(write.table, 0) < write.version:
                    self._late[write.table] = None

    async def _bring_up_late(self) -> None:
        """Ended games come last: nobody waits for their record."""
        tables = list(self._late or self._older)[:AT_ONCE]
        if not tables:
            return
        answers = await asyncio.gather(*map(self._bring_up, tables))
        if not all(answers):
            await asyncio.sleep(RETRY_S)

    async def _bring_up(self, table: UUID) -> bool:
        """Project a table from the journal; False if the store did not answer, and then it stays late."""
        self._late.pop(table, None)
        written = _unmeasured if table in self._older else self._caught_up
        self._older.pop(table, None)
        self._under_way.add(table)
        try:
            version = await bring_up(self.sources, self._projection, table, written)
        except Unavailable:
            self._late[table] = None
            return False
        except Exception as error:  # noqa: BLE001 - whatever it is, the other tables go on
            await self._failed(table, error)
        else:
            self._learn({table: version})
        finally:
            self._under_way.discard(table)
        return True

    def _caught_up(self, steps: Sequence[Projectable]) -> None:
        self._metrics.projected(self._now.ms() - steps[0].row.at)

    async def _failed(self, table: UUID, error: Exception) -> None:
        """Leave the table alone for a while, and say why; its game goes on."""
        rest_s = min(2 * self._resting[table].rest_s, LONGEST_REST_S) if table in self._resting else REST_S
        self._resting[table] = _Rest(asyncio.get_running_loop().time() + rest_s, rest_s)
        self._metrics.projection_failed()
        because = _because(error)
        _log.error("projection failed", table=str(table), because=because, rest_s=rest_s)
        if not isinstance(error, CannotBeRead):
            with suppress(Unavailable):
                await self._projection.failed(table, because)

    def _is_in_hand(self, table: UUID) -> bool:
        """Whether it is left alone, or written from memory, now or soon: its journal need not be read."""
        return table in self._noted or table in self._under_way or self._is_resting(table)

    def _is_resting(self, table: UUID) -> bool:
        rest = self._resting.get(table)
        return rest is not None and asyncio.get_running_loop().time() < rest.until

    def _learn(self, versions: Mapping[UUID, int]) -> None:
        for table, version in versions.items():
            if version > self._known.get(table, 0):
                self._known[table] = version
                self._resting.pop(table, None)
            for future in self._waiting.get(table, ()):
                if not future.done():
                    future.set_result(None)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def _unmeasured(_: Sequence[Projectable]) -> None:
    """How long ago an ended game was played is no lag."""


def _because(error: Exception) -> str:
    """The kind of error and where it was raised; never its text, unless it is ours: that may be hidden."""
    if isinstance(error, (Rejected, CannotBeRead)):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {frames[-1].name}:{frames[-1].lineno}"
