"""Alerts: wishes, devices and mutes; in memory and on PostgreSQL."""

from uuid import UUID, uuid4

import msgspec

from rondel.server.ports.alerts import Device, NotificationPreferences
from tests.contracts.conftest import Store

NOON = 1_700_000_000_000


def some_wishes(account: UUID) -> NotificationPreferences:
    return NotificationPreferences(
        account, True, "https://example.org/hook", 60_000, "daily", b"the first key"
    )


def a_device(account: UUID, number: int = 0) -> Device:
    endpoint = f"https://push.example.org/{number}"
    return Device(uuid4(), account, endpoint, b"\x04" + bytes(64), bytes(16), "Firefox", NOON + number)


async def test_wishes_are_kept_and_the_key_stays_the_first(store: Store) -> None:
    anna = await store.person()

    assert await store.alerts.wishes(anna) is None
    first = some_wishes(anna)
    assert await store.alerts.wish(first) == first
    second = NotificationPreferences(anna, False, None, 0, "off", b"another key")
    stored = msgspec.structs.replace(second, key=b"the first key")
    assert await store.alerts.wish(second) == stored
    assert await store.alerts.wishes(anna) == stored


async def test_a_device_takes_the_place_of_one_with_its_endpoint(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    first = await store.alerts.add_device(a_device(anna), most=3)

    again = await store.alerts.add_device(a_device(bob), most=3)

    assert again.id == first.id
    assert await store.alerts.devices(anna) == []
    assert await store.alerts.devices(bob) == [again]


async def test_an_account_has_its_newest_devices(store: Store) -> None:
    anna = await store.person()
    for number in range(5):
        await store.alerts.add_device(a_device(anna, number), most=3)

    created = [device.created_at - NOON for device in await store.alerts.devices(anna)]
    assert created == [2, 3, 4]


async def test_only_its_owner_drops_a_device(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    device = await store.alerts.add_device(a_device(anna), most=3)

    assert not await store.alerts.drop_device(bob, device.id)
    assert await store.alerts.drop_device(anna, device.id)
    assert not await store.alerts.drop_device(anna, device.id)


async def test_a_table_is_muted_by_each_for_themselves(store: Store) -> None:
    anna, bob, table = await store.person("Anna"), await store.person("Bob"), uuid4()
    await store.alerts.mute(anna, table, True)
    await store.alerts.mute(anna, table, True)

    assert await store.alerts.muted(anna) == {table}
    assert await store.alerts.muted(bob) == frozenset()
    await store.alerts.mute(anna, table, False)
    assert await store.alerts.muted(anna) == frozenset()


async def test_whoever_is_deleted_has_chosen_nothing(store: Store) -> None:
    anna = await store.person()
    await store.alerts.wish(some_wishes(anna))
    await store.alerts.add_device(a_device(anna), most=3)
    await store.alerts.mute(anna, uuid4(), True)

    await store.people.delete(anna)

    assert await store.alerts.wishes(anna) is None
    assert await store.alerts.devices(anna) == []
    assert await store.alerts.muted(anna) == frozenset()


async def test_an_export_tells_what_was_chosen_but_no_key(store: Store) -> None:
    anna, table = await store.person(), uuid4()
    await store.alerts.wish(some_wishes(anna))
    await store.alerts.add_device(a_device(anna), most=3)
    await store.alerts.mute(anna, table, True)

    exported = msgspec.json.decode(msgspec.json.encode(await store.people.export(anna)))

    assert exported["alerts"] == [
        {"byMail": True, "hook": "https://example.org/hook", "delayMs": 60_000, "digest": "daily"}
    ]
    assert exported["devices"] == [
        {"label": "Firefox", "endpoint": "https://push.example.org/0", "createdAt": NOON}
    ]
    assert exported["muted"] == [{"table": str(table)}]
    assert exported["notices"] == []
