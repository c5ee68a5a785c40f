"""Whence somebody comes, through a proxy that is trusted, and how often as much may be asked from there."""

import json
from typing import Any

import pytest
import websockets
from websockets.typing import Origin

from rondel.server.api.transport.client_addresses import Proxies, tiers
from rondel.server.cells.recent_tokens import RecentTokens
from rondel.server.settings import Rate, Settings, SettingsError
from tests.server.visitors import ORIGIN, PAGE, House, open_house, settings

JUNK = (
    *(
        "",
        " ",
        ",",
        ", ,",
        "unknown",
        "_hidden",
        "a" * 5000,
        "é\xff",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "::g",
    ),
    *("[::1", "]", "[]", "1.2.3.4:x:y", "%", "127.0.0.1;x", "203.0.113.9 junk", "," * 3000),
)


@pytest.mark.parametrize("junk", JUNK)
def test_junk_in_the_last_entry_is_the_proxys_own_address(junk: str) -> None:
    proxies = Proxies(("127.0.0.1",))

    for header in (junk, f"203.0.113.9, {junk}", f"{junk}, 127.0.0.1"):
        assert proxies.client("127.0.0.1", [header.encode("latin-1")]) == "127.0.0.1"


@pytest.mark.parametrize(
    ("peer", "headers", "client"),
    [
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        ("127.0.0.1", ["10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
        ("127.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("127.0.0.1", ["2001:DB8:0::1"], "2001:db8::1"),
        ("127.0.0.1", ["::ffff:203.0.113.9"], "203.0.113.9"),
        ("::ffff:127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("198.51.100.7", ["203.0.113.9"], "198.51.100.7"),
        (None, ["203.0.113.9"], None),
    ],
)
def test_the_client_is_the_last_whom_no_trusted_proxy_vouches_for(
    peer: str | None, headers: list[str], client: str | None
) -> None:
    proxies = Proxies(("127.0.0.1", "10.0.0.0/8"))

    assert proxies.client(peer, [header.encode() for header in headers]) == client


def test_where_every_peer_is_trusted_its_last_entry_counts() -> None:
    assert Proxies(("*",)).client("198.51.100.7", [b"203.0.113.9, 203.0.113.10"]) == "203.0.113.10"
    assert Proxies(("*",)).client(None, [b"203.0.113.9"]) == "203.0.113.9"


def test_what_is_no_proxy_is_no_setting() -> None:
    with pytest.raises(SettingsError, match="RONDEL_TRUSTED_PROXIES"):
        Settings(trusted_proxies=("localhost",))


def test_an_ipv6_address_counts_for_its_network_and_for_the_site_around_it() -> None:
    assert tiers("2001:db8:1:2:3:4:5:6") == (("2001:db8:1:2::/64", 1), ("2001:db8:1::/48", 8))
    assert tiers("203.0.113.9") == tiers("::ffff:203.0.113.9") == (("203.0.113.9", 1),)
    assert tiers("fe80::1%eth0") == (("fe80::/64", 1), ("fe80::/48", 8))
    assert tiers(None) == tiers("junk") == (("unknown", 1),)


async def arrivals(house: House, *from_: str) -> list[int]:
    """Guests who come from there, one after the other, and what they are answered."""
    nobody, statuses = house.stranger(), []
    for number, address in enumerate(from_):
        nobody.http.cookies.clear()
        headers = {**PAGE, "X-Forwarded-For": address}
        body = {"name": f"Guest {number}"}
        statuses.append((await nobody.ask("POST", "/api/guests", body, headers=headers)).status_code)
    return statuses


async def test_junk_gives_nobody_a_limit_of_their_own() -> None:
    async with open_house(settings(guest_rate=Rate(2, 3_600_000))) as house:
        statuses = await arrivals(house, "junk 1", "junk 2", "203.0.113.9, junk 3", "junk 4")

        assert statuses == [201, 201, 429, 429]
        assert await arrivals(house, "203.0.113.9") == [201]


async def test_a_site_of_many_networks_is_limited_as_a_whole() -> None:
    async with open_house(settings(guest_rate=Rate(2, 3_600_000))) as house:
        statuses = await arrivals(house, *(f"2001:db8:1:{number:x}::1" for number in range(20)))

        assert statuses == [201] * 16 + [429] * 4
        assert await arrivals(house, "2001:db8:2::1", "2001:db8:2::2", "2001:db8:2::3") == [201, 201, 429]


async def test_no_code_is_guessed_by_the_pages_of_invitations() -> None:
    async with open_house(settings(code_rate=Rate(2, 3_600_000))) as house:
        ada = await house.visitor("Ada")
        code = (await ada.post("/api/tables", {"game": "cambio", "options": {"seats": 2}}))["code"]

        async def is_found(address: str, link: str) -> bool:
            scope = {"type": "http", "client": (address, 4711)}
            return await house.running.front.invited(link, scope) is not None

        guesses = [await is_found("203.0.113.9", link) for link in ("ABCD2345", "ABCD2346", code)]

        assert guesses == [False, False, False]
        assert await is_found("203.0.113.10", code)


async def test_whoever_tries_wrong_tokens_is_slowed_down_and_nobody_else() -> None:
    async with open_house(settings(failed_sign_in_rate=Rate(3, 3_600_000))) as house:
        ada, eve = await house.visitor("Ada"), house.stranger()
        wrong = {"Authorization": "Bearer wrong"}

        responses = [await eve.ask("GET", "/api/me", headers=wrong) for _ in range(5)]

        assert [answer.status_code for answer in responses] == [401, 401, 401, 429, 429]
        assert int(responses[-1].headers["Retry-After"]) > 0
        assert (await eve.ask("GET", "/api/me")).status_code == 401  # with no token nothing is tried
        assert (await ada.ask("GET", "/api/me")).status_code == 200
        elsewhere = {**wrong, "X-Forwarded-For": "203.0.113.9"}
        assert (await eve.ask("GET", "/api/me", headers=elsewhere)).status_code == 401


async def test_beyond_the_limit_a_token_is_refused_before_it_is_looked_up() -> None:
    """A right token that is new to the node is refused too, so nobody has looked it up; known ones pass."""
    async with open_house(settings(failed_sign_in_rate=Rate(2, 3_600_000))) as house:
        bob = await house.visitor("Bob")
        house.node.recent_tokens = RecentTokens()  # as after a restart
        ada, eve = await house.visitor("Ada"), house.stranger()
        cookie = {"Cookie": bob.cookie_header()}
        elsewhere = {"X-Forwarded-For": "203.0.113.9"}
        for _ in range(2):
            await eve.ask("GET", "/api/me", headers={"Authorization": "Bearer wrong"})

        assert (await eve.ask("GET", "/api/me", headers=cookie)).status_code == 429
        assert (await ada.ask("GET", "/api/me")).status_code == 200
        assert (await house.visitor("Cem")).http.cookies  # who arrives now is known
        assert (await eve.ask("GET", "/api/me", headers={**cookie, **elsewhere})).status_code == 200
        assert (await eve.ask("GET", "/api/me", headers=cookie)).status_code == 200


async def test_a_token_that_has_ended_is_a_wrong_one() -> None:
    async with open_house(settings(failed_sign_in_rate=Rate(1, 3_600_000))) as house:
        ada, eve = await house.visitor("Ada"), house.stranger()
        cookie = {"Cookie": ada.cookie_header()}
        await ada.ask("DELETE", "/api/me/sessions")

        statuses = [(await eve.ask("GET", "/api/me", headers=cookie)).status_code for _ in range(3)]

    assert statuses == [401, 429, 429]


async def test_guests_with_a_bearer_token_are_counted_like_all_guests() -> None:
    async with open_house(settings(guest_rate=Rate(3, 3_600_000))) as house:
        bodies = [{"name": f"Guest {number}", "bearer": number % 2 == 0} for number in range(5)]
        responses = [await house.stranger().ask("POST", "/api/guests", body) for body in bodies]

    assert [answer.status_code for answer in responses] == [201, 201, 201, 429, 429]


async def test_a_socket_is_no_way_around_that() -> None:
    statuses = []
    async with open_house(settings(failed_sign_in_rate=Rate(2, 3_600_000))) as house:
        for _ in range(3):
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(
                    house.socket_url, origin=Origin(ORIGIN), additional_headers={"Cookie": "rondel_session=x"}
                )
            statuses.append(refused.value.response.status_code)

    assert statuses == [401, 401, 429]


async def test_whoever_tries_tokens_of_bots_is_slowed_down_and_no_bot_is() -> None:
    async with open_house(settings(failed_sign_in_rate=Rate(3, 3_600_000))) as house:
        ada = await house.visitor("Ada")
        body = {"game": "cambio", "options": {"seats": 2, "initialViewMs": 60_000}}
        table = (await ada.post("/api/tables", body))["id"]
        await ada.post(f"/api/tables/{table}/seat", {})
        await ada.post(f"/api/tables/{table}/bots", {"level": "easy"})
        await ada.post(f"/api/tables/{table}/start")
        (turn,) = await house.running.api.next_bot_turns(limit=5)
        path = f"/api/bots/{table}/1"
        move: dict[str, Any] = {"id": table, "action": {"type": "CONFIRM_INITIAL_VIEW"}}

        responses = [
            await ada.ask(method, path + end, body, headers={"X-Rondel-Bot": "wrong"})
            for method, end, body in 2 * [("GET", "", None), ("POST", "/act", move)]
        ]
        bot = await ada.ask("GET", path, headers={"X-Rondel-Bot": turn.token})

        assert [answer.status_code for answer in responses] == [403, 403, 403, 429]
        assert json.loads(bot.text)["known"] is not None


async def test_many_accounts_of_one_address_make_no_more_tokens_than_one() -> None:
    async with open_house(settings(token_rate=Rate(3, 3_600_000))) as house:
        statuses = []
        for name in ("Ada", "Bob", "Cy", "Dee"):
            visitor = await house.visitor(name)
            statuses.append((await visitor.ask("POST", "/api/me/tokens", {"label": "x"})).status_code)

    assert statuses == [201, 201, 201, 429]
