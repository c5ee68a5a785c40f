"""Play over HTTP: look, act, read what was played and said, and a game's own calls."""

from time import perf_counter
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from rondel.kernel import AnyGame, Refusal
from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Api, Caller, Key, TableId
from rondel.server.api.context.padded_response import Padded, json_of
from rondel.server.api.context.strict import body_of, decoded
from rondel.server.api.requests import AskForecast, MoveRequest, Say
from rondel.server.api.responses import ActResponse, ChatResponse, ForecastResponse, Ignored, chat_response
from rondel.server.errors import ApiError
from rondel.server.flows.accounts.reports import readable
from rondel.server.flows.play import calls, chat, forecasts, move_log
from rondel.server.flows.play.move import play
from rondel.server.flows.play.watch import look_at, present, shown_view
from rondel.server.ports.access import seat_of
from rondel.server.rooms.frames import FrameViewer, lobby_frame, view_of
from rondel.server.rooms.moves import Move
from rondel.server.rooms.position import Position
from rondel.server.runtime.traces import NO_SPAN
from rondel.wire.protocol import Version

After = Annotated[int, QueryParameter(ge=0, le=2**53)]
Shape = Annotated[str | None, QueryParameter(max_length=40)]


class _Beside(msgspec.Struct, frozen=True, rename="camel"):
    """What may stand beside the fields of a call's own body."""

    expected_version: Version | None = None
    id: UUID | None = None


@get("/tables/{table:uuid}/view")
async def view(api: Api, signed: Caller, table: TableId, key: Key = None) -> Response[bytes]:
    """The table as I am shown it: a `view` frame."""
    cell = api.cells.at(table)
    found, seat = await look_at(cell, signed.account.id, table, key)
    await api.seen(table, seat)
    if found.header is None:
        return json_of(lobby_frame(found, seat, epoch=cell.rooms.epoch, now=cell.now.ms()))
    position, seat = await present(cell, signed.account.id, table, key)
    return json_of(shown_view(cell, position, FrameViewer(seat)))


@post("/tables/{table:uuid}/act", status_code=200)
async def act(api: Api, signed: Caller, table: TableId, data: JSONBody[MoveRequest]) -> Padded[ActResponse]:
    """My move. An answer means committed; none means unknown, and the same id may be sent again."""
    arrived, account = perf_counter(), signed.account.id
    try:
        with api.node.traces.span("rondel.move", table=table) if api.node.traces else NO_SPAN:
            await api.limit("act", str(account), api.node.settings.constants.move_rate)
            played = await play(
                api.cells.at(table), account, Move(table, data.id, bytes(data.action), data.expected_version)
            )
    except Refusal as refusal:
        api.node.metrics.refused()
        if not refusal.quiet:
            raise
        return await _ignored(api, account, table, refusal)
    api.node.metrics.acked(arrived)
    await api.seen(table, seat_of(played.position.table, account))
    view = _view(api, played.position, account)
    response = ActResponse(table, played.version, view, data.id, played.duplicate)
    return json_of(response, played.position.game)


async def _ignored(api: ApiContext, account: UUID, table: UUID, refusal: Refusal) -> Padded[ActResponse]:
    position = await api.cells.at(table).rooms.room(table).current()
    why = Ignored(refusal.code, refusal.message)
    response = ActResponse(table, position.version, _view(api, position, account), ignored=why)
    return json_of(response, position.game)


def _view(api: ApiContext, position: Position, account: UUID) -> msgspec.Raw:
    room = api.cells.at(position.id).rooms.room(position.id)
    return room.ask(view_of, position, seat_of(position.table, account))


def _game(api: ApiContext, table: UUID) -> AnyGame | None:
    position = api.cells.at(table).rooms.known(table)
    return None if position is None else position.game


@post("/tables/{table:uuid}/forecast", status_code=200, response_class=Padded)
async def forecast(api: Api, signed: Caller, table: TableId, data: JSONBody[AskForecast]) -> ForecastResponse:
    """What an action of mine would lead to, by what my seat knows; nothing is played."""
    result = await forecasts.forecast(api.cells.at(table), signed.account.id, table, bytes(data.action))
    return ForecastResponse(table, *result)


@get("/tables/{table:uuid}/log")
async def log(api: Api, signed: Caller, table: TableId, after: After = 0, key: Key = None) -> Response[bytes]:
    """What everybody may know of what was played after a version."""
    events = await move_log.log(api.cells.at(table), signed.account.id, table, after=after, key=key)
    return json_of(msgspec.json.encode(events))


@get("/tables/{table:uuid}/transcript", media_type="application/jsonl")
async def transcript(api: Api, signed: Caller, table: TableId, key: Key = None) -> Response[bytes]:
    """The whole journal with its secret, once the game is over: `rondel verify` reads it."""
    body = await move_log.transcript(api.cells.at(table), signed.account.id, table, key=key)
    return Response(body, media_type="application/jsonl")


@get("/tables/{table:uuid}/observed")
async def observed(api: Api, signed: Caller, table: TableId) -> Response[bytes]:
    """What my seat has observed of a table that has ended."""
    events = await move_log.observed(api.cells.at(table), signed.account.id, table)
    return json_of(events, _game(api, table))


@get("/{game:str}/{table:uuid}/state")
async def saved(
    api: Api, signed: Caller, game: FromPath[str], table: TableId, shape: Shape = None
) -> Response[bytes]:
    """A copy of the table to take away, where the game has such a form."""
    if (await look_at(api.cells.at(table), signed.account.id, table))[0].game != game:
        raise ApiError.of("UNKNOWN_GAME")
    document = await move_log.saved(api.cells.at(table), signed.account.id, table, shape)
    return json_of(msgspec.json.encode(document))


@get("/tables/{table:uuid}/chat")
async def lines(api: Api, signed: Caller, table: TableId, key: Key = None) -> list[ChatResponse]:
    """What was said at the table."""
    await look_at(api.cells.at(table), signed.account.id, table, key)
    messages = await readable(api.node, signed.account.id, await chat.latest(api.cells.at(table), table))
    return [chat_response(message) for message in messages]


@post("/tables/{table:uuid}/chat")
async def say(api: Api, signed: Caller, table: TableId, data: JSONBody[Say], key: Key = None) -> ChatResponse:
    """Say something at the table."""
    _, seat = await look_at(api.cells.at(table), signed.account.id, table, key)
    return chat_response(await chat.say(api.cells.at(table), signed.account, table, seat, data.text))


@get("/game/{table:uuid}/{call:str}")
async def read_call(
    api: Api, signed: Caller, table: TableId, call: FromPath[str], key: Key = None
) -> Response[bytes]:
    """A call of the game's own that only reads."""
    if any(call in game.calls and game.calls[call].hears_history for game in api.node.games.values()):
        # It reads every row.
        await api.limit("replays", str(signed.account.id), api.node.settings.constants.replay_rate)
    response = await calls.call(api.cells.at(table), signed.account.id, table, call, b"", key=key)
    return json_of(msgspec.json.encode(response), _game(api, table))


@post("/game/{table:uuid}/{call:str}", status_code=200)
async def make_call(
    request: Request[Any, Any, Any], api: Api, signed: Caller, table: TableId, call: FromPath[str]
) -> Response[bytes]:
    """A call of the game's own that moves; `expectedVersion` and `id` may stand in its body."""
    account = signed.account.id
    await api.limit("act", str(account), api.node.settings.constants.move_rate)
    fields = decoded(await body_of(request) or b"{}", dict[str, msgspec.Raw])
    beside = {name: fields.pop(name) for name in ("expectedVersion", "id") if name in fields}
    params = decoded(msgspec.json.encode(beside), _Beside)
    with api.node.traces.span("rondel.move", table=table) if api.node.traces else NO_SPAN:
        answer = await calls.call(
            api.cells.at(table),
            account,
            table,
            call,
            msgspec.json.encode(fields),
            expected_version=params.expected_version,
            request_id=params.id,
        )
    position = api.cells.at(table).rooms.known(table)
    await api.seen(table, None if position is None else seat_of(position.table, account))
    return json_of(msgspec.json.encode(answer), _game(api, table))


HANDLERS = (view, act, forecast, log, transcript, observed, saved, lines, say, read_call, make_call)
