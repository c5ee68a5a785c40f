"""A node: the ports it was given and the rooms it has open. It holds no truth."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, TypeVar
from uuid import UUID

import structlog

from rondel.kernel import AnyGame
from rondel.server.credentials import Credentials, Provider
from rondel.server.failpoints import Failpoints
from rondel.server.ids import HOME, cell_of
from rondel.server.metrics import Metrics
from rondel.server.moderation import Blocks, Moderation, TableActs
from rondel.server.placement import Placement, weight_of
from rondel.server.ports import (
    Alerts,
    Bus,
    Chats,
    Deadlines,
    Hooks,
    Journal,
    Limits,
    Mailer,
    Notes,
    Notices,
    Now,
    Outages,
    People,
    PersonalData,
    PresenceStore,
    Projection,
    Pusher,
    Seating,
    StandingOrders,
    Tables,
    Unavailable,
)
from rondel.server.position import Position
from rondel.server.projector import Projector
from rondel.server.record import projectable
from rondel.server.room_ports import RoomPorts
from rondel.server.rooms import Rooms
from rondel.server.settings import Settings
from rondel.server.standing import Standing
from rondel.server.tokens import RecentTokens
from rondel.server.traces import Traces

T = TypeVar("T")

SOON_S: Final = 2.0
"""So long a list waits for another cell than home; it then says that it lacks some."""

_log = structlog.get_logger()


class OtherCell(NamedTuple):
    """What a node has of a cell that is not home: its name and number, and what is done there alone."""

    name: str
    number: int
    personal: PersonalData
    table_acts: TableActs


@dataclass(kw_only=True)
class Node:
    """Everything a flow may need, by name.

    There is one for each cell: they share what is kept at home, and each has its own tables and rooms.
    """

    id: str
    settings: Settings
    games: Mapping[str, AnyGame]
    journal: Journal
    tables: Tables
    seating: Seating
    deadlines: Deadlines
    bus: Bus
    presence: PresenceStore
    limits: Limits
    people: People
    credentials: Credentials
    chats: Chats
    alerts: Alerts
    notices: Notices
    notes: Notes
    orders: StandingOrders
    moderation: Moderation
    blocks: Blocks
    outages: Outages
    projection: Projection
    mailer: Mailer
    pusher: Pusher
    hooks: Hooks
    now: Now
    projector: Projector
    provider: Provider | None = None
    metrics: Metrics = field(default_factory=Metrics)
    traces: Traces | None = None
    failpoints: Failpoints = field(default_factory=Failpoints)
    recent_tokens: RecentTokens = field(default_factory=RecentTokens)
    allow_list: frozenset[str] = frozenset()
    background: set["asyncio.Task[Any]"] = field(default_factory=set)
    placement: Placement | None = None
    other_cell: OtherCell | None = None
    is_away: Callable[[], bool] = lambda: False
    room_ports: RoomPorts = field(init=False)
    rooms: Rooms = field(init=False)
    standing: Standing = field(init=False)
    cells: "Cells" = field(init=False)

    def __post_init__(self) -> None:
        """Open its rooms."""
        self.standing = Standing(self.moderation, self.now)
        self.cells = Cells(self)
        self.room_ports = RoomPorts(
            games=self.games,
            journal=self.journal,
            tables=self.tables,
            chats=self.chats,
            bus=self.bus,
            now=self.now,
            metrics=self.metrics,
            traces=self.traces,
            failpoints=self.failpoints,
            snapshot_every=self.settings.snapshot_every,
        )
        self.room_ports.on_append.append(self._record)
        self.room_ports.on_new_epoch.append(self.projector.forget)
        self.rooms = Rooms(self.room_ports, limit=self.settings.live_tables)

    @property
    def cell(self) -> int:
        """The number of its cell."""
        return HOME if self.other_cell is None else self.other_cell.number

    @property
    def personal(self) -> PersonalData:
        """What its cell keeps about people."""
        return self.people if self.other_cell is None else self.other_cell.personal

    @property
    def table_acts(self) -> TableActs:
        """What moderators do to tables of its cell."""
        return self.moderation if self.other_cell is None else self.other_cell.table_acts

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it after the answer, so that the answer does not depend on it; a failure is logged."""
        task = asyncio.create_task(work)
        self.background.add(task)
        task.add_done_callback(self._done)

    def leave(self, task: "asyncio.Task[Any]") -> None:
        """Cancel it, and do not wait until it has ended."""
        self.background.add(task)
        task.add_done_callback(self._done)
        task.cancel()

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self.background.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("work after an answer failed", error=type(error).__name__)

    def _record(self, before: Position, after: Position) -> None:
        """What was committed goes into the relational record, unless it is a lesson."""
        if after.table.lesson is None:
            self.projector.note(projectable(before, after))


class Found(NamedTuple, Generic[T]):
    """What the cells answered; not all of it where one of them is away."""

    rows: list[T]
    is_whole: bool


class Cells:
    """The cells of a server as this process knows them: home, and those that have been joined."""

    def __init__(self, home: Node) -> None:
        self.home = home
        self.placement = home.placement
        self.waiting: set[str] = set()
        """The names of cells that have not been joined."""
        self._by_number = {home.cell: home}

    def __iter__(self) -> Iterator[Node]:
        return iter(list(self._by_number.values()))

    def join(self, node: Node) -> None:
        """From now on its tables are served here."""
        node.cells = self
        node.standing = self.home.standing
        self._by_number[node.cell] = node

    def at(self, table: UUID) -> Node:
        """The node of this table's cell; Unavailable if that was not joined."""
        node = self._by_number.get(cell_of(table))
        if node is None:
            raise Unavailable(f"cell {cell_of(table)} is not known here")
        return node

    async def each(self, ask: Callable[[Node], Awaitable[Collection[T]]]) -> Found[T]:
        """Ask every cell, all at once, and put the answers together.

        Home must answer. Others may be away, and are not waited for longer than SOON_S.
        """
        others = [node for node in self._by_number.values() if node is not self.home]
        if not others and not self.waiting:
            return Found(list(await ask(self.home)), True)
        asked = (soon(ask, node) for node in others)
        answers = await asyncio.gather(ask(self.home), *asked, return_exceptions=True)
        rows: list[T] = []
        is_whole = not self.waiting
        for node, answer in zip((self.home, *others), answers, strict=True):
            if isinstance(answer, BaseException):
                if node is self.home or not isinstance(answer, Exception):
                    raise answer
                if not isinstance(answer, Unavailable):
                    _log.error("cell failed", cell=node.cell, error=type(answer).__name__)
                is_whole = False
            else:
                rows.extend(answer)
        return Found(rows, is_whole)

    async def place(self, host: UUID) -> Node:
        """The node of the cell that takes the next table of this host."""
        if self.placement is None:
            return self.home
        taking = await self.placement.taking()
        open_cells = [node for node in self if node.cell in taking and not node.is_away()]
        if not open_cells:
            raise Unavailable("no cell takes new tables now")
        return max(open_cells, key=lambda node: weight_of(host, node.cell))


async def soon(ask: Callable[[Node], Awaitable[T]], node: Node) -> T:
    """What another cell answers; Unavailable if it is known to be away, or too slow.

    What is too slow ends by itself: a statement that is cancelled may take as long again to be given up.
    """
    if node.is_away():
        raise Unavailable("the cell is away")
    asking = asyncio.create_task(_asked(ask, node))
    try:
        done, _ = await asyncio.wait((asking,), timeout=SOON_S)
    finally:
        if not asking.done():
            node.leave(asking)
    if done:
        return asking.result()
    raise Unavailable("the cell does not answer soon", "timeout")


async def _asked(ask: Callable[[Node], Awaitable[T]], node: Node) -> T:
    return await ask(node)
