"""Journal: every version once, every id once, whoever appends; in memory and on PostgreSQL."""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4

import asyncpg
import pytest

from rondel.kernel import Outcome, Standing, Summary
from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.adapters.postgres.pool import connected
from rondel.server.ports.journal import (
    NO_HEAD,
    Appended,
    Entry,
    HeadSnapshot,
    Journal,
    OutboxRow,
    Snapshot,
)
from rondel.server.ports.value import StoreUnavailableError
from tests.contracts.conftest import Store, a_place, an_entry, on_postgres


async def test_what_was_appended_is_read_byte_by_byte(store: Store) -> None:
    table = await store.open()
    first, second = an_entry(table.id, 1), an_entry(table.id, 2)

    appended = await store.journal.append(first)
    await store.journal.append(second)

    assert appended is not None
    assert appended.epoch == 1
    assert appended.now > 1_700_000_000_000
    assert list(await store.journal.rows(table.id)) == [first.row, second.row]
    assert list(await store.journal.rows(table.id, after=1)) == [second.row]
    assert list(await store.journal.rows(table.id, until=1)) == [first.row]


async def test_a_look_gives_the_head_and_the_row_with_the_id(store: Store) -> None:
    table = await store.open()
    entry = an_entry(table.id, 1)
    await store.journal.append(entry)

    look = await store.journal.look(table.id, entry.row.action_id)

    assert look == HeadSnapshot(head=1, now=look.now, epoch=1, digest=entry.row.digest, row=entry.row)
    assert (await store.journal.look(table.id)).row is None
    assert (await store.journal.look(table.id, uuid4())).row is None
    assert (await store.journal.look(uuid4())).head == 0


async def test_a_row_keeps_what_it_drew(store: Store) -> None:
    table = await store.open()
    draws = (b'{"":0,"deck":0}', b"", b'{"deck":1}')
    entries = [an_entry(table.id, version, draws=each) for version, each in enumerate(draws, 1)]
    for entry in entries:
        await store.journal.append(entry)

    assert [row.draws for row in await store.journal.rows(table.id)] == list(draws)
    look = await store.journal.look(table.id, entries[0].row.action_id)
    assert look.row == entries[0].row


async def test_rows_are_confirmed_if_they_are_stored(store: Store) -> None:
    table, other = await store.open(), await store.open()
    row = an_entry(table.id, 1).row
    await store.journal.append(an_entry(table.id, 1))

    rows = [(table.id, 1, row.digest), (table.id, 1, b"another"), (table.id, 2, row.digest)]
    rows += [(other.id, 1, row.digest), (uuid4(), 1, row.digest)]
    for journal in (store.journal, store.other):
        found = await asyncio.gather(*(journal.confirm(*row) for row in rows))
        assert found == [True, False, False, False, False]


async def test_a_row_is_confirmed_while_an_append_holds_its_table(database: str) -> None:
    """An append that waits for the standby does so for as long as the standby is away."""
    async with on_postgres(database) as store:
        table = await store.open()
        entry = an_entry(table.id, 1)
        await store.journal.append(entry)
        holder = await asyncpg.connect(database)
        try:
            async with holder.transaction():
                await holder.execute("UPDATE game_session SET version = version WHERE id = $1", table.id)
                assert await store.journal.confirm(table.id, 1, entry.row.digest)
        finally:
            await holder.close()


async def test_a_version_is_stored_once_and_none_is_left_out(store: Store) -> None:
    table = await store.open()
    assert await store.journal.append(an_entry(table.id, 1)) is not None

    assert await store.journal.append(an_entry(table.id, 1)) is None
    assert await store.other.append(an_entry(table.id, 1)) is None
    assert await store.journal.append(an_entry(table.id, 3)) is None
    assert await store.journal.append(an_entry(uuid4(), 1)) is None

    assert [row.version for row in await store.journal.rows(table.id)] == [1]


async def test_an_id_is_stored_once_at_a_table(store: Store) -> None:
    table, elsewhere = await store.open(), await store.open()
    action_id = uuid4()
    await store.journal.append(an_entry(table.id, 1, action_id=action_id))

    assert await store.journal.append(an_entry(table.id, 2, action_id=action_id)) is None
    assert await store.journal.append(an_entry(elsewhere.id, 1, action_id=action_id)) is not None

    assert (await store.journal.look(table.id)).head == 1


async def test_a_halted_table_takes_no_rows_until_it_goes_on(store: Store) -> None:
    table = await store.open()
    await store.tables.halt(table.id, "a bug")

    assert await store.journal.append(an_entry(table.id, 1)) is None
    assert (await store.journal.look(table.id)).head == 0

    await store.tables.resume(table.id)
    revision = await store.revision(table.id)
    assert await store.journal.append(an_entry(table.id, 1, revision=revision)) is not None


async def test_a_row_must_go_on_from_the_digest_before_it(store: Store) -> None:
    table = await store.open()

    assert await store.journal.append(an_entry(table.id, 1, prior_digest=b"another")) is None
    assert await store.journal.append(an_entry(table.id, 1)) is not None
    assert await store.journal.append(an_entry(table.id, 2, prior_digest=b"another")) is None
    assert await store.journal.append(an_entry(table.id, 2)) is not None


async def test_a_row_must_know_the_record_as_it_is(store: Store) -> None:
    table = await store.open()
    assert await store.seating.take(table.id, a_place(0, uuid4()))

    assert await store.journal.append(an_entry(table.id, 1)) is None
    assert await store.journal.append(an_entry(table.id, 1, revision=await store.revision(table.id)))


async def test_the_table_tells_what_its_last_row_told(store: Store) -> None:
    table = await store.open()
    outcome = Outcome("scored", (Standing(0, 1, 7), Standing(2, 2)), (0,))
    summary = Summary("vote", "Italy", 3)
    await store.journal.append(an_entry(table.id, 1, to_act=(0, 2), due_at=99, summary=summary))
    running = await store.tables.get(table.id)
    await store.journal.append(an_entry(table.id, 2, status="completed", to_act=(), outcome=outcome))
    ended = await store.tables.get(table.id)

    assert running is not None
    assert (running.status, running.version, running.to_act, running.ending) == ("active", 1, (0, 2), None)
    assert ended is not None
    assert (ended.status, ended.version, ended.to_act, ended.ending) == ("completed", 2, (), "scored")
    assert (running.outcome, ended.outcome) == (None, outcome)
    assert (running.due_at, ended.due_at) == (99, None)
    assert (running.summary, ended.summary) == (summary, None)


async def test_the_newest_snapshot_that_is_old_enough(store: Store) -> None:
    table = await store.open()
    snapshots = [Snapshot(version, 1, 7, b"\x00state", bytes(32), b'{"":%d}' % version) for version in (1, 3)]
    await store.journal.append(an_entry(table.id, 1, snapshot=snapshots[0]))
    await store.journal.append(an_entry(table.id, 2))
    await store.journal.append(an_entry(table.id, 3, snapshot=snapshots[1]))

    assert await store.journal.snapshot(table.id) == snapshots[1]
    assert await store.journal.snapshot(table.id, until=2) == snapshots[0]
    assert await store.journal.snapshot(table.id, until=0) is None
    assert await store.journal.snapshot(uuid4()) is None


async def test_heads_of_the_tables_that_there_are(store: Store) -> None:
    moved, still = await store.open(), await store.open()
    await store.journal.append(an_entry(moved.id, 1))

    heads = await store.journal.heads(dict.fromkeys([moved.id, still.id, uuid4()], NO_HEAD))

    assert heads.tables == {moved.id: (1, 0), still.id: (0, 0)}
    assert (heads.epoch, (await store.journal.heads({})).tables) == (1, {})


async def test_heads_that_are_known_are_not_told(store: Store) -> None:
    moved, changed, known = [await store.open() for _ in range(3)]
    await store.journal.append(an_entry(moved.id, 1))

    heads = await store.journal.heads({moved.id: (0, 0), changed.id: (0, 1), known.id: (0, 0)})

    assert heads.tables == {moved.id: (1, 0), changed.id: (0, 0)}


async def test_running_tables_where_a_bot_owes_a_move(store: Store) -> None:
    waiting, moved_on, ended, halted = [await store.open() for _ in range(4)]
    await store.journal.append(an_entry(waiting.id, 1, to_act=(0, 1, 3), bots_to_act=(1, 3)))
    await store.journal.append(an_entry(moved_on.id, 1, bots_to_act=(1,)))
    await store.journal.append(an_entry(moved_on.id, 2))
    await store.journal.append(an_entry(ended.id, 1, bots_to_act=(1,), status="abandoned"))
    await store.journal.append(an_entry(halted.id, 1, bots_to_act=(1,)))
    await store.tables.halt(halted.id, "a bug")

    assert await store.journal.bots_to_act(limit=9) == [(waiting.id, 1)]
    assert await store.journal.bots_to_act(limit=9, after=waiting.id) == []
    assert await store.journal.bots_to_act(limit=0) == []


async def test_a_database_that_has_fallen_back_is_not_believed(store: Store) -> None:
    table = await store.open()
    await store.set_epoch(2)
    assert await store.journal.append(an_entry(table.id, 1)) is None  # its record was read before
    appended = await store.journal.append(an_entry(table.id, 1, epoch=2))
    assert appended is not None
    assert appended.epoch == 2

    await store.set_epoch(1)
    with pytest.raises(StoreUnavailableError):
        await store.journal.append(an_entry(table.id, 2, epoch=2))
    with pytest.raises(StoreUnavailableError):
        await store.journal.look(table.id)

    assert (await store.other.look(table.id)).head == 1
    await store.set_epoch(3)
    assert await store.journal.append(an_entry(table.id, 2, epoch=3)) is not None


async def test_appends_of_one_table_follow_each_other(store: Store) -> None:
    table = await store.open()

    results = await asyncio.gather(
        *(store.journal.append(an_entry(table.id, version)) for version in range(1, 9))
    )

    assert None not in results
    assert (await store.journal.look(table.id)).head == 8


async def test_of_all_who_append_the_same_version_one_is_first(store: Store) -> None:
    table = await store.open()

    results = await asyncio.gather(
        *(
            journal.append(an_entry(table.id, 1))
            for journal in (store.journal, store.other)
            for _ in range(16)
        )
    )

    assert sum(each is not None for each in results) == 1
    assert len(await store.journal.rows(table.id)) == 1


async def test_the_same_id_sent_to_two_nodes_is_stored_once(store: Store) -> None:
    table = await store.open()
    entries = [an_entry(table.id, 1) for _ in range(32)]

    results = await asyncio.gather(
        *(journal.append(entry) for entry in entries for journal in (store.journal, store.other))
    )

    assert sum(each is not None for each in results) == 1


async def moves(journal: Journal, table: UUID, count: int) -> list[UUID]:
    """Append so many rows, each as often as it takes; gives the ids that were acknowledged."""
    acked = []
    for _ in range(count):
        action_id = uuid4()
        while True:
            try:
                look = await journal.look(table, action_id)
                if look.row is not None:
                    break
                if await journal.append(an_entry(table, look.head + 1, action_id=action_id)) is not None:
                    break
            except StoreUnavailableError:
                await asyncio.sleep(0.01)
        acked.append(action_id)
    return acked


async def test_32_writers_at_one_table(store: Store) -> None:
    table = await store.open()

    writers = [moves(journal, table.id, 4) for journal in (store.journal, store.other) for _ in range(16)]
    acked = [action_id for ids in await asyncio.gather(*writers) for action_id in ids]

    rows = await store.journal.rows(table.id)
    assert [row.version for row in rows] == list(range(1, 129))
    assert Counter(row.action_id for row in rows) == Counter(acked)


async def test_32_writers_at_200_tables(store: Store) -> None:
    tables = [(await store.open()).id for _ in range(200)]
    dice = random.Random(5)
    acked: dict[UUID, list[UUID]] = {table: [] for table in tables}

    async def writer(journal: Journal) -> None:
        for table in dice.choices(tables, k=40):
            acked[table] += await moves(journal, table, 1)

    await asyncio.gather(*(writer(journal) for journal in (store.journal, store.other) for _ in range(16)))

    for table, ids in acked.items():
        rows = await store.journal.rows(table)
        assert [row.version for row in rows] == list(range(1, len(ids) + 1))
        assert {row.action_id for row in rows} == set(ids)


async def test_whoever_gives_up_takes_nobody_elses_answer_along(store: Store) -> None:
    tables = [(await store.open()).id for _ in range(20)]
    tasks = [
        asyncio.create_task(store.journal.append(an_entry(table, 1))) for table in tables for _ in range(2)
    ]
    await asyncio.sleep(0)

    for task in tasks[::4]:
        task.cancel()
    answers = await asyncio.gather(*tasks, return_exceptions=True)

    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[::4])
    for table, one, other in zip(tables, answers[::2], answers[1::2], strict=True):
        stored = len(await store.journal.rows(table))
        rejected = [one, other].count(None)
        assert stored == 1
        assert not any(isinstance(answer, Exception) for answer in (one, other))
        assert rejected <= 1
    await store.journal.append(an_entry(tables[0], 2))
    assert (await store.journal.look(tables[0])).head == 2


async def test_whoever_appends_in_the_very_moment_of_an_answer_is_not_left_waiting(database: str) -> None:
    async with on_postgres(database) as store, connected(database) as pool:
        journal = PostgresJournal(pool, flushers=1)
        table = await store.open()

        async with asyncio.timeout(9):
            for version in range(1, 4):
                assert await journal.append(an_entry(table.id, version)) is not None


async def test_moves_elsewhere_go_past_a_table_whose_row_is_locked(database: str) -> None:
    async with on_postgres(database) as store:
        locked, free = await store.open(), await store.open()
        owner = await asyncpg.connect(database)
        async with owner.transaction():
            await owner.execute("SELECT FROM game_session WHERE id = $1 FOR UPDATE", locked.id)
            waiting = asyncio.create_task(store.journal.append(an_entry(locked.id, 1)))
            await asyncio.sleep(0.05)

            for version in range(1, 4):
                async with asyncio.timeout(30):
                    assert await store.journal.append(an_entry(free.id, version)) is not None
            assert not waiting.done()
        await owner.close()

        async with asyncio.timeout(30):
            assert await waiting is not None


async def test_appends_that_follow_one_another_closely_share_statements(database: str) -> None:
    """While one statement is under way the others gather, so there are far fewer statements than appends."""
    async with on_postgres(database) as store, connected(database) as pool:
        journal, statements = PostgresJournal(pool), 0
        send = journal._send

        async def counted(entries: Sequence[Entry]) -> Mapping[UUID, Appended]:
            nonlocal statements
            statements += 1
            return await send(entries)

        journal._send = counted  # type: ignore[method-assign]
        tables = [(await store.open()).id for _ in range(16)]

        async def play(table: UUID) -> None:
            for version in range(1, 9):
                assert await journal.append(an_entry(table, version)) is not None

        await asyncio.gather(*map(play, tables))

        assert statements <= 16 * 8 / 2


async def test_an_entry_that_breaks_a_check_fails_alone(database: str) -> None:
    async with on_postgres(database) as store:
        good = [(await store.open()).id for _ in range(9)]
        bad = (await store.open()).id

        answers = await asyncio.gather(
            *(store.journal.append(an_entry(table, 1)) for table in good),
            store.journal.append(an_entry(bad, 1, status="dancing")),
            return_exceptions=True,
        )

        assert all(answer is not None and not isinstance(answer, Exception) for answer in answers[:-1])
        assert isinstance(answers[-1], asyncpg.CheckViolationError)
        heads = await store.journal.heads(dict.fromkeys(good, NO_HEAD))
        assert {version for version, _ in heads.tables.values()} == {1}
        assert (await store.journal.look(bad)).head == 0


async def test_an_errand_is_in_the_outbox_once_for_each_seat_and_kind(database: str) -> None:
    async with on_postgres(database) as store:
        table = await store.open()
        outbox = (OutboxRow("other"), OutboxRow("turn", 1), OutboxRow("turn", 2), OutboxRow("turn", 2))
        await store.journal.append(an_entry(table.id, 1, outbox=outbox))

    connection = await asyncpg.connect(database)
    rows = await connection.fetch("SELECT version, kind, seat, tries FROM outbox ORDER BY id")
    await connection.close()
    assert [tuple(row) for row in rows] == [(1, "other", None, 0), (1, "turn", 1, 0), (1, "turn", 2, 0)]


async def test_whoever_was_acknowledged_is_there_though_the_database_cuts_everybody_off(
    database: str,
) -> None:
    async with on_postgres(database) as store:
        tables = [(await store.open()).id for _ in range(20)]
        owner = await asyncpg.connect(database)
        cut = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

        async def cutting() -> None:
            for _ in range(5):
                await asyncio.sleep(0.05)
                await owner.execute(cut)

        writers = [moves(store.journal, table, 30) for table in tables]
        *acked, _ = await asyncio.gather(*writers, cutting())

        await owner.close()
        for table, ids in zip(tables, acked, strict=True):
            assert ids is not None
            assert [row.action_id for row in await store.journal.rows(table)] == ids


async def test_a_database_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(StoreUnavailableError):
        async with connected("postgresql://127.0.0.1:1/nowhere"):
            pass


async def test_behind_a_pooler_nothing_is_kept_for_a_connection(database: str) -> None:
    async with on_postgres(database) as store, connected(database, is_pooled=True) as pool:
        table = await store.open()
        journal = PostgresJournal(pool)

        assert await journal.append(an_entry(table.id, 1)) is not None
        assert (await journal.look(table.id)).head == 1
