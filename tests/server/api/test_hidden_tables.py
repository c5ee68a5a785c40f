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

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.journal import MemoryJournal
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.api import requests
from rondel.server.ports.journal import HeadSnapshot
from rondel.server.ports.tables import TableRow
from rondel.table.state import token_of
from tests.server.visitors import House, Visitor, open_house, settings

BODIES: dict[Any, list[Any]] = {
    None: [None, {}],
    requests.TakeSeat: [{}, {"seat": 1}, {"seat": 63}],
    requests.NameTable: [{"name": "Friday"}, {"name": ""}],
    requests.LockTable: [{"isLocked": True}],
    requests.NewHost: [{"seat": 1}, {"seat": 63}],
    requests.Ready: [{"isReady": True}],
    requests.AddBot: [{"level": "easy"}, {"level": "none", "seat": 9}],
    requests.ReplaceWithBot: [{"level": "easy"}, {"level": "none"}],
    requests.TakeOver: [{"token": "x"}, {"token": "é"}],
    requests.MoveRequest: [
        {"id": str(uuid4()), "action": {"type": "DRAW_CARD", "payload": {"source": "deck"}}},
        {"id": str(uuid4()), "action": 7, "expectedVersion": 99},
    ],
    requests.AskForecast: [{"action": {"type": "DRAW_CARD", "payload": {"source": "deck"}}}, {"action": 7}],
    requests.GiveOrder: [{"order": {"type": "PASS_BUYING", "country": "Italy", "round": 1}}, {"order": 7}],
    requests.WriteNote: [{"text": "Ben bluffs"}, {"text": ""}],
    requests.Say: [{"text": "hi"}],
    requests.Mute: [{}, {"isMuted": False}],
    requests.Reason: [{"reason": "a test"}, {"reason": ""}],
    requests.ReportPlayer: [{"seat": 0}, {"text": "He cheats", "line": 1}, {}],
    requests.BlockPlayer: [{"kind": "mute", "seat": 0}, {"kind": None, "line": 1}],
}
"""What is asked with a body of each type. A new type of body wants a line here."""

SAMPLES = {
    "call": ("scores", "cambio", "nothing"),
    "game": ("cambio", "decks"),
    "seat": ("0", "1", "63"),
    "order": (str(uuid4()),),
    "removed": (str(uuid4()),),
    "line": ("1",),
    "turn": ("0", "63"),
}
QUERIES = ("", "?key={key}", "?perspective=all&after=1", "?shape=x")
"""What follows an address. The key itself opens nothing there: an address gets into logs."""

KEYS = (None, "wrong", "", "k" * 65, "\u00e9")
"""What is sent in the header `Rondel-Key`."""

STATES = ("open", "active", "completed", "halted", "newer", "torn")
IGNORED_HEADERS = ("date",)

Ask = tuple[str, str, Any, str | None]


@pytest.fixture
def memory() -> MemoryDatabase:
    return MemoryDatabase()


def doors(house: House) -> Iterator[Ask]:
    """Every way to ask for a table: method, address with {table} and perhaps {key} in it, body, header."""
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
                for query in QUERIES if method == "GET" else QUERIES[:2]:
                    for body in [None] if method in ("GET", "DELETE") else BODIES[kind]:
                        for key in KEYS if query == "" else KEYS[:1]:
                            yield method, path + query, body, key


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


async def private(house: House, memory: MemoryDatabase, host: Visitor, status: str) -> tuple[str, str]:
    """The id and the key of a private table with its host and a bot, as far as `status`."""
    body = {"game": "cambio", "access": "private", "options": {"seats": 2, "initialViewMs": 1000}}
    opened = await host.post("/api/tables", body)
    table, key = opened["id"], opened["key"]
    await host.post(f"/api/tables/{table}/seat", {})
    await host.post(f"/api/tables/{table}/bots", {"level": "easy"})
    if status == "open":
        return table, key
    await host.post(f"/api/tables/{table}/start")
    if status == "completed":
        await host.post(f"/api/tables/{table}/end")
    known = UUID(table)
    if status == "halted":
        await house.cell.tables.halt(known, "an error")
    if status == "newer":
        memory.change(known, rules=99)
    if status == "torn":
        memory.rows[known][0] = msgspec.structs.replace(memory.rows[known][0], events=b"[]")
    house.cell.rooms.room(known).drop_cache()
    return table, key


async def fetch(asker: Visitor, ask: Ask, table: str, key: str) -> tuple[int, str, dict[str, str]]:
    """The whole answer, with the id that was asked for made out. `key` is the right one."""
    method, path, body, sent = ask
    given = {"X-Rondel-Bot": "x"} if sent is None else {"X-Rondel-Bot": "x", "Rondel-Key": sent}
    latin = {name: value.encode("latin-1") for name, value in given.items()}
    answer = await asker.ask(method, path.format(table=table, key=key), body, headers=latin)
    headers = {name: value for name, value in answer.headers.items() if name not in IGNORED_HEADERS}
    return answer.status_code, answer.text.replace(table, "the table"), headers


@pytest.mark.drawn(1 / 3)
@pytest.mark.parametrize("status", STATES)
async def test_69_no_door_shows_whether_there_is_a_private_table(memory: MemoryDatabase, status: str) -> None:
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        host, stranger = await house.visitor("Ada"), await house.visitor("Eve")
        nobody = house.stranger()
        table, key = await private(house, memory, host, status)
        walked = 0
        for ask in doors(house):
            for asker in (stranger, nobody):
                there = await fetch(asker, ask, table, key)
                missing = await fetch(asker, ask, str(uuid4()), key)

                assert there == missing, ask
                assert there[0] in (400, 401, 403, 404), (ask, there)
                walked += 1

    assert walked > 100


class NotedTables(MemoryTables):
    """Tables that note what is read of them."""

    def __init__(self, memory: MemoryDatabase, reads: list[str]) -> None:
        super().__init__(memory)
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

    def __init__(self, memory: MemoryDatabase, reads: list[str]) -> None:
        super().__init__(memory)
        self._reads = reads

    async def look(self, table: UUID, action_id: UUID | None = None) -> HeadSnapshot:
        self._reads.append("journal")
        return await super().look(table, action_id)


def noted(house: House, memory: MemoryDatabase) -> list[str]:
    """What the server reads of its store from now on."""
    reads: list[str] = []
    house.cell.tables = house.cell.room_context.tables = NotedTables(memory, reads)
    house.cell.journal = house.cell.room_context.journal = NotedJournal(memory, reads)
    return reads


@pytest.mark.drawn(1 / 3)
@pytest.mark.parametrize("status", ["open", "active", "completed"])
async def test_69_no_door_reads_more_or_less_for_a_private_table_than_for_none(
    memory: MemoryDatabase, status: str
) -> None:
    """How long an answer takes is what is read for it; a table that the node remembers is no exception."""
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        host, stranger = await house.visitor("Ada"), await house.visitor("Eve")
        table, key = await private(house, memory, host, status)
        await host.get(f"/api/tables/{table}/view")
        reads = noted(house, memory)
        for ask in doors(house):
            reads.clear()
            await fetch(stranger, ask, table, key)
            there = list(reads)
            reads.clear()
            await fetch(stranger, ask, str(uuid4()), key)

            assert there == reads, ask


async def test_69_the_same_through_a_socket(memory: MemoryDatabase) -> None:
    frames: list[dict[str, Any]] = [
        {"type": "watch"},
        {"type": "watch", "key": "wrong", "lastVersion": 3, "epoch": 1},
        {"type": "act", "id": str(uuid4()), "expectedVersion": 1, "action": {"type": "CONFIRM_INITIAL_VIEW"}},
        {"type": "chat", "text": "hi"},
    ]
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        host, stranger = await house.visitor("Ada"), await house.visitor("Eve")
        tables = [(await private(house, memory, host, status))[0] for status in STATES]
        async with stranger.socket() as wire:
            for frame in frames:
                answers = set()
                for table in (str(uuid4()), *tables):
                    await wire.send(**frame, table=table)
                    answer = await asyncio.wait_for(wire.connection.recv(), 5)
                    answers.add(str(answer).replace(table, "the table"))

                assert len(answers) == 1, answers
                assert "UNKNOWN_GAME" in answers.pop()


async def test_69_a_private_tables_code_is_no_code(memory: MemoryDatabase) -> None:
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        host, stranger = await house.visitor("Ada"), await house.visitor("Eve")
        table, _ = await private(house, memory, host, "open")
        code: str = (await host.get(f"/api/tables/{table}"))["code"]
        other = "".join(reversed(code)) if code != code[::-1] else "AAAAAA"

        answers: list[httpx.Response] = [
            await stranger.ask("GET", f"/api/codes/{each}") for each in (code, other)
        ]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


async def test_a_bot_is_told_why_its_table_cannot_be_played_here(memory: MemoryDatabase) -> None:
    """By its own token; so it waits for another node instead of giving the table up."""
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        host = await house.visitor("Ada")
        table, _ = await private(house, memory, host, "newer")
        token = token_of(memory.secrets[UUID(table)], "bot", 1).hex()

        answers = [
            await host.ask("GET", f"/api/bots/{table}/1", headers={"X-Rondel-Bot": each})
            for each in (token, "0" * 64)
        ]

    assert [answer.json()["code"] for answer in answers] == ["NEWER_RULES", "NOT_ALLOWED"]
