"""Tables: by id, by code, by account; in memory and on PostgreSQL."""

from uuid import uuid4

import msgspec
import pytest

from tests.contracts.conftest import Store, a_place, a_table, an_entry


async def test_a_table_is_read_as_it_was_opened(store: Store) -> None:
    before = await store.open()
    table = a_table(access="private", key="k", rematch_of=before.id)

    assert await store.tables.open(table, b"\x00secret")

    assert await store.tables.get(table.id) == table
    assert await store.tables.by_code(table.code) == table
    assert await store.tables.secret(table.id) == b"\x00secret"
    assert await store.tables.rematch_of(before.id) == table
    assert await store.tables.rematch_of(table.id) is None


async def test_what_is_not_there(store: Store) -> None:
    assert await store.tables.get(uuid4()) is None
    assert await store.tables.by_code("NOWHERE") is None
    with pytest.raises(LookupError):
        await store.tables.secret(uuid4())


async def test_a_code_is_one_tables_and_another_may_be_tried_with_the_same_secret(store: Store) -> None:
    taken = await store.open()
    table = a_table(code=taken.code)

    assert not await store.tables.open(table, b"one")
    assert await store.tables.get(table.id) is None
    assert await store.tables.open(msgspec.structs.replace(table, code="ANOTHER1"), b"one")

    assert await store.tables.secret(table.id) == b"one"


async def test_of_two_rematches_the_first_counts(store: Store) -> None:
    before = await store.open()
    await store.open(rematch_of=before.id, created_at=3_000)
    first = await store.open(rematch_of=before.id, created_at=2_000)

    assert await store.tables.rematch_of(before.id) == first


async def test_open_public_tables_the_newest_first(store: Store) -> None:
    old, new, begun = [await store.open(created_at=at) for at in (1_000, 2_000, 3_000)]
    await store.open(access="unlisted")
    await store.open(access="private", key="k")
    assert await store.seating.begin(begun.id, b"header", [])

    assert [table.id for table in await store.tables.public(limit=9)] == [new.id, old.id]
    assert [table.id for table in await store.tables.public(limit=1)] == [new.id]


async def test_tables_of_an_account_running_ones_first(store: Store) -> None:
    account = uuid4()
    hosted = await store.open(host=account, created_at=1_000)
    seated = await store.open(created_at=2_000)
    running = await store.open(created_at=500)
    await store.open()
    for table in (seated, running):
        await store.seating.take(table.id, a_place(0, account))
    await store.journal.append(an_entry(running.id, 1))

    mine = await store.tables.of_account(account, limit=9)

    assert [table.id for table in mine] == [running.id, seated.id, hosted.id]
    assert len(await store.tables.of_account(account, limit=1)) == 1
    assert mine[0].places[0].account == account


async def test_the_first_reason_to_halt_is_kept(store: Store) -> None:
    table = await store.open()
    await store.tables.halt(table.id, "first")
    await store.tables.halt(table.id, "second")
    halted = await store.tables.get(table.id)
    await store.tables.resume(table.id)

    assert halted is not None
    assert halted.halted == "first"
    assert await store.tables.get(table.id) == table


async def test_tables_that_an_account_hosts_and_that_have_not_ended(store: Store) -> None:
    account = uuid4()
    _, running, ended, closed = [await store.open(host=account) for _ in range(4)]
    await store.open()
    await store.journal.append(an_entry(running.id, 1))
    await store.journal.append(an_entry(ended.id, 1, status="completed"))
    await store.seating.close(closed.id)

    assert await store.tables.count_open(account) == 2
