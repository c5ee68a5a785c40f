"""A room: one node's cache of one table. The journal is authoritative."""

import asyncio
import os
import traceback
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

import structlog

from rondel.kernel import HOUSE, Refusal, Seat
from rondel.kernel.undo import HistoryTruncatedError
from rondel.server.errors import ApiError, HaltedError, game_failed
from rondel.server.ports.access import may_look
from rondel.server.ports.journal import NO_HEAD, Entry, Head, HeadSnapshot, StoredRow
from rondel.server.ports.tables import HaltCause, TableRow
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.context import RoomContext
from rondel.server.rooms.loading import all_steps, check_rules, context_of, folded, load, through_rows
from rondel.server.rooms.moves import Move, Played
from rondel.server.rooms.position import Position, entry_of
from rondel.server.rooms.shared_read import SharedRead
from rondel.server.rooms.watchers import Watcher, Watchers
from rondel.server.runtime.traces import NO_SPAN, Facts, Result
from rondel.server.runtime.watchdog import GAME_CODE, GameTimeoutError
from rondel.table.decide import Decision, decide, due, is_in_time
from rondel.table.fold import DigestMismatchError
from rondel.table.state import TableState
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError

ATTEMPTS: Final = 32
"""How often a move is decided again because somebody was faster, before its player is asked to try again."""

CHAT_LINES: Final = 20
"""How many lines of chat are read again when something was said elsewhere."""

_OURS: Final = f"{PurePath(__file__).parents[2]}{os.sep}"
"""The code of Rondel: what fails in there was called by a game."""

_log = structlog.get_logger()

T = TypeVar("T")


class Room:
    """One table on this node: its record, position and watchers, with one operation at a time.

    The cache may be dropped at any moment, because the journal checks every append.
    """

    def __init__(self, table_id: UUID, ports: RoomContext) -> None:
        self.id = table_id
        self.table: TableRow | None = None
        self.cached: Position | None = None
        self.watchers = Watchers()
        self._ports = ports
        self._lock = asyncio.Lock()
        self._reads = SharedRead[Position]()
        self._bringing: asyncio.Task[None] | None = None
        self._bring_again = False
        self._halting: asyncio.Task[ApiError] | None = None
        self._noted_behind: int | None = None
        self._committed = 0  # the newest version that this node has seen committed

    # reading

    async def record(self) -> TableRow:
        """Return the table's record: cached once play has begun, else from the store.

        Raises ApiError if there is none.
        """
        if self.table is None or self.table.header is None:
            await self._read_record()
        assert self.table is not None
        return self.table

    async def record_for(self, account: UUID | None, key: str | None) -> TableRow:
        """Return the record for an account that may see it. Raises ApiError if there is none.

        Every rejection reads the store once, so that its timing does not reveal whether the table exists.
        """
        if self.table is None or self.table.header is None or not may_look(self.table, account, key):
            found = await self._ports.tables.visible(self.id, account, key)
            if found is not None and self.table is None:  # no subscription for a caller without access
                await self._ports.bus.subscribe(self.id)
                found = await self._ports.tables.visible(self.id, account, key)
            self._learn_record(found)
        assert self.table is not None
        return self.table

    def ask(self, question: Callable[..., T], *about: Any) -> T:
        """Call into the game outside a move. An exception in it halts the table and raises ApiError."""
        with self._halting_on_faults(), GAME_CODE:
            return question(*about)

    async def ask_about_rows(self, rows: int, question: Callable[..., T], *about: Any) -> T:
        """Call into the game about so many rows, as `ask` does; many of them leave the event loop free."""
        with self._halting_on_faults():
            return await through_rows(rows, question, *about)

    @contextmanager
    def _halting_on_faults(self) -> Iterator[None]:
        if self._halting is not None:
            raise self._halted()
        try:
            yield
        except (Refusal, ApiError, MalformedError, StoreUnavailableError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, this table is where it happened
            self._halt_soon(error)
            raise self._halted(_fault_of(error)) from None

    async def current(self) -> Position:
        """Return the position at the stored head, after all due deadlines.

        It is no older than what watchers have been sent when the caller goes on.
        """
        found = await self._reads.get(self._read)
        return found if self.cached is None else self.cached

    def drop_cache(self) -> None:
        """Drop the cache; the next call reads the store."""
        self.table = self.cached = None
        self._committed = 0

    def resync_watchers(self) -> None:
        """Drop the cache, and resend full views to all watchers."""
        self.drop_cache()
        self.watchers.forget_versions()

    # moving

    async def play(self, move: Move) -> Played:
        """Decide a move and commit it. Raises Refusal or ApiError. A returned result is committed."""
        played = await self._alone(self._play(move))
        if played.duplicate and played.version > self._committed:
            await self._confirm(played.position)
        if self._ports.traces:
            outcome: Result = "repeated" if played.duplicate else "committed"
            self._ports.traces.note(version=played.version, outcome=outcome)
        return played

    async def house(self, wanted: Callable[[Position], Any | None]) -> Position:
        """Play the house actions that `wanted` returns for the current position, until it returns None."""
        return await self._alone(self._house(wanted))

    async def fire(self, version: int) -> None:
        """Fire a deadline of this version. Does nothing if the table has moved on."""
        cached = self.cached
        if cached is not None and (cached.version < version or cached.table.halted is not None):
            await self.current()  # deadlines of halted tables are never leased, so reload
        else:
            await self._alone(self._due_done())

    # watching

    def watch(self, watcher: Watcher, position: Position, last: int | None) -> None:
        """Send what the watcher missed since `last`, or a full view, then each later version exactly once."""
        now = self._ports.now.ms()
        self.watchers.add(watcher, now)
        try:
            self.watchers.catch_up(watcher, position, last, epoch=self._ports.epoch, now=now)
        except Exception as error:  # noqa: BLE001 - whoever looks has other tables, too
            self._halt_soon(error)
            raise self._halted(_fault_of(error)) from None

    def deliver(self) -> None:
        """Send all watchers their missing versions. An exception in a View only halts the table."""
        if self.cached is None or self.cached.version == 0 or not self.watchers or self._halting is not None:
            return  # before the first version there are only seats
        now, traces = self._ports.now.ms(), self._ports.traces
        try:
            with traces.span("rondel.deliver", **self._facts(self.cached)) if traces else NO_SPAN:
                self.watchers.deliver(self.cached, epoch=self._ports.epoch, now=now)
        except Exception as error:  # noqa: BLE001 - what was committed stays so
            self._halt_soon(error)
            return
        self._ports.metrics.fan_out(max(now - self.cached.at, 0))

    def sync(self) -> None:
        """Schedule a read of the store and an update of all watchers. Calls in the meantime are merged."""
        if not self.watchers:
            return
        if self._bringing is not None:
            self._bring_again = True
            return
        self._bringing = asyncio.get_running_loop().create_task(self._bring_up())

    @property
    def head(self) -> Head:
        """Return the head that all watchers have seen; an impossible head if a watcher lags behind."""
        if self.table is None:
            return NO_HEAD
        version = 0 if self.cached is None else self.cached.version
        if version > 0 and self.watchers.are_behind(version):
            return NO_HEAD
        return version, self.table.revision

    def is_behind(self, head: int, revision: int) -> bool:
        """Return whether the cache or a watcher is older than this head and revision."""
        if self.table is None or self.table.revision != revision:
            return True
        return head > 0 and (
            self.cached is None or self.cached.version != head or self.watchers.are_behind(head)
        )

    async def hear_chat(self) -> None:
        """Send new chat from other nodes, if any."""
        if self.watchers:
            for message in await self._ports.chats.latest(self.id, limit=CHAT_LINES):
                self.watchers.chat(message)

    # inside, one at a time

    async def _alone(self, doing: Coroutine[Any, Any, T]) -> T:
        """Run one operation at a time at this table and node. An unexpected exception halts the table."""
        traces = self._ports.traces
        try:
            with traces.span("rondel.queue", table=self.id) if traces else NO_SPAN:
                if self._halting is not None:
                    await asyncio.wait((self._halting,))
                await self._lock.acquire()
            try:
                self._ports.metrics.remembered(self.cached is not None)
                return await doing
            except (Refusal, ApiError, MalformedError, StoreUnavailableError):
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, this table is where it happened
                raise await self._halt(error) from None
            finally:
                self._lock.release()
        finally:
            doing.close()  # never started, if cancelled while waiting

    async def _play(self, move: Move) -> Played:
        position, traces = await self._loaded(), self._ports.traces
        if traces:
            traces.note(game=position.game.name)
        with GAME_CODE:
            action = codec_of(position.game).parse_action(move.action)
        for _ in range(ATTEMPTS):
            answer: Refusal | ApiError | None = None
            try:
                position = await self._due_done()
                with traces.span("rondel.decide", **self._facts(position)) if traces else NO_SPAN:
                    decision = await self._decide(position, move, action)
                assert decision.seat is not None
                if after := await self._append(position, decision, move.id):
                    self._ports.failpoints.reach("before_ack")
                    return Played(after, decision.seat, after.version, duplicate=False)
            except (Refusal, ApiError) as no:
                answer = no
            # Re-read the head before rejecting: the move may be committed, or the cache stale.
            before = self.cached
            look = await self._look(move.id)
            if move.expected_version is not None and move.expected_version > look.head:
                self.report_behind("move", move.expected_version, look.head)
            if look.row is not None:
                return self._as_before(move, action, look.row)
            if before is not None and self.cached is before:
                raise answer or self._stuck()
        raise ApiError.of("UNAVAILABLE")

    async def _house(self, wanted: Callable[[Position], Any | None]) -> Position:
        for _ in range(ATTEMPTS):
            position = await self._due_done()
            with GAME_CODE:
                action = wanted(position)
            if action is None:
                return position
            if position.table.halted is not None:
                await self._look()
                if self.cached is position:
                    raise self._halted()
                continue
            with GAME_CODE:
                decision = decide(position.played, HOUSE, action, self._ports.now.ms())
            await self._commit(position, decision)
        raise ApiError.of("UNAVAILABLE")

    async def _decide(self, position: Position, move: Move, action: Any) -> Decision:
        table, played, now = position.table, position.played, self._ports.now.ms()
        if table.halted is not None:
            raise self._halted()
        if table.status == "abandoned":
            raise ApiError.of("TABLE_ENDED")
        seat = move.seat_at(table)
        expected = move.expected_version
        if expected is not None and not _is_meant_for(played, seat, action, expected):
            raise ApiError.of("STALE_VERSION")
        try:
            with GAME_CODE:
                return decide(played, seat, action, now)
        except HistoryTruncatedError:
            steps = await all_steps(self._ports.journal, played, self.id)
            with GAME_CODE:
                return decide(played, seat, action, now, steps=steps)

    async def _read(self) -> Position:
        """Look beside moves, so that neither waits for the other; alone only if there is something to do."""
        if self.cached is not None and (position := await self._unchanged()):
            return position
        return await self._alone(self._current())

    async def _unchanged(self) -> Position | None:
        """Return the cached position if it is the stored one and nothing is due."""
        await self._ports.bus.subscribe(self.id)
        look = await self._ports.journal.look(self.id)
        self._ports.observe_epoch(look.now, look.epoch)
        cached = self.cached
        if cached is None or self._halting is not None or _is_stuck(cached.table):
            return None
        known = cached.version, cached.played.digest, cached.table.revision
        if (look.head, look.digest, look.revision) != known or self.ask(self._due, cached) is not None:
            return None
        self._ports.metrics.remembered(True)
        return cached

    async def _current(self) -> Position:
        await self._look()
        return await self._due_done()

    async def _due_done(self) -> Position:
        """Return the cached position, after house actions for all passed deadlines."""
        while True:
            position = await self._loaded()
            with GAME_CODE:
                is_due = self._due(position) is not None
            if not is_due:
                return position
            await self._ports.outages.refresh()
            with GAME_CODE:
                decision, due_at = self._due(position), position.due_at
            assert decision is not None
            assert due_at is not None
            await self._commit(position, decision)
            if decision.row.returned_ms is None:
                self._ports.metrics.deadline(self._ports.now.ms() - due_at)

    def _due(self, position: Position) -> Decision | None:
        """Decide what the House has to do by now, as far as outages are known."""
        if position.due_at is None or position.table.halted is not None:
            return None
        now = self._ports.now.ms()
        outages = () if position.is_slow else self._ports.outages.spans
        return due(position.played, now, outages) if outages or now >= position.due_at else None

    async def _commit(self, position: Position, decision: Decision) -> None:
        """Append a house row; catch up if another node was faster."""
        action_id = position.played.context.house_id(decision.row.version, decision.action)
        if await self._append(position, decision, UUID(bytes=action_id)):
            return
        before = self.cached
        await self._look()
        if self.cached is before:
            raise self._stuck()

    async def _append(self, position: Position, decision: Decision, action_id: UUID) -> Position | None:
        """Commit, then update the cache, deliver and announce. Returns None if the cache was stale."""
        ports = self._ports
        with GAME_CODE:
            after, entry = entry_of(
                position, decision, action_id, epoch=ports.epoch, snapshot_every=ports.snapshot_every
            )
        ports.failpoints.reach("before_append")
        with ports.traces.span("rondel.append", **self._facts(after)) if ports.traces else NO_SPAN:
            appended = await ports.journal.append(entry)
        if appended is None:
            return None
        ports.failpoints.reach("before_announce")
        ports.observe_epoch(appended.now, appended.epoch)
        self.table, self.cached, self._committed = after.table, after, after.version
        ports.metrics.move(after.game.name)
        self.deliver()
        for note in ports.on_append:
            note(position, after)
        await self._announce(after, entry)
        return after

    def _facts(self, position: Position) -> Facts:
        return {
            "table": self.id,
            "game": position.game.name,
            "version": position.version,
            "watchers": len(self.watchers),
        }

    async def _announce(self, after: Position, entry: Entry) -> None:
        await self._ports.bus.announce([(after.id, after.version)])
        if entry.due_at is not None:
            for wake in self._ports.on_due:
                wake(entry.due_at)
        if entry.bots_to_act:
            for wake_bots in self._ports.on_bots:
                wake_bots(after.id)

    async def _look(self, action_id: UUID | None = None) -> HeadSnapshot:
        """Read the stored head and record, and bring the cache up to them."""
        await self._ports.bus.subscribe(self.id)
        look = await self._ports.journal.look(self.id, action_id)
        self._ports.observe_epoch(look.now, look.epoch)
        if self.table is None or self.table.revision != look.revision:
            await self._read_record()
        if self.cached is not None and not _agree(look, self.cached.played):
            raise self._other_history(look.head)
        cached, epoch = await self._loaded(), self._ports.epoch
        played = cached.played
        if look.head > played.version:
            rows = await self._ports.journal.rows(self.id, after=played.version, until=look.head)
            check_rules(played.context, rows)
            try:
                after = await folded(played, rows)
                self._remember(Position(self.table or cached.table, after), epoch)
            except HistoryTruncatedError:
                self.cached = None
                await self._read_record()
                await self._loaded()
            except DigestMismatchError:
                raise self._other_history(look.head) from None
        return look

    async def _loaded(self) -> Position:
        """Return the position from the cache or the store.

        Raises ApiError if the game would time out again.
        """
        if _is_stuck(self.table):
            await self._read_record()  # the table may have been resumed
        if self.cached is not None and not _is_stuck(self.table):
            return self.cached
        ports, epoch = self._ports, self._ports.epoch
        table = await self.record()
        if _is_stuck(table):
            raise self._halted()
        context = await context_of(ports.tables, ports.games, table)
        return self._remember(
            Position(table, await load(ports.journal, context, self.id, table.version)), epoch
        )

    async def _read_record(self) -> None:
        """Reload the table's record, and show watchers its current seats."""
        await self._ports.bus.subscribe(self.id)  # before the read, so that no change is missed
        self._learn_record(await self._ports.tables.get(self.id))

    def _learn_record(self, found: TableRow | None) -> None:
        if found is None:
            raise ApiError.of("UNKNOWN_GAME")
        is_news = self.table is not None and self.table.revision != found.revision
        self.table = found
        for note in self._ports.on_seats_read:
            note(self.id)
        if self.cached is not None:
            self.cached = Position(found, self.cached.played)
        if is_news and self.watchers:
            self.watchers.seats_changed(found)
            self.deliver()

    def _remember(self, position: Position, epoch: int) -> Position:
        """Cache a position that was read after `epoch`, and deliver it."""
        if epoch != self._ports.epoch:
            raise StoreUnavailableError("the database has a new epoch since this was read")
        self.table, self.cached = position.table, position
        self.deliver()
        return position

    async def _confirm(self, position: Position) -> None:
        """Return once rows that this node has only read are as safe as those it has committed."""
        if not await self._ports.journal.confirm(self.id, position.version, position.played.digest):
            raise self._other_history(position.version - 1)

    def _as_before(self, move: Move, action: Any, row: StoredRow) -> Played:
        """Return the stored result of a repeated id, even if the seat has changed hands."""
        assert self.cached is not None
        seat = move.seat_at(self.cached.table)
        is_same = row.action == codec_of(self.cached.game).action_bytes(action)
        if row.seat is None or not is_same or seat not in (row.seat, None):
            raise ApiError.of("ID_REUSE")
        return Played(self.cached, row.seat, row.version, duplicate=True)

    def report_behind(self, kind: str, seen: int, head: int) -> None:
        """Report once per epoch that the journal lacks a version that was seen before.

        `kind` is how it was noticed: by a client's `move`, its `watch` frame, or this `node`.
        """
        epoch = self._ports.epoch
        if self._noted_behind == epoch:
            return
        self._noted_behind = epoch
        self._ports.metrics.journal_behind(kind)
        _log.warning(
            "journal.behind_client", kind=kind, table=str(self.id), version=seen, head=head, epoch=epoch
        )

    def _other_history(self, head: int) -> StoreUnavailableError:
        """Drop the cache and resend everything, because the journal was reset or replaced."""
        if self.cached is not None:
            self.report_behind("node", self.cached.version, head)
        self.resync_watchers()
        self.sync()
        return StoreUnavailableError("the journal has another history than this node knew")

    def _stuck(self) -> ApiError:
        """Return the error for appends that fail although the head is unchanged."""
        self.drop_cache()
        return ApiError.of("UNAVAILABLE")

    def _halt_soon(self, error: Exception) -> None:
        """Schedule a halt from synchronous code. The next operation waits for it."""
        if self.table is not None and self.table.halted is not None:
            return
        self._halting = asyncio.get_running_loop().create_task(self._halt(error))
        self._halting.add_done_callback(self._has_halted)

    def _has_halted(self, halting: asyncio.Task[ApiError]) -> None:
        self._halting = None
        if not halting.cancelled() and (fault := halting.exception()) is not None:
            _log.warning("table.halt_failed", table=str(self.id), reason=type(fault).__name__)

    async def _halt(self, error: Exception) -> ApiError:
        """Halt this table at its version, and log where and why. Other tables are not affected."""
        frames = traceback.extract_tb(error.__traceback__)
        where = [f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in frames]
        kind, raised = type(error).__name__, frames[-1].line if frames else ""
        # What the message says may be hidden from players: it goes to the host by `rondel tables halted`,
        # and the log has the line of code that raised it.
        _log.error("table.halted", table=str(self.id), error=kind, reason=raised, where=where)
        fault = _fault_of(error)
        self._ports.metrics.halted()
        for tell in self._ports.on_halt:
            tell(error)
        self.drop_cache()
        cause: HaltCause = "timeout" if isinstance(error, GameTimeoutError) else "error"
        await self._ports.tables.halt(self.id, fault.place, text=fault.text, cause=cause)
        await self._ports.bus.announce([(self.id, 0)])
        return self._halted(fault)

    def _halted(self, fault: "_Fault | None" = None) -> ApiError:
        """Return the error at a halted table. Details may hold secrets, so only authors see them."""
        known = _stored_fault(self.table) if fault is None else fault
        if known is None or not self._ports.shows_errors:
            return HaltedError()
        return game_failed(f"{known.place}: {known.text}")

    async def _bring_up(self) -> None:
        try:
            while True:
                self._bring_again = False
                await self._bring_up_once()
                if not self._bring_again:
                    return
        except (ApiError, StoreUnavailableError) as answer:
            _log.info("delivery.skipped", table=str(self.id), reason=type(answer).__name__)
        finally:
            self._bringing = None

    async def _bring_up_once(self) -> None:
        if self.table is None or self.table.header is None:
            before = self.table
            table = await self.record()
            if table.header is None:
                if before is None:  # otherwise the read has delivered it
                    self.watchers.seats_changed(table)
                return
        await self.current()
        self.deliver()


def _is_stuck(table: TableRow | None) -> bool:
    """Return whether a timeout halted the table. Its game is not called until the operator resumes it."""
    return table is not None and table.halted_cause == "timeout"


class _Fault(NamedTuple):
    """The cause of a halt: the error's place, type and text."""

    place: str
    text: str


def _stored_fault(table: TableRow | None) -> _Fault | None:
    if table is None or table.halted is None:
        return None
    return _Fault(table.halted, table.halted_text or "")


def _fault_of(error: Exception) -> _Fault:
    """Return the cause of a halt, with a line in the game's package if the traceback has one."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(_OURS)] or frames
    where = f"{PurePath(theirs[-1].filename).name}:{theirs[-1].lineno}" if theirs else "?"
    return _Fault(f"{where}: {type(error).__name__}", _text_of(error)[:500])


def _text_of(error: Exception) -> str:
    """Return the text of an error, even if its `__str__` fails."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - an error by others, with a text that raises
        return "it cannot say what it is"


def _is_meant_for(played: TableState, seat: Seat | None, action: Any, expected: int) -> bool:
    """Return whether the move still applies. A future version means that rows were lost."""
    if type(action) in played.game.applies_to_any_version:
        return expected <= played.version
    return is_in_time(played, seat, expected)


def _agree(look: HeadSnapshot, played: TableState) -> bool:
    """Return whether the cached position can be an earlier version of the stored one."""
    if look.head == played.version > 0:
        return look.digest == played.digest
    return look.head >= played.version
