"""People: arrive, sign in, links by mail, tokens, and being forgotten."""

import re
from collections.abc import Collection, Sequence
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.adapters.memory.chats import MemoryChats
from rondel.server.adapters.memory.limits import MemoryLimits
from rondel.server.adapters.memory.people import MemoryPeople
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.accounts import people
from rondel.server.flows.accounts.mail_addresses import hashed, postal
from rondel.server.flows.accounts.people import DAY_MS, HOUR_MS
from rondel.server.flows.emails.emails import LANGUAGES, sign_in_email
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import close, ready, start, take_seat
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.messages import Go, Mail
from rondel.server.ports.names import FORMER_PLAYER
from rondel.server.ports.people import Account, Link
from rondel.server.ports.tables import TableRow
from rondel.server.ports.value import StoreUnavailableError
from tests.server.nodes import NOON, Club, past_the_view, plays, settle, watch

ANNA = "anna@example.com"


class Town(Club):
    """A club where mail is kept and limits follow the test's clock."""

    def __init__(self) -> None:
        super().__init__()
        self.post = MemoryMailer()
        chats = MemoryChats(self.memory)
        self.cell.chats, self.node.people = chats, MemoryPeople(self.memory, chats)
        self.node.mailer, self.node.limits = self.post, MemoryLimits(self.clock.ms)

    async def guest(self, name: str = "Anna") -> Account:
        account, _ = await people.create_guest(self.node, name)
        return account

    async def member(self, name: str = "Anna", email: str = ANNA) -> Account:
        await people.ask_link(self.node, await self.guest(name), email)
        account, _, _ = await self.open(self.token())
        return account

    async def open(self, token: str) -> tuple[Account, str, Collection[UUID]]:
        """Look whose link it is, and press."""
        shown = await people.preview_link(self.node, token)
        return await people.use_link(self.node, token, shown)

    def token(self) -> str:
        found = re.search(r"#(\S+)", self.post.sent[-1].text)
        assert found
        return found[1]


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
def cell(town: Town) -> Cell:
    return town.cell


def denied(code: str) -> "pytest.RaisesExc[ApiError]":
    return pytest.RaisesExc(ApiError, check=lambda answer: answer.code == code)


async def test_a_guest_arrives_with_a_name_in_one_call(cell: Cell) -> None:
    account, token = await people.create_guest(cell.node, "  Anna ", label="Firefox\n", language="de")

    assert (account.name, account.kind, account.email, account.language) == ("Anna", "guest", None, "de")
    found, session = await people.sign_in_by(cell.node, token)
    assert found == account
    assert (session.kind, session.label) == ("cookie", "Firefox")
    assert session.expires_at == NOON + 180 * DAY_MS


async def test_a_language_we_do_not_speak_is_english(cell: Cell) -> None:
    account, _ = await people.create_guest(cell.node, "Anna", language="tlh")

    assert account.language == "en"


async def test_a_guest_may_not_look_like_a_member(town: Town) -> None:
    await town.member("Paul")

    with denied("NAME_TAKEN"):
        await people.create_guest(town.node, "PauI")
    with denied("NAME_NOT_ALLOWED"):
        await people.create_guest(town.node, "Pа\u200bul")


async def test_only_the_hash_of_a_token_is_kept(town: Town) -> None:
    account, token = await people.create_guest(town.node, "Anna")

    assert len(token) == 43  # 256 bits
    [session] = await people.sessions(town.node, account)
    assert session.token_hash == hashed(token)
    assert token not in repr(vars(town.node.people))


@pytest.mark.parametrize("token", ["", "x", "\udc80", "x" * 10_000])
async def test_a_wrong_token_signs_nobody_in(cell: Cell, token: str) -> None:
    with denied("NOT_SIGNED_IN"):
        await people.sign_in_by(cell.node, token)


async def test_a_session_ends_when_it_is_not_used(town: Town) -> None:
    _, token = await people.create_guest(town.node, "Anna")

    for _ in range(3):
        town.clock.at += 179 * DAY_MS
        await people.sign_in_by(town.node, token)
    town.clock.at += 180 * DAY_MS

    with denied("NOT_SIGNED_IN"):
        await people.sign_in_by(town.node, token)


async def test_a_link_makes_the_guest_a_member_and_ends_all_older_sessions(town: Town) -> None:
    guest, old = await people.create_guest(town.node, "Anna")
    bearer, planted = await people.new_bearer(town.node, guest, "script")
    await people.ask_link(town.node, guest, " Anna@Example.COM ")

    member, token, ended = await town.open(town.token())

    assert (member.id, member.kind, member.email) == (guest.id, "member", ANNA)
    assert len(ended) == 2
    assert bearer.id in ended
    _, session = await people.sign_in_by(town.node, token)
    assert session.expires_at == NOON + 365 * DAY_MS
    for gone in (old, planted):
        with denied("NOT_SIGNED_IN"):
            await people.sign_in_by(town.node, gone)


async def test_a_link_signs_in_to_the_member_with_this_address(town: Town) -> None:
    member = await town.member("Anna")
    before = await people.sessions(town.node, member)
    guest, guest_token = await people.create_guest(town.node, "Phone")
    await people.ask_link(town.node, guest, ANNA)

    found, token, ended = await town.open(town.token())

    assert found == member
    assert not ended
    assert len(await people.sessions(town.node, member)) == len(before) + 1
    assert (await people.sign_in_by(town.node, token))[0] == member
    assert (await people.sign_in_by(town.node, guest_token))[0] == guest  # its seats stay its own


async def test_who_sends_for_a_link_to_somebody_elses_address_gets_nothing(town: Town) -> None:
    mallory, token = await people.create_guest(town.node, "Anna")
    await people.ask_link(town.node, mallory, "mallory@example.com")
    own = town.token()
    await people.ask_link(town.node, mallory, ANNA)

    await town.open(town.token())  # Anna opens it

    with denied("NOT_SIGNED_IN"):
        await people.sign_in_by(town.node, token)
    with denied("LINK_EXPIRED"):
        await town.open(own)


async def test_a_link_whose_owner_was_renamed_meanwhile_signs_nobody_in(town: Town) -> None:
    mallory = await town.guest("Anna")
    await people.ask_link(town.node, mallory, "mallory@example.com")
    shown = await people.preview_link(town.node, town.token())
    await people.rename(town.cells, mallory, "Mallory")

    with denied("LINK_OF_ANOTHER"):
        await people.use_link(town.node, town.token(), shown)

    assert (await town.open(town.token()))[0].name == "Mallory"


async def test_a_link_works_once_and_for_an_hour(town: Town) -> None:
    guest = await town.guest()
    await people.ask_link(town.node, guest, ANNA)
    used = town.token()
    await town.open(used)
    await people.ask_link(town.node, guest, ANNA)
    late = town.token()
    town.clock.at += HOUR_MS

    for token in (used, late, "made up"):
        with denied("LINK_EXPIRED"):
            await town.open(token)


async def test_a_guest_whose_name_was_claimed_meanwhile_chooses_another(town: Town) -> None:
    first, second = await town.guest("Anna"), await town.guest("ANNA")
    await people.ask_link(town.node, first, ANNA)
    await town.open(town.token())
    await people.ask_link(town.node, second, "other@example.com")

    with denied("NAME_TAKEN"):
        await town.open(town.token())

    await people.rename(town.cells, second, "Berta")
    await people.ask_link(town.node, second, "other@example.com")
    member, _, _ = await town.open(town.token())
    assert (member.name, member.email) == ("Berta", "other@example.com")


async def test_a_member_keeps_the_address(town: Town) -> None:
    member = await town.member()
    await people.ask_link(town.node, member, "new@example.com")

    with denied("NOT_ALLOWED"):
        await town.open(town.token())


async def test_a_link_of_somebody_deleted_is_none(town: Town) -> None:
    guest = await town.guest()
    await people.ask_link(town.node, guest, ANNA)
    await people.delete(town.cells, guest)

    with denied("LINK_EXPIRED"):
        await town.open(town.token())


async def test_a_link_whose_account_is_just_gone_is_none(town: Town) -> None:
    await town.node.people.ask_link(Link(hashed("token"), uuid4(), ANNA, NOON + HOUR_MS))

    with denied("LINK_EXPIRED"):
        await town.open("token")


class Unasked(MemoryPeople):
    """Nobody may look up an address here."""

    async def by_email(self, email: str) -> Account | None:
        raise AssertionError("An address was looked up.")


async def test_known_and_unknown_addresses_get_the_same(town: Town) -> None:
    await town.member("Anna", ANNA)
    town.node.people = Unasked()
    guest = await town.guest("Berta")

    for address in (ANNA, "nobody@example.com"):
        await people.ask_link(town.node, guest, address)

    known, unknown = list(town.post.sent)[-2:]
    assert known.subject == unknown.subject
    assert len(known.text) == len(unknown.text)
    assert len(known.html) == len(unknown.html)


class Crowded(MemoryPeople):
    """Members have every name that matches, and the search ends."""

    names = ""
    calls = 0

    async def add(self, account: Account) -> bool:
        self.calls += 1
        assert self.calls < 1000, "it does not end"
        return re.fullmatch(self.names, account.name) is None and await super().add(account)


async def test_there_is_a_name_for_a_new_guest_though_members_have_all_short_ones(town: Town) -> None:
    town.node.people = crowded = Crowded(town.memory, MemoryChats(town.memory))
    crowded.names = r"Guest \d{1,6}"

    await people.ask_sign_in(town.node, "new@example.com", "en")
    await settle()

    whose = await people.preview_link(town.node, town.token())
    assert re.fullmatch(r"Guest \d{7}", whose.name)


async def test_a_guest_whom_no_name_is_left_for_is_not_waited_for_without_end(town: Town) -> None:
    town.node.people = crowded = Crowded(town.memory, MemoryChats(town.memory))
    crowded.names = ".*"

    with denied("UNAVAILABLE"):
        await people._new_guest(town.node, "en")

    assert crowded.calls < 20


async def test_three_mails_an_hour_to_one_address(town: Town) -> None:
    for number in range(3):
        await people.ask_link(town.node, await town.guest(f"Guest {number}"), ANNA)

    with pytest.raises(ApiError) as answer:
        await people.ask_link(town.node, await town.guest("Guest 4"), "ANNA@example.com")
    assert answer.value.code == "TOO_MANY"
    assert answer.value.after_ms == HOUR_MS // 3
    assert len(town.post.sent) == 3

    town.clock.at += HOUR_MS
    await people.ask_link(town.node, await town.guest("Guest 5"), ANNA)


async def test_six_mails_a_day_for_one_account(town: Town) -> None:
    guest = await town.guest()
    for number in range(6):
        await people.ask_link(town.node, guest, f"{number}@example.com")

    with denied("TOO_MANY"):
        await people.ask_link(town.node, guest, "7@example.com")
    assert len(town.post.sent) == 6


async def test_no_address_is_among_the_keys_of_the_limits(town: Town) -> None:
    await people.ask_link(town.node, await town.guest(), ANNA)

    assert "example.com" not in repr(vars(town.node.limits))


async def test_mail_that_cannot_be_sent_is_unavailable(town: Town) -> None:
    class Away:
        can_deliver = True

        async def send(self, mail: Mail, go: Go | None = None) -> None:
            raise StoreUnavailableError

    town.node.mailer = Away()

    with pytest.raises(StoreUnavailableError):
        await people.ask_link(town.node, await town.guest(), ANNA)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_holds_the_link_and_the_product_and_nobodys_name(language: str) -> None:
    link = "https://play.example.org/sign-in#a&b"
    mail = sign_in_email(to=ANNA, link=link, language=language, product="Rondel")

    assert mail.to == ANNA
    assert "\n" not in mail.subject
    assert link in mail.text
    assert f'href="{link.replace("&", "&amp;")}"' in mail.html
    assert f'lang="{language}"' in mail.html
    assert "anna" not in (mail.subject + mail.text + mail.html).lower()


async def test_the_letter_is_in_the_language_of_the_account(town: Town) -> None:
    account, _ = await people.create_guest(town.node, "Anna", language="de")

    await people.ask_link(town.node, account, ANNA)

    assert town.post.sent[-1].subject == "Anmelden bei Rondel"
    assert f"{town.node.settings.public_url}/sign-in#" in town.post.sent[-1].text
    assert sign_in_email(to=ANNA, link="x", language="xx", product="Rondel").subject == "Sign in to Rondel"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("anna@example.com", "anna@example.com"),
        (" Anna.B+tag@Example.COM ", "anna.b+tag@example.com"),
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@straße.example", "anna@xn--strae-oqa.example"),
        ("a@b.co", "a@b.co"),
        ("o'neill@example.org", "o'neill@example.org"),
    ],
)
def test_addresses_are_kept_in_one_form(address: str, expected: str) -> None:
    assert postal(address) == expected
    assert postal(expected) == expected


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "anna",
            "@example.com",
            "anna@",
            "anna@@example.com",
            "anna@a@b.com",
            "anna@localhost",
            "anna@127.0.0.1",
        ),
        *("anna@[127.0.0.1]", "anna@example.com\n", "anna@example.com\r\nBcc: x@y.z", "an\x00na@example.com"),
        *("anna@exa\nmple.com", "anna b@example.com", '"anna"@example.com', "Anna <anna@example.com>"),
        *(
            "anna@example.com,b@example.com",
            "anna@-example.com",
            "anna@exam_ple.com",
            "anna@example..com",
            "a@.com",
        ),
        *(
            ".anna@example.com",
            "anna.@example.com",
            "an..na@example.com",
            "änna@example.com",
            "anna@example.com.",
        ),
        *(
            "a" * 65 + "@example.com",
            "anna@" + "a" * 64 + ".com",
            "a" * 64 + "@" + ("b" * 60 + ".") * 3 + "example",
            "anna@" + "a.b" * 100 + ".com",
            "a" * 100_000,
        ),
        *("=?utf-8?q?=0abcc?=@example.com", "anna@exa mple.com", "anna@xn--\u00fc.com", "anna@\udc80.com"),
        *("anna@example.com\u2028", "\tanna@example.com", "anna@\u202eexample.com", "anna@example.123"),
    ],
)
def test_what_is_no_address(address: str) -> None:
    with denied("EMAIL_NOT_ALLOWED"):
        postal(address)


async def test_a_new_name(town: Town) -> None:
    await town.member("Paul", "paul@example.com")
    anna = await town.guest("Anna")

    renamed = await people.rename(town.cells, anna, "Anna  Maria")

    assert renamed.name == "Anna Maria"
    assert renamed == await town.node.people.account(anna.id)
    with denied("NAME_TAKEN"):
        await people.rename(town.cells, renamed, "PAUL")
    with denied("NAME_NOT_ALLOWED"):
        await people.rename(town.cells, renamed, "A")


async def test_another_name_is_the_name_of_ones_seat_at_every_table_that_has_not_ended(town: Town) -> None:
    cell, anna, paul = town.cell, await town.guest("Anna"), await town.guest("Paul")
    tables = [await open_table(town.cells, anna, game="cambio", seats=2) for _ in range(3)]
    running, opened, closed = (table.id for table in tables)
    for table in (running, opened, closed):
        for who in (anna, paul):
            await take_seat(cell, who, table)
            await ready(cell, who.id, table, True)
    await start(cell, anna.id, running)
    await close(cell, anna.id, closed)
    watcher = await watch(cell, running, paul)
    watcher.received()

    await people.rename(town.cells, anna, "PAUL")
    await settle()

    names = {table.id: [place.name for place in table.places] for table in town.memory.tables.values()}
    assert names == {running: ["PAUL 2", "Paul"], opened: ["PAUL 2", "Paul"], closed: ["Anna", "Paul"]}
    frames = {frame["type"]: frame for frame in watcher.received()}
    assert [line["name"] for line in frames["seats"]["seats"]] == ["PAUL 2", "Paul"]
    assert (frames["chat"]["name"], frames["chat"]["text"]) == ("House", "RENAMED 0 Anna to PAUL 2")
    played = await plays(cell, anna, running, "CONFIRM_INITIAL_VIEW")
    assert played.version == 2


async def test_a_name_is_not_changed_all_day(town: Town) -> None:
    anna = await town.guest("Anna")
    for number in range(10):
        await people.rename(town.cells, anna, f"Anna {number}")

    with denied("TOO_MANY"):
        await people.rename(town.cells, anna, "Anna again")


async def test_whoever_is_gone_cannot_be_renamed(town: Town) -> None:
    anna = await town.guest("Anna")
    await people.delete(town.cells, anna)

    with denied("NOT_SIGNED_IN"):
        await people.rename(town.cells, anna, "Berta")


async def test_sessions_are_listed_and_ended(town: Town) -> None:
    anna, token = await people.create_guest(town.node, "Anna")
    town.clock.at += DAY_MS
    bearer, secret = await people.new_bearer(town.node, anna, "my bot")
    town.clock.at += DAY_MS
    await people.sign_in_by(town.node, token)

    cookie, listed = await people.sessions(town.node, anna)

    assert (cookie.kind, listed.kind, listed.label) == ("cookie", "bearer", "my bot")
    assert (await people.sign_in_by(town.node, secret))[1].id == bearer.id
    assert set(await people.revoke(town.node, anna, bearer.id)) == {bearer.id}
    with denied("NOT_SIGNED_IN"):
        await people.sign_in_by(town.node, secret)
    assert set(await people.revoke(town.node, anna)) == {cookie.id}
    assert await people.sessions(town.node, anna) == []


async def test_expired_sessions_are_not_listed(town: Town) -> None:
    anna = await town.guest("Anna")
    town.clock.at += 180 * DAY_MS

    assert await people.sessions(town.node, anna) == []


async def test_bearers_are_not_made_without_end(town: Town) -> None:
    anna = await town.guest("Anna")
    for _ in range(20):
        await people.new_bearer(town.node, anna, "bot")

    with denied("TOO_MANY"):
        await people.new_bearer(town.node, anna, "bot")


async def test_an_export_is_json_and_holds_no_token(town: Town) -> None:
    anna = await town.member()

    exported = msgspec.json.encode(await people.export(town.cells, anna))

    assert ANNA.encode() in exported
    assert b"token" not in exported.lower()


async def test_after_deletion_the_game_goes_on_and_replays_the_same(town: Town) -> None:
    anna, berta = await town.member("Anna Canary"), await town.guest("Berta")
    table = await town.begun(anna, berta)
    await past_the_view(town, table, anna, berta)
    await town.cell.chats.say(ChatMessage(table, anna.id, anna.name, 0, "It is me, Canary", NOON))
    journal = [*await town.cell.journal.rows(table)]
    sessions = {session.id for session in await people.sessions(town.node, anna)}

    ended = await people.delete(town.cells, anna)

    assert set(ended) == sessions
    assert [*await town.cell.journal.rows(table)] == journal
    found = await town.cell.tables.get(table)
    assert found is not None
    assert [(place.account, place.name) for place in found.places] == [
        *((None, FORMER_PLAYER), (berta.id, "Berta"))
    ]
    assert [*await town.cell.chats.latest(table, limit=9)] == []
    for store in (town.memory, vars(town.node.people), vars(town.cell.chats)):
        assert "canary" not in repr(store).lower()
        assert ANNA not in repr(store)
    assert await people.export(town.cells, anna) == {}


async def test_whoever_is_deleted_leaves_the_tables_that_have_not_begun(town: Town) -> None:
    anna, berta = await town.guest("Anna"), await town.guest("Berta")
    own = await town.opened(anna, berta)
    other = await open_table(town.cells, berta, game="cambio", seats=2)
    for account in (berta, anna):
        await take_seat(town.cell, account, other.id)

    await people.delete(town.cells, anna)

    closed, left = await town.cell.tables.get(own.id), await town.cell.tables.get(other.id)
    assert closed is not None
    assert closed.status == "closed"
    assert left is not None
    assert [place.account for place in left.places] == [berta.id]


async def test_a_table_that_begins_meanwhile_keeps_the_seat(town: Town) -> None:
    anna, berta = await town.guest("Anna"), await town.guest("Berta")
    before = await town.opened(anna, berta)
    await start(town.cell, anna.id, before.id)

    class Behind(MemoryTables):
        async def of_account(self, account: UUID, *, limit: int) -> Sequence[TableRow]:
            return [before]

    town.cell.tables = Behind(town.memory)

    await people.delete(town.cells, anna)

    found = await town.cell.tables.get(before.id)
    assert found is not None
    assert (found.status, found.places[0].name) == ("active", FORMER_PLAYER)
