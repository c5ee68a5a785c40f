"""Text that PostgreSQL cannot store, NUL and lone surrogates: refused on every route and in every frame."""

import json
from collections.abc import Iterator
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest
import websockets
from websockets.typing import Origin

from rondel.server.api.websocket.socket import read
from rondel.wire.strict import MalformedError
from tests.contracts.databases import url_of
from tests.sample import sample
from tests.server.flows.test_moderation import staffed
from tests.server.visitors import ORIGIN, House, Visitor, address, open_house, settings

TEXTS: Final = ("\u0000", "ab\u0000cd", "\\\u0000", "\ud800", "\udc00\ud800")
"""The last two are lone surrogates, which no address can hold."""

FINE: Final = ("\\u0000", "\\\\u0000", "\ufffd", "\U0001f600")
"""Text that looks like it, and text at the edge of what can be stored."""

METHODS: Final = ("get", "post", "put", "patch", "delete")


async def operations(house: House) -> list[tuple[str, str, Any]]:
    """Every method of every path, with what the schema says of it."""
    paths = (await house.stranger().get("/schema/openapi.json"))["paths"]
    return [
        (method, path, calls[method])
        for path, calls in paths.items()
        for method in METHODS
        if method in calls
    ]


def texts_of(schema: Any, root: Any) -> Iterator[str]:
    """The fields of a body that may be text, or that hold what a game reads."""
    while "$ref" in schema:
        schema = root["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for name, field in schema.get("properties", {}).items():
        described = json.dumps(field)
        if '"string"' in described or described in ("{}", '{"title"}'):
            yield name


async def response_to(who: Visitor, method: str, path: str, **more: Any) -> httpx.Response:
    return await who.http.request(method.upper(), path, **more)


@pytest.fixture
async def stored(template: str) -> Any:
    """A server with its database."""
    async with open_house(settings(database_url=url_of(template), rate_limits=False)) as house:
        yield house


async def test_no_address_holds_nul(stored: House) -> None:
    boss = await staffed(stored, "Bianca", "admin")
    table = (await boss.post("/api/tables", {"game": "cambio", "access": "private", "seats": 2}))["id"]
    tried = 0

    for method, path, call in await operations(stored):
        for parameter in call.get("parameters", ()):
            name, where = parameter["name"], parameter["in"]
            for text in ("%00", "ab%00cd"):
                if where == "query":
                    url = f"{address(path, table=table)}?{name}={text}"
                elif where == "path":
                    url = address(path, **{"table": table, name: text})
                else:
                    continue
                answer = await response_to(boss, method, url)
                assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED"), (
                    method,
                    url,
                    answer.text,
                )
                tried += 1
    for url in (
        "/j/%00",
        f"/t/{table}?key=%00",
        "/%00",
        "/?%00",
        "/api/nothing%00",
        "/healthz?%00",
        "/schema%00",
    ):
        assert (await response_to(boss, "get", url)).status_code == 400, url
        tried += 1
    assert tried > 100
    for path in ("/ws?table=%00", "/ws%00"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(
                f"{stored.url.replace('http', 'ws')}{path}",
                origin=Origin(ORIGIN),
                additional_headers={"Cookie": boss.cookie_header()},
            )
        assert refused.value.response.status_code == 400


async def test_no_body_holds_text_that_cannot_be_stored(stored: House) -> None:
    boss = await staffed(stored, "Bianca", "admin")
    table = (await boss.post("/api/tables", {"game": "cambio", "seats": 2}))["id"]
    root = await boss.get("/schema/openapi.json")
    tried = 0

    for method, path, call in sample(await operations(stored), 40):
        body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        if body is None:
            continue
        for name in texts_of(body, root):
            for value in (*TEXTS, {"type": TEXTS[0]}, {TEXTS[0]: 1}):
                answer = await response_to(
                    boss,
                    method,
                    address(path, table=table),
                    content=json.dumps({name: value}),
                    headers={"Content-Type": "application/json"},
                )
                is_for_others = path.startswith("/api/bots") and answer.status_code == 403
                assert is_for_others or answer.status_code == 400, (method, path, name, answer.text)
                tried += 1
    assert tried > 50


async def test_text_that_only_looks_like_it_is_stored(stored: House) -> None:
    ada = await stored.visitor("Ada")
    table = (await ada.post("/api/tables", {"game": "cambio", "seats": 2}))["id"]
    await ada.post(f"/api/tables/{table}/seat", {})

    for text in FINE:
        await ada.post(f"/api/tables/{table}/chat", {"text": f"a{text}b"})
        await ada.post(f"/api/tables/{table}/note", {"text": text})
        assert (await ada.get(f"/api/tables/{table}/note"))["text"] == text


def test_no_move_holds_nul_whatever_its_game_reads() -> None:
    move = {"type": "act", "table": str(uuid4()), "id": str(uuid4()), "expectedVersion": 1}

    for text in TEXTS[:3]:
        frame = json.dumps({**move, "action": {"type": "NAME_IT", "payload": {"name": text}}})
        with pytest.raises(MalformedError, match=r"U\+0000"):
            read(frame.encode(), max_bytes=4096)


async def test_no_frame_holds_text_that_cannot_be_stored(stored: House) -> None:
    ada, bob = [await stored.visitor(name) for name in ("Ada", "Bob")]
    table = await stored.table(ada, bob, initialViewMs=60_000)
    move = {
        "type": "act",
        "table": table,
        "id": str(uuid4()),
        "expectedVersion": 1,
        "action": {"type": "CALL"},
    }
    frames: list[dict[str, Any]] = [
        {"type": "chat", "table": table, "text": "hello"},
        {"type": "watch", "table": table, "key": "none", "form": "documents"},
        {"type": "ping", "lastVersions": {table: 1}},
        move,
        {**move, "action": {"type": "DRAW_CARD", "payload": {"source": "deck"}}},
    ]
    async with ada.socket() as wire:
        tried = 0
        for frame in frames:
            for name in frame:
                for text in TEXTS:
                    for value in (text, {"type": text}, {text: 1}):
                        await wire.send(**{**frame, name: value})
                        await wire.send(type="ping", lastVersions={})
                        assert (await wire.until("nack", "pong", "ack"))["code"] == "MALFORMED", (frame, name)
                        await wire.until("pong")
                        tried += 1
        assert tried > 100
