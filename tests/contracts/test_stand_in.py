"""A stand-in and the line of the House about it are one change; in memory and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from rondel.server.ports.chats import ChatMessage
from tests.contracts.conftest import a_place, a_table
from tests.contracts.society import Society, society_of


@pytest.fixture(params=["memory", "postgres"])
async def society(request: pytest.FixtureRequest, database: str) -> AsyncIterator[Society]:
    async with society_of(request.param, database) as society:
        yield society


async def test_however_often_it_is_asked_for_a_stand_in_is_said_once(society: Society) -> None:
    ann = await society.guest()
    table, place = a_table(host=ann.id), a_place(0, ann.id)
    line = ChatMessage(table.id, None, "House", 0, "BOT_PLAYS 0 easy Ann", 5)
    back = ChatMessage(table.id, None, "House", 0, "PERSON_PLAYS 0 Ann", 6)
    await society.tables.open(table, b"secret")
    await society.seating.take(table.id, place)
    assert not await society.seating.stand_in(table.id, 0, "easy", line)
    await society.seating.begin(table.id, b"header", [place.id])

    calls = [society.seating.stand_in(table.id, 0, "easy", line) for _ in range(4)]
    assert await asyncio.gather(*calls) == [True] * 4
    before = await society.tables.get(table.id)
    assert await society.seating.stand_in(table.id, 0, "easy", line)
    assert await society.tables.get(table.id) == before
    assert await society.seating.stand_in(table.id, 0, None, back)

    lines = await society.chats.latest(table.id, limit=9)
    assert [(message.name, message.seat, message.text, message.at) for message in lines] == [
        ("House", 0, "BOT_PLAYS 0 easy Ann", 5),
        ("House", 0, "PERSON_PLAYS 0 Ann", 6),
    ]
