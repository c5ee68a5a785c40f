"""Tables: by id, by code, by account; in memory and on PostgreSQL."""

import asyncio
import time
from uuid import uuid4

import asyncpg
import msgspec
import pytest

from rondel.server.ports.tables import NO_TABLE, RematchExistsError, TableLimitError, TableRow
from tests.contracts.conftest import Store, a_place, a_table, an_entry, on_postgres


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


async def test_a_private_table_is_visible_to_its_host_its_players_and_by_its_key(store: Store) -> None:
    host, player, stranger = uuid4(), uuid4(), uuid4()
    private = await store.open(access="private", key="k", host=host)
    listed = await store.open(host=host)
    await store.seating.take(private.id, a_place(0, player))
    visible = store.tables.visible

    for account in (host, player):
        found = await visible(private.id, account)
        assert found is not None
        assert found.id == private.id
    assert await visible(private.id, stranger, "k") == await visible(private.id, None, "k")
    assert await visible(private.id, None, "k") is not None
    for somebody, key in ((stranger, None), (stranger, "wrong"), (None, None), (None, ""), (stranger, "é")):
        assert await visible(private.id, somebody, key) is None
        assert await visible(uuid4(), somebody, key) is None
        assert await visible(listed.id, somebody, key) == listed


async def test_a_code_is_one_tables_and_another_may_be_tried_with_the_same_secret(store: Store) -> None:
    taken = await store.open()
    table = a_table(code=taken.code)

    assert not await store.tables.open(table, b"one")
    assert await store.tables.get(table.id) is None
    assert await store.tables.open(msgspec.structs.replace(table, code="ANOTHER1"), b"one")

    assert await store.tables.secret(table.id) == b"one"


async def test_a_table_has_one_rematch(store: Store) -> None:
    before = await store.open()
    wanted = [a_table(rematch_of=before.id) for _ in range(8)]

    answers = await asyncio.gather(
        *(store.tables.open(each, b"s") for each in wanted), return_exceptions=True
    )

    [first] = [each for each, answer in zip(wanted, answers, strict=True) if answer is True]
    refused = [answer for answer in answers if answer is not True]
    assert [type(answer) for answer in refused] == [RematchExistsError] * 7
    assert await store.tables.rematch_of(before.id) == first
    assert [await store.tables.get(each.id) for each in wanted if each is not first] == [None] * 7


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
    await store.append(an_entry(running.id, 1))

    mine = await store.tables.of_account(account, limit=9)

    assert [table.id for table in mine] == [running.id, seated.id, hosted.id]
    assert len(await store.tables.of_account(account, limit=1)) == 1
    assert mine[0].places[0].account == account


async def test_a_lesson_is_found_while_it_runs_and_is_in_no_list_of_tables(store: Store) -> None:
    account = uuid4()
    lesson = await store.open(host=account, lesson="decks 76")
    running = await store.open(host=account, lesson="decks 76")
    await store.append(an_entry(running.id, 1))

    found = await store.tables.running_lesson(account, "decks 76")

    assert lesson.lesson == "decks 76"
    assert found is not None
    assert found.id == running.id
    assert await store.tables.running_lesson(account, "decks 77") is None
    assert await store.tables.running_lesson(uuid4(), "decks 76") is None
    assert await store.tables.of_account(account, limit=9) == []


def reason_of(table: TableRow) -> tuple[str | None, str | None, str | None]:
    return table.halted, table.halted_cause, table.halted_text


async def test_a_table_is_halted_by_an_error_unless_another_cause_is_given(store: Store) -> None:
    table = await store.open()
    await store.tables.halt(table.id, "turn.py:7: KeyError")

    halted = await store.tables.get(table.id)

    assert halted is not None
    assert reason_of(halted) == ("turn.py:7: KeyError", "error", "")


async def test_a_cause_that_is_not_on_the_list_is_not_stored(database: str) -> None:
    async with on_postgres(database) as store:
        table = await store.open()

        with pytest.raises(asyncpg.CheckViolationError):
            await store.tables.halt(table.id, "turn.py:7: KeyError", cause="else")  # type: ignore[arg-type]


async def test_the_first_reason_to_halt_is_kept(store: Store) -> None:
    table = await store.open()
    await store.tables.halt(table.id, "turn.py:7: GameTimeoutError", text="no answer", cause="timeout")
    await store.tables.halt(table.id, "second")
    halted = await store.tables.get(table.id)
    await store.tables.resume(table.id)

    assert halted is not None
    assert reason_of(halted) == ("turn.py:7: GameTimeoutError", "timeout", "no answer")
    resumed = await store.tables.get(table.id)
    assert resumed is not None
    assert reason_of(resumed) == (None, None, None)
    assert resumed.halted_at is None
    assert len({table.revision, halted.revision, resumed.revision}) == 3


async def test_halted_tables_the_longest_halted_first_with_reason_and_time(store: Store) -> None:
    first, _, last = [await store.open() for _ in range(3)]
    for table in (last, first):
        await store.tables.halt(table.id, "turn.py:7: KeyError", text=table.code)
        await asyncio.sleep(0.005)
    await store.tables.halt(last.id, "again")

    halted = await store.tables.halted(limit=9)

    assert [(table.id, table.halted_text) for table in halted] == [
        (table.id, table.code) for table in (last, first)
    ]
    assert halted == [await store.tables.get(table.id) for table in (last, first)]
    times = [table.halted_at or 0 for table in halted]
    assert abs(times[0] - time.time_ns() // 1_000_000) < 60_000
    assert times[0] < times[1]
    assert await store.tables.halted(limit=1) == halted[:1]
    await store.tables.resume(last.id)
    assert await store.tables.halted(limit=9) == halted[1:]


async def test_tables_that_are_played_by_id_from_one_on(store: Store) -> None:
    _, closed, ended, *played = [await store.open(access="private") for _ in range(6)]
    await store.seating.close(closed.id)
    await store.append(an_entry(ended.id, 1, status="completed"))
    for table in played:
        await store.append(an_entry(table.id, 1, due_at=7))
    first, second, third = sorted(table.id for table in played)

    active = await store.tables.active(after=NO_TABLE, limit=9)

    assert active == [await store.tables.get(table) for table in (first, second, third)]
    assert [table.due_at for table in active] == [7, 7, 7]
    assert await store.tables.active(after=first, limit=1) == active[1:2]
    assert await store.tables.active(after=third, limit=9) == []


async def test_what_is_not_there_is_neither_halted_nor_resumed(store: Store) -> None:
    await store.tables.halt(uuid4(), "a bug")
    await store.tables.resume(uuid4())

    assert await store.tables.halted(limit=9) == []


async def test_a_host_has_at_most_so_many_tables_that_have_not_ended(store: Store) -> None:
    account = uuid4()
    _, running, ended, closed = [await store.open(host=account) for _ in range(4)]
    await store.open()
    await store.append(an_entry(running.id, 1))
    await store.append(an_entry(ended.id, 1, status="completed"))
    await store.seating.close(closed.id)

    with pytest.raises(TableLimitError):
        await store.tables.open(refused := a_table(host=account), b"secret", most=2)

    assert await store.tables.get(refused.id) is None
    with pytest.raises(LookupError):
        await store.tables.secret(refused.id)
    assert await store.tables.open(a_table(host=account), b"secret", most=3)
    assert await store.tables.open(a_table(host=account), b"secret")


async def test_many_opened_at_once_are_no_more_than_the_host_may_have(store: Store) -> None:
    account = uuid4()

    async def opened() -> bool:
        try:
            return await store.tables.open(a_table(host=account), b"secret", most=20)
        except TableLimitError:
            return False

    results = await asyncio.gather(*(opened() for _ in range(50)))

    assert sum(results) == 20
    assert len(await store.tables.of_account(account, limit=50)) == 20


async def test_running_public_tables_are_listed_for_those_who_watch(store: Store) -> None:
    public = [await store.open(access="public", code=f"PUB{number}") for number in range(3)]
    hidden = await store.open(access="unlisted", code="HIDDEN")
    for table in (*public[:2], hidden):
        await store.seating.take(table.id, a_place(0, uuid4()))
        taken = await store.tables.get(table.id)
        assert taken is not None
        await store.seating.begin(table.id, b"header", [place.id for place in taken.places])

    assert {table.id for table in await store.tables.running(limit=9)} == {table.id for table in public[:2]}
    assert len(await store.tables.running(limit=1)) == 1


async def test_a_table_has_the_name_it_was_opened_with_until_it_gets_another(store: Store) -> None:
    table = await store.open(name="Friday night")
    before = await store.revision(table.id)

    opened = await store.tables.get(table.id)
    await store.tables.rename(table.id, None)
    unnamed = await store.tables.get(table.id)

    assert opened is not None
    assert opened.name == "Friday night"
    assert unnamed is not None
    assert unnamed.name is None
    assert await store.revision(table.id) != before
