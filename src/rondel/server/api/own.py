"""What is one's own at a table, over HTTP: notes and standing orders. Nobody else is told of them."""

from typing import Any
from uuid import UUID

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from rondel.server.api.asked import GiveOrder, WriteNote
from rondel.server.api.padding import Padded
from rondel.server.api.provide import Key, TableId, TheDoor, WhoAsks
from rondel.server.api.told import NoteTold, OrdersTold, OrderTold
from rondel.server.flows import notes, orders


@get("/tables/{table:uuid}/note", response_class=Padded)
async def note(door: TheDoor, signed: WhoAsks, table: TableId, key: Key = None) -> NoteTold:
    """What I have written down about this table."""
    return NoteTold(table, await notes.read(door.node, signed.account.id, table, key))


@post("/tables/{table:uuid}/note", status_code=200, response_class=Padded)
async def write_note(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[WriteNote]) -> NoteTold:
    """Write this down instead; nothing is a note, too."""
    account = signed.account.id
    await door.limit("notes", str(account), door.node.settings.notes)
    return NoteTold(table, await notes.write(door.node, account, table, data.text))


@get("/tables/{table:uuid}/orders", response_class=Padded)
async def given(door: TheDoor, signed: WhoAsks, table: TableId) -> OrdersTold:
    """My standing orders at this table, and those I may give."""
    return _told(table, await orders.orders(door.node, signed.account.id, table))


@post("/tables/{table:uuid}/orders", status_code=200, response_class=Padded)
async def give(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[GiveOrder]) -> OrdersTold:
    """Do this for me when it comes to it. It is followed as an ordinary move of mine."""
    account = signed.account.id
    await door.limit("orders", str(account), door.node.settings.orders)
    return _told(table, await orders.give(door.node, account, table, bytes(data.order)))


@delete("/tables/{table:uuid}/orders/{order:uuid}", status_code=200, response_class=Padded)
async def cancel(door: TheDoor, signed: WhoAsks, table: TableId, order: FromPath[UUID]) -> OrdersTold:
    """End a standing order of mine."""
    account = signed.account.id
    await door.limit("orders", str(account), door.node.settings.orders)
    return _told(table, await orders.cancel(door.node, account, table, order))


def _told(table: UUID, found: orders.Given) -> OrdersTold:
    standing = tuple(OrderTold(*each) for each in found.standing)
    return OrdersTold(table, found.version, tuple(found.offered), standing)


HANDLERS: tuple[Any, ...] = (note, write_note, given, give, cancel)
