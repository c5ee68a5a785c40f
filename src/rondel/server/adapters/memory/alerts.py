"""What people have chosen about alerts, in memory."""

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.alerts import Device, NotificationPreferences


class MemoryAlerts:
    """The wishes, devices and mutes of a cell."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def wishes(self, account: UUID) -> NotificationPreferences | None:
        return self._cell.wishes.get(account)

    async def wish(self, wishes: NotificationPreferences) -> NotificationPreferences:
        known = self._cell.wishes.get(wishes.account)
        stored = wishes if known is None else msgspec.structs.replace(wishes, key=known.key)
        self._cell.wishes[wishes.account] = stored
        return stored

    async def devices(self, account: UUID) -> Sequence[Device]:
        own = (device for device in self._cell.devices.values() if device.account == account)
        return sorted(own, key=lambda device: (device.created_at, device.id))

    async def add_device(self, device: Device, *, most: int) -> Device:
        devices = self._cell.devices
        known = next((each.id for each in devices.values() if each.endpoint == device.endpoint), device.id)
        others = [each for each in await self.devices(device.account) if each.endpoint != device.endpoint]
        for old in others[: max(len(others) - most + 1, 0)]:
            del devices[old.id]
        devices[known] = msgspec.structs.replace(device, id=known)
        return devices[known]

    async def drop_device(self, account: UUID, device: UUID) -> bool:
        known = self._cell.devices.get(device)
        if known is None or known.account != account:
            return False
        del self._cell.devices[device]
        return True

    async def mute(self, account: UUID, table: UUID, is_muted: bool) -> None:
        (self._cell.mutes.add if is_muted else self._cell.mutes.discard)((account, table))

    async def muted(self, account: UUID) -> Collection[UUID]:
        return frozenset(table for who, table in self._cell.mutes if who == account)
