"""What people have chosen about alerts, in PostgreSQL."""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.alerts import Device, NotificationPreferences

_FIELDS: Final = "account_id AS account, by_mail, hook, delay_ms, digest, key"

_WISHES: Final = f"SELECT {_FIELDS} FROM alert WHERE account_id = $1"  # noqa: S608 - our own words

_WISH: Final = f"""
INSERT INTO alert (account_id, by_mail, hook, delay_ms, digest, key) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (account_id) DO UPDATE
SET by_mail = excluded.by_mail, hook = excluded.hook, delay_ms = excluded.delay_ms, digest = excluded.digest
RETURNING {_FIELDS}
"""  # noqa: S608 - our own words

_DEVICES: Final = """
SELECT id, account_id AS account, endpoint, p256dh, auth, label, created_at FROM device
WHERE account_id = $1 ORDER BY created_at, id
"""

_ADD_DEVICE: Final = """
WITH others AS (
    DELETE FROM device WHERE account_id = $2 AND endpoint <> $3 AND id IN (
        SELECT id FROM device WHERE account_id = $2 AND endpoint <> $3
        ORDER BY created_at DESC, id DESC OFFSET $8 - 1
    )
)
INSERT INTO device (id, account_id, endpoint, p256dh, auth, label, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (endpoint) DO UPDATE
SET account_id = excluded.account_id, p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label,
    created_at = excluded.created_at
RETURNING id, account_id AS account, endpoint, p256dh, auth, label, created_at
"""

_DROP_DEVICE: Final = "DELETE FROM device WHERE account_id = $1 AND id = $2 RETURNING id"

_MUTE: Final = "INSERT INTO mute (account_id, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING"

_UNMUTE: Final = "DELETE FROM mute WHERE account_id = $1 AND table_id = $2"

_MUTED: Final = "SELECT table_id FROM mute WHERE account_id = $1"


class PostgresAlerts:
    """NotificationPreferences, devices and mutes in the tables alert, device and mute."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def wishes(self, account: UUID) -> NotificationPreferences | None:
        with answering(self._pool):
            row = await self._pool.fetchrow(_WISHES, account)
        return None if row is None else NotificationPreferences(**row)

    async def wish(self, wishes: NotificationPreferences) -> NotificationPreferences:
        with answering(self._pool):
            row = await self._pool.fetchrow(
                _WISH,
                wishes.account,
                wishes.by_mail,
                wishes.hook,
                wishes.delay_ms,
                wishes.digest,
                wishes.key,
            )
        assert row is not None
        return NotificationPreferences(**row)

    async def devices(self, account: UUID) -> Sequence[Device]:
        with answering(self._pool):
            return [Device(**row) for row in await self._pool.fetch(_DEVICES, account)]

    async def add_device(self, device: Device, *, most: int) -> Device:
        with answering(self._pool):
            row = await self._pool.fetchrow(
                _ADD_DEVICE,
                device.id,
                device.account,
                device.endpoint,
                device.p256dh,
                device.auth,
                device.label,
                device.created_at,
                most,
            )
        assert row is not None
        return Device(**row)

    async def drop_device(self, account: UUID, device: UUID) -> bool:
        with answering(self._pool):
            return await self._pool.fetchval(_DROP_DEVICE, account, device) is not None

    async def mute(self, account: UUID, table: UUID, is_muted: bool) -> None:
        with answering(self._pool):
            await self._pool.execute(_MUTE if is_muted else _UNMUTE, account, table)

    async def muted(self, account: UUID) -> Collection[UUID]:
        with answering(self._pool):
            return frozenset(row["table_id"] for row in await self._pool.fetch(_MUTED, account))
