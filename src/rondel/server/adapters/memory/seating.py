"""Seating in memory."""

from collections.abc import Collection
from uuid import UUID

import msgspec

from rondel.kernel import Seat
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.access import is_removed, seat_of
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.tables import IsAbsent, PlayerRow, Removed, TableRow


class MemorySeating:
    """Who sits at a cell's tables. A table is active from `begin` on."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def take(self, table: UUID, place: PlayerRow, *, revision: int | None = None) -> bool:
        found = self._cell.open_table(table)
        if found is None or not 0 <= place.seat < found.seats or revision not in (None, found.revision):
            return False
        for other in found.places:
            if other.seat == place.seat or (place.account is not None and other.account == place.account):
                return False
        self._sit(table, (*found.places, place))
        return True

    async def rename(self, table: UUID, seat: Seat, account: UUID, name: str, *, revision: int) -> bool:
        found = self._cell.tables.get(table)
        if found is None or found.status not in ("open", "active") or found.revision != revision:
            return False
        place = next((one for one in found.places if one.seat == seat and one.account == account), None)
        if place is None:
            return False
        others = (other for other in found.places if other is not place)
        self._sit(table, (*others, msgspec.structs.replace(place, name=name)))
        return True

    async def leave(self, table: UUID, seat: Seat, account: UUID | None) -> bool:
        place = self._place(table, seat, account)
        if place is None or place.kind != ("bot" if account is None else "human"):
            return False
        self._sit(table, [other for other in self._cell.tables[table].places if other is not place])
        return True

    async def remove(self, table: UUID, seat: Seat, removed: Removed) -> bool:
        return await self.leave(table, seat, removed.account) and self._list(table, removed)

    async def remove_absent(
        self, table: UUID, seat: Seat, removed: Removed, *, is_absent: IsAbsent | None = None
    ) -> bool:
        if is_absent is not None and not await is_absent():
            return False
        found = self._running(table)
        places = () if found is None else found.places
        place = next((one for one in places if one.seat == seat and one.account == removed.account), None)
        if place is None or place.level is None:
            return False
        return self._list(table, removed)

    def _list(self, table: UUID, removed: Removed) -> bool:
        others = [one for one in self._cell.tables[table].removed if one.account != removed.account]
        self._cell.revise(table, removed=(*others, removed))
        return True

    async def readmit(self, table: UUID, removed: UUID) -> bool:
        found = self._cell.open_table(table) or self._running(table)
        remaining = () if found is None else tuple(one for one in found.removed if one.id != removed)
        if found is None or remaining == found.removed:
            return False
        self._cell.revise(table, removed=remaining)
        return True

    async def shut(self, table: UUID, is_locked: bool) -> bool:
        found = self._cell.open_table(table)
        if found is None or found.is_locked == is_locked:
            return False
        self._cell.revise(table, is_locked=is_locked)
        return True

    async def make_host(self, table: UUID, before: UUID, host: UUID) -> bool:
        found = self._cell.tables.get(table)
        if found is None or found.status not in ("open", "active") or found.host != before or before == host:
            return False
        if seat_of(found, host) is None:
            return False
        self._cell.revise(table, host=host)
        return True

    async def ready(self, table: UUID, seat: Seat, account: UUID, is_ready: bool) -> bool:
        place = self._place(table, seat, account)
        if place is None:
            return False
        others = (other for other in self._cell.tables[table].places if other is not place)
        self._sit(table, (*others, msgspec.structs.replace(place, is_ready=is_ready)))
        return True

    async def begin(self, table: UUID, header: bytes, places: Collection[UUID]) -> bool:
        known = self._cell.tables.get(table)
        if known is not None and known.header == header:
            return True
        found = self._cell.open_table(table)
        if found is None or sorted(place.id for place in found.places) != sorted(places):
            return False
        self._cell.revise(table, header=header, status="active")
        return True

    async def close(self, table: UUID) -> bool:
        if self._cell.open_table(table) is None:
            return False
        self._cell.revise(table, status="closed")
        return True

    async def stand_in(
        self, table: UUID, seat: Seat, level: str | None, line: ChatMessage | None = None
    ) -> bool:
        found = self._running(table)
        places = () if found is None else found.places
        place = next((one for one in places if one.seat == seat and one.kind == "human"), None)
        if found is None or place is None or (level is None and is_removed(found, place.account)):
            return False
        if place.level == level:
            return True
        others = (other for other in places if other is not place)
        since = None if level is None else found.version if place.bot_since is None else place.bot_since
        self._sit(table, (*others, msgspec.structs.replace(place, level=level, bot_since=since)))
        if line is not None:
            self._cell.say(line)
        if level is not None and seat in found.to_act:
            waiting = self._cell.bots_to_act.get(table, ())
            self._cell.bots_to_act[table] = tuple(sorted({*waiting, seat}))
        return True

    async def ask_end(self, table: UUID, seat: Seat, account: UUID, wants_end: bool) -> bool:
        found = self._running(table)
        places = () if found is None else found.places
        place = next((one for one in places if one.seat == seat and one.account == account), None)
        if place is None or place.wants_end == wants_end:
            return False
        others = (other for other in places if other is not place)
        self._sit(table, (*others, msgspec.structs.replace(place, wants_end=wants_end)))
        return True

    async def hand_over(
        self,
        table: UUID,
        seat: Seat,
        before: UUID,
        account: UUID,
        name: str,
        *,
        own_version: int | None = None,
        is_absent: IsAbsent | None = None,
    ) -> bool:
        if is_absent is not None and not await is_absent():
            return False
        if own_version is not None and own_version != await self.own_version(table, seat):
            return False
        found = self._running(table)
        places = () if found is None else found.places
        place = next((one for one in places if one.seat == seat and one.account == before), None)
        if place is None or any(other.account == account for other in places):
            return False
        others = (other for other in places if other is not place)
        mine = msgspec.structs.replace(
            place, account=account, name=name, level=None, wants_end=False, bot_since=None
        )
        self._sit(table, (*others, mine))
        return True

    async def own_version(self, table: UUID, seat: Seat) -> int:
        found = self._cell.tables.get(table)
        places = () if found is None else found.places
        since = next((place.bot_since for place in places if place.seat == seat), None)
        rows = (row.version for row in self._cell.rows.get(table, ()) if row.seat == seat)
        return max((version for version in rows if since is None or version <= since), default=0)

    async def abandon(self, table: UUID) -> bool:
        if self._running(table) is None:
            return False
        self._cell.revise(table, status="abandoned", ending="abandoned", to_act=())
        self._cell.bots_to_act.pop(table, None)
        self._cell.deadlines.pop(table, None)
        return True

    def _running(self, table: UUID) -> TableRow | None:
        found = self._cell.tables.get(table)
        return found if found is not None and found.status == "active" and found.header is not None else None

    def _place(self, table: UUID, seat: Seat, account: UUID | None) -> PlayerRow | None:
        found = self._cell.open_table(table)
        places = () if found is None else found.places
        return next((place for place in places if place.seat == seat and place.account == account), None)

    def _sit(self, table: UUID, places: Collection[PlayerRow]) -> None:
        self._cell.revise(table, places=tuple(sorted(places, key=lambda place: place.seat)))
