"""Accounts, sessions and links in PostgreSQL."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

import asyncpg

from rondel.kernel import Ms
from rondel.server.adapters.postgres.batched_reads import BatchedReader
from rondel.server.adapters.postgres.personal import OF_TABLES, forget
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.people import Account, Link, Session

SEEN_EVERY_MS: Final = 60_000
"""A session that was seen less long ago is not written again."""

LINK_RETENTION_MS: Final = 24 * 3_600_000
"""A link that expires so much earlier than the newest has expired."""

_ADD: Final = """
INSERT INTO account (id, name, skeleton, created_at, email, kind, language)
SELECT $1::uuid, $2, $3::text, $4::bigint, $5, $6::text, $7
WHERE NOT EXISTS (SELECT FROM account WHERE skeleton = $3 AND kind <> 'guest')
RETURNING id
"""

_ACCOUNT: Final = """
SELECT id, name, skeleton, created_at, email, kind, language FROM account WHERE id = $1
"""

_BY_EMAIL: Final = """
SELECT id, name, skeleton, created_at, email, kind, language FROM account WHERE lower(email) = lower($1)
"""

# Its operators are those of the index: by bytes, whatever the database's own order of letters is.
_SEARCH: Final = """
SELECT id, name, skeleton, created_at, email, kind, language FROM account
WHERE skeleton ~>=~ $1::text AND skeleton ~<~ ($1 || chr(1114111)) ORDER BY skeleton USING ~<~, id LIMIT $2
"""

RENAME: Final = """
UPDATE account SET name = $2, skeleton = $3
WHERE id = $1 AND NOT EXISTS (
    SELECT FROM account AS other WHERE other.skeleton = $3 AND other.kind <> 'guest' AND other.id <> $1
)
RETURNING id
"""

_OPEN_SESSION: Final = """
WITH expired AS (DELETE FROM session_token WHERE account_id = $2 AND expires_at <= $6)
INSERT INTO session_token (id, account_id, token_hash, kind, label, created_at, seen_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""

# The rows are locked in one order, so that two nodes that see the same sessions do not wait for each other.
_SEEN: Final = """
WITH seen AS (
    UPDATE session_token AS s SET seen_at = $2, expires_at = s.expires_at + ($2 - s.seen_at)
    WHERE s.id IN (
        SELECT id FROM session_token
        WHERE token_hash = ANY($1) AND expires_at > $2 AND seen_at <= $2 - $3::bigint
        ORDER BY id FOR NO KEY UPDATE
    )
    RETURNING s.*
), known AS (
    SELECT * FROM seen
    UNION ALL
    SELECT * FROM session_token AS s
    WHERE token_hash = ANY($1) AND expires_at > $2
        AND NOT EXISTS (SELECT FROM seen WHERE seen.id = s.id)
)
SELECT
    k.id, k.account_id AS account, k.token_hash, k.kind, k.label, k.created_at, k.seen_at, k.expires_at,
    a.id AS whose, a.name, a.skeleton, a.created_at AS arrived_at, a.email, a.kind AS whose_kind, a.language
FROM known AS k JOIN account AS a ON a.id = k.account_id
"""

_SESSIONS: Final = """
SELECT id, account_id AS account, token_hash, kind, label, created_at, seen_at, expires_at
FROM session_token WHERE account_id = $1 ORDER BY created_at, id
"""

REVOKE: Final = """
DELETE FROM session_token WHERE account_id = $1 AND ($2::uuid IS NULL OR id = $2) RETURNING id
"""

_ASK_LINK: Final = """
WITH expired AS (DELETE FROM login_link WHERE expires_at < $4 - $5::bigint)
INSERT INTO login_link (token_hash, account_id, email, expires_at) VALUES ($1, $2, $3, $4)
"""

_LINK: Final = (
    "SELECT token_hash, account_id AS account, email, expires_at FROM login_link WHERE token_hash = $1"
)

_USE_LINK: Final = """
DELETE FROM login_link WHERE token_hash = $1
RETURNING token_hash, account_id AS account, email, expires_at
"""

_CLAIM: Final = """
WITH claimed AS (
    UPDATE account SET email = $2, kind = 'member' WHERE id = $1 AND kind = 'guest' RETURNING id
), others AS (
    DELETE FROM login_link WHERE account_id IN (SELECT id FROM claimed)
)
SELECT id FROM claimed
"""

_EXPORT_ACCOUNT: Final = """
SELECT id::text, name, email, kind, language, created_at AS "createdAt" FROM account WHERE id = $1
"""

_EXPORT: Final[Mapping[str, str]] = {
    "sessions": """
        SELECT
            id::text, kind, label, created_at AS "createdAt", seen_at AS "seenAt", expires_at AS "expiresAt"
        FROM session_token WHERE account_id = $1 ORDER BY created_at, id
    """,
    "links": """
        SELECT email, expires_at AS "expiresAt" FROM login_link WHERE account_id = $1 ORDER BY expires_at
    """,
    "passkeys": """
        SELECT name, created_at AS "createdAt", used_at AS "usedAt"
        FROM passkey WHERE account_id = $1 ORDER BY created_at, id
    """,
    "identities": """
        SELECT issuer, subject, created_at AS "createdAt" FROM identity WHERE account_id = $1 ORDER BY issuer
    """,
    "alerts": """
        SELECT by_mail AS "byMail", hook, delay_ms AS "delayMs", digest FROM alert WHERE account_id = $1
    """,
    "devices": """
        SELECT label, endpoint, created_at AS "createdAt"
        FROM device WHERE account_id = $1 ORDER BY created_at
    """,
    "muted": """
        SELECT table_id::text AS "table" FROM mute WHERE account_id = $1 ORDER BY table_id
    """,
    "blocked": """
        SELECT blocked_id::text AS account, kind, at FROM block WHERE account_id = $1 ORDER BY blocked_id
    """,
    "reports": """
        SELECT table_id::text AS "table", text, at FROM report WHERE account_id = $1 ORDER BY at
    """,
    "bans": """
        SELECT reason, until, at FROM ban WHERE account_id = $1
    """,
    **OF_TABLES,
}

_FORGET: Final = (
    "DELETE FROM chat WHERE account_id = $1",
    "DELETE FROM login_link WHERE email = (SELECT email FROM account WHERE id = $1)",  # whoever asked for it
    "DELETE FROM account WHERE id = $1",  # and all that refers to it
)


_SignedIn: TypeAlias = tuple[Account, Session]


class PostgresPeople:
    """People in the tables account, session_token and login_link."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._signed_in = BatchedReader(self._see)

    async def add(self, account: Account) -> bool:
        return await self._done(
            _ADD,
            account.id,
            account.name,
            account.skeleton,
            account.created_at,
            account.email,
            account.kind,
            account.language,
        )

    async def account(self, account: UUID) -> Account | None:
        row = await self._row(_ACCOUNT, account)
        return Account(**row) if row else None

    async def by_email(self, email: str) -> Account | None:
        row = await self._row(_BY_EMAIL, email)
        return Account(**row) if row else None

    async def search(self, prefix: str, *, limit: int) -> Sequence[Account]:
        return [Account(**row) for row in await self._rows(_SEARCH, prefix, limit)]

    async def rename(self, account: UUID, name: str, skeleton: str) -> bool:
        return await self._done(RENAME, account, name, skeleton)

    async def open_session(self, session: Session) -> None:
        await self._row(
            _OPEN_SESSION,
            session.id,
            session.account,
            session.token_hash,
            session.kind,
            session.label,
            session.created_at,
            session.seen_at,
            session.expires_at,
        )

    async def session(self, token_hash: bytes, *, now: Ms) -> Session | None:
        found = await self.signed_in(token_hash, now=now)
        return None if found is None else found[1]

    async def signed_in(self, token_hash: bytes, *, now: Ms) -> tuple[Account, Session] | None:
        return await self._signed_in.get((token_hash, now))

    async def _see(self, keys: Sequence[tuple[bytes, Ms]]) -> Mapping[tuple[bytes, Ms], _SignedIn]:
        hashes, latest = {token_hash for token_hash, _ in keys}, max(now for _, now in keys)
        with answering(self._pool):
            rows = [tuple(row) for row in await self._pool.fetch(_SEEN, hashes, latest, SEEN_EVERY_MS)]
        found = {row[2]: (Account(*row[8:]), Session(*row[:8])) for row in rows}
        return {key: found[key[0]] for key in keys if key[0] in found}

    async def sessions(self, account: UUID) -> Sequence[Session]:
        return [Session(**row) for row in await self._rows(_SESSIONS, account)]

    async def revoke(self, account: UUID, session: UUID | None = None) -> Collection[UUID]:
        return frozenset(row["id"] for row in await self._rows(REVOKE, account, session))

    async def ask_link(self, link: Link) -> None:
        await self._row(
            _ASK_LINK, link.token_hash, link.account, link.email, link.expires_at, LINK_RETENTION_MS
        )

    async def link(self, token_hash: bytes, *, now: Ms) -> Link | None:
        row = await self._row(_LINK, token_hash)
        return Link(**row) if row and row["expires_at"] > now else None

    async def use_link(self, token_hash: bytes, *, now: Ms) -> Link | None:
        row = await self._row(_USE_LINK, token_hash)
        return Link(**row) if row and row["expires_at"] > now else None

    async def claim(self, account: UUID, email: str) -> bool:
        return await self._done(_CLAIM, account, email)

    async def export(self, account: UUID) -> Mapping[str, object]:
        own = await self._row(_EXPORT_ACCOUNT, account)
        if own is None:
            return {}
        data: dict[str, object] = {"account": own}
        for part, query in _EXPORT.items():
            data[part] = await self._rows(query, account)
        return data

    async def delete(self, account: UUID) -> None:
        await forget(self._pool, account, _FORGET)

    async def _done(self, query: str, *values: object) -> bool:
        """Whether the change was made; not if another member has the name or the address."""
        try:
            return await self._row(query, *values) is not None
        except asyncpg.UniqueViolationError:
            return False

    async def _row(self, query: str, *values: object) -> dict[str, Any] | None:
        rows = await self._rows(query, *values)
        return rows[0] if rows else None

    async def _rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        with answering(self._pool):
            return [dict(row) for row in await self._pool.fetch(query, *values)]
