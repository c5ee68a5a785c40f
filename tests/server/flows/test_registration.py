"""Who may have an account: everybody, whoever is invited, or addresses on a list. One check, every door."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from structlog.testing import capture_logs

from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.flows.accounts import moderation
from rondel.server.flows.accounts.moderation import COMMAND_LINE
from rondel.server.flows.accounts.registration import read_allow_list
from rondel.server.ports.messages import Mail
from rondel.server.settings import Settings, SettingsError
from tests.server.flows.test_moderation import no, staffed
from tests.server.visitors import House, Visitor, open_house, settings

DAY = 86_400_000
LISTED = ("ada@example.org", "club.example")


@pytest.fixture
async def invited() -> AsyncIterator[House]:
    """A server by invitation."""
    async with open_house(settings(registration="invitation")) as house:
        yield house


@pytest.fixture
async def listed() -> AsyncIterator[House]:
    """A server with a list of addresses."""
    async with open_house(settings(registration="allow-list", allow_list=LISTED)) as house:
        yield house


async def a_link(house: House, uses: int = 1, days: int = 1) -> str:
    """What stands behind # in an invitation link."""
    until = house.cell.now.ms() + days * DAY
    _, link = await moderation.invite(house.cells, COMMAND_LINE, uses=uses, until=until, reason="test")
    assert link.startswith(f"{house.node.settings.public_url}/#invite=")
    return link.partition("#invite=")[2]


async def come(house: House, name: str, **more: Any) -> tuple[int, str | None]:
    answer = await house.stranger().ask("POST", "/api/guests", {"name": name, **more})
    return answer.status_code, answer.json().get("code")


def mails(house: House) -> list[Mail]:
    assert isinstance(house.node.mailer, MemoryMailer)
    return list(house.node.mailer.sent)


async def settled(house: House) -> None:
    """What is done after an answer is done."""
    await asyncio.gather(*house.node.background.tasks, return_exceptions=True)


async def test_by_invitation_nobody_comes_in_without_one_that_holds(invited: House) -> None:
    token, other = await a_link(invited), await a_link(invited)
    (withdrawn, _) = [one.id for one in await moderation.invites(invited.node)]
    await moderation.withdraw(invited.cells, COMMAND_LINE, withdrawn, reason="test")
    ended = await a_link(invited)
    made = max(await moderation.invites(invited.node), key=lambda one: one.at)
    invited.node.moderation._cell.invites[made.id] = msgspec.structs.replace(made, until=1)  # type: ignore[attr-defined]

    needed = (403, "INVITATION_NEEDED")
    for invite in (None, "wrong", ended, other):
        assert await come(invited, "Ada", invite=invite) == needed
        assert await come(invited, "Ada", invite=invite, bearer=True) == needed
    assert (await come(invited, "Ada", invite=token))[0] == 201
    assert await come(invited, "Bob", invite=token) == needed
    assert (await invited.stranger().get("/api/server"))["registration"] == "invitation"


async def test_an_invitation_lets_in_so_many_people_and_not_one_more(invited: House) -> None:
    token = await a_link(invited, uses=3)
    member = invited.stranger("Ada")
    await member.post("/api/guests", {"name": "Ada", "invite": token})
    await invited.node.people.claim(UUID((await member.get("/api/me"))["id"]), "ada@example.org")

    taken = await come(invited, "Ada", invite=token)
    answers = await asyncio.gather(*(come(invited, f"Guest {n}", invite=token) for n in range(5)))

    assert taken == (409, "NAME_TAKEN")
    assert sorted(status for status, _ in answers) == [201, 201, 403, 403, 403]


async def test_existing_people_go_on_and_sign_in_by_mail_without_an_invitation() -> None:
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        await house.node.people.claim(UUID((await ada.get("/api/me"))["id"]), "ada@example.org")
        house.node.settings = msgspec.structs.replace(house.node.settings, registration="invitation")

        assert (await bob.get("/api/me"))["name"] == "Bob"
        await bob.post("/api/me/tokens", {"label": "script"})
        for address in ("ada@example.org", "stranger@example.org"):
            answer = await house.stranger().ask("POST", "/api/sign-in", {"email": address})
            assert (answer.status_code, answer.content) == (202, b"null")
        await settled(house)

        assert [mail.to for mail in mails(house)] == ["ada@example.org"]
        back = await followed(house, mails(house)[0])
        assert (await back.get("/api/me"))["name"] == "Ada"


async def followed(house: House, mail: Mail) -> Visitor:
    """Somebody who opens the link of a mail in a new browser."""
    token = next(word for word in mail.text.split() if "/sign-in#" in word).partition("#")[2]
    visitor = house.stranger()
    whose = await visitor.post("/api/links/look", {"token": token})
    await visitor.post("/api/links", {"token": token, **whose})
    return visitor


async def test_where_there_is_a_list_there_are_no_guests(listed: House) -> None:
    for more in ({}, {"bearer": True}, {"invite": "x"}):
        assert await come(listed, "Ada", **more) == (403, "MEMBERS_ONLY")


async def test_only_listed_addresses_get_a_link_and_the_answer_is_always_the_same(listed: House) -> None:
    emails = ["ada@example.org", "Bob@Club.Example", "eve@evilclub.example", "eve@sub.club.example"]
    emails += ["eda@example.org"]

    answers = [await listed.stranger().ask("POST", "/api/sign-in", {"email": email}) for email in emails]
    await settled(listed)

    assert {(answer.status_code, answer.content) for answer in answers} == {(202, b"null")}
    drop = {"date"}
    headers = [{k: v for k, v in answer.headers.items() if k not in drop} for answer in answers]
    assert all(one == headers[0] for one in headers)
    assert [mail.to for mail in mails(listed)] == ["ada@example.org", "bob@club.example"]
    bob = await followed(listed, mails(listed)[1])
    assert (await bob.get("/api/me"))["email"] == "bob@club.example"
    assert (await bob.post("/api/tables", {"game": "cambio", "seats": 2}))["isHost"]


async def test_only_listed_addresses_get_a_link_and_nothing_fails_for_others(listed: House) -> None:
    with capture_logs() as logs:
        await listed.stranger().ask("POST", "/api/sign-in", {"email": "eve@evil.example"})
        await settled(listed)

    assert mails(listed) == []
    assert [line for line in logs if line["log_level"] in ("warning", "error")] == []


async def test_the_answer_does_not_wait_for_the_mail_where_there_is_a_list() -> None:
    """Asked with a session for a listed address and for another one, both answers come at once."""
    async with open_house() as house:
        ada = await house.visitor("Ada")
        house.node.settings = msgspec.structs.replace(house.node.settings, registration="allow-list")
        house.node.allow_list = frozenset(LISTED)
        sent = asyncio.Event()

        class Slow(MemoryMailer):
            async def send(self, mail: Mail, *more: Any) -> None:
                await sent.wait()
                await super().send(mail, *more)

        house.node.mailer = Slow()
        async with asyncio.timeout(5):
            for email in ("ada@example.org", "eve@evil.example"):
                answer = await ada.ask("POST", "/api/me/email", {"email": email})
                assert (answer.status_code, answer.content) == (202, b"null")
        sent.set()
        await settled(house)

        assert [mail.to for mail in mails(house)] == ["ada@example.org"]


async def test_who_is_taken_off_the_list_is_not_signed_in_by_an_older_link(listed: House) -> None:
    await listed.stranger().ask("POST", "/api/sign-in", {"email": "ada@example.org"})
    await settled(listed)
    ada = await followed(listed, mails(listed)[0])
    await listed.stranger().ask("POST", "/api/sign-in", {"email": "ada@example.org"})
    await settled(listed)
    token = mails(listed)[1].text.partition("/sign-in#")[2].split()[0]
    stranger = listed.stranger()
    whose = await stranger.post("/api/links/look", {"token": token})

    listed.node.allow_list = frozenset(("other@example.org",))

    assert await no(stranger, "POST", "/api/links", {"token": token, **whose}) == (403, "MEMBERS_ONLY")
    assert (await ada.get("/api/me"))["email"] == "ada@example.org"


async def test_moderators_make_list_and_withdraw_invitations_and_the_log_has_it() -> None:
    async with open_house() as house:
        mona = await staffed(house, "Mona")
        house.node.settings = msgspec.structs.replace(house.node.settings, registration="invitation")
        until = house.cell.now.ms() + DAY
        made = await mona.post("/api/admin/invites", {"uses": 2, "until": until, "reason": "club"})
        token = made["link"].partition("#invite=")[2]
        await come(house, "Ada", invite=token)

        (invitation,) = await mona.get("/api/admin/invites")
        path = f"/api/admin/invites/{made['id']}/withdraw"
        withdrawn = await mona.ask("POST", path, {"reason": "over"})

        assert (invitation["uses"], invitation["leftUses"], invitation["link"]) == (2, 1, None)
        assert withdrawn.status_code == 204
        assert await no(mona, "POST", path, {"reason": "over"}) == (409, "NOTHING_TO_DO")
        assert await come(house, "Bob", invite=token) == (403, "INVITATION_NEEDED")
        acts = [(line["kind"], line["reason"]) for line in await mona.get("/api/admin/audit")]
        assert acts[:2] == [("withdraw", "over"), ("invite", "club")]
        for body in ({"uses": 0, "until": until}, {"uses": 1, "until": 5}, {"uses": 1, "until": until * 2}):
            assert (await no(mona, "POST", "/api/admin/invites", {**body, "reason": "x"}))[0] == 400


def test_a_list_is_made_of_addresses_domains_and_files(tmp_path: Path) -> None:
    file = tmp_path / "allowed"
    file.write_text("# the club\nAda@Example.org\n\n@club.example # all of it\n")
    chosen = Settings(registration="allow-list", allow_list=(str(file), "bücher.example"))

    assert read_allow_list(chosen) == {"ada@example.org", "club.example", "xn--bcher-kva.example"}
    assert read_allow_list(Settings(allow_list=("nonsense",))) == frozenset()
    for wrong, says in (
        ((), "names nobody"),
        (("nonsense",), "'nonsense'"),
        (("/nowhere/at/all",), "No such"),
    ):
        with pytest.raises(SettingsError, match=says):
            read_allow_list(Settings(registration="allow-list", allow_list=wrong))
