"""Tables in several databases are found, played, listed and forgotten as if they were in one."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import UUID

import asyncpg
import pytest

from rondel.server.cells.cell import Cell
from rondel.server.flows.accounts import moderation
from rondel.server.flows.accounts.moderation import COMMAND_LINE
from rondel.server.maintenance.known_cells import (
    CellMismatchError,
    cells_known,
    make_cell,
    register_cell,
    take_tables,
)
from rondel.server.ports.ids import HOME, cell_of, new_id
from rondel.server.ports.placement import weight_of
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.settings import Settings, SettingsError
from tests.contracts.databases import copied, emptied, migrated, url_of
from tests.faults.balancer import Balancer
from tests.server.visitors import House, eventually, open_house, settings


class Site:
    """A home and a cell `east`, which is reached through a switch."""

    def __init__(self, home: str, east: str) -> None:
        self.home = home
        self.east = east
        self.switch = Balancer(random.Random(1))

    @property
    def through_switch(self) -> str:
        parts = urlsplit(self.east)
        user = f"{parts.username}@" if parts.username else ""
        return urlunsplit(parts._replace(netloc=f"{user}127.0.0.1:{self.switch.port}"))

    def mend(self) -> None:
        """East answers."""
        self.switch.ports = [urlsplit(self.east).port or 5432]

    async def only(self, *names: str) -> None:
        """These take new tables."""
        for name in await cells_known(self.home):
            await take_tables(self.home, name, name in names)

    @asynccontextmanager
    async def house(self, **more: Any) -> AsyncIterator[House]:
        chosen = settings(
            database_url=self.home, cells=(f"east={self.through_switch}",), rate_limits=False, **more
        )
        async with open_house(chosen) as house:
            yield house


@pytest.fixture(scope="module")
def databases() -> Iterator[tuple[str, str]]:
    with migrated() as home, migrated() as east:
        asyncio.run(_made(url_of(home), url_of(east)))
        yield url_of(home), url_of(east)


async def _made(home: str, east: str) -> None:
    await make_cell(east, await register_cell(home, "east"))


@pytest.fixture
async def site(databases: tuple[str, str]) -> AsyncIterator[Site]:
    """Both are empty, and new tables go into east."""
    site = Site(*databases)
    await emptied(site.home)
    await emptied(site.east)
    await site.only("east")
    async with site.switch:
        site.mend()
        yield site


@pytest.fixture
async def house(site: Site) -> AsyncIterator[House]:
    async with site.house() as opened:
        yield opened


async def test_a_table_of_another_cell_is_opened_found_and_played(house: House, site: Site) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob)
    assert cell_of(UUID(table)) == 1
    code = (await ada.get(f"/api/tables/{table}"))["code"]
    assert (await bob.get(f"/api/codes/{code}"))["id"] == table
    assert [each["id"] for each in await bob.get("/api/me/tables")] == [table]
    async with ada.socket() as wire:
        view = await wire.sit(table)
        assert view["type"] == "view"
        await wire.send(type="chat", table=table, text="Hello")
        assert (await wire.until("chat"))["text"] == "Hello"
    connection = await asyncpg.connect(site.home)
    try:
        assert await connection.fetchval("SELECT count(*) FROM game_session") == 0
        assert await connection.fetchval("SELECT count(*) FROM account") == 2
    finally:
        await connection.close()


async def test_bots_are_told_of_turns_in_every_cell(house: House, site: Site) -> None:
    tables = set()
    for name in ("home", "east"):
        await site.only(name)
        ada = await house.visitor(name)
        table = await house.table(ada, start=False)
        await ada.post(f"/api/tables/{table}/bots", {"level": "greedy"})
        await ada.post(f"/api/tables/{table}/start")
        tables.add(table)

    async def find_tables() -> set[str]:
        return {str(turn.table) for turn in await house.running.api.next_bot_turns(limit=10)}

    async with asyncio.timeout(30):
        while await find_tables() != tables:
            await asyncio.sleep(0.05)


async def test_lists_are_of_all_cells_the_newest_first(house: House, site: Site) -> None:
    ada = await house.visitor("Ada")
    opened = []
    for name in ("home", "east", "home", "east"):
        await site.only(name)
        body = {"game": "decks", "options": {}, "access": "public"}
        opened.append((await ada.post("/api/tables", body))["id"])
    listed = await ada.ask("GET", "/api/tables")
    assert [each["id"] for each in listed.json()] == opened[::-1]
    assert "Rondel-Incomplete" not in listed.headers
    assert {cell_of(UUID(each)) for each in opened} == {HOME, 1}


async def test_a_cell_that_is_away_stops_only_its_tables(house: House, site: Site) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    away = await house.table(ada, bob)
    code = (await ada.get(f"/api/tables/{away}"))["code"]
    await site.only("home")
    here = await house.table(ada, bob)
    await site.only("home", "east")
    site.switch.hang_up()

    answer = await ada.ask("GET", f"/api/tables/{away}")
    assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE")
    assert (await ada.ask("GET", f"/api/codes/{code}")).status_code == 503
    listed = await ada.ask("GET", "/api/me/tables")
    assert [each["id"] for each in listed.json()] == [here]
    assert listed.headers["Rondel-Incomplete"] == "true"
    async with ada.socket() as wire:
        assert (await wire.sit(here))["type"] == "view"
        assert (await wire.sit(away))["code"] == "UNAVAILABLE"
    for _ in range(4):  # wherever its host would have had it
        new = await house.table(await house.visitor("Eve"), start=False)
        assert cell_of(UUID(new)) == HOME
    assert (await ada.ask("PATCH", "/api/me", {"name": "Adele"})).status_code == 503
    assert (await ada.ask("DELETE", "/api/me")).status_code == 503
    assert (await ada.get("/api/me"))["name"] == "Ada"
    assert (await ada.ask("GET", "/readyz")).status_code == 200

    site.mend()
    east = house.cells.at(UUID(away))
    await eventually(lambda: not east.is_away())
    assert (await ada.get(f"/api/tables/{away}"))["status"] == "active"
    assert "Rondel-Incomplete" not in (await ada.ask("GET", "/api/me/tables")).headers


async def test_a_cell_that_refuses_connections_is_away(house: House, site: Site) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob)
    name = urlsplit(site.east).path.strip("/")
    connection = await asyncpg.connect(url_of("postgres"))
    try:
        await connection.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name
        )
        for _ in range(3):
            listed = await ada.ask("GET", "/api/tables")
            assert (listed.status_code, listed.headers["Rondel-Incomplete"]) == (200, "true")
            assert (await ada.ask("GET", f"/api/tables/{table}")).status_code == 503
        assert house.cells.at(UUID(table)).is_away()
    finally:
        await connection.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        await connection.close()
    east = house.cells.at(UUID(table))
    await eventually(lambda: not east.is_away())
    assert (await ada.get(f"/api/tables/{table}"))["status"] == "active"
    assert not await moderation.find_tables(house.cells, "")  # none was halted


async def test_a_stranger_learns_nothing_of_a_private_table_of_a_cell_that_is_away(
    house: House, site: Site
) -> None:
    ada, bob, eve = [await house.visitor(name) for name in ("Ada", "Bob", "Eve")]
    body = {"game": "cambio", "options": {"seats": 2}, "access": "private"}
    opened = await ada.post("/api/tables", body)
    for visitor in (ada, bob):
        await visitor.post(f"/api/tables/{opened['id']}/seat", {}, headers={"Rondel-Key": opened["key"]})
        await visitor.post(f"/api/tables/{opened['id']}/ready", {"isReady": True})
    await ada.post(f"/api/tables/{opened['id']}/start")
    site.switch.hang_up()
    private = await eve.ask("GET", f"/api/tables/{opened['id']}")
    nothing = await eve.ask("GET", f"/api/tables/{new_id(1)}")
    assert private.status_code == nothing.status_code == 503
    assert {**private.json(), "table": None} == {**nothing.json(), "table": None}


async def test_a_cell_without_its_rights_stops_no_node(site: Site) -> None:
    connection = await asyncpg.connect(site.east)
    try:
        await connection.execute("REVOKE SELECT ON journal FROM rondel_app")
        async with site.house() as house:
            assert house.cells.waiting == {"east"}
            await connection.execute("GRANT SELECT ON journal TO rondel_app")
            await eventually(lambda: not house.cells.waiting)
    finally:
        await connection.execute("GRANT SELECT ON journal TO rondel_app")
        await connection.close()


async def test_a_deletion_that_fails_half_way_is_asked_for_again(house: House, site: Site) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    await house.table(ada, bob)
    connection = await asyncpg.connect(site.east)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE note")  # for as long as a statement waits
            assert (await ada.ask("DELETE", "/api/me")).status_code == 503
        east = house.cells.at(new_id(1))
        await eventually(lambda: not east.is_away())
        assert (await ada.ask("DELETE", "/api/me")).status_code == 204
    finally:
        await connection.close()


async def test_chat_that_cannot_be_read_holds_up_no_other_table(site: Site, redis: str) -> None:
    hour_ms = 3_600_000
    async with (
        site.house(redis_url=redis, heads_ms=hour_ms) as one,
        site.house(redis_url=redis, heads_ms=hour_ms) as other,
    ):
        ada, bob = await one.visitor("Ada"), await one.visitor("Bob")
        away = await one.table(ada, bob, start=False)
        await site.only("home")
        here = await one.table(ada, bob, start=False)
        there = other.stranger("Ada")
        there.http.cookies = ada.http.cookies
        connection = await asyncpg.connect(site.east)
        try:
            async with connection.transaction(), there.socket() as wire:
                for table in (away, here):
                    await wire.send(type="watch", table=table)
                    await wire.until("view")
                await connection.execute("LOCK TABLE chat")
                await one.node.bus.announce([(UUID(away), 0)])
                await ada.post(f"/api/tables/{here}/start")
                while (await wire.until("view"))["status"] != "active":
                    pass
                waiting = (
                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1"
                )
                assert await connection.fetchval(waiting, urlsplit(site.east).path.strip("/"))
        finally:
            await connection.close()


async def test_a_node_starts_without_a_cell_and_joins_it_later(site: Site) -> None:
    site.switch.hang_up()
    async with site.house() as house:
        ada = await house.visitor("Ada")
        assert (await ada.ask("POST", "/api/tables", {"game": "decks", "options": {}})).status_code == 503
        await site.only("home", "east")
        table = (await ada.post("/api/tables", {"game": "decks", "options": {}}))["id"]
        assert cell_of(UUID(table)) == HOME
        listed = await ada.ask("GET", "/api/tables")
        assert listed.headers["Rondel-Incomplete"] == "true"
        with pytest.raises(StoreUnavailableError):
            house.cells.at(new_id(1))
        site.mend()
        await eventually(lambda: not house.cells.waiting)
        await site.only("east")
        assert cell_of(UUID(await house.table(ada, start=False))) == 1


async def test_nobody_is_exported_or_deleted_before_all_cells_are_joined(site: Site) -> None:
    """Cells that are joined later may hold something of theirs."""
    site.switch.hang_up()
    async with site.house() as house:
        ada = await house.visitor("Ada")
        for method, path in (("GET", "/api/me/export"), ("DELETE", "/api/me")):
            answer = await ada.ask(method, path)
            assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE"), path
        assert (await ada.get("/api/me"))["name"] == "Ada"
        site.mend()
        await eventually(lambda: not house.cells.waiting)
        assert (await ada.get("/api/me/export"))["chat"] == []
        assert (await ada.ask("DELETE", "/api/me")).status_code == 204


async def test_a_database_that_is_another_cell_is_not_joined(site: Site, logged: Any) -> None:
    chosen = settings(database_url=site.home, cells=(f"west={site.through_switch}",), rate_limits=False)
    async with open_house(chosen) as house:
        assert house.cells.waiting == {"west"}
        assert "home does not know this cell: run rondel migrate" in logged.getvalue()
        await register_cell(site.home, "west")
        await eventually(lambda: "the database is the cell 'east', not 'west'" in logged.getvalue())
        assert house.cells.waiting == {"west"}


async def test_a_database_with_nothing_in_it_stops_no_node(site: Site, logged: Any) -> None:
    async with copied("template0") as empty:
        cells = (f"north={empty}", f"nowhere={url_of('rondel_test_nowhere')}")
        for name in ("north", "nowhere"):
            await register_cell(site.home, name)
        async with open_house(settings(database_url=site.home, cells=cells, rate_limits=False)) as house:
            assert house.cells.waiting == {"north", "nowhere"}
            assert (await house.stranger().ask("GET", "/readyz")).status_code == 200
    assert "does not exist: see rondel doctor" in logged.getvalue()


async def test_a_cell_is_not_served_as_home(site: Site) -> None:
    with pytest.raises(SettingsError, match="names the cell 'east', which has no accounts"):
        async with open_house(settings(database_url=site.east)):
            pass


async def test_absences_are_judged_although_a_cell_is_not_known(house: House, site: Site) -> None:
    await site.only("home")
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = UUID(await house.table(ada, bob))
    presence = house.running._presence
    assert await presence._grace_ms(table) is not None
    presence._graces.clear()
    await presence._learn_graces({table, new_id(77)})
    assert set(presence._graces) == {table}


async def test_a_cell_that_hangs_is_not_waited_for(house: House, site: Site) -> None:
    ada = await house.visitor("Ada")
    table = UUID(await house.table(ada, start=False))
    called, until_end = asyncio.Event(), asyncio.Event()

    async def hangs(cell: Cell) -> list[int]:
        if cell.number != HOME:
            called.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            await until_end.wait()  # as a statement that was cancelled and is not answered
        return [cell.number]

    async with asyncio.timeout(30):
        found = await house.cells.each(hangs)
    assert called.is_set()
    assert found == ([HOME], False)
    east = house.cells.at(table)
    east.is_away = lambda: True
    called.clear()
    assert await house.cells.each(hangs) == ([HOME], False)
    assert not called.is_set()
    until_end.set()


async def test_there_is_no_list_without_home(house: House) -> None:
    """Accounts are there: what others have would look like all there is."""

    async def home_is_away(cell: Cell) -> list[int]:
        if cell.number == HOME:
            raise StoreUnavailableError("home is away")
        return [cell.number]

    with pytest.raises(StoreUnavailableError, match="home is away"):
        await house.cells.each(home_is_away)


async def test_what_was_made_a_cell_or_has_people_is_made_no_other(site: Site, house: House) -> None:
    known = await register_cell(site.home, "north")
    assert known.number > 1
    assert await register_cell(site.home, "north") == known
    with pytest.raises(CellMismatchError, match="that is cell 'east'"):
        await make_cell(site.east, known)
    await house.visitor("Ada")
    with pytest.raises(CellMismatchError, match="accounts of its own"):
        await make_cell(site.home, known)


async def test_everything_about_a_person_is_exported_and_forgotten(house: House, site: Site) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob)
    await ada.post(f"/api/tables/{table}/note", {"text": "mine"})
    async with ada.socket() as wire:
        await wire.sit(table)
        await wire.send(type="chat", table=table, text="Hello")
        await wire.until("chat")
    assert (await ada.ask("PATCH", "/api/me", {"name": "Adele"})).status_code == 200
    export = await ada.get("/api/me/export")
    assert [each["table"] for each in export["notes"]] == [table]
    assert [each["text"] for each in export["chat"]] == ["Hello"]
    assert [each["name"] for each in export["seats"]] == ["Adele"]
    assert (await ada.ask("DELETE", "/api/me")).status_code == 204
    connection = await asyncpg.connect(site.east)
    try:
        names = await connection.fetch("SELECT display_name FROM player ORDER BY seat")
        assert [row[0] for row in names] == ["Former player", "Bob"]
        for kind in ("chat", "note"):
            assert await connection.fetchval(f"SELECT count(*) FROM {kind} WHERE account_id IS NOT NULL") == 0
    finally:
        await connection.close()


async def test_what_a_moderator_does_in_a_cell_is_logged_at_home(house: House, site: Site) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = UUID(await house.table(ada, bob))
    await house.cells.at(table).tables.halt(table, "a fault")
    assert [each.id for each in await moderation.find_tables(house.cells, "")] == [table]
    await moderation.resume(house.cells, COMMAND_LINE, table, reason="mended")
    await moderation.close(house.cells, COMMAND_LINE, table, reason="over")
    assert [line.act.kind for line in await moderation.log(house.node, None)] == ["close", "resume"]


async def test_two_nodes_hear_of_each_others_moves_in_every_cell(site: Site, redis: str) -> None:
    async with site.house(redis_url=redis) as one, site.house(redis_url=redis) as other:
        ada, bob = await one.visitor("Ada"), await one.visitor("Bob")
        table = await one.table(ada, bob, start=False)
        token = await bob.bearer()
        there = other.stranger("Bob")
        there.http.headers["Authorization"] = f"Bearer {token}"
        assert (await there.get(f"/api/tables/{table}"))["status"] == "open"
        await ada.post(f"/api/tables/{table}/start")
        async with asyncio.timeout(30):
            while (await there.get(f"/api/tables/{table}"))["status"] != "active":
                await asyncio.sleep(0.05)


def test_a_new_cell_takes_its_share_and_moves_nobody_else() -> None:
    hosts = [new_id() for _ in range(2000)]

    def where(cells: range) -> dict[UUID, int]:
        return {host: max(cells, key=lambda cell: weight_of(host, cell)) for host in hosts}

    before, after = where(range(3)), where(range(4))
    moved = [host for host in hosts if before[host] != after[host]]
    assert all(after[host] == 3 for host in moved)
    assert 350 < len(moved) < 650


def test_an_id_says_its_cell_and_sorts_by_time() -> None:
    for cell in (HOME, 1, 77, 4095):
        ids = [new_id(cell) for _ in range(50)]
        assert ids == sorted(ids)
        assert {cell_of(each) for each in ids} == {cell}
        assert len(set(ids)) == 50
    assert cell_of(UUID(int=0)) == HOME


@pytest.mark.parametrize(
    "cells",
    [
        "east",
        "East=postgresql://h/d",
        "home=postgresql://h/d",
        "east=mysql://h/d",
        "east=postgresql://rondel:SEK/RET@h/d",
        "east=postgresql://h/d,east=postgresql://h/e",
        "east=postgresql://h/home",
    ],
)
def test_cells_that_cannot_be_are_refused_without_their_passwords(cells: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment({"RONDEL_DATABASE_URL": "postgresql://h/home", "RONDEL_CELLS": cells})
    assert "RONDEL_CELLS" in str(refused.value)
    assert "SEK" not in str(refused.value)


def test_cells_need_a_home() -> None:
    with pytest.raises(SettingsError, match="requires RONDEL_DATABASE_URL"):
        Settings.from_environment({"RONDEL_CELLS": "east=postgresql://h/d"})
    named = Settings.from_environment(
        {
            "RONDEL_DATABASE_URL": "postgresql://h/home",
            "RONDEL_CELLS": "east=postgresql://h/d,b=postgres://i/e",
        }
    )
    assert named.cell_urls == {"east": "postgresql://h/d", "b": "postgres://i/e"}
