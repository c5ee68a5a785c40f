"""Watch: who may look at a table, as whom, and at which position."""

from uuid import UUID

from rondel.kernel import Seat
from rondel.server.cells.cell import Cell
from rondel.server.ports.access import authorize
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.frames import FrameViewer, view_frame
from rondel.server.rooms.position import Position


async def look_at(
    cell: Cell, account: UUID | None, table: UUID, key: str | None = None
) -> tuple[TableRow, Seat | None]:
    """The table's record and the account's seat, as this node remembers them; ApiError if it may not look."""
    found = await cell.rooms.room(table).record_for(account, key)
    return found, authorize(found, account, key)


async def present(
    cell: Cell, account: UUID | None, table: UUID, key: str | None = None
) -> tuple[Position, Seat | None]:
    """The table at its true head, and the account's seat there now; ApiError if it may not look.

    An account that may not look does not learn whether play has begun.
    """
    await look_at(cell, account, table, key)
    position = await cell.rooms.room(table).current()
    return position, authorize(position.table, account, key)


def shown_view(cell: Cell, position: Position, viewing: FrameViewer) -> bytes:
    """The `view` frame of a position for this viewer, now."""
    room, epoch, now = cell.rooms.room(position.id), cell.rooms.epoch, cell.now.ms()
    frame = room.ask(lambda: view_frame(position, viewing, epoch=epoch, now=now))
    if not room.watchers:
        position.shown.clear()  # nobody will be sent a patch of it
    return frame
