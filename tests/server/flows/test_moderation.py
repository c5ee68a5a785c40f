"""Moderators at the door: who they are, what they may do, and that it is not there for anybody else."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest
import websockets

from rondel.server.flows.accounts import moderation
from rondel.server.flows.accounts.moderation import COMMAND_LINE
from rondel.server.ports.moderation import Role
from tests.server.api.test_doors import knock
from tests.server.api.test_doors_of_two_nodes import at
from tests.server.visitors import ORIGIN, House, Visitor, open_house, settings

RUDE = {"reason": "rude"}
HOUR = 3_600_000


async def id_of(visitor: Visitor) -> UUID:
    return UUID((await visitor.get("/api/me"))["id"])


async def staffed(house: House, name: str, role: Role = "moderator") -> Visitor:
    visitor = await house.visitor(name)
    await moderation.grant(house.cells, COMMAND_LINE, await id_of(visitor), role, reason="test")
    return visitor


async def say(visitor: Visitor, table: str, text: str) -> dict[str, Any]:
    line: dict[str, Any] = await visitor.post(f"/api/tables/{table}/chat", {"text": text})
    return line


async def no(visitor: Visitor, method: str, path: str, body: Any = None) -> tuple[int, str]:
    answer = await visitor.ask(method, path, body)
    return answer.status_code, answer.json().get("code")


async def test_the_doors_of_moderators_are_not_there_for_anybody_else(house: House) -> None:
    """Bytes and headers are those of an address that is nowhere, whatever is sent and however."""
    player, stranger = await house.visitor("Ada"), house.stranger()
    schema = await stranger.get("/schema/openapi.json")
    paths = [path for path in schema["paths"] if path.startswith("/api/admin")]
    assert len(paths) >= 18

    for who in (player, stranger):
        for path in (*paths, "/api/admin/"):
            url = path.replace("{account}", str(uuid4())).replace("{table}", str(uuid4()))
            url = url.replace("{report}", str(uuid4())).replace("{line}", "1")
            for method in ("GET", "POST", "DELETE", "OPTIONS", "PUT"):
                for body in (None, RUDE, {"wrong": 1}):
                    answer = await who.ask(method, url, body)
                    elsewhere = await who.ask(method, "/api/nothing/at/all", body)
                    assert answer.status_code == elsewhere.status_code == 404, (method, url)
                    assert answer.content == elsewhere.content
                    drop = {"date"}
                    assert {k: v for k, v in answer.headers.items() if k not in drop} == {
                        k: v for k, v in elsewhere.headers.items() if k not in drop
                    }


async def test_a_role_opens_the_doors_and_its_end_shuts_them(house: House) -> None:
    mod = await staffed(house, "Mona")
    assert await mod.get("/api/admin") == {"role": "moderator"}
    boss = await staffed(house, "Bianca", "admin")
    path = f"/api/admin/accounts/{await id_of(mod)}/role"

    assert (await boss.ask("POST", path, {"role": "admin", "reason": "good"})).status_code == 204
    assert await mod.get("/api/admin") == {"role": "admin"}
    assert (await boss.ask("POST", path, {"role": None, "reason": "left"})).status_code == 204

    assert (await no(mod, "GET", "/api/admin"))[0] == 404
    assert await no(boss, "POST", path, {"role": None, "reason": "left"}) == (409, "NOTHING_TO_DO")
    own = f"/api/admin/accounts/{await id_of(boss)}/role"
    assert await no(boss, "POST", own, {"role": None, "reason": "x"}) == (403, "NOT_ALLOWED")


async def test_changes_by_a_moderators_cookie_need_our_page(house: House) -> None:
    mod, ada = await staffed(house, "Mona"), await house.visitor("Ada")
    path = f"/api/admin/accounts/{await id_of(ada)}/ban"

    for headers in ({"Origin": "https://evil.example"}, {"X-Rondel": "0"}):
        answer = await mod.ask("POST", path, RUDE, headers=headers)
        assert answer.json()["code"] in ("ORIGIN_NOT_ALLOWED", "CSRF_MISSING")

    assert (await ada.get("/api/me"))["name"] == "Ada"


async def test_moderators_act_on_players_and_admins_on_everybody_but_themselves(house: House) -> None:
    mod, boss = await staffed(house, "Mona"), await staffed(house, "Bianca", "admin")
    ids = {who.name: await id_of(who) for who in (mod, boss, await staffed(house, "Milo"))}
    acts = {"ban": RUDE, "rename": {"name": "Quiet", **RUDE}, "sign-out": RUDE, "unban": RUDE}

    for who, about in ((mod, "Bianca"), (mod, "Milo"), (mod, "Mona"), (boss, "Bianca")):
        for act, body in acts.items():
            refusal = await no(who, "POST", f"/api/admin/accounts/{ids[about]}/{act}", body)
            assert refusal == (403, "NOT_ALLOWED"), (who.name, about, act)
    for path, request in {
        "networks/ban": {"network": "192.0.2.0/24", **RUDE},
        "networks/unban": {"network": "192.0.2.0/24", **RUDE},
        "announcement": {"text": "Hello"},
        f"accounts/{ids['Bianca']}/role": {"role": None, **RUDE},
    }.items():
        assert await no(mod, "POST", f"/api/admin/{path}", request) == (403, "NOT_ALLOWED"), path
    own_role = await no(boss, "POST", f"/api/admin/accounts/{ids['Bianca']}/role", {"role": None, **RUDE})
    assert own_role == (403, "NOT_ALLOWED")

    ban = await boss.ask("POST", f"/api/admin/accounts/{ids['Mona']}/ban", RUDE)
    assert ban.status_code == 204
    assert (await no(mod, "GET", "/api/admin"))[0] == 404


async def test_a_banned_account_is_out_at_once_and_told_why_and_until_when(house: House) -> None:
    mod, ada, bob = await staffed(house, "Mona"), await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob)
    token, account = await ada.bearer(), await id_of(ada)
    until = house.cell.now.ms() + HOUR
    async with ada.socket() as wire, bob.socket() as other:
        await wire.sit(table)
        await other.sit(table)

        body = {"reason": "insults", "until": until}
        assert (await mod.ask("POST", f"/api/admin/accounts/{account}/ban", body)).status_code == 204

        assert await wire.closed() == 4403
        assert wire.connection.close_reason == "banned"
        await other.send(type="ping", lastVersions={})
        assert (await other.until("pong"))["type"] == "pong"
    answer = await ada.ask("GET", "/api/me")
    refusal = answer.json()
    assert (answer.status_code, refusal["code"], refusal["reason"], refusal["until"]) == (
        403,
        "BANNED",
        "insults",
        until,
    )
    assert "insults" in refusal["message"]
    assert "UTC" in refusal["message"]
    assert await no(ada, "POST", "/api/guests", {"name": "Ada again"}) == (403, "BANNED")
    assert await knock(house, [("Cookie", ada.cookie_header()), ("Origin", ORIGIN)]) == 403
    script = await house.stranger().ask("GET", "/api/me", headers={"Authorization": f"Bearer {token}"})
    assert script.json()["code"] == "BANNED"

    assert (await mod.ask("POST", f"/api/admin/accounts/{account}/unban", RUDE)).status_code == 204
    assert (await ada.get("/api/me"))["name"] == "Ada"
    assert await no(mod, "POST", f"/api/admin/accounts/{account}/unban", RUDE) == (409, "NOTHING_TO_DO")


async def test_a_ban_ends_by_itself(house: House) -> None:
    mod, ada = await staffed(house, "Mona"), await house.visitor("Ada")
    path = f"/api/admin/accounts/{await id_of(ada)}/ban"
    soon = house.cell.now.ms() + HOUR

    assert await no(mod, "POST", path, {**RUDE, "until": house.cell.now.ms() - 1}) == (400, "MALFORMED")
    assert (await mod.ask("POST", path, {**RUDE, "until": soon})).status_code == 204
    assert (await no(ada, "GET", "/api/me"))[1] == "BANNED"
    house.cell.now.learn(soon)

    assert (await ada.get("/api/me"))["name"] == "Ada"


async def test_a_banned_member_is_not_let_in_by_a_link(house: House) -> None:
    mod, ada = await staffed(house, "Mona"), await house.visitor("Ada")
    account = await id_of(ada)
    tokens = []
    for _ in range(2):
        await ada.ask("POST", "/api/me/email", {"email": "ada@example.org"})
        text: str = house.node.mailer.sent[-1].text  # type: ignore[attr-defined]
        tokens.append(text.split("/sign-in#", 1)[1].split()[0])
    await mod.ask("POST", f"/api/admin/accounts/{account}/ban", RUDE)
    elsewhere = house.stranger()
    shown = await elsewhere.post("/api/links/look", {"token": tokens[1]})

    assert await no(elsewhere, "POST", "/api/links", {"token": tokens[1], **shown}) == (403, "BANNED")


async def test_a_banned_browser_does_not_use_up_the_tries_of_its_address(house: House) -> None:
    mod, ada = await staffed(house, "Mona"), await house.visitor("Ada")
    await mod.ask("POST", f"/api/admin/accounts/{await id_of(ada)}/ban", RUDE)

    for _ in range(house.node.settings.constants.failed_sign_in_rate.burst + 5):
        assert (await no(ada, "GET", "/api/me")) == (403, "BANNED")


async def test_a_banned_network_is_refused_calls_and_sockets_and_may_read_pages() -> None:
    async with open_house(settings(trusted_proxies=("127.0.0.1",))) as house:
        boss = await staffed(house, "Bianca", "admin")
        ada = await house.visitor("Ada")
        inside = {"X-Forwarded-For": "192.0.2.77"}
        cookie = [("Cookie", ada.cookie_header()), ("Origin", ORIGIN)]
        async with websockets.connect(
            house.socket_url,
            origin=websockets.Origin(ORIGIN),
            additional_headers={"Cookie": ada.cookie_header(), **inside},
        ) as wire:
            body = {"network": "192.0.2.9/24", "reason": "floods"}
            assert (await boss.ask("POST", "/api/admin/networks/ban", body)).status_code == 204
            with pytest.raises(websockets.ConnectionClosed):
                await asyncio.wait_for(wire.recv(), 30)
            assert wire.close_code == 4403

        answer = await ada.ask("GET", "/api/me", headers=inside)
        refusal = answer.json()
        assert (answer.status_code, refusal["code"], refusal["reason"]) == (403, "BANNED", "floods")
        assert "x-content-type-options" in answer.headers
        assert await knock(house, [*cookie, *inside.items()]) == 403
        assert await knock(house, cookie) == 101
        assert (await ada.ask("GET", "/api/me", headers={"X-Forwarded-For": "192.0.3.1"})).status_code == 200
        assert (await ada.ask("GET", "/healthz", headers=inside)).status_code == 200
        assert [ban["network"] for ban in await boss.get("/api/admin/networks")] == ["192.0.2.0/24"]

        assert (await boss.ask("POST", "/api/admin/networks/unban", body)).status_code == 204
        assert (await ada.ask("GET", "/api/me", headers=inside)).status_code == 200
        for wrong in ("0.0.0.0/0", "10.0.0.0/7", "2001::/19", "Ada", ""):
            denied = await no(boss, "POST", "/api/admin/networks/ban", {"network": wrong, **RUDE})
            assert denied == (400, "MALFORMED"), wrong


async def test_a_removed_line_is_gone_for_everybody_and_those_who_look_are_told(house: House) -> None:
    mod, ada, bob = await staffed(house, "Mona"), await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob, start=False)
    fine, rude = await say(ada, table, "fine"), await say(ada, table, "rude")
    async with bob.socket() as wire:
        await wire.sit(table)
        path = f"/api/admin/tables/{table}/chat/{rude['id']}/remove"
        assert (await mod.ask("POST", path, RUDE)).status_code == 204

        frame = await wire.until("chat")

    assert (frame["id"], frame["text"], frame["isRemoved"]) == (rude["id"], "", True)
    lines = await bob.get(f"/api/tables/{table}/chat")
    assert [(line["id"], line["text"], line["isRemoved"]) for line in lines] == [
        (fine["id"], "fine", False),
        (rude["id"], "", True),
    ]
    assert await no(mod, "POST", path, RUDE) == (409, "NOTHING_TO_DO")
    beyond = f"/api/admin/tables/{table}/chat/{2**63}/remove"
    assert await no(mod, "POST", beyond, RUDE) == (409, "NOTHING_TO_DO")


async def test_a_report_brings_the_lines_around_it_and_is_settled(house: House) -> None:
    mod, ada, bob = await staffed(house, "Mona"), await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob, start=False)
    lines = [await say(ada, table, str(number)) for number in range(3)]
    path = f"/api/tables/{table}/reports"

    assert (await bob.ask("POST", path, {"text": "Look!", "line": lines[1]["id"]})).status_code == 204
    assert (await bob.ask("POST", path, {"text": "Again", "seat": 0})).status_code == 204
    for body in ({"seat": 1}, {"seat": 7}, {"line": 10**9}, {}):
        assert (await no(bob, "POST", path, {"text": "x", **body}))[0] in (403, 404), body

    first, second = await mod.get("/api/admin/reports")
    assert (first["by"], first["about"]["name"], first["text"]) == ("Bob", "Ada", "Look!")
    assert [(line["text"], line["isMeant"]) for line in first["lines"]] == [
        ("0", False),
        ("1", True),
        ("2", False),
    ]
    assert not any(line["isMeant"] for line in second["lines"])
    settle = f"/api/admin/reports/{first['id']}/settle"
    assert (await mod.ask("POST", settle, RUDE)).status_code == 204
    assert await no(mod, "POST", settle, RUDE) == (409, "NOTHING_TO_DO")
    assert [one["id"] for one in await mod.get("/api/admin/reports")] == [second["id"]]
    assert [one["id"] for one in await mod.get("/api/admin/reports?settled=true")] == [first["id"]]


async def test_nobody_reports_too_often(house: House) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob, start=False)

    responses = [await bob.ask("POST", f"/api/tables/{table}/reports", {"seat": 0}) for _ in range(11)]

    assert [answer.status_code for answer in responses] == [204] * 10 + [429]


async def test_nobody_reports_at_a_table_that_they_may_not_see(house: House) -> None:
    ada, eve = await house.visitor("Ada"), await house.visitor("Eve")
    body = {"game": "cambio", "options": {"seats": 2}, "access": "private"}
    table = (await ada.post("/api/tables", body))["id"]
    await ada.post(f"/api/tables/{table}/seat", {})

    for path, request in (("reports", {"seat": 0}), ("blocks", {"seat": 0, "kind": "mute"})):
        assert await no(eve, "POST", f"/api/tables/{table}/{path}", request) == (404, "UNKNOWN_GAME")


async def test_who_is_muted_is_not_read_and_who_is_blocked_does_not_sit_down_at_my_tables(
    house: House,
) -> None:
    ada, bob, eve = [await house.visitor(name) for name in ("Ada", "Bob", "Eve")]
    table = await house.table(ada, bob, start=False)
    await say(bob, table, "before")
    async with ada.socket() as hers, eve.socket() as others:
        await hers.sit(table)
        await others.sit(table)
        path = f"/api/tables/{table}/blocks"
        assert (await ada.ask("POST", path, {"kind": "mute", "seat": 1})).status_code == 204
        await say(bob, table, "hidden")
        await say(eve, table, "shown")

        assert (await others.until("chat"))["text"] == "hidden"
        assert (await hers.until("chat"))["text"] == "shown"
    assert [line["text"] for line in await ada.get(f"/api/tables/{table}/chat")] == ["shown"]
    assert len(await bob.get(f"/api/tables/{table}/chat")) == 3
    async with ada.socket() as again:
        await again.sit(table)
        await say(bob, table, "hidden still")
        await say(eve, table, "shown too")
        assert (await again.until("chat"))["text"] == "shown too"

    mine = (await ada.post("/api/tables", {"game": "cambio", "options": {"seats": 3}}))["id"]
    assert (await bob.ask("POST", f"/api/tables/{mine}/seat", {})).status_code == 200
    (blocked,) = await ada.get("/api/me/blocks")
    assert (blocked["name"], blocked["kind"]) == ("Bob", "mute")
    change = f"/api/me/blocks/{blocked['account']}"
    assert (await ada.ask("POST", change, {"kind": "block"})).status_code == 204
    await bob.ask("DELETE", f"/api/tables/{mine}/seat")
    assert await no(bob, "POST", f"/api/tables/{mine}/seat", {}) == (403, "NOT_ALLOWED")

    assert (await ada.ask("POST", change, {"kind": None})).status_code == 204
    assert await no(ada, "POST", change, {"kind": None}) == (409, "NOTHING_TO_DO")
    assert (await bob.ask("POST", f"/api/tables/{mine}/seat", {})).status_code == 200


async def test_accounts_are_found_and_shown_without_the_mail_to_moderators(house: House) -> None:
    mod, boss = await staffed(house, "Mona"), await staffed(house, "Bianca", "admin")
    ada = await house.visitor("Ada")
    account = await id_of(ada)
    assert await house.node.people.claim(account, "ada@example.org")
    table = await house.table(ada, start=False)

    for search in ("ad", "ada@example.org", str(account)):
        (found,) = await boss.get("/api/admin/accounts", params={"search": search})
        assert (found["name"], found["email"], found["ban"]) == ("Ada", "ada@example.org", None)
    (found,) = await mod.get("/api/admin/accounts?search=ada")
    assert found["email"] is None
    details = await mod.get(f"/api/admin/accounts/{account}")
    assert len(details["sessions"]) == 1
    assert "token" not in str(details["sessions"]).lower()
    assert [one["id"] for one in details["tables"]] == [table]
    assert await no(mod, "GET", f"/api/admin/accounts/{uuid4()}") == (409, "NOTHING_TO_DO")


async def test_an_account_is_renamed_at_its_tables_and_signed_out(house: House) -> None:
    mod, ada, bob = await staffed(house, "Mona"), await house.visitor("Ada"), await house.visitor("Bob")
    table, account = await house.table(ada, bob, start=False), await id_of(ada)
    path = f"/api/admin/accounts/{account}"

    assert (await mod.ask("POST", f"{path}/rename", {"name": "Quiet", **RUDE})).status_code == 204
    assert await no(mod, "POST", f"{path}/rename", {"name": "x", **RUDE}) == (400, "NAME_NOT_ALLOWED")
    players = (await bob.get(f"/api/tables/{table}"))["players"]
    assert players[0]["name"] == "Quiet"
    async with ada.socket() as wire:
        assert (await mod.ask("POST", f"{path}/sign-out", RUDE)).status_code == 204
        assert await wire.closed() == 4401
    assert (await no(ada, "GET", "/api/me"))[0] == 401


async def test_halted_tables_are_listed_without_the_text_of_the_error_and_go_on(house: House) -> None:
    mod, ada, bob = await staffed(house, "Mona"), await house.visitor("Ada"), await house.visitor("Bob")
    table = UUID(await house.table(ada, bob, initialViewMs=60_000))
    await house.cell.tables.halt(table, "turn.py:7: KeyError", text="Q♥: of seat 1")

    (row,) = await mod.get("/api/admin/tables")
    assert (row["id"], row["halted"]) == (str(table), "turn.py:7: KeyError")
    assert "Q♥" not in str(row)
    assert (await mod.ask("POST", f"/api/admin/tables/{table}/resume", RUDE)).status_code == 204
    assert await no(mod, "POST", f"/api/admin/tables/{table}/resume", RUDE) == (409, "NOTHING_TO_DO")
    assert await mod.get("/api/admin/tables") == []
    (again,) = await mod.get("/api/admin/tables", params={"search": row["code"].lower()})
    assert again["status"] == "active"

    async with bob.socket() as wire:
        await wire.sit(str(table))
        assert (await mod.ask("POST", f"/api/admin/tables/{table}/close", RUDE)).status_code == 204
        assert (await wire.until("seats"))["status"] == "abandoned"
    assert await no(mod, "POST", f"/api/admin/tables/{table}/close", RUDE) == (409, "NOTHING_TO_DO")
    assert await no(mod, "POST", f"/api/admin/tables/{uuid4()}/close", RUDE) == (404, "UNKNOWN_GAME")


async def test_everybody_is_told_an_announcement_until_it_is_taken_back(house: House) -> None:
    boss, stranger = await staffed(house, "Bianca", "admin"), house.stranger()
    nothing = {"text": "", "kind": "news", "until": None}
    assert await stranger.get("/api/announcement") == nothing
    until = house.cell.now.ms() + HOUR

    announcement = {"text": "We restart at noon.", "kind": "maintenance", "until": until}
    assert (await boss.ask("POST", "/api/admin/announcement", announcement)).status_code == 204
    assert await stranger.get("/api/announcement") == announcement

    assert (await boss.ask("POST", "/api/admin/announcement", {"text": " "})).status_code == 204
    assert await stranger.get("/api/announcement") == nothing


async def test_every_act_is_in_the_log_with_who_and_why(house: House) -> None:
    boss, ada, bob = (
        await staffed(house, "Bianca", "admin"),
        await house.visitor("Ada"),
        await house.visitor("Bob"),
    )
    table, account = await house.table(ada, bob, start=False), await id_of(ada)
    line = (await say(ada, table, "rude"))["id"]
    await bob.ask("POST", f"/api/tables/{table}/reports", {"line": line})
    (report,) = await boss.get("/api/admin/reports")
    await house.cell.tables.halt(UUID(table), "x.py:1: KeyError: 1")
    of, where = f"accounts/{account}", f"tables/{table}"
    acts: dict[str, dict[str, Any]] = {
        f"{where}/chat/{line}/remove": {},
        f"{where}/resume": {},
        f"{where}/close": {},
        f"reports/{report['id']}/settle": {},
        f"{of}/rename": {"name": "Quiet"},
        f"{of}/ban": {},
        f"{of}/unban": {},
        f"{of}/sign-out": {},
        f"{of}/role": {"role": "moderator"},
        "networks/ban": {"network": "192.0.2.0/24"},
        "networks/unban": {"network": "192.0.2.0/24"},
    }
    for path, body in acts.items():
        answer = await boss.ask("POST", f"/api/admin/{path}", {"reason": f"for {path}", **body})
        assert answer.status_code == 204, (path, answer.text)
    await boss.ask("POST", "/api/admin/announcement", {"text": "Hello"})

    log = await boss.get("/api/admin/audit")

    kinds = ["announce", "unban", "ban", "grant", "end_sessions", "unban", "ban", "rename", "settle", "close"]
    assert [row["kind"] for row in log] == [*kinds, "resume", "remove_line", "grant"]
    assert {row["by"] for row in log[:-1]} == {"Bianca"}
    assert log[-1]["by"] is None
    assert log[6]["about"] == str(account)
    assert log[6]["reason"] == f"for {of}/ban"
    assert "Ada" not in str(log)
    before = log[1]["id"]
    assert await boss.get(f"/api/admin/audit?before={before}") == log[2:]
    assert await boss.get(f"/api/admin/audit?before={2**70}") == log
    for reason in ("", " ", "\n"):
        assert (await no(boss, "POST", f"/api/admin/{of}/ban", {"reason": reason}))[0] == 400


async def test_a_ban_a_role_and_a_removed_line_are_told_to_the_other_node(
    nodes_without_polling: list[House],
) -> None:
    here, there = nodes_without_polling
    mod, ada, bob = await staffed(here, "Mona"), await here.visitor("Ada"), await here.visitor("Bob")
    table = await here.table(ada, bob, start=False)
    line = (await say(ada, table, "rude"))["id"]
    async with at(there, ada).socket() as banned, at(there, bob).socket() as other:
        await banned.sit(table)
        await other.sit(table)

        await mod.ask("POST", f"/api/admin/tables/{table}/chat/{line}/remove", RUDE)
        assert (await other.until("chat"))["isRemoved"]
        await mod.ask("POST", f"/api/admin/accounts/{await id_of(ada)}/ban", RUDE)
        assert await banned.closed() == 4403
    assert (await at(there, ada).ask("GET", "/api/me")).json()["code"] == "BANNED"
    assert (await at(there, mod).ask("GET", "/api/admin")).json() == {"role": "moderator"}
