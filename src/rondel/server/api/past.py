"""The past over HTTP: a table as it was at earlier versions, and a transcript somebody has."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter

from rondel.server.answers import Denied
from rondel.server.api.padding import Padded
from rondel.server.api.play import json_of
from rondel.server.api.provide import Address, Key, TableId, TheDoor, WhoAsks
from rondel.server.api.told import LastMove
from rondel.server.flows import past
from rondel.server.replay import Eyes
from rondel.wire.strict import Malformed

TRANSCRIPT_BYTES: Final = 4 << 20
"""How large a transcript may be that is read again."""

NEWEST: Final = 2**53

At = Annotated[int, QueryParameter(ge=0, le=NEWEST)]
Through = Annotated[str | None, QueryParameter(max_length=4)]


@get("/tables/{table:uuid}/past")
async def versions(
    door: TheDoor,
    signed: WhoAsks,
    table: TableId,
    after: At = 0,
    until: At = NEWEST,
    eyes: Through = None,
    key: Key = None,
) -> Response[bytes]:
    """Some versions of the table; while it runs, as a spectator saw them, later through any seat's eyes."""
    account = signed.account.id
    told = await past.past(door.node, account, table, after=after, until=until, eyes=_eyes(eyes), key=key)
    return json_of(msgspec.json.encode(told))


@get("/tables/{table:uuid}/last-move", response_class=Padded)
async def last_move(door: TheDoor, signed: WhoAsks, table: TableId) -> LastMove:
    """Where I moved last: what happened since begins there."""
    return LastMove(await past.last_move(door.node, signed.account.id, table))


@post("/replays", status_code=200, request_max_body_size=TRANSCRIPT_BYTES)
async def replay(
    request: Request[Any, Any, Any],
    door: TheDoor,
    signed: WhoAsks,
    address: Address,
    after: At = 0,
    until: At = NEWEST,
    eyes: Through = None,
) -> Response[bytes]:
    """Prove a transcript that I have, and show some of its versions. Nothing of it is kept."""
    await door.limit("replays", str(signed.account.id), door.node.settings.replays)
    if (announced := request.content_length) is not None and announced > TRANSCRIPT_BYTES:
        raise Denied.of("TOO_LARGE")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/jsonl":
        raise Malformed("The body's Content-Type is not application/jsonl.")
    body = await request.body()
    await door.meter(body, signed.account.id, address)
    told = await door.prover.replayed(signed.account.id, body, after=after, until=until, eyes=_eyes(eyes))
    return json_of(msgspec.json.encode(told))


def _eyes(text: str | None) -> Eyes:
    if text is None or text == "all":
        return "all" if text else None
    if not text.isdecimal():
        raise Malformed("Eyes are the number of a seat, or all.")
    return int(text)


HANDLERS = (versions, last_move, replay)
