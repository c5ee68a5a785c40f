"""Moderation and blocks: each act is logged with what it changes; in memory and on PostgreSQL."""

import asyncio
from uuid import UUID, uuid4

import asyncpg
import pytest
from msgspec.structs import replace

from rondel.server.adapters.postgres.pool import connected
from rondel.server.ports.moderation import ActKind, Announcement, AuditEntry, Ban, Invite, Report
from tests.contracts.conftest import Store, a_place
from tests.contracts.society import a_line, a_session

NOON = 1_700_000_000_000
HOUR = 3_600_000


def an_act(kind: ActKind, about: object = "x", by: UUID | None = None) -> AuditEntry:
    return AuditEntry(by, kind, str(about), "message", NOON)


def a_ban(account: UUID | None = None, network: str | None = None, **changes: object) -> Ban:
    return replace(Ban(uuid4(), account, network, "rude", NOON + HOUR, NOON), **changes)


async def logged(store: Store) -> list[str]:
    return [act.kind for act in await store.moderation.acts_after(0, limit=100)]


async def test_a_role_is_given_changed_and_taken_and_each_time_logged(store: Store) -> None:
    anna, by = await store.person("Anna"), uuid4()
    moderation = store.moderation
    assert (await moderation.decisions(now=NOON)).roles == {}

    assert await moderation.grant(anna, "moderator", an_act("grant", anna, by))
    assert not await moderation.grant(anna, "moderator", an_act("grant", anna))
    assert await moderation.grant(anna, "admin", an_act("grant", anna))
    assert (await moderation.decisions(now=NOON)).roles == {anna: "admin"}
    assert not await moderation.grant(uuid4(), "admin", an_act("grant"))
    assert await moderation.grant(anna, None, an_act("grant", anna))
    assert not await moderation.grant(anna, None, an_act("grant", anna))

    assert (await moderation.decisions(now=NOON)).roles == {}
    first, *rest = await moderation.acts_after(0, limit=10)
    assert replace(first, id=0) == an_act("grant", anna, by)
    assert [act.kind for act in rest] == ["grant", "grant"]


async def test_the_log_is_read_from_both_ends(store: Store) -> None:
    assert await store.moderation.newest_act() == 0
    for number in range(5):
        await store.moderation.announce(None, an_act("announce", number))

    ids = [act.id for act in await store.moderation.acts_after(0, limit=10)]
    assert ids == sorted(ids)
    assert await store.moderation.newest_act() == ids[-1]
    assert [act.id for act in await store.moderation.acts_after(ids[1], limit=2)] == ids[2:4]
    assert [act.id for act in await store.moderation.acts_before(None, limit=2)] == ids[:2:-1]
    assert [act.about for act in await store.moderation.acts_before(ids[2], limit=9)] == ["1", "0"]


async def test_acts_at_once_are_logged_in_the_order_in_which_they_are_seen(store: Store) -> None:
    people = [await store.person(f"P{number}") for number in range(8)]

    await asyncio.gather(*(store.moderation.grant(one, "moderator", an_act("grant", one)) for one in people))

    assert len(await store.moderation.acts_after(0, limit=100)) == 8
    assert set((await store.moderation.decisions(now=NOON)).roles) == set(people)


async def test_a_ban_holds_until_its_end_and_the_next_one_replaces_it(store: Store) -> None:
    anna = await store.person("Anna")
    first, second = a_ban(anna), a_ban(anna, until=None, reason="again")
    network, other = a_ban(network="192.0.2.0/24"), a_ban(network="2001:db8::/48", at=NOON + 1)

    for ban in (first, network, second, other):
        await store.moderation.ban(ban, an_act("ban", ban.account or ban.network))

    held = (await store.moderation.decisions(now=NOON)).bans
    assert set(held) == {network, second, other}
    assert (await store.moderation.decisions(now=NOON + HOUR)).bans == (second,)
    assert await store.moderation.lift(second.id, an_act("unban", anna))
    assert not await store.moderation.lift(second.id, an_act("unban", anna))
    assert await logged(store) == ["ban"] * 4 + ["unban"]
    assert (await store.people.export(anna))["bans"] == []


async def test_an_account_is_renamed_unless_a_member_has_the_name(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    assert await store.people.claim(bob, "bob@example.org")

    assert await store.moderation.rename(anna, "Carla", "carla", an_act("rename", anna))
    assert not await store.moderation.rename(anna, "B0b", "bob", an_act("rename", anna))
    assert not await store.moderation.rename(uuid4(), "Dora", "dora", an_act("rename"))

    found = await store.people.account(anna)
    assert found is not None
    assert found.name == "Carla"
    assert await logged(store) == ["rename"]


async def test_accounts_are_found_by_the_beginning_of_their_names(store: Store) -> None:
    for name in ("Anna", "Annika", "Bob", "anna", "ännchen"):
        await store.person(name)

    async def found(prefix: str, limit: int = 10) -> list[str]:
        return [account.name for account in await store.people.search(prefix, limit=limit)]

    assert sorted(await found("ann")) == ["Anna", "Annika", "anna"]
    assert (await found("ann"))[-1] == "Annika"
    assert await found("b") == ["Bob"]
    assert len(await found("", 2)) == 2
    assert await found("%") == []
    assert await found("ä") == ["ännchen"]


async def test_sessions_of_an_account_are_ended(store: Store) -> None:
    anna, bob = await store.person("Anna"), await store.person("Bob")
    hers, his = a_session(anna), a_session(bob)
    for session in (hers, his):
        await store.people.open_session(session)

    assert await store.moderation.end_sessions(anna, an_act("end_sessions", anna)) == {hers.id}
    assert await store.moderation.end_sessions(anna, an_act("end_sessions", anna)) == frozenset()

    assert await store.people.sessions(anna) == []
    assert await store.people.sessions(bob) == [his]
    assert await logged(store) == ["end_sessions"]


async def test_a_line_that_is_removed_has_no_text_but_for_moderators(store: Store) -> None:
    anna, table, other = await store.person(), await store.open(), await store.open()
    one = await store.chats.say(a_line(table.id, "fine", anna))
    two = await store.chats.say(a_line(table.id, "rude", anna))

    assert await store.moderation.remove_line(other.id, two.id, an_act("remove_line")) is None
    gone = replace(two, text="", is_removed=True)
    assert await store.moderation.remove_line(table.id, two.id, an_act("remove_line")) == gone
    assert await store.moderation.remove_line(table.id, two.id, an_act("remove_line")) is None

    assert list(await store.chats.latest(table.id, limit=9)) == [one, gone]
    assert list(await store.moderation.lines([two.id, one.id, 10**9])) == [one, replace(two, is_removed=True)]
    assert await logged(store) == ["remove_line"]
    await store.people.delete(anna)
    assert list(await store.moderation.lines([one.id, two.id])) == []


async def test_a_halted_table_goes_on_and_tables_are_ended(store: Store) -> None:
    halted, waiting, played = await store.open(), await store.open(), await store.open()
    await store.tables.halt(halted.id, "x.py:1: KeyError: 7")
    place = a_place(0, await store.person())
    assert await store.seating.take(played.id, place)
    assert await store.seating.begin(played.id, b"header", [place.id])
    moderation = store.moderation

    assert await moderation.resume(halted.id, an_act("resume", halted.id))
    assert not await moderation.resume(halted.id, an_act("resume", halted.id))
    assert not await moderation.resume(uuid4(), an_act("resume"))
    for table in (waiting, played):
        assert await moderation.close(table.id, an_act("close", table.id))
        assert not await moderation.close(table.id, an_act("close", table.id))

    found = [await store.tables.get(table.id) for table in (halted, waiting, played)]
    assert [table.status for table in found if table] == ["open", "closed", "abandoned"]
    assert found[0] is not None
    assert found[0].halted is None
    assert await logged(store) == ["resume", "close", "close"]


async def test_one_announcement_holds_until_its_end(store: Store) -> None:
    first = Announcement("New game", "news", None, NOON)
    second = Announcement("We restart", "maintenance", NOON + HOUR, NOON + 1)

    for announcement in (first, second):
        await store.moderation.announce(announcement, an_act("announce"))
        assert (await store.moderation.decisions(now=NOON)).announcement == announcement
    assert (await store.moderation.decisions(now=NOON + HOUR)).announcement is None
    await store.moderation.announce(None, an_act("announce"))

    assert (await store.moderation.decisions(now=NOON)).announcement is None
    assert await logged(store) == ["announce"] * 3


async def test_reports_wait_until_they_are_settled_and_go_with_either_person(store: Store) -> None:
    anna, bob, eve = [await store.person(name) for name in ("Anna", "Bob", "Eve")]
    older = Report(uuid4(), anna, bob, uuid4(), 7, (5, 6, 7), "rude", NOON)
    newer = Report(uuid4(), bob, eve, uuid4(), None, (), "cheats", NOON + 1)
    third = Report(uuid4(), anna, eve, uuid4(), None, (), "shouts", NOON + 2)
    for report in (newer, older, third):
        await store.moderation.report(report)

    assert list(await store.moderation.reports(is_open=True, limit=9)) == [older, newer, third]
    for report in (older, newer):
        assert await store.moderation.settle(report.id, an_act("settle", report.id))
        assert not await store.moderation.settle(report.id, an_act("settle", report.id))
    settled = [replace(report, is_open=False) for report in (newer, older)]
    assert list(await store.moderation.reports(is_open=False, limit=9)) == settled
    assert list(await store.moderation.reports(is_open=False, limit=1)) == settled[:1]
    exported = (await store.people.export(anna))["reports"]
    assert exported == [{"table": str(one.table), "text": one.text, "at": one.at} for one in (older, third)]

    await store.people.delete(bob)
    assert list(await store.moderation.reports(is_open=False, limit=9)) == []
    assert list(await store.moderation.reports(is_open=True, limit=9)) == [third]
    assert await logged(store) == ["settle", "settle"]


async def test_bans_and_roles_go_with_their_account_and_the_log_stays(store: Store) -> None:
    anna = await store.person()
    await store.moderation.ban(a_ban(anna), an_act("ban", anna))
    await store.moderation.grant(anna, "admin", an_act("grant", anna))
    assert (await store.people.export(anna))["bans"] == [{"reason": "rude", "until": NOON + HOUR, "at": NOON}]

    await store.people.delete(anna)

    found = await store.moderation.decisions(now=NOON)
    assert (found.bans, found.roles) == ((), {})
    assert await logged(store) == ["ban", "grant"]


async def test_a_block_is_ones_own_and_is_changed_and_lifted(store: Store) -> None:
    anna, bob, eve = [await store.person(name) for name in ("Anna", "Bob", "Eve")]

    assert await store.blocks.block(anna, bob, "mute", at=NOON)
    assert await store.blocks.block(anna, bob, "block", at=NOON + 1)
    assert await store.blocks.block(anna, eve, "mute", at=NOON)
    assert not await store.blocks.block(anna, uuid4(), "mute", at=NOON)
    assert await store.blocks.blocked(anna) == {bob: "block", eve: "mute"}
    assert await store.blocks.blocked(bob) == {}

    assert await store.blocks.block(anna, eve, None, at=NOON)
    assert not await store.blocks.block(anna, eve, None, at=NOON)
    exported = (await store.people.export(anna))["blocked"]
    assert exported == [{"account": str(bob), "kind": "block", "at": NOON}]
    await store.people.delete(bob)
    assert await store.blocks.blocked(anna) == {}


async def test_no_node_changes_what_was_logged(database: str) -> None:
    async with connected(database) as pool:
        await pool.execute("INSERT INTO audit (kind, about, reason, at) VALUES ('ban', 'x', 'y', 1)")

        for statement in ("UPDATE audit SET reason = ''", "DELETE FROM audit", "TRUNCATE audit"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await pool.execute(statement)


async def test_an_invitation_is_counted_down_and_given_back(store: Store) -> None:
    moderation = store.moderation
    first = Invite(uuid4(), b"a" * 32, 2, 2, NOON + HOUR, NOON)
    second = Invite(uuid4(), b"b" * 32, 1, 1, NOON + 1, NOON + 1)
    for one in (first, second):
        await moderation.invite(one, an_act("invite", one.id))

    assert list(await moderation.invites(now=NOON)) == [second, first]
    assert list(await moderation.invites(now=NOON + 1)) == [first]
    assert not await moderation.use_invite(b"b" * 32, uses=1, now=NOON + 1)
    assert not await moderation.use_invite(b"c" * 32, uses=1, now=NOON)
    used = await asyncio.gather(*(moderation.use_invite(b"a" * 32, uses=1, now=NOON) for _ in range(4)))
    assert sorted(used) == [False, False, True, True]
    assert list(await moderation.invites(now=NOON)) == [second]
    assert await moderation.use_invite(b"a" * 32, uses=-1, now=NOON)
    assert list(await moderation.invites(now=NOON)) == [second, replace(first, left_uses=1)]
    assert await moderation.use_invite(b"a" * 32, uses=-1, now=NOON)
    assert not await moderation.use_invite(b"a" * 32, uses=-1, now=NOON)

    assert await moderation.withdraw(first.id, an_act("withdraw", first.id))
    assert not await moderation.withdraw(first.id, an_act("withdraw", first.id))
    assert not await moderation.use_invite(b"a" * 32, uses=1, now=NOON)
    assert await logged(store) == ["invite", "invite", "withdraw"]
