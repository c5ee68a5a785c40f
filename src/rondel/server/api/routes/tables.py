"""Tables over HTTP: games, open, find, sit down, begin."""

from functools import cache, lru_cache
from typing import Any, Final
from uuid import UUID

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from rondel.bots.registry import bots_of
from rondel.kernel import About, AnyGame, Named, PieceStyle
from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Address, Api, Caller, Key, TableId
from rondel.server.api.context.json_file import JsonFile, Tag, Takes
from rondel.server.api.context.padded_response import json_of
from rondel.server.api.requests import (
    AddBot,
    LockTable,
    NameTable,
    NewHost,
    NewTable,
    Ready,
    ReplaceWithBot,
    TakeOver,
    TakeSeat,
)
from rondel.server.api.responses import (
    AboutResponse,
    FaceResponse,
    GameResponse,
    SeatPass,
    TableResponse,
    table_response,
)
from rondel.server.cells.cells import Found
from rondel.server.errors import ApiError
from rondel.server.flows.tables import absent, lobby, seats
from rondel.server.flows.tables.open_table import open_table, rematch
from rondel.server.flows.tables.open_table import rename as rename_table
from rondel.server.flows.tables.stored import table_row, visible_row
from rondel.server.ports.tables import TableRow
from rondel.wire.codec import codec_of
from rondel.wire.schema import schemas

_MOST_PICTURES: Final = 3
INCOMPLETE: Final = "Rondel-Incomplete"


@get("/games", responses={200: ResponseSpec(list[GameResponse], description="The games")})
async def games(api: Api, tag: Tag = None, takes: Takes = "") -> Response[bytes | None]:
    """What can be played here."""
    installed = tuple(api.node.games.values())
    offered = tuple(api.node.settings.offers(game.name) for game in installed)
    return _list_file(installed, offered).response(tag, takes)


@lru_cache(maxsize=1)
def _list_file(installed: tuple[AnyGame, ...], offered: tuple[bool, ...]) -> JsonFile:
    responses = map(_game_response, installed)
    return JsonFile.of(
        [
            msgspec.structs.replace(game, is_offered=is_offered)
            for game, is_offered in zip(responses, offered, strict=True)
        ]
    )


@cache
def _game_response(game: AnyGame) -> GameResponse:
    return GameResponse(
        game.name,
        game.title,
        game.rules,
        game.seats[0],
        game.seats[-1],
        game.max_action_bytes,
        schemas(game)["Options"],
        tuple(bots_of(game)),
        tuple(game.calls),
        tuple(game.setups),
        game.undo is not None,
        None if game.lesson is None else game.lesson.minutes,
        game.house_rules,
        game.preselected,
        {language: _short(about) for language, about in game.about.items()},
        any(about.how for about in game.about.values()),
        _emblem(game),
    )


def _emblem(game: AnyGame) -> tuple[PieceStyle, ...]:
    looks = {} if game.face is None else game.face.looks
    return tuple(game.emblem or [look for look in looks.values() if look.art])[:_MOST_PICTURES]


def _short(about: About) -> About:
    """What every page needs of it: nothing that is read on one page alone."""
    bots = {level: Named(bot.name) for level, bot in about.bots.items()}
    return msgspec.structs.replace(about, how="", options={}, house_rules={}, bots=bots)


def _named(api: ApiContext, name: str) -> AnyGame:
    found = api.node.games.get(name)
    if found is None:
        raise ApiError.of("NO_SUCH_GAME")
    return found


@get("/games/{game:str}/about", responses={200: ResponseSpec(AboutResponse, description="About the game")})
async def about(api: Api, game: FromPath[str], tag: Tag = None, takes: Takes = "") -> Response[bytes | None]:
    """All that this game says about itself, by language: how it is played, its presets, its bots."""
    return _about_file(_named(api, game)).response(tag, takes)


@get("/games/{game:str}/setups/{name:str}")
async def setup(api: Api, signed: Caller, game: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """What tables of this game are played with: in Imperial a board, its wheel and its prices."""
    found = _named(api, game)
    if name not in found.setups:
        raise ApiError.of("NO_SUCH_GAME", f"{found.title} has no setup {name!r}.")
    return json_of(codec_of(found).noun_bytes(found.setups[name]))


@get(
    "/games/{game:str}/schemas", responses={200: ResponseSpec(dict[str, Any], description="Schemas by name")}
)
async def game_schemas(
    api: Api, game: FromPath[str], tag: Tag = None, takes: Takes = ""
) -> Response[bytes | None]:
    """The JSON Schema of each type of this game, by name."""
    return _schemas_file(_named(api, game)).response(tag, takes)


@get("/games/{game:str}/face", responses={200: ResponseSpec(FaceResponse, description="The face")})
async def face(api: Api, game: FromPath[str], tag: Tag = None, takes: Takes = "") -> Response[bytes | None]:
    """How the pieces of this game are drawn, and its sentences: what does not change during a game."""
    found = _named(api, game)
    if found.face is None:
        raise ApiError.of("NO_SUCH_GAME", f"{found.title} has no face.")
    return _face_file(found).response(tag, takes)


@cache
def _about_file(game: AnyGame) -> JsonFile:
    return JsonFile.of(AboutResponse(game.about))


@cache
def _schemas_file(game: AnyGame) -> JsonFile:
    return JsonFile.of(schemas(game))


@cache
def _face_file(game: AnyGame) -> JsonFile:
    face = game.face
    assert face is not None
    return JsonFile.of(FaceResponse(face.looks, face.words, tuple(sorted(face.big))))


@post("/tables")
async def open_one(api: Api, signed: Caller, data: JSONBody[NewTable]) -> TableResponse:
    """Open a table."""
    opened = await open_table(
        api.cells,
        signed.account,
        game=data.game,
        options=bytes(data.options),
        access=data.access,
        seats=data.seats,
        name=data.name,
    )
    return table_response(opened, signed.account.id)


@get("/tables")
async def public(api: Api, signed: Caller) -> Response[list[TableResponse]]:
    """Tables that anybody may join."""
    return _listed(await lobby.public_tables(api.cells), signed.account.id)


@get("/tables/running")
async def running(api: Api, signed: Caller) -> Response[list[TableResponse]]:
    """Tables that anybody may watch."""
    return _listed(await lobby.running_tables(api.cells), signed.account.id)


@patch("/tables/{table:uuid}")
async def rename(api: Api, signed: Caller, table: TableId, data: JSONBody[NameTable]) -> TableResponse:
    """Call my table something."""
    account = signed.account.id
    return table_response(await rename_table(api.cells.at(table), account, table, data.name), account)


@get("/me/tables")
async def mine(api: Api, signed: Caller) -> Response[list[TableResponse]]:
    """My tables."""
    account = signed.account.id
    return _listed(await lobby.my_tables(api.cells, account), account)


def _listed(found: Found[TableRow], account: UUID) -> Response[list[TableResponse]]:
    """A list of tables. A header says so if some may be missing, because a database is away."""
    responses = [table_response(table, account) for table in found.rows]
    return Response(responses, headers={} if found.is_whole else {INCOMPLETE: "true"})


@get("/tables/{table:uuid}")
async def one(api: Api, signed: Caller, table: TableId, key: Key = None) -> TableResponse:
    """One table."""
    found = await visible_row(api.cells.at(table), table, signed.account.id, key)
    return table_response(found, signed.account.id)


@get("/codes/{code:str}")
async def by_code(api: Api, signed: Caller, address: Address, code: FromPath[str]) -> TableResponse:
    """The table with this room code. Guessing is slow."""
    rate = api.node.settings.constants.code_rate
    await api.limit_address("codes", address, rate)
    await api.limit("codes", str(signed.account.id), rate)
    return table_response(await lobby.by_code(api.cells, code[:64]), signed.account.id)


@post("/tables/{table:uuid}/seat", status_code=200)
async def take_seat(
    api: Api, signed: Caller, table: TableId, data: JSONBody[TakeSeat], key: Key = None
) -> TableResponse:
    """Sit down."""
    nonce = nonce_of(data)
    found = await seats.take_seat(
        api.cells.at(table), signed.account, table, seat=data.seat, nonce=nonce, key=key
    )
    return table_response(found, signed.account.id)


def nonce_of(request: TakeSeat) -> bytes | None:
    """The share of the luck that somebody who sits down brings along."""
    return None if request.nonce is None else bytes.fromhex(request.nonce)


@delete("/tables/{table:uuid}/seat", status_code=200)
async def leave(api: Api, signed: Caller, table: TableId) -> TableResponse:
    """Stand up; or, once play has begun, go without being waited for. The seat stays mine to come back to."""
    account = signed.account.id
    return table_response(await seats.leave(api.cells.at(table), account, table), account)


@post("/tables/{table:uuid}/ready", status_code=200)
async def ready(api: Api, signed: Caller, table: TableId, data: JSONBody[Ready]) -> TableResponse:
    """Say that one is ready, or not."""
    account = signed.account.id
    return table_response(await seats.ready(api.cells.at(table), account, table, data.is_ready), account)


@post("/tables/{table:uuid}/bots", status_code=200)
async def add_bot(api: Api, signed: Caller, table: TableId, data: JSONBody[AddBot]) -> TableResponse:
    """Let a bot sit down."""
    account = signed.account.id
    found = await seats.add_bot(api.cells.at(table), account, table, level=data.level, seat=data.seat)
    return table_response(found, account)


@delete("/tables/{table:uuid}/bots/{seat:int}", status_code=200)
async def remove_bot(api: Api, signed: Caller, table: TableId, seat: FromPath[int]) -> TableResponse:
    """Send a bot away."""
    account = signed.account.id
    return table_response(await seats.remove_bot(api.cells.at(table), account, table, seat), account)


@delete("/tables/{table:uuid}/seats/{seat:int}/person", status_code=200)
async def remove(api: Api, signed: Caller, table: TableId, seat: FromPath[int]) -> TableResponse:
    """Remove somebody from my table: before play anybody, later somebody who has gone and has a bot."""
    account = signed.account.id
    return table_response(await seats.remove(api.cells.at(table), account, table, seat), account)


@delete("/tables/{table:uuid}/removed/{removed:uuid}", status_code=200)
async def readmit(api: Api, signed: Caller, table: TableId, removed: FromPath[UUID]) -> TableResponse:
    """Let somebody sit down again whom I have removed."""
    account = signed.account.id
    return table_response(await seats.readmit(api.cells.at(table), account, table, removed), account)


@post("/tables/{table:uuid}/lobby", status_code=200)
async def shut(api: Api, signed: Caller, table: TableId, data: JSONBody[LockTable]) -> TableResponse:
    """Close my table to new people before play begins, or open it again."""
    account = signed.account.id
    return table_response(
        await seats.shut(api.cells.at(table), account, table, is_locked=data.is_locked), account
    )


@post("/tables/{table:uuid}/host", status_code=200)
async def make_host(api: Api, signed: Caller, table: TableId, data: JSONBody[NewHost]) -> TableResponse:
    """Make somebody else who is seated the host of my table."""
    account = signed.account.id
    return table_response(await seats.make_host(api.cells.at(table), account, table, data.seat), account)


@post("/tables/{table:uuid}/start", status_code=200)
async def start(api: Api, signed: Caller, table: TableId) -> TableResponse:
    """Begin to play."""
    await seats.start(api.cells.at(table), signed.account.id, table)
    return table_response(await table_row(api.cells.at(table), table), signed.account.id)


@post("/tables/{table:uuid}/close", status_code=200)
async def close(api: Api, signed: Caller, table: TableId) -> TableResponse:
    """Give up a table that has not begun."""
    account = signed.account.id
    return table_response(await seats.close(api.cells.at(table), account, table), account)


@post("/tables/{table:uuid}/seats/{seat:int}/bot", status_code=200)
async def stand_in(
    api: Api, signed: Caller, table: TableId, seat: FromPath[int], data: JSONBody[ReplaceWithBot]
) -> TableResponse:
    """Let a bot play for me, or for somebody who has gone."""
    account = signed.account.id
    return table_response(
        await absent.stand_in(api.cells.at(table), account, table, seat, data.level), account
    )


@delete("/tables/{table:uuid}/seats/{seat:int}/bot", status_code=200)
async def come_back(api: Api, signed: Caller, table: TableId, seat: FromPath[int]) -> TableResponse:
    """Play for oneself again."""
    account = signed.account.id
    return table_response(await absent.come_back(api.cells.at(table), account, table, seat), account)


@post("/tables/{table:uuid}/seats/{seat:int}/pass", status_code=200)
async def offer(api: Api, signed: Caller, table: TableId, seat: FromPath[int]) -> SeatPass:
    """A pass to my seat, or to that of somebody who has gone, to hand on."""
    return SeatPass(await absent.offer(api.cells.at(table), signed.account.id, table, seat))


@post("/tables/{table:uuid}/seats/{seat:int}/take", status_code=200)
async def take_over(
    api: Api, signed: Caller, table: TableId, seat: FromPath[int], data: JSONBody[TakeOver]
) -> TableResponse:
    """Sit down in a seat of a running table, by its pass."""
    await api.limit("codes", str(signed.account.id), api.node.settings.constants.code_rate)
    changed = await absent.take_over(api.cells.at(table), signed.account, table, seat, data.token)
    return table_response(changed, signed.account.id)


@post("/tables/{table:uuid}/end", status_code=200)
async def end(api: Api, signed: Caller, table: TableId) -> TableResponse:
    """End a running table that everybody else has left."""
    account = signed.account.id
    return table_response(await absent.end(api.cells.at(table), account, table), account)


@post("/tables/{table:uuid}/end/request", status_code=200)
async def ask_end(api: Api, signed: Caller, table: TableId) -> TableResponse:
    """Ask that a running table ends; it does once all its people ask."""
    account = signed.account.id
    return table_response(await absent.ask_end(api.cells.at(table), account, table, is_asking=True), account)


@delete("/tables/{table:uuid}/end/request", status_code=200)
async def play_on(api: Api, signed: Caller, table: TableId) -> TableResponse:
    """Take back that one has asked for the end."""
    account = signed.account.id
    return table_response(await absent.ask_end(api.cells.at(table), account, table, is_asking=False), account)


@post("/tables/{table:uuid}/rematch", status_code=200)
async def again(api: Api, signed: Caller, table: TableId) -> TableResponse:
    """The same once more, at a new table. Its key is for all who played, so that they can take a seat."""
    opened = await rematch(api.cells, signed.account, table)
    return msgspec.structs.replace(table_response(opened, signed.account.id), key=opened.key)


HANDLERS = (
    games,
    game_schemas,
    about,
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
    readmit,
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
