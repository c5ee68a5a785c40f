"""Alerts at the door: what can be chosen, what is refused, and one turn told by mail, push and webhook."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from rondel.server.adapters.http_client.push import encoded, new_keys
from tests.contracts.test_mailer import Mailbox, listening
from tests.server.api.test_http_errors import holds
from tests.server.receivers import LOOPBACK, Browser, Receiver, receiving, vouched
from tests.server.visitors import House, Visitor, eventually, open_house, settings

HOOK = "https://discord.com/api/webhooks/1/abc"

NOBODY = UUID(int=0)


async def test_until_somebody_chooses_mail_goes_out_after_a_minute(house: House) -> None:
    ada = await house.visitor("Ada")

    assert await ada.get("/api/me/alerts") == {
        "byMail": True,
        "canMail": False,
        "mostMails": 6,
        "mostMailsAtOnce": 60,
        "mostMailsHours": 24,
        "hook": None,
        "delayS": 60,
        "digest": "off",
        "devices": [],
        "muted": [],
        "pushKey": None,
    }


async def test_what_is_not_said_stays(house: House) -> None:
    ada = await house.visitor("Ada")
    await ada.ask("PATCH", "/api/me/alerts", {"hook": HOOK, "delayS": 0})
    await ada.ask("PATCH", "/api/me/alerts", {"digest": "daily", "byMail": False})

    alerts = await ada.get("/api/me/alerts")
    assert (alerts["hook"], alerts["delayS"], alerts["digest"], alerts["byMail"]) == (HOOK, 0, "daily", False)
    await ada.ask("PATCH", "/api/me/alerts", {"hook": None})
    assert (await ada.get("/api/me/alerts"))["hook"] is None
    assert (await (await house.visitor("Bob")).get("/api/me/alerts"))["digest"] == "off"


@pytest.mark.parametrize(
    "body",
    [
        *({"delayS": -1}, {"delayS": 86_401}, {"delayS": "5"}, {"delayS": None}, {"byMail": 1}),
        *({"digest": "weekly"}, {"hook": 5}, {"hook": "x" * 2001}, {"key": "x"}, {"account": "x"}, []),
    ],
)
async def test_what_cannot_be_chosen_is_malformed(house: House, body: Any) -> None:
    ada = await house.visitor("Ada")

    holds(await ada.ask("PATCH", "/api/me/alerts", body), 400, "MALFORMED")


@pytest.mark.parametrize("hook", ["", "http://discord.com/x", "https://127.0.0.1/", "https://[::1]/", "x"])
async def test_a_hook_that_leads_inside_is_refused(house: House, hook: str) -> None:
    ada = await house.visitor("Ada")

    holds(await ada.ask("PATCH", "/api/me/alerts", {"hook": hook}), 400, "HOOK_NOT_ALLOWED")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("GET", "/api/me/alerts"), ("PATCH", "/api/me/alerts"), ("POST", "/api/me/devices")),
        *(("DELETE", f"/api/me/devices/{NOBODY}"), ("POST", f"/api/tables/{NOBODY}/mute")),
    ],
)
async def test_nobody_chooses_without_signing_in(house: House, method: str, path: str) -> None:
    body: Any = {} if method in ("PATCH", "POST") else None

    answer = await house.stranger().ask(method, path, body)

    assert answer.status_code in (400, 401)
    assert answer.json()["code"] in ("NOT_SIGNED_IN", "MALFORMED")


async def test_a_server_without_a_key_takes_no_browser(house: House) -> None:
    ada, browser = await house.visitor("Ada"), Browser()
    body = {"endpoint": HOOK, "p256dh": encoded(browser.p256dh), "auth": encoded(browser.auth)}

    holds(await ada.ask("POST", "/api/me/devices", body), 400, "DEVICE_NOT_ALLOWED")


async def test_browsers_come_and_go(house_with_key: House) -> None:
    house, browser = house_with_key, Browser()
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    body = {"endpoint": HOOK, "p256dh": encoded(browser.p256dh), "auth": encoded(browser.auth)}

    [device] = (await ada.post("/api/me/devices", body))["devices"]
    [same] = (await ada.post("/api/me/devices", body))["devices"]
    assert device["id"] == same["id"]
    assert set(device) == {"id", "label", "endpoint", "createdAt"}
    assert (await bob.ask("DELETE", f"/api/me/devices/{device['id']}")).status_code == 204
    assert len((await ada.get("/api/me/alerts"))["devices"]) == 1
    assert (await ada.ask("DELETE", f"/api/me/devices/{device['id']}")).status_code == 204
    assert (await ada.get("/api/me/alerts"))["devices"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://10.0.0.1/"},
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"endpoint": "http://x.example"},
    ],
)
async def test_a_browser_that_cannot_be_one_is_refused(house_with_key: House, change: dict[str, str]) -> None:
    ada, browser = await house_with_key.visitor("Ada"), Browser()
    body = {"endpoint": HOOK, "p256dh": encoded(browser.p256dh), "auth": encoded(browser.auth)}

    holds(await ada.ask("POST", "/api/me/devices", {**body, **change}), 400, "DEVICE_NOT_ALLOWED")


async def test_a_table_is_muted_by_those_who_may_see_it(house: House) -> None:
    ada, eve = await house.visitor("Ada"), await house.visitor("Eve")
    body = {"game": "imperial", "options": {}, "seats": 2, "access": "private"}
    table = (await ada.post("/api/tables", body))["id"]

    assert (await ada.post(f"/api/tables/{table}/mute", {"isMuted": True}))["muted"] == [table]
    assert (await ada.post(f"/api/tables/{table}/mute", {"isMuted": False}))["muted"] == []
    holds(await eve.ask("POST", f"/api/tables/{table}/mute", {}), 404, "UNKNOWN_GAME")


@pytest.fixture
async def house_with_key() -> AsyncIterator[House]:
    async with open_house(settings(vapid_key=new_keys()[0])) as opened:
        yield opened


class Post(NamedTuple):
    """A server that mails, pushes and posts, and where all that arrives."""

    house: House
    mailbox: Mailbox
    receiver: Receiver
    browser: Browser

    async def member(self, name: str) -> Visitor:
        """Somebody who has signed in by a link in a mail."""
        visitor = await self.house.visitor(name)
        await visitor.post("/api/me/email", {"email": f"{name.lower()}@example.com"})
        [text, _] = self.mailbox.taken[-1][2].iter_parts()
        token = re.search(r"sign-in#(\S+)", text.get_content())
        assert token is not None
        shown = await visitor.post("/api/links/look", {"token": token[1]})
        await visitor.post("/api/links", {"token": token[1], **shown})
        return visitor

    async def begun(self, *visitors: Visitor) -> str:
        """A private table, where play has begun."""
        body = {"game": "imperial", "options": {}, "seats": len(visitors), "access": "private"}
        opened = await visitors[0].post("/api/tables", body)
        table: str = opened["id"]
        for visitor in visitors:
            await visitor.post(f"/api/tables/{table}/seat", {}, headers={"Rondel-Key": opened["key"]})
            await visitor.post(f"/api/tables/{table}/ready", {"isReady": True})
        await visitors[0].post(f"/api/tables/{table}/start")
        return table

    def turns(self) -> list[Any]:
        """Mails about turns."""
        return [message for _, _, message in self.mailbox.taken if message["List-Unsubscribe"]]


@asynccontextmanager
async def an_office() -> AsyncIterator[Post]:
    mailbox, receiver = Mailbox(), Receiver(status=201)
    async with listening(mailbox) as port, receiving(receiver):
        chosen = settings(
            smtp_url=f"smtp+plain://127.0.0.1:{port}",
            mail_from="Rondel <rondel@example.org>",
            public_url="https://rondel.test",
            vapid_key=new_keys()[0],
            webhook_networks=LOOPBACK,
            presence_ms=100,
        )
        async with open_house(chosen) as house:
            yield Post(house, mailbox, receiver, Browser())


async def test_a_turn_is_told_by_mail_push_and_webhook_once_each() -> None:
    async with an_office() as post:
        ada, bob = await post.member("Ada"), await post.member("Bob")
        browser, receiver = post.browser, post.receiver
        key = (await ada.get("/api/me/alerts"))["pushKey"]
        await ada.post(
            "/api/me/devices",
            {
                "endpoint": f"http://127.0.0.1:{receiver.port}/push",
                "p256dh": encoded(browser.p256dh),
                "auth": encoded(browser.auth),
            },
        )
        await ada.ask("PATCH", "/api/me/alerts", {"delayS": 0, "hook": receiver.url})
        await bob.ask("PATCH", "/api/me/alerts", {"delayS": 0, "byMail": False})

        table = await post.begun(bob, ada)
        await eventually(lambda: len(receiver.taken) == 2 and len(post.turns()) == 1, 10)
        await asyncio.sleep(1.5)  # and nothing more

        assert len(receiver.taken) == 2
        [mail] = post.turns()
        [push] = [request for request in receiver.taken if request.target == "/push"]
        [hook] = [request for request in receiver.taken if request.target == "/hook?id=7"]
        secret = (await ada.get(f"/api/tables/{table}"))["key"]

    assert mail["To"] == "ada@example.com"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<notice-[0-9a-f-]{36}@example.org>", mail["Message-ID"])
    assert vouched(push.headers["authorization"], audience=f"http://127.0.0.1:{receiver.port}")["k"] == key
    note = json.loads(browser.opened(push.body))
    assert set(note) == {"title", "text", "open", "mute", "table"}
    assert (note["title"], note["table"]) == ("Your turn in Imperial", table)
    payload = json.loads(hook.body)
    assert payload["allowed_mentions"] == {"parse": []}
    assert payload["content"].startswith("Your turn in Imperial")
    assert payload["content"].endswith(f"https://rondel.test/t/{table}")
    for sent in (mail.as_string(), json.dumps(note), hook.body.decode()):
        assert secret not in sent


async def test_one_press_stops_mail_without_signing_in() -> None:
    async with an_office() as post:
        ada, bob = await post.member("Ada"), await post.member("Bob")
        for person in (ada, bob):
            await person.ask("PATCH", "/api/me/alerts", {"delayS": 0})
        table = await post.begun(ada, bob)
        await eventually(lambda: len(post.turns()) == 2, 10)
        links = {mail["To"]: mail["List-Unsubscribe"].strip("<>") for mail in post.turns()}
        paths = {to: link.removeprefix("https://rondel.test") for to, link in links.items()}
        stranger = post.house.stranger()
        stranger.http.headers.clear()

        seen = await stranger.ask("GET", paths["ada@example.com"])
        stopped = await stranger.ask(
            "POST",
            paths["ada@example.com"],
            content=b"List-Unsubscribe=One-Click",
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )
        quieter = await stranger.ask("POST", f"{paths['bob@example.com']}?onlyTable=true")
        wrong = await stranger.ask("POST", "/api/stop-mail/nothing-of-ours")

        assert seen.status_code == 303
        assert seen.headers["location"].startswith("/stop-mail#")
        assert (stopped.status_code, quieter.status_code) == (204, 204)
        holds(wrong, 404, "LINK_NOT_VALID")
        assert not (await ada.get("/api/me/alerts"))["byMail"]
        assert (await bob.get("/api/me/alerts"))["byMail"]
        assert (await bob.get("/api/me/alerts"))["muted"] == [table]


async def test_a_browser_that_is_gone_is_forgotten() -> None:
    async with an_office() as post:
        ada, bob = await post.house.visitor("Ada"), await post.house.visitor("Bob")
        browser = post.browser
        post.receiver.status = 410
        await ada.post(
            "/api/me/devices",
            {
                "endpoint": f"http://127.0.0.1:{post.receiver.port}/push",
                "p256dh": encoded(browser.p256dh),
                "auth": encoded(browser.auth),
            },
        )
        await ada.ask("PATCH", "/api/me/alerts", {"delayS": 0})

        await post.begun(bob, ada)
        await eventually(lambda: len(post.receiver.taken) == 1, 10)
        await asyncio.sleep(0.2)

        assert (await ada.get("/api/me/alerts"))["devices"] == []
        assert b'rondel_notices_total{became="dead",channel="push"} 1.0' in post.house.node.metrics.text()
