"""Play over HTTP: look, act, read what was played and said, and a game's own calls."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from rondel.kernel import Refusal
from rondel.server.answers import Denied
from rondel.server.api.asked import Act, Say
from rondel.server.api.door import Door
from rondel.server.api.provide import Key, TableId, TheDoor, WhoAsks
from rondel.server.api.strict import body_of, decoded
from rondel.server.api.told import ActTold, ChatTold, Ignored, chat_told
from rondel.server.flows import calls, chat, history
from rondel.server.flows.load import seat_of
from rondel.server.flows.play import Asked, play
from rondel.server.flows.watch import Viewing, fresh, lobby_frame, look_at, present, view_frame
from rondel.server.sitting import Sitting
from rondel.wire.codec import codec_of
from rondel.wire.protocol import Version

After = Annotated[int, QueryParameter(ge=0, le=2**53)]
Shape = Annotated[str | None, QueryParameter(max_length=40)]


class _Beside(msgspec.Struct, frozen=True, rename="camel"):
    """What may stand beside the fields of a call's own body."""

    exp: Version | None = None
    request_id: UUID | None = None


def json_of(content: bytes, status_code: int = 200) -> Response[bytes]:
    """Bytes that are JSON already."""
    return Response(content, status_code=status_code, media_type=MediaType.JSON)


@get("/tables/{table:uuid}/view")
async def view(door: TheDoor, signed: WhoAsks, table: TableId, key: Key = None) -> Response[bytes]:
    """The table as I am shown it: a `view` frame."""
    found, viewing = await look_at(door.node, signed.account.id, table, key)
    door.seen(table, viewing.seat)
    if found.header is None:
        return json_of(lobby_frame(door.node, found, viewing))
    sitting, seat = await present(door.node, signed.account.id, table, key)
    return json_of(view_frame(door.node, sitting, Viewing(seat)))


@post("/tables/{table:uuid}/act", status_code=200)
async def act(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[Act]) -> ActTold:
    """My move. An answer means committed; none means unknown, and the same id may be sent again."""
    account = signed.account.id
    await door.limit("act", str(account), door.node.settings.acts)
    try:
        played = await play(door.node, account, Asked(table, data.id, bytes(data.action), data.exp))
    except Refusal as refusal:
        door.node.metrics.refused()
        if not refusal.quiet:
            raise
        return await _ignored(door, account, table, refusal)
    door.seen(table, played.seat)
    return ActTold(table, played.version, _view(played.sitting, account), data.id, played.dup)


async def _ignored(door: Door, account: UUID, table: UUID, refusal: Refusal) -> ActTold:
    sitting = await fresh(door.node, table)
    why = Ignored(refusal.code, refusal.because)
    return ActTold(table, sitting.version, _view(sitting, account), ignored=why)


def _view(sitting: Sitting, account: UUID) -> msgspec.Raw:
    seat = seat_of(sitting.ground.table, account)
    return msgspec.Raw(codec_of(sitting.game).noun_bytes(sitting.game.view(sitting.state, seat)))


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
    return [chat_told(said) for said in await chat.said(door.node, table)]


@post("/tables/{table:uuid}/chat")
async def say(
    door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[Say], key: Key = None
) -> ChatTold:
    """Say something at the table."""
    _, viewing = await look_at(door.node, signed.account.id, table, key)
    said = await chat.say(door.node, signed.account, table, viewing.seat, data.text)
    door.sockets.tell_chat(said)
    await door.node.bus.announce([(table, 0)])
    return chat_told(said)


@get("/game/{table:uuid}/{call:str}")
async def read_call(
    door: TheDoor, signed: WhoAsks, table: TableId, call: FromPath[str], key: Key = None
) -> Response[bytes]:
    """A call of the game's own that only reads."""
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
    answer = await calls.call(
        door.node,
        account,
        table,
        call,
        msgspec.json.encode(fields),
        exp=told.exp,
        request_id=told.request_id,
    )
    sitting = door.node.live.get(table)
    door.seen(table, None if sitting is None else seat_of(sitting.ground.table, account))
    return json_of(msgspec.json.encode(answer))


HANDLERS = (view, act, log, transcript, observed, saved, lines, say, read_call, make_call)
