"""Appends wait here and share statements; one that meets a lock waits aside, and no other table with it.

A statement waits for a lock for LOCK_MS. Then nothing of it is stored, and its appends are sent one by one.
The one that meets the lock is sent again when its table's row is free; after LOCKED_S its caller is told that
nothing was stored. Later appends of that table wait aside at once, until one of them is answered.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import structlog

from rondel.server.ports.journal import Appended, Entry
from rondel.server.ports.value import StoreUnavailableError

FLUSHERS: Final = 2
"""How many statements are under way at once. While the first is, appends gather for the next one."""

PATIENCE_S: Final = 0.02
"""After so long one statement waits for something: others go past it."""

BUSY_S: Final = 0.01
LINGER_S: Final = 0.002
"""Where statements follow one another within BUSY_S, one waits so long for more appends to share it."""

MOST: Final = 256
"""How many appends one statement takes."""

LOCK_MS: Final = 50
"""How long a statement waits for a lock: several times as long as another node's append holds one."""

LOOK_S: Final = 0.05
LOCKED_S: Final = 2.0
"""How long an append waits aside, and how often is looked whether its table is free."""

REMEMBERED_S: Final = 60.0
"""How long a table without further appends counts as locked."""

_log = structlog.get_logger()


class PendingAppend(NamedTuple):
    """An append that waits for its answer since a moment of the event loop's clock."""

    entry: Entry
    since: float
    answer: "asyncio.Future[Appended | None]"


class AppendQueue:
    """`send` stores entries of different tables in one statement, and gives those that were stored.

    `unlocked` gives those of these tables whose row nobody has locked.
    """

    def __init__(
        self,
        send: Callable[[Sequence[Entry]], Awaitable[Mapping[UUID, Appended]]],
        unlocked: Callable[[Sequence[UUID]], Awaitable[Collection[UUID]]],
        *,
        flushers: int = FLUSHERS,
        most: int = MOST,
    ) -> None:
        self._send = send
        self._unlocked = unlocked
        self._flushers = flushers
        self._most = most
        self._waiting: list[PendingAppend] = []
        self._under_way: set[UUID] = set()
        self._flushing = 0
        self._began_s = -math.inf
        self._impatient: asyncio.TimerHandle | None = None
        self._aside: list[PendingAppend] = []
        self._is_looking = False
        self._locked: dict[UUID, float] = {}
        self._refused: set[UUID] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def put(self, entry: Entry) -> Appended | None:
        """Store an entry; None if it does not go on from what is stored."""
        loop = asyncio.get_running_loop()
        request = PendingAppend(entry, loop.time(), loop.create_future())
        if entry.table in self._locked:
            self._wait_aside(request)
        else:
            self._waiting.append(request)
            if self._flushing == 0:
                self._start_flush()
            elif self._flushing < self._flushers and self._impatient is None:
                self._be_patient()
        return await request.answer

    async def close(self) -> None:
        """Wait until every append has its answer."""
        if self._impatient is not None:
            self._impatient.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks)

    # sharing statements

    def _start_flush(self) -> None:
        self._flushing += 1
        self._run(self._flush())

    def _be_patient(self) -> None:
        """Look at the statement under way when it has had its time."""
        loop = asyncio.get_running_loop()
        self._impatient = loop.call_later(PATIENCE_S, self._lose_patience)

    def _lose_patience(self) -> None:
        """Go past a statement that has been under way for too long."""
        self._impatient = None
        if not self._waiting or not 0 < self._flushing < self._flushers:
            return
        if asyncio.get_running_loop().time() - self._began_s < PATIENCE_S:
            self._be_patient()  # another one has begun since
        else:
            self._start_flush()

    async def _flush(self) -> None:
        """Send what waits until nothing is left that may be sent."""
        try:
            while self._waiting:
                await self._linger()
                if not (batch := self._take()):
                    break
                try:
                    await self._answer(batch)
                except BaseException:
                    _tell(batch, StoreUnavailableError("stopped"))
                    raise
                finally:
                    self._under_way.difference_update(request.entry.table for request in batch)
        finally:
            self._flushing -= 1  # at once: the next caller starts another flush

    async def _linger(self) -> None:
        """Wait a moment for company, where the statement before began a moment ago."""
        loop = asyncio.get_running_loop()
        if loop.time() - self._began_s < BUSY_S:
            await asyncio.sleep(LINGER_S)
        self._began_s = loop.time()

    def _take(self) -> list[PendingAppend]:
        """The longest waiting, one for each table that is not under way."""
        batch: dict[UUID, PendingAppend] = {}
        left: list[PendingAppend] = []
        for request in self._waiting:
            table = request.entry.table
            if request.answer.done():
                continue  # its caller has gone, and nothing has been sent
            if table in self._under_way or table in batch or len(batch) == self._most:
                left.append(request)
            else:
                batch[table] = request
        self._waiting = left
        self._under_way.update(batch)
        return sorted(batch.values(), key=lambda request: request.entry.table)

    async def _answer(self, batch: Sequence[PendingAppend]) -> None:
        """All at once or, when one of them cannot be stored, one by one: none fails for another's entry."""
        try:
            await self._store(batch)
        except Exception as error:  # noqa: BLE001 - the caller gets it
            if _is_outage(error):
                _tell(batch, error)
            elif len(batch) == 1:
                self._fail(batch[0], error)
            else:
                for request in batch:
                    await self._answer([request])

    async def _store(self, batch: Sequence[PendingAppend]) -> None:
        stored = await self._send([request.entry for request in batch])
        for request in batch:
            self._forget(request.entry.table)
            if not request.answer.done():
                request.answer.set_result(stored.get(request.entry.table))

    def _fail(self, request: PendingAppend, error: Exception) -> None:
        if _is_contention(error):
            self._wait_aside(request)
        else:
            self._forget(request.entry.table)
            _tell([request], error)

    def _forget(self, table: UUID) -> None:
        """Nobody has locked this table."""
        self._locked.pop(table, None)
        self._refused.discard(table)

    # waiting for a lock

    def _wait_aside(self, request: PendingAppend) -> None:
        """Send it when its table's row is free, unless it has waited for too long."""
        now = asyncio.get_running_loop().time()
        self._locked = {table: at for table, at in self._locked.items() if at > now - REMEMBERED_S}
        self._locked[request.entry.table] = now
        if now - request.since > LOCKED_S:
            self._refuse(request)
            return
        self._aside.append(request)
        if not self._is_looking:
            self._is_looking = True
            self._run(self._look_aside())

    def _refuse(self, request: PendingAppend) -> None:
        """Say that nothing was stored; in the log, once for each lock."""
        table = request.entry.table
        self._refused &= self._locked.keys()
        if table not in self._refused:
            self._refused.add(table)
            _log.warning("table.locked", table=str(table))
        _tell([request], StoreUnavailableError("another session has locked the table", "contention"))

    async def _look_aside(self) -> None:
        """Send what waits aside as soon as its table is free; one statement looks for all of them."""
        try:
            while self._aside:
                await self._send_unlocked()
                await asyncio.sleep(LOOK_S)
        finally:
            self._is_looking = False

    async def _send_unlocked(self) -> None:
        aside = [request for request in self._aside if not request.answer.done()]
        self._aside = []
        try:
            unlocked = await self._find_unlocked([request.entry.table for request in aside])
            for request in aside:
                if request.entry.table in unlocked:
                    await self._answer([request])
                else:
                    self._wait_aside(request)
        except BaseException as error:
            _tell(aside, error if isinstance(error, Exception) else StoreUnavailableError("stopped"))
            if not isinstance(error, Exception):
                raise

    async def _find_unlocked(self, tables: Sequence[UUID]) -> Collection[UUID]:
        try:
            return await self._unlocked(tables)
        except StoreUnavailableError as error:
            if _is_contention(error):  # all tables are locked together
                return ()
            raise

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_contention(error: Exception) -> bool:
    """Whether the statement met a lock: nothing of it is stored."""
    return isinstance(error, StoreUnavailableError) and error.cause == "contention"


def _is_outage(error: Exception) -> bool:
    return isinstance(error, StoreUnavailableError) and not _is_contention(error)


def _tell(batch: Sequence[PendingAppend], error: Exception) -> None:
    for request in batch:
        if not request.answer.done():
            request.answer.set_exception(error)
