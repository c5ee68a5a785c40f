"""Notices in memory."""

from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec

from rondel.kernel import Ms, Seat
from rondel.server.adapters.memory.database import MemoryDatabase, Sent, Turn
from rondel.server.ports.notices import Later, Notice, OutboxEntry


class MemoryNotices:
    """The turns and notices of a cell."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def take(self, *, limit: int, lease_ms: Ms) -> Sequence[OutboxEntry]:
        self._read_outbox()
        now = self._cell.now()
        turns = self._cell.turns
        due = sorted(
            (turn.due_at, key) for key, turn in turns.items() if max(turn.due_at, turn.taken_until) <= now
        )
        taken = []
        for _, key in due[:limit]:
            turn = turns[key]
            if not self._is_owed(turn.owed.table, turn.owed.seat, turn.owed.version):
                del turns[key]
                continue
            turn.taken_until = now + lease_ms
            deadline = self._cell.deadlines.get(turn.owed.table)
            runs_out_at = None if deadline is None else deadline.due_at
            taken.append(msgspec.structs.replace(turn.owed, runs_out_at=runs_out_at))
        return taken

    async def plan(self, owed: OutboxEntry, notices: Sequence[Notice], later: Sequence[Later] = ()) -> None:
        if self._cell.turns.pop((owed.table, owed.version, owed.kind, owed.seat), None) is None:
            return
        for notice in notices:
            await self.add(notice)
        for each in later:
            follows = msgspec.structs.replace(owed, kind=each.kind)
            self._cell.turns.setdefault(
                (owed.table, owed.version, each.kind, owed.seat), Turn(follows, each.due_at)
            )

    async def add(self, notice: Notice) -> None:
        if not any(sent.notice.key == notice.key for sent in self._cell.notices.values()):
            self._cell.notices[notice.id] = Sent(notice, "waiting", self._cell.now())

    async def postpone(self, owed: OutboxEntry, until: Ms) -> None:
        turn = self._cell.turns.get((owed.table, owed.version, owed.kind, owed.seat))
        if turn is not None:
            turn.due_at, turn.taken_until = until, 0

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[Notice]:
        now, due = self._cell.now(), []
        for sent in self._cell.notices.values():
            if sent.state == "sending" and sent.claimed_until <= now:
                self._change(sent, "unknown", "its sender died")
            elif sent.state == "waiting" and max(sent.notice.due_at, sent.claimed_until) <= now:
                due.append(sent)
        claimed = sorted(due, key=lambda sent: sent.notice.due_at)[:limit]
        for sent in claimed:
            sent.claimed_until = now + lease_ms
        return [sent.notice for sent in claimed]

    async def sending(self, notice: UUID, *, lease_ms: Ms) -> bool:
        sent = self._cell.notices.get(notice)
        if sent is None or sent.state != "waiting":
            return False
        stored = sent.notice
        is_owed = stored.table is None or self._is_owed(stored.table, stored.seat or 0, stored.version or 0)
        self._change(sent, "sending" if is_owed and self._is_wanted(stored) else "passed")
        sent.claimed_until = self._cell.now() + lease_ms
        sent.notice = msgspec.structs.replace(stored, tries=stored.tries + 1)
        return sent.state == "sending"

    async def sent(self, notice: UUID) -> None:
        self._end(notice, "sent")

    async def passed(self, notice: UUID) -> None:
        self._end(notice, "passed")

    async def again(self, notice: UUID, *, at: Ms, message: str) -> None:
        sent = self._cell.notices.get(notice)
        if sent is None or sent.state not in ("waiting", "sending"):
            return
        tries = sent.notice.tries + (sent.state == "waiting")
        sent.notice = msgspec.structs.replace(sent.notice, due_at=at, tries=tries)
        sent.claimed_until = 0
        self._change(sent, "waiting", message)

    async def dead(self, notice: UUID, message: str) -> None:
        self._end(notice, "dead", message)

    async def unknown(self, notice: UUID, message: str) -> None:
        self._end(notice, "unknown", message)

    async def tally(self) -> Mapping[str, int]:
        return Counter(sent.state for sent in self._cell.notices.values())

    async def forget(self, *, before: Ms) -> int:
        gone = [
            notice
            for notice, sent in self._cell.notices.items()
            if sent.state in ("sent", "passed") and sent.changed_at < before
        ]
        for notice in gone:
            del self._cell.notices[notice]
        return len(gone)

    def _end(self, notice: UUID, state: str, message: str | None = None) -> None:
        sent = self._cell.notices.get(notice)
        if sent is not None and sent.state in ("waiting", "sending"):
            self._change(sent, state, message)

    def _change(self, sent: Sent, state: str, message: str | None = None) -> None:
        sent.state, sent.message, sent.changed_at = state, message, self._cell.now()

    def _read_outbox(self) -> None:
        """What the journal has written since; a row without a seat is nobody's turn."""
        cell = self._cell
        for table, version, errand in cell.outbox:
            if errand.seat is not None:
                at = cell.rows[table][version - 1].at
                number = len(cell.turns) + len(cell.notices)
                owed = OutboxEntry(number, table, errand.seat, version, errand.kind, at)
                cell.turns.setdefault((table, version, errand.kind, errand.seat), Turn(owed))
        cell.outbox.clear()

    def _is_owed(self, table: UUID, seat: Seat, since: int) -> bool:
        """The seat owes a move, has made none since, and has owed it since that version and no later one."""
        cell = self._cell
        found = cell.tables.get(table)
        if found is None or found.status != "active" or found.halted is not None or seat not in found.to_act:
            return False
        has_moved = any(row.seat == seat for row in cell.rows[table][since:])
        turns = (turn.owed for turn in cell.turns.values() if turn.owed.kind == "turn")
        newer = [each.version for each in turns if (each.table, each.seat) == (table, seat)]
        notices = (sent.notice for sent in cell.notices.values())
        newer += [each.version or 0 for each in notices if (each.table, each.seat) == (table, seat)]
        return not has_moved and max(newer, default=0) <= since

    def _is_wanted(self, notice: Notice) -> bool:
        cell, wishes = self._cell, self._cell.wishes.get(notice.account)
        if notice.table is not None and (notice.account, notice.table) in cell.mutes:
            return False
        if notice.channel == "mail":
            return wishes is None or wishes.by_mail
        if notice.channel == "hook":
            return wishes is not None and wishes.hook is not None
        device = None if notice.device is None else cell.devices.get(notice.device)
        return device is not None and device.account == notice.account
