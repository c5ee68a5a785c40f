"""Seating: each call one atomic change; in memory and on PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

from msgspec.structs import replace

from rondel.server.maintenance.owner import as_owner
from rondel.server.ports.journal import Entry
from rondel.server.ports.tables import PlayerRow, Removed
from tests.contracts.conftest import Store, a_place, an_entry, on_postgres


async def places(store: Store, table: UUID) -> tuple[PlayerRow, ...]:
    found = await store.tables.get(table)
    assert found is not None
    return found.places


async def test_places_are_kept_in_the_order_of_seats(store: Store) -> None:
    table = await store.open()
    ann = a_place(2, uuid4(), nonce=b"\x00" * 16)
    bot = a_place(0, level="hard", is_ready=True)

    assert await store.seating.take(table.id, ann)
    assert await store.seating.take(table.id, bot)

    assert await places(store, table.id) == (bot, ann)


async def test_a_seat_is_taken_once_and_an_account_has_one(store: Store) -> None:
    table, account = await store.open(), uuid4()
    assert await store.seating.take(table.id, a_place(0, account))

    assert not await store.seating.take(table.id, a_place(0, uuid4()))
    assert not await store.seating.take(table.id, a_place(1, account))
    assert not await store.seating.take(table.id, a_place(4, uuid4()))
    assert not await store.seating.take(uuid4(), a_place(0, uuid4()))
    assert await store.seating.take(table.id, a_place(1))
    assert await store.seating.take(table.id, a_place(2))


async def test_many_want_the_same_seat_and_one_gets_it(store: Store) -> None:
    table = await store.open()

    taken = await asyncio.gather(*(store.seating.take(table.id, a_place(0, uuid4())) for _ in range(12)))

    assert sum(taken) == 1
    assert len(await places(store, table.id)) == 1


async def test_an_account_that_asks_for_every_seat_at_once_gets_one(store: Store) -> None:
    table, account = await store.open(), uuid4()

    taken = await asyncio.gather(*(store.seating.take(table.id, a_place(seat, account)) for seat in range(4)))

    assert sum(taken) == 1


async def test_one_leaves_ones_own_seat_and_a_bot_is_removed(store: Store) -> None:
    table, account = await store.open(), uuid4()
    await store.seating.take(table.id, a_place(0, account))
    await store.seating.take(table.id, a_place(1))

    assert not await store.seating.leave(table.id, 0, uuid4())
    assert not await store.seating.leave(table.id, 0, None)
    assert not await store.seating.leave(table.id, 1, account)
    assert await store.seating.leave(table.id, 0, account)
    assert await store.seating.leave(table.id, 1, None)
    assert not await store.seating.leave(table.id, 1, None)

    assert await places(store, table.id) == ()


async def test_one_says_that_one_is_ready(store: Store) -> None:
    table, account = await store.open(), uuid4()
    await store.seating.take(table.id, a_place(0, account))
    await store.seating.take(table.id, a_place(1, uuid4()))

    assert not await store.seating.ready(table.id, 0, uuid4(), True)
    assert await store.seating.ready(table.id, 0, account, True)
    assert [place.is_ready for place in await places(store, table.id)] == [True, False]
    assert await store.seating.ready(table.id, 0, account, False)
    assert [place.is_ready for place in await places(store, table.id)] == [False, False]


async def test_a_player_asks_for_the_end_once_and_takes_it_back(store: Store) -> None:
    table, ann, bob = await store.open(), uuid4(), uuid4()
    for seat, account in enumerate((ann, bob)):
        assert await store.seating.take(table.id, a_place(seat, account))
    seated = await places(store, table.id)
    assert not await store.seating.ask_end(table.id, 0, ann, True)  # it has not begun
    assert await store.seating.begin(table.id, b"header", [place.id for place in seated])
    before = await store.revision(table.id)

    assert not await store.seating.ask_end(table.id, 0, bob, True)
    assert not await store.seating.ask_end(table.id, 0, ann, False)
    assert await store.seating.ask_end(table.id, 0, ann, True)
    assert not await store.seating.ask_end(table.id, 0, ann, True)

    assert [place.wants_end for place in await places(store, table.id)] == [True, False]
    assert await store.revision(table.id) != before
    assert await store.seating.hand_over(table.id, 0, ann, uuid4(), "Cy")
    assert [place.wants_end for place in await places(store, table.id)] == [False, False]
    assert await store.seating.ask_end(table.id, 1, bob, True)
    assert await store.seating.ask_end(table.id, 1, bob, False)
    assert [place.wants_end for place in await places(store, table.id)] == [False, False]


async def test_play_begins_with_exactly_those_who_sit_there(store: Store) -> None:
    table, account = await store.open(), uuid4()
    ann, bob = a_place(0, account), a_place(1, uuid4())
    await store.seating.take(table.id, ann)
    await store.seating.take(table.id, bob)

    assert not await store.seating.begin(table.id, b"header", [ann.id])
    assert not await store.seating.begin(table.id, b"header", [ann.id, bob.id, uuid4()])
    assert await store.seating.begin(table.id, b"header", [bob.id, ann.id])
    assert await store.seating.begin(table.id, b"header", [bob.id, ann.id])
    assert not await store.seating.begin(table.id, b"another", [bob.id, ann.id])

    begun = await store.tables.get(table.id)
    assert begun is not None
    assert (begun.status, begun.header, begun.version) == ("active", b"header", 0)
    assert not await store.seating.take(table.id, a_place(2, uuid4()))
    assert not await store.seating.leave(table.id, 0, account)
    assert not await store.seating.ready(table.id, 0, account, True)
    assert not await store.seating.close(table.id)


async def test_nobody_slips_in_or_out_while_play_begins(store: Store) -> None:
    for _ in range(12):
        table, account = await store.open(), uuid4()
        ann, bob = a_place(0, account), a_place(1, uuid4())
        await store.seating.take(table.id, ann)

        has_taken, has_begun, has_left = await asyncio.gather(
            store.seating.take(table.id, bob),
            store.seating.begin(table.id, b"header", [ann.id]),
            store.seating.leave(table.id, 0, account),
        )

        if has_begun:
            assert not has_taken
            assert not has_left
            assert await places(store, table.id) == (ann,)


async def test_a_table_that_has_not_begun_is_closed_once(store: Store) -> None:
    table = await store.open()

    assert await store.seating.close(table.id)
    assert not await store.seating.close(table.id)

    closed = await store.tables.get(table.id)
    assert closed is not None
    assert closed.status == "closed"
    assert not await store.seating.take(table.id, a_place(0, uuid4()))
    assert not await store.seating.begin(table.id, b"header", [])


async def test_a_bot_stands_in_for_a_person_at_a_running_table(store: Store) -> None:
    table, account = await store.open(), uuid4()
    ann, bot = a_place(0, account, is_ready=True), a_place(1, level="hard", is_ready=True)
    for place in (ann, bot):
        await store.seating.take(table.id, place)
    assert not await store.seating.stand_in(table.id, 0, "easy")
    await store.seating.begin(table.id, b"header", [ann.id, bot.id])
    before = await store.revision(table.id)

    assert await store.seating.stand_in(table.id, 0, "easy")
    assert not await store.seating.stand_in(table.id, 1, "easy")
    assert not await store.seating.stand_in(table.id, 3, "easy")

    assert [place.level for place in await places(store, table.id)] == ["easy", "hard"]
    assert await store.revision(table.id) != before
    assert await store.seating.stand_in(table.id, 0, None)
    assert await places(store, table.id) == (ann, bot)


async def test_who_stands_in_owes_the_move_at_once(store: Store) -> None:
    table, account = await store.open(), uuid4()
    ann = a_place(0, account)
    await store.seating.take(table.id, ann)
    await store.seating.begin(table.id, b"header", [ann.id])
    await store.journal.append(await at(store, table.id, 1, to_act=(0,)))
    assert await store.journal.bots_to_act(limit=9) == []

    await store.seating.stand_in(table.id, 0, "easy")
    await store.seating.stand_in(table.id, 0, "hard")

    assert await store.journal.bots_to_act(limit=9) == [(table.id, 1)]


async def test_an_ended_table_takes_nothing_more_and_owes_nothing(store: Store) -> None:
    table, account = await store.open(), uuid4()
    ann = a_place(0, account)
    await store.seating.take(table.id, ann)
    assert not await store.seating.abandon(table.id)
    await store.seating.begin(table.id, b"header", [ann.id])
    await store.journal.append(await at(store, table.id, 1, to_act=(0,), bots_to_act=(0,), due_at=1))
    before = await at(store, table.id, 2)

    assert await store.seating.abandon(table.id)

    assert not await store.seating.abandon(table.id)
    assert not await store.seating.stand_in(table.id, 0, "easy")
    assert await store.journal.append(before) is None
    assert await store.journal.bots_to_act(limit=9) == []
    assert await store.deadlines.next_due() is None
    found = await store.tables.get(table.id)
    assert found is not None
    assert (found.status, found.ending, found.to_act) == ("abandoned", "abandoned", ())


async def test_every_change_of_the_record_gives_it_another_revision(store: Store) -> None:
    table, ann, bob = await store.open(), uuid4(), uuid4()
    place = a_place(0, ann)
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: store.seating.take(table.id, place),
        lambda: store.seating.ready(table.id, 0, ann, True),
        lambda: store.seating.leave(table.id, 0, ann),
        lambda: store.seating.take(table.id, place),
        lambda: store.seating.begin(table.id, b"header", [place.id]),
        lambda: store.seating.stand_in(table.id, 0, "easy"),
        lambda: store.seating.hand_over(table.id, 0, ann, bob, "Bob"),
        lambda: store.tables.halt(table.id, "a bug"),
        lambda: store.tables.resume(table.id),
        lambda: store.people.delete(bob),
        lambda: store.seating.abandon(table.id),
    ]
    revisions = [await store.revision(table.id)]

    for change in changes:
        await change()
        revisions.append(await store.revision(table.id))

    assert len(set(revisions)) == len(revisions)
    found = await store.tables.get(table.id)
    assert found is not None
    assert found.revision == revisions[-1]
    assert await store.revision(uuid4()) == 0


async def test_a_seat_goes_to_another_account_that_has_none(store: Store) -> None:
    table, ann, bob, cy = await store.open(), uuid4(), uuid4(), uuid4()
    taken = [a_place(0, ann), a_place(1, bob), a_place(2, level="hard")]
    for place in taken:
        await store.seating.take(table.id, place)
    assert not await store.seating.hand_over(table.id, 1, bob, cy, "Cy")
    await store.seating.begin(table.id, b"header", [place.id for place in taken])
    await store.seating.stand_in(table.id, 1, "easy")

    assert not await store.seating.hand_over(table.id, 1, bob, ann, "Ann")
    assert not await store.seating.hand_over(table.id, 1, cy, cy, "Cy")
    assert not await store.seating.hand_over(table.id, 2, bob, cy, "Cy")
    assert await store.seating.hand_over(table.id, 1, bob, cy, "Cy")
    assert not await store.seating.hand_over(table.id, 1, bob, uuid4(), "Dora")

    now = (await places(store, table.id))[1]
    assert (now.id, now.account, now.name, now.level) == (taken[1].id, cy, "Cy", None)


async def test_a_seat_goes_to_another_only_while_its_person_has_not_moved(store: Store) -> None:
    table, ann, bob = await store.open(), uuid4(), uuid4()
    place = a_place(0, ann)
    await store.seating.take(table.id, place)
    await store.seating.begin(table.id, b"header", [place.id])
    assert await store.seating.own_version(table.id, 0) == 0
    assert await store.journal.append(await at(store, table.id, 1, seat=0))
    assert await store.journal.append(await at(store, table.id, 2, seat=1))
    assert await store.seating.own_version(table.id, 0) == 1

    assert await store.journal.append(await at(store, table.id, 3, seat=0))

    assert not await store.seating.hand_over(table.id, 0, ann, bob, "Bob", own_version=1)
    assert await store.seating.hand_over(table.id, 0, ann, bob, "Bob", own_version=3)


async def test_what_a_bot_plays_for_somebody_is_not_their_own(store: Store) -> None:
    table, ann = await store.open(), uuid4()
    place = a_place(0, ann)
    await store.seating.take(table.id, place)
    await store.seating.begin(table.id, b"header", [place.id])
    await store.journal.append(await at(store, table.id, 1, seat=0))
    await store.seating.stand_in(table.id, 0, "easy")
    await store.journal.append(await at(store, table.id, 2, seat=0))
    await store.seating.stand_in(table.id, 0, "hard")

    assert [one.bot_since for one in await places(store, table.id)] == [1]
    assert await store.seating.own_version(table.id, 0) == 1

    await store.seating.stand_in(table.id, 0, None)
    assert [one.bot_since for one in await places(store, table.id)] == [None]
    assert await store.seating.own_version(table.id, 0) == 2


async def test_a_seat_is_taken_from_somebody_only_while_they_are_absent(store: Store) -> None:
    table, ann, bob = await store.open(), await store.person("Ann"), uuid4()
    place = a_place(0, ann)
    await store.seating.take(table.id, place)
    await store.seating.begin(table.id, b"header", [place.id])
    await store.seating.stand_in(table.id, 0, "easy")

    assert not await store.seating.hand_over(table.id, 0, ann, bob, "Bob", is_absent=no)
    assert not await store.seating.remove_absent(table.id, 0, Removed(uuid4(), ann, "Ann"), is_absent=no)
    assert await places(store, table.id) == (replace(place, level="easy", bot_since=0),)
    assert await store.seating.remove_absent(table.id, 0, Removed(uuid4(), ann, "Ann"), is_absent=yes)
    assert await store.seating.hand_over(table.id, 0, ann, bob, "Bob", is_absent=yes)


_WAITING = """
SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
"""


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


async def test_whoever_comes_back_while_the_table_is_locked_keeps_the_seat(database: str) -> None:
    """Presence is looked up when the table's row is ours, not when it was asked for."""
    is_back = False

    async def is_absent() -> bool:
        return not is_back

    async with on_postgres(database) as store, as_owner(database) as owner:
        table, ann = await store.open(), uuid4()
        place = a_place(0, ann)
        await store.seating.take(table.id, place)
        await store.seating.begin(table.id, b"header", [place.id])
        async with owner.transaction():
            await owner.execute("SELECT FROM game_session WHERE id = $1 FOR UPDATE", table.id)
            taking = store.seating.hand_over(table.id, 0, ann, uuid4(), "Bob", is_absent=is_absent)
            taken = asyncio.ensure_future(taking)
            while not await owner.fetchval(_WAITING):
                await asyncio.sleep(0.01)
            is_back = True

        assert not await taken
        assert (await places(store, table.id))[0].account == ann


async def test_of_many_who_saw_the_same_table_one_sits_down_by_what_it_saw(store: Store) -> None:
    table = await store.open()
    seen = await store.revision(table.id)

    taken = await asyncio.gather(
        *(store.seating.take(table.id, a_place(seat, uuid4()), revision=seen) for seat in range(4))
    )

    assert sum(taken) == 1
    assert len(await places(store, table.id)) == 1


async def test_a_seat_is_renamed_by_its_account_at_a_table_as_it_was_seen(store: Store) -> None:
    table, ann = await store.open(), uuid4()
    await store.seating.take(table.id, a_place(0, ann))
    seen = await store.revision(table.id)

    assert not await store.seating.rename(table.id, 1, ann, "Anna", revision=seen)
    assert not await store.seating.rename(uuid4(), 0, ann, "Anna", revision=seen)
    now = await store.revision(table.id)
    assert not await store.seating.rename(table.id, 0, uuid4(), "Anna", revision=now)
    now = await store.revision(table.id)
    assert await store.seating.rename(table.id, 0, ann, "Anna", revision=now)
    assert not await store.seating.rename(table.id, 0, ann, "Annika", revision=now)

    assert [place.name for place in await places(store, table.id)] == ["Anna"]
    await store.seating.close(table.id)
    assert not await store.seating.rename(table.id, 0, ann, "Ida", revision=await store.revision(table.id))


async def test_a_row_is_stored_only_while_the_seat_has_not_changed_hands(store: Store) -> None:
    table, ann, bob = await store.open(), uuid4(), uuid4()
    place = a_place(0, ann)
    await store.seating.take(table.id, place)
    await store.seating.begin(table.id, b"header", [place.id])

    assert await store.journal.append(await at(store, table.id, 1))
    anns = await at(store, table.id, 2)
    await store.seating.hand_over(table.id, 0, ann, bob, "Bob")

    assert await store.journal.append(anns) is None
    assert await store.journal.append(await at(store, table.id, 2))


async def at(store: Store, table: UUID, version: int, **changes: Any) -> Entry:
    """An entry for the table as its record is now."""
    revision = await store.revision(table)
    return an_entry(table, version, header=b"header", revision=revision, **changes)


async def test_a_host_removes_somebody_from_an_open_table_and_lets_them_back(store: Store) -> None:
    table, ann, eve = await store.open(), await store.person("Ann"), await store.person("Eve")
    await store.seating.take(table.id, a_place(0, ann))
    await store.seating.take(table.id, a_place(1))
    removed = Removed(uuid4(), ann, "Ann")
    before = await store.tables.get(table.id)
    assert before is not None

    assert not await store.seating.remove(table.id, 0, Removed(uuid4(), eve, "Eve"))
    assert not await store.seating.remove(table.id, 1, removed)
    assert await store.seating.remove(table.id, 0, removed)
    assert not await store.seating.remove(table.id, 0, removed)

    found = await store.tables.get(table.id)
    assert found is not None
    assert found.removed == (removed,)
    assert [place.seat for place in found.places] == [1]
    assert not await store.seating.take(table.id, a_place(0, ann), revision=before.revision)
    assert (await store.people.export(ann))["removedFrom"] == [{"table": str(table.id), "name": "Ann"}]
    assert not await store.seating.readmit(table.id, uuid4())
    assert await store.seating.readmit(table.id, removed.id)
    assert not await store.seating.readmit(table.id, removed.id)


async def test_a_host_removes_somebody_from_a_running_table_while_a_bot_plays_for_them(store: Store) -> None:
    table, ann, eve = await store.open(), await store.person("Ann"), await store.person("Eve")
    seated = [a_place(0, ann), a_place(1, eve), a_place(2, level="hard")]
    for place in seated:
        await store.seating.take(table.id, place)
    removed = Removed(uuid4(), ann, "Ann")
    assert not await store.seating.remove_absent(table.id, 0, removed)
    await store.seating.begin(table.id, b"header", [place.id for place in seated])
    assert not await store.seating.remove_absent(table.id, 0, removed)
    await store.seating.stand_in(table.id, 0, "easy")
    before = await store.revision(table.id)

    assert not await store.seating.remove_absent(table.id, 1, removed)
    assert not await store.seating.remove_absent(table.id, 2, removed)
    assert await store.seating.remove_absent(table.id, 0, removed)

    found = await store.tables.get(table.id)
    assert found is not None
    assert found.removed == (removed,)
    assert (found.places[0].account, found.places[0].level) == (ann, "easy")
    assert found.revision != before
    assert await store.seating.readmit(table.id, removed.id)
    await store.seating.remove_absent(table.id, 0, removed)
    await store.seating.abandon(table.id)
    assert not await store.seating.readmit(table.id, removed.id)


async def test_who_was_removed_keeps_the_bot_is_no_host_and_sees_no_private_table(store: Store) -> None:
    ann, eve = await store.person("Ann"), await store.person("Eve")
    table = await store.open(access="private", key="k", host=eve)
    seated = [a_place(0, ann), a_place(1, eve)]
    for place in seated:
        await store.seating.take(table.id, place)
    await store.seating.begin(table.id, b"header", [place.id for place in seated])
    await store.seating.stand_in(table.id, 0, "easy")
    removed = Removed(uuid4(), ann, "Ann")
    assert await store.seating.remove_absent(table.id, 0, removed)

    assert not await store.seating.stand_in(table.id, 0, None)
    assert await store.seating.stand_in(table.id, 0, "hard")
    assert not await store.seating.make_host(table.id, eve, ann)
    assert await store.tables.visible(table.id, ann) is None
    assert await store.tables.visible(table.id, eve) is not None
    assert [each.id for each in await store.tables.of_account(ann, limit=9)] == []

    await store.seating.readmit(table.id, removed.id)
    assert await store.seating.stand_in(table.id, 0, None)
    assert await store.tables.visible(table.id, ann) is not None


async def test_who_comes_back_while_being_removed_is_one_or_the_other(store: Store) -> None:
    ann, eve = await store.person("Ann"), await store.person("Eve")
    for _ in range(20):
        table = await store.open(host=eve)
        seated = [a_place(0, ann), a_place(1, eve)]
        for place in seated:
            await store.seating.take(table.id, place)
        await store.seating.begin(table.id, b"header", [place.id for place in seated])
        await store.seating.stand_in(table.id, 0, "easy")

        came_back, was_removed = await asyncio.gather(
            store.seating.stand_in(table.id, 0, None),
            store.seating.remove_absent(table.id, 0, Removed(uuid4(), ann, "Ann")),
        )

        assert came_back != was_removed


async def test_who_is_forgotten_is_on_no_list_of_removed_people(store: Store) -> None:
    table, ann = await store.open(), await store.person("Ann")
    await store.seating.take(table.id, a_place(0, ann))
    await store.seating.remove(table.id, 0, Removed(uuid4(), ann, "Ann"))

    await store.people.delete(ann)

    found = await store.tables.get(table.id)
    assert found is not None
    assert found.removed == ()


async def test_a_lobby_is_closed_and_opened_again(store: Store) -> None:
    table = await store.open()

    assert not await store.seating.shut(table.id, False)
    assert await store.seating.shut(table.id, True)
    assert not await store.seating.shut(table.id, True)
    assert list(await store.tables.public(limit=10)) == []
    assert await store.seating.shut(table.id, False)
    assert [one.id for one in await store.tables.public(limit=10)] == [table.id]
    await store.seating.close(table.id)
    assert not await store.seating.shut(table.id, True)


async def test_another_person_who_is_seated_becomes_the_host(store: Store) -> None:
    table, ann, eve = await store.open(), await store.person("Ann"), await store.person("Eve")
    await store.seating.take(table.id, a_place(0, ann))

    assert not await store.seating.make_host(table.id, eve, ann)
    assert not await store.seating.make_host(table.id, table.host, eve)
    assert await store.seating.make_host(table.id, table.host, ann)
    assert not await store.seating.make_host(table.id, ann, ann)

    found = await store.tables.get(table.id)
    assert found is not None
    assert found.host == ann
