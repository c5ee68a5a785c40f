"""The doors: whose page asks, by which cookie, and what every answer carries."""

import json
import logging
from io import StringIO
from uuid import UUID, uuid4

import httpx
import pytest
import structlog
import websockets
from websockets.typing import Origin

from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.flows.accounts import moderation
from rondel.server.flows.accounts.people import new_bearer
from rondel.server.ports.people import Account
from rondel.server.startup.app import Development, running
from tests.server.visitors import ORIGIN, PAGE, House, Visitor, Wire, address, open_house, settings

BAD_ORIGINS = [
    "null",
    "",
    " ",
    "*",
    "https://",
    "https:",
    "rondel.test",
    "//rondel.test",
    "http://rondel.test",
    "wss://rondel.test",
    "ftp://rondel.test",
    "https://rondel.test/",
    "https://rondel.test:443",
    "https://rondel.test:8443",
    "https://rondel.test.",
    "https://rondel.test.evil.example",
    "https://rondel.test@evil.example",
    "https://evil.example/https://rondel.test",
    "https://evilrondel.test",
    "https://www.rondel.test",
    "https://rondel.tes",
    "https://rondel.testx",
    "https://RONDEL.test",
    "HTTPS://rondel.test",
    "https://rondel.test#",
    "https://rondel.test?",
    "https://rondel.test,https://evil.example",
    "https://rondel.test https://evil.example",
    "https://r\u00f6ndel.test",
    "https://xn--rndel-kua.test",
    "https://rondel.test%00",
    "https://127.0.0.1",
    "https://localhost",
    "file://",
    "chrome-extension://rondel.test",
]


async def knock(house: House, headers: list[tuple[str, str]]) -> int:
    """The status of a socket's handshake with these headers; 101 if it is let in."""
    try:
        async with websockets.connect(house.socket_url, additional_headers=headers, compression=None):
            return 101
    except websockets.InvalidStatus as refused:
        return refused.response.status_code


async def test_sockets_are_opened_by_our_own_pages_alone(house: House) -> None:
    one = await house.visitor()
    cookie = ("Cookie", one.cookie_header())
    assert len(BAD_ORIGINS) >= 30

    for origin in BAD_ORIGINS:
        assert (origin, await knock(house, [cookie, ("Origin", origin)])) == (origin, 403)
    assert await knock(house, [cookie]) == 403
    assert await knock(house, [cookie, ("Origin", ORIGIN), ("Origin", ORIGIN)]) in (400, 403)
    assert await knock(house, [cookie, ("Origin", ORIGIN)]) == 101


async def test_scripts_need_a_token_and_no_page(house: House) -> None:
    one = await house.visitor()
    bearer = ("Authorization", f"Bearer {await one.bearer()}")

    assert await knock(house, [bearer]) == 101
    assert await knock(house, [bearer, ("Origin", "https://evil.example")]) == 403
    assert await knock(house, [bearer, ("Origin", "null")]) == 403
    assert await knock(house, []) == 403
    assert await knock(house, [("Authorization", "Bearer x")]) == 401
    assert await knock(house, [("Origin", ORIGIN)]) == 401
    assert await knock(house, [("Origin", ORIGIN), ("Cookie", "rondel_session=x")]) == 401


async def test_a_cookie_is_no_bearer_and_a_bearer_no_cookie(house: House) -> None:
    one = await house.visitor()
    token = await one.bearer()
    cookie = one.http.cookies["rondel_session"]
    stranger = house.stranger()

    as_bearer = await stranger.ask("GET", "/api/me", headers={"Authorization": f"Bearer {cookie}"})
    as_cookie = await stranger.ask("GET", "/api/me", headers={"Cookie": f"rondel_session={token}"})

    assert (as_bearer.status_code, as_cookie.status_code) == (401, 401)


async def test_changes_by_cookie_need_our_page_and_its_script(house: House) -> None:
    one = await house.visitor()
    cookie = {"Cookie": one.cookie_header()}
    body = {"name": "Ada"}
    async with httpx.AsyncClient(verify=False, base_url=house.url) as http:

        async def patch(headers: dict[str, str]) -> tuple[int, str | None]:
            answer = await http.patch("/api/me", json=body, headers=headers)
            return answer.status_code, answer.json().get("code")

        assert await patch(cookie) == (403, "ORIGIN_NOT_ALLOWED")
        assert await patch({**cookie, "X-Rondel": "1"}) == (403, "ORIGIN_NOT_ALLOWED")
        assert await patch({**cookie, "Origin": ORIGIN}) == (403, "CSRF_MISSING")
        assert await patch({**cookie, "Origin": ORIGIN, "X-Rondel": "0"}) == (403, "CSRF_MISSING")
        for origin in BAD_ORIGINS:
            if origin.isascii() and origin.strip() == origin:
                assert await patch({**cookie, "Origin": origin, "X-Rondel": "1"}) == (
                    403,
                    "ORIGIN_NOT_ALLOWED",
                ), origin
        assert await patch({**cookie, **PAGE}) == (200, None)
        assert await patch({"Authorization": f"Bearer {await one.bearer()}"}) == (200, None)
        arrived = await http.post("/api/guests", json=body, headers={"Origin": "https://evil.example"})
        assert arrived.json()["code"] == "ORIGIN_NOT_ALLOWED"
        preflight = await http.options("/api/me", headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in preflight.headers


async def test_every_change_is_guarded(house: House) -> None:
    one = await house.visitor()
    account = UUID((await one.get("/api/me"))["id"])
    # the doors of moderators are there for moderators alone
    await moderation.grant(house.cells, moderation.COMMAND_LINE, account, "admin", reason="test")
    async with httpx.AsyncClient(
        verify=False, base_url=house.url, cookies=one.http.cookies, timeout=60
    ) as http:
        schema = (await http.get("/schema/openapi.json")).json()
        changes = [
            (method, path)
            for path, methods in schema["paths"].items()
            for method in methods
            if method in ("post", "patch", "delete", "put")
        ]
        assert len(changes) >= 20
        for method, path in changes:
            answer = await http.request(method, address(path))
            assert answer.status_code == 403, (method, path)
            assert answer.json()["code"] == "ORIGIN_NOT_ALLOWED", (method, path)


async def test_cookies_are_for_this_site_and_no_script() -> None:
    for plain, name in ((True, "rondel_session"), (False, "__Host-rondel_session")):
        async with open_house(settings(plain_http=plain)) as house:
            stranger = house.stranger("Ada")
            answer = await stranger.ask("POST", "/api/guests", {"name": "Ada"})
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith(f"{name}=")
            parts = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax", "path=/"} <= parts
            assert ("secure" in parts) is not plain
            assert not any(part.startswith("domain") for part in parts)


async def test_two_cookies_of_the_name_are_none(house: House) -> None:
    one = await house.visitor()
    cookie = one.cookie_header()
    stranger = house.stranger()

    answer = await stranger.ask("GET", "/api/me", headers={"Cookie": f"{cookie}; rondel_session=x"})

    assert answer.status_code == 401


async def test_nothing_is_kept_by_caches_and_every_answer_is_guarded(house: House) -> None:
    one = await house.visitor()
    for path in ("/api/me", "/api/games", "/api/nothing", "/api/tables", "/healthz", "/readyz"):
        answer = await one.ask("GET", path)
        assert answer.headers.get("x-content-type-options") == "nosniff"
        assert answer.headers.get("x-frame-options") == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "server" not in answer.headers
        if path == "/api/games":  # the same for everybody: a browser asks whether it has changed
            assert answer.headers.get("cache-control") == "no-cache"
        elif path.startswith("/api"):
            assert answer.headers.get("cache-control") == "no-store"
            assert answer.headers.get("vary") == "Cookie, Authorization, Rondel-Key"


async def test_people_come_and_go(house: House) -> None:
    one = await house.visitor("Ada")
    assert (await one.get("/api/me"))["name"] == "Ada"
    assert (await one.ask("PATCH", "/api/me", {"name": "Grace"})).json()["name"] == "Grace"
    exported = await one.get("/api/me/export")
    assert "Grace" in json.dumps(exported)
    token = await one.bearer()
    assert len(await one.get("/api/me/sessions")) == 2

    assert (await one.ask("DELETE", "/api/me")).status_code == 204

    assert (await one.ask("GET", "/api/me")).status_code == 401
    script = await house.stranger().ask("GET", "/api/me", headers={"Authorization": f"Bearer {token}"})
    assert script.status_code == 401


async def test_a_link_from_a_mail_signs_in(house: House) -> None:
    one = await house.visitor("Ada")
    assert (await one.ask("POST", "/api/me/email", {"email": "ada@example.org"})).status_code == 202
    text: str = house.node.mailer.sent[-1].text  # type: ignore[attr-defined]
    token = text.split("/sign-in#", 1)[1].split()[0]
    elsewhere = house.stranger()

    shown = await elsewhere.post("/api/links/look", {"token": token})
    signed = await elsewhere.post("/api/links", {"token": token, **shown})

    assert shown == {"account": signed["id"], "name": "Ada", "email": "ada@example.org"}
    assert (signed["name"], signed["kind"], signed["email"]) == ("Ada", "member", "ada@example.org")
    assert (await elsewhere.get("/api/me"))["id"] == signed["id"]
    assert (await one.ask("GET", "/api/me")).status_code == 401


async def test_whoever_follows_a_link_is_told_whose_it_is_and_must_say_so(house: House) -> None:
    """Mallory sends Bob a link of her own; nothing short of saying her name signs him in as her."""
    mallory, bob = await house.visitor("Mallory"), await house.visitor("Bob")
    await mallory.ask("POST", "/api/me/email", {"email": "mallory@example.org"})
    text: str = house.node.mailer.sent[-1].text  # type: ignore[attr-defined]
    link = text.split(house.node.settings.public_url, 1)[1].split()[0]
    token = link.partition("#")[2]
    owner = {
        "name": "Mallory",
        "email": "mallory@example.org",
        "account": (await mallory.get("/api/me"))["id"],
    }

    looks = [
        await bob.ask("GET", link),
        await bob.ask("GET", "/api/links/look"),
        await bob.ask("GET", f"/api/links?token={token}"),
        await bob.ask("POST", "/api/links/look", {"token": token}),
        await bob.ask("POST", "/api/links", {"token": token}),
        await bob.ask("POST", "/api/links", {"token": token, **owner, "name": "Bob"}),
        await bob.ask("POST", "/api/links", {"token": token, **owner, "email": "bob@example.org"}),
        await bob.ask("POST", "/api/links", {"token": token, **owner, "account": str(uuid4())}),
    ]

    assert [answer.status_code for answer in looks[1:]] == [405, 405, 200, 400, 409, 409, 409]
    assert [answer.headers.get("set-cookie") for answer in looks] == [None] * len(looks)
    assert looks[3].json() == owner
    assert looks[5].json()["code"] == "LINK_OF_ANOTHER"
    assert (await bob.get("/api/me"))["name"] == "Bob"
    assert (await bob.post("/api/links", {"token": token, **owner}))[
        "name"
    ] == "Mallory"  # and nothing has used it up


async def test_games_are_listed_and_tell_their_schemas_when_asked(house: House) -> None:
    stranger = house.stranger()
    games = await stranger.get("/api/games")

    cambio = next(game for game in games if game["name"] == "cambio")
    assert (cambio["minSeats"], cambio["maxSeats"]) == (2, 6)
    schemas = await stranger.get("/api/games/cambio/schemas")
    assert set(schemas) == {"Options", "Action", "Event", "View"}
    assert cambio["options"] == schemas["Options"]
    assert "random" in cambio["bots"]
    assert set(cambio["calls"]) == {
        "look",
        "draw",
        "swap",
        "discard",
        "acknowledge",
        "power",
        "cambio",
        "scores",
    }


async def test_a_page_waits_for_a_short_list_of_games_and_each_description_is_sent_once(house: House) -> None:
    """The list is part of every page; what is long is packed, and not sent again to a browser that has it."""
    http = house.stranger().http
    listed = await http.get("/api/games", headers={"accept-encoding": "gzip"})
    whole = await http.get("/api/games/imperial/schemas", headers={"accept-encoding": "identity"})
    packed = await http.get("/api/games/imperial/schemas", headers={"accept-encoding": "gzip, br"})
    again = await http.get("/api/games/imperial/schemas", headers={"if-none-match": packed.headers["etag"]})

    assert int(listed.headers["content-length"]) < 2_000 * len(listed.json())
    assert "content-encoding" not in whole.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(whole.content) / 4
    assert packed.json() == whole.json()
    assert (again.status_code, again.content) == (304, b"")
    for path in ("schemas", "face", "how"):
        assert (await http.get(f"/api/games/nothing/{path}")).status_code == 404


async def test_the_setups_of_a_game_can_be_read_by_whoever_is_signed_in(house: House) -> None:
    """Imperial 3.10: the board, so that no client needs a copy of it."""
    stranger, ada = house.stranger(), await house.visitor("Ada")
    imperial = next(game for game in await stranger.get("/api/games") if game["name"] == "imperial")

    setups = {name: await ada.get(f"/api/games/imperial/setups/{name}") for name in imperial["setups"]}

    assert set(setups) == {"standard", "classic"}
    assert len(setups["classic"]["territories"]) == 54
    assert setups["standard"]["territories"]["London"]["port"] == "English Channel"
    for game, name in (("imperial", "other"), ("cambio", "standard"), ("nothing", "standard")):
        assert (await ada.ask("GET", f"/api/games/{game}/setups/{name}")).status_code == 404
    for what in ("setups/standard", "template"):
        assert (await stranger.ask("GET", f"/api/games/imperial/{what}")).status_code == 401


async def test_without_a_mail_server_nobody_is_offered_a_link(house: House) -> None:
    one = await house.visitor("Ada")
    assert (await house.stranger().get("/api/server"))["canMail"] is True
    assert isinstance(house.node.mailer, MemoryMailer)
    house.node.mailer.can_deliver = False  # as it is left where no mail server is named

    answer = await one.ask("POST", "/api/me/email", {"email": "ada@example.org"})

    assert (await house.stranger().get("/api/server"))["canMail"] is False
    assert (answer.status_code, answer.json()["code"]) == (409, "NO_MAIL")
    assert answer.json()["message"].startswith("This server cannot send email")
    assert list(house.node.mailer.sent) == []


async def test_a_server_without_an_smtp_url_cannot_deliver_mail() -> None:
    async with running(settings()) as node_running:
        assert not node_running.node.mailer.can_deliver
    async with running(settings(), development=Development(lambda _: None)) as node_running:
        assert node_running.node.mailer.can_deliver


async def test_metrics_are_for_this_machine_or_by_token() -> None:
    async with open_house() as house:
        one, two = await house.visitor(), await house.visitor()
        await house.table(one, two)
        text = (await one.ask("GET", "/metrics")).text
        assert 'rondel_moves_total{game="cambio"} 1.0' in text
        for name in ("ack_seconds", "fan_out", "deadline_late", "sockets", "live_total", "halted"):
            assert f"rondel_{name}" in text
        away = await one.ask("GET", "/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
        assert away.status_code == 403
    async with open_house(settings(metrics_token="let me in")) as house:
        stranger = house.stranger()
        assert (await stranger.ask("GET", "/metrics")).status_code == 403
        response = await stranger.ask("GET", "/metrics", headers={"Authorization": "Bearer let me in"})
        assert response.status_code == 200


async def test_ready_means_that_everything_answers(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    one = house.stranger()
    assert (await one.ask("GET", "/healthz")).text == "alive"
    assert await one.get("/readyz") == {"isReady": True, "checks": {"epoch": "ok"}}
    house.cell.journal._cell.epoch = 0  # type: ignore[attr-defined]

    answer = await one.ask("GET", "/readyz")

    assert (answer.status_code, answer.json()["isReady"]) == (503, False)
    assert (await one.ask("GET", "/healthz")).status_code == 200


async def bot_runner(house: House) -> Visitor:
    """Somebody who keeps bots, with a bearer token."""
    account = Account(UUID(int=5, version=4), "BotRunner", "bot_runner", 0, kind="bot_runner")
    await house.node.people.add(account)
    _, token = await new_bearer(house.node, account, "bots")
    visitor = house.stranger("BotRunner")
    visitor.http.headers = httpx.Headers({"Authorization": f"Bearer {token}"})
    return visitor


async def test_a_bot_moves_through_the_door(house: House) -> None:
    one = await house.visitor("Ada")
    request = {"game": "cambio", "options": {"seats": 2, "initialViewMs": 60_000}}
    table = (await one.post("/api/tables", request))["id"]
    await one.post(f"/api/tables/{table}/seat", {})
    await one.post(f"/api/tables/{table}/bots", {"level": "random"})
    await one.ask("DELETE", f"/api/tables/{table}/bots/1")
    await one.post(f"/api/tables/{table}/bots", {"level": "random", "seat": 1})
    keeping = await bot_runner(house)
    assert await keeping.get("/api/bots/turns") == []
    await one.post(f"/api/tables/{table}/start")

    turns = await keeping.get("/api/bots/turns")

    assert [(turn["table"], turn["seat"], turn["level"]) for turn in turns] == [(table, 1, "random")]
    header = {"X-Rondel-Bot": turns[0]["token"]}
    frame = await keeping.get(f"/api/bots/{table}/1", headers=header)
    assert frame["seat"] == 1
    assert frame["known"]
    body = {
        "id": str(UUID(int=9, version=4)),
        "expectedVersion": frame["version"],
        "action": frame["legal"][0],
    }
    played = await keeping.post(f"/api/bots/{table}/1/act", body, headers=header)
    assert played["version"] == frame["version"] + 1
    assert (await keeping.ask("GET", f"/api/bots/{table}/0", headers=header)).status_code == 403


async def test_a_quiet_refusal_is_no_error(house: House) -> None:
    one = await house.visitor("Ada")
    table = (await one.post("/api/tables", {"game": "decks", "seats": 1}))["id"]
    await one.post(f"/api/tables/{table}/seat", {})
    await one.post(f"/api/tables/{table}/start")
    frame = await one.get(f"/api/tables/{table}/view")

    answer = await one.act(table, {"type": "CONFIRM_DISCARD"})

    body = answer.json()
    assert answer.status_code == 200, answer.text
    assert body["version"] == frame["version"]
    assert body["view"] == frame["view"]
    assert set(body["ignored"]) == {"code", "message"}
    async with one.socket() as wire:
        await wire.sit(table)
        await wire.send(
            type="act",
            table=table,
            id=str(UUID(int=3, version=4)),
            expectedVersion=frame["version"],
            action={"type": "CONFIRM_DISCARD"},
        )
        nack = await wire.until("nack")
        assert nack["ignored"] is True


async def test_hidden_data_cannot_get_into_the_log(house: House, logged: StringIO) -> None:
    structlog.get_logger().info("played", table="t", action={"type": "X"}, view="ace", name="Ada")
    logging.getLogger("uvicorn.error").error(
        "it said %s", "ace", exc_info=(ValueError, ValueError("ace"), None)
    )

    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert lines[0]["dropped"] == ["action", "name", "view"]
    assert lines[1]["error"] == "ValueError"
    assert "ace" not in logged.getvalue()


async def test_the_wire_is_not_compressed(house: House) -> None:
    one = await house.visitor()
    async with websockets.connect(
        house.socket_url,
        origin=Origin(ORIGIN),
        additional_headers={"Cookie": one.cookie_header()},
    ) as connection:
        assert connection.response is not None
        assert "Sec-WebSocket-Extensions" not in connection.response.headers
        wire = Wire(connection)
        await wire.send(type="ping")
        assert (await wire.next())["type"] == "pong"
