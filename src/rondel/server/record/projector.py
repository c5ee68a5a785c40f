"""The projector: updates the SQL projection from the journal, always after a commit.

A move is acknowledged when its row is committed; its projection follows a moment later, in a batch. The
database decides which version comes next, so any number of nodes may project the same table: each version is
written once.
Versions that are not in memory (started later, made at another node, queue full) are read from the journal.
One task runs while there is work; an idle projector has none.
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
from rondel.server.ports.deadlines import Now
from rondel.server.ports.projection import Projection, ProjectionRejectedError, ProjectionWrite
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.record.rows import Projectable, ProjectionReadError, Sources, sync, write_of
from rondel.server.runtime.clock import pause
from rondel.server.runtime.metrics import Metrics
from rondel.server.runtime.watchdog import GAME_CODE

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

WAIT_S: Final = 2.0
LOOK_S: Final = 0.02
SWEEP_S: Final = 1.0
OLDER_MS: Final[Ms] = 1000
"""A version this old that is not projected was left behind."""

SETTLE_EVERY: Final = 60
REST_S: Final = 1.0
LONGEST_REST_S: Final = 300.0
LONGEST_LOCKED_S: Final = 8.0
RETRY_S: Final = 0.25
CLOSE_S: Final = 2.0

_log = structlog.get_logger()


class _Noted(NamedTuple):
    step: Projectable
    since: Ms


class _Backoff(NamedTuple):
    """Backoff of a table whose projection failed; it doubles with each failure."""

    until: float
    retry_after_s: float


class Projector:
    """Projects this node's commits, and tables that are found behind."""

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
        self._resting: dict[UUID, _Backoff] = {}
        self._known: OrderedDict[UUID, int] = OrderedDict()
        self._waiting: defaultdict[UUID, set[asyncio.Future[None]]] = defaultdict(set)
        self._under_way: set[UUID] = set()
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._cursor: UUID | None = None
        self.behind = 0

    def note(self, step: Projectable) -> None:
        """Queue a committed row for projection. Never raises or blocks."""
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
        """Wait up to two seconds for a version; return whether it is projected."""
        if game.record is None or self._known.get(table, 0) >= version:
            return True
        try:
            async with asyncio.timeout(WAIT_S):
                while not self._is_resting(table):
                    if await self._reached(table, version):
                        return True
        except (TimeoutError, StoreUnavailableError):
            pass
        _log.warning("projection.behind", table=str(table), version=version)
        return False

    async def run(self) -> None:
        """Sweep for tables that are behind, until cancelled."""
        for number in range(2**62):
            with suppress(StoreUnavailableError):  # it is logged once, as database.lost
                await self.sweep()
                if number % SETTLE_EVERY == 0:
                    await self._projection.settle(self.sources.recorded_games(), limit=BATCH)
            await pause(SWEEP_S)

    async def sweep(self) -> None:
        """Find and update tables that are behind, except queued or recently failed ones."""
        games, behind = self.sources.recorded_games(), 0
        while games and len(self._late) < MOST_LATE:
            found = await self._projection.behind(games, older_ms=OLDER_MS, after=self._cursor, limit=BATCH)
            behind += len(found)
            self._late.update(dict.fromkeys(table for table in found if not self._is_in_hand(table)))
            self._cursor = found[-1] if len(found) == BATCH else None
            if self._cursor is None:
                break
        self.behind = behind
        self._metrics.projection_behind.set(self.behind)
        self._wake()

    async def idle(self) -> None:
        """Wait until every queued row is projected or its table is backing off."""
        while self._task is not None:
            self._hurry.set()
            await asyncio.wait((self._task,))

    async def close(self) -> None:
        """Project queued rows for up to two seconds; another node's sweep finds the rest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self.idle()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _reached(self, table: UUID, version: int) -> bool:
        """Return whether a version is projected: by this node's state, else by the store."""
        if table in self._noted or table in self._late or table in self._under_way:
            await self._next_write(table)
        else:
            self._learn(await self._projection.versions([table]))
            if self._known.get(table, 0) < version:
                await asyncio.sleep(LOOK_S)  # another node projects it
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

    def drop_cache(self) -> None:
        """Forget known versions after a restore of the database."""
        self._known.clear()
        self._resting.clear()

    def _wake(self) -> None:
        if self._task is None and (self._noted or self._late):
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._noted or self._late:
                await self._gather()
                await self._write_noted()
                await self._bring_up_late()
        finally:
            self._under_way.clear()
            self._task = None

    async def _gather(self) -> None:
        """Wait briefly for more rows, unless the batch is full or a caller waits."""
        if self._noted and not self._is_full() and not self._waiting:
            self._hurry.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(GATHER_S):
                    await self._hurry.wait()

    def _is_full(self) -> bool:
        """Return whether the batch or the queue has reached its limit."""
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
        except StoreUnavailableError:
            self._late.update(dict.fromkeys(taken))
            await asyncio.sleep(RETRY_S)
        finally:
            self._under_way.difference_update(taken)

    async def _writes_of(self, taken: Mapping[UUID, Sequence[_Noted]]) -> Sequence[ProjectionWrite]:
        """Return one write per table with consecutive queued versions."""
        writes: list[ProjectionWrite] = []
        for table, noted in taken.items():
            await asyncio.sleep(0)  # yields to moves
            steps = [each.step for each in noted]
            if [step.version - steps[0].version for step in steps] != list(range(len(steps))):
                self._late[table] = None  # another node has committed in between
                continue
            try:
                with GAME_CODE:
                    write = write_of(steps)
                writes.append(write)
            except Exception as error:  # noqa: BLE001 - a game's mistake stops its table's record, nothing else
                await self._failed(table, error)
        return writes

    async def _write(self, writes: Sequence[ProjectionWrite]) -> Collection[UUID]:
        """Write all tables together or, if one is rejected or locked, one by one: no table blocks another."""
        try:
            written = await self._projection.write(writes)
        except Exception as error:
            if isinstance(error, StoreUnavailableError) and error.cause != "contention":
                raise
            if len(writes) == 1:
                await self._not_written(writes[0].table, error)
                return ()
            return [table for write in writes for table in await self._write([write])]
        self._learn({write.table: write.version for write in writes if write.table in written})
        return written

    async def _look_at(self, left: Sequence[ProjectionWrite]) -> None:
        """Handle unwritten rows: already projected, or an earlier version is missing."""
        left = [write for write in left if not self._is_resting(write.table)]
        if left:
            self._learn(await self._projection.versions([write.table for write in left]))
            for write in left:
                if self._known.get(write.table, 0) < write.version:
                    self._late[write.table] = None

    async def _bring_up_late(self) -> None:
        tables = list(self._late)[:AT_ONCE]
        if not tables:
            return
        answers = await asyncio.gather(*map(self._bring_up, tables))
        if not all(answers):
            await asyncio.sleep(RETRY_S)

    async def _bring_up(self, table: UUID) -> bool:
        """Project a table from the journal. Returns False if the store is unavailable."""
        self._late.pop(table, None)
        self._under_way.add(table)
        try:
            version = await sync(self.sources, self._projection, table, self._caught_up)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other tables go on
            if isinstance(error, StoreUnavailableError) and error.cause != "contention":
                self._late[table] = None
                return False
            await self._not_written(table, error)
        else:
            self._learn({table: version})
        finally:
            self._under_way.discard(table)
        return True

    def _caught_up(self, steps: Sequence[Projectable]) -> None:
        self._metrics.projected(self._now.ms() - steps[0].row.at)

    async def _not_written(self, table: UUID, error: Exception) -> None:
        """Back off from a table that is locked, or whose projection fails."""
        if isinstance(error, StoreUnavailableError):
            self._rest(table, LONGEST_LOCKED_S)
        else:
            await self._failed(table, error)

    def _rest(self, table: UUID, longest_s: float) -> float:
        """Leave a table alone for twice as long as the time before; gives how long."""
        before = self._resting.get(table)
        retry_after_s = REST_S if before is None else min(2 * before.retry_after_s, longest_s)
        self._resting[table] = _Backoff(asyncio.get_running_loop().time() + retry_after_s, retry_after_s)
        return retry_after_s

    async def _failed(self, table: UUID, error: Exception) -> None:
        """Back off from a table and log why; its game continues."""
        retry_after_s = self._rest(table, LONGEST_REST_S)
        self._metrics.projection_failed()
        message = _because(error)
        _log.error("projection.failed", table=str(table), reason=message, retry_after_s=retry_after_s)
        if not isinstance(error, ProjectionReadError):
            with suppress(StoreUnavailableError):
                await self._projection.failed(table, message)

    def _is_in_hand(self, table: UUID) -> bool:
        """Return whether the table is backing off or queued, so that its journal need not be read."""
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


def _because(error: Exception) -> str:
    """Return an error's type and place, without its text unless it is Rondel's own: it may hold secrets."""
    if isinstance(error, (ProjectionRejectedError, ProjectionReadError)):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {frames[-1].name}:{frames[-1].lineno}"
