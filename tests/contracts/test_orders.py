"""Standing orders: given, claimed when their table moves or they are due, ended; in memory and PostgreSQL."""

import asyncio
from uuid import UUID, uuid4

import msgspec

from rondel.server.ports.orders import StandingOrder
from tests.contracts.conftest import Store, an_entry

FAR = 4_000_000_000_000


def an_order(
    table: UUID, account: UUID, body: bytes = b'{"a":"\xc3\xa9"}', version: int = 1
) -> StandingOrder:
    return StandingOrder(uuid4(), table, 0, account, body, version)


async def begun(store: Store) -> UUID:
    """A running table at version 1."""
    table = await store.open()
    assert await store.seating.begin(table.id, b"header", [])
    assert await store.append(an_entry(table.id, 1, header=b"header"))
    return table.id


async def claimed(store: Store, lease_ms: int = 10_000) -> list[UUID]:
    return [order.id for order in await store.orders.claim(limit=10, lease_ms=lease_ms)]


async def test_orders_are_told_to_their_account_at_their_table_in_order(store: Store) -> None:
    anna, bob, table = await store.person("Anna"), await store.person("Bob"), await begun(store)
    orders = [an_order(table, anna, body) for body in (b'"b"', b'"a"')]
    for order in orders:
        assert await store.orders.give(order, most=3)

    assert await store.orders.of_account(anna, table) == orders
    assert await store.orders.of_account(bob, table) == await store.orders.of_account(anna, uuid4()) == []


async def test_the_same_order_again_is_once_and_there_are_only_so_many(store: Store) -> None:
    anna, table = await store.person(), await begun(store)
    first = an_order(table, anna)
    assert await store.orders.give(first, most=1)
    assert await store.orders.judged(first.id, version=1, due_at=5)

    again = msgspec.structs.replace(first, version=7)
    assert await store.orders.give(again, most=1)

    assert not await store.orders.give(an_order(table, anna), most=1)
    assert await store.orders.of_account(anna, table) == [again]


async def test_only_its_owner_ends_an_order_and_only_once(store: Store) -> None:
    anna, bob, table = await store.person("Anna"), await store.person("Bob"), await begun(store)
    order = an_order(table, anna)
    await store.orders.give(order, most=3)

    assert not await store.orders.end(order.id, bob)
    assert await store.orders.end(order.id, anna)
    assert not await store.orders.end(order.id, anna)
    assert not await store.orders.judged(order.id, version=1, due_at=None)


async def test_an_order_is_claimed_once_its_table_has_moved(store: Store) -> None:
    anna, table = await store.person(), await begun(store)
    order = an_order(table, anna)
    await store.orders.give(order, most=3)
    assert await claimed(store) == []

    assert await store.append(an_entry(table, 2))

    assert await claimed(store) == [order.id]
    assert await claimed(store) == [], "another has it"
    assert await store.orders.judged(order.id, version=2, due_at=None)
    assert await claimed(store) == [], "it was judged at this version"


async def test_an_order_is_claimed_when_it_is_due_and_again_when_the_lease_ends(store: Store) -> None:
    anna, table = await store.person(), await begun(store)
    order = an_order(table, anna)
    await store.orders.give(order, most=3)

    await store.orders.judged(order.id, version=1, due_at=FAR)
    assert await claimed(store) == []
    await store.orders.judged(order.id, version=1, due_at=1)

    assert await claimed(store, lease_ms=1) == [order.id]
    await asyncio.sleep(0.01)
    assert await claimed(store) == [order.id]


async def test_orders_of_a_halted_table_wait_and_those_of_an_ended_one_are_claimed(store: Store) -> None:
    anna, table = await store.person(), await begun(store)
    order = an_order(table, anna)
    await store.orders.give(order, most=3)
    await store.append(an_entry(table, 2))

    await store.tables.halt(table, "a fault")
    assert await claimed(store) == []
    await store.tables.resume(table)
    assert await claimed(store) == [order.id]
    await store.orders.judged(order.id, version=2, due_at=None)
    assert await store.seating.abandon(table)

    assert await claimed(store) == [order.id]


async def test_orders_are_exported_and_go_with_their_account(store: Store) -> None:
    anna, table = await store.person(), await begun(store)
    order = an_order(table, anna)
    await store.orders.give(order, most=3)

    exported = await store.people.export(anna)
    assert exported["orders"] == [{"table": str(table), "order": '{"a":"é"}'}]
    await store.people.delete(anna)

    assert await store.orders.of_account(anna, table) == []
