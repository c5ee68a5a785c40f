"""The commands for hosts on a server with two databases: home, and the cell east."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import UUID

import pytest

from rondel.server.maintenance.migrations import newest
from rondel.server.maintenance.owner import as_owner
from rondel.server.ports.ids import new_id
from tests.cli.halted_tables import a_running_table
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.served import serving
from tests.cli.test_record import fetched, play_at_two_tables
from tests.contracts.databases import created, emptied, migrated, url_of
from tests.contracts.ended_tables import ended, stored

AWAY = "postgresql://me:hidden@127.0.0.1:1/away"


class Server:
    """The addresses of the databases, and the shell that names them."""

    def __init__(self, shell: pytest.MonkeyPatch, home: str, **cells: str) -> None:
        self.home, self.cells, self.shell = home, cells, shell
        self.name(home, **cells)

    def name(self, home: str, **cells: str) -> None:
        self.shell.setenv("RONDEL_DATABASE_URL", home)
        self.shell.setenv("RONDEL_CELLS", ",".join(f"{name}={url}" for name, url in cells.items()))

    @property
    def east(self) -> str:
        return self.cells["east"]


@pytest.fixture(scope="module")
def urls() -> Iterator[tuple[str, str]]:
    """Home and a cell that it knows."""
    with migrated() as home, migrated() as east, pytest.MonkeyPatch.context() as shell:
        Server(shell, url_of(home), east=url_of(east))
        assert rondel("migrate").exit_code == 0
        yield url_of(home), url_of(east)


@pytest.fixture
def server(urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> Server:
    """Both without a row, and east takes no tables."""
    home, east = urls
    asyncio.run(emptied(home))
    asyncio.run(emptied(east))
    fetched(home, "UPDATE known_cell SET takes_tables = number = 0")
    return Server(monkeypatch, home, east=east)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Three databases that are migrated and not cells yet."""
    with ExitStack() as stack:
        home, east, west = (url_of(stack.enter_context(migrated())) for _ in range(3))
        yield Server(monkeypatch, home, east=east, west=west)


def a_table_in_east(server: Server, **more: object) -> UUID:
    return a_running_table(server.east, id=new_id(1), **more)  # type: ignore[arg-type]


def epoch(url: str) -> int:
    return int(fetched(url, "SELECT epoch FROM cell")[0]["epoch"])


def takes(server: Server) -> dict[str, bool]:
    return {row["name"]: row["takes_tables"] for row in fetched(server.home, "SELECT * FROM known_cell")}


def test_migrate_makes_each_database_into_its_cell_once(fresh: Server) -> None:
    at_newest = f"The database is at {newest()}, the newest.\n"
    lacking = rondel("migrate", "--check")
    first, second = rondel("migrate"), rondel("migrate")

    assert lacking.exit_code == 1
    assert (
        f"cell east:\n{at_newest}Home does not know it as the cell east. Run: rondel migrate\n"
        in lacking.stdout
    )
    assert first.exit_code == 0, first.output
    assert (
        f"cell home:\n{at_newest}cell east:\n{at_newest}"
        "It is cell 1 now. To let new tables go there: rondel cells open east\n"
        f"cell west:\n{at_newest}It is cell 2 now. "
    ) in first.stdout
    assert second.stdout == "".join(f"cell {name}:\n{at_newest}" for name in ("home", "east", "west"))
    assert rondel("migrate", "--check").exit_code == 0


def test_addresses_that_were_swapped_are_refused(fresh: Server) -> None:
    assert rondel("migrate").exit_code == 0

    fresh.name(fresh.home, east=fresh.cells["west"], west=fresh.cells["east"])
    cells = rondel("migrate")
    check = rondel("migrate", "--check")
    fresh.name(fresh.cells["east"], east=fresh.home)
    home = rondel("migrate")

    assert (cells.exit_code, check.exit_code, home.exit_code) == (1, 1, 1)
    assert cells.stderr == (
        "cell east: RONDEL_CELLS maps 'east' to a database that is cell 'west'. "
        "Give each cell its own address.\n"
        "cell west: RONDEL_CELLS maps 'west' to a database that is cell 'east'. "
        "Give each cell its own address.\n"
    )
    assert home.stderr == (
        "cell east: RONDEL_DATABASE_URL names the cell 'east', which has no accounts. "
        "Let it name home, and put this one into RONDEL_CELLS.\n"
    )
    assert fetched(fresh.home, "SELECT name FROM cell")[0]["name"] == "home"


def test_a_cell_that_does_not_answer_is_named_and_the_others_are_migrated(server: Server) -> None:
    server.name(server.home, away=AWAY, east=server.east)

    result = rondel("migrate")

    assert result.exit_code == 1
    assert result.stderr.startswith("cell away: Database postgresql://me:***@127.0.0.1:1/away: ")
    assert result.stdout.endswith(f"cell away:\ncell east:\nThe database is at {newest()}, the newest.\n")


def test_serve_migrates_the_cells_that_answer(fresh: Server) -> None:
    fresh.name(fresh.home, away=AWAY, east=fresh.east)

    with serving("--migrate", "--bots", "0") as served:
        assert served.stop() == 0

    assert served.has_printed(
        "The cell away is served later. Database postgresql://me:***@127.0.0.1:1/away: "
    )
    assert served.has_printed('"cell.joined"')
    assert rondel("migrate", "--check", "--cell", "east").exit_code == 0


def test_the_epoch_is_raised_in_one_database(server: Server) -> None:
    assert_wrong_use(rondel("migrate", "--raise-epoch"), "Say which: --cell home or --cell east.")

    result = rondel("migrate", "--raise-epoch", "--cell", "east")

    assert result.exit_code == 0, result.output
    assert f"The epoch is now {epoch(server.east)}." in result.stdout
    assert epoch(server.home) == 1 < epoch(server.east)


def test_the_doctor_looks_at_each_cell(server: Server) -> None:
    result = rondel("doctor")

    home, _, east = result.stdout.partition("cell east:\n")
    assert result.exit_code == 0, result.output
    assert "ok     cell east:    number 1, takes no new tables, its clock " in home
    assert "ok     cells:        new tables go to home\n" in home
    assert "ok     migrations:" in east
    assert "games:" not in east
    assert rondel("doctor", "--cell", "east").stdout.splitlines()[0].startswith("ok     database:")
    assert "cell east" not in rondel("doctor", "--database", server.east).stdout


def test_the_doctor_says_what_is_wrong_with_a_cell(fresh: Server) -> None:
    fresh.name(fresh.home, east=fresh.east)
    assert rondel("migrate").exit_code == 0
    fetched(
        fresh.east,
        "CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql"
        " AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 60000'",
    )
    slow = rondel("doctor", "--cell", "home")
    fresh.name(fresh.home, away=AWAY, west=fresh.cells["east"])
    odd = rondel("doctor", "--cell", "home")
    fetched(fresh.home, "INSERT INTO known_cell VALUES (2, 'away', false), (3, 'west', true)")
    known = rondel("doctor", "--cell", "home")

    assert slow.exit_code == 0, slow.output
    assert "warn   cell east:" in slow.stdout
    assert "ms from home's. Enable NTP on the machines of both databases." in slow.stdout
    assert odd.exit_code == known.exit_code == 1
    assert "WRONG  cell away:    home does not know it. Run: rondel migrate\n" in odd.stdout
    assert (
        "warn   cell east:    home knows it and RONDEL_CELLS does not: its tables cannot be reached. "
        in odd.stdout
    )
    assert "WRONG  cell away:    connection failed: " in known.stdout
    assert (
        "WRONG  cell west:    its database is the cell 'east', number 1, and not number 3. " in known.stdout
    )
    assert "new tables go to home, west\n" in known.stdout


def test_cells_are_listed_opened_and_closed(server: Server) -> None:
    a_table_in_east(server)

    assert rondel("cells", "open", "east").stdout == "New tables go into east, too.\n"
    assert takes(server) == {"home": True, "east": True}
    assert rondel("cells", "close", "home").exit_code == 0
    assert takes(server) == {"home": False, "east": True}
    listed = [line.split(maxsplit=3) for line in rondel("cells", "list").stdout.splitlines()[1:]]
    last = rondel("cells", "close", "east")

    assert listed == [["home", "0", "no", "0 open, 0 running"], ["east", "1", "yes", "0 open, 1 running"]]
    assert (last.exit_code, takes(server)["east"]) == (1, True)
    assert last.stderr == (
        "No other cell takes new tables, so east stays open. Open another first: rondel cells open NAME\n"
    )


def test_a_cell_that_is_not_reached_or_not_known_is_listed(server: Server) -> None:
    server.name(server.home, east=AWAY, north=AWAY.replace("away", "north"))

    result = rondel("cells", "list")

    assert result.exit_code == 0, result.output
    assert "connection failed: " in result.stdout.splitlines()[2]
    assert result.stdout.endswith("home does not know it. Run: rondel migrate\n")


@pytest.mark.parametrize("command", ["open", "close"])
def test_a_cell_that_home_does_not_know_is_neither_opened_nor_closed(command: str, server: Server) -> None:
    assert_wrong_use(
        rondel("cells", command, "north"),
        "There is no cell 'north'. Home knows: home, east.",
        "rondel migrate",
    )


def test_a_home_that_went_back_learns_cells_and_codes_again(fresh: Server) -> None:
    """West was met first, and is named second."""
    fresh.name(fresh.home, west=fresh.cells["west"])
    assert rondel("migrate").exit_code == 0
    fresh.name(fresh.home, **fresh.cells)
    assert rondel("migrate").exit_code == 0
    table = a_running_table(fresh.cells["west"], id=new_id(1), code="1NWEST00")
    fetched(fresh.home, "DELETE FROM known_cell WHERE number > 0")

    result = rondel("migrate")
    learnt = [rondel("cells", "codes") for _ in range(2)]

    assert result.exit_code == 0, result.output
    numbers = {row["name"]: row["number"] for row in fetched(fresh.home, "SELECT * FROM known_cell")}
    assert numbers == {"home": 0, "west": 1, "east": 2}
    codes = {row["code"]: row["table_id"] for row in fetched(fresh.home, "SELECT * FROM table_code")}
    assert codes == {"1NWEST00": table}
    assert "Codes of tables in west that were not known: 1. They are now.\n" in learnt[0].stdout
    assert "Codes of tables in west that were not known: 0." in learnt[1].stdout


def test_a_number_that_home_gave_to_another_cell_is_refused(fresh: Server) -> None:
    assert rondel("migrate").exit_code == 0
    fetched(fresh.home, "UPDATE known_cell SET name = 'north' WHERE name = 'east'")

    result = rondel("migrate")

    assert result.exit_code == 1
    assert result.stderr == "cell east: Cell 'east' has number 1, which belongs to another cell.\n"


@pytest.mark.parametrize("command", ["list", "open", "close", "codes"])
def test_each_command_explains_itself_with_an_example(command: str) -> None:
    assert f"Example: `rondel cells {command}" in rondel("cells", command, "--help").stdout


def test_each_cell_has_a_backup_that_becomes_it_again(server: Server, tmp_path: Path) -> None:
    a_running_table(server.home, code="ATHOME00")
    a_table_in_east(server, code="1NEAST00")
    for day in (1, 2):
        (tmp_path / f"rondel-{server.east.rpartition('/')[2]}@east-2020010{day}T000000Z.dump").touch()

    result = rondel("backup", "--to", tmp_path, "--keep", 2)

    assert result.exit_code == 0, result.output
    assert result.stdout.count("Deleted ") == 1
    of_east = sorted(path for path in tmp_path.iterdir() if "@east-" in path.name)
    (of_home,) = set(tmp_path.iterdir()) - set(of_east)
    assert len(of_east) == 2
    for file, code, now_set in (
        (of_home, "ATHOME00", "Now set RONDEL_DATABASE_URL to "),
        (of_east[-1], "1NEAST00", "Now set the cell east in RONDEL_CELLS to "),
    ):
        with created() as name:
            restored = rondel("restore", file, "--into", url_of(name))
            assert restored.stdout.splitlines()[-1].startswith(now_set), restored.output
            assert [row["code"] for row in fetched(url_of(name), "SELECT code FROM game_session")] == [code]
            assert epoch(url_of(name)) > 1


def test_halted_tables_of_all_cells_are_listed_and_found(server: Server) -> None:
    a_running_table(server.home, code="ATH0ME00")
    table = a_table_in_east(server, code="1NEAST00")

    listed = rondel("tables", "halted").stdout
    home, _, east = listed.partition("cell east:\n")

    assert ("ATH0ME00" in home, "ATH0ME00" in east) == (True, False)
    assert ("1NEAST00" in home, "1NEAST00" in east) == (False, True)
    for which in (table, "1NEAST00"):
        assert str(table) in rondel("tables", "show", which).stdout
    assert "is no longer halted" in rondel("tables", "resume", table).stdout
    assert fetched(server.east, "SELECT halted FROM game_session")[0]["halted"] is None
    nowhere = rondel("tables", "show", "ZZZZ9999")
    assert nowhere.stderr == "There is no table ZZZZ9999 in the cells home, east. Check the code.\n"
    elsewhere = rondel("tables", "show", new_id(7))
    assert "is in the cell number 7, which RONDEL_CELLS does not name." in elsewhere.stderr


def test_a_code_is_found_though_another_cell_is_away(server: Server) -> None:
    a_running_table(server.home, code="ATH0ME00")
    server.name(server.home, away=AWAY, east=server.east)
    a_table_in_east(server, code="1NEAST00")

    assert rondel("tables", "show", "1NEAST00").exit_code == 0
    assert rondel("tables", "show", "ZZZZ9999").stderr.startswith("Database postgresql://me:***@127.0.0.1:1")


def test_what_goes_through_all_tables_goes_through_all_cells(server: Server) -> None:
    """A table in east reads otherwise than it was left: the worst exit code counts."""
    asyncio.run(play_at_two_tables(server.east))
    fetched(server.east, "UPDATE game_session SET to_act = '{7}'")

    both = rondel("upgrade-check")
    home = rondel("upgrade-check", "--cell", "home")
    one = rondel("upgrade-check", "--table", new_id(1))

    before, _, after = both.stdout.partition("cell east:\n")
    assert (both.exit_code, home.exit_code, one.exit_code) == (1, 0, 0)
    assert before == f"cell home:\n{home.stdout}"
    assert "Checked 2 running tables" in after
    assert one.stdout == home.stdout == "Checked 0 running tables (0 moves): all load under this version.\n"
    assert rondel("record", "check").stdout == (
        "cell home:\n0 tables checked, 0 differences.\ncell east:\n2 tables checked, 0 differences.\n"
    )


def test_to_go_on_after_a_table_of_a_cell_begins_in_that_cell(server: Server) -> None:
    table = a_table_in_east(server)

    assert rondel("upgrade-check", "--after", table).stdout == (
        "Checked 0 running tables (0 moves): all load under this version.\n"
    )


def test_tables_of_all_cells_are_archived(server: Server, tmp_path: Path) -> None:
    async def fill(url: str, number: int) -> None:
        async with as_owner(url) as connection:
            await stored(connection, ended("decks", 2)[number:][:1], days_ago=40)

    for number, url in enumerate((server.home, server.east)):
        asyncio.run(fill(url, number))

    result = rondel("archive", "--to", tmp_path, "--move")

    assert result.exit_code == 0, result.output
    assert result.stdout.count("1 table moved, ") == 2
    for url in (server.home, server.east):
        assert fetched(url, "SELECT archived_at FROM game_session")[0]["archived_at"] is not None


def test_a_guest_who_sits_in_another_cell_is_not_pruned(server: Server) -> None:
    a_table_in_east(server)
    (row, *_) = fetched(server.east, "SELECT user_id FROM player WHERE user_id IS NOT NULL")
    guest = "INSERT INTO account (id, name, skeleton, created_at, kind) VALUES ('{}', '{}', '{}', 0, 'guest')"
    fetched(server.home, guest.format(row["user_id"], "sits", "sits"))
    fetched(server.home, guest.format(new_id(), "gone", "gone"))
    server.name(server.home, east=AWAY)
    away = rondel("prune", "--delete", "--cell", "home")
    server.shell.delenv("RONDEL_CELLS")
    unnamed = rondel("prune", "--delete")
    server.name(server.home, east=server.east)

    result = rondel("prune", "--delete")

    assert "guests     left alone: the cell east does not answer, and they may sit there" in away.stdout
    assert "guests     left alone: RONDEL_CELLS does not name east, and they may sit there" in unnamed.stdout
    assert result.exit_code == 0, result.output
    assert "        1  guests " in result.stdout
    assert [row["name"] for row in fetched(server.home, "SELECT name FROM account")] == ["sits"]


def test_a_cell_is_named_alone_and_an_address_is_one_database(server: Server) -> None:
    for command in (["doctor"], ["migrate"], ["prune"], ["upgrade-check"], ["tables", "halted"]):
        assert_wrong_use(
            rondel(*command, "--cell", "north"), "There is no cell 'north'. The cells are: home, east."
        )
    assert_wrong_use(
        rondel("migrate", "--cell", "east", "--database", server.east), "Say --database or --cell, not both"
    )
    assert rondel("tables", "halted", "--database", server.east).stdout == "No table is halted.\n"


def test_the_list_of_cells_is_homes(server: Server) -> None:
    refused = rondel("cells", "list", "--database", server.east)

    assert refused.exit_code == 2
    assert "names the cell 'east', which has no accounts" in " ".join(refused.output.split())


def test_passwords_of_cells_are_not_shown(server: Server) -> None:
    server.name(server.home, east=AWAY, west=AWAY.replace("/away", "/west"))

    shown = rondel("settings", "--changed").stdout

    assert "east=postgresql://me:***@127.0.0.1:1/away,west=postgresql://me:***@127.0.0.1:1/west" in shown
    assert "hidden" not in shown
