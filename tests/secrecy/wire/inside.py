"""All that the pairs of worlds touch inside a server; everything else goes through its doors."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import HOUSE, AnyGame, Chance, Ms, Outage, Row, Seat
from rondel.kernel.digest import first_digest, next_digest
from rondel.kernel.replay import Step
from rondel.server.app import Running
from rondel.server.flows.bots import _token
from rondel.server.flows.presence import report
from rondel.server.ids import HOME
from rondel.server.memory.cell import Cell
from rondel.server.node import Node
from rondel.server.ports import Now, Snapshot, StoredRow, TableRow
from rondel.server.position import Position
from rondel.table.local import LocalTable
from rondel.table.state import RECENT, RecentRow, TableContext, TableState
from rondel.wire.codec import codec_of


class NoOutages:
    """A clock that is turned by hand leaps, and that is no outage."""

    async def beat(self) -> Sequence[Outage]:
        return ()


def turned_by(running: Running, clock: Now) -> None:
    """From now on the server goes by this clock."""
    running.node.now = running.node.room_ports.now = clock
    running.outages[HOME]._outages = NoOutages()
    running.node.room_ports.outages = ()
    running.node.projector.until = recorded  # type: ignore[method-assign]


def offer(running: Running, games: Mapping[str, AnyGame]) -> None:
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

    def chance(self, version: int) -> Chance:
        """The luck of a version."""
        return self.position.played.context.chance(version)


def head(node: Node, table: UUID) -> Head:
    """The table as this node has it in memory."""
    position = node.rooms.known(table)
    assert position is not None
    return Head(position)


async def bring_up(node: Node, table: UUID) -> None:
    """Load the table and do what is due."""
    await node.rooms.room(table).current()


async def report_presence(node: Node, table: UUID, seat: Seat, is_connected: bool) -> None:
    """The house says who is there."""
    await report(node, table, seat, is_connected)


def bot_token(node: Node, table: UUID, seat: Seat) -> str:
    """The token of the bot in a seat."""
    return _token(head(node, table).position.played.context.secret, seat)


async def quiet(node: Node, table: UUID) -> None:
    """Until every watcher of the table was sent its newest version."""
    room = node.rooms.room(table)
    for _ in range(2000):
        head = 0 if room.cached is None else room.cached.version
        if not room.watchers.are_behind(head) and room._bringing is None:
            return
        await asyncio.sleep(0)
    raise AssertionError("a watcher is not brought up to date")


def put(
    cell: Cell, game: AnyGame, table: TableRow, secret: bytes, state: Any, rows: Sequence[StoredRow]
) -> bytes:
    """Let a server have stored the table with these rows, and this State as its snapshot.

    Gives the digest of the last row.
    """
    assert table.header is not None
    digest, chained = first_digest(table.header), []
    for row in rows:
        actor = HOUSE if row.seat is None else row.seat
        digest = next_digest(digest, row.version, row.at, actor, row.rules, row.action, row.events)
        chained.append(msgspec.structs.replace(row, digest=digest))
    cell.tables[table.id] = table
    cell.secrets[table.id] = secret
    cell.rows[table.id] = chained
    stored = codec_of(game).state_bytes(state)
    cell.snapshots[table.id] = [Snapshot(table.version, game.rules, rows[-1].at, stored, digest)]
    return digest


def warm(
    node: Node,
    game: AnyGame,
    table: TableRow,
    secret: bytes,
    state: Any,
    digest: bytes,
    rows: Sequence[Row],
    steps: Sequence[Step[Any]],
) -> None:
    """Let the node have it in memory, with its latest rows."""
    assert table.header is not None
    recent = tuple(
        RecentRow(row, b"", game.to_act(step.before), None if game.undo is None else step.before)
        for row, step in zip(rows, steps, strict=True)
    )
    context = TableContext(game, table.header, secret)
    played = TableState(context, table.version, rows[-1].at, digest, state, recent[-RECENT:])
    room = node.rooms.room(table.id)
    room.table, room.cached = table, Position(table, played)


def forget(cell: Cell, node: Node, table: UUID) -> None:
    """Forget the table: thousands more will come."""
    node.rooms.room(table).reset()
    node.rooms.evict(table)
    for kept in (cell.tables, cell.secrets, cell.rows, cell.ids, cell.snapshots):
        kept.pop(table, None)
