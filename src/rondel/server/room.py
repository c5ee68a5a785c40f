"""A room: all that this node remembers of one table. A cache with one owner; the journal decides."""

import asyncio
import os
import traceback
from collections.abc import Callable, Coroutine
from pathlib import PurePath
from typing import Any, Final, TypeVar
from uuid import UUID

import structlog

from rondel.kernel import HOUSE, Refusal, Seat
from rondel.kernel.take_back import NotRemembered
from rondel.server.access import may_look
from rondel.server.answers import Denied, game_failed
from rondel.server.loading import all_steps, check_rules, context_of, load
from rondel.server.moves import Move, Played
from rondel.server.ports import (
    NO_HEAD,
    Entry,
    Head,
    Look,
    StoredRow,
    TableRow,
    Unavailable,
)
from rondel.server.position import Position, entry_of
from rondel.server.room_ports import RoomPorts
from rondel.server.traces import NO_SPAN, Facts, Result
from rondel.server.watchdog import GAME_CODE, GameStuck
from rondel.server.watchers import Watcher, Watchers
from rondel.table.decide import Decision, decide, due, is_in_time
from rondel.table.fold import BrokenChain, fold
from rondel.table.state import TableState
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed

ATTEMPTS: Final = 32
"""How often a move is decided again because somebody was faster, before its player is asked to try again."""

CHAT_LINES: Final = 20
"""How many lines of chat are read again when something was said elsewhere."""

_OURS: Final = f"{PurePath(__file__).parents[1]}{os.sep}"
"""The code of Rondel: what fails in there was called by a game."""

_log = structlog.get_logger()

T = TypeVar("T")


class Room:
    """One table on this node: its record, its position, its watchers, and one turn at a time.

    Everything here may be forgotten at any moment: whatever is appended is checked by the journal.
    """

    def __init__(self, table_id: UUID, ports: RoomPorts) -> None:
        self.id = table_id
        self.table: TableRow | None = None
        self.cached: Position | None = None
        self.watchers = Watchers()
        self._ports = ports
        self._lock = asyncio.Lock()
        self._bringing: asyncio.Task[None] | None = None
        self._bring_again = False
        self._halting: asyncio.Task[Denied] | None = None
        self._noted_behind: int | None = None

    # reading

    async def record(self) -> TableRow:
        """The table's record: as remembered once play has begun, else as stored; Denied if there is none."""
        if self.table is None or self.table.header is None:
            await self._read_record()
        assert self.table is not None
        return self.table

    async def record_for(self, account: UUID | None, key: str | None) -> TableRow:
        """The record, as above, for an account that may look; Denied if there is none that it may look at.

        Before any "no" the store is read once, whatever is remembered: how long it takes tells nobody whether
        there is a table.
        """
        if self.table is None or self.table.header is None or not may_look(self.table, account, key):
            found = await self._ports.tables.visible(self.id, account, key)
            if found is not None and self.table is None:  # who may not look causes no subscription
                await self._ports.bus.subscribe(self.id)
                found = await self._ports.tables.visible(self.id, account, key)
            self._learn_record(found)
        assert self.table is not None
        return self.table

    def ask(self, question: Callable[..., T], *about: Any) -> T:
        """What the game answers, outside of a move; a fault in it halts the table, and Denied says so."""
        if self._halting is not None:
            raise self._halted()
        try:
            with GAME_CODE:
                return question(*about)
        except (Refusal, Denied, Malformed, Unavailable):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, this table is where it happened
            self._halt_soon(error)
            raise self._halted(_reason_of(error)) from None

    async def current(self) -> Position:
        """The table at its true head, with all that is due done."""
        return await self._alone(self._current())

    def forget(self) -> None:
        """Read everything again next time."""
        self.table = self.cached = None

    def reset(self) -> None:
        """Nothing that is remembered or was sent is worth anything."""
        self.forget()
        self.watchers.forget_versions()

    # moving

    async def play(self, move: Move) -> Played:
        """Decide a move and commit it; or raise the Refusal, or Denied. An answer means committed."""
        played = await self._alone(self._play(move))
        if self._ports.traces:
            outcome: Result = "repeated" if played.dup else "committed"
            self._ports.traces.note(version=played.version, outcome=outcome)
        return played

    async def house(self, wanted: Callable[[Position], Any | None]) -> Position:
        """Let the House do what is `wanted` at the table as it stands, until that is nothing more."""
        return await self._alone(self._house(wanted))

    async def fire(self, version: int) -> None:
        """A deadline of this version has come: let the House act, if nobody has."""
        cached = self.cached
        if cached is not None and (cached.version < version or cached.table.halted is not None):
            await self.current()  # a deadline is claimed at no table that is halted: this is old news
        else:
            await self._alone(self._due_done())

    # watching

    def watch(self, watcher: Watcher, position: Position, last: int | None) -> None:
        """Send what it missed since `last`, or all; from now on every version, none twice."""
        now = self._ports.now.ms()
        self.watchers.add(watcher, now)
        try:
            self.watchers.catch_up(watcher, position, last, epoch=self._ports.epoch, now=now)
        except Exception as error:  # noqa: BLE001 - whoever looks has other tables, too
            self._halt_soon(error)
            raise self._halted(_reason_of(error)) from None

    def deliver(self) -> None:
        """Send every watcher what it has not been sent. A fault in a View halts the table, not the caller."""
        if self.cached is None or self.cached.version == 0 or not self.watchers or self._halting is not None:
            return  # before the first version there is only who sits where
        now, traces = self._ports.now.ms(), self._ports.traces
        try:
            with traces.span("rondel.deliver", **self._facts(self.cached)) if traces else NO_SPAN:
                self.watchers.deliver(self.cached, epoch=self._ports.epoch, now=now)
        except Exception as error:  # noqa: BLE001 - what was committed stays so
            self._halt_soon(error)
            return
        self._ports.metrics.fan_out(max(now - self.cached.at, 0))

    def bring_up(self) -> None:
        """Soon: read the truth, and bring every watcher up to date. Calls meanwhile are one more."""
        if not self.watchers:
            return
        if self._bringing is not None:
            self._bring_again = True
            return
        self._bringing = asyncio.get_running_loop().create_task(self._bring_up())

    @property
    def head(self) -> Head:
        """What everybody here has seen of the table; what nobody can have seen, if somebody lacks it."""
        if self.table is None:
            return NO_HEAD
        version = 0 if self.cached is None else self.cached.version
        if version > 0 and self.watchers.are_behind(version):
            return NO_HEAD
        return version, self.table.revision

    def is_behind(self, head: int, revision: int) -> bool:
        """Whether something here is older than this head and this revision of the record."""
        if self.table is None or self.table.revision != revision:
            return True
        return head > 0 and (
            self.cached is None or self.cached.version != head or self.watchers.are_behind(head)
        )

    async def hear_chat(self) -> None:
        """Something was said on another node, perhaps: send what is new."""
        if self.watchers:
            for message in await self._ports.chats.latest(self.id, limit=CHAT_LINES):
                self.watchers.chat(message)

    # inside, one at a time

    async def _alone(self, doing: Coroutine[Any, Any, T]) -> T:
        """One at a time at this table, on this node. An exception that is no answer halts the table."""
        traces = self._ports.traces
        try:
            with traces.span("rondel.queue", table=self.id) if traces else NO_SPAN:
                if self._halting is not None:
                    await asyncio.wait((self._halting,))
                await self._lock.acquire()
            try:
                self._ports.metrics.remembered(self.cached is not None)
                return await doing
            except (Refusal, Denied, Malformed, Unavailable):
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, this table is where it happened
                raise await self._halt(error) from None
            finally:
                self._lock.release()
        finally:
            doing.close()  # it never ran if this was cancelled while others had their turn

    async def _play(self, move: Move) -> Played:
        position, traces = await self._loaded(), self._ports.traces
        if traces:
            traces.note(game=position.game.name)
        with GAME_CODE:
            action = codec_of(position.game).asked(move.action)
        for _ in range(ATTEMPTS):
            answer: Refusal | Denied | None = None
            try:
                position = await self._due_done()
                with traces.span("rondel.decide", **self._facts(position)) if traces else NO_SPAN:
                    decision = await self._decide(position, move, action)
                assert decision.seat is not None
                if after := await self._append(position, decision, move.id):
                    self._ports.failpoints.reach("before_ack")
                    return Played(after, decision.seat, after.version, dup=False)
            except (Refusal, Denied) as no:
                answer = no
            # No "no" without a look at the truth: it may be committed already, or this not be the head.
            before = self.cached
            look = await self._look(move.id)
            if move.exp is not None and move.exp > look.head:
                self.note_behind("move", move.exp, look.head)
            if look.row is not None:
                return self._as_before(move, action, look.row)
            if before is not None and self.cached is before:
                raise answer or self._stuck()
        raise Denied.of("UNAVAILABLE")

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
        raise Denied.of("UNAVAILABLE")

    async def _decide(self, position: Position, move: Move, action: Any) -> Decision:
        table, played, now = position.table, position.played, self._ports.now.ms()
        if table.halted is not None:
            raise self._halted()
        if table.status == "abandoned":
            raise Denied.of("TABLE_ENDED")
        seat = move.seat_at(table)
        if move.exp is not None and not _is_meant_for(played, seat, action, move.exp):
            raise Denied.of("STALE_VERSION")
        try:
            with GAME_CODE:
                return decide(played, seat, action, now)
        except NotRemembered:
            steps = await all_steps(self._ports.journal, played, self.id)
            with GAME_CODE:
                return decide(played, seat, action, now, steps=steps)

    async def _current(self) -> Position:
        await self._look()
        return await self._due_done()

    async def _due_done(self) -> Position:
        """The table as it is remembered, after the House has acted on every deadline that has passed."""
        while True:
            position = await self._loaded()
            with GAME_CODE:
                due_at = position.due_at
                is_slow = due_at is not None and position.is_slow
            if due_at is None or position.table.halted is not None:
                return position
            now = self._ports.now.ms()
            if now >= due_at and not is_slow:
                await self._ports.learn_outages()
            outages = () if is_slow else self._ports.outages
            with GAME_CODE:
                decision = due(position.played, now, outages) if outages or now >= due_at else None
            if decision is None:
                return position
            await self._commit(position, decision)
            if decision.row.returned_ms is None:
                self._ports.metrics.deadline(now - due_at)

    async def _commit(self, position: Position, decision: Decision) -> None:
        """Append a House row; where somebody was faster, catch up."""
        action_id = position.played.context.house_id(decision.row.version, decision.action)
        if await self._append(position, decision, UUID(bytes=action_id)):
            return
        before = self.cached
        await self._look()
        if self.cached is before:
            raise self._stuck()

    async def _append(self, position: Position, decision: Decision, action_id: UUID) -> Position | None:
        """Commit, then remember, deliver and announce; None if the table is not as this node knew it."""
        ports = self._ports
        with GAME_CODE:
            after, entry = entry_of(
                position, decision, action_id, epoch=ports.epoch, snapshot_every=ports.snapshot_every
            )
        ports.failpoints.reach("before_append")
        with ports.traces.span("rondel.append", **self._facts(after)) if ports.traces else NO_SPAN:
            kept = await ports.journal.append(entry)
        if kept is None:
            return None
        ports.failpoints.reach("before_announce")
        ports.see(kept.now, kept.epoch)
        self.table, self.cached = after.table, after
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

    async def _look(self, action_id: UUID | None = None) -> Look:
        """One look at the truth; afterwards this room is at the head, by the record as stored now."""
        await self._ports.bus.subscribe(self.id)
        look = await self._ports.journal.look(self.id, action_id)
        self._ports.see(look.now, look.epoch)
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
                with GAME_CODE:
                    folded = fold(played, rows)
                self._remember(Position(cached.table, folded), epoch)
            except NotRemembered:
                self.cached = None
                await self._read_record()
                await self._loaded()
            except BrokenChain:
                raise self._other_history(look.head) from None
        return look

    async def _loaded(self) -> Position:
        """The position as remembered, or read from the store; Denied where the game would be stuck again."""
        if _is_stuck(self.table):
            await self._read_record()  # it may have been resumed
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
        """Read the table's record again; everybody who looks is shown who sits there now."""
        await self._ports.bus.subscribe(self.id)  # first: nothing may fall between this and the read
        self._learn_record(await self._ports.tables.get(self.id))

    def _learn_record(self, found: TableRow | None) -> None:
        if found is None:
            raise Denied.of("UNKNOWN_GAME")
        is_news = self.table is not None and self.table.revision != found.revision
        self.table = found
        self._ports.seats_changed(self.id)
        if self.cached is not None:
            self.cached = Position(found, self.cached.played)
        if is_news and self.watchers:
            self.watchers.seats_changed(found)
            self.deliver()

    def _remember(self, position: Position, epoch: int) -> Position:
        """Take over what was read since `epoch` was seen, and deliver it."""
        if epoch != self._ports.epoch:
            raise Unavailable("the database has a new epoch since this was read")
        self.table, self.cached = position.table, position
        self.deliver()
        return position

    def _as_before(self, move: Move, action: Any, row: StoredRow) -> Played:
        """The same id gets the same answer for the life of the table, whoever has the seat by now."""
        assert self.cached is not None
        seat = move.seat_at(self.cached.table)
        is_same = row.action == codec_of(self.cached.game).action_bytes(action)
        if row.seat is None or not is_same or seat not in (row.seat, None):
            raise Denied.of("ID_REUSE")
        return Played(self.cached, row.seat, row.version, dup=True)

    def note_behind(self, kind: str, seen: int, head: int) -> None:
        """Somebody has seen a version that the journal has lost: tell the host, once in an epoch.

        `kind` is how it was noticed: by a client's `move`, as one came to `sit`, or by this `node`.
        """
        epoch = self._ports.epoch
        if self._noted_behind == epoch:
            return
        self._noted_behind = epoch
        self._ports.metrics.journal_behind(kind)
        _log.warning(
            "journal.behind_client", kind=kind, table=str(self.id), version=seen, head=head, epoch=epoch
        )

    def _other_history(self, head: int) -> Unavailable:
        """The journal was set back or replaced: everything is read and sent again."""
        if self.cached is not None:
            self.note_behind("node", self.cached.version, head)
        self.reset()
        self.bring_up()
        return Unavailable("the journal has another history than this node knew")

    def _stuck(self) -> Denied:
        """Nothing can be appended, and nobody was faster."""
        self.forget()
        return Denied.of("UNAVAILABLE")

    def _halt_soon(self, error: Exception) -> None:
        """Halt the table, where nothing can be awaited; whoever comes next waits until that is done."""
        if self.table is not None and self.table.halted is not None:
            return
        self._halting = asyncio.get_running_loop().create_task(self._halt(error))
        self._halting.add_done_callback(self._has_halted)

    def _has_halted(self, halting: asyncio.Task[Denied]) -> None:
        self._halting = None
        if not halting.cancelled() and (fault := halting.exception()) is not None:
            _log.warning("table not halted", table=str(self.id), because=type(fault).__name__)

    async def _halt(self, error: Exception) -> Denied:
        """Stop this one table at its version, and say where and why; all others play on."""
        frames = traceback.extract_tb(error.__traceback__)
        where = [f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in frames]
        kind, raised = type(error).__name__, frames[-1].line if frames else ""
        # What the message says may be hidden from players: it goes to the host by `rondel tables halted`,
        # and the log has the line of code that raised it.
        _log.error("table halted", table=str(self.id), error=kind, because=raised, where=where)
        reason = _reason_of(error)
        self._ports.metrics.halted()
        for tell in self._ports.on_halt:
            tell(error)
        self.forget()
        await self._ports.tables.halt(self.id, reason)
        await self._ports.bus.announce([(self.id, 0)])
        return self._halted(reason)

    def _halted(self, reason: str | None = None) -> Denied:
        """The answer at a table that is halted. What went wrong may be a secret: only an author is told."""
        known = reason if self.table is None or reason is not None else self.table.halted
        return game_failed(known) if self._ports.tells_why and known else Denied.of("TABLE_HALTED")

    async def _bring_up(self) -> None:
        try:
            while True:
                self._bring_again = False
                await self._bring_up_once()
                if not self._bring_again:
                    return
        except (Denied, Unavailable) as answer:
            _log.info("not delivered", table=str(self.id), because=type(answer).__name__)
        finally:
            self._bringing = None

    async def _bring_up_once(self) -> None:
        if self.table is None or self.table.header is None:
            before = self.table
            table = await self.record()
            if table.header is None:
                if before is None:  # else it was shown when it was read
                    self.watchers.seats_changed(table)
                return
        await self.current()
        self.deliver()


def _is_stuck(table: TableRow | None) -> bool:
    """Whether it was halted because its game was stuck: until the host resumes it, the game is not asked."""
    return table is not None and table.halted is not None and f" {GameStuck.__name__}: " in table.halted


def _reason_of(error: Exception) -> str:
    """What went wrong and in which line, of the game by somebody else where one is on the way."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(_OURS)] or frames
    where = f"{PurePath(theirs[-1].filename).name}:{theirs[-1].lineno}" if theirs else "?"
    return f"{where}: {type(error).__name__}: {_text_of(error)}"[:500]


def _text_of(error: Exception) -> str:
    """What an error says, if it can say it."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - an error by others, with a text that raises
        return "it cannot say what it is"


def _is_meant_for(played: TableState, seat: Seat | None, action: Any, expected: int) -> bool:
    """Whether it counts now. What was meant for a version to come was meant for one that was lost."""
    if type(action) in played.game.on_head:
        return expected <= played.version
    return is_in_time(played, seat, expected)


def _agree(look: Look, played: TableState) -> bool:
    """Whether what is remembered may be an earlier version of what is stored."""
    if look.head == played.version > 0:
        return look.digest == played.digest
    return look.head >= played.version
