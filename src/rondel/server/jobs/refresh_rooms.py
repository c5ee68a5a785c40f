"""Keeps rooms up to date: by what other nodes say on the bus, and by the journal where the bus lost it."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final
from uuid import UUID

import structlog

from rondel.kernel import Ms, Seat
from rondel.server.cells.background import Background
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.play.presence import report
from rondel.server.jobs.report_presence import batched
from rondel.server.ports.access import seat_of
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.room import Room
from rondel.wire.protocol import Away

HEADS_AT_ONCE: Final = 500
"""How many heads one statement compares, so that the event loop is not held up for long."""

SHOWN_AT_ONCE: Final = 100
"""At how many tables it is shown who is there, before others have their turn."""

_log = structlog.get_logger()


async def hear(cells: Cells) -> None:
    """For ever: what other nodes did is heard on the bus, of the tables of all cells."""
    chats = _Chats(cells.node.background)
    async for table, version in cells.node.bus.listen():
        try:
            room = cells.at(table).rooms.hear(table, version)
        except StoreUnavailableError:
            continue
        if room is not None and version == 0:
            chats.hear(room)


class _Chats:
    """Reads the chat of rooms, one reading at a time for each: none waits for another's database."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._is_to_be_read_again: dict[UUID, bool] = {}

    def hear(self, room: Room) -> None:
        """Something was said there, or removed."""
        is_under_way = room.id in self._is_to_be_read_again
        self._is_to_be_read_again[room.id] = is_under_way
        if not is_under_way:
            self._background.start(self._read(room))

    async def _read(self, room: Room) -> None:
        try:
            await room.hear_chat()
            while self._is_to_be_read_again[room.id]:
                self._is_to_be_read_again[room.id] = False
                await room.hear_chat()
        except StoreUnavailableError:
            _log.info("chat.skipped", table=str(room.id))
        finally:
            del self._is_to_be_read_again[room.id]


async def poll_heads(cell: Cell) -> None:
    """For ever: every room that is watched and behind the journal is brought up to date.

    All of them within `heads_ms`, some at a time, so that nothing else waits long.
    """
    loop = asyncio.get_running_loop()
    polled_at = loop.time()
    while True:
        turns = max(1, ceil(cell.rooms.count_watched() / HEADS_AT_ONCE))
        await asyncio.sleep(
            max(0, polled_at + cell.node.settings.constants.heads_ms / 1000 / turns - loop.time())
        )
        polled_at = loop.time()
        cell.rooms.unsubscribe()
        try:
            await catch_up(cell)
        except StoreUnavailableError:
            continue


async def catch_up(cell: Cell) -> None:
    """Compare the next watched rooms with the journal; a new epoch is seen here too, by a node that idles."""
    watched = {room.id: room for room in cell.rooms.next_watched(HEADS_AT_ONCE)}
    heads = await cell.journal.heads({table: room.head for table, room in watched.items()})
    cell.room_context.observe_epoch(heads.now, heads.epoch)
    for table, (version, revision) in heads.tables.items():
        if watched[table].is_behind(version, revision):
            watched[table].sync()


def count_tables(cells: Cells) -> None:
    """Count the tables in play that somebody looks at here, by game."""
    active = Counter(
        room.table.game
        for cell in cells
        for room in cell.rooms.watched()
        if room.table is not None and room.table.status == "active"
    )
    node = cells.node
    node.metrics.count_tables({game: active[game] for game in node.games})


async def show_presence(cell: Cell) -> None:
    """For ever: who is at each watched table, seldom enough to tell nothing else."""
    while True:
        await asyncio.sleep(cell.node.settings.constants.presence_ms / 1000)
        for rooms in batched(cell.rooms.watched(), SHOWN_AT_ONCE):
            try:
                await _show_presence(cell.node, rooms)
                for room in rooms:
                    await welcome(cell, room)
            except StoreUnavailableError:
                break
            await asyncio.sleep(0)


async def welcome(cell: Cell, room: Room) -> None:
    """Report everybody here whom the table takes for absent: it was halted, or the row was lost."""
    position = room.cached
    presence = None if position is None else position.game.presence
    if position is None or presence is None or position.status != "active":
        return
    here = {seat_of(position.table, watcher.account_id) for watcher in room.watchers}
    for seat in sorted(seat for seat in here if seat is not None):
        try:
            is_connected = room.ask(presence.is_connected, position.state, seat)
        except ApiError:
            return  # its game failed, and it is halted
        if not is_connected:
            await report(cell, room.id, seat, True)


async def show_waiting(cells: Cells, waiting: Mapping[UUID, Mapping[Seat, Ms]]) -> None:
    """At these tables it has changed who is waited for, and for how much longer: show it at once."""
    for table, seats in waiting.items():
        try:
            cell = cells.at(table)
        except StoreUnavailableError:
            continue
        now, room = cell.now.ms(), cell.rooms.room(table)
        room.watchers.away = tuple(Away(seat, now + left) for seat, left in sorted(seats.items()))
        await _show_presence(cell.node, [room])


async def _show_presence(node: NodeContext, rooms: Sequence[Room]) -> None:
    watched = [room for room in rooms if room.watchers]
    here = await node.presence.here([room.id for room in watched])
    for room in watched:
        if room.table is not None:  # else it is being read again
            room.watchers.presence(room.table, tuple(sorted(here[room.id])))
