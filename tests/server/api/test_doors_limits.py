"""Every limit at every door: an account has one wherever it asks from, an address whoever asks from there."""

import asyncio
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import pytest

from rondel.server.api.context.sessions import signed_in
from rondel.server.api.websocket.socket import Socket
from rondel.server.settings import Rate
from tests.server.nodes import settle
from tests.server.visitors import House, Visitor, open_house, settings

TWICE = Rate(2, 600_000)
NOBODY = str(uuid4())
ACT: dict[str, Any] = {"id": NOBODY, "action": {"type": "CALL_CAMBIO"}}
LINK = {"token": "x", "account": NOBODY, "name": "Ada", "email": "ada@example.org"}


class Endpoint(NamedTuple):
    """A door, and the setting that says how often it opens."""

    name: str
    setting: str
    method: str
    path: str
    body: Any = None

    async def ask(self, visitor: Visitor, address: str) -> httpx.Response:
        """Ask once, from there."""
        headers = {"X-Forwarded-For": address, "Content-Type": "application/json"}
        if self.name == "replay":
            headers["Content-Type"] = "application/jsonl"
        return await visitor.ask(self.method, self.path, self.body, headers=headers)


OF_AN_ACCOUNT = (
    Endpoint("me", "request_rate", "GET", "/api/me"),
    Endpoint("forecast", "request_rate", "POST", f"/api/tables/{NOBODY}/forecast", {"action": ACT["action"]}),
    Endpoint("act", "move_rate", "POST", f"/api/tables/{NOBODY}/act", ACT),
    Endpoint("call", "move_rate", "POST", f"/api/game/{NOBODY}/cambio", {}),
    Endpoint("code", "code_rate", "GET", "/api/codes/AAAAAAAA"),
    Endpoint("pass", "code_rate", "POST", f"/api/tables/{NOBODY}/seats/0/take", {"token": "x"}),
    Endpoint("history", "replay_rate", "GET", f"/api/game/{NOBODY}/history"),
    Endpoint("histories", "replay_rate", "GET", f"/api/game/{NOBODY}/histories/0"),
    Endpoint("replay", "replay_rate", "POST", "/api/replays", {}),
)
OF_AN_ADDRESS = (
    Endpoint("guest", "guest_rate", "POST", "/api/guests", {"name": "Ada"}),
    Endpoint("code", "code_rate", "GET", "/api/codes/AAAAAAAA"),
    Endpoint("look", "code_rate", "POST", "/api/links/look", {"token": "x"}),
    Endpoint("link", "code_rate", "POST", "/api/links", LINK),
    Endpoint("passkey", "code_rate", "POST", "/api/passkeys/challenge"),
    Endpoint("provider", "code_rate", "POST", "/api/provider/start"),
    Endpoint("stop", "code_rate", "POST", "/api/stop-mail/x"),
    Endpoint("mail", "mail_rate", "POST", "/api/me/email", {"email": "ada@example.org"}),
    Endpoint("token", "token_rate", "POST", "/api/me/tokens", {"label": "x"}),
)


def are_two(answers: list[httpx.Response]) -> bool:
    """Two were let through, whatever they were answered; the third was not."""
    return [answer.status_code == 429 for answer in answers] == [False, False, True]


@pytest.mark.parametrize("api", OF_AN_ACCOUNT, ids=lambda api: api.name)
async def test_one_account_has_one_limit_wherever_it_asks_from(api: Endpoint) -> None:
    async with open_house(settings(**{api.setting: TWICE})) as house:
        ada = await house.visitor("Ada")

        answers = [await api.ask(ada, f"203.0.113.{number}") for number in range(3)]

        bob = await house.visitor("Bob")
        assert are_two(answers), [answer.text for answer in answers]
        assert (await api.ask(bob, "203.0.113.9")).status_code != 429


@pytest.mark.parametrize("api", OF_AN_ADDRESS, ids=lambda api: api.name)
async def test_one_address_has_one_limit_whoever_asks_from_there(api: Endpoint) -> None:
    async with open_house(settings(**{api.setting: TWICE})) as house:
        visitors = [house.stranger(name) for name in ("Ada", "Bob", "Cem", "Dee")]
        for number, visitor in enumerate(visitors):
            await visitor.ask(
                "POST",
                "/api/guests",
                {"name": visitor.name},
                headers={"X-Forwarded-For": f"198.51.100.{number}"},
            )

        answers = [await api.ask(visitor, "203.0.113.9") for visitor in visitors[:3]]

        assert are_two(answers), [answer.text for answer in answers]
        assert (await api.ask(visitors[3], "203.0.113.10")).status_code != 429


@pytest.mark.parametrize(
    ("setting", "frame"),
    [
        pytest.param("request_rate", {"type": "watch"}, id="watch"),
        pytest.param("move_rate", {"type": "act", "expectedVersion": 1, "action": ACT["action"]}, id="act"),
        pytest.param("chat_rate", {"type": "chat", "text": "Hello"}, id="chat"),
    ],
)
async def test_a_socket_is_no_way_around_a_limit(setting: str, frame: dict[str, Any]) -> None:
    """Each of two sockets of one account has asked once when the account may ask no more."""
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob, initialViewMs=60_000)
        house.node.settings = settings(**{setting: TWICE})
        codes = []
        async with ada.socket() as one, ada.socket() as other:
            for wire in (one, other, one):
                moved = {"id": str(uuid4())} if frame["type"] == "act" else {}
                await wire.send(**frame, **moved, table=table)
                await wire.send(type="ping")
                await wire.until("pong")
                codes.append({seen.get("code") for seen in wire.seen})

    assert "TOO_MANY" not in codes[0] | codes[1]
    assert "TOO_MANY" in codes[2]


async def test_a_socket_looks_at_so_many_tables_and_no_more(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rondel.server.api.websocket.socket.TABLES", 2)
    ada = await house.visitor("Ada")
    tables = [await house.table(ada, start=False) for _ in range(3)]
    async with ada.socket() as wire:
        frames = [await wire.sit(table) for table in (*tables, tables[0])]

    assert [frame.get("code") for frame in frames] == [None, None, "TOO_MANY", None]


async def test_a_socket_that_reads_no_answers_is_not_asked_for_more(house: House) -> None:
    ada = await house.visitor("Ada")
    signed = await signed_in(house.node, {"authorization": f"Bearer {await ada.bearer()}"})
    never, taken = asyncio.Event(), 0

    async def send(_: Any) -> None:
        await never.wait()

    async def receive() -> dict[str, str]:
        nonlocal taken
        taken += 1
        return {"type": "websocket.receive", "text": '{"type":"ping"}'}

    socket = Socket(house.running.api, signed, send)
    tasks = [asyncio.create_task(work) for work in (socket.read(receive), socket.out.write())]
    await settle()

    assert not socket.out.is_overrun
    assert taken <= house.node.settings.constants.queue_frames + 2
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
