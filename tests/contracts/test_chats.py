"""Chats: by table, the newest lines; in memory and on PostgreSQL."""

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from msgspec.structs import replace

from rondel.server.adapters.postgres.chats import PostgresChats
from rondel.server.adapters.postgres.pool import connected
from rondel.server.ports.value import StoreUnavailableError
from tests.contracts.conftest import a_table
from tests.contracts.society import NOON, Society, a_line, society_of


@pytest.fixture(params=["memory", "postgres"])
async def society(request: pytest.FixtureRequest, database: str) -> AsyncIterator[Society]:
    async with society_of(request.param, database) as society:
        yield society


async def test_what_is_said_is_read_as_it_was_said(society: Society) -> None:
    table, other = a_table(), a_table()
    for each in (table, other):
        assert await society.tables.open(each, b"secret")
    lines = [
        a_line(table.id, "Hello\n<b>'; DROP TABLE chat; --", uuid4()),
        a_line(table.id, "🎲 Grüße", None, at=NOON - 5),
    ]

    stored = [await society.chats.say(line) for line in lines]
    await society.chats.say(a_line(other.id, "elsewhere"))

    assert list(await society.chats.latest(table.id, limit=10)) == stored
    assert [replace(line, id=0) for line in stored] == lines
    assert len({line.id for line in stored}) == len(lines)
    assert list(await society.chats.latest(uuid4(), limit=10)) == []


async def test_the_newest_lines_oldest_first(society: Society) -> None:
    table = a_table()
    assert await society.tables.open(table, b"secret")
    for number in range(5):
        await society.chats.say(a_line(table.id, str(number)))

    assert [message.text for message in await society.chats.latest(table.id, limit=2)] == ["3", "4"]
    assert list(await society.chats.latest(table.id, limit=0)) == []


async def test_a_database_that_is_away_is_unavailable(database: str) -> None:
    async with connected(database) as pool:
        chats = PostgresChats(pool)
        await pool.close()

        with pytest.raises(StoreUnavailableError):
            await chats.say(a_line(uuid4(), "Hello"))
        with pytest.raises(StoreUnavailableError):
            await chats.latest(uuid4(), limit=1)
