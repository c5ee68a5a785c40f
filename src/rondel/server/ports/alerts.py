"""How somebody wants to be told."""

from collections.abc import Collection, Sequence
from typing import Literal, Protocol, TypeAlias
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports.value import Value

Digest: TypeAlias = Literal["off", "hourly", "daily"]

Channel: TypeAlias = Literal["mail", "push", "hook"]


class NotificationPreferences(Value, frozen=True):
    """How somebody wants to be told. `key` signs the links of theirs that work without a session."""

    account: UUID
    by_mail: bool
    hook: str | None
    delay_ms: Ms
    digest: Digest
    key: bytes


class Device(Value, frozen=True):
    """A browser that takes messages (Web Push): where, and the keys they are sealed with."""

    id: UUID
    account: UUID
    endpoint: str
    p256dh: bytes
    auth: bytes
    label: str
    created_at: Ms


class Alerts(Protocol):
    """What people have chosen: channels, devices, tables they do not want to hear of."""

    async def wishes(self, account: UUID) -> NotificationPreferences | None:
        """None as long as nothing was chosen."""
        ...

    async def wish(self, wishes: NotificationPreferences) -> NotificationPreferences:
        """Keep them; the key stays the one that was first. Gives them as they are kept."""
        ...

    async def devices(self, account: UUID) -> Sequence[Device]: ...

    async def add_device(self, device: Device, *, most: int) -> Device:
        """Keep it, in the place of one with the same endpoint, and the newest `most` of the account."""
        ...

    async def drop_device(self, account: UUID, device: UUID) -> bool: ...

    async def mute(self, account: UUID, table: UUID, is_muted: bool) -> None: ...

    async def muted(self, account: UUID) -> Collection[UUID]: ...
