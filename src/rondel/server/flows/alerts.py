"""Alerts: how somebody wants to be told that it is their turn, and how they stop it without signing in."""

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
from rondel.server.answers import Denied
from rondel.server.flows.tables import visible_row
from rondel.server.ids import new_id
from rondel.server.node import Node
from rondel.server.ports import Account, Device, Digest, Wishes

LONGEST_DELAY_MS: Final = 24 * 3_600_000
DEVICES: Final = 10
P256DH_BYTES: Final = 65
AUTH_BYTES: Final = 16
LONGEST_TOKEN: Final = 200
_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 16
_UNCOMPRESSED: Final = 4


class Chosen(NamedTuple):
    """Everything somebody has chosen."""

    wishes: Wishes
    devices: Sequence[Device]
    muted: Collection[UUID]


async def wishes_of(node: Node, account: UUID) -> Wishes:
    """What somebody wishes: until they say otherwise, mail after a while."""
    kept = await node.alerts.wishes(account)
    return kept or Wishes(
        account=account,
        by_mail=True,
        hook=None,
        delay_ms=node.settings.notice_delay_ms,
        digest="off",
        key=secrets.token_bytes(_KEY_BYTES),
    )


async def chosen(node: Node, account: Account) -> Chosen:
    """What the account has chosen."""
    return Chosen(
        await wishes_of(node, account.id),
        await node.alerts.devices(account.id),
        await node.alerts.muted(account.id),
    )


async def choose(
    node: Node,
    account: Account,
    *,
    by_mail: bool | UnsetType = UNSET,
    hook: str | UnsetType | None = UNSET,
    delay_ms: Ms | UnsetType = UNSET,
    digest: Digest | UnsetType = UNSET,
) -> Chosen:
    """Change what is said, leave the rest."""
    if isinstance(hook, str):
        try:
            node.hooks.check(hook)
        except ValueError as no:
            raise Denied.of("HOOK_NOT_ALLOWED", str(no)) from None
    said = {"by_mail": by_mail, "hook": hook, "delay_ms": delay_ms, "digest": digest}
    changes = {name: value for name, value in said.items() if value is not UNSET}
    await node.alerts.wish(msgspec.structs.replace(await wishes_of(node, account.id), **changes))
    return await chosen(node, account)


async def add_device(
    node: Node, account: Account, *, endpoint: str, p256dh: bytes, auth: bytes, label: str
) -> Chosen:
    """Send messages to this browser too, from now on."""
    if node.pusher.public_key is None:
        raise Denied.of("DEVICE_NOT_ALLOWED", "This server sends no messages to browsers.")
    try:
        node.hooks.check(endpoint)
    except ValueError as no:
        raise Denied.of("DEVICE_NOT_ALLOWED", str(no)) from None
    if len(p256dh) != P256DH_BYTES or p256dh[0] != _UNCOMPRESSED or len(auth) != AUTH_BYTES:
        raise Denied.of("DEVICE_NOT_ALLOWED", "The keys of this browser are none.")
    device = Device(new_id(), account.id, endpoint, p256dh, auth, label, node.now.ms())
    await node.alerts.add_device(device, most=DEVICES)
    return await chosen(node, account)


async def drop_device(node: Node, account: Account, device: UUID) -> None:
    """Send nothing more to this browser. Again is once."""
    await node.alerts.drop_device(account.id, device)


async def mute(node: Node, account: Account, table: UUID, is_muted: bool) -> Chosen:
    """Hear nothing, or again, of one table."""
    await visible_row(node, table, account.id)
    await node.alerts.mute(account.id, table, is_muted)
    return await chosen(node, account)


def stop_token(wishes: Wishes, table: UUID | None) -> str:
    """What a link must have to stop mail in somebody's name: whose, of which table, and a signature."""
    what = wishes.account.bytes + (b"" if table is None else table.bytes)
    return base64.urlsafe_b64encode(what + _signature(wishes.key, what)).rstrip(b"=").decode()


async def stop(node: Node, token: str, *, only_table: bool = False) -> None:
    """End all mail about turns, or that from the link's table. Whoever has the link may; again is once."""
    account, table = await _read(node, token)
    if only_table and table is not None:
        await node.alerts.mute(account, table, True)
        return
    await node.alerts.wish(msgspec.structs.replace(await wishes_of(node, account), by_mail=False))


async def _read(node: Node, token: str) -> tuple[UUID, UUID | None]:
    if len(token) > LONGEST_TOKEN:
        raise Denied.of("LINK_NOT_VALID")
    try:
        raw = base64.urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4))
    except (ValueError, binascii.Error):
        raise Denied.of("LINK_NOT_VALID") from None
    what, signature = raw[:-_SIGNATURE_BYTES], raw[-_SIGNATURE_BYTES:]
    if len(what) not in (16, 32):
        raise Denied.of("LINK_NOT_VALID")
    account = UUID(bytes=what[:16])
    wishes = await node.alerts.wishes(account)
    key = secrets.token_bytes(_KEY_BYTES) if wishes is None else wishes.key
    if not hmac.compare_digest(signature, _signature(key, what)):
        raise Denied.of("LINK_NOT_VALID")
    return account, UUID(bytes=what[16:]) if len(what) == 32 else None


def _signature(key: bytes, what: bytes) -> bytes:
    return hmac.digest(key, b"stop" + what, "sha256")[:_SIGNATURE_BYTES]
