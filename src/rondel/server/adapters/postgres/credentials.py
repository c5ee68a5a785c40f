"""Passkeys, identities and challenges in PostgreSQL."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import asyncpg

from rondel.kernel import Ms
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.credentials import Challenge, ChallengeKind, Identity, Passkey

_PASSKEY: Final = (
    "id, account_id AS account, credential_id, public_key, sign_count, name, created_at, used_at"
)

_ADD: Final = """
INSERT INTO passkey (id, account_id, credential_id, public_key, sign_count, name, created_at, used_at)
SELECT $1::uuid, $2::uuid, $3, $4, $5::bigint, $6, $7::bigint, $8::bigint
WHERE (SELECT count(*) FROM passkey WHERE account_id = $2) < $9::bigint
ON CONFLICT (credential_id) DO NOTHING
RETURNING id
"""

_OF_ACCOUNT: Final = f"SELECT {_PASSKEY} FROM passkey WHERE account_id = $1 ORDER BY created_at, id"  # noqa: S608

_BY_CREDENTIAL: Final = f"SELECT {_PASSKEY} FROM passkey WHERE credential_id = $1"  # noqa: S608

_USE: Final = """
UPDATE passkey SET sign_count = $2, used_at = $3
WHERE id = $1 AND ($2 > sign_count OR ($2 = 0 AND sign_count = 0))
RETURNING id
"""

_REMOVE: Final = "DELETE FROM passkey WHERE account_id = $1 AND id = $2 RETURNING id"

_ADD_IDENTITY: Final = """
INSERT INTO identity (issuer, subject, account_id, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT DO NOTHING RETURNING account_id
"""

_IDENTITY: Final = """
SELECT issuer, subject, account_id AS account, created_at FROM identity WHERE issuer = $1 AND subject = $2
"""

_IDENTITIES: Final = """
SELECT issuer, subject, account_id AS account, created_at FROM identity WHERE account_id = $1 ORDER BY issuer
"""

_REMOVE_IDENTITIES: Final = "DELETE FROM identity WHERE account_id = $1 RETURNING issuer"

_DROP: Final = """
WITH identities AS (DELETE FROM identity WHERE account_id = $1)
DELETE FROM passkey WHERE account_id = $1
"""

_ASK: Final = """
WITH expired AS (DELETE FROM challenge WHERE expires_at <= $6)
INSERT INTO challenge (browser_hash, kind, account_id, body, expires_at) VALUES ($1, $2, $3, $4, $5)
"""

_USE_CHALLENGE: Final = """
DELETE FROM challenge WHERE browser_hash = $1 AND kind = $2
RETURNING browser_hash, kind, account_id AS account, body, expires_at
"""


class PostgresCredentials:
    """Credentials in the tables passkey, identity and challenge."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def add_passkey(self, passkey: Passkey, *, most: int) -> bool:
        values = (
            passkey.id,
            passkey.account,
            passkey.credential_id,
            passkey.public_key,
            passkey.sign_count,
            passkey.name,
            passkey.created_at,
            passkey.used_at,
        )
        try:
            return bool(await self._rows(_ADD, *values, most))
        except asyncpg.ForeignKeyViolationError:
            return False  # the account was deleted meanwhile

    async def passkeys(self, account: UUID) -> Sequence[Passkey]:
        return [Passkey(**row) for row in await self._rows(_OF_ACCOUNT, account)]

    async def passkey(self, credential_id: bytes) -> Passkey | None:
        rows = await self._rows(_BY_CREDENTIAL, credential_id)
        return Passkey(**rows[0]) if rows else None

    async def use_passkey(self, passkey: UUID, sign_count: int, *, now: Ms) -> bool:
        return bool(await self._rows(_USE, passkey, sign_count, now))

    async def remove_passkey(self, account: UUID, passkey: UUID) -> bool:
        return bool(await self._rows(_REMOVE, account, passkey))

    async def add_identity(self, identity: Identity) -> bool:
        values = (identity.issuer, identity.subject, identity.account, identity.created_at)
        try:
            return bool(await self._rows(_ADD_IDENTITY, *values))
        except asyncpg.ForeignKeyViolationError:
            return False  # the account was deleted meanwhile

    async def identity(self, issuer: str, subject: str) -> Identity | None:
        rows = await self._rows(_IDENTITY, issuer, subject)
        return Identity(**rows[0]) if rows else None

    async def identities(self, account: UUID) -> Sequence[Identity]:
        return [Identity(**row) for row in await self._rows(_IDENTITIES, account)]

    async def remove_identities(self, account: UUID) -> bool:
        return bool(await self._rows(_REMOVE_IDENTITIES, account))

    async def drop(self, account: UUID) -> None:
        await self._rows(_DROP, account)

    async def ask_challenge(self, challenge: Challenge, *, now: Ms) -> None:
        await self._rows(
            _ASK,
            challenge.browser_hash,
            challenge.kind,
            challenge.account,
            challenge.body,
            challenge.expires_at,
            now,
        )

    async def use_challenge(self, browser_hash: bytes, kind: ChallengeKind, *, now: Ms) -> Challenge | None:
        rows = await self._rows(_USE_CHALLENGE, browser_hash, kind)
        return Challenge(**rows[0]) if rows and rows[0]["expires_at"] > now else None

    async def _rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        with answering(self._pool):
            return [dict(row) for row in await self._pool.fetch(query, *values)]
