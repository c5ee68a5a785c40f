"""Bots over HTTP: who owes a move, what its seat may know, and the move."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody

from rondel.server.answers import Denied
from rondel.server.api.asked import Act
from rondel.server.api.door import Door
from rondel.server.api.padding import Padded
from rondel.server.api.play import json_of
from rondel.server.api.provide import Address, TableId, TheDoor, WhoAsks
from rondel.server.api.told import ActTold
from rondel.server.flows import bots
from rondel.server.frames import view_of
from rondel.server.moves import Move
from rondel.server.traces import NO_SPAN

TURNS: Final = 100
WAIT_S: Final = 1.0

Token = Annotated[str, HeaderParameter(name="X-Rondel-Bot")]


@get("/bots/turns")
async def turns(door: TheDoor, keeper: WhoAsks) -> list[bots.BotTurn]:
    """The moves bots owe; if there are none, the answer waits up to a second for one."""
    woken = asyncio.Event()
    cells = list(door.cells)
    note = lambda _table: woken.set()  # noqa: E731 - to be removed again
    for cell in cells:
        cell.room_ports.on_bots.append(note)
    try:
        found = await door.next_bot_turns(limit=TURNS)
        if not found:
            with suppress(TimeoutError):
                async with asyncio.timeout(WAIT_S):
                    await woken.wait()
            found = await door.next_bot_turns(limit=TURNS)
    finally:
        for cell in cells:
            cell.room_ports.on_bots.remove(note)
    return list(found)


@get("/bots/{table:uuid}/{seat:int}")
async def bot_view(
    door: TheDoor, address: Address, table: TableId, seat: FromPath[int], token: Token
) -> Response[bytes]:
    """All that the seat may know: a `view` frame with `known`."""
    async with _slow_to_guess(door, address, token):
        return json_of(await bots.bot_view(door.node, table, seat, token))


@post("/bots/{table:uuid}/{seat:int}/act", status_code=200, response_class=Padded)
async def bot_act(
    door: TheDoor,
    address: Address,
    table: TableId,
    seat: FromPath[int],
    token: Token,
    data: JSONBody[Act],
) -> ActTold:
    """The bot's move."""
    move = Move(table, data.id, bytes(data.action), data.exp)
    async with _slow_to_guess(door, address, token):
        with door.node.traces.span("rondel.move", table=table) if door.node.traces else NO_SPAN:
            played = await bots.play_bot(door.node, seat, token, move)
    return ActTold(table, played.version, view_of(played.position, seat), data.id, played.dup)


@asynccontextmanager
async def _slow_to_guess(door: Door, address: str, token: str) -> AsyncIterator[None]:
    """From one address only so many wrong tokens may be tried. Right ones are not counted."""
    await door.refuse_guesses("bots", address, token)
    try:
        yield
    except Denied as denied:
        if denied.code == "NOT_ALLOWED":
            await door.limit_address("bots", address, door.node.settings.failed_sign_ins)
        raise


HANDLERS = (turns, bot_view, bot_act)
