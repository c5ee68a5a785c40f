"""Signing in at a provider, a real one in a process of its own; and all that may be wrong about it."""

import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import msgspec
import pytest

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.settings import Rate, Settings, SettingsError
from tests.faults.cluster import free_port
from tests.server.flows.test_registration import a_link
from tests.server.provider import CLIENT_ID, CLIENT_SECRET
from tests.server.visitors import ORIGIN, House, Visitor, open_house, settings

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    """The provider, in a process of its own."""
    port = free_port()
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "tests.server.provider", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet) as process:
        try:
            url, end = f"http://localhost:{port}", time.monotonic() + 60
            while time.monotonic() < end:
                try:
                    httpx.get(f"{url}/jwks", verify=False)
                    break
                except httpx.ConnectError:
                    time.sleep(0.1)
            yield url
        finally:
            process.terminate()


@pytest.fixture
def memory() -> MemoryDatabase:
    return MemoryDatabase()


@pytest.fixture
async def house(issuer: str, memory: MemoryDatabase) -> AsyncIterator[House]:
    await fault(issuer, "")
    async with open_house(with_provider(issuer), memory=memory) as opened:
        yield opened


def with_provider(issuer: str, **more: Any) -> Settings:
    chosen = {"oidc_issuer": issuer, "oidc_client_id": CLIENT_ID, "oidc_client_secret": CLIENT_SECRET}
    return settings(public_url=ORIGIN, oidc_name="Club", code_rate=Rate(99, 60_000), **{**chosen, **more})


async def fault(issuer: str, name: str) -> None:
    async with httpx.AsyncClient(verify=False) as http:
        await http.post(f"{issuer}/fault", content=name)


async def at_provider(visitor: Visitor, who: str) -> dict[str, str]:
    """Go to the provider, say who one is, and come back with a code and a state."""
    url = (await visitor.post("/api/provider/start"))["url"]
    async with httpx.AsyncClient(verify=False) as http:
        answer = await http.get(f"{url}&as={who}")
    back = urlsplit(answer.headers["location"])
    assert f"{back.scheme}://{back.netloc}{back.path}" == f"{ORIGIN}/sign-in"
    query = parse_qs(back.query)
    return {"code": query["code"][0], "state": query["state"][0]}


async def look(visitor: Visitor, who: str) -> httpx.Response:
    return await visitor.ask("POST", "/api/provider/look", await at_provider(visitor, who))


async def sign_in(visitor: Visitor, who: str, name: str = "") -> Any:
    """All of it, with the press at the end."""
    shown = (await look(visitor, who)).json()
    return await visitor.post("/api/provider", {"account": shown["account"], "name": name})


def failed(answer: httpx.Response) -> bool:
    return (answer.status_code, answer.json().get("code")) == (403, "SIGN_IN_FAILED")


async def test_somebody_new_chooses_a_name_and_comes_back_elsewhere(house: House) -> None:
    ada = house.stranger()
    shown = (await look(ada, "s-1")).json()
    assert shown == {"account": None, "name": None, "person": "s-1 of the provider", "connects": False}
    assert (await ada.ask("GET", "/api/me")).status_code == 401
    made = await ada.post("/api/provider", {"account": None, "name": "Ada"})

    elsewhere = house.stranger()
    again = (await look(elsewhere, "s-1")).json()
    assert again == {**shown, "account": made["id"], "name": "Ada"}
    assert (await elsewhere.ask("GET", "/api/me")).status_code == 401
    await elsewhere.post("/api/provider", {"account": made["id"]})

    assert (await elsewhere.get("/api/me"))["id"] == made["id"] == (await ada.get("/api/me"))["id"]
    assert (made["kind"], made["email"]) == ("guest", None)
    assert [each["issuer"] for each in await ada.get("/api/me/identities")] == [
        house.node.settings.oidc_issuer
    ]


async def test_where_people_are_invited_the_provider_is_no_other_way_in(house: House) -> None:
    member = house.stranger()
    await sign_in(member, "s-1", "Ada")
    house.node.settings = msgspec.structs.replace(house.node.settings, registration="invitation")
    token = await a_link(house)
    bob = house.stranger()
    body = {"account": None, "name": "Bob"}

    await look(bob, "s-2")
    without = await bob.ask("POST", "/api/provider", body)
    made = await bob.ask("POST", "/api/provider", {**body, "invite": token})

    assert (without.status_code, without.json()["code"]) == (403, "INVITATION_NEEDED")
    assert made.json()["name"] == "Bob"
    assert (await sign_in(house.stranger(), "s-1"))["name"] == "Ada"


async def test_who_is_not_on_the_list_is_not_let_in_at_the_provider(house: House) -> None:
    await sign_in(house.stranger(), "s-1", "Ada")
    house.node.settings = msgspec.structs.replace(house.node.settings, registration="allow-list")
    ada = house.stranger()

    shown = (await look(ada, "s-1")).json()
    answer = await ada.ask("POST", "/api/provider", {"account": shown["account"]})

    assert (answer.status_code, answer.json()["code"]) == (403, "MEMBERS_ONLY")


async def test_a_name_that_will_not_do_is_asked_for_again(house: House) -> None:
    ada = house.stranger()
    await look(ada, "s-2")
    refused = await ada.ask("POST", "/api/provider", {"account": None, "name": "x"})

    assert refused.json()["code"] == "NAME_NOT_ALLOWED"
    assert (await ada.post("/api/provider", {"account": None, "name": "Ada"}))["name"] == "Ada"


async def test_a_guest_who_is_signed_in_is_connected_and_stays_who_they_are(house: House) -> None:
    ada = await house.visitor("Ada")
    me = (await ada.get("/api/me"))["id"]
    shown = (await look(ada, "s-3")).json()
    assert (shown["account"], shown["name"], shown["connects"]) == (me, "Ada", True)
    assert await ada.get("/api/me/identities") == []

    await ada.post("/api/provider", {"account": me})

    assert (await sign_in(house.stranger(), "s-3"))["id"] == me
    assert (await look(ada, "s-another")).json()["connects"]
    assert failed(await ada.ask("POST", "/api/provider", {"account": me}))
    exported = (await ada.get("/api/me/export"))["identities"]
    assert [each["subject"] for each in exported] == ["s-3"]


async def test_an_address_at_the_provider_opens_no_account(house: House) -> None:
    """The provider calls everybody victim@example.org, and a member here has that address."""
    victim = await house.visitor("Victim")
    await victim.post("/api/me/email", {"email": "victim@example.org"})
    token = house.node.mailer.sent[-1].text.partition("#")[2].split()[0]  # type: ignore[attr-defined]
    shown = await victim.post("/api/links/look", {"token": token})
    await victim.post("/api/links", {"token": token, **shown})

    assert (await look(house.stranger(), "s-mallory")).json()["account"] is None


async def test_the_address_of_the_provider_has_everything(house: House) -> None:
    url = urlsplit((await house.stranger().post("/api/provider/start"))["url"])
    query = parse_qs(url.query)

    assert query["code_challenge_method"] == ["S256"]
    assert {"state", "nonce", "code_challenge"} <= query.keys()
    assert (query["scope"], query["redirect_uri"]) == (["openid profile"], [f"{ORIGIN}/sign-in"])
    assert len({*query["state"], *query["nonce"], *query["code_challenge"]}) == 3


async def test_login_csrf_the_answer_of_an_attacker_is_nothing_in_the_browser_of_a_victim(
    house: House,
) -> None:
    mallory, victim, bare = house.stranger(), house.stranger(), house.stranger()
    await sign_in(mallory, "s-4", "Mallory")
    stolen = await at_provider(mallory, "s-4")
    own = await at_provider(victim, "s-5")

    answers = [
        await bare.ask("POST", "/api/provider/look", stolen),
        await victim.ask("POST", "/api/provider/look", {**stolen, "state": own["state"]}),
        await victim.ask("POST", "/api/provider/look", stolen),
    ]

    assert all(failed(answer) for answer in answers)
    assert (await victim.ask("GET", "/api/me")).status_code == 401


async def test_a_wrong_state_uses_the_attempt_up(house: House) -> None:
    ada = house.stranger()
    back = await at_provider(ada, "s-6")

    assert failed(await ada.ask("POST", "/api/provider/look", {**back, "state": "another"}))
    assert failed(await ada.ask("POST", "/api/provider/look", back))


async def test_a_code_is_used_once(house: House) -> None:
    ada = house.stranger()
    back = await at_provider(ada, "s-7")
    assert (await ada.ask("POST", "/api/provider/look", back)).is_success
    assert failed(await ada.ask("POST", "/api/provider/look", back))

    other = await at_provider(ada, "s-7")
    assert failed(await ada.ask("POST", "/api/provider/look", {**other, "code": back["code"]}))


@pytest.mark.parametrize(
    "wrong", ["nonce", "no nonce", "expired", "audience", "issuer", "alg none", "shared secret", "key"]
)
async def test_a_wrong_token_proves_nothing(house: House, issuer: str, wrong: str) -> None:
    ada = house.stranger()
    back = await at_provider(ada, "s-8")
    await fault(issuer, wrong)

    assert failed(await ada.ask("POST", "/api/provider/look", back))
    assert failed(await ada.ask("POST", "/api/provider", {"account": None, "name": "Ada"}))


async def test_new_keys_of_the_provider_are_read(house: House, issuer: str) -> None:
    assert (await look(house.stranger(), "s-9")).is_success
    await fault(issuer, "rotated")

    assert (await look(house.stranger(), "s-9")).is_success


async def test_what_was_shown_is_what_is_opened(house: House) -> None:
    ada = house.stranger()
    made = await sign_in(ada, "s-10", "Ada")
    victim = await house.visitor("Victim")
    for account in (None, str(uuid4()), (await victim.get("/api/me"))["id"]):
        await look(victim, "s-10")
        assert failed(await victim.ask("POST", "/api/provider", {"account": account, "name": "Victim"})), (
            account
        )
    assert (await victim.get("/api/me"))["name"] == "Victim"

    await look(victim, "s-10")
    await victim.post("/api/provider", {"account": made["id"]})
    assert (await victim.get("/api/me"))["name"] == "Ada"
    assert failed(await victim.ask("POST", "/api/provider", {"account": made["id"]}))


@pytest.mark.parametrize("when", ["down", "discovery"])
async def test_a_provider_that_is_down_is_said_and_other_ways_work(issuer: str, when: str) -> None:
    await fault(issuer, when)
    async with open_house(with_provider(issuer)) as house:
        ada = await house.visitor("Ada")

        answer = await ada.ask("POST", "/api/provider/start")

        assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE")
        assert "does not respond" in answer.json()["message"]
        assert (await ada.ask("POST", "/api/passkeys/challenge")).is_success
        assert (await ada.ask("POST", "/api/me/email", {"email": "ada@example.org"})).is_success


async def test_a_provider_that_goes_down_meanwhile_is_said(house: House, issuer: str) -> None:
    ada = house.stranger()
    back = await at_provider(ada, "s-11")
    await fault(issuer, "token down")

    answer = await ada.ask("POST", "/api/provider/look", back)

    assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE")


async def test_a_provider_that_is_gone_is_said() -> None:
    async with open_house(with_provider("http://localhost:1")) as house:
        answer = await house.stranger().ask("POST", "/api/provider/start")

    assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE")


async def test_without_the_settings_nothing_is_offered() -> None:
    async with open_house(settings(public_url=ORIGIN)) as house:
        stranger = house.stranger()
        assert (await stranger.get("/api/server"))["provider"] is None
        for path, body in (("start", None), ("look", {"code": "x", "state": "x"})):
            answer = await stranger.ask("POST", f"/api/provider/{path}", body)
            assert answer.json()["code"] == "NOT_ALLOWED"


async def test_failed_sign_ins_are_counted_and_scripts_are_refused(issuer: str) -> None:
    await fault(issuer, "")
    async with open_house(with_provider(issuer, failed_sign_in_rate=Rate(2, 3_600_000))) as house:
        ada = await house.visitor("Ada")
        script = house.stranger()
        script.http.headers["Authorization"] = f"Bearer {await ada.bearer()}"
        refused = [
            await script.ask("POST", "/api/provider/look", {"code": "x", "state": "x"}),
            await script.ask("POST", "/api/provider", {"account": None}),
            await script.ask("DELETE", "/api/me/identities"),
        ]
        assert [answer.json()["code"] for answer in refused] == ["NOT_ALLOWED"] * 3

        wrong = {"code": "x", "state": "x"}
        answers = [await house.stranger().ask("POST", "/api/provider/look", wrong) for _ in range(3)]

        assert [answer.status_code for answer in answers] == [403, 403, 429]


async def test_a_disconnected_account_is_not_opened_there_any_more(house: House) -> None:
    ada = house.stranger()
    await sign_in(ada, "s-12", "Ada")
    assert (await ada.get("/api/server"))["provider"] == "Club"

    assert (await ada.ask("DELETE", "/api/me/identities")).status_code == 204

    assert (await ada.ask("DELETE", "/api/me/identities")).json()["code"] == "NOTHING_TO_DO"
    assert (await look(house.stranger(), "s-12")).json()["account"] is None
    assert (await ada.get("/api/me"))["name"] == "Ada"


@pytest.mark.parametrize(
    "wrong",
    [
        {"oidc_issuer": "https://id.example.org"},
        {"oidc_client_id": "rondel"},
        {"oidc_issuer": "http://id.example.org", "oidc_client_id": "rondel"},
        {"oidc_issuer": "https://id.example.org?x=1", "oidc_client_id": "rondel"},
    ],
)
def test_settings_that_would_not_work_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match="RONDEL_OIDC_ISSUER"):
        Settings(**wrong)  # type: ignore[arg-type]
