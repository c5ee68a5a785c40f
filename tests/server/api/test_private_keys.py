"""The key of a private table opens it in the header of a call, and is written down nowhere on its way."""

import asyncio
from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import UUID

import pytest

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.ports.tables import TableRow
from tests.server.collector import Collector, collecting
from tests.server.visitors import QUICK, House, Visitor, open_house, settings


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with collecting(monkeypatch) as taking:
        yield taking


async def a_private_game(
    *players: Visitor, game: str = "cambio", options: dict[str, Any] = QUICK
) -> tuple[str, dict[str, str]]:
    """A private table where these play; its id, and the header that opens it."""
    body = {"game": game, "access": "private", "options": options, "seats": len(players)}
    opened = await players[0].post("/api/tables", body)
    table, key = opened["id"], {"Rondel-Key": opened["key"]}
    for player in players:
        await player.post(f"/api/tables/{table}/seat", {}, headers=key)
        await player.post(f"/api/tables/{table}/ready", {"isReady": True})
    await players[0].post(f"/api/tables/{table}/start")
    return table, key


async def test_with_the_key_somebody_without_a_seat_watches_the_game_and_takes_it_home(house: House) -> None:
    ada, eve = await house.visitor("Ada"), await house.visitor("Eve")
    table, key = await a_private_game(ada, game="decks", options={})
    await ada.act(table, {"type": "CLOSE_PLANNER", "payload": {}})

    for path in ("", "/view", "/log", "/past", "/chat", "/note", "/transcript"):
        address = f"/api/tables/{table}{path}"
        assert (await eve.ask("GET", address)).status_code == 404, path
        assert (await eve.ask("GET", address, headers=key)).status_code == 200, path
    for path, body in (("/chat", {"text": "Well played"}), ("/reports", {"seat": 0, "text": "He cheats"})):
        answer = await eve.ask("POST", f"/api/tables/{table}{path}", body, headers=key)
        assert answer.is_success, answer.text


async def test_those_who_played_find_the_key_of_the_rematch(house: House) -> None:
    ada, bob, eve = [await house.visitor(name) for name in ("Ada", "Bob", "Eve")]
    table, key = await a_private_game(ada, bob)
    for player in (ada, bob):
        await player.post(f"/api/tables/{table}/end/request")
    first = await ada.post(f"/api/tables/{table}/rematch")

    second = await bob.post(f"/api/tables/{table}/rematch")

    assert (second["id"], second["key"]) == (first["id"], first["key"])
    seat = f"/api/tables/{second['id']}/seat"
    assert (await eve.ask("POST", seat, {}, headers=key)).status_code == 404
    assert (await bob.post(seat, {}, headers={"Rondel-Key": second["key"]}))["seat"] == 0


class FailingTables(MemoryTables):
    """A store whose errors quote what it was asked for."""

    async def visible(self, table: UUID, account: UUID | None, key: str | None = None) -> TableRow | None:
        if key is not None:
            raise RuntimeError(f"no row for {key}")
        return await super().visible(table, account, key)


async def test_the_key_is_in_no_log_no_trace_and_no_figure(logged: StringIO, collector: Collector) -> None:
    memory = MemoryDatabase()
    async with open_house(settings(traces=True, rate_limits=False), memory=memory) as house:
        ada, bob, eve = [await house.visitor(name) for name in ("Ada", "Bob", "Eve")]
        table, header = await a_private_game(ada, bob)
        at, key = f"/api/tables/{table}", header["Rondel-Key"]

        async def walk() -> set[int]:
            """Ask in the right way, and as somebody would who writes the key into the address."""
            asks: list[tuple[str, str, Any]] = [
                ("GET", f"{at}/{key}", None),
                ("GET", f"/t/{table}?key={key}", None),
                *(("GET", f"{at}{path}?key={key}", None) for path in ("", "/view", "/past", "/transcript")),
                ("POST", f"{at}/chat?key={key}", {"text": "hi"}),
                ("POST", f"{at}/seat?key={key}", {"key": key}),
                ("POST", f"{at}/act?key={key}", {"id": key, "action": key}),
            ]
            return {(await eve.ask(*ask, headers=header)).status_code for ask in asks}

        await ada.act(table, {"type": "CONFIRM_INITIAL_VIEW", "payload": {}})
        await asyncio.to_thread(collector.wait_for, "rondel.move", 1)
        statuses = await walk()
        async with eve.socket() as wire:
            assert (await wire.sit(table, key=key))["type"] == "view"
        house.cell.tables = house.cell.room_context.tables = FailingTables(memory)
        house.cell.rooms.room(UUID(table)).drop_cache()
        statuses |= await walk()
        figures = house.node.metrics.text().decode()

    assert {200, 400, 404, 500} <= statuses
    assert '"request.failed"' in logged.getvalue()
    for written in (logged.getvalue(), figures, *(span.text for span in collector.spans)):
        assert key not in written
