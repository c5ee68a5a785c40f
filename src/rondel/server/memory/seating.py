"""Seating in memory."""

from collections.abc import Collection
from uuid import UUID

import msgspec

from rondel.kernel import Seat
from rondel.server.memory.cell import Cell
from rondel.server.ports import Place, TableRow


class MemorySeating:
    """Who sits at a cell's tables. A table is active from `begin` on."""

    def __init__(self, cell: Cell) -> None:
        self._cell = cell

    async def take(self, table: UUID, place: Place, *, revision: int | None = None) -> bool:
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

    async def stand_in(self, table: UUID, seat: Seat, level: str | None) -> bool:
        found = self._running(table)
        places = () if found is None else found.places
        place = next((one for one in places if one.seat == seat and one.kind == "human"), None)
        if found is None or place is None:
            return False
        others = (other for other in places if other is not place)
        self._sit(table, (*others, msgspec.structs.replace(place, level=level)))
        if level is not None and seat in found.to_act:
            waiting = self._cell.bots_to_act.get(table, ())
            self._cell.bots_to_act[table] = tuple(sorted({*waiting, seat}))
        return True

    async def hand_over(self, table: UUID, seat: Seat, before: UUID, account: UUID, name: str) -> bool:
        found = self._running(table)
        places = () if found is None else found.places
        place = next((one for one in places if one.seat == seat and one.account == before), None)
        if place is None or any(other.account == account for other in places):
            return False
        others = (other for other in places if other is not place)
        self._sit(table, (*others, msgspec.structs.replace(place, account=account, name=name, level=None)))
        return True

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

    def _place(self, table: UUID, seat: Seat, account: UUID | None) -> Place | None:
        found = self._cell.open_table(table)
        places = () if found is None else found.places
        return next((place for place in places if place.seat == seat and place.account == account), None)

    def _sit(self, table: UUID, places: Collection[Place]) -> None:
        self._cell.revise(table, places=tuple(sorted(places, key=lambda place: place.seat)))
