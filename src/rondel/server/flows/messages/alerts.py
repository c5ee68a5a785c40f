"""Notification preferences, and how to unsubscribe without signing in."""

import base64
import binascii
import hmac
import secrets
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import Ms
from rondel.server.cells.cell import Cell
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.tables.stored import visible_row
from rondel.server.ports.alerts import Device, Digest, NotificationPreferences
from rondel.server.ports.ids import new_id
from rondel.server.ports.people import Account

DEVICES: Final = 10
P256DH_BYTES: Final = 65
AUTH_BYTES: Final = 16
LONGEST_TOKEN: Final = 200
_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 16
_UNCOMPRESSED: Final = 4


class NotificationSettings(NamedTuple):
    """The notification preferences of an account, with its devices and muted tables."""

    wishes: NotificationPreferences
    devices: Sequence[Device]
    muted: Collection[UUID]


async def preferences_of(node: NodeContext, account: UUID) -> NotificationPreferences:
    """Return the stored preferences, or the default: a delayed email."""
    stored = await node.alerts.wishes(account)
    return stored or NotificationPreferences(
        account=account,
        by_mail=True,
        hook=None,
        delay_ms=node.settings.constants.notice_delay_ms,
        digest="off",
        key=secrets.token_bytes(_KEY_BYTES),
    )


async def chosen(node: NodeContext, account: Account) -> NotificationSettings:
    """Return the account's preferences, devices and muted tables."""
    return NotificationSettings(
        await preferences_of(node, account.id),
        await node.alerts.devices(account.id),
        await node.alerts.muted(account.id),
    )


async def choose(
    node: NodeContext,
    account: Account,
    *,
    by_mail: bool | UnsetType = UNSET,
    hook: str | UnsetType | None = UNSET,
    delay_ms: Ms | UnsetType = UNSET,
    digest: Digest | UnsetType = UNSET,
) -> NotificationSettings:
    """Change the given preferences; unset ones stay."""
    if isinstance(hook, str):
        try:
            node.hooks.check(hook)
        except ValueError as no:
            raise ApiError.of("HOOK_NOT_ALLOWED", str(no)) from None
    fields = {"by_mail": by_mail, "hook": hook, "delay_ms": delay_ms, "digest": digest}
    changes = {name: value for name, value in fields.items() if value is not UNSET}
    await node.alerts.wish(msgspec.structs.replace(await preferences_of(node, account.id), **changes))
    return await chosen(node, account)


async def add_device(
    node: NodeContext, account: Account, *, endpoint: str, p256dh: bytes, auth: bytes, label: str
) -> NotificationSettings:
    """Subscribe a browser to notifications. Raises ApiError."""
    if node.pusher.public_key is None:
        raise ApiError.of("DEVICE_NOT_ALLOWED", "Browser notifications are not set up on this server.")
    try:
        node.hooks.check(endpoint)
    except ValueError as no:
        raise ApiError.of("DEVICE_NOT_ALLOWED", str(no)) from None
    if len(p256dh) != P256DH_BYTES or p256dh[0] != _UNCOMPRESSED or len(auth) != AUTH_BYTES:
        raise ApiError.of("DEVICE_NOT_ALLOWED", "Invalid push subscription keys.")
    device = Device(new_id(), account.id, endpoint, p256dh, auth, label, node.now.ms())
    await node.alerts.add_device(device, most=DEVICES)
    return await chosen(node, account)


async def drop_device(node: NodeContext, account: Account, device: UUID) -> None:
    """Unsubscribe a browser. Idempotent."""
    await node.alerts.drop_device(account.id, device)


async def mute(cell: Cell, account: Account, table: UUID, is_muted: bool) -> NotificationSettings:
    """Mute notifications of one table, or unmute them."""
    await visible_row(cell, table, account.id)
    await cell.node.alerts.mute(account.id, table, is_muted)
    return await chosen(cell.node, account)


def stop_token(wishes: NotificationPreferences, table: UUID | None) -> str:
    """Return the signed token of an unsubscribe link, for an account and a table."""
    what = wishes.account.bytes + (b"" if table is None else table.bytes)
    return base64.urlsafe_b64encode(what + _signature(wishes.key, what)).rstrip(b"=").decode()


async def stop(node: NodeContext, token: str, *, only_table: bool = False) -> None:
    """Unsubscribe from all turn emails, or from those of the link's table. Idempotent; needs no sign-in."""
    account, table = await _read(node, token)
    if only_table and table is not None:
        await node.alerts.mute(account, table, True)
        return
    await node.alerts.wish(msgspec.structs.replace(await preferences_of(node, account), by_mail=False))


async def _read(node: NodeContext, token: str) -> tuple[UUID, UUID | None]:
    if len(token) > LONGEST_TOKEN:
        raise ApiError.of("LINK_NOT_VALID")
    try:
        raw = base64.urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4))
    except (ValueError, binascii.Error):
        raise ApiError.of("LINK_NOT_VALID") from None
    what, signature = raw[:-_SIGNATURE_BYTES], raw[-_SIGNATURE_BYTES:]
    if len(what) not in (16, 32):
        raise ApiError.of("LINK_NOT_VALID")
    account = UUID(bytes=what[:16])
    wishes = await node.alerts.wishes(account)
    key = secrets.token_bytes(_KEY_BYTES) if wishes is None else wishes.key
    if not hmac.compare_digest(signature, _signature(key, what)):
        raise ApiError.of("LINK_NOT_VALID")
    return account, UUID(bytes=what[16:]) if len(what) == 32 else None


def _signature(key: bytes, what: bytes) -> bytes:
    return hmac.digest(key, b"stop" + what, "sha256")[:_SIGNATURE_BYTES]
