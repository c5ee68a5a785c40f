"""Tables at which many sit, made by the server's own flows in this process, which is faster than by HTTP."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple
from uuid import UUID, uuid4

import msgspec

from rondel.server.app import open_node
from rondel.server.flows import people, seats
from rondel.server.flows.open_table import open_table
from rondel.server.flows.play import play
from rondel.server.moves import Move
from rondel.server.node import Node
from rondel.server.ports import Account
from rondel.server.settings import Settings
from rondel.wire.codec import codec_of

SEATS: Final = 4
OPTIONS: Final = {"seats": SEATS, "turnMs": 0, "powerDecisionMs": 0, "initialViewMs": 60_000}
AT_ONCE: Final = 16


class Sitter(NamedTuple):
    """A player with a token, a table and a seat."""

    token: str
    table: str
    seat: int


@asynccontextmanager
async def making(database: str) -> AsyncIterator[Node]:
    """A node without doors, to make tables with."""
    settings = Settings(
        database_url=database, limited=False, open_tables=10**6, jobs=False, database_pool=8, node="maker"
    )
    async with open_node(settings) as (node, _):
        yield node


async def guest(node: Node, name: str) -> tuple[Account, str]:
    """Somebody with a bearer token."""
    return await people.arrive(node, name, by="bearer")


async def crowded(node: Node, tables: int, moves: int) -> list[Sitter]:
    """Running tables of Cambio, with four players each who have made some moves."""
    found: list[Sitter] = []
    numbers = iter(range(tables))

    async def make() -> None:
        for number in numbers:
            found.extend(await _made(node, number, moves))

    await asyncio.gather(*(make() for _ in range(AT_ONCE)))
    return found


async def _made(node: Node, number: int, moves: int) -> list[Sitter]:
    guests = [await guest(node, f"Crowd {number} {'abcd'[seat]}") for seat in range(SEATS)]
    host = guests[0][0]
    table = await open_table(node, host, game="cambio", options=msgspec.json.encode(OPTIONS))
    for seat, (account, _) in enumerate(guests):
        await seats.take_seat(node, account, table.id, seat=seat)
        await seats.ready(node, account.id, table.id, True)
    await seats.start(node, host.id, table.id)
    accounts = [account.id for account, _ in guests]
    await _play(node, table.id, accounts, SEATS + moves, random.Random(number))
    return [Sitter(token, str(table.id), seat) for seat, (_, token) in enumerate(guests)]


async def _play(node: Node, table: UUID, accounts: list[UUID], moves: int, rng: random.Random) -> None:
    """Random moves, none of which calls Cambio."""
    position = await node.rooms.room(table).current()
    game, codec = position.game, codec_of(position.game)
    for _ in range(moves):
        seat = min(game.to_act(position.state))
        legal = [codec.action_bytes(action) for action in game.legal(position.state, seat)]
        action = rng.choice([each for each in legal if b"CALL_CAMBIO" not in each])
        played = await play(node, accounts[seat], Move(table, uuid4(), action, position.version))
        position = played.position
