"""The rooms of a node: one for each table it has met lately. Watched ones are never evicted."""

from collections import OrderedDict
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from uuid import UUID
from weakref import WeakValueDictionary

from rondel.kernel import Seat
from rondel.server.ports.access import seat_of
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.context import RoomContext
from rondel.server.rooms.position import Position
from rondel.server.rooms.room import Room
from rondel.server.rooms.watchers import Watcher


class Rooms:
    """Rooms by table. There is never more than one for a table: a room lives as long as anybody holds it.

    The `limit` least used ones that nobody watches are let go first. An idle room has no task.
    """

    def __init__(self, ports: RoomContext, *, limit: int) -> None:
        self._ports = ports
        self._limit = limit
        self._rooms: WeakValueDictionary[UUID, Room] = WeakValueDictionary()
        self._recent: OrderedDict[UUID, Room] = OrderedDict()
        self._watched: OrderedDict[UUID, Room] = OrderedDict()
        self._left: set[UUID] = set()
        self._seats: set[tuple[UUID, Seat]] = set()
        self._seats_by_table: dict[UUID, set[tuple[UUID, Seat]]] = {}
        self._to_count: set[UUID] = set()
        ports.on_new_epoch.append(self._forget_all)
        ports.on_seats_read.append(self._count_soon)

    def __len__(self) -> int:
        return len(self._recent.keys() | self._watched.keys())

    @property
    def epoch(self) -> int:
        """The highest epoch of the database that this node has seen."""
        return self._ports.epoch

    def room(self, table: UUID) -> Room:
        """The room of this table."""
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = Room(table, self._ports)
        self._recent[table] = room
        self._recent.move_to_end(table)
        while len(self._recent) > self._limit:
            self._left.add(self._recent.popitem(last=False)[0])
        return room

    def known(self, table: UUID) -> Position | None:
        """What this node remembers of a table; nothing is read."""
        room = self._rooms.get(table)
        return None if room is None else room.cached

    def evict(self, table: UUID) -> None:
        """Let go of a room; one that is watched stays."""
        if self._recent.pop(table, None) is not None:
            self._left.add(table)

    def unsubscribe(self) -> None:
        """Hear no more of tables that have no room here. One that anybody still holds stays subscribed."""
        left, self._left = self._left, set()
        for table in left:
            if table not in self._rooms:
                self._ports.bus.unsubscribe(table)
            elif table not in self._recent and table not in self._watched:
                self._left.add(table)

    def watched(self) -> Sequence[Room]:
        """The rooms somebody here looks at."""
        return list(self._watched.values())

    def count_watched(self) -> int:
        """How many rooms somebody here looks at."""
        return len(self._watched)

    def next_watched(self, count: int) -> Collection[Room]:
        """The `count` watched rooms that this has not given for the longest time."""
        rooms = list(islice(self._watched.values(), count))
        for room in rooms:
            self._watched.move_to_end(room.id)
        return rooms

    def watch(self, room: Room, watcher: Watcher, position: Position | None, last: int | None) -> None:
        """From now on `watcher` is sent what happens at this table; without a position it has not begun."""
        self._watched[room.id] = room
        self._to_count.add(room.id)
        if position is None:
            room.watchers.add(watcher, self._ports.now.ms())
        else:
            room.watch(watcher, position, last)

    def unwatch(self, table: UUID, watcher: Watcher) -> None:
        """Send it nothing more of this table."""
        room = self._watched.get(table)
        if room is not None:
            room.watchers.remove(watcher)
            self._to_count.add(table)
            if not room.watchers:
                del self._watched[table]
                if room.cached is not None:
                    room.cached.shown.clear()
                self._left.add(table)
                self._to_count.discard(table)
                self._seats -= self._seats_by_table.pop(table, set())

    def seats(self) -> AbstractSet[tuple[UUID, Seat]]:
        """Every seat whose player looks at its table here, kept up by later calls.

        Only tables are counted where somebody came or went or the record was read since the last call.
        While a record is read again, its seats stay as they were.
        """
        to_count, self._to_count = self._to_count, set()
        for table in to_count:
            room = self._watched[table]
            if room.table is None:
                self._to_count.add(table)
            else:
                self._seats -= self._seats_by_table.pop(table, set())
                self._seats_by_table[table] = _seats_of(room, room.table)
                self._seats |= self._seats_by_table[table]
        return self._seats

    def _count_soon(self, table: UUID) -> None:
        if table in self._watched:
            self._to_count.add(table)

    def hear(self, table: UUID, version: int) -> Room | None:
        """Another node says that a table has moved to a version, or (0) that something else has changed.

        Gives the room of that table, if there is one.
        """
        room = self._rooms.get(table)
        if room is None:
            return None
        known = -1 if room.cached is None else room.cached.version
        if room.watchers:
            if version == 0 or known < version:
                room.sync()
        elif version == 0 or known < version:
            room.drop_cache()
        return room

    def _forget_all(self) -> None:
        """Forget every table, and send every watcher a full View."""
        for room in list(self._rooms.values()):
            room.resync_watchers()
            room.sync()


def _seats_of(room: Room, table: TableRow) -> set[tuple[UUID, Seat]]:
    """The seats of this table whose players look at it here."""
    seats = (seat_of(table, watcher.account_id) for watcher in room.watchers)
    return {(room.id, seat) for seat in seats if seat is not None}
