"""Every code the door has, once: its status, its body, and that nothing is a 500."""

import asyncio
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from rondel.server.api.context.errors import STATUS, status_of
from rondel.server.errors import CODES, ApiError
from rondel.server.ports.value import StoreUnavailableError
from tests.server.visitors import House, open_house, settings

CONFIRM = {"type": "CONFIRM_INITIAL_VIEW", "payload": {}}
FIELDS = {"code", "message", "hint", "table", "version"}


def holds(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The answer is this error, in the one shape that errors have."""
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == code, answer.text
    assert set(answer.json()) == FIELDS | ({"halted"} if code == "TABLE_HALTED" else set())
    assert answer.json()["message"].endswith((".", "!"))
    assert answer.headers["cache-control"] == "no-store"
    body: dict[str, Any] = answer.json()
    return body


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"name":1}',
        b'{"name":"Ada","name":"Bob"}',
        b'{"name":"Ada","more":1}',
        b'{"name":"\xff"}',
        b'{"name":' + b"[" * 100 + b"]" * 100 + b"}",
        b'{"name":"' + b"x" * 300 + b'"}',
    ],
)
async def test_bodies_that_cannot_be_read_are_malformed(house: House, body: bytes) -> None:
    answer = await house.stranger().ask(
        "POST", "/api/guests", content=body, headers={"Content-Type": "application/json"}
    )

    holds(answer, 400, "MALFORMED")


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": ""},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ],
)
async def test_only_plain_json_is_read(house: House, headers: dict[str, str]) -> None:
    answer = await house.stranger().ask("POST", "/api/guests", content=b'{"name":"Ada"}', headers=headers)

    holds(answer, 400, "MALFORMED")


async def test_large_bodies_are_not_read(house: House) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 10_000

    stranger = house.stranger()
    json = {"Content-Type": "application/json"}
    announced = await stranger.ask("POST", "/api/guests", content=b" " * 70_000, headers=json)
    streamed = await stranger.ask("POST", "/api/guests", content=endless(), headers=json)

    holds(announced, 413, "TOO_LARGE")
    holds(streamed, 413, "TOO_LARGE")


async def test_an_action_larger_than_its_game_takes_is_malformed(house: House) -> None:
    one, two = await house.visitor(), await house.visitor()
    table = await house.table(one, two)

    answer = await one.act(table, {"type": "DRAW_CARD", "payload": {"x": "y" * 5000}})

    holds(answer, 400, "MALFORMED")


async def test_strangers_are_asked_to_sign_in(house: House) -> None:
    stranger = house.stranger()
    for path in ("/api/me", "/api/me/tables", f"/api/tables/{uuid4()}/view", "/api/bots/turns"):
        holds(await stranger.ask("GET", path), 401, "NOT_SIGNED_IN")
    forged = {"Authorization": "Bearer " + "x" * 43}
    answer = await stranger.ask("GET", "/api/me", headers=forged)
    holds(answer, 401, "NOT_SIGNED_IN")
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_nowhere_is_not_found(house: House) -> None:
    one = await house.visitor()
    for path in ("/api/nothing", "/api/tables/not-an-id/view"):
        answer = await one.ask("GET", path)
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    answer = await one.ask("PUT", "/api/me")
    assert answer.status_code == 405


async def test_before_play(house: House) -> None:
    one, two, three = [await house.visitor(name) for name in ("Ada", "Bob", "Cem")]
    holds(await one.ask("POST", "/api/tables", {"game": "chess"}), 404, "NO_SUCH_GAME")
    holds(await one.ask("POST", "/api/tables", {"game": "cambio", "seats": 40}), 400, "MALFORMED")
    holds(await one.ask("GET", "/api/codes/AAAAAAAA"), 404, "UNKNOWN_GAME")
    table = await house.table(one, start=False)
    at = f"/api/tables/{table}"
    holds(await two.ask("POST", f"{at}/seat", {"seat": 0}), 409, "SEAT_TAKEN")
    holds(await two.ask("POST", f"{at}/seat", {"seat": 7}), 400, "MALFORMED")
    holds(await two.ask("POST", f"{at}/seat", {"nonce": "00"}), 400, "MALFORMED")
    holds(await two.ask("POST", f"{at}/ready", {}), 403, "NO_SEAT")
    holds(await two.ask("POST", f"{at}/close"), 403, "NOT_HOST")
    holds(await one.ask("POST", f"{at}/start"), 409, "NOT_READY")
    holds(await one.ask("POST", f"{at}/bots", {"level": "divine"}), 400, "NO_SUCH_BOT")
    holds(await one.act(table, CONFIRM), 409, "NOT_STARTED")
    await two.post(f"{at}/seat", {})
    holds(await three.ask("POST", f"{at}/seat", {}), 409, "TABLE_FULL")
    holds(await one.ask("POST", f"{at}/start"), 409, "NOT_READY")
    code = (await one.get(at))["code"]
    assert (await three.get(f"/api/codes/{code.lower()}"))["id"] == table


async def test_in_play(house: House) -> None:
    one, two, three = [await house.visitor(name) for name in ("Ada", "Bob", "Cem")]
    table = await house.table(one, two, initialViewMs=60_000)
    at = f"/api/tables/{table}"
    by = str(uuid4())
    assert (await one.act(table, CONFIRM, expected_version=1, by=by)).json()["version"] == 2
    assert (await one.act(table, CONFIRM, expected_version=1, by=by)).json().get("duplicate") is True

    stale = holds(await one.act(table, CONFIRM, expected_version=1), 409, "STALE_VERSION")
    assert (stale["table"], stale["version"]) == (table, 2)
    holds(await two.act(table, CONFIRM, by=by), 409, "ID_REUSE")
    refused = holds(await two.act(table, {"type": "CALL_CAMBIO"}), 409, "WRONG_PHASE")
    assert (refused["table"], refused["version"], refused["hint"]) == (table, 2, None)
    holds(await three.act(table, CONFIRM), 403, "NOT_SEATED")
    holds(await one.act(table, {"type": "FLY"}), 400, "MALFORMED")
    holds(await one.act(table, {"type": "START_GAME"}), 403, "HOUSE_ONLY")
    holds(await three.ask("POST", f"{at}/seat", {}), 409, "ALREADY_STARTED")
    holds(await one.ask("POST", f"{at}/close"), 409, "ALREADY_STARTED")
    holds(await one.ask("GET", f"{at}/transcript"), 409, "NOT_FINISHED")
    holds(await one.ask("POST", f"{at}/rematch"), 409, "NOT_FINISHED")
    holds(await one.ask("GET", f"/api/game/{table}/scores"), 409, "NOT_COMPLETED")
    holds(await one.ask("GET", f"/api/game/{table}/flights"), 404, "NO_SUCH_GAME")
    holds(await one.ask("POST", f"/api/game/{table}/power", {"powerType": "x"}), 400, "MALFORMED")
    power = {"powerType": "peek_opponent", "targetPlayerId": str(uuid4()), "targetPosition": 0}
    holds(await one.ask("POST", f"/api/game/{table}/power", power), 404, "UNKNOWN_PLAYER")
    holds(await one.ask("POST", f"/api/game/{table}/cambio", {"expectedVersion": "1"}), 400, "MALFORMED")
    holds(await one.ask("POST", f"/api/game/{table}/cambio", {"expectedVersion": 1}), 409, "STALE_VERSION")
    holds(await one.ask("GET", f"{at}/log?after=-1"), 400, "MALFORMED")
    assert {event["version"] for event in await three.get(f"{at}/log?after=1")} == {2}


async def test_a_private_table_is_not_there_for_others(house: House) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    request = {"game": "cambio", "seats": 2, "access": "private"}
    opened = await one.post("/api/tables", request)
    at = f"/api/tables/{opened['id']}"

    for method, path, body in (
        ("GET", at, None),
        ("GET", f"{at}/view", None),
        ("GET", f"{at}/chat", None),
        ("POST", f"{at}/chat", {"text": "Hi"}),
        ("POST", f"{at}/seat", {}),
        ("POST", f"{at}/start", None),
        ("GET", f"/api/codes/{opened['code']}", None),
    ):
        for key in ({}, {"Rondel-Key": "wrong"}):
            error = holds(await two.ask(method, path, body, headers=key), 404, "UNKNOWN_GAME")
            assert error["version"] is None
    holds(await two.ask("GET", f"{at}?key={opened['key']}"), 404, "UNKNOWN_GAME")
    holds(await two.ask("POST", f"{at}/seat", {"key": opened["key"]}), 400, "MALFORMED")

    right = {"Rondel-Key": opened["key"]}
    assert (await two.get(at, headers=right))["key"] is None
    await two.post(f"{at}/seat", {}, headers=right)
    assert (await two.get(at))["key"] == opened["key"]


async def test_names_and_addresses(house: House) -> None:
    stranger = house.stranger()
    holds(await stranger.ask("POST", "/api/guests", {"name": "x"}), 400, "NAME_NOT_ALLOWED")
    one = await house.visitor("Ada")
    holds(await one.ask("POST", "/api/me/email", {"email": "nowhere"}), 400, "EMAIL_NOT_ALLOWED")
    body = {"token": "x", "account": str(uuid4()), "name": "Ada", "email": "ada@example.org"}
    holds(await one.ask("POST", "/api/links", body), 404, "LINK_EXPIRED")
    holds(await one.ask("POST", "/api/links/look", {"token": "x"}), 404, "LINK_EXPIRED")
    member = await house.node.people.account(UUID((await one.get("/api/me"))["id"]))
    assert member is not None
    assert await house.node.people.claim(member.id, "ada@example.org")
    holds(await stranger.ask("POST", "/api/guests", {"name": "ADA"}), 409, "NAME_TAKEN")


async def test_only_a_bot_runner_may_run_bots(house: House) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    holds(await one.ask("GET", "/api/bots/turns"), 403, "NOT_ALLOWED")
    table = await house.table(one, two)
    wrong = {"X-Rondel-Bot": "wrong"}
    holds(await one.ask("GET", f"/api/bots/{table}/0", headers=wrong), 403, "NOT_ALLOWED")
    holds(await one.ask("GET", f"/api/bots/{table}/0"), 400, "MALFORMED")


async def test_limits() -> None:
    async with open_house() as house:
        stranger = house.stranger()
        answers = [await stranger.ask("POST", "/api/guests", {"name": "Ada"}) for _ in range(11)]
        assert [answer.status_code for answer in answers[:10]] == [201] * 10
        holds(answers[10], 429, "TOO_MANY")
        assert int(answers[10].headers["retry-after"]) >= 1
        codes = [await stranger.ask("GET", f"/api/codes/{code:08}") for code in range(11)]
        assert {code.status_code for code in codes[:10]} == {404}
        holds(codes[10], 429, "TOO_MANY")
        # two more each second, and a busy machine is slow: so all at once, and many
        acts = await asyncio.gather(*(stranger.act(str(uuid4()), CONFIRM) for _ in range(80)))
        refused = [act for act in acts if act.status_code != 404]
        assert 0 < len(refused) <= 60
        holds(refused[0], 429, "TOO_MANY")
    async with open_house(settings(open_tables=1)) as house:
        one = await house.visitor()
        await house.table(one, start=False)
        body = {"game": "cambio", "seats": 2}
        holds(await one.ask("POST", "/api/tables", body), 409, "TOO_MANY_TABLES")


async def test_limits_can_be_turned_off_for_load_tests() -> None:
    async with open_house(settings(rate_limits=False)) as house:
        stranger = house.stranger()
        for _ in range(15):
            await stranger.create_guest()


async def test_a_store_that_does_not_answer_is_unavailable(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(one, two, initialViewMs=60_000)

    async def away(*_: object, **__: object) -> None:
        raise StoreUnavailableError

    monkeypatch.setattr(house.cell.journal, "append", away)
    answer = await one.act(table, CONFIRM)

    holds(answer, 503, "UNAVAILABLE")
    assert int(answer.headers["retry-after"]) >= 1


async def test_our_own_mistakes_stop_one_table_and_say_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, logged: StringIO
) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(one, two, initialViewMs=60_000)
    other = await house.table(one, two, initialViewMs=60_000)

    hidden = "the ace of spades"

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(hidden)

    with monkeypatch.context() as patch:
        patch.setattr("rondel.server.rooms.room.decide", broken)
        holds(await one.act(table, CONFIRM), 409, "TABLE_HALTED")
    holds(await one.act(table, CONFIRM), 409, "TABLE_HALTED")
    assert (await one.act(other, CONFIRM)).status_code == 200

    monkeypatch.setattr("rondel.server.api.routes.tables.lobby.public_tables", broken)
    answer = await one.ask("GET", "/api/tables")

    holds(answer, 500, "INTERNAL")
    assert "spades" not in answer.text
    assert "test_http_errors.py:" in logged.getvalue()
    assert "RuntimeError" in logged.getvalue()
    stored = await house.cell.tables.get(UUID(table))
    assert stored is not None
    assert hidden not in (stored.halted or "")
    assert hidden in (stored.halted_text or "")  # for the host alone
    assert "spades" not in logged.getvalue()


def test_every_code_has_a_status() -> None:
    assert set(STATUS) <= set(CODES)
    assert {status_of(ApiError.of(code)) for code in CODES} == {400, 401, 403, 404, 409, 413, 429, 503}


def test_rules_newer_than_this_node_are_for_another_one() -> None:
    assert status_of(ApiError.of("NEWER_RULES")) == 503
