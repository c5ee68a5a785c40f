"""People: accounts, sessions and links; in memory and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import asyncpg
import msgspec
import pytest

from rondel.server.adapters.postgres.people import PostgresPeople
from rondel.server.adapters.postgres.pool import connected
from rondel.server.ports.names import FORMER_PLAYER
from rondel.server.ports.value import StoreUnavailableError
from tests.contracts.conftest import a_place, a_table
from tests.contracts.society import (
    DAY,
    HOUR,
    NOON,
    Society,
    a_line,
    a_link,
    a_session,
    an_account,
    society_of,
)


@pytest.fixture(params=["memory", "postgres"])
async def society(request: pytest.FixtureRequest, database: str) -> AsyncIterator[Society]:
    async with society_of(request.param, database) as society:
        yield society


async def test_an_account_is_read_as_it_was_added(society: Society) -> None:
    anna = await society.guest("Änna", language="de")

    assert await society.people.account(anna.id) == anna
    assert await society.people.account(uuid4()) is None
    assert await society.people.by_email("anna@example.com") is None


async def test_guests_may_share_a_name(society: Society) -> None:
    await society.guest("Anna")

    assert await society.people.add(an_account("Anna"))


async def test_nobody_arrives_with_the_name_of_a_member(society: Society) -> None:
    await society.member("Anna", "anna@example.com")

    assert not await society.people.add(an_account("ANNA"))


async def test_a_claim_makes_a_guest_a_member(society: Society) -> None:
    guest = await society.guest()

    assert await society.people.claim(guest.id, "anna@example.com")

    member = msgspec.structs.replace(guest, email="anna@example.com", kind="member")
    assert await society.people.account(guest.id) == member
    assert await society.people.by_email("anna@example.com") == member


async def test_a_claim_is_made_once(society: Society) -> None:
    member = await society.member("Anna", "anna@example.com")

    assert not await society.people.claim(member.id, "other@example.com")
    assert not await society.people.claim(uuid4(), "other@example.com")
    assert await society.people.by_email("other@example.com") is None


async def test_an_address_is_one_members(society: Society) -> None:
    await society.member("Anna", "anna@example.com")
    other = await society.guest("Berta")

    assert not await society.people.claim(other.id, "anna@example.com")
    assert await society.people.account(other.id) == other


async def test_a_name_is_one_members(society: Society) -> None:
    first, second = await society.guest("Anna"), await society.guest("anna")
    assert await society.people.claim(first.id, "anna@example.com")

    assert not await society.people.claim(second.id, "other@example.com")
    assert await society.people.account(second.id) == second


async def test_of_many_claims_at_once_one_is_made(society: Society) -> None:
    guests = [await society.guest("Anna") for _ in range(6)]

    claims = (society.people.claim(guest.id, f"{n}@example.com") for n, guest in enumerate(guests))
    made = await asyncio.gather(*claims)

    assert sum(made) == 1


async def test_a_claim_drops_the_accounts_other_links(society: Society) -> None:
    guest = await society.guest()
    other = a_link(guest.id, email="mallory@example.com")
    await society.people.ask_link(other)

    assert await society.people.claim(guest.id, "anna@example.com")

    assert await society.people.use_link(other.token_hash, now=NOON) is None


async def test_renaming(society: Society) -> None:
    anna = await society.member("Anna", "anna@example.com")
    berta = await society.guest("Berta")

    assert await society.people.rename(anna.id, "ANNA", "anna")
    assert not await society.people.rename(berta.id, "Anna", "anna")
    assert await society.people.rename(berta.id, "Carla", "carla")
    assert not await society.people.rename(uuid4(), "Nobody", "nobody")

    renamed = await society.people.account(berta.id)
    assert renamed is not None
    assert (renamed.name, renamed.skeleton) == ("Carla", "carla")


async def test_a_session_is_found_by_its_hash_until_it_expires(society: Society) -> None:
    anna = await society.guest()
    session = a_session(anna.id)
    await society.people.open_session(session)

    assert await society.people.session(session.token_hash, now=NOON) == session
    assert await society.people.session(b"another", now=NOON) is None
    assert await society.people.session(session.token_hash, now=session.expires_at) is None


async def test_many_sign_in_at_once_each_as_themselves(society: Society) -> None:
    people = [await society.guest(f"Guest {'abcdefgh'[number]}") for number in range(8)]
    opened = [a_session(account.id) for account in people]
    for session in opened:
        await society.people.open_session(session)
    later = NOON + 2 * DAY
    hashes = [*(session.token_hash for session in opened), b"another"]

    found = await asyncio.gather(*(society.people.signed_in(each, now=later) for each in hashes))
    again = await society.people.signed_in(opened[0].token_hash, now=later)

    *signed_in, nobody = found
    assert nobody is None
    assert [each and each[0] for each in signed_in] == people
    assert [each and each[1].id for each in signed_in] == [session.id for session in opened]
    assert all(each and each[1].seen_at == later for each in signed_in)
    assert again == found[0]


async def test_a_session_that_is_seen_lives_on(society: Society) -> None:
    anna = await society.guest()
    session = a_session(anna.id)
    await society.people.open_session(session)

    for day in (9, 18, 27):
        seen = await society.people.session(session.token_hash, now=NOON + day * DAY)
        assert seen == msgspec.structs.replace(
            session, seen_at=NOON + day * DAY, expires_at=NOON + (day + 10) * DAY
        )

    assert await society.people.session(session.token_hash, now=NOON + 37 * DAY) is None


async def test_a_clock_that_goes_back_takes_nothing_away(society: Society) -> None:
    anna = await society.guest()
    session = a_session(anna.id)
    await society.people.open_session(session)

    assert await society.people.session(session.token_hash, now=NOON - DAY) == session


async def test_sessions_of_an_account(society: Society) -> None:
    anna, berta = await society.guest("Anna"), await society.guest("Berta")
    first, second = a_session(anna.id), a_session(anna.id, kind="bearer", created_at=NOON + 1)
    for session in (second, first, a_session(berta.id)):
        await society.people.open_session(session)

    assert list(await society.people.sessions(anna.id)) == [first, second]


async def test_opening_a_session_clears_the_expired_ones(society: Society) -> None:
    anna = await society.guest()
    await society.people.open_session(a_session(anna.id))
    later = a_session(
        anna.id, created_at=NOON + 20 * DAY, seen_at=NOON + 20 * DAY, expires_at=NOON + 30 * DAY
    )

    await society.people.open_session(later)

    assert list(await society.people.sessions(anna.id)) == [later]


async def test_revoking_one_session_or_all(society: Society) -> None:
    anna, berta = await society.guest("Anna"), await society.guest("Berta")
    own, others = [a_session(anna.id) for _ in range(3)], a_session(berta.id)
    for session in (*own, others):
        await society.people.open_session(session)

    assert set(await society.people.revoke(anna.id, own[0].id)) == {own[0].id}
    assert set(await society.people.revoke(anna.id, others.id)) == set()
    assert set(await society.people.revoke(anna.id)) == {own[1].id, own[2].id}

    assert await society.people.session(own[1].token_hash, now=NOON) is None
    assert await society.people.session(others.token_hash, now=NOON) == others


async def test_a_link_is_used_once(society: Society) -> None:
    anna = await society.guest()
    link = a_link(anna.id)
    await society.people.ask_link(link)

    looked = [await society.people.link(link.token_hash, now=NOON) for _ in range(2)]
    used = await asyncio.gather(*(society.people.use_link(link.token_hash, now=NOON) for _ in range(5)))

    assert looked == [link, link]
    assert await society.people.link(link.token_hash, now=NOON) is None
    assert sorted(map(repr, used)) == sorted(map(repr, [link, None, None, None, None]))


async def test_a_link_expires(society: Society) -> None:
    anna = await society.guest()
    link = a_link(anna.id)
    await society.people.ask_link(link)

    assert await society.people.link(link.token_hash, now=NOON + HOUR) is None
    assert await society.people.use_link(link.token_hash, now=NOON + HOUR) is None


async def test_links_long_expired_are_not_kept(society: Society) -> None:
    anna = await society.guest()
    old = a_link(anna.id)
    await society.people.ask_link(old)

    await society.people.ask_link(a_link(anna.id, expires_at=NOON + 3 * DAY))

    exported = await society.people.export(anna.id)
    assert exported["links"] == [{"email": "anna@example.com", "expiresAt": NOON + 3 * DAY}]


async def test_an_export_has_all_that_is_kept(society: Society) -> None:
    anna = await society.member("Anna Canary", "canary@example.com")
    table = a_table(host=anna.id)
    assert await society.tables.open(table, b"secret")
    assert await society.seating.take(table.id, a_place(0, anna.id))
    await society.chats.say(a_line(table.id, "Hello", anna.id))
    session, link = a_session(anna.id), a_link(anna.id)
    await society.people.open_session(session)
    await society.people.ask_link(link)

    exported = msgspec.json.decode(msgspec.json.encode(await society.people.export(anna.id)))

    assert exported == {
        "account": {
            "id": str(anna.id),
            "name": "Anna Canary",
            "email": "canary@example.com",
            "kind": "member",
            "language": "en",
            "createdAt": NOON,
        },
        "sessions": [
            {
                "id": str(session.id),
                "kind": "cookie",
                "label": "Firefox",
                "createdAt": NOON,
                "seenAt": NOON,
                "expiresAt": NOON + 10 * DAY,
            }
        ],
        "links": [{"email": "anna@example.com", "expiresAt": NOON + HOUR}],
        "chat": [{"table": str(table.id), "text": "Hello", "at": NOON}],
        "seats": [{"table": str(table.id), "seat": 0, "name": "P0"}],
        "alerts": [],
        "devices": [],
        "bans": [],
        "blocked": [],
        "removedFrom": [],
        "reports": [],
        "muted": [],
        "notices": [],
        "notes": [],
        "orders": [],
        "passkeys": [],
        "identities": [],
    }
    assert await society.people.export(uuid4()) == {}


async def test_whoever_is_deleted_leaves_a_seat_without_a_name(society: Society) -> None:
    anna, berta = await society.member("Anna", "anna@example.com"), await society.guest("Berta")
    table = a_table(host=anna.id)
    assert await society.tables.open(table, b"secret")
    session, link = a_session(anna.id), a_link(anna.id)
    await society.people.open_session(session)
    await society.people.ask_link(link)
    for seat, account in ((0, anna), (1, berta)):
        assert await society.seating.take(table.id, a_place(seat, account.id))
        await society.chats.say(a_line(table.id, account.name, account.id))

    await society.people.delete(anna.id)
    await society.people.delete(anna.id)  # again is once

    assert await society.people.account(anna.id) is None
    assert await society.people.by_email("anna@example.com") is None
    assert await society.people.session(session.token_hash, now=NOON) is None
    assert await society.people.use_link(link.token_hash, now=NOON) is None
    assert [message.text for message in await society.chats.latest(table.id, limit=9)] == ["Berta"]
    found = await society.tables.get(table.id)
    assert found is not None
    assert [(place.account, place.name) for place in found.places] == [
        *((None, FORMER_PLAYER), (berta.id, "P1"))
    ]
    assert await society.people.add(an_account("Anna"))  # the name is free again


async def dump(database: str) -> dict[str, str]:
    """Every row of every table, as text."""
    connection = await asyncpg.connect(database)
    try:
        names = await connection.fetch(
            "SELECT c.oid::regclass::text AS name FROM pg_class AS c"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        contents = {}
        for name in (row["name"] for row in names):
            rows = await connection.fetch(f"SELECT each::text AS row FROM {name} AS each")
            contents[name] = "\n".join(row["row"] for row in rows)
        return contents
    finally:
        await connection.close()


async def test_after_deletion_no_table_of_the_database_holds_name_or_address(database: str) -> None:
    async with society_of("postgres", database) as society:
        anna, berta = await society.member("Anna Canary", "canary@example.com"), await society.guest("Berta")
        table = a_table(host=anna.id)
        assert await society.tables.open(table, b"secret")
        for seat, account in ((0, anna), (1, berta)):
            place = msgspec.structs.replace(a_place(seat, account.id), name=account.name)
            assert await society.seating.take(table.id, place)
            line = msgspec.structs.replace(
                a_line(table.id, f"I am {account.name}", account.id), name=account.name
            )
            await society.chats.say(line)
        await society.people.open_session(a_session(anna.id, label="Canary's phone"))
        for asker in (anna, berta):  # Berta asked for a link to that address, too
            await society.people.ask_link(a_link(asker.id, email="canary@example.com"))
        before = await dump(database)

        await society.people.delete(anna.id)

        after = await dump(database)
    holding = {name for name, rows in before.items() if "canary" in rows.lower()}
    assert holding == {"account", "session_token", "login_link", "chat", "player"}
    assert [name for name, rows in after.items() if "canary" in rows.lower()] == []
    assert "Berta" in after["player"]
    assert "Berta" in after["chat"]
    assert FORMER_PLAYER in after["player"]


async def test_a_database_that_is_away_is_unavailable(database: str) -> None:
    async with connected(database) as pool:
        people = PostgresPeople(pool)
        await pool.close()

        with pytest.raises(StoreUnavailableError):
            await people.account(uuid4())
        with pytest.raises(StoreUnavailableError):
            await people.delete(uuid4())
