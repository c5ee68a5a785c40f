"""Whose page it is, when a socket ends, and what is done twice."""

from collections.abc import Awaitable, Callable

import httpx
import pytest

from tests.server.api.test_doors import knock
from tests.server.visitors import ORIGIN, House, Visitor, open_house, settings

LONG_MS = 600_000


async def test_a_page_at_the_address_of_the_server_is_not_ours_by_that(house: House) -> None:
    """A name that an attacker lets lead to us (DNS rebinding) is Origin and Host at once."""
    ada = await house.visitor("Ada")
    cookie = {"Cookie": ada.cookie_header()}
    host = house.url.removeprefix("http://")
    async with httpx.AsyncClient(verify=False, base_url=house.url) as http:
        for origin in (house.url, f"https://{host}", "http://rebound.example", "https://rebound.example"):
            name = origin.partition("//")[2]
            headers = {**cookie, "Host": name, "Origin": origin, "X-Rondel": "1"}

            changed = await http.patch("/api/me", json={"name": "Eve"}, headers=headers)

            assert changed.json().get("code") == "ORIGIN_NOT_ALLOWED", origin
            if name == host:  # a client of sockets says where it connects to
                assert await knock(house, [*cookie.items(), ("Origin", origin)]) == 403
    assert (await ada.get("/api/me"))["name"] == "Ada"


async def test_what_is_sent_twice_is_none_that_is_allowed(house: House) -> None:
    """Neither the first of two origins or cookies counts nor the last: proxies choose differently."""
    ada = await house.visitor("Ada")
    cookie, evil = ("Cookie", ada.cookie_header()), "https://evil.example"
    async with httpx.AsyncClient(verify=False, base_url=house.url) as http:

        async def changed(*headers: tuple[str, str]) -> int:
            return (await http.patch("/api/me", json={"name": "Eve"}, headers=[*headers])).status_code

        for first, last in ((evil, ORIGIN), (ORIGIN, evil), (ORIGIN, ORIGIN)):
            origins = [("Origin", first), ("Origin", last)]
            assert await changed(cookie, *origins, ("X-Rondel", "1")) == 403
        assert await changed(cookie, cookie, ("Origin", ORIGIN), ("X-Rondel", "1")) == 401


async def sign_out(ada: Visitor) -> None:
    sessions = await ada.get("/api/me/sessions")
    (this,) = [session["id"] for session in sessions if session["isThis"]]
    await ada.ask("DELETE", f"/api/me/sessions/{this}")


async def sign_out_everywhere(ada: Visitor) -> None:
    await ada.ask("DELETE", "/api/me/sessions")


async def be_forgotten(ada: Visitor) -> None:
    await ada.ask("DELETE", "/api/me")


async def become_a_member(ada: Visitor) -> None:
    await ada.ask("POST", "/api/me/email", {"email": "ada@example.org"})
    text: str = ada.house.node.mailer.sent[-1].text  # type: ignore[attr-defined]
    token = text.split("/sign-in#", 1)[1].split()[0]
    elsewhere = ada.house.stranger()
    shown = await elsewhere.post("/api/links/look", {"token": token})
    await elsewhere.post("/api/links", {"token": token, **shown})


@pytest.mark.parametrize("ending", [sign_out, sign_out_everywhere, be_forgotten, become_a_member])
async def test_a_session_that_ends_takes_its_sockets_along_at_once(
    ending: Callable[[Visitor], Awaitable[None]],
) -> None:
    """At the node where it ends nobody waits for the next look at open sessions."""
    async with open_house(settings(revoked_ms=LONG_MS, recheck_ms=LONG_MS)) as house:
        ada = await house.visitor("Ada")
        async with ada.socket() as wire:
            await ending(ada)

            assert await wire.closed() == 4401


async def test_a_node_that_stops_takes_no_new_socket(house: House) -> None:
    ada = await house.visitor("Ada")
    headers = [("Cookie", ada.cookie_header()), ("Origin", "https://rondel.test")]
    assert await knock(house, headers) == 101

    house.running.sockets.is_draining = True

    assert await knock(house, headers) == 503


async def test_what_is_done_twice_at_a_table_is_done_once(house: House) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = f"/api/tables/{await house.table(ada, bob, initialViewMs=60_000, start=False)}"

    on_listening = [await bob.post(f"{table}/seat", {}) for _ in range(2)]
    begun = [await ada.post(f"{table}/start") for _ in range(2)]

    assert [body["seat"] for body in on_listening] == [1, 1]
    assert [body["version"] for body in begun] == [1, 1]
