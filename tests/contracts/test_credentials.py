"""Credentials: passkeys, identities and challenges; in memory and on PostgreSQL."""

import asyncio
from uuid import UUID, uuid4

from rondel.server.adapters.postgres.credentials import PostgresCredentials
from rondel.server.adapters.postgres.pool import connected
from rondel.server.ports.credentials import Challenge, Identity, Passkey
from tests.contracts.conftest import Store

NOON = 1_700_000_000_000
MINUTE = 60_000


def a_passkey(account: UUID, **changes: object) -> Passkey:
    values = {
        "id": uuid4(),
        "account": account,
        "credential_id": uuid4().bytes,
        "public_key": b"a key",
        "sign_count": 3,
        "name": "My phone",
        "created_at": NOON,
    }
    return Passkey(**{**values, **changes})  # type: ignore[arg-type]


def a_challenge(**changes: object) -> Challenge:
    values = {
        "browser_hash": uuid4().bytes,
        "kind": "use_passkey",
        "account": None,
        "body": b"sign this",
        "expires_at": NOON + MINUTE,
    }
    return Challenge(**{**values, **changes})  # type: ignore[arg-type]


async def test_a_passkey_is_read_as_it_was_added(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    later, first = a_passkey(anna, created_at=NOON + 1), a_passkey(anna)

    for passkey in (later, first):
        assert await store.credentials.add_passkey(passkey, most=2)

    assert await store.credentials.passkeys(anna) == [first, later]
    assert await store.credentials.passkeys(bob) == []
    assert await store.credentials.passkey(first.credential_id) == first
    assert await store.credentials.passkey(b"another") is None


async def test_a_credential_is_one_accounts_and_an_account_has_so_many(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    passkey = a_passkey(anna)
    assert await store.credentials.add_passkey(passkey, most=1)

    assert not await store.credentials.add_passkey(
        a_passkey(bob, credential_id=passkey.credential_id), most=1
    )
    assert not await store.credentials.add_passkey(a_passkey(anna), most=1)

    assert await store.credentials.passkey(passkey.credential_id) == passkey
    assert await store.credentials.passkeys(bob) == []


async def test_a_counter_only_grows_unless_there_is_none(store: Store) -> None:
    anna = await store.person()
    counted, uncounted = a_passkey(anna), a_passkey(anna, sign_count=0, created_at=NOON + 1)
    for passkey in (counted, uncounted):
        await store.credentials.add_passkey(passkey, most=9)

    assert await store.credentials.use_passkey(counted.id, 5, now=NOON + 2)
    for count in (5, 4, 0):
        assert not await store.credentials.use_passkey(counted.id, count, now=NOON + 3)
    for moment in (4, 5):
        assert await store.credentials.use_passkey(uncounted.id, 0, now=NOON + moment)
    assert not await store.credentials.use_passkey(uuid4(), 9, now=NOON)

    passkeys = await store.credentials.passkeys(anna)
    assert [(each.sign_count, each.used_at) for each in passkeys] == [(5, NOON + 2), (0, NOON + 5)]


async def test_of_many_uses_with_one_count_one_counts(store: Store) -> None:
    passkey = a_passkey(await store.person())
    await store.credentials.add_passkey(passkey, most=9)

    uses = (store.credentials.use_passkey(passkey.id, 4, now=NOON) for _ in range(6))

    assert sum(await asyncio.gather(*uses)) == 1


async def test_only_its_owner_removes_a_passkey(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    passkey = a_passkey(anna)
    await store.credentials.add_passkey(passkey, most=9)

    assert not await store.credentials.remove_passkey(bob, passkey.id)
    assert await store.credentials.remove_passkey(anna, passkey.id)
    assert not await store.credentials.remove_passkey(anna, passkey.id)
    assert await store.credentials.passkey(passkey.credential_id) is None


async def test_all_credentials_of_one_account_are_dropped(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    for account in (anna, anna, bob):
        await store.credentials.add_passkey(a_passkey(account), most=9)

    await store.credentials.drop(anna)

    assert await store.credentials.passkeys(anna) == []
    assert len(await store.credentials.passkeys(bob)) == 1


async def test_an_export_names_passkeys_and_holds_no_key_and_they_go_with_their_account(store: Store) -> None:
    anna = await store.person()
    passkey = a_passkey(anna)
    await store.credentials.add_passkey(passkey, most=9)
    waits = a_challenge(account=anna, kind="add_passkey")
    await store.credentials.ask_challenge(waits, now=NOON)
    exported = await store.people.export(anna)
    assert exported["passkeys"] == [{"name": "My phone", "createdAt": NOON, "usedAt": None}]

    await store.people.delete(anna)

    assert await store.credentials.passkey(passkey.credential_id) is None
    assert await store.credentials.use_challenge(waits.browser_hash, "add_passkey", now=NOON) is None
    assert not await store.credentials.use_passkey(passkey.id, 9, now=NOON)


async def test_a_challenge_is_used_once_in_its_browser_and_for_its_kind(store: Store) -> None:
    anna = await store.person()
    challenge = a_challenge(account=anna, kind="add_passkey")
    await store.credentials.ask_challenge(challenge, now=NOON)

    assert await store.credentials.use_challenge(b"another browser", "add_passkey", now=NOON) is None
    assert await store.credentials.use_challenge(challenge.browser_hash, "use_passkey", now=NOON) is None
    uses = (
        store.credentials.use_challenge(challenge.browser_hash, "add_passkey", now=NOON) for _ in range(4)
    )
    used = await asyncio.gather(*uses)

    assert [each for each in used if each is not None] == [challenge]


async def test_a_challenge_expires(store: Store) -> None:
    challenge = a_challenge()
    await store.credentials.ask_challenge(challenge, now=NOON)
    expired = challenge.expires_at

    assert await store.credentials.use_challenge(challenge.browser_hash, "use_passkey", now=expired) is None


async def test_a_new_challenge_clears_the_expired_ones(store: Store) -> None:
    old, new = a_challenge(), a_challenge(expires_at=NOON + 9 * MINUTE)
    await store.credentials.ask_challenge(old, now=NOON)

    await store.credentials.ask_challenge(new, now=old.expires_at)

    for challenge, is_there in ((old, False), (new, True)):
        found = await store.credentials.use_challenge(challenge.browser_hash, "use_passkey", now=NOON)
        assert (found is not None) == is_there


async def test_a_passkey_of_an_account_that_is_just_deleted_is_not_added(database: str) -> None:
    async with connected(database, most=1) as pool:
        credentials = PostgresCredentials(pool)
        assert not await credentials.add_passkey(a_passkey(uuid4()), most=9)
        assert not await credentials.add_identity(Identity("https://id.example", "s", uuid4(), NOON))


async def test_an_identity_is_one_accounts_and_an_account_has_one_of_an_issuer(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    hers = Identity("https://id.example", "subject", anna, NOON)
    assert await store.credentials.add_identity(hers)

    assert not await store.credentials.add_identity(Identity(hers.issuer, hers.subject, bob, NOON))
    assert not await store.credentials.add_identity(Identity(hers.issuer, "another", anna, NOON))
    other = Identity("https://other.example", "subject", anna, NOON)
    assert await store.credentials.add_identity(other)

    assert await store.credentials.identity(hers.issuer, hers.subject) == hers
    assert await store.credentials.identity(hers.issuer, "Subject") is None
    assert await store.credentials.identities(anna) == [hers, other]
    assert await store.credentials.identities(bob) == []


async def test_identities_are_removed_exported_dropped_and_go_with_their_account(store: Store) -> None:
    anna, bob, carl = [await store.person(name) for name in ("Anna", "Bob", "Carl")]
    for account, subject in ((anna, "a"), (bob, "b"), (carl, "c")):
        assert await store.credentials.add_identity(Identity("https://id.example", subject, account, NOON))
    exported = await store.people.export(anna)
    assert exported["identities"] == [{"issuer": "https://id.example", "subject": "a", "createdAt": NOON}]

    assert await store.credentials.remove_identities(anna)
    assert not await store.credentials.remove_identities(anna)
    await store.people.delete(bob)
    await store.credentials.drop(carl)

    for subject in ("a", "b", "c"):
        assert await store.credentials.identity("https://id.example", subject) is None
