"""Readers of a table: one read serves all who ask meanwhile, and no move waits for them."""

import asyncio
from uuid import UUID

import pytest

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.journal import MemoryJournal
from rondel.server.flows.play.watch import present
from rondel.server.ports.journal import Appended, Entry, HeadSnapshot
from rondel.server.ports.value import StoreUnavailableError
from tests.server.nodes import Club, plays, settle, somebody

ADA, BOB = somebody("Ada"), somebody("Bob")


class SlowLooks(MemoryJournal):
    """A journal whose looks at a table's head arrive at once, and whose answers come back when they may.

    A move arrives, too, when it may be stored.
    """

    def __init__(self, memory: MemoryDatabase) -> None:
        super().__init__(memory)
        self.may_answer, self.may_store = asyncio.Event(), asyncio.Event()
        self.may_store.set()
        self.looks = 0
        self.fails = False

    async def look(self, table: UUID, action_id: UUID | None = None) -> HeadSnapshot:
        found = await super().look(table, action_id)
        if action_id is None:
            self.looks += 1
            await self.may_answer.wait()
        if self.fails:
            raise StoreUnavailableError("fails")
        return found

    async def append(self, entry: Entry) -> Appended | None:
        await self.may_store.wait()
        return await super().append(entry)


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
def journal(club: Club) -> SlowLooks:
    club.cell.room_context.journal = SlowLooks(club.memory)
    return club.cell.room_context.journal


async def reading(club: Club, table: UUID, readers: int) -> list["asyncio.Task[int]"]:
    """The versions that spectators are shown, who have all asked."""

    async def version() -> int:
        position, _ = await present(club.cell, None, table)
        return position.version

    tasks = [asyncio.create_task(version()) for _ in range(readers)]
    await settle()
    return tasks


async def test_one_read_serves_all_who_ask_meanwhile(club: Club, journal: SlowLooks) -> None:
    table = await club.begun(ADA, BOB)
    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    first = await reading(club, table, 100)
    rest = await reading(club, table, 400)
    journal.may_answer.set()

    assert await asyncio.gather(*first, *rest) == [2] * 500
    assert journal.looks == 2


async def test_who_asks_while_a_read_is_under_way_is_shown_what_was_committed_before(
    club: Club, journal: SlowLooks
) -> None:
    table = await club.begun(ADA, BOB)
    await reading(club, table, 1)

    await plays(club.other, ADA, table, "CONFIRM_INITIAL_VIEW")
    (late,) = await reading(club, table, 1)
    journal.may_answer.set()

    assert await late == 2


@pytest.mark.parametrize("readers", [1, 200])
async def test_a_move_waits_for_no_reader(club: Club, journal: SlowLooks, readers: int) -> None:
    table = await club.begun(ADA, BOB)
    shown = await reading(club, table, readers)

    move = asyncio.create_task(plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW"))
    await settle()

    assert move.done()
    assert move.result().version == 2
    assert not any(each.done() for each in shown)
    journal.may_answer.set()
    assert set(await asyncio.gather(*shown)) == {2}


async def test_no_reader_waits_for_a_move_that_is_not_stored(club: Club, journal: SlowLooks) -> None:
    table = await club.begun(ADA, BOB)
    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")
    journal.may_store.clear()
    move = asyncio.create_task(plays(club.cell, BOB, table, "CONFIRM_INITIAL_VIEW"))
    await settle()
    journal.may_answer.set()

    shown = await reading(club, table, 3)

    assert [each.result() for each in shown] == [2, 2, 2]
    assert not move.done()
    journal.may_store.set()
    assert (await move).version == 3


async def test_a_reader_is_shown_no_less_than_the_watchers_were_sent_before_it_is_woken(
    club: Club, journal: SlowLooks
) -> None:
    table = await club.begun(ADA, BOB)
    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")
    journal.may_store.clear()
    (shown,) = await reading(club, table, 1)
    move = asyncio.create_task(plays(club.cell, BOB, table, "CONFIRM_INITIAL_VIEW"))
    await settle()

    journal.may_answer.set()  # the read ends before the move, and its reader is woken after it
    journal.may_store.set()

    assert [await shown, (await move).version] == [3, 3]


async def test_a_reader_who_leaves_takes_nobodys_answer_away(club: Club, journal: SlowLooks) -> None:
    table = await club.begun(ADA, BOB)
    first, second, third = await reading(club, table, 3)

    first.cancel()
    await settle()
    journal.may_answer.set()

    assert [await second, await third] == [1, 1]
    assert first.cancelled()


async def test_a_failed_read_is_told_to_all_and_the_next_one_succeeds(club: Club, journal: SlowLooks) -> None:
    table = await club.begun(ADA, BOB)
    journal.fails = True
    shown = await reading(club, table, 3)
    shown[0].cancel()
    journal.may_answer.set()

    answers = await asyncio.gather(*shown, return_exceptions=True)
    assert [type(answer) for answer in answers[1:]] == [StoreUnavailableError] * 2

    journal.fails = False
    assert (await club.cell.rooms.room(table).current()).version == 1
