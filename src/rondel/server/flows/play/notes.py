"""Notes: what somebody writes down about a table. Nobody else is sent them."""

import unicodedata
from typing import Final
from uuid import UUID

from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.watch import look_at

NOTE_CHARACTERS: Final = 4000


async def read(cell: Cell, account: UUID, table: UUID, key: str | None = None) -> str:
    """What this account has written down about a table it may look at."""
    await look_at(cell, account, table, key)
    return await cell.notes.read(account, table)


async def write(cell: Cell, account: UUID, table: UUID, text: str) -> str:
    """This text instead of the one before, by somebody who plays there; gives it as it is stored."""
    _, seat = await look_at(cell, account, table)
    if seat is None:
        raise ApiError.of("NO_SEAT", "Only people who play at a table keep notes about it.")
    normalized = unicodedata.normalize("NFC", text)
    if len(normalized) > NOTE_CHARACTERS:
        raise ApiError.of("MALFORMED", f"A note has at most {NOTE_CHARACTERS} characters.", "Write less.")
    if any(unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t" for char in normalized):
        raise ApiError.of("MALFORMED", "A note has no control characters.", "Write it in plain text.")
    await cell.notes.write(account, table, normalized, at=cell.now.ms())
    return normalized
