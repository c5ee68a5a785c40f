"""A database that can be read but does not take a row: a standby, a full disk, a primary that was cut off.

Rows 13, 14 and 23 of the fault catalogue. Each time nothing is acknowledged, no table is halted, Views are
still served, and the same id is played once when the database takes rows again.
"""

import ast
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import asyncpg
import msgspec
import pytest

import rondel.server
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.flows.play.move import play
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import ready, start, take_seat
from rondel.server.maintenance.migrations import migrate
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.settings import Settings
from rondel.server.startup.app import open_node
from tests.contracts.databases import url_of
from tests.faults.cluster import Postgres
from tests.server.nodes import new_move, somebody

ADA, BOB = somebody("Ada"), somebody("Bob")
T = TypeVar("T")

FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION full_disk()
"""
NOT_FULL = "LOCK TABLE journal; DROP TRIGGER full_disk ON journal; DROP FUNCTION full_disk"
"""Locked first, as an insert does it: the journal, then its partitions. The other order may be a deadlock."""
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"


@pytest.fixture
async def cell(template: str, owner: Any) -> AsyncIterator[Cell]:
    async with open_node(Settings(database_url=url_of(template))) as (cells, _):
        yield cells.home


async def begun(cell: Cell) -> UUID:
    table = await open_table(
        Cells(cell), ADA, game="cambio", options=msgspec.json.encode({"seats": 2}), seats=2
    )
    for person in (ADA, BOB):
        await take_seat(cell, person, table.id)
        await ready(cell, person.id, table.id, True)
    await start(cell, ADA.id, table.id)
    return table.id


@asynccontextmanager
async def standing_by(owner: Any, name: str) -> AsyncIterator[None]:
    """Every connection is one to a database that only reads, as to a standby."""
    await owner.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    await owner.execute(f"{CUT} AND pid <> pg_backend_pid()")
    try:
        yield
    finally:
        await owner.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only')
        await owner.execute(f"{CUT} AND pid <> pg_backend_pid()")


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """The answer, once the node has connections again."""
    for _ in range(100):
        try:
            return await ask()
        except StoreUnavailableError:
            await asyncio.sleep(0.05)
    raise AssertionError("there is no answer")


async def is_only_unavailable(cell: Cell, owner: Any, table: UUID) -> Any:
    """Nobody gets an ack, nothing is stored, the table is read and goes on; gives the move."""
    move = new_move(table, "CONFIRM_INITIAL_VIEW")
    for _ in range(3):
        with pytest.raises(StoreUnavailableError):
            await play(cell, ADA.id, move)
    assert await owner.fetchval("SELECT count(*) FROM journal") == 1
    assert await owner.fetchval("SELECT count(*) FROM game_session WHERE halted IS NOT NULL") == 0
    assert (await patiently(cell.rooms.room(table).current)).version == 1
    return move


async def test_14_a_standby_takes_no_move_and_halts_no_table(cell: Cell, owner: Any, template: str) -> None:
    table = await begun(cell)

    async with standing_by(owner, template):
        move = await is_only_unavailable(cell, owner, table)

    played = await patiently(lambda: play(cell, ADA.id, move))
    assert (played.version, played.duplicate) == (2, False)
    assert await owner.fetchval("SELECT count(*) FROM journal") == 2


async def test_23_a_full_disk_is_unavailable_and_breaks_nothing(cell: Cell, owner: Any) -> None:
    table = await begun(cell)
    await owner.execute(FULL)
    try:
        move = await is_only_unavailable(cell, owner, table)
    finally:
        await owner.execute(NOT_FULL)

    played = await play(cell, ADA.id, move)
    assert (played.version, played.duplicate) == (2, False)


async def commits_wait(url: str) -> None:
    """Return when a commit waits for a standby: after a reload, that is when the checkpointer has seen it."""
    other = await asyncpg.connect(url)
    try:
        while True:
            await other.execute("SELECT pg_logical_emit_message(true, 'probe', '')", timeout=3)
            await asyncio.sleep(0.02)
    except TimeoutError:
        await other.close(timeout=60)


async def test_13_a_primary_without_its_synchronous_standby_acknowledges_nothing() -> None:
    """Takes a cluster of its own: whether a commit waits is a setting of the whole server."""
    with Postgres() as cluster:
        await asyncio.to_thread(migrate, cluster.url)
        owner = await asyncpg.connect(cluster.url)
        await owner.execute("SET synchronous_commit = local")
        async with open_node(Settings(database_url=cluster.url)) as (cells, _):
            table = await begun(cells.home)
            move = new_move(table, "CONFIRM_INITIAL_VIEW")
            await owner.execute("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
            await owner.execute("SELECT pg_reload_conf()")
            await commits_wait(cluster.url)

            acking = asyncio.create_task(play(cells.home, ADA.id, move))
            await asyncio.sleep(1)
            assert not acking.done()

            await owner.execute("ALTER SYSTEM RESET synchronous_standby_names")
            await owner.execute("SELECT pg_reload_conf()")
            assert (await acking).version == 2
        await owner.close()


def test_14_there_is_one_database_and_one_place_that_connects_to_it() -> None:
    urls = [name for name in Settings.__struct_fields__ if name.endswith("_url") and "database" in name]
    folder = Path(rondel.server.__file__).parent
    places = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        for found in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(found, ast.Attribute) and found.attr in ("create_pool", "Pool", "connect")
        if isinstance(found.value, ast.Name) and found.value.id == "asyncpg"
    }

    assert urls == ["database_url"]
    assert "adapters/postgres/pool.py" in places
    commands = {f"maintenance/{name}.py" for name in ("doctor", "halted_tables", "owner")}
    assert places <= {"adapters/postgres/pool.py", *commands}
