"""The relational record as a projection: each version once, whoever writes it, wherever it is killed."""

import asyncio
from contextlib import suppress
from itertools import pairwise
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from rondel.server.adapters.postgres.projection import _WRITE, PostgresProjection, _columns
from rondel.server.ports.projection import ProjectionRejectedError, ProjectionWrite
from rondel.server.ports.tables import TableRow
from rondel.server.ports.value import StoreUnavailableError
from tests.contracts.conftest import Store, a_place, an_entry, on_postgres

NOW = 1_700_000_000_000
CAMBIO = ("cambio",)


def rows(table: TableRow, version: int) -> dict[str, list[dict[str, object]]]:
    """What a version leaves: a turn of its own, and the number of it."""
    (place,) = table.places
    return {
        "game_session": [
            {"id": str(table.id), "version": version, "turn_number": version, "phase": "playing"},
        ],
        "turn": [
            {
                "id": str(UUID(int=table.id.int + version)),
                "game_session_id": str(table.id),
                "player_id": str(place.id),
                "turn_number": version,
                "created_at": NOW + version,
            }
        ],
        "player": [{"id": str(place.id), "score": version}],
    }


def a_write(table: TableRow, version: int, *, after: int | None = None, **changes: object) -> ProjectionWrite:
    write = ProjectionWrite(
        table.id,
        version - 1 if after is None else after,
        version,
        bytes(32),
        msgspec.json.encode(rows(table, version)),
    )
    return msgspec.structs.replace(write, **changes)


async def begun(
    store: Store, *, versions: int = 1, at: int = NOW, game: str = "cambio", lesson: str | None = None
) -> TableRow:
    """A table with so many rows in the journal, none of which is projected."""
    table = await store.open(game=game, seats=1, lesson=lesson)
    place = a_place(0, uuid4())
    assert await store.seating.take(table.id, place)
    assert await store.seating.begin(table.id, b"header", [place.id])
    for version in range(1, versions + 1):
        assert await store.append(an_entry(table.id, version, at=at)) is not None
    found = await store.tables.get(table.id)
    assert found is not None
    return found


async def version_of(store: Store, table: TableRow) -> int:
    return (await store.projection.versions([table.id])).get(table.id, 0)


async def turns(store: Store, table: TableRow) -> list[int]:
    stored = await store.projection.read(table.id)
    return sorted(row["turn_number"] for row in stored.rows.get("turn", ()))


async def test_a_version_is_written_with_its_rows(store: Store) -> None:
    table = await begun(store)

    assert await store.projection.write([a_write(table, 1)]) == {table.id}

    stored = await store.projection.read(table.id)
    assert stored.version == await version_of(store, table) == 1
    assert stored.rows["turn"][0]["created_at"] == NOW + 1
    assert stored.rows["turn"][0]["player_id"] == str(table.places[0].id)
    assert stored.rows["player"][0]["score"] == 1
    assert (stored.rows["game_session"][0]["phase"], stored.rows["game_session"][0]["turn_number"]) == (
        "playing",
        1,
    )


def card(table: TableRow, **changes: object) -> dict[str, object]:
    """A card of this table in the hand of its only player."""
    return {
        "id": str(UUID(int=table.id.int ^ 1)),
        "game_session_id": str(table.id),
        "rank": "7",
        "suit": "spades",
        "point_value": 7,
        "power": "peek_own",
        "location": "hand",
        "player_id": str(table.places[0].id),
        "position": 2,
        "visibility": "hidden",
        "shown_until": None,
        **changes,
    }


async def test_a_card_is_a_whole_row_and_may_go_back_to_null(store: Store) -> None:
    """Each row replaces the one before it, nulls included."""
    table = await begun(store, versions=3)
    phase = [{"id": str(table.id), "version": 1, "phase": "initial_view"}]
    steps = (
        card(table, visibility="peeking", shown_until=NOW + 5_000),
        card(table),
        card(table, location="deck", player_id=None, position=0),
    )
    found: list[object] = []
    for version, row in enumerate(steps, start=1):
        written = {"game_session": phase, "card": [row]}
        write = a_write(table, version, rows=msgspec.json.encode(written))
        assert await store.projection.write([write]) == {table.id}
        found += (await store.projection.read(table.id)).rows["card"]

    assert found == list(steps)


async def test_a_reset_deletes_the_cards(store: Store) -> None:
    table, other = await begun(store), await begun(store)
    for each in (table, other):
        written = msgspec.json.encode({**rows(each, 1), "card": [card(each)]})
        await store.projection.write([a_write(each, 1, rows=written)])

    await store.projection.reset(table.id)

    assert (await store.projection.read(table.id)).rows.get("card", []) == []
    assert (await store.projection.read(other.id)).rows["card"] == [card(other)]


async def test_a_version_is_written_once(store: Store) -> None:
    table = await begun(store)
    await store.projection.write([a_write(table, 1)])

    assert not await store.projection.write([a_write(table, 1)])
    assert not await store.projection.write([])
    assert await turns(store, table) == [1]


async def test_versions_are_written_in_order_only(store: Store) -> None:
    table = await begun(store, versions=3)

    for version in (3, 2):
        assert not await store.projection.write([a_write(table, version)])
    assert await version_of(store, table) == 0
    for version in (1, 2, 3):
        assert await store.projection.write([a_write(table, version)])
    assert await turns(store, table) == [1, 2, 3]


async def test_several_versions_may_be_one_write(store: Store) -> None:
    table = await begun(store, versions=5)
    await store.projection.write([a_write(table, 1)])

    assert not await store.projection.write([a_write(table, 5, after=2)])
    assert await store.projection.write([a_write(table, 5, after=1)]) == {table.id}
    assert await version_of(store, table) == 5


async def test_a_version_that_the_journal_does_not_have_is_not_written(store: Store) -> None:
    """It was lost in a failover, or replayed otherwise."""
    table = await begun(store, versions=2)
    await store.projection.write([a_write(table, 1)])

    assert not await store.projection.write([a_write(table, 2, digest=b"another".ljust(32))])
    assert not await store.projection.write([a_write(table, 3, after=1)])
    assert await version_of(store, table) == 1


async def test_of_two_projectors_at_once_one_writes_each_version(store: Store) -> None:
    tables = [await begun(store, versions=4) for _ in range(6)]
    written: list[UUID] = []

    async def project() -> None:
        for version in range(1, 5):
            while True:
                found = await store.projection.write([a_write(table, version) for table in tables])
                written.extend(found)
                versions = await store.projection.versions([table.id for table in tables])
                if all(versions.get(table.id, 0) >= version for table in tables):
                    break

    await asyncio.gather(project(), project(), project())

    assert sorted(written) == sorted(4 * [table.id for table in tables])
    assert [await turns(store, table) for table in tables] == [[1, 2, 3, 4]] * 6


async def test_a_batch_writes_the_tables_that_are_at_their_version(store: Store) -> None:
    early, ready = await begun(store, versions=2), await begun(store)

    assert await store.projection.write([a_write(early, 2), a_write(ready, 1)]) == {ready.id}


async def test_rows_for_a_table_outside_the_record_are_rejected(store: Store) -> None:
    table = await begun(store)

    with pytest.raises(ProjectionRejectedError, match="no table of the record: account"):
        await store.projection.write([a_write(table, 1, rows=b'{"account":[{"id":"x"}]}')])
    assert await version_of(store, table) == 0


async def test_what_was_left_behind_is_found_by_page(store: Store) -> None:
    tables = sorted([await begun(store, versions=2) for _ in range(5)], key=lambda table: table.id)
    await begun(store, game="decks")
    await store.open(game="cambio")
    await begun(store, versions=2, lesson="cambio 1")
    ids = [table.id for table in tables]
    for version in (1, 2):
        await store.projection.write([a_write(tables[2], version)])
    await store.projection.write([a_write(tables[3], 1)])

    assert await store.projection.behind(CAMBIO, older_ms=0, limit=9) == [*ids[:2], *ids[3:]]
    assert await store.projection.behind(CAMBIO, older_ms=0, limit=1) == ids[:1]
    assert await store.projection.behind(CAMBIO, older_ms=0, after=ids[0], limit=2) == [ids[1], ids[3]]
    assert await store.projection.behind((), older_ms=0, limit=9) == []
    assert await store.projection.recorded(CAMBIO, after=ids[0], limit=3) == ids[1:4]


async def test_what_was_committed_a_moment_ago_is_not_behind(store: Store) -> None:
    now = (await store.journal.look(uuid4())).now
    table = await begun(store, at=now)

    assert await store.projection.behind(CAMBIO, older_ms=60_000, limit=9) == []
    assert await store.projection.behind(CAMBIO, older_ms=0, limit=9) == [table.id]


async def test_a_failure_is_noted_until_the_next_write(store: Store) -> None:
    table = await begun(store)

    await store.projection.failed(table.id, "a rule is broken")

    assert await version_of(store, table) == 0
    assert await store.projection.behind(CAMBIO, older_ms=0, limit=9) == [table.id]
    assert await store.projection.write([a_write(table, 1)]) == {table.id}


async def test_a_reset_begins_again(store: Store) -> None:
    table, other = await begun(store, versions=2), await begun(store)
    for version in (1, 2):
        await store.projection.write([a_write(table, version)])
    before = await store.projection.read(table.id)
    await store.projection.write([a_write(other, 1)])

    await store.projection.reset(table.id)

    assert await turns(store, table) == []
    assert await version_of(store, table) == 0
    assert await store.projection.behind(CAMBIO, older_ms=0, limit=9) == [table.id]
    for version in (1, 2):
        assert await store.projection.write([a_write(table, version)]) == {table.id}
    assert await store.projection.read(table.id) == before
    assert await turns(store, other) == [1]


async def test_a_table_that_is_not_there_has_no_record(store: Store) -> None:
    nowhere = uuid4()

    assert (await store.projection.read(nowhere)).version == 0
    assert await store.projection.versions([nowhere]) == {}


async def test_an_ended_table_is_not_looked_at_again(database: str) -> None:
    async with on_postgres(database) as store:
        ended, abandoned, behind = [await begun(store, versions=1) for _ in range(3)]
        await store.projection.write([a_write(ended, 1, is_last=True), a_write(abandoned, 1)])
        for table in (abandoned, behind):
            assert await store.seating.abandon(table.id)

        await store.projection.settle(CAMBIO, limit=9)

        assert await finished(database) == {ended.id, abandoned.id}
        assert await store.projection.behind(CAMBIO, older_ms=0, limit=9) == [behind.id]


async def finished(database: str) -> set[UUID]:
    connection = await asyncpg.connect(database)
    found = await connection.fetch("SELECT id FROM game_session WHERE is_record_final")
    await connection.close()
    return {row["id"] for row in found}


async def test_rows_that_break_a_rule_are_rejected_by_its_name_and_leave_nothing(database: str) -> None:
    async with on_postgres(database) as store:
        bad, good = await begun(store), await begun(store)
        phase = msgspec.json.encode({"game_session": [{"id": "x", "phase": "final_round"}]})
        twice = msgspec.json.encode({"turn": [*rows(bad, 1)["turn"], *rows(bad, 1)["turn"]]})

        with pytest.raises(ProjectionRejectedError, match="the final round needs a caller"):
            await store.projection.write([a_write(good, 1), a_write(bad, 1, rows=phase)])
        with pytest.raises(ProjectionRejectedError, match=r"^CardinalityViolationError$"):
            await store.projection.write([a_write(bad, 1, rows=twice)])

        assert await version_of(store, good) == await version_of(store, bad) == 0
        assert await store.append(an_entry(bad.id, 2)) is not None


CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%moved AS%'
"""


async def test_killed_anywhere_it_has_a_version_with_all_its_rows_or_not_at_all(database: str) -> None:
    """Connections are cut while statements are under way; what is not there is sent again."""
    async with on_postgres(database) as store:
        tables = [await begun(store, versions=8) for _ in range(5)]
        owner = await asyncpg.connect(database)

        async def cut() -> None:
            for _ in range(60):
                await owner.execute(CUT)
                await asyncio.sleep(0.004)

        cutting, unanswered = asyncio.create_task(cut()), 0
        while left := await unfinished(store, tables):
            try:
                await store.projection.write([a_write(table, version + 1) for table, version in left])
            except StoreUnavailableError:
                unanswered += 1
        await cutting
        await owner.close()

        assert unanswered > 0
        for table in tables:
            assert await version_of(store, table) == 8
            assert await turns(store, table) == list(range(1, 9))


async def unfinished(store: Store, tables: list[TableRow]) -> list[tuple[TableRow, int]]:
    """The tables that are not at version 8, and where they are; connections may have to be made again."""
    while True:
        with suppress(StoreUnavailableError):
            versions = await store.projection.versions([table.id for table in tables])
            return [(table, version) for table in tables if (version := versions.get(table.id, 0)) < 8]


async def test_a_move_never_waits_for_a_projection_that_waits(database: str) -> None:
    """A projector that meets a lock gives up; the moves of other tables in its batch go on meanwhile."""
    async with on_postgres(database) as store:
        held, other = await begun(store), await begun(store)
        owner = await asyncpg.connect(database)
        async with owner.transaction():
            await owner.execute("SELECT FROM game_session WHERE id = $1 FOR UPDATE", held.id)
            writing = asyncio.create_task(store.projection.write([a_write(held, 1), a_write(other, 1)]))
            await asyncio.sleep(0.05)
            answers = [await store.append(an_entry(other.id, 2))]
            with pytest.raises(StoreUnavailableError) as gave_up:
                await writing
        await owner.close()

        assert None not in answers
        assert gave_up.value.cause == "contention"


async def test_moves_and_projections_of_the_same_tables_do_not_lock_each_other_out(database: str) -> None:
    async with on_postgres(database) as store:
        tables = [await begun(store) for _ in range(20)]
        projections = [store.projection, PostgresProjection(store.journal._pool)]  # type: ignore[attr-defined]

        async def play(table: TableRow) -> None:
            for version in range(2, 12):
                assert await store.append(an_entry(table.id, version)) is not None

        async def project(number: int) -> None:
            for version in range(1, 12):
                while True:
                    order = tables if number else tables[::-1]
                    await projections[number].write([a_write(table, version) for table in order])
                    versions = await store.projection.versions([table.id for table in tables])
                    if all(versions.get(table.id, 0) >= version for table in tables):
                        break

        await asyncio.gather(*map(play, tables), project(0), project(1))

        for table in tables:
            assert [b - a for a, b in pairwise(await turns(store, table))] == [1] * 10


async def test_a_row_that_another_projector_is_just_writing_is_not_missed(database: str) -> None:
    async with on_postgres(database) as store:
        table = await begun(store, versions=3)
        await store.projection.write([a_write(table, 1)])
        turn = {"turn": rows(table, 2)["turn"]}
        drawn = {"turn": [{"id": turn["turn"][0]["id"], "draw_source": "deck"}]}
        second = a_write(table, 2, rows=msgspec.json.encode(turn))
        third = a_write(table, 3, rows=msgspec.json.encode(drawn))
        another = await asyncpg.connect(database)
        under_way = another.transaction()
        await under_way.start()
        await another.fetch(_WRITE, *([value] for value in _columns(second)))

        writing = asyncio.create_task(store.projection.write([third]))
        await asyncio.sleep(0.1)
        await under_way.commit()
        if table.id not in await writing:
            assert await store.projection.write([third]) == {table.id}

        await another.close()
        stored = {row["turn_number"]: row for row in (await store.projection.read(table.id)).rows["turn"]}
        assert stored[2]["draw_source"] == "deck"
