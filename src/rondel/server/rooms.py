"""The rooms of a node: one for each table it has met lately. Watched ones are never evicted."""

from collections import OrderedDict
from collections.abc import Collection, Iterator
from uuid import UUID
from weakref import WeakValueDictionary

from rondel.kernel import Ms, Seat
from rondel.server.access import seat_of
from rondel.server.ports import Unavailable
from rondel.server.position import Position
from rondel.server.room import Room
from rondel.server.room_ports import RoomPorts
from rondel.server.watchers import Watcher


class Rooms:
    """Rooms by table. There is never more than one for a table: a room lives as long as anybody holds it.

    The `limit` least used ones that nobody watches are let go first. An idle room has no task.
    """

    def __init__(self, ports: RoomPorts, *, limit: int) -> None:
        self._ports = ports
        self._limit = limit
        self._rooms: WeakValueDictionary[UUID, Room] = WeakValueDictionary()
        self._recent: OrderedDict[UUID, Room] = OrderedDict()
        self._watched: dict[UUID, Room] = {}
        ports.see = self.see

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
            self._recent.popitem(last=False)
        return room

    def known(self, table: UUID) -> Position | None:
        """What this node remembers of a table; nothing is read."""
        room = self._rooms.get(table)
        return None if room is None else room.cached

    def evict(self, table: UUID) -> None:
        """Let go of a room; one that is watched stays."""
        self._recent.pop(table, None)

    def watched(self) -> Collection[Room]:
        """The rooms somebody here looks at."""
        return list(self._watched.values())

    def watch(self, room: Room, watcher: Watcher, position: Position | None, last: int | None) -> None:
        """From now on `watcher` is sent what happens at this table; without a position it has not begun."""
        self._watched[room.id] = room
        if position is None:
            room.watchers.add(watcher, self._ports.now.ms())
        else:
            room.watch(watcher, position, last)

    def unwatch(self, table: UUID, watcher: Watcher) -> None:
        """Send it nothing more of this table."""
        room = self._watched.get(table)
        if room is not None:
            room.watchers.remove(watcher)
            if not room.watchers:
                del self._watched[table]

    def seats(self) -> Iterator[tuple[UUID, Seat]]:
        """Every seat whose player looks at its table here."""
        for room in self.watched():
            if room.table is None:
                continue
            for watcher in room.watchers:
                seat = seat_of(room.table, watcher.account_id)
                if seat is not None:
                    yield room.id, seat

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
                room.bring_up()
        elif version == 0 or known < version:
            room.forget()
        return room

    def see(self, now: Ms, epoch: int) -> None:
        """The database says its time and its epoch. Unavailable if that epoch has passed.

        This is the one place where a new epoch is seen: whatever was remembered or sent before may be
        undone, so every room forgets it, and every watcher is sent a full View.
        """
        if epoch < self._ports.epoch:
            raise Unavailable(f"the database is of epoch {epoch}; epoch {self._ports.epoch} has been seen")
        self._ports.now.learn(now)
        if epoch == self._ports.epoch:
            return
        self._ports.epoch = epoch
        for forget in self._ports.on_new_epoch:
            forget()
        for room in list(self._rooms.values()):
            room.reset()
            room.bring_up()
