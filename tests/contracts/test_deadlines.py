"""Deadlines: claimed for a while, by one; in memory and on PostgreSQL."""

import asyncio
from uuid import UUID

import asyncpg

from rondel.server.ports.deadlines import ClaimedDeadline
from tests.contracts.conftest import Store, an_entry, on_postgres

LONG_AGO = 1_700_000_000_000
FAR_AWAY = 9_000_000_000_000
LEASE_MS = 60_000
HERD_SIZE = 4_000
HERD = """
WITH herd AS (
    INSERT INTO game_session
    SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'code', number::text))).*
    FROM game_session AS s, generate_series(1, $2::integer) AS number WHERE s.id = $1
    RETURNING id
)
INSERT INTO deadline (table_id, version, due_at)
SELECT herd.id, d.version, d.due_at FROM herd, deadline AS d WHERE d.table_id = $1
"""


async def test_what_is_due_is_claimed_oldest_first_and_once(store: Store) -> None:
    late, later, not_yet = [await store.open() for _ in range(3)]
    await store.append(an_entry(later.id, 1, due_at=LONG_AGO + 1))
    await store.append(an_entry(late.id, 1, due_at=LONG_AGO))
    await store.append(an_entry(not_yet.id, 1, due_at=FAR_AWAY))

    assert await store.deadlines.next_due() == LONG_AGO
    assert await store.deadlines.claim(limit=1, lease_ms=LEASE_MS) == [ClaimedDeadline(late.id, 1, LONG_AGO)]
    assert await store.deadlines.next_due() == LONG_AGO + 1
    assert await store.deadlines.claim(limit=9, lease_ms=LEASE_MS) == [
        ClaimedDeadline(later.id, 1, LONG_AGO + 1)
    ]
    assert await store.deadlines.claim(limit=9, lease_ms=LEASE_MS) == []
    assert await store.deadlines.next_due() == FAR_AWAY


async def test_a_claim_ends_by_itself(store: Store) -> None:
    table = await store.open()
    await store.append(an_entry(table.id, 1, due_at=LONG_AGO))
    await store.deadlines.claim(limit=9, lease_ms=30)

    await asyncio.sleep(0.05)

    assert await store.deadlines.claim(limit=9, lease_ms=30) == [ClaimedDeadline(table.id, 1, LONG_AGO)]


async def test_a_row_puts_its_deadline_in_the_place_of_the_one_before(store: Store) -> None:
    table = await store.open()
    await store.append(an_entry(table.id, 1, due_at=LONG_AGO))
    await store.deadlines.claim(limit=9, lease_ms=LEASE_MS)

    await store.append(an_entry(table.id, 2, due_at=LONG_AGO + 5))
    assert await store.deadlines.claim(limit=9, lease_ms=LEASE_MS) == [
        ClaimedDeadline(table.id, 2, LONG_AGO + 5)
    ]

    await store.append(an_entry(table.id, 3))
    assert await store.deadlines.next_due() is None


async def test_what_was_not_stored_has_no_deadline(store: Store) -> None:
    table = await store.open()
    await store.append(an_entry(table.id, 1, due_at=FAR_AWAY))

    await store.append(an_entry(table.id, 1, due_at=LONG_AGO))

    assert await store.deadlines.next_due() == FAR_AWAY


async def test_a_halted_table_has_nothing_due(store: Store) -> None:
    table = await store.open()
    await store.append(an_entry(table.id, 1, due_at=LONG_AGO))
    await store.tables.halt(table.id, "a bug")

    assert await store.deadlines.next_due() is None
    assert await store.deadlines.claim(limit=9, lease_ms=LEASE_MS) == []

    await store.tables.resume(table.id)
    assert len(await store.deadlines.claim(limit=9, lease_ms=LEASE_MS)) == 1


async def test_the_deadline_of_a_table_is_read_also_while_it_is_claimed_or_halted(store: Store) -> None:
    table, other = [await store.open() for _ in range(2)]
    await store.append(an_entry(table.id, 1, due_at=LONG_AGO))
    await store.append(an_entry(other.id, 1))
    await store.deadlines.claim(limit=9, lease_ms=LEASE_MS)
    await store.tables.halt(table.id, "a bug")

    assert await store.deadlines.due_at(table.id) == LONG_AGO
    assert await store.deadlines.due_at(other.id) is None


async def test_many_who_claim_at_once_share_what_is_due(store: Store) -> None:
    tables = [(await store.open()).id for _ in range(60)]
    for number, table in enumerate(tables):
        await store.append(an_entry(table, 1, due_at=LONG_AGO + number))

    claimed: list[UUID] = []
    while len(claimed) < 60:
        claims = [store.deadlines.claim(limit=8, lease_ms=LEASE_MS) for _ in range(8)]
        claimed += [due.table for due_ones in await asyncio.gather(*claims) for due in due_ones]

    assert sorted(claimed) == sorted(tables)


async def test_33_a_herd_at_one_instant_is_drained_in_batches_each_once(database: str) -> None:
    """On PostgreSQL alone: four thousand tables are due at the same moment, and two nodes claim them."""
    async with on_postgres(database) as store:
        first = await store.open()
        await store.append(an_entry(first.id, 1, due_at=LONG_AGO))
        owner = await asyncpg.connect(database)
        await owner.execute(HERD, first.id, HERD_SIZE - 1)
        await owner.close()

        claimed: list[UUID] = []

        async def claims() -> None:
            while due := await store.deadlines.claim(limit=100, lease_ms=LEASE_MS):
                claimed.extend(each.table for each in due)

        await asyncio.gather(*(claims() for _ in range(4)))

    assert len(claimed) == len(set(claimed)) == HERD_SIZE
