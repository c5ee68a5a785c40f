"""The addresses of the customer's documents: open, join, start, state and events under `/api/game`.

They lead to the same flows as `/api/tables`, with the same limits. Here a game session is a table, and a
player is named by an id where a table names a seat.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from rondel.kernel import HOUSE, AnyGame, Chance, Seat, SeatSpec, Struct, take_turn
from rondel.server.api.context.dependencies import Api, Caller, Key, TableId
from rondel.server.api.context.padded_response import json_of
from rondel.server.api.requests import NewGame, TakeSeat
from rondel.server.api.routes.play import After
from rondel.server.api.routes.tables import nonce_of
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play import move_log
from rondel.server.flows.play.turn_history import before_turn
from rondel.server.flows.play.watch import look_at, present
from rondel.server.flows.tables import seats
from rondel.server.flows.tables.open_table import open_table
from rondel.server.ports.people import Account
from rondel.server.ports.tables import Access, TableRow
from rondel.server.rooms.frames import documented_event, documented_past, documented_view
from rondel.server.rooms.position import Position
from rondel.wire.codec import codec_of
from rondel.wire.padding import padded


class PlayerResponse(Struct):
    """A player, before play begins."""

    id: UUID
    seat: Seat
    display_name: str
    is_bot: bool


@get("/games/{game:str}/template")
async def template(api: Api, signed: Caller, game: FromPath[str]) -> Response[bytes]:
    """What every new game of this kind begins as, with the standard options and one `player` for all."""
    found = api.node.games.get(game)
    if found is None or found.documented is None:
        raise ApiError.of("NO_SUCH_GAME", f"There is no template of a game {game!r}.")
    return json_of(_template(found))


@cache
def _template(game: AnyGame) -> bytes:
    """The game begun with its fewest seats; luck that counts for nobody, seen by nobody in particular."""
    seats = game.seats[0]
    wanted = {"seats": seats} if "seats" in game.types.options.__struct_fields__ else {}
    options = msgspec.convert(wanted, game.types.options)
    state = game.start(options, [SeatSpec()] * seats)
    begun = take_turn(game, state, HOUSE, game.begin, Chance.of_seed("template"), 0).state
    assert game.documented is not None
    view = msgspec.json.decode(codec_of(game).noun_bytes(game.view(begun, None)))
    players = ("player",) * seats
    document = game.documented.view(view, players)
    return msgspec.json.encode(
        document if game.documented.state is None else game.documented.state(document, "", (), players)
    )


class SetupResponse(Struct):
    """A game session before play begins; `you` is the asker's player."""

    game_id: UUID
    version: int
    phase: str
    status: str
    code: str
    access: Access
    seats: int
    you: UUID | None
    players: tuple[PlayerResponse, ...]


@post("/game")
async def create(api: Api, signed: Caller, data: JSONBody[NewGame]) -> Response[bytes]:
    """Open a game session and join it."""
    opened = await open_table(
        api.cells,
        signed.account,
        game=data.game,
        options=bytes(data.options),
        access=data.access,
        seats=data.seats,
    )
    return json_of(
        await _joined(api.cells.at(opened.id), signed.account, opened.id, TakeSeat()), status_code=201
    )


@post("/game/{table:uuid}/join", status_code=200)
async def join(
    api: Api, signed: Caller, table: TableId, data: JSONBody[TakeSeat], key: Key = None
) -> Response[bytes]:
    """Join a game session, ready to play."""
    return json_of(await _joined(api.cells.at(table), signed.account, table, data, key))


@post("/game/{table:uuid}/start", status_code=200)
async def begin(api: Api, signed: Caller, table: TableId) -> Response[bytes]:
    """Deal: every seat is taken, and whoever opened the session says so."""
    await seats.start(api.cells.at(table), signed.account.id, table)
    return json_of(await _state(api.cells.at(table), signed.account.id, table))


@get("/game/{table:uuid}/state")
async def state(api: Api, signed: Caller, table: TableId, key: Key = None) -> Response[bytes]:
    """The game session as I am shown it, in the words of its documents."""
    found, seat = await look_at(api.cells.at(table), signed.account.id, table, key)
    await api.seen(table, seat)
    game = api.node.games.get(found.game)
    if game is not None and game.documented is not None and game.documented.state is not None:
        # It reads every row.
        await api.limit("replays", str(signed.account.id), api.node.settings.constants.replay_rate)
    return json_of(await _state(api.cells.at(table), signed.account.id, table, key))


@get("/game/{table:uuid}/events")
async def events(
    api: Api, signed: Caller, table: TableId, after: After = 0, key: Key = None
) -> Response[bytes]:
    """What everybody may know of what was played after a version, in the words of the documents."""
    raw_events = await move_log.log(api.cells.at(table), signed.account.id, table, after=after, key=key)
    position, _ = await present(api.cells.at(table), signed.account.id, table, key)
    return json_of(_encoded([documented_event(position, raw) for raw in raw_events]))


@get("/game/{table:uuid}/histories/{turn:int}")
async def history(
    api: Api, signed: Caller, table: TableId, turn: FromPath[int], key: Key = None
) -> Response[bytes]:
    """The game session as everybody saw it before this turn was submitted, in the words of its documents."""
    await api.limit("replays", str(signed.account.id), api.node.settings.constants.replay_rate)
    found = await before_turn(api.cells.at(table), signed.account.id, table, turn, key)
    view = documented_past(found.position, found.view)
    return json_of(_session_bytes(found.position, found.version, view, found.events))


async def _joined(
    cell: Cell, account: Account, table: UUID, request: TakeSeat, key: str | None = None
) -> bytes:
    nonce = nonce_of(request)
    found = await seats.take_seat(cell, account, table, seat=request.seat, nonce=nonce, key=key)
    if found.header is None:
        await seats.ready(cell, account.id, table, True)
    return await _state(cell, account.id, table)


async def _state(cell: Cell, account: UUID, table: UUID, key: str | None = None) -> bytes:
    found, seat = await look_at(cell, account, table, key)
    if found.header is None:
        return _encoded(_setup(found, seat))
    position, seat = await present(cell, account, table, key)
    form = position.game.documented
    has_history = form is not None and form.state is not None
    public = await move_log.public_events(cell, position) if has_history else ()
    return _session_bytes(position, position.version, documented_view(position, seat), public)


def _session_bytes(position: Position, version: int, view: dict[str, Any], public: Sequence[Any]) -> bytes:
    """A View in the words of the documents, with the history of what was public until then."""
    form = position.game.documented
    if form is not None and form.state is not None:
        view = form.state(view, str(position.id), public, position.documented_players)
    return padded(_encoded({"gameId": str(position.id), "version": version, **view}), game=position.game)


def _setup(table: TableRow, seat: Seat | None) -> SetupResponse:
    places = sorted(table.places, key=lambda place: place.seat)
    return SetupResponse(
        table.id,
        table.version,
        "setup",
        table.status,
        table.code,
        table.access,
        table.seats,
        next((place.id for place in places if place.seat == seat), None),
        tuple(PlayerResponse(place.id, place.seat, place.name, place.kind == "bot") for place in places),
    )


def _encoded(value: Struct | dict[str, Any] | Sequence[dict[str, Any]]) -> bytes:
    return msgspec.json.encode(value)


HANDLERS = (create, join, begin, state, history, events, template)
