"""A table's record and its secret, as they are stored now."""

import secrets
from uuid import UUID

from rondel.kernel.chance import SECRET_BYTES
from rondel.server.answers import Denied
from rondel.server.node import Node
from rondel.server.ports import TableRow


async def visible_row(node: Node, table: UUID, account: UUID | None, key: str | None = None) -> TableRow:
    """The table's record, read from the store; Denied if there is none that this account may look at."""
    found = await node.tables.visible(table, account, key)
    if found is None:
        raise Denied.of("UNKNOWN_GAME")
    return found


async def table_row(node: Node, table: UUID) -> TableRow:
    """The same for whoever was let in already."""
    found = await node.tables.get(table)
    if found is None:
        raise Denied.of("UNKNOWN_GAME")
    return found


async def secret_of(node: Node, table: UUID) -> bytes:
    """The table's secret; of none, one that opens nothing, so that a guess at it takes as long."""
    try:
        return await node.tables.secret(table)
    except LookupError:
        return secrets.token_bytes(SECRET_BYTES)
