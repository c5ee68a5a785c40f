"""The lobby: which tables there are for whom."""

from collections.abc import Sequence
from uuid import UUID

from rondel.server.access import seat_of
from rondel.server.answers import Denied
from rondel.server.ids import as_code
from rondel.server.node import Node
from rondel.server.ports import TableRow

SHOWN = 50
"""How many tables a list shows."""


async def public_tables(node: Node) -> Sequence[TableRow]:
    """Tables that anybody may join."""
    return await node.tables.public(limit=SHOWN)


async def running_tables(node: Node) -> Sequence[TableRow]:
    """Tables that anybody may watch."""
    return await node.tables.running(limit=SHOWN)


async def my_tables(node: Node, account: UUID) -> Sequence[TableRow]:
    """Tables of this account, those where it owes a move first."""
    tables = await node.tables.of_account(account, limit=SHOWN)
    return sorted(tables, key=lambda table: not _owes(table, account))


async def by_code(node: Node, code: str) -> TableRow:
    """The table with this code. A private one is found by its link alone."""
    table = await node.tables.by_code(as_code(code))
    if table is None or table.access == "private":
        raise Denied.of("UNKNOWN_GAME", "No table has this code.")
    return table


def _owes(table: TableRow, account: UUID) -> bool:
    return seat_of(table, account) in table.to_act
