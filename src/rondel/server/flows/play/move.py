"""One move: authorize, then let the table's room decide, commit, deliver and answer."""

from uuid import UUID

import msgspec

from rondel.server.cells.cell import Cell
from rondel.server.flows.play.watch import look_at
from rondel.server.ports.deadlines import ClaimedDeadline
from rondel.server.rooms.moves import Move, Played


async def play(cell: Cell, account: UUID | None, move: Move, key: str | None = None) -> Played:
    """A move of the seat the account has at this table. An answer means committed."""
    await look_at(cell, account, move.table, key)
    return await cell.rooms.room(move.table).play(msgspec.structs.replace(move, account=account))


async def fire(cell: Cell, due: ClaimedDeadline) -> None:
    """A deadline has come: let the House act at that table, if nobody has."""
    await cell.rooms.room(due.table).fire(due.version)
