"""Notes and standing orders of a player's own at a table, over HTTP; nobody else sees them."""

from typing import Any
from uuid import UUID

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from rondel.server.api.context.dependencies import Api, Caller, Key, TableId
from rondel.server.api.context.padded_response import Padded
from rondel.server.api.requests import GiveOrder, WriteNote
from rondel.server.api.responses import NoteResponse, OrderResponse, OrdersResponse
from rondel.server.flows.play import notes, orders


@get("/tables/{table:uuid}/note", response_class=Padded)
async def note(api: Api, signed: Caller, table: TableId, key: Key = None) -> NoteResponse:
    """What I have written down about this table."""
    return NoteResponse(table, await notes.read(api.cells.at(table), signed.account.id, table, key))


@post("/tables/{table:uuid}/note", status_code=200, response_class=Padded)
async def write_note(api: Api, signed: Caller, table: TableId, data: JSONBody[WriteNote]) -> NoteResponse:
    """Write this down instead; nothing is a note, too."""
    account = signed.account.id
    await api.limit("notes", str(account), api.node.settings.constants.note_rate)
    return NoteResponse(table, await notes.write(api.cells.at(table), account, table, data.text))


@get("/tables/{table:uuid}/orders", response_class=Padded)
async def given(api: Api, signed: Caller, table: TableId) -> OrdersResponse:
    """My standing orders at this table, and those I may give."""
    return _response(table, await orders.orders(api.cells.at(table), signed.account.id, table))


@post("/tables/{table:uuid}/orders", status_code=200, response_class=Padded)
async def give(api: Api, signed: Caller, table: TableId, data: JSONBody[GiveOrder]) -> OrdersResponse:
    """Do this for me when it comes to it. It is followed as an ordinary move of mine."""
    account = signed.account.id
    await api.limit("orders", str(account), api.node.settings.constants.order_rate)
    return _response(table, await orders.give(api.cells.at(table), account, table, bytes(data.order)))


@delete("/tables/{table:uuid}/orders/{order:uuid}", status_code=200, response_class=Padded)
async def cancel(api: Api, signed: Caller, table: TableId, order: FromPath[UUID]) -> OrdersResponse:
    """End a standing order of mine."""
    account = signed.account.id
    await api.limit("orders", str(account), api.node.settings.constants.order_rate)
    return _response(table, await orders.cancel(api.cells.at(table), account, table, order))


def _response(table: UUID, found: orders.SeatOrders) -> OrdersResponse:
    standing = tuple(OrderResponse(*each) for each in found.standing)
    return OrdersResponse(table, found.version, tuple(found.offered), standing)


HANDLERS: tuple[Any, ...] = (note, write_note, given, give, cancel)
