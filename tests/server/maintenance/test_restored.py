"""A restore or a promotion at the same epoch is noticed: by clients that are ahead, and by its history."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
from structlog.testing import capture_logs

from rondel.server.adapters.postgres.lineage import History
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.move import play
from rondel.server.maintenance.doctor import Finding, examine
from rondel.server.maintenance.epoch import raise_epoch
from rondel.server.maintenance.migrations import migrate
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.settings import Settings
from rondel.server.startup.app import open_node
from tests.contracts.databases import copied
from tests.faults.pair import Pair
from tests.server.nodes import Club, new_move, somebody
from tests.server.rooms.test_rooms import lose_the_tail
from tests.server.visitors import House

ADA, BOB = somebody("Ada"), somebody("Bob")


def behind(logs: list[Any]) -> list[tuple[str, int, int]]:
    """How it was noticed, the version that was seen, and the head."""
    return [
        (line["kind"], line["version"], line["head"])
        for line in logs
        if line["event"] == "journal.behind_client"
    ]


def counted(cell: Cell, kind: str) -> float | None:
    return cell.node.metrics.registry.get_sample_value("rondel_journal_behind_total", {"kind": kind})


async def test_a_move_for_a_version_that_is_not_there_is_logged_once_for_its_table() -> None:
    club = Club()
    table = await club.begun(ADA, BOB)

    with capture_logs() as logs:
        for _ in range(3):
            with pytest.raises(ApiError, match="STALE_VERSION"):
                await play(club.cell, ADA.id, new_move(table, "CONFIRM_INITIAL_VIEW", expected_version=57))
        await play(club.cell, ADA.id, new_move(table, "CONFIRM_INITIAL_VIEW", expected_version=1))

    assert behind(logs) == [("move", 57, 1)]
    assert counted(club.cell, "move") == 1


async def test_a_node_that_is_only_behind_itself_says_nothing() -> None:
    club = Club()
    table = await club.begun(ADA, BOB)
    await club.other.rooms.room(table).current()
    await play(club.cell, ADA.id, new_move(table, "CONFIRM_INITIAL_VIEW", expected_version=1))

    with capture_logs() as logs:
        await play(club.other, BOB.id, new_move(table, "CONFIRM_INITIAL_VIEW", expected_version=2))

    assert behind(logs) == []


async def test_a_node_that_remembers_more_than_the_journal_has_says_so_again_in_the_next_epoch() -> None:
    club = Club()
    table = await club.begun(ADA, BOB)
    with capture_logs() as logs:
        for _ in range(2):
            await play(club.cell, ADA.id, new_move(table, "CONFIRM_INITIAL_VIEW"))
            lose_the_tail(club.memory, table, 1)
            with pytest.raises(StoreUnavailableError):
                await club.cell.rooms.room(table).current()
            club.memory.epoch += 1
            club.cell.room_context.observe_epoch(club.clock.at, club.memory.epoch)

    assert behind(logs) == [("node", 2, 1), ("node", 2, 1)]
    assert counted(club.cell, "node") == 2


async def test_a_client_that_comes_with_more_than_the_server_has_is_noted_and_shown_what_is_true(
    house: House,
) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(one, two, initialViewMs=60_000)
    epoch = house.cell.rooms.epoch

    with capture_logs() as logs:
        async with one.socket() as socket:
            first = await socket.sit(table, epoch=epoch - 1, lastVersion=57)
            second = await socket.sit(table, epoch=epoch, lastVersion=57)
            third = await socket.sit(table, epoch=epoch, lastVersion=57)

    assert [frame["type"] for frame in (first, second, third)] == ["view", "view", "view"]
    assert behind(logs) == [("watch", 57, 1)]


@pytest.fixture
async def database(template: str) -> AsyncIterator[str]:
    async with copied(template) as url:
        yield url


async def started(url: str) -> list[str]:
    """Start a node and stop it; what it says of the database."""
    with capture_logs() as logs:
        async with open_node(Settings(database_url=url)):
            pass
    return [line["reason"] for line in logs if line["event"] == "database.replaced"]


async def finding(url: str) -> Finding:
    """What the doctor says of the database's history."""
    [found] = [each async for each in examine(Settings(database_url=url)) if each.what == "history"]
    return found


async def test_a_restored_copy_at_the_same_epoch_is_found_until_the_epoch_is_raised(database: str) -> None:
    assert (await finding(database)).message == "no node has started on this database yet"
    assert await started(database) == []
    assert (await finding(database)).do is None

    async with copied(database.rpartition("/")[2]) as restored:
        found = await finding(restored)
        assert found.do is not None
        assert "rondel migrate --raise-epoch" in found.do
        assert "database " in found.message
        assert "timeline" not in found.message

        await asyncio.to_thread(raise_epoch, restored)
        assert (await finding(restored)).do is None
        assert await started(restored) == []

    async with copied(database.rpartition("/")[2]) as restored:
        [message] = await started(restored)
        assert message.startswith("database ")
        assert (await finding(restored)).do is None  # the host was warned, and it is noted


async def test_a_promoted_standby_is_on_another_timeline() -> None:
    async with Pair() as pair:
        await asyncio.to_thread(migrate, pair.primary.url)
        assert await started(pair.primary.url) == []
        await pair.catch_up()

        found = await finding(pair.standby.url)
        assert found.message == "this database is a standby and takes no rows"
        assert found.do is not None

        await pair.kill()
        await pair.promote()
        assert "timeline 1 became 2" in (await finding(pair.primary.url)).message
        assert await started(pair.primary.url) == ["timeline 1 became 2"]


async def test_where_the_server_keeps_its_history_to_itself_a_node_starts_all_the_same(database: str) -> None:
    owner = await asyncpg.connect(database)
    role = f"plain_{database[-6:]}"
    await owner.execute("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC")
    await owner.execute(f"CREATE ROLE {role} LOGIN IN ROLE rondel_app, rondel_secrets")
    try:
        plain = f"postgresql://{role}@{database.partition('@')[2]}"
        await owner.execute("GRANT SELECT ON alembic_version TO PUBLIC")

        assert await started(plain) == []
        assert (await finding(plain)).message.startswith("not compared: ")
    finally:
        await owner.execute(f"DROP OWNED BY {role}; DROP ROLE {role}")
        await owner.close()


@pytest.mark.parametrize(
    ("history", "change"),
    [
        (History("7/00000001/5", None, None, 1), None),
        (History("7/00000001/5", "7/00000001/5", 1, 1), None),
        (History("7/0000000B/5", "7/0000000A/5", 1, 2), None),
        (History("7/0000000B/5", "7/0000000A/5", 1, 1), "timeline 10 became 11"),
        (
            History("8/00000001/6", "7/00000002/5", 1, 1),
            "server 7 became 8, timeline 2 became 1, database 5 became 6",
        ),
    ],
)
def test_a_history_has_changed_only_if_the_epoch_has_not(history: History, change: str | None) -> None:
    assert history.change == change
