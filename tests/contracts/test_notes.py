"""Notes: a text of one account about one table; in memory and on PostgreSQL."""

from uuid import uuid4

from tests.contracts.conftest import Store

NOON = 1_700_000_000_000


async def test_a_note_is_read_by_its_account_at_its_table_alone(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    table, other = uuid4(), uuid4()
    assert await store.notes.read(anna, table) == ""

    await store.notes.write(anna, table, "Bob bluffs\n🂡", at=NOON)

    assert await store.notes.read(anna, table) == "Bob bluffs\n🂡"
    assert await store.notes.read(bob, table) == await store.notes.read(anna, other) == ""


async def test_a_note_is_written_over_and_an_empty_one_is_none(store: Store) -> None:
    anna, table = await store.person(), uuid4()
    await store.notes.write(anna, table, "first", at=NOON)

    await store.notes.write(anna, table, "second", at=NOON + 1)
    assert await store.notes.read(anna, table) == "second"
    exported = await store.people.export(anna)
    assert exported["notes"] == [{"table": str(table), "text": "second", "at": NOON + 1}]

    await store.notes.write(anna, table, "", at=NOON + 2)
    assert await store.notes.read(anna, table) == ""
    assert (await store.people.export(anna))["notes"] == []


async def test_notes_go_with_their_account(store: Store) -> None:
    anna, bob, table = await store.person("Anna"), await store.person("Bob"), uuid4()
    await store.notes.write(anna, table, "hers", at=NOON)
    await store.notes.write(bob, table, "his", at=NOON)

    await store.people.delete(anna)

    assert await store.notes.read(anna, table) == ""
    assert await store.notes.read(bob, table) == "his"
