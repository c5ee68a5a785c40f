"""Watch: who may look at a table, as whom, and at which position."""

from uuid import UUID

from rondel.kernel import Seat
from rondel.server.access import authorize
from rondel.server.frames import Viewing, view_frame
from rondel.server.node import Node
from rondel.server.ports import TableRow
from rondel.server.position import Position


async def look_at(
    node: Node, account: UUID | None, table: UUID, key: str | None = None
) -> tuple[TableRow, Seat | None]:
    """The table's record and the account's seat, as this node remembers them; Denied if it may not look."""
    found = await node.rooms.room(table).record_for(account, key)
    return found, authorize(found, account, key)


async def present(
    node: Node, account: UUID | None, table: UUID, key: str | None = None
) -> tuple[Position, Seat | None]:
    """The table at its true head, and the account's seat there now; Denied if it may not look.

    An account that may not look does not learn whether play has begun.
    """
    await look_at(node, account, table, key)
    position = await node.rooms.room(table).current()
    return position, authorize(position.table, account, key)


def shown_view(node: Node, position: Position, viewing: Viewing) -> bytes:
    """The `view` frame of a position for this viewer, now."""
    room, epoch, now = node.rooms.room(position.id), node.rooms.epoch, node.now.ms()
    frame = room.ask(lambda: view_frame(position, viewing, epoch=epoch, now=now))
    if not room.watchers:
        position.shown.clear()  # nobody will be sent a patch of it
    return frame
