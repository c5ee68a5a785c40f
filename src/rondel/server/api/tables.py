"""Tables over HTTP: games, open, find, sit down, begin."""

from functools import cache
from typing import Annotated, Final, cast
from uuid import UUID

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.params import FromPath, HeaderParameter, JSONBody

from rondel.bots.shelf import bots_of
from rondel.kernel import AnyGame
from rondel.server.answers import Denied
from rondel.server.api.asked import (
    AddBot,
    NameTable,
    NewHost,
    NewTable,
    Ready,
    ShutLobby,
    StandIn,
    TakeOver,
    TakeSeat,
)
from rondel.server.api.pages import tag_of
from rondel.server.api.play import json_of
from rondel.server.api.provide import Address, Key, TableId, TheDoor, WhoAsks
from rondel.server.api.told import FaceTold, GameTold, SeatPass, TableTold, table_told
from rondel.server.flows import absent, lobby, seats
from rondel.server.flows.open_table import open_table, rematch
from rondel.server.flows.open_table import rename as rename_table
from rondel.server.flows.tables import table_row, visible_row
from rondel.server.node import Found
from rondel.server.ports import TableRow
from rondel.wire.codec import codec_of
from rondel.wire.schema import schemas

INCOMPLETE: Final = "Rondel-Incomplete"

Tag = Annotated[str | None, HeaderParameter(name="If-None-Match")]
"""Which of its answers a browser has."""


@get("/games")
async def games(door: TheDoor) -> list[GameTold]:
    """What can be played here."""
    offers = door.node.settings.offers
    told = [_game_told(game) for game in door.node.games.values()]
    return [game if offers(game.name) else msgspec.structs.replace(game, is_offered=False) for game in told]


@cache
def _game_told(game: AnyGame) -> GameTold:
    return GameTold(
        game.name,
        game.title,
        game.rules,
        game.seats[0],
        game.seats[-1],
        game.max_action_bytes,
        schemas(game),
        tuple(bots_of(game)),
        tuple(game.calls),
        tuple(game.setups),
        game.undo is not None,
        game.lesson is not None,
        game.house_rules,
        game.preselected,
    )


@get("/games/{game:str}/setups/{name:str}")
async def setup(door: TheDoor, game: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """What tables of this game are played with: in Imperial a board, its wheel and its prices."""
    found = door.node.games.get(game)
    if found is None:
        raise Denied.of("NO_SUCH_GAME")
    if name not in found.setups:
        raise Denied.of("NO_SUCH_GAME", f"{found.title} has no setup {name!r}.")
    return json_of(codec_of(found).noun_bytes(found.setups[name]))


@get("/games/{game:str}/face")
async def face(door: TheDoor, game: FromPath[str], tag: Tag = None) -> Response[FaceTold]:
    """How the pieces of this game are drawn, and its sentences: what does not change during a game.

    It is the same for everybody, so a browser may keep it, and asks by its tag whether it has changed.
    """
    found = door.node.games.get(game)
    if found is None:
        raise Denied.of("NO_SUCH_GAME")
    if found.face is None:
        raise Denied.of("NO_SUCH_GAME", f"{found.title} has no face.")
    told, known = _face_told(found)
    headers = {"cache-control": "no-cache", "etag": known}
    if tag == known:
        return Response(cast("FaceTold", None), status_code=304, headers=headers)
    return Response(told, headers=headers)


@cache
def _face_told(game: AnyGame) -> tuple[FaceTold, str]:
    """The description of a face as it is sent, and the ETag of those bytes."""
    face = game.face
    assert face is not None
    told = FaceTold(face.looks, face.words, tuple(sorted(face.big)))
    return told, tag_of(msgspec.json.encode(told)).decode()


@post("/tables")
async def open_one(door: TheDoor, signed: WhoAsks, data: JSONBody[NewTable]) -> TableTold:
    """Open a table."""
    opened = await open_table(
        door.node,
        signed.account,
        game=data.game,
        options=bytes(data.options),
        access=data.access,
        seats=data.seats,
        name=data.name,
    )
    return table_told(opened, signed.account.id)


@get("/tables")
async def public(door: TheDoor, signed: WhoAsks) -> Response[list[TableTold]]:
    """Tables that anybody may join."""
    return _listed(await lobby.public_tables(door.node), signed.account.id)


@get("/tables/running")
async def running(door: TheDoor, signed: WhoAsks) -> Response[list[TableTold]]:
    """Tables that anybody may watch."""
    return _listed(await lobby.running_tables(door.node), signed.account.id)


@patch("/tables/{table:uuid}")
async def rename(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[NameTable]) -> TableTold:
    """Call my table something."""
    account = signed.account.id
    return table_told(await rename_table(door.node, account, table, data.name), account)


@get("/me/tables")
async def mine(door: TheDoor, signed: WhoAsks) -> Response[list[TableTold]]:
    """My tables."""
    account = signed.account.id
    return _listed(await lobby.my_tables(door.node, account), account)


def _listed(found: Found[TableRow], account: UUID) -> Response[list[TableTold]]:
    """A list of tables. A header says so if some may be missing, because a database is away."""
    told = [table_told(table, account) for table in found.rows]
    return Response(told, headers={} if found.is_whole else {INCOMPLETE: "true"})


@get("/tables/{table:uuid}")
async def one(door: TheDoor, signed: WhoAsks, table: TableId, key: Key = None) -> TableTold:
    """One table."""
    found = await visible_row(door.node, table, signed.account.id, key)
    return table_told(found, signed.account.id)


@get("/codes/{code:str}")
async def by_code(door: TheDoor, signed: WhoAsks, address: Address, code: FromPath[str]) -> TableTold:
    """The table with this room code. Guessing is slow."""
    rate = door.node.settings.codes
    await door.limit_address("codes", address, rate)
    await door.limit("codes", str(signed.account.id), rate)
    return table_told(await lobby.by_code(door.node, code[:64]), signed.account.id)


@post("/tables/{table:uuid}/seat", status_code=200)
async def take_seat(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[TakeSeat]) -> TableTold:
    """Sit down."""
    nonce = nonce_of(data)
    found = await seats.take_seat(door.node, signed.account, table, seat=data.seat, nonce=nonce, key=data.key)
    return table_told(found, signed.account.id)


def nonce_of(asked: TakeSeat) -> bytes | None:
    """The share of the luck that somebody who sits down brings along."""
    return None if asked.nonce is None else bytes.fromhex(asked.nonce)


@delete("/tables/{table:uuid}/seat", status_code=200)
async def leave(door: TheDoor, signed: WhoAsks, table: TableId) -> TableTold:
    """Stand up; or, once play has begun, go without being waited for. The seat stays mine to come back to."""
    account = signed.account.id
    return table_told(await seats.leave(door.node, account, table), account)


@post("/tables/{table:uuid}/ready", status_code=200)
async def ready(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[Ready]) -> TableTold:
    """Say that one is ready, or not."""
    account = signed.account.id
    return table_told(await seats.ready(door.node, account, table, data.is_ready), account)


@post("/tables/{table:uuid}/bots", status_code=200)
async def add_bot(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[AddBot]) -> TableTold:
    """Let a bot sit down."""
    account = signed.account.id
    found = await seats.add_bot(door.node, account, table, level=data.level, seat=data.seat)
    return table_told(found, account)


@delete("/tables/{table:uuid}/bots/{seat:int}", status_code=200)
async def remove_bot(door: TheDoor, signed: WhoAsks, table: TableId, seat: FromPath[int]) -> TableTold:
    """Send a bot away."""
    account = signed.account.id
    return table_told(await seats.remove_bot(door.node, account, table, seat), account)


@delete("/tables/{table:uuid}/seats/{seat:int}/person", status_code=200)
async def remove(door: TheDoor, signed: WhoAsks, table: TableId, seat: FromPath[int]) -> TableTold:
    """Remove somebody from my table: before play anybody, later somebody who has gone and has a bot."""
    account = signed.account.id
    return table_told(await seats.remove(door.node, account, table, seat), account)


@delete("/tables/{table:uuid}/removed/{removed:uuid}", status_code=200)
async def let_back(door: TheDoor, signed: WhoAsks, table: TableId, removed: FromPath[UUID]) -> TableTold:
    """Let somebody sit down again whom I have removed."""
    account = signed.account.id
    return table_told(await seats.let_back(door.node, account, table, removed), account)


@post("/tables/{table:uuid}/lobby", status_code=200)
async def shut(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[ShutLobby]) -> TableTold:
    """Close my table to new people before play begins, or open it again."""
    account = signed.account.id
    return table_told(await seats.shut(door.node, account, table, is_shut=data.is_shut), account)


@post("/tables/{table:uuid}/host", status_code=200)
async def make_host(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[NewHost]) -> TableTold:
    """Make somebody else who is seated the host of my table."""
    account = signed.account.id
    return table_told(await seats.make_host(door.node, account, table, data.seat), account)


@post("/tables/{table:uuid}/start", status_code=200)
async def start(door: TheDoor, signed: WhoAsks, table: TableId) -> TableTold:
    """Begin to play."""
    await seats.start(door.node, signed.account.id, table)
    return table_told(await table_row(door.node, table), signed.account.id)


@post("/tables/{table:uuid}/close", status_code=200)
async def close(door: TheDoor, signed: WhoAsks, table: TableId) -> TableTold:
    """Give up a table that has not begun."""
    account = signed.account.id
    return table_told(await seats.close(door.node, account, table), account)


@post("/tables/{table:uuid}/seats/{seat:int}/bot", status_code=200)
async def stand_in(
    door: TheDoor, signed: WhoAsks, table: TableId, seat: FromPath[int], data: JSONBody[StandIn]
) -> TableTold:
    """Let a bot play for me, or for somebody who has gone."""
    account = signed.account.id
    return table_told(await absent.stand_in(door.node, account, table, seat, data.level), account)


@delete("/tables/{table:uuid}/seats/{seat:int}/bot", status_code=200)
async def come_back(door: TheDoor, signed: WhoAsks, table: TableId, seat: FromPath[int]) -> TableTold:
    """Play for oneself again."""
    account = signed.account.id
    return table_told(await absent.come_back(door.node, account, table, seat), account)


@post("/tables/{table:uuid}/seats/{seat:int}/pass", status_code=200)
async def offer(door: TheDoor, signed: WhoAsks, table: TableId, seat: FromPath[int]) -> SeatPass:
    """A pass to my seat, or to that of somebody who has gone, to hand on."""
    return SeatPass(await absent.offer(door.node, signed.account.id, table, seat))


@post("/tables/{table:uuid}/seats/{seat:int}/take", status_code=200)
async def take_over(
    door: TheDoor, signed: WhoAsks, table: TableId, seat: FromPath[int], data: JSONBody[TakeOver]
) -> TableTold:
    """Sit down in a seat of a running table, by its pass."""
    await door.limit("codes", str(signed.account.id), door.node.settings.codes)
    changed = await absent.take_over(door.node, signed.account, table, seat, data.token)
    return table_told(changed, signed.account.id)


@post("/tables/{table:uuid}/end", status_code=200)
async def end(door: TheDoor, signed: WhoAsks, table: TableId) -> TableTold:
    """End a running table that everybody else has left."""
    account = signed.account.id
    return table_told(await absent.end(door.node, account, table), account)


@post("/tables/{table:uuid}/end/request", status_code=200)
async def ask_end(door: TheDoor, signed: WhoAsks, table: TableId) -> TableTold:
    """Ask that a running table ends; it does once all its people ask."""
    account = signed.account.id
    return table_told(await absent.ask_end(door.node, account, table, is_asking=True), account)


@delete("/tables/{table:uuid}/end/request", status_code=200)
async def play_on(door: TheDoor, signed: WhoAsks, table: TableId) -> TableTold:
    """Take back that one has asked for the end."""
    account = signed.account.id
    return table_told(await absent.ask_end(door.node, account, table, is_asking=False), account)


@post("/tables/{table:uuid}/rematch", status_code=200)
async def again(door: TheDoor, signed: WhoAsks, table: TableId) -> TableTold:
    """The same once more, at a new table."""
    return table_told(await rematch(door.node, signed.account, table), signed.account.id)


HANDLERS = (
    games,
    face,
    setup,
    open_one,
    public,
    running,
    rename,
    mine,
    one,
    by_code,
    take_seat,
    leave,
    ready,
    add_bot,
    remove_bot,
    remove,
    let_back,
    shut,
    make_host,
    start,
    close,
    stand_in,
    come_back,
    offer,
    take_over,
    end,
    ask_end,
    play_on,
    again,
)
