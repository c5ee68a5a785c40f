"""A table's record as it is stored now."""

from uuid import UUID

from rondel.server.answers import Denied
from rondel.server.node import Node
from rondel.server.ports import TableRow


async def table_row(node: Node, table: UUID) -> TableRow:
    """The table's record, read from the store; Denied if there is none."""
    found = await node.tables.get(table)
    if found is None:
        raise Denied.of("UNKNOWN_GAME")
    return found
