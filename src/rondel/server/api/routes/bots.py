"""Bots over HTTP: who owes a move, what its seat may know, and the move."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Address, Api, Caller, TableId
from rondel.server.api.context.padded_response import Padded, json_of
from rondel.server.api.requests import MoveRequest
from rondel.server.api.responses import ActResponse
from rondel.server.errors import ApiError
from rondel.server.flows.tables import bots
from rondel.server.rooms.frames import view_of
from rondel.server.rooms.moves import Move
from rondel.server.runtime.traces import NO_SPAN

TURNS: Final = 100
WAIT_S: Final = 1.0

Token = Annotated[str, HeaderParameter(name="X-Rondel-Bot")]


@get("/bots/turns")
async def turns(api: Api, bot_runner: Caller) -> list[bots.BotTurn]:
    """The moves bots owe; if there are none, the answer waits up to a second for one."""
    woken = asyncio.Event()
    cells = list(api.cells)
    note = lambda _table: woken.set()  # noqa: E731 - to be removed again
    for cell in cells:
        cell.room_context.on_bots.append(note)
    try:
        found = await api.next_bot_turns(limit=TURNS)
        if not found:
            with suppress(TimeoutError):
                async with asyncio.timeout(WAIT_S):
                    await woken.wait()
            found = await api.next_bot_turns(limit=TURNS)
    finally:
        for cell in cells:
            cell.room_context.on_bots.remove(note)
    return list(found)


@get("/bots/{table:uuid}/{seat:int}")
async def bot_view(
    api: Api, address: Address, table: TableId, seat: FromPath[int], token: Token
) -> Response[bytes]:
    """All that the seat may know: a `view` frame with `known`."""
    async with _slow_to_guess(api, address, token):
        return json_of(await bots.bot_view(api.cells.at(table), table, seat, token))


@post("/bots/{table:uuid}/{seat:int}/act", status_code=200)
async def bot_act(
    api: Api,
    address: Address,
    table: TableId,
    seat: FromPath[int],
    token: Token,
    data: JSONBody[MoveRequest],
) -> Padded[ActResponse]:
    """The bot's move."""
    move = Move(table, data.id, bytes(data.action), data.expected_version)
    async with _slow_to_guess(api, address, token):
        with api.node.traces.span("rondel.move", table=table) if api.node.traces else NO_SPAN:
            played = await bots.play_bot(api.cells.at(table), seat, token, move)
    response = ActResponse(table, played.version, view_of(played.position, seat), data.id, played.duplicate)
    return json_of(response, played.position.game)


@asynccontextmanager
async def _slow_to_guess(api: ApiContext, address: str, token: str) -> AsyncIterator[None]:
    """From one address only so many wrong tokens may be tried. Right ones are not counted."""
    await api.refuse_guesses("bots", address, token)
    try:
        yield
    except ApiError as denied:
        if denied.code == "NOT_ALLOWED":
            await api.limit_address("bots", address, api.node.settings.constants.failed_sign_in_rate)
        raise


HANDLERS = (turns, bot_view, bot_act)
