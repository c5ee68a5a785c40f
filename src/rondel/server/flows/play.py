"""One move: authorize, then let the table's room decide, commit, deliver and answer."""

from uuid import UUID

import msgspec

from rondel.server.flows.watch import look_at
from rondel.server.moves import Move, Played
from rondel.server.node import Node
from rondel.server.ports import Due


async def play(node: Node, account: UUID | None, move: Move, key: str | None = None) -> Played:
    """A move of the seat the account has at this table. An answer means committed."""
    await look_at(node, account, move.table, key)
    return await node.rooms.room(move.table).play(msgspec.structs.replace(move, account=account))


async def fire(node: Node, due: Due) -> None:
    """A deadline has come: let the House act at that table, if nobody has."""
    await node.rooms.room(due.table).fire(due.version)
