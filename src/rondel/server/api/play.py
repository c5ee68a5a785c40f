"""Play over HTTP: look, act, read what was played and said, and a game's own calls."""

from time import perf_counter
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from rondel.kernel import Refusal
from rondel.server.access import seat_of
from rondel.server.answers import Denied
from rondel.server.api.asked import Act, AskForecast, Say
from rondel.server.api.door import Door
from rondel.server.api.padding import Padded
from rondel.server.api.provide import Key, TableId, TheDoor, WhoAsks
from rondel.server.api.strict import body_of, decoded
from rondel.server.api.told import ActTold, ChatTold, ForecastTold, Ignored, chat_told
from rondel.server.flows import calls, chat, forecasts, history
from rondel.server.flows.play import play
from rondel.server.flows.reports import readable
from rondel.server.flows.watch import look_at, present, shown_view
from rondel.server.frames import Viewing, lobby_frame, view_of
from rondel.server.moves import Move
from rondel.server.position import Position
from rondel.server.traces import NO_SPAN
from rondel.wire.protocol import Version

After = Annotated[int, QueryParameter(ge=0, le=2**53)]
Shape = Annotated[str | None, QueryParameter(max_length=40)]


class _Beside(msgspec.Struct, frozen=True, rename="camel"):
    """What may stand beside the fields of a call's own body."""

    exp: Version | None = None
    request_id: UUID | None = None


def json_of(content: bytes, status_code: int = 200) -> Response[bytes]:
    """Bytes that are JSON already, padded."""
    return Padded(content, status_code=status_code, media_type=MediaType.JSON)


@get("/tables/{table:uuid}/view")
async def view(door: TheDoor, signed: WhoAsks, table: TableId, key: Key = None) -> Response[bytes]:
    """The table as I am shown it: a `view` frame."""
    node = door.node
    found, seat = await look_at(node, signed.account.id, table, key)
    door.seen(table, seat)
    if found.header is None:
        return json_of(lobby_frame(found, seat, epoch=node.rooms.epoch, now=node.now.ms()))
    position, seat = await present(node, signed.account.id, table, key)
    return json_of(shown_view(node, position, Viewing(seat)))


@post("/tables/{table:uuid}/act", status_code=200, response_class=Padded)
async def act(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[Act]) -> ActTold:
    """My move. An answer means committed; none means unknown, and the same id may be sent again."""
    arrived, account = perf_counter(), signed.account.id
    try:
        with door.node.traces.span("rondel.move", table=table) if door.node.traces else NO_SPAN:
            await door.limit("act", str(account), door.node.settings.acts)
            played = await play(door.node, account, Move(table, data.id, bytes(data.action), data.exp))
    except Refusal as refusal:
        door.node.metrics.refused()
        if not refusal.quiet:
            raise
        return await _ignored(door, account, table, refusal)
    door.node.metrics.acked(arrived)
    door.seen(table, seat_of(played.position.table, account))
    return ActTold(table, played.version, _view(door, played.position, account), data.id, played.dup)


async def _ignored(door: Door, account: UUID, table: UUID, refusal: Refusal) -> ActTold:
    position = await door.node.rooms.room(table).current()
    why = Ignored(refusal.code, refusal.because)
    return ActTold(table, position.version, _view(door, position, account), ignored=why)


def _view(door: Door, position: Position, account: UUID) -> msgspec.Raw:
    room = door.node.rooms.room(position.id)
    return room.ask(view_of, position, seat_of(position.table, account))


@post("/tables/{table:uuid}/forecast", status_code=200, response_class=Padded)
async def forecast(
    door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[AskForecast]
) -> ForecastTold:
    """What an action of mine would lead to, by what my seat knows; nothing is played."""
    told = await forecasts.forecast(door.node, signed.account.id, table, bytes(data.action))
    return ForecastTold(table, *told)


@get("/tables/{table:uuid}/log")
async def log(
    door: TheDoor, signed: WhoAsks, table: TableId, after: After = 0, key: Key = None
) -> Response[bytes]:
    """What everybody may know of what was played after a version."""
    events = await history.log(door.node, signed.account.id, table, after=after, key=key)
    return json_of(msgspec.json.encode(events))


@get("/tables/{table:uuid}/transcript", media_type="application/jsonl")
async def transcript(door: TheDoor, signed: WhoAsks, table: TableId, key: Key = None) -> Response[bytes]:
    """The whole journal with its secret, once the game is over: `rondel verify` reads it."""
    told = await history.transcript(door.node, signed.account.id, table, key=key)
    return Response(told, media_type="application/jsonl")


@get("/tables/{table:uuid}/observed")
async def observed(door: TheDoor, signed: WhoAsks, table: TableId) -> Response[bytes]:
    """What my seat has observed of a table that has ended."""
    return json_of(await history.observed(door.node, signed.account.id, table))


@get("/{game:str}/{table:uuid}/state")
async def saved(
    door: TheDoor, signed: WhoAsks, game: FromPath[str], table: TableId, shape: Shape = None
) -> Response[bytes]:
    """A copy of the table to take away, where the game has such a form."""
    if (await look_at(door.node, signed.account.id, table))[0].game != game:
        raise Denied.of("UNKNOWN_GAME")
    told = await history.saved(door.node, signed.account.id, table, shape)
    return json_of(msgspec.json.encode(told))


@get("/tables/{table:uuid}/chat")
async def lines(door: TheDoor, signed: WhoAsks, table: TableId, key: Key = None) -> list[ChatTold]:
    """What was said at the table."""
    await look_at(door.node, signed.account.id, table, key)
    said = await readable(door.node, signed.account.id, await chat.latest(door.node, table))
    return [chat_told(message) for message in said]


@post("/tables/{table:uuid}/chat")
async def say(
    door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[Say], key: Key = None
) -> ChatTold:
    """Say something at the table."""
    _, seat = await look_at(door.node, signed.account.id, table, key)
    return chat_told(await chat.say(door.node, signed.account, table, seat, data.text))


@get("/game/{table:uuid}/{call:str}")
async def read_call(
    door: TheDoor, signed: WhoAsks, table: TableId, call: FromPath[str], key: Key = None
) -> Response[bytes]:
    """A call of the game's own that only reads."""
    if any(call in game.calls and game.calls[call].hears_history for game in door.node.games.values()):
        await door.limit("replays", str(signed.account.id), door.node.settings.replays)  # it reads every row
    told = await calls.call(door.node, signed.account.id, table, call, b"", key=key)
    return json_of(msgspec.json.encode(told))


@post("/game/{table:uuid}/{call:str}", status_code=200)
async def make_call(
    request: Request[Any, Any, Any], door: TheDoor, signed: WhoAsks, table: TableId, call: FromPath[str]
) -> Response[bytes]:
    """A call of the game's own that moves; `exp` and `requestId` may stand in its body."""
    account = signed.account.id
    await door.limit("act", str(account), door.node.settings.acts)
    fields = decoded(await body_of(request) or b"{}", dict[str, msgspec.Raw])
    beside = {name: fields.pop(name) for name in ("exp", "requestId") if name in fields}
    told = decoded(msgspec.json.encode(beside), _Beside)
    with door.node.traces.span("rondel.move", table=table) if door.node.traces else NO_SPAN:
        answer = await calls.call(
            door.node,
            account,
            table,
            call,
            msgspec.json.encode(fields),
            exp=told.exp,
            request_id=told.request_id,
        )
    position = door.node.rooms.known(table)
    door.seen(table, None if position is None else seat_of(position.table, account))
    return json_of(msgspec.json.encode(answer))


HANDLERS = (view, act, forecast, log, transcript, observed, saved, lines, say, read_call, make_call)
