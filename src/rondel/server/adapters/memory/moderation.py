"""Moderation and blocks in memory."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

import msgspec

from rondel.kernel import Ms
from rondel.server.adapters.memory.chats import shown
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.people import MemoryPeople
from rondel.server.adapters.memory.seating import MemorySeating
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.moderation import (
    Announcement,
    AuditEntry,
    Ban,
    BlockKind,
    Decisions,
    Invite,
    Report,
    Role,
)


class MemoryModeration:
    """What moderators of a cell see and do."""

    def __init__(self, cell: MemoryDatabase, people: MemoryPeople) -> None:
        self._cell = cell
        self._people = people
        self._seating = MemorySeating(cell)

    async def newest_act(self) -> int:
        return len(self._cell.acts)

    async def acts_after(self, act: int, *, limit: int) -> Sequence[AuditEntry]:
        return self._cell.acts[act : act + limit]

    async def acts_before(self, act: int | None, *, limit: int) -> Sequence[AuditEntry]:
        before = self._cell.acts if act is None else self._cell.acts[: act - 1]
        return before[::-1][:limit]

    async def decisions(self, *, now: Ms) -> Decisions:
        bans = sorted(self._cell.bans.values(), key=lambda ban: (ban.at, ban.id))
        announcement = self._cell.announcement
        return Decisions(
            tuple(ban for ban in bans if ban.until is None or ban.until > now),
            dict(self._cell.roles),
            announcement
            if announcement is not None and (announcement.until is None or announcement.until > now)
            else None,
        )

    async def grant(self, account: UUID, role: Role | None, act: AuditEntry) -> bool:
        if await self._people.account(account) is None or self._cell.roles.get(account) == role:
            return False
        self._cell.roles.pop(account, None)
        if role is not None:
            self._cell.roles[account] = role
        return self._log(act)

    async def ban(self, ban: Ban, act: AuditEntry) -> None:
        whom = (ban.account, ban.network)
        others = {key: one for key, one in self._cell.bans.items() if (one.account, one.network) != whom}
        self._cell.bans = {**others, ban.id: ban}
        self._log(act)

    async def lift(self, ban: UUID, act: AuditEntry) -> bool:
        return self._cell.bans.pop(ban, None) is not None and self._log(act)

    async def rename(self, account: UUID, name: str, skeleton: str, act: AuditEntry) -> bool:
        return await self._people.rename(account, name, skeleton) and self._log(act)

    async def end_sessions(self, account: UUID, act: AuditEntry) -> Collection[UUID]:
        ended = await self._people.revoke(account)
        if ended:
            self._log(act)
        return ended

    async def remove_line(self, table: UUID, line: int, act: AuditEntry) -> ChatMessage | None:
        lines = self._cell.chats.get(table, [])
        for index, message in enumerate(lines):
            if message.id == line and not message.is_removed:
                lines[index] = msgspec.structs.replace(message, is_removed=True)
                self._log(act)
                return shown(lines[index])
        return None

    async def resume(self, table: UUID, act: AuditEntry) -> bool:
        found = self._cell.tables.get(table)
        if found is None or found.halted is None:
            return False
        self._cell.revise(table, halted=None, halted_text=None, halted_cause=None, halted_at=None)
        return self._log(act)

    async def close(self, table: UUID, act: AuditEntry) -> bool:
        is_closed = await self._seating.close(table) or await self._seating.abandon(table)
        return is_closed and self._log(act)

    async def announce(self, announcement: Announcement | None, act: AuditEntry) -> None:
        self._cell.announcement = announcement
        self._log(act)

    async def invite(self, invite: Invite, act: AuditEntry) -> None:
        self._cell.invites[invite.id] = invite
        self._log(act)

    async def invites(self, *, now: Ms) -> Sequence[Invite]:
        holding = [one for one in self._cell.invites.values() if one.left_uses > 0 and one.until > now]
        return sorted(holding, key=lambda one: (one.at, one.id), reverse=True)

    async def withdraw(self, invite: UUID, act: AuditEntry) -> bool:
        return self._cell.invites.pop(invite, None) is not None and self._log(act)

    async def use_invite(self, token_hash: bytes, *, uses: int, now: Ms) -> bool:
        for one in self._cell.invites.values():
            left = one.left_uses - uses
            if one.token_hash == token_hash and one.until > now and 0 <= left <= one.uses:
                self._cell.invites[one.id] = msgspec.structs.replace(one, left_uses=left)
                return True
        return False

    async def report(self, report: Report) -> None:
        self._cell.reports[report.id] = report

    async def reports(self, *, is_open: bool, limit: int) -> Sequence[Report]:
        found = [report for report in self._cell.reports.values() if report.is_open == is_open]
        return sorted(found, key=lambda report: (report.at if is_open else -report.at, report.id))[:limit]

    async def settle(self, report: UUID, act: AuditEntry) -> bool:
        found = self._cell.reports.get(report)
        if found is None or not found.is_open:
            return False
        self._cell.reports[report] = msgspec.structs.replace(found, is_open=False)
        return self._log(act)

    async def lines(self, lines: Collection[int]) -> Sequence[ChatMessage]:
        messages = (line for each in self._cell.chats.values() for line in each if line.id in lines)
        return sorted(messages, key=lambda line: line.id)

    async def log(self, act: AuditEntry) -> None:
        self._log(act)

    def _log(self, act: AuditEntry) -> bool:
        self._cell.acts.append(msgspec.structs.replace(act, id=len(self._cell.acts) + 1))
        return True


class MemoryBlocks:
    """Who of a cell has blocked whom."""

    def __init__(self, cell: MemoryDatabase, people: MemoryPeople) -> None:
        self._cell = cell
        self._people = people

    async def block(self, account: UUID, other: UUID, kind: BlockKind | None, *, at: Ms) -> bool:
        key = (account, other)
        if kind is None:
            return self._cell.blocks.pop(key, None) is not None
        if await self._people.account(other) is None:
            return False
        since = self._cell.blocks[key][1] if key in self._cell.blocks else at
        self._cell.blocks[key] = (kind, since)
        return True

    async def blocked(self, account: UUID) -> Mapping[UUID, BlockKind]:
        return {other: kind for (who, other), (kind, _) in self._cell.blocks.items() if who == account}
