"""One database with its tables, as a process serves it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from rondel.kernel import Ms
from rondel.server.cells.node_context import NodeContext
from rondel.server.ports.chats import Chats, Notes
from rondel.server.ports.deadlines import Deadlines, Now
from rondel.server.ports.ids import HOME
from rondel.server.ports.journal import Journal
from rondel.server.ports.moderation import TableActs
from rondel.server.ports.notices import Notices
from rondel.server.ports.orders import StandingOrders
from rondel.server.ports.outages import Outages
from rondel.server.ports.people import PersonalData
from rondel.server.ports.projection import Projection
from rondel.server.ports.tables import NO_TABLE, Seating, Tables
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.record.projector import Projector
from rondel.server.record.rows import Sources, projectable
from rondel.server.rooms.context import RoomContext
from rondel.server.rooms.outages import RecentOutages
from rondel.server.rooms.position import Position
from rondel.server.rooms.registry import Rooms
from rondel.server.runtime.clock import monotonic_ms

T = TypeVar("T")

SOON_S: Final = 2.0
"""How long a list waits for a cell other than home."""


@dataclass(kw_only=True)
class Cell:
    """The stores of one database and the rooms of its tables. A Cell caches; the database decides."""

    node: NodeContext
    now: Now
    journal: Journal
    tables: Tables
    seating: Seating
    deadlines: Deadlines
    chats: Chats
    notes: Notes
    orders: StandingOrders
    notices: Notices
    outages: Outages
    projection: Projection
    personal: PersonalData
    """What this database holds about people."""

    table_acts: TableActs
    """What moderators do to tables of this database."""

    number: int = HOME
    name: str | None = None
    """The name in `RONDEL_CELLS`; None for home."""

    is_away: Callable[[], bool] = lambda: False
    monotonic: Callable[[], Ms] = monotonic_ms
    projector: Projector = field(init=False)
    recent_outages: RecentOutages = field(init=False)
    room_context: RoomContext = field(init=False)
    rooms: Rooms = field(init=False)

    def __post_init__(self) -> None:
        node = self.node
        sources = Sources(self.journal, self.tables, node.games)
        self.projector = Projector(self.projection, sources, self.now, node.metrics)
        self.recent_outages = RecentOutages(self.outages, monotonic=self.monotonic)
        self.room_context = RoomContext(
            games=node.games,
            journal=self.journal,
            tables=self.tables,
            chats=self.chats,
            bus=node.bus,
            now=self.now,
            metrics=node.metrics,
            outages=self.recent_outages,
            traces=node.traces,
            failpoints=node.failpoints,
            snapshot_every=node.settings.constants.snapshot_every,
            shows_errors=node.shows_errors,
        )
        self.room_context.on_append.append(self._project)
        self.room_context.on_new_epoch.append(self.projector.drop_cache)
        self.rooms = Rooms(self.room_context, limit=node.settings.cached_tables)

    async def verify(self) -> None:
        """Check that the database answers, in a current epoch; else raise StoreUnavailableError."""
        head = await self.journal.look(NO_TABLE)
        self.room_context.observe_epoch(head.now, head.epoch)

    async def soon(self, ask: Callable[["Cell"], Awaitable[T]]) -> T:
        """Return what `ask` reads from this cell; StoreUnavailableError if it is away or takes too long.

        A slow statement is left to end by itself: cancelling it may take as long again.
        """
        if self.is_away():
            raise StoreUnavailableError("the cell is away")
        reading = asyncio.ensure_future(ask(self))
        try:
            done, _ = await asyncio.wait((reading,), timeout=SOON_S)
        finally:
            if not reading.done():
                self.node.background.cancel(reading)
        if done:
            return reading.result()
        raise StoreUnavailableError("the cell does not answer soon", "timeout")

    def _project(self, before: Position, after: Position) -> None:
        """Project a committed row, unless the table is a lesson."""
        if after.table.lesson is None:
            self.projector.note(projectable(before, after))
