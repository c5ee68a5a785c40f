"""A private table and one that was never there answer with the same bytes, at every door there is.

The doors are read from the server itself, so one that is added is walked to as well.
"""

import asyncio
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest
from litestar.routes import HTTPRoute

from rondel.server.api import asked, asked_of_people
from rondel.server.memory.cell import Cell
from rondel.server.memory.journal import MemoryJournal
from rondel.server.memory.tables import MemoryTables
from rondel.server.ports import Look, TableRow
from rondel.table.state import token_of
from tests.server.visitors import House, Visitor, open_house, settings

BODIES: dict[Any, list[Any]] = {
    None: [None, {}],
    asked.TakeSeat: [{}, {"seat": 1}, {"seat": 63, "key": "x"}],
    asked.NameTable: [{"name": "Friday"}, {"name": ""}],
    asked.ShutLobby: [{"isShut": True}],
    asked.NewHost: [{"seat": 1}, {"seat": 63}],
    asked.Ready: [{"isReady": True}],
    asked.AddBot: [{"level": "easy"}, {"level": "none", "seat": 9}],
    asked.StandIn: [{"level": "easy"}, {"level": "none"}],
    asked.TakeOver: [{"token": "x"}, {"token": "é"}],
    asked.Act: [
        {"id": str(uuid4()), "action": {"type": "DRAW_CARD", "payload": {"source": "deck"}}},
        {"id": str(uuid4()), "action": 7, "exp": 99},
    ],
    asked.AskForecast: [{"action": {"type": "DRAW_CARD", "payload": {"source": "deck"}}}, {"action": 7}],
    asked.GiveOrder: [{"order": {"type": "PASS_BUYING", "country": "Italy", "round": 1}}, {"order": 7}],
    asked.WriteNote: [{"text": "Ben bluffs"}, {"text": ""}],
    asked.Say: [{"text": "hi"}],
    asked.Mute: [{}, {"isMuted": False}],
    asked_of_people.Reason: [{"reason": "a test"}, {"reason": ""}],
    asked_of_people.ReportPlayer: [{"seat": 0}, {"text": "He cheats", "line": 1}, {}],
    asked_of_people.BlockPlayer: [{"kind": "mute", "seat": 0}, {"kind": None, "line": 1}],
}
"""What is asked with a body of each type. A new type of body wants a line here."""

SAMPLES = {
    "call": ("scores", "cambio", "nothing"),
    "game": ("cambio", "decks"),
    "seat": ("0", "1", "63"),
    "order": (str(uuid4()),),
    "removed": (str(uuid4()),),
    "line": ("1",),
}
QUERIES = ("", "?key=wrong", "?eyes=all&after=1", "?shape=x")
STATES = ("open", "active", "completed", "halted", "newer", "torn")
NOT_SAID = ("date",)

Ask = tuple[str, str, Any]


@pytest.fixture
def cell() -> Cell:
    return Cell()


def doors(house: House) -> Iterator[Ask]:
    """Every way to ask for a table: method, address with {table} in it, body."""
    for route in house.running.front.http.routes:
        if not isinstance(route, HTTPRoute) or "{table:uuid}" not in route.path:
            continue
        for method, (handler, _) in route.route_handler_map.items():
            if method == "OPTIONS":
                continue
            field = handler.parsed_data_field
            kind = None if field is None else field.annotation
            assert kind in BODIES, f"{route.path} takes {kind}: say in BODIES what to ask"
            for path in paths(route.path):
                for query in QUERIES if method == "GET" else QUERIES[:1]:
                    for body in [None] if method in ("GET", "DELETE") else BODIES[kind]:
                        yield method, path + query, body


def paths(path: str) -> Iterator[str]:
    """The address with samples for everything but the table."""
    for name, samples in SAMPLES.items():
        for part in (f"{{{name}:str}}", f"{{{name}:int}}", f"{{{name}:uuid}}"):
            if part in path:
                for sample in samples:
                    yield from paths(path.replace(part, sample))
                return
    assert path.count("{") == 1, f"{path}: say in SAMPLES what may stand there"
    yield path.replace("{table:uuid}", "{table}")


async def private(house: House, cell: Cell, host: Visitor, status: str) -> str:
    """A private table with its host and a bot, as far as `status`."""
    body = {"game": "cambio", "access": "private", "options": {"seats": 2, "initialViewMs": 1000}}
    table: str = (await host.post("/api/tables", body))["id"]
    await host.post(f"/api/tables/{table}/seat", {})
    await host.post(f"/api/tables/{table}/bots", {"level": "easy"})
    if status == "open":
        return table
    await host.post(f"/api/tables/{table}/start")
    if status == "completed":
        await host.post(f"/api/tables/{table}/end")
    known = UUID(table)
    if status == "halted":
        await house.node.tables.halt(known, "an error")
    if status == "newer":
        cell.change(known, rules=99)
    if status == "torn":
        cell.rows[known][0] = msgspec.structs.replace(cell.rows[known][0], events=b"[]")
    house.node.rooms.room(known).forget()
    return table


async def said(asker: Visitor, ask: Ask, table: str) -> tuple[int, str, dict[str, str]]:
    """The whole answer, with the id that was asked for made out."""
    method, path, body = ask
    token = {"X-Rondel-Bot": "x"}
    answer = await asker.ask(method, path.format(table=table), body, headers=token)
    headers = {name: value for name, value in answer.headers.items() if name not in NOT_SAID}
    return answer.status_code, answer.text.replace(table, "the table"), headers


@pytest.mark.parametrize("status", STATES)
async def test_69_no_door_shows_whether_there_is_a_private_table(cell: Cell, status: str) -> None:
    async with open_house(settings(limited=False), cell=cell) as house:
        host, stranger = await house.visitor("Ada"), await house.visitor("Eve")
        nobody = house.stranger()
        table = await private(house, cell, host, status)
        walked = 0
        for ask in doors(house):
            for asker in (stranger, nobody):
                there, missing = await said(asker, ask, table), await said(asker, ask, str(uuid4()))

                assert there == missing, ask
                assert there[0] in (400, 401, 403, 404), (ask, there)
                walked += 1

    assert walked > 100


class NotedTables(MemoryTables):
    """Tables that note what is read of them."""

    def __init__(self, cell: Cell, reads: list[str]) -> None:
        super().__init__(cell)
        self._reads = reads

    async def get(self, table: UUID) -> TableRow | None:
        self._reads.append("table")
        return await super().get(table)

    async def visible(self, table: UUID, account: UUID | None, key: str | None = None) -> TableRow | None:
        self._reads.append("visible table")
        return await super().visible(table, account, key)

    async def secret(self, table: UUID) -> bytes:
        self._reads.append("secret")
        return await super().secret(table)


class NotedJournal(MemoryJournal):
    """A journal that notes each look at it."""

    def __init__(self, cell: Cell, reads: list[str]) -> None:
        super().__init__(cell)
        self._reads = reads

    async def look(self, table: UUID, action_id: UUID | None = None) -> Look:
        self._reads.append("journal")
        return await super().look(table, action_id)


def noted(house: House, cell: Cell) -> list[str]:
    """What the server reads of its store from now on."""
    reads: list[str] = []
    house.node.tables = house.node.room_ports.tables = NotedTables(cell, reads)
    house.node.journal = house.node.room_ports.journal = NotedJournal(cell, reads)
    return reads


@pytest.mark.parametrize("status", ["open", "active", "completed"])
async def test_69_no_door_reads_more_or_less_for_a_private_table_than_for_none(
    cell: Cell, status: str
) -> None:
    """How long an answer takes is what is read for it; a table that the node remembers is no exception."""
    async with open_house(settings(limited=False), cell=cell) as house:
        host, stranger = await house.visitor("Ada"), await house.visitor("Eve")
        table = await private(house, cell, host, status)
        await host.get(f"/api/tables/{table}/view")
        reads = noted(house, cell)
        for ask in doors(house):
            reads.clear()
            await said(stranger, ask, table)
            there = list(reads)
            reads.clear()
            await said(stranger, ask, str(uuid4()))

            assert there == reads, ask


async def test_69_the_same_through_a_socket(cell: Cell) -> None:
    frames: list[dict[str, Any]] = [
        {"type": "sit"},
        {"type": "sit", "key": "wrong", "last": 3, "epoch": 1},
        {"type": "act", "id": str(uuid4()), "exp": 1, "action": {"type": "CONFIRM_INITIAL_VIEW"}},
        {"type": "chat", "text": "hi"},
    ]
    async with open_house(settings(limited=False), cell=cell) as house:
        host, stranger = await house.visitor("Ada"), await house.visitor("Eve")
        tables = [await private(house, cell, host, status) for status in STATES]
        async with stranger.socket() as wire:
            for frame in frames:
                heard = set()
                for table in (str(uuid4()), *tables):
                    await wire.send(**frame, table=table)
                    answer = await asyncio.wait_for(wire.connection.recv(), 5)
                    heard.add(str(answer).replace(table, "the table"))

                assert len(heard) == 1, heard
                assert "UNKNOWN_GAME" in heard.pop()


async def test_69_a_private_tables_code_is_no_code(cell: Cell) -> None:
    async with open_house(settings(limited=False), cell=cell) as house:
        host, stranger = await house.visitor("Ada"), await house.visitor("Eve")
        table = await private(house, cell, host, "open")
        code: str = (await host.get(f"/api/tables/{table}"))["code"]
        other = "".join(reversed(code)) if code != code[::-1] else "AAAAAA"

        answers: list[httpx.Response] = [
            await stranger.ask("GET", f"/api/codes/{each}") for each in (code, other)
        ]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


async def test_a_bot_is_told_why_its_table_cannot_be_played_here(cell: Cell) -> None:
    """By its own token; so it waits for another node instead of giving the table up."""
    async with open_house(settings(limited=False), cell=cell) as house:
        host = await house.visitor("Ada")
        table = await private(house, cell, host, "newer")
        token = token_of(cell.secrets[UUID(table)], "bot", 1).hex()

        answers = [
            await host.ask("GET", f"/api/bots/{table}/1", headers={"X-Rondel-Bot": each})
            for each in (token, "0" * 64)
        ]

    assert [answer.json()["code"] for answer in answers] == ["NEWER_RULES", "NOT_ALLOWED"]
