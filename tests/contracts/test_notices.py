"""Notices: a turn is looked at until it is planned, a message is sent at most once; memory and PostgreSQL."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from rondel.server.ports.alerts import Device, NotificationPreferences
from rondel.server.ports.journal import OutboxRow
from rondel.server.ports.notices import Later, Notice, OutboxEntry
from tests.contracts.conftest import Store, an_entry

LONG_AGO = 1_700_000_000_000
FAR_AWAY = 9_000_000_000_000
LEASE_MS = 60_000


async def a_turn(store: Store, seat: int = 1, **more: Any) -> UUID:
    """A table where a seat owes a move since version 1."""
    table = await store.open()
    entry = an_entry(table.id, 1, to_act=(seat,), outbox=(OutboxRow("turn", seat),), **more)
    assert await store.append(entry)
    return table.id


async def taken(store: Store, *, lease_ms: int = LEASE_MS) -> list[OutboxEntry]:
    return sorted(
        await store.notices.take(limit=9, lease_ms=lease_ms), key=lambda owed: (owed.seat, owed.kind)
    )


async def claimed(store: Store, *, lease_ms: int = LEASE_MS) -> list[UUID]:
    return [notice.id for notice in await store.notices.claim(limit=99, lease_ms=lease_ms)]


def a_notice(owed: OutboxEntry, account: UUID, **changes: Any) -> Notice:
    values = {
        "id": uuid4(),
        "key": f"{owed.table}:{owed.seat}:{owed.version}:{owed.kind}:mail",
        "account": account,
        "kind": owed.kind,
        "channel": "mail",
        "due_at": LONG_AGO,
        "table": owed.table,
        "seat": owed.seat,
        "version": owed.version,
    }
    return Notice(**{**values, **changes})


async def planned(store: Store, **changes: Any) -> Notice:
    await a_turn(store)
    [owed] = await taken(store)
    notice = a_notice(owed, await store.person(), **changes)
    await store.notices.plan(owed, [notice])
    return notice


async def test_a_turn_is_taken_by_one_until_its_lease_ends(store: Store) -> None:
    table = await a_turn(store, due_at=FAR_AWAY)

    [owed] = await taken(store, lease_ms=30)
    assert (owed.table, owed.seat, owed.version, owed.kind) == (table, 1, 1, "turn")
    assert (owed.at, owed.runs_out_at) == (LONG_AGO, FAR_AWAY)
    await asyncio.sleep(0.05)
    assert await taken(store) == [owed]
    assert await taken(store) == []


async def test_a_row_of_the_outbox_without_a_seat_is_dropped(store: Store, database: str) -> None:
    table = await store.open()
    await store.append(an_entry(table.id, 1, outbox=(OutboxRow("ended"),)))  # as older nodes write it

    assert await taken(store) == []

    connection = await asyncpg.connect(database)
    assert await connection.fetchval("SELECT count(*) FROM outbox") == 0
    await connection.close()


async def test_a_turn_waits_until_it_is_due(store: Store) -> None:
    await a_turn(store)
    [owed] = await taken(store)

    await store.notices.postpone(owed, FAR_AWAY)
    assert await taken(store) == []
    await store.notices.postpone(owed, LONG_AGO)
    assert await taken(store) == [owed]


async def test_who_has_moved_owes_nothing(store: Store) -> None:
    table = await a_turn(store)

    await store.append(an_entry(table, 2, seat=1, to_act=(1,)))  # a step of the same turn

    assert await taken(store) == []


async def test_who_does_not_owe_any_more_is_not_told(store: Store) -> None:
    table = await a_turn(store)

    await store.append(an_entry(table, 2, seat=None, to_act=(0,)))

    assert await taken(store) == []


async def test_a_turn_goes_on_while_others_move(store: Store) -> None:
    table = await a_turn(store)

    await store.append(an_entry(table, 2, seat=0, to_act=(1,)))

    [owed] = await taken(store)
    assert owed.version == 1


async def test_a_turn_that_was_taken_back_and_given_again_is_one(store: Store) -> None:
    table = await a_turn(store)
    await store.append(an_entry(table, 2, seat=0, to_act=(0,)))
    await store.append(an_entry(table, 3, seat=0, to_act=(1,), outbox=(OutboxRow("turn", 1),)))

    [owed] = await taken(store)
    assert owed.version == 3


async def test_a_table_that_is_halted_or_over_tells_nobody(store: Store) -> None:
    over, halted = await a_turn(store), await a_turn(store)
    await store.append(an_entry(over, 2, seat=0, status="completed", to_act=(1,)))
    await store.tables.halt(halted, "a bug")

    assert await taken(store) == []


async def test_a_turn_is_planned_once_and_its_notice_is_there_once(store: Store) -> None:
    await a_turn(store)
    [owed] = await taken(store)
    anna = await store.person()
    first, second = a_notice(owed, anna), a_notice(owed, anna)

    await store.notices.plan(owed, [first, second])
    await store.notices.plan(owed, [a_notice(owed, anna, key="another")])

    assert await taken(store) == []
    assert await claimed(store) == [first.id]


async def test_a_reminder_is_the_same_turn_later(store: Store) -> None:
    table = await a_turn(store)
    [owed] = await taken(store)

    await store.notices.plan(owed, [], [Later("left_4h", LONG_AGO), Later("left_1h", FAR_AWAY)])

    [again] = await taken(store)
    assert (again.table, again.seat, again.version, again.kind) == (table, 1, 1, "left_4h")
    await store.append(an_entry(table, 2, seat=1))
    assert await taken(store) == []


async def test_a_notice_for_somebody_who_is_gone_is_none(store: Store) -> None:
    await a_turn(store)
    [owed] = await taken(store)
    anna = await store.person()
    await store.notices.plan(owed, [a_notice(owed, anna)])

    await store.people.delete(anna)

    assert await claimed(store) == []
    assert await store.notices.tally() == {}


async def test_a_claim_ends_by_itself_and_the_oldest_goes_first(store: Store) -> None:
    await a_turn(store)
    [owed] = await taken(store)
    anna = await store.person()
    late, later = a_notice(owed, anna), a_notice(owed, anna, key="later", due_at=LONG_AGO + 1)
    not_yet = a_notice(owed, anna, key="not yet", due_at=FAR_AWAY)
    await store.notices.plan(owed, [later, late, not_yet])

    assert await claimed(store, lease_ms=30) == [late.id, later.id]
    await asyncio.sleep(0.05)
    assert await claimed(store) == [late.id, later.id]
    assert await claimed(store) == []


async def test_it_is_marked_once_and_then_never_claimed_again(store: Store) -> None:
    notice = await planned(store)
    await claimed(store, lease_ms=1)

    assert await store.notices.sending(notice.id, lease_ms=LEASE_MS)
    assert not await store.notices.sending(notice.id, lease_ms=LEASE_MS)
    await store.notices.sent(notice.id)
    assert await claimed(store) == []
    assert await store.notices.tally() == {"sent": 1}


async def test_whoever_dies_while_sending_leaves_it_unknown(store: Store) -> None:
    notice = await planned(store)
    await claimed(store, lease_ms=1)
    await store.notices.sending(notice.id, lease_ms=1)
    await asyncio.sleep(0.01)

    assert await claimed(store) == []
    assert await store.notices.tally() == {"unknown": 1}
    await store.notices.sent(notice.id)  # too late to be known
    assert await store.notices.tally() == {"unknown": 1}


async def test_what_was_not_taken_is_tried_again_and_counted(store: Store) -> None:
    notice = await planned(store)
    await claimed(store)
    await store.notices.again(notice.id, at=LONG_AGO, message="away")  # before it was marked
    await claimed(store)
    await store.notices.sending(notice.id, lease_ms=LEASE_MS)
    await store.notices.again(notice.id, at=LONG_AGO, message="refused")  # after it was marked

    [again] = await store.notices.claim(limit=9, lease_ms=LEASE_MS)
    assert again == msgspec.structs.replace(notice, tries=2)
    await store.notices.dead(notice.id, "refused")
    assert await store.notices.tally() == {"dead": 1}
    await store.notices.again(notice.id, at=LONG_AGO, message="no")
    assert await claimed(store) == []


async def test_what_has_passed_is_not_sent(store: Store) -> None:
    notice = await planned(store)
    assert notice.table is not None
    await store.append(an_entry(notice.table, 2, seat=1, to_act=(0,)))

    assert not await store.notices.sending(notice.id, lease_ms=LEASE_MS)
    assert await store.notices.tally() == {"passed": 1}


async def test_what_was_muted_meanwhile_is_not_sent(store: Store) -> None:
    notice = await planned(store)
    assert notice.table is not None
    await store.alerts.mute(notice.account, notice.table, True)

    assert not await store.notices.sending(notice.id, lease_ms=LEASE_MS)


@pytest.mark.parametrize("channel", ["mail", "hook", "push"])
async def test_what_is_not_wanted_any_more_is_not_sent(store: Store, channel: str) -> None:
    device = uuid4()
    notice = await planned(store, channel=channel, device=device if channel == "push" else None)
    anna = notice.account
    await store.alerts.add_device(Device(device, anna, "https://p.example", b"", b"", "", LONG_AGO), most=9)
    await store.alerts.wish(NotificationPreferences(anna, False, None, 0, "off", b"key"))
    await store.alerts.drop_device(anna, device)

    assert not await store.notices.sending(notice.id, lease_ms=LEASE_MS)


@pytest.mark.parametrize("channel", ["mail", "hook", "push"])
async def test_what_is_wanted_is_sent(store: Store, channel: str) -> None:
    device = uuid4()
    notice = await planned(store, channel=channel, device=device if channel == "push" else None)
    anna = notice.account
    await store.alerts.add_device(Device(device, anna, "https://p.example", b"", b"", "", LONG_AGO), most=9)
    await store.alerts.wish(NotificationPreferences(anna, True, "https://h.example", 0, "off", b"key"))

    assert await store.notices.sending(notice.id, lease_ms=LEASE_MS)


async def test_a_digest_has_no_table(store: Store) -> None:
    notice = await planned(store, kind="digest", table=None, seat=None, version=None)

    assert await claimed(store) == [notice.id]
    assert await store.notices.sending(notice.id, lease_ms=LEASE_MS)


async def test_what_was_sent_is_forgotten_in_time_and_what_is_dead_is_kept(store: Store) -> None:
    sent, dead = await planned(store), await planned(store)
    await store.notices.sent(sent.id)
    await store.notices.dead(dead.id, "no such address")

    assert await store.notices.forget(before=LONG_AGO) == 0
    assert await store.notices.forget(before=FAR_AWAY) == 1
    assert await store.notices.tally() == {"dead": 1}


async def test_many_who_claim_at_once_share_what_is_due(store: Store) -> None:
    await a_turn(store)
    [owed] = await taken(store)
    anna = await store.person()
    notices = [a_notice(owed, anna, key=str(number)) for number in range(60)]
    await store.notices.plan(owed, notices)

    found: list[UUID] = []
    while len(found) < 60:
        claims = [store.notices.claim(limit=8, lease_ms=LEASE_MS) for _ in range(8)]
        found += [notice.id for some in await asyncio.gather(*claims) for notice in some]

    assert sorted(found) == sorted(notice.id for notice in notices)
