"""Passkeys at the door: added, listed, used, removed; and every way in which one does not sign in."""

from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.flows.accounts import moderation
from rondel.server.flows.accounts.mail_addresses import hashed
from rondel.server.flows.accounts.moderation import COMMAND_LINE
from rondel.server.flows.accounts.passkeys import CHALLENGE_MS, MOST_PASSKEYS, are_offered
from rondel.server.ports.credentials import Challenge
from rondel.server.ports.people import Account, Session
from rondel.server.settings import Rate, Settings
from tests.server.authenticator import Authenticator, read, text
from tests.server.visitors import ORIGIN, House, Visitor, open_house, settings

AT = {"public_url": ORIGIN}


@pytest.fixture
def memory() -> MemoryDatabase:
    return MemoryDatabase()


@pytest.fixture
async def house(memory: MemoryDatabase) -> AsyncIterator[House]:
    async with open_house(settings(**AT), memory=memory) as opened:
        yield opened


def a_phone() -> Authenticator:
    return Authenticator(ORIGIN, "rondel.test")


async def add(visitor: Visitor, phone: Authenticator, name: str = "My phone") -> Any:
    """Add a passkey on the page You."""
    options = await visitor.post("/api/me/passkeys/challenge")
    return await visitor.post("/api/me/passkeys", phone.create(options, name))


async def sign_in(visitor: Visitor, phone: Authenticator, **changes: str) -> httpx.Response:
    """Sign in with the phone, with some of what it sends changed."""
    options = await visitor.post("/api/passkeys/challenge")
    return await visitor.ask("POST", "/api/passkeys", {**phone.sign(options), **changes})


def failed(answer: httpx.Response) -> bool:
    return (answer.status_code, answer.json()["code"]) == (403, "SIGN_IN_FAILED")


async def test_a_guest_adds_a_passkey_and_signs_in_with_it_elsewhere(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    added = await add(ada, phone, "  Ada's\nphone ")
    elsewhere = house.stranger()

    answer = await sign_in(elsewhere, phone)

    assert answer.json()["id"] == (await ada.get("/api/me"))["id"] == (await elsewhere.get("/api/me"))["id"]
    [listed] = await elsewhere.get("/api/me/passkeys")
    assert listed == {**added, "usedAt": listed["usedAt"]}
    assert (added["name"], added["usedAt"]) == ("Ada's phone", None)
    assert listed["usedAt"] >= listed["createdAt"]
    assert house.node.settings.challenge_cookie not in elsewhere.http.cookies


async def test_who_is_not_on_the_list_is_not_let_in_by_a_passkey(house: House) -> None:
    phone = a_phone()
    await add(await house.visitor("Ada"), phone)
    house.node.settings = msgspec.structs.replace(house.node.settings, registration="allow-list")

    answer = await sign_in(house.stranger(), phone)

    assert (answer.status_code, answer.json()["code"]) == (403, "MEMBERS_ONLY")


async def test_the_options_name_nobody_and_this_server(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)

    creating = await ada.post("/api/me/passkeys/challenge")
    using = await house.stranger().post("/api/passkeys/challenge")

    assert (creating["rp"]["id"], using["rpId"]) == ("rondel.test", "rondel.test")
    assert creating["authenticatorSelection"]["residentKey"] == "required"
    assert creating["authenticatorSelection"]["userVerification"] == using["userVerification"] == "preferred"
    assert [each["id"] for each in creating["excludeCredentials"]] == [text(phone.credential_id)]
    assert using["allowCredentials"] == []
    assert len(read(using["challenge"])) >= 32


async def test_a_challenge_is_used_once(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)
    thief = house.stranger()
    options = await thief.post("/api/passkeys/challenge")
    cookie = thief.cookie_header()
    first, second = phone.sign(options), phone.sign(options)
    assert (await thief.ask("POST", "/api/passkeys", first)).is_success

    replayed = [
        await house.stranger().ask("POST", "/api/passkeys", body, headers={"Cookie": cookie})
        for body in (first, second)
    ]

    assert all(failed(answer) for answer in replayed)


async def test_a_challenge_that_was_answered_wrongly_is_used_up_too(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)
    stranger = house.stranger()
    options = await stranger.post("/api/passkeys/challenge")
    wrong = {**phone.sign(options), "signature": text(b"wrong")}
    assert failed(await stranger.ask("POST", "/api/passkeys", wrong))

    assert failed(await stranger.ask("POST", "/api/passkeys", phone.sign(options)))


async def test_a_challenge_counts_in_the_browser_that_asked(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)
    options = await house.stranger().post("/api/passkeys/challenge")
    other, bare = house.stranger(), house.stranger()
    await other.post("/api/passkeys/challenge")

    answers = [await each.ask("POST", "/api/passkeys", phone.sign(options)) for each in (other, bare)]

    assert all(failed(answer) for answer in answers)


async def test_a_challenge_expires(house: House, memory: MemoryDatabase) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)
    stranger = house.stranger()
    options = await stranger.post("/api/passkeys/challenge")
    [known] = memory.challenges.values()
    assert 0 < known.expires_at - house.cell.now.ms() <= CHALLENGE_MS
    late = Challenge(known.browser_hash, known.kind, None, known.body, house.cell.now.ms() - 1)
    memory.challenges[known.browser_hash] = late

    assert failed(await stranger.ask("POST", "/api/passkeys", phone.sign(options)))


async def test_the_cookie_of_a_challenge_is_for_no_script_and_no_other_site() -> None:
    async with open_house(settings(**AT, plain_http=False)) as house:
        answer = await house.stranger().ask("POST", "/api/passkeys/challenge")

    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("__host-rondel_challenge=")
    assert {"httponly", "secure", "samesite=strict", "path=/", "max-age=300"} <= set(cookie.split("; "))


def another_origin(phone: Authenticator) -> None:
    phone.origin = "https://rondel.test.evil.example"


def another_port(phone: Authenticator) -> None:
    phone.origin = f"{ORIGIN}:8443"


def another_site(phone: Authenticator) -> None:
    phone.rp_id = "evil.example"


def another_key(phone: Authenticator) -> None:
    phone.key = a_phone().key


def another_credential(phone: Authenticator) -> None:
    phone.credential_id = bytes(32)


def nobody_there(phone: Authenticator) -> None:
    phone.flags = 0


def counts_back(phone: Authenticator) -> None:
    phone.count -= 2


def counts_nothing(phone: Authenticator) -> None:
    phone.count -= 1


def owner_unknown(phone: Authenticator) -> None:
    phone.user_handle = b""


@pytest.mark.parametrize(
    "wrong",
    [
        another_origin,
        another_port,
        another_site,
        another_key,
        another_credential,
        nobody_there,
        counts_back,
        counts_nothing,
        owner_unknown,
    ],
)
async def test_what_does_not_fit_signs_nobody_in(
    house: House, wrong: Callable[[Authenticator], None]
) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    phone.count = 7
    await add(ada, phone)
    assert (await sign_in(house.stranger(), phone)).is_success
    wrong(phone)

    answer = await sign_in(house.stranger(), phone)

    assert failed(answer)
    assert house.node.settings.cookie not in answer.cookies


async def test_another_challenge_signs_nobody_in(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)
    stranger = house.stranger()
    await stranger.post("/api/passkeys/challenge")

    signed = phone.sign({"challenge": text(bytes(32))})

    assert failed(await stranger.ask("POST", "/api/passkeys", signed))


async def test_a_challenge_to_sign_in_adds_nothing_and_one_to_add_signs_nobody_in(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    options = await ada.post("/api/passkeys/challenge")
    user = {"user": {"id": text(b"x")}}
    assert failed(await ada.ask("POST", "/api/me/passkeys", a_phone().create({**options, **user})))
    await add(ada, phone)

    options = await ada.post("/api/me/passkeys/challenge")

    assert failed(await ada.ask("POST", "/api/passkeys", phone.sign(options)))


async def test_another_accounts_credential_signs_in_its_owner_or_nobody(house: House) -> None:
    ada, eve, phone, hers = await house.visitor("Ada"), await house.visitor("Eve"), a_phone(), a_phone()
    await add(ada, phone)
    await add(eve, hers)
    hers.user_handle, handle = phone.user_handle, hers.user_handle
    assert failed(await sign_in(house.stranger(), hers))
    hers.user_handle, hers.credential_id = handle, phone.credential_id
    assert failed(await sign_in(house.stranger(), hers))

    options = await eve.post("/api/me/passkeys/challenge")
    answer = await eve.ask("POST", "/api/me/passkeys", hers.create(options))

    assert failed(answer)
    assert [each["name"] for each in await ada.get("/api/me/passkeys")] == ["My phone"]
    assert (await sign_in(house.stranger(), phone)).json()["name"] == "Ada"


async def test_what_one_account_was_asked_another_cannot_answer(house: House) -> None:
    ada, eve = await house.visitor("Ada"), await house.visitor("Eve")
    options = await eve.post("/api/me/passkeys/challenge")
    name = house.node.settings.challenge_cookie
    ada.http.cookies.set(name, eve.http.cookies[name], domain="127.0.0.1")

    assert failed(await ada.ask("POST", "/api/me/passkeys", a_phone().create(options)))
    assert await ada.get("/api/me/passkeys") == []


@pytest.mark.parametrize("wrong", [another_origin, another_site, nobody_there])
async def test_what_does_not_fit_is_not_added(house: House, wrong: Callable[[Authenticator], None]) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    wrong(phone)
    options = await ada.post("/api/me/passkeys/challenge")

    assert failed(await ada.ask("POST", "/api/me/passkeys", phone.create(options)))
    assert await ada.get("/api/me/passkeys") == []


@pytest.mark.parametrize("sent", ["", "AAAA", "oA", "_" * 8000])
async def test_bytes_that_are_no_passkey_are_refused(house: House, sent: str) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)
    for part in ("clientData", "authenticatorData", "signature", "userHandle", "id"):
        answer = await sign_in(house.stranger(), phone, **{part: sent})
        assert failed(answer), part
    for part in ("clientData", "attestation"):
        options = await ada.post("/api/me/passkeys/challenge")
        answer = await ada.ask("POST", "/api/me/passkeys", {**a_phone().create(options), part: sent})
        assert failed(answer), part


async def test_an_authenticator_that_does_not_count_is_taken(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)

    for _ in range(2):
        phone.count = -1
        assert (await sign_in(house.stranger(), phone)).is_success


async def test_a_removed_passkey_signs_nobody_in_and_only_its_owner_removes_it(house: House) -> None:
    ada, eve, phone = await house.visitor("Ada"), await house.visitor("Eve"), a_phone()
    passkey = (await add(ada, phone))["id"]
    assert (await eve.ask("DELETE", f"/api/me/passkeys/{passkey}")).json()["code"] == "NOTHING_TO_DO"

    assert (await ada.ask("DELETE", f"/api/me/passkeys/{passkey}")).status_code == 204

    assert failed(await sign_in(house.stranger(), phone))
    assert (await ada.ask("GET", "/api/me")).is_success
    assert (await ada.ask("DELETE", f"/api/me/passkeys/{uuid4()}")).json()["code"] == "NOTHING_TO_DO"


async def test_a_script_changes_no_passkeys(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    passkey = (await add(ada, phone))["id"]
    script = house.stranger()
    script.http.headers["Authorization"] = f"Bearer {await ada.bearer()}"

    answers = [
        await script.ask("POST", "/api/me/passkeys/challenge"),
        await script.ask("POST", "/api/me/passkeys", a_phone().create({"challenge": "", "user": {"id": ""}})),
        await script.ask("DELETE", f"/api/me/passkeys/{passkey}"),
    ]

    assert [answer.json()["code"] for answer in answers] == ["NOT_ALLOWED"] * 3


async def test_wrong_passkeys_count_as_failed_sign_ins_and_right_ones_do_not() -> None:
    async with open_house(
        settings(**AT, failed_sign_in_rate=Rate(2, 3_600_000), code_rate=Rate(99, 60_000))
    ) as house:
        ada, phone = await house.visitor("Ada"), a_phone()
        await add(ada, phone)
        for _ in range(3):
            assert (await sign_in(house.stranger(), phone)).is_success

        answers = [await sign_in(house.stranger(), a_phone()) for _ in range(3)]

        assert [answer.status_code for answer in answers] == [403, 403, 429]
        assert (await sign_in(house.stranger(), phone)).status_code == 429


async def test_an_account_has_so_many_passkeys(house: House) -> None:
    ada = await house.visitor("Ada")
    house.node.limits = Free()
    for _ in range(MOST_PASSKEYS):
        await add(ada, a_phone())
    options = await ada.post("/api/me/passkeys/challenge")

    answer = await ada.ask("POST", "/api/me/passkeys", a_phone().create(options))

    assert failed(answer)
    assert "20" in answer.json()["message"]


class Free:
    """Limits that are no matter here."""

    async def take(self, key: str, *, burst: int, per_ms: int, cost: int = 1) -> int:
        return 0

    async def wait(self, key: str, *, burst: int, per_ms: int) -> int:
        return 0


async def test_a_banned_account_is_told_so_by_its_passkey_alone(house: House) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)
    account = UUID((await ada.get("/api/me"))["id"])
    await moderation.ban(house.cells, COMMAND_LINE, account, reason="insults", until=None)

    assert (await sign_in(house.stranger(), phone)).json()["code"] == "BANNED"
    another_key(phone)
    assert failed(await sign_in(house.stranger(), phone))


async def test_a_deleted_account_has_no_passkey(house: House, memory: MemoryDatabase) -> None:
    ada, phone = await house.visitor("Ada"), a_phone()
    await add(ada, phone)
    assert (await ada.get("/api/me/export"))["passkeys"][0]["name"] == "My phone"

    await ada.ask("DELETE", "/api/me")

    assert memory.passkeys == {}
    assert failed(await sign_in(house.stranger(), phone))


async def test_a_guest_who_becomes_a_member_has_no_passkey_of_whoever_asked_for_the_link(
    house: House,
) -> None:
    """The guest may be another's: who opens the link has the account, and nobody else has a way in."""
    eve, phone = await house.visitor("Eve"), a_phone()
    await add(eve, phone)
    await eve.post("/api/me/email", {"email": "ada@example.org"})
    token = house.node.mailer.sent[-1].text.partition("#")[2].split()[0]  # type: ignore[attr-defined]
    ada = house.stranger()
    shown = await ada.post("/api/links/look", {"token": token})
    await ada.post("/api/links", {"token": token, **shown})

    assert failed(await sign_in(house.stranger(), phone))
    assert await ada.get("/api/me/passkeys") == []


async def test_a_member_keeps_passkeys_when_signing_in_by_mail(house: House) -> None:
    account = Account(uuid4(), "Ada", "ada", 0, "ada@example.org", "member")
    await house.node.people.add(account)
    ada, phone = house.stranger(), a_phone()
    await house.node.people.open_session(await a_session(house, account, "the token"))
    ada.http.cookies.set(house.node.settings.cookie, "the token", domain="127.0.0.1")
    await add(ada, phone)
    await ada.post("/api/me/email", {"email": "ada@example.org"})
    token = house.node.mailer.sent[-1].text.partition("#")[2].split()[0]  # type: ignore[attr-defined]
    shown = await ada.post("/api/links/look", {"token": token})
    await ada.post("/api/links", {"token": token, **shown})

    assert (await sign_in(house.stranger(), phone)).json()["id"] == str(account.id)


async def a_session(house: House, account: Account, token: str) -> Any:
    now = house.cell.now.ms()
    return Session(uuid4(), account.id, hashed(token), "cookie", "", now, now, now + 1_000_000)


@pytest.mark.parametrize(
    ("public_url", "is_offered"),
    [
        ("https://games.example.org", True),
        ("http://localhost:8000", True),
        ("http://games.example.org", False),
        ("https://192.0.2.1", False),
        ("http://127.0.0.1:8000", False),
        ("https://[2001:db8::1]", False),
        ("https://intranet", False),
    ],
)
def test_passkeys_are_offered_where_browsers_allow_them(public_url: str, is_offered: bool) -> None:
    assert are_offered(Settings(public_url=public_url)) == is_offered


async def test_a_server_without_passkeys_says_so() -> None:
    async with open_house(settings(public_url="http://127.0.0.1:8000")) as house:
        ada = await house.visitor("Ada")
        answers = [
            await ada.ask("POST", path) for path in ("/api/passkeys/challenge", "/api/me/passkeys/challenge")
        ]

        assert (await ada.get("/api/server"))["hasPasskeys"] is False

    assert [answer.json()["code"] for answer in answers] == ["NOT_ALLOWED"] * 2
