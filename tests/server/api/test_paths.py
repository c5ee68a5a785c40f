"""Paths written in another way: every guard looks at the path that the router looks at."""

from typing import Any, Final, cast

import pytest
import websockets
from websockets.typing import Origin

from rondel.server.api.router import http_app
from tests.server.flows.test_moderation import RUDE, staffed
from tests.server.visitors import ORIGIN, House, open_house, settings

WRITINGS: Final = (
    "//api{}",
    "/api/{}",
    "/api//{}",
    "/api{}/",
    "///api{}//",
    "/%61pi{}",
    "/api%2F{}",
    "/%2Fapi{}",
)
"""Ways to write the path of a call; the router takes all of them for the same one."""


async def test_the_doors_of_moderators_are_hidden_however_their_path_is_written(house: House) -> None:
    player, mod = await house.visitor("Ada"), await staffed(house, "Mona")

    for writing in WRITINGS:
        url, nowhere = (house.url + writing.format(path) for path in ("/admin/reports", "/nothing/reports"))
        for method in ("GET", "POST", "DELETE", "OPTIONS"):
            for body in (None, RUDE):
                answers = [await who.ask(method, url, body) for who in (player, house.stranger())]
                elsewhere = await player.ask(method, nowhere, body)
                assert elsewhere.status_code == 404, (method, nowhere)
                assert [answer.status_code for answer in answers] == [404, 404], (method, url)
                assert [answer.content for answer in answers] == [elsewhere.content] * 2
        assert await mod.get(url) == []


async def test_a_route_of_moderators_has_a_guard_of_its_own(house: House) -> None:
    """Called past the step that hides these routes, it answers like an unknown address."""
    sent: list[Any] = []
    path = "/api/admin/reports"
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [],
        "client": ("192.0.2.1", 1),
        "state": {"api": house.running.api},
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await http_app()(cast("Any", scope), receive, send)

    assert sent[0]["status"] == 404


async def test_a_banned_network_gets_in_by_no_writing_of_a_path() -> None:
    async with open_house(settings(trusted_proxies=("127.0.0.1",))) as house:
        boss, ada = await staffed(house, "Bianca", "admin"), await house.visitor("Ada")
        await boss.ask("POST", "/api/admin/networks/ban", {"network": "192.0.2.0/24", "reason": "floods"})
        inside = {"X-Forwarded-For": "192.0.2.77"}

        for writing in WRITINGS:
            url = house.url + writing.format("/me")
            for method, body in (("GET", None), ("PATCH", {"name": "Eve"})):
                answer = await ada.ask(method, url, body, headers=inside)
                assert (answer.status_code, answer.json()["code"]) == (403, "BANNED"), (method, url)
                assert "no-store" in answer.headers["cache-control"]
        for path in ("/ws", "//ws", "/ws/", "/%77s"):
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(
                    f"{house.url.replace('http', 'ws')}{path}",
                    origin=Origin(ORIGIN),
                    additional_headers={"Cookie": ada.cookie_header(), **inside},
                )
            assert refused.value.response.status_code == 403
            assert b"BANNED" in refused.value.response.body


async def test_a_change_by_cookie_needs_our_page_however_its_path_is_written(house: House) -> None:
    ada = await house.visitor("Ada")

    for writing in WRITINGS:
        url = house.url + writing.format("/me")
        answer = await ada.ask("PATCH", url, {"name": "Eve"}, headers={"X-Rondel": "0"})
        assert answer.json()["code"] == "CSRF_MISSING", url

    assert (await ada.get("/api/me"))["name"] == "Ada"
