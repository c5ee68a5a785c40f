"""The past over HTTP: a table as it was at earlier versions, and a transcript somebody has."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter

from rondel.server.api.context.dependencies import Address, Api, Caller, Key, TableId
from rondel.server.api.context.padded_response import Padded, json_of
from rondel.server.api.responses import LastMove
from rondel.server.errors import ApiError
from rondel.server.flows.play import past
from rondel.server.record.replay import Perspective
from rondel.wire.strict import MalformedError

TRANSCRIPT_BYTES: Final = 4 << 20
"""How large a transcript may be that is read again."""

NEWEST: Final = 2**53

At = Annotated[int, QueryParameter(ge=0, le=NEWEST)]
PerspectiveParameter = Annotated[str | None, QueryParameter(max_length=4)]


@get("/tables/{table:uuid}/past")
async def versions(
    api: Api,
    signed: Caller,
    table: TableId,
    after: At = 0,
    until: At = NEWEST,
    perspective: PerspectiveParameter = None,
    key: Key = None,
) -> Response[bytes]:
    """Some versions of the table; while it runs, as a spectator saw them, later through any seat's eyes."""
    account = signed.account.id
    response = await past.past(
        api.cells.at(table), account, table, after=after, until=until, perspective=_eyes(perspective), key=key
    )
    return json_of(msgspec.json.encode(response), api.node.games.get(response.game))


@get("/tables/{table:uuid}/last-move", response_class=Padded)
async def last_move(api: Api, signed: Caller, table: TableId) -> LastMove:
    """Where I moved last: what happened since begins there."""
    return LastMove(await past.last_move(api.cells.at(table), signed.account.id, table))


@post("/replays", status_code=200, request_max_body_size=TRANSCRIPT_BYTES)
async def replay(
    request: Request[Any, Any, Any],
    api: Api,
    signed: Caller,
    address: Address,
    after: At = 0,
    until: At = NEWEST,
    perspective: PerspectiveParameter = None,
) -> Response[bytes]:
    """Prove a transcript that I have, and show some of its versions. Nothing of it is kept."""
    await api.limit("replays", str(signed.account.id), api.node.settings.constants.replay_rate)
    if (announced := request.content_length) is not None and announced > TRANSCRIPT_BYTES:
        raise ApiError.of("TOO_LARGE")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/jsonl":
        raise MalformedError("The body's Content-Type is not application/jsonl.")
    body = await request.body()
    await api.meter(body, signed.account.id, address)
    response = await api.prover.replayed(
        signed.account.id, body, after=after, until=until, perspective=_eyes(perspective)
    )
    return json_of(msgspec.json.encode(response))


def _eyes(text: str | None) -> Perspective:
    if text is None or text == "all":
        return "all" if text else None
    if not text.isdecimal():
        raise MalformedError("Perspective are the number of a seat, or all.")
    return int(text)


HANDLERS = (versions, last_move, replay)
