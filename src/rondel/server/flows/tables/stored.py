"""A table's record and its secret, read from the store."""

import secrets
from uuid import UUID

from rondel.kernel.chance import SECRET_BYTES
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.ports.tables import TableRow


async def visible_row(cell: Cell, table: UUID, account: UUID | None, key: str | None = None) -> TableRow:
    """Return the stored record. Raises ApiError if there is none that this account may see."""
    found = await cell.tables.visible(table, account, key)
    if found is None:
        raise ApiError.of("UNKNOWN_GAME")
    return found


async def table_row(cell: Cell, table: UUID) -> TableRow:
    """Return the stored record, for a caller whose access was checked."""
    found = await cell.tables.get(table)
    if found is None:
        raise ApiError.of("UNKNOWN_GAME")
    return found


async def secret_of(cell: Cell, table: UUID) -> bytes:
    """Return the table's secret, or a dummy for an unknown table, to keep timing constant."""
    try:
        return await cell.tables.secret(table)
    except LookupError:
        return secrets.token_bytes(SECRET_BYTES)
