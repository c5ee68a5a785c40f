"""Tables at which many sit, made by the server's own flows in this process, which is faster than by HTTP."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple
from uuid import UUID, uuid4

import msgspec

from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.flows.accounts import people
from rondel.server.flows.play.move import play
from rondel.server.flows.tables import seats
from rondel.server.flows.tables.open_table import open_table
from rondel.server.ports.people import Account
from rondel.server.rooms.moves import Move
from rondel.server.settings import Settings
from rondel.server.startup.app import open_node
from rondel.wire.codec import codec_of

SEATS: Final = 4
OPTIONS: Final = {"seats": SEATS, "turnMs": 0, "powerDecisionMs": 0, "initialViewMs": 60_000}
AT_ONCE: Final = 16


class SeatSpec(NamedTuple):
    """A player with a token, a table and a seat."""

    token: str
    table: str
    seat: int


@asynccontextmanager
async def making(database: str) -> AsyncIterator[Cell]:
    """A node without doors, to make tables with."""
    settings = Settings(
        database_url=database, rate_limits=False, open_tables=10**6, jobs=False, database_pool=8, node="maker"
    )
    async with open_node(settings) as (cells, _):
        yield cells.home


async def guest(cell: Cell, name: str) -> tuple[Account, str]:
    """Somebody with a bearer token."""
    return await people.create_guest(cell.node, name, by="bearer")


async def crowded(cell: Cell, tables: int, moves: int) -> list[SeatSpec]:
    """Running tables of Cambio, with four players each who have made some moves."""
    found: list[SeatSpec] = []
    numbers = iter(range(tables))

    async def make() -> None:
        for number in numbers:
            found.extend(await _made(cell, number, moves))

    await asyncio.gather(*(make() for _ in range(AT_ONCE)))
    return found


async def _made(cell: Cell, number: int, moves: int) -> list[SeatSpec]:
    guests = [await guest(cell, f"Crowd {number} {'abcd'[seat]}") for seat in range(SEATS)]
    host = guests[0][0]
    table = await open_table(Cells(cell), host, game="cambio", options=msgspec.json.encode(OPTIONS))
    for seat, (account, _) in enumerate(guests):
        await seats.take_seat(cell, account, table.id, seat=seat)
        await seats.ready(cell, account.id, table.id, True)
    await seats.start(cell, host.id, table.id)
    accounts = [account.id for account, _ in guests]
    await _play(cell, table.id, accounts, SEATS + moves, random.Random(number))
    return [SeatSpec(token, str(table.id), seat) for seat, (_, token) in enumerate(guests)]


async def _play(cell: Cell, table: UUID, accounts: list[UUID], moves: int, rng: random.Random) -> None:
    """Random moves, none of which calls Cambio."""
    position = await cell.rooms.room(table).current()
    game, codec = position.game, codec_of(position.game)
    for _ in range(moves):
        seat = min(game.to_act(position.state))
        legal = [codec.action_bytes(action) for action in game.legal(position.state, seat)]
        action = rng.choice([each for each in legal if b"CALL_CAMBIO" not in each])
        played = await play(cell, accounts[seat], Move(table, uuid4(), action, position.version))
        position = played.position
