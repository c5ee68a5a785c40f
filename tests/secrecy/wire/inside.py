"""All that the pairs of worlds touch inside a server; everything else goes through its doors."""

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from rondel.kernel import AnyGame, Chance, Ms, Row, Seat
from rondel.kernel.replay import Step
from rondel.server.flows.bots import _token
from rondel.server.flows.presence import report
from rondel.server.flows.watch import fresh
from rondel.server.memory.cell import Cell
from rondel.server.node import Node
from rondel.server.ports import Snapshot, StoredRow, TableRow
from rondel.server.sitting import TAIL, Ground, Passed, Sitting
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of


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

    sitting: Sitting

    @property
    def version(self) -> int:
        return self.sitting.version

    @property
    def at(self) -> Ms:
        return self.sitting.at

    @property
    def state(self) -> Any:
        return self.sitting.state

    @property
    def status(self) -> str:
        return self.sitting.status

    def chance(self, version: int) -> Chance:
        """The luck of a version."""
        return self.sitting.ground.chance(version)


def head(node: Node, table: UUID) -> Head:
    """The table as this node has it in memory."""
    sitting = node.live.get(table)
    assert sitting is not None
    return Head(sitting)


def is_folded(node: Node, table: UUID) -> bool:
    """Whether this node has the table in memory."""
    return node.live.get(table) is not None


async def bring_up(node: Node, table: UUID) -> None:
    """Load the table and do what is due."""
    await fresh(node, table)


async def report_presence(node: Node, table: UUID, seat: Seat, is_connected: bool) -> None:
    """The house says who is there."""
    await report(node, table, seat, is_connected)


def bot_token(node: Node, table: UUID, seat: Seat) -> str:
    """The token of the bot in a seat."""
    return _token(head(node, table).sitting, seat)


async def quiet(node: Node, table: UUID) -> None:
    """Until every watcher of the table was sent its newest version."""
    for _ in range(2000):
        sitting = node.live.get(table)
        is_behind = sitting is not None and any(
            watcher.last != sitting.version for watcher in node.hub.watchers(table)
        )
        if not is_behind and table not in node.hub._busy:
            return
        await asyncio.sleep(0)
    raise AssertionError("a watcher is not brought up to date")


def put(
    cell: Cell, game: AnyGame, table: TableRow, secret: bytes, at: Ms, state: Any, rows: list[StoredRow]
) -> None:
    """Let a server have stored the table in this State, which it must fold from a snapshot first."""
    cell.tables[table.id] = table
    cell.secrets[table.id] = secret
    cell.rows[table.id] = rows
    cell.snapshots[table.id] = [
        Snapshot(table.version, game.rules, at, codec_of(game).state_bytes(state), bytes(32))
    ]


def warm(
    node: Node,
    game: AnyGame,
    table: TableRow,
    secret: bytes,
    state: Any,
    rows: Sequence[Row],
    steps: Sequence[Step[Any]],
) -> None:
    """Let the node have it in memory, with its latest rows."""
    passed = [Passed(row, game.to_act(step.after)) for row, step in zip(rows, steps, strict=True)]
    tail = tuple(passed[-TAIL:])
    base = game.to_act(steps[max(table.version - len(tail), 1) - 1].after)
    ground = Ground(game, table, secret)
    node.live.put(Sitting(ground, table.version, rows[-1].at, bytes(32), state, tail, base))


def forget(cell: Cell, node: Node, table: UUID) -> None:
    """Forget the table: thousands more will come."""
    node.live.forget(table)
    for kept in (cell.tables, cell.secrets, cell.rows, cell.ids, cell.snapshots):
        kept.pop(table, None)
