"""The addresses of the customer's documents: open, join, start, state and events under `/api/game`.

They lead to the same flows as `/api/tables`, with the same limits. Here a game session is a table, and a
player is named by an id where a table names a seat.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from rondel.kernel import Noun, Seat
from rondel.server.api.asked import NewGame, TakeSeat
from rondel.server.api.play import After, json_of
from rondel.server.api.provide import Key, TableId, TheDoor, WhoAsks
from rondel.server.api.tables import nonce_of
from rondel.server.flows import history, seats
from rondel.server.flows.open_table import open_table
from rondel.server.flows.watch import look_at, present
from rondel.server.frames import documented_event, documented_view
from rondel.server.node import Node
from rondel.server.ports import Access, Account, TableRow


class PlayerTold(Noun):
    """A player, before play begins."""

    id: UUID
    seat: Seat
    display_name: str
    is_bot: bool


class SetupTold(Noun):
    """A game session before play begins; `you` is the asker's player."""

    game_id: UUID
    version: int
    phase: str
    status: str
    code: str
    access: Access
    seats: int
    you: UUID | None
    players: tuple[PlayerTold, ...]


@post("/game")
async def create(door: TheDoor, signed: WhoAsks, data: JSONBody[NewGame]) -> Response[bytes]:
    """Open a game session and join it."""
    opened = await open_table(
        door.node,
        signed.account,
        game=data.game,
        options=bytes(data.options),
        access=data.access,
        seats=data.seats,
    )
    return json_of(
        await _joined(door.cells.at(opened.id), signed.account, opened.id, TakeSeat()), status_code=201
    )


@post("/game/{table:uuid}/join", status_code=200)
async def join(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[TakeSeat]) -> Response[bytes]:
    """Join a game session, ready to play."""
    return json_of(await _joined(door.node, signed.account, table, data))


@post("/game/{table:uuid}/start", status_code=200)
async def begin(door: TheDoor, signed: WhoAsks, table: TableId) -> Response[bytes]:
    """Deal: every seat is taken, and whoever opened the session says so."""
    await seats.start(door.node, signed.account.id, table)
    return json_of(await _state(door.node, signed.account.id, table))


@get("/game/{table:uuid}/state")
async def state(door: TheDoor, signed: WhoAsks, table: TableId, key: Key = None) -> Response[bytes]:
    """The game session as I am shown it, in the words of its documents."""
    _, seat = await look_at(door.node, signed.account.id, table, key)
    door.seen(table, seat)
    return json_of(await _state(door.node, signed.account.id, table, key))


@get("/game/{table:uuid}/events")
async def events(
    door: TheDoor, signed: WhoAsks, table: TableId, after: After = 0, key: Key = None
) -> Response[bytes]:
    """What everybody may know of what was played after a version, in the words of the documents."""
    heard = await history.log(door.node, signed.account.id, table, after=after, key=key)
    position, _ = await present(door.node, signed.account.id, table, key)
    return json_of(_encoded([documented_event(position, raw) for raw in heard]))


async def _joined(node: Node, account: Account, table: UUID, asked: TakeSeat) -> bytes:
    nonce = nonce_of(asked)
    found = await seats.take_seat(node, account, table, seat=asked.seat, nonce=nonce, key=asked.key)
    if found.header is None:
        await seats.ready(node, account.id, table, True)
    return await _state(node, account.id, table)


async def _state(node: Node, account: UUID, table: UUID, key: str | None = None) -> bytes:
    found, seat = await look_at(node, account, table, key)
    if found.header is None:
        return _encoded(_setup(found, seat))
    position, seat = await present(node, account, table, key)
    told = documented_view(position, seat)
    return _encoded({"gameId": str(table), "version": position.version, **told})


def _setup(table: TableRow, seat: Seat | None) -> SetupTold:
    places = sorted(table.places, key=lambda place: place.seat)
    return SetupTold(
        table.id,
        table.version,
        "setup",
        table.status,
        table.code,
        table.access,
        table.seats,
        next((place.id for place in places if place.seat == seat), None),
        tuple(PlayerTold(place.id, place.seat, place.name, place.kind == "bot") for place in places),
    )


def _encoded(told: Noun | dict[str, Any] | Sequence[dict[str, Any]]) -> bytes:
    return msgspec.json.encode(told)


HANDLERS = (create, join, begin, state, events)
