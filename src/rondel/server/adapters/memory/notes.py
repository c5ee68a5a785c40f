"""Notes in memory."""

from uuid import UUID

from rondel.kernel import Ms
from rondel.server.adapters.memory.database import MemoryDatabase


class MemoryNotes:
    """The notes of a cell."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def read(self, account: UUID, table: UUID) -> str:
        text, _ = self._cell.notes.get((account, table), ("", 0))
        return text

    async def write(self, account: UUID, table: UUID, text: str, *, at: Ms) -> None:
        if text:
            self._cell.notes[account, table] = (text, at)
        else:
            self._cell.notes.pop((account, table), None)
