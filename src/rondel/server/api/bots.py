"""Bots over HTTP: who owes a move, what its seat may know, and the move."""

import asyncio
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody

from rondel.server.api.asked import Act
from rondel.server.api.play import json_of
from rondel.server.api.provide import TableId, TheDoor, WhoAsks
from rondel.server.api.told import ActTold
from rondel.server.flows import bots
from rondel.server.flows.play import Asked
from rondel.wire.codec import codec_of

TURNS: Final = 100
WAIT_S: Final = 1.0

Token = Annotated[str, HeaderParameter(name="X-Rondel-Bot")]


@get("/bots/turns")
async def turns(door: TheDoor, keeper: WhoAsks) -> list[bots.BotTurn]:
    """The moves bots owe; if there are none, the answer waits up to a second for one."""
    woken = asyncio.Event()
    wake = door.node.on_bots
    told = lambda _table: woken.set()  # noqa: E731 - to be removed again
    wake.append(told)
    try:
        found = await bots.turns(door.node, limit=TURNS)
        if not found:
            with suppress(TimeoutError):
                async with asyncio.timeout(WAIT_S):
                    await woken.wait()
            found = await bots.turns(door.node, limit=TURNS)
    finally:
        wake.remove(told)
    return list(found)


@get("/bots/{table:uuid}/{seat:int}")
async def bot_view(door: TheDoor, table: TableId, seat: FromPath[int], token: Token) -> Response[bytes]:
    """All that the seat may know: a `view` frame with `known`."""
    return json_of(await bots.bot_view(door.node, table, seat, token))


@post("/bots/{table:uuid}/{seat:int}/act", status_code=200)
async def bot_act(
    door: TheDoor, table: TableId, seat: FromPath[int], token: Token, data: JSONBody[Act]
) -> ActTold:
    """The bot's move."""
    asked = Asked(table, data.id, bytes(data.action), data.exp)
    played = await bots.play_bot(door.node, seat, token, asked)
    game = played.sitting.game
    view = codec_of(game).noun_bytes(game.view(played.sitting.state, seat))
    return ActTold(table, played.version, msgspec.Raw(view), data.id, played.dup)


HANDLERS = (turns, bot_view, bot_act)
