"""Rows that another session has locked: only their own tables wait, and they go on when the lock is gone."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from uuid import UUID

import pytest

from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.adapters.postgres.pool import Pool, connected
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.maintenance.owner import as_owner
from rondel.server.ports.journal import Appended, Entry, Journal
from rondel.server.ports.value import StoreUnavailableError
from tests.contracts.conftest import an_entry, on_postgres


@pytest.fixture
async def pool(database: str) -> AsyncIterator[Pool]:
    async with connected(database) as opened:
        yield opened


@pytest.fixture
async def journal(pool: Pool) -> AsyncIterator[PostgresJournal]:
    opened = PostgresJournal(pool)
    yield opened
    await opened.close()


@pytest.fixture
async def tables(database: str) -> list[UUID]:
    async with on_postgres(database) as store:
        return [(await store.open()).id for _ in range(6)]


@asynccontextmanager
async def locked(database: str, *tables: UUID, rows: str = "game_session WHERE id") -> AsyncIterator[None]:
    """A session that is not ours has locked the rows of these tables."""
    async with as_owner(database) as session, session.transaction():
        await session.execute(f"SELECT FROM {rows} = ANY ($1) FOR UPDATE", tables)
        yield


async def contended(journal: Journal, table: UUID, version: int = 1) -> bool:
    """Whether an append fails because of a lock."""
    try:
        await journal.append(an_entry(table, version))
    except StoreUnavailableError as error:
        return error.cause == "contention"
    return False


async def test_a_locked_row_fails_no_append_of_another_table(
    database: str, pool: Pool, journal: PostgresJournal, tables: list[UUID]
) -> None:
    one, two, *others = tables
    async with locked(database, one, two):
        at_locked = [asyncio.create_task(contended(journal, table)) for table in (one, two)]
        stored = await asyncio.gather(*(journal.append(an_entry(table, 1)) for table in others))

        assert None not in stored
        assert await asyncio.gather(*at_locked) == [True, True]
        assert pool.reach.cause is None

    for table in (one, two):
        assert await journal.append(an_entry(table, 1)) is not None


async def test_a_table_that_was_locked_shares_no_statement_until_it_is_free(
    database: str, journal: PostgresJournal, tables: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, *others = tables
    sent: list[set[UUID]] = []
    send = journal._send

    async def noted(entries: Sequence[Entry]) -> Mapping[UUID, Appended]:
        sent.append({entry.table for entry in entries})
        return await send(entries)

    monkeypatch.setattr(journal._appends, "_send", noted)
    async with locked(database, one):
        assert await contended(journal, one)
        sent.clear()
        for version in range(1, 4):
            again = asyncio.create_task(contended(journal, one))
            await asyncio.gather(*(journal.append(an_entry(table, version)) for table in others))
            assert await again
        assert one not in set().union(*sent)

    assert not await contended(journal, one)
    await asyncio.gather(*(journal.append(an_entry(table, 2)) for table in [one]))
    assert (await journal.look(one)).head == 2


async def test_a_short_lock_is_waited_for(
    database: str, journal: PostgresJournal, tables: list[UUID]
) -> None:
    async with locked(database, tables[0]):
        waiting = asyncio.create_task(journal.append(an_entry(tables[0], 1)))
        await asyncio.sleep(0.1)
        assert not waiting.done()

    assert await waiting is not None


async def test_another_row_of_the_table_that_is_locked_holds_up_its_table_alone(
    database: str, journal: PostgresJournal, tables: list[UUID]
) -> None:
    one, *others = tables
    assert await journal.append(an_entry(one, 1, due_at=5)) is not None
    async with locked(database, one, rows="deadline WHERE table_id"):
        again = asyncio.create_task(contended(journal, one, 2))
        stored = await asyncio.gather(*(journal.append(an_entry(table, 1)) for table in others))

        assert None not in stored
        assert await again

    assert await journal.append(an_entry(one, 2)) is not None


async def test_behind_a_pooler_appends_wait_no_longer(database: str, tables: list[UUID]) -> None:
    async with connected(database, is_pooled=True) as pool:
        journal = PostgresJournal(pool)
        async with locked(database, tables[0]):
            assert await contended(journal, tables[0])
        assert await journal.append(an_entry(tables[0], 1)) is not None


async def test_a_record_that_is_locked_is_no_outage(database: str, pool: Pool, tables: list[UUID]) -> None:
    async with locked(database, tables[0]):
        with pytest.raises(StoreUnavailableError) as refused:
            await PostgresTables(pool, pool).rename(tables[0], "The usual")

    assert refused.value.cause == "contention"
    assert pool.reach.cause is None


async def test_a_node_that_stands_still_in_a_transaction_loses_its_locks(
    database: str, pool: Pool, tables: list[UUID]
) -> None:
    assert await pool.fetchval("SHOW idle_in_transaction_session_timeout") == "10s"
    async with pool.acquire() as connection:
        await connection.execute("SET idle_in_transaction_session_timeout = '50ms'")
        await connection.execute("BEGIN")
        await connection.execute("SELECT FROM game_session WHERE id = $1 FOR UPDATE", tables[0])

        async with as_owner(database) as owner:
            await owner.execute("SELECT FROM game_session WHERE id = $1 FOR UPDATE", tables[0])
    journal = PostgresJournal(pool)

    assert await journal.append(an_entry(tables[0], 1)) is not None
