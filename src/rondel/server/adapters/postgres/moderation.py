"""Moderation and blocks in PostgreSQL. An act and its row of the log are one transaction."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import asyncpg
from msgspec.structs import replace

from rondel.kernel import Ms
from rondel.server.adapters.postgres.people import RENAME, REVOKE
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.adapters.postgres.seating import ABANDON, CLOSE
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

# One after the other, so that the ids of the log are in the order of the commits: nodes follow them.
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtext('rondel.audit'))"

_LOG: Final = "INSERT INTO audit (account_id, kind, about, reason, at) VALUES ($1, $2, $3, $4, $5)"

_NEWEST: Final = "SELECT coalesce(max(id), 0) FROM audit"

_AFTER: Final = """
SELECT account_id AS by, kind, about, reason, at, id FROM audit WHERE id > $1 ORDER BY id LIMIT $2
"""

_BEFORE: Final = """
SELECT account_id AS by, kind, about, reason, at, id FROM audit
WHERE id < coalesce($1, 9223372036854775807) ORDER BY id DESC LIMIT $2
"""

_BANS: Final = """
SELECT id, account_id AS account, network, reason, until, at FROM ban
WHERE until IS NULL OR until > $1 ORDER BY at, id
"""

_ROLES: Final = "SELECT account_id, role FROM staff"

_ANNOUNCEMENT: Final = "SELECT text, kind, until, at FROM announcement WHERE until IS NULL OR until > $1"

_GRANT: Final = """
INSERT INTO staff (account_id, role) SELECT id, $2 FROM account WHERE id = $1
ON CONFLICT (account_id) DO UPDATE SET role = excluded.role WHERE staff.role <> excluded.role
RETURNING account_id
"""

_UNGRANT: Final = "DELETE FROM staff WHERE account_id = $1 RETURNING account_id"

_UNBAN_FIRST: Final = "DELETE FROM ban WHERE account_id = $1 OR network = $2"

_BAN: Final = """
INSERT INTO ban (id, account_id, network, reason, until, at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
"""

_LIFT: Final = "DELETE FROM ban WHERE id = $1 RETURNING id"

_REMOVE_LINE: Final = """
UPDATE chat SET removed_at = $3 WHERE table_id = $1 AND id = $2 AND removed_at IS NULL
RETURNING table_id AS "table", account_id AS account, name, seat, '' AS text, at, id, true AS is_removed
"""

_RESUME: Final = """
UPDATE game_session
SET halted = NULL, halted_text = NULL, halted_cause = NULL, halted_at = NULL, revision = new_revision()
WHERE id = $1 AND halted IS NOT NULL RETURNING id
"""

_WITHDRAW: Final = "DELETE FROM announcement"

_ANNOUNCE: Final = """
INSERT INTO announcement (text, kind, until, at) VALUES ($1, $2, $3, $4)
ON CONFLICT (is_one) DO UPDATE
SET text = excluded.text, kind = excluded.kind, until = excluded.until, at = excluded.at
"""

_INVITE: Final = """
INSERT INTO invite (id, token_hash, uses, left_uses, until, at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
"""

_INVITES: Final = """
SELECT id, token_hash, uses, left_uses, until, at FROM invite
WHERE left_uses > 0 AND until > $1 ORDER BY at DESC, id DESC
"""

_WITHDRAW_INVITE: Final = "DELETE FROM invite WHERE id = $1 RETURNING id"

_USE_INVITE: Final = """
UPDATE invite SET left_uses = left_uses - $2
WHERE token_hash = $1 AND until > $3 AND left_uses - $2 BETWEEN 0 AND uses RETURNING id
"""

_REPORT: Final = """
INSERT INTO report (id, account_id, about_id, table_id, line, lines, text, at, is_open)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""

_REPORTS: Final = """
SELECT id, account_id AS account, about_id AS about, table_id AS "table", line, lines, text, at, is_open
FROM report WHERE
"""
_OPEN: Final = f"{_REPORTS} is_open ORDER BY at, id LIMIT $1"
_SETTLED: Final = f"{_REPORTS} NOT is_open ORDER BY at DESC, id LIMIT $1"

_SETTLE: Final = "UPDATE report SET is_open = false WHERE id = $1 AND is_open RETURNING id"

_LINES: Final = """
SELECT table_id AS "table", account_id AS account, name, seat, text, at, id,
    removed_at IS NOT NULL AS is_removed
FROM chat WHERE id = ANY($1::bigint[]) ORDER BY id
"""

_BLOCK: Final = """
INSERT INTO block (account_id, blocked_id, kind, at) SELECT $1, id, $3, $4 FROM account WHERE id = $2
ON CONFLICT (account_id, blocked_id) DO UPDATE SET kind = excluded.kind
RETURNING account_id
"""

_UNBLOCK: Final = "DELETE FROM block WHERE account_id = $1 AND blocked_id = $2 RETURNING account_id"

_BLOCKED: Final = "SELECT blocked_id, kind FROM block WHERE account_id = $1"

Statement = tuple[Any, ...]
"""A statement with its values."""


class PostgresModeration:
    """Moderation in the tables staff, ban, report, announcement and audit."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def newest_act(self) -> int:
        with answering(self._pool):
            newest: int = await self._pool.fetchval(_NEWEST)
        return newest

    async def acts_after(self, act: int, *, limit: int) -> Sequence[AuditEntry]:
        return [AuditEntry(**row) for row in await self._rows(_AFTER, act, limit)]

    async def acts_before(self, act: int | None, *, limit: int) -> Sequence[AuditEntry]:
        return [AuditEntry(**row) for row in await self._rows(_BEFORE, act, limit)]

    async def decisions(self, *, now: Ms) -> Decisions:
        bans = tuple(Ban(**row) for row in await self._rows(_BANS, now))
        roles: dict[UUID, Role] = {row["account_id"]: row["role"] for row in await self._rows(_ROLES)}
        announced = [Announcement(**row) for row in await self._rows(_ANNOUNCEMENT, now)]
        return Decisions(bans, roles, announced[0] if announced else None)

    async def grant(self, account: UUID, role: Role | None, act: AuditEntry) -> bool:
        if role is None:
            return bool(await self._act(act, (_UNGRANT, account)))
        return bool(await self._act(act, (_GRANT, account, role)))

    async def ban(self, ban: Ban, act: AuditEntry) -> None:
        values = (ban.id, ban.account, ban.network, ban.reason, ban.until, ban.at)
        await self._act(act, (_UNBAN_FIRST, ban.account, ban.network), (_BAN, *values))

    async def lift(self, ban: UUID, act: AuditEntry) -> bool:
        return bool(await self._act(act, (_LIFT, ban)))

    async def rename(self, account: UUID, name: str, skeleton: str, act: AuditEntry) -> bool:
        try:
            return bool(await self._act(act, (RENAME, account, name, skeleton)))
        except asyncpg.UniqueViolationError:
            return False

    async def end_sessions(self, account: UUID, act: AuditEntry) -> Collection[UUID]:
        return frozenset(row["id"] for row in await self._act(act, (REVOKE, account, None)))

    async def remove_line(self, table: UUID, line: int, act: AuditEntry) -> ChatMessage | None:
        rows = await self._act(act, (_REMOVE_LINE, table, line, act.at))
        return ChatMessage(**rows[0]) if rows else None

    async def resume(self, table: UUID, act: AuditEntry) -> bool:
        return bool(await self._act(act, (_RESUME, table)))

    async def close(self, table: UUID, act: AuditEntry) -> bool:
        return bool(await self._act(act, (CLOSE, table), (ABANDON, table)))

    async def announce(self, announcement: Announcement | None, act: AuditEntry) -> None:
        with answering(self._pool):
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(_LOCK)
                if announcement is None:
                    await connection.execute(_WITHDRAW)
                else:
                    new = announcement
                    await connection.execute(_ANNOUNCE, new.text, new.kind, new.until, new.at)
                await connection.execute(_LOG, act.by, act.kind, act.about, act.reason, act.at)

    async def invite(self, invite: Invite, act: AuditEntry) -> None:
        values = (invite.id, invite.token_hash, invite.uses, invite.left_uses, invite.until, invite.at)
        await self._act(act, (_INVITE, *values))

    async def invites(self, *, now: Ms) -> Sequence[Invite]:
        return [Invite(**row) for row in await self._rows(_INVITES, now)]

    async def withdraw(self, invite: UUID, act: AuditEntry) -> bool:
        return bool(await self._act(act, (_WITHDRAW_INVITE, invite)))

    async def use_invite(self, token_hash: bytes, *, uses: int, now: Ms) -> bool:
        with answering(self._pool):
            return await self._pool.fetchval(_USE_INVITE, token_hash, uses, now) is not None

    async def report(self, report: Report) -> None:
        values = (report.id, report.account, report.about, report.table, report.line, list(report.lines))
        with answering(self._pool):
            await self._pool.execute(_REPORT, *values, report.text, report.at, report.is_open)

    async def reports(self, *, is_open: bool, limit: int) -> Sequence[Report]:
        rows = await self._rows(_OPEN if is_open else _SETTLED, limit)
        return [replace(Report(**row), lines=tuple(row["lines"])) for row in rows]

    async def settle(self, report: UUID, act: AuditEntry) -> bool:
        return bool(await self._act(act, (_SETTLE, report)))

    async def lines(self, lines: Collection[int]) -> Sequence[ChatMessage]:
        return [ChatMessage(**row) for row in await self._rows(_LINES, list(lines))]

    async def log(self, act: AuditEntry) -> None:
        with answering(self._pool):
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(_LOCK)
                await connection.execute(_LOG, act.by, act.kind, act.about, act.reason, act.at)

    async def _act(self, act: AuditEntry, *statements: Statement) -> list[dict[str, Any]]:
        """Run these until one returns rows, and log the act with it; without any nothing is logged."""
        with answering(self._pool):
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(_LOCK)
                for statement, *values in statements:
                    rows = [dict(row) for row in await connection.fetch(statement, *values)]
                    if rows:
                        await connection.execute(_LOG, act.by, act.kind, act.about, act.reason, act.at)
                        return rows
        return []

    async def _rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        with answering(self._pool):
            return [dict(row) for row in await self._pool.fetch(query, *values)]


class PostgresBlocks:
    """Blocks in the table block."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def block(self, account: UUID, other: UUID, kind: BlockKind | None, *, at: Ms) -> bool:
        with answering(self._pool):
            if kind is None:
                return await self._pool.fetchval(_UNBLOCK, account, other) is not None
            return await self._pool.fetchval(_BLOCK, account, other, kind, at) is not None

    async def blocked(self, account: UUID) -> Mapping[UUID, BlockKind]:
        with answering(self._pool):
            return {row["blocked_id"]: row["kind"] for row in await self._pool.fetch(_BLOCKED, account)}
