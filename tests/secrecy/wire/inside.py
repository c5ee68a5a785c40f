"""All that the pairs of worlds touch inside a server; everything else goes through its doors."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import HOUSE, AnyGame, Chance, Ms, Outage, Row, Seat
from rondel.kernel.digest import first_digest, next_digest
from rondel.kernel.draws import NO_DRAWS, Draws, counted
from rondel.kernel.replay import Step
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.cells.cell import Cell
from rondel.server.flows.play.presence import report
from rondel.server.flows.tables.bots import _token
from rondel.server.ports.deadlines import Now
from rondel.server.ports.journal import Snapshot, StoredRow
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.position import Position
from rondel.server.startup.app import RunningNode
from rondel.table.local import LocalTable
from rondel.table.state import RECENT, RecentRow, TableContext, TableState
from rondel.wire.codec import codec_of
from rondel.wire.transcript import draws_bytes, draws_from


class NoOutages:
    """A clock that is turned by hand leaps, and that is no outage."""

    async def beat(self) -> Sequence[Outage]:
        return ()


def turned_by(running: RunningNode, clock: Now) -> None:
    """From now on the server goes by this clock."""
    home = running.cells.home
    running.node.now = home.now = home.room_context.now = clock
    home.recent_outages._store = NoOutages()
    home.recent_outages.spans = ()
    home.projector.until = recorded  # type: ignore[method-assign]


def offer(running: RunningNode, games: Mapping[str, AnyGame]) -> None:
    """Let the server have these games, as if they were installed."""
    offered = running.node.games
    assert isinstance(offered, dict)
    offered.update(games)


async def recorded(game: AnyGame, table: UUID, version: int) -> bool:
    """A world that no journal leads to has no record to wait for."""
    return True


class Opened(NamedTuple):
    """What a server stores of a table that was opened elsewhere."""

    header: bytes
    options: bytes
    commitment: bytes
    secret: bytes


def opened(table: LocalTable) -> Opened:
    """The header and the secret of a local table."""
    header = table.context.header
    return Opened(
        table._lines[0], bytes(header.options), bytes.fromhex(header.commitment), table.context.secret
    )


class Head(NamedTuple):
    """A table as a server has folded it."""

    position: Position

    @property
    def version(self) -> int:
        return self.position.version

    @property
    def at(self) -> Ms:
        return self.position.at

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def status(self) -> str:
        return self.position.status

    @property
    def draws(self) -> Draws:
        return self.position.played.draws

    def chance(self, draws: Draws) -> Chance:
        """The luck of the row after these draws."""
        return self.position.played.context.chance(draws)


def head(cell: Cell, table: UUID) -> Head:
    """The table as this node has it in memory."""
    position = cell.rooms.known(table)
    assert position is not None
    return Head(position)


async def sync(cell: Cell, table: UUID) -> None:
    """Load the table and do what is due."""
    await cell.rooms.room(table).current()


async def report_presence(cell: Cell, table: UUID, seat: Seat, is_connected: bool) -> None:
    """The house says who is there."""
    await report(cell, table, seat, is_connected)


def bot_token(cell: Cell, table: UUID, seat: Seat) -> str:
    """The token of the bot in a seat."""
    return _token(head(cell, table).position.played.context.secret, seat)


async def quiet(cell: Cell, table: UUID) -> None:
    """Until every watcher of the table was sent its newest version."""
    room = cell.rooms.room(table)
    for _ in range(2000):
        head = 0 if room.cached is None else room.cached.version
        if not room.watchers.are_behind(head) and room._bringing is None:
            return
        await asyncio.sleep(0)
    raise AssertionError("a watcher is not brought up to date")


def put(
    memory: MemoryDatabase,
    game: AnyGame,
    table: TableRow,
    secret: bytes,
    state: Any,
    rows: Sequence[StoredRow],
) -> Sequence[bytes]:
    """Let a server have stored the table with these rows, and this State as its snapshot.

    Gives the digest before each row, and after the last one.
    """
    assert table.header is not None
    digests, draws, chained = [first_digest(table.header)], NO_DRAWS, []
    for row in rows:
        actor = HOUSE if row.seat is None else row.seat
        digest = next_digest(
            digests[-1], row.version, row.at, actor, row.rules, row.action, row.events, row.draws
        )
        draws = counted(draws, draws_from(row.draws))
        digests.append(digest)
        chained.append(msgspec.structs.replace(row, digest=digest))
    memory.tables[table.id] = table
    memory.secrets[table.id] = secret
    memory.rows[table.id] = chained
    stored = codec_of(game).state_bytes(state)
    memory.snapshots[table.id] = [
        Snapshot(table.version, game.rules, rows[-1].at, stored, digests[-1], draws_bytes(draws))
    ]
    return digests


def warm(
    cell: Cell,
    game: AnyGame,
    table: TableRow,
    secret: bytes,
    state: Any,
    digests: Sequence[bytes],
    rows: Sequence[Row],
    steps: Sequence[Step[Any]],
) -> None:
    """Let the node have it in memory, with its latest rows."""
    assert table.header is not None
    recent = tuple(
        RecentRow(row, prior, game.to_act(step.before), None if game.undo is None else step.before)
        for row, step, prior in zip(rows, steps, digests, strict=False)
    )
    context = TableContext(game, table.header, secret)
    draws = reduce(counted, (row.draws for row in rows), NO_DRAWS)
    played = TableState(context, table.version, rows[-1].at, digests[-1], state, draws, recent[-RECENT:])
    room = cell.rooms.room(table.id)
    room.table, room.cached = table, Position(table, played)


def forget(memory: MemoryDatabase, cell: Cell, table: UUID) -> None:
    """Forget the table: thousands more will come."""
    cell.rooms.room(table).resync_watchers()
    cell.rooms.evict(table)
    for stored in (memory.tables, memory.secrets, memory.rows, memory.ids, memory.snapshots):
        stored.pop(table, None)
