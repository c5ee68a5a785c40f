"""Rooms: one owner for each table on a node. Each test shows a fault that lived between the old caches."""

import asyncio
import gc
import warnings
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.kernel import Outage, Refusal, ReturnTime, Seat
from rondel.kernel.digest import first_digest, next_digest
from rondel.kernel.seat import HOUSE
from rondel.server.adapters.memory.bus import MemoryBus
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.journal import MemoryJournal
from rondel.server.adapters.memory.presence import MemoryPresence
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.move import fire, play
from rondel.server.flows.tables.absent import offer, take_over
from rondel.server.flows.tables.bots import BotTurns
from rondel.server.flows.tables.seats import add_bot, leave, ready, start
from rondel.server.jobs.refresh_rooms import HEADS_AT_ONCE, catch_up, poll_heads, show_waiting, welcome
from rondel.server.ports.access import seat_of
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.deadlines import ClaimedDeadline
from rondel.server.ports.journal import Head, Heads, StoredRow
from rondel.server.ports.tables import TableRow
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.outages import RecentOutages
from rondel.server.rooms.room import Room
from tests.server.nodes import (
    Club,
    RecordingWatcher,
    new_move,
    past_the_view,
    plays,
    settle,
    somebody,
    turns,
    watch,
)
from tests.simulate.loop import VirtualLoop

ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")


@pytest.fixture
def club() -> Club:
    return Club()


def lose_the_tail(memory: MemoryDatabase, table: UUID, version: int) -> None:
    """The database is one that lacks what came after a version, as a standby that was behind."""
    lost = memory.rows[table][version:]
    del memory.rows[table][version:]
    for row in lost:
        del memory.ids[table][row.action_id]
    memory.snapshots[table] = [each for each in memory.snapshots[table] if each.version <= version]
    memory.change(table, version=version, status="active", ending=None)


def is_chain_whole(memory: MemoryDatabase, table: UUID) -> bool:
    digest = first_digest(memory.tables[table].header or b"")
    for row in memory.rows[table]:
        actor = HOUSE if row.seat is None else row.seat
        digest = next_digest(digest, row.version, row.at, actor, row.rules, row.action, row.events, row.draws)
        if digest != row.digest:
            return False
    return True


class WatchedBus(MemoryBus):
    """Remembers its subscriptions; the first is made after something else has happened."""

    def __init__(self, before: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self.tables: set[UUID] = set()
        self._before: Callable[[], Awaitable[None]] | None = before

    async def subscribe(self, table: UUID) -> None:
        before, self._before = self._before, None
        if before is not None:
            await before()
        self.tables.add(table)

    def unsubscribe(self, table: UUID) -> None:
        self.tables.discard(table)


# 1 and 2: another history, and a new epoch


async def test_a_node_that_remembers_a_lost_version_does_not_fork_the_journal(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA)
    lose_the_tail(club.memory, table, 1)
    club.clock.at += 5
    await past_the_view(club, table, BOB, cell=club.other)  # the other node's version 2 is another one

    with pytest.raises(StoreUnavailableError):
        await plays(club.cell, BOB, table, "CONFIRM_INITIAL_VIEW")
    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert is_chain_whole(club.memory, table)
    assert [row.seat for row in club.memory.rows[table]] == [None, 1, 0]


async def test_an_equal_epoch_alone_does_not_let_a_fork_through(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA)
    lose_the_tail(club.memory, table, 1)
    await past_the_view(club, table, BOB, cell=club.other)
    club.memory.epoch += 1
    club.cell.room_context.observe_epoch(club.clock.at, club.memory.epoch)

    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert is_chain_whole(club.memory, table)


async def test_a_version_that_comes_again_otherwise_is_a_full_view_before_the_epoch_is_raised(
    club: Club,
) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA)
    watcher = await watch(club.cell, table, BOB)
    watcher.received()
    lose_the_tail(club.memory, table, 1)
    await past_the_view(club, table, BOB, cell=club.other)
    await plays(club.other, ADA, table, "CONFIRM_INITIAL_VIEW")

    club.cell.rooms.room(table).cached = None  # an append was not answered: the room reads the table again
    await club.cell.rooms.room(table).current()
    club.cell.rooms.room(table).deliver()

    (frame,) = watcher.received()
    assert (frame["type"], frame["version"]) == ("view", 3)


@pytest.mark.parametrize("seen_by", ["a health check", "an append", "a look", "the poll"])
async def test_whoever_sees_a_new_epoch_every_watcher_gets_a_full_view(club: Club, seen_by: str) -> None:
    table, elsewhere = await club.begun(ADA, BOB), await club.begun(ADA, BOB)
    watcher = await watch(club.cell, table, BOB)
    await plays(club.cell, ADA, elsewhere, "CONFIRM_INITIAL_VIEW")
    watcher.received()
    club.memory.epoch += 1

    if seen_by == "a health check":
        look = await club.cell.journal.look(UUID(int=0))
        club.cell.room_context.observe_epoch(look.now, look.epoch)
    elif seen_by == "an append":
        await plays(club.cell, BOB, elsewhere, "CONFIRM_INITIAL_VIEW")
    elif seen_by == "a look":
        await club.cell.rooms.room(elsewhere).current()
    else:
        await catch_up(club.cell)
    await settle()

    (view,) = watcher.received()
    assert (view["type"], view["epoch"]) == ("view", club.memory.epoch)
    assert club.cell.rooms.epoch == club.memory.epoch


async def test_a_revision_that_comes_again_after_a_restore_lets_no_row_through(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    before = club.memory.tables[table]
    await club.cell.tables.halt(table, "test")
    await club.cell.tables.resume(table)
    known = await club.other.rooms.room(table).current()
    club.memory.tables[table] = before  # restored to before the halt
    club.memory.epoch += 1
    club.memory.change(table, halted="again", revision=known.table.revision)  # as the other node knows it

    with pytest.raises(ApiError, match="TABLE_HALTED"):
        await plays(club.other, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert len(club.memory.rows[table]) == 1


async def test_a_change_that_was_lost_is_not_taken_for_another_before_the_epoch_is_raised(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    before = club.memory.tables[table]
    await club.cell.seating.stand_in(table, 1, "easy")
    await club.other.rooms.room(table).current()
    club.memory.tables[table] = before  # a failover lost the change, and the table was halted since
    await club.cell.tables.halt(table, "test")

    with pytest.raises(ApiError, match="TABLE_HALTED"):
        await plays(club.other, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert len(club.memory.rows[table]) == 1


async def test_a_new_epoch_forgets_tables_that_nobody_watches(club: Club) -> None:
    table, other = await club.begun(ADA, BOB), await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA)
    lose_the_tail(club.memory, table, 1)
    club.memory.epoch += 1

    await plays(club.cell, ADA, other, "CONFIRM_INITIAL_VIEW")

    assert club.cell.rooms.known(table) is None
    assert (await club.cell.rooms.room(table).current()).version == 1


async def test_a_database_of_an_epoch_that_has_passed_is_refused(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    club.cell.room_context.observe_epoch(club.clock.at, 7)

    with pytest.raises(StoreUnavailableError):
        await club.cell.rooms.room(table).current()


async def test_a_lost_tail_without_a_new_epoch_is_noticed_by_the_poll(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA)
    watcher = await watch(club.cell, table, BOB)
    watcher.received()
    lose_the_tail(club.memory, table, 1)

    for _ in range(2):
        await catch_up(club.cell)
        await settle()

    assert [(frame["type"], frame["version"]) for frame in watcher.received()] == [("view", 1)]


# 3: the seat of a watcher


async def handed_over(club: Club, table: UUID, cell: Cell) -> None:
    """Ada's seat goes to Cy, by a node that tells nobody."""
    token = await offer(cell, ADA.id, table, 0)
    await take_over(cell, CY, table, 0, token)


async def test_a_former_player_is_sent_nothing_of_the_seat_when_the_hint_was_lost(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    former = await watch(club.cell, table, ADA)
    former.received()
    await handed_over(club, table, club.other)

    await plays(club.cell, BOB, table, "CONFIRM_INITIAL_VIEW")
    await settle()

    assert former.was_reseated
    assert [frame["type"] for frame in former.received()] == ["seats"]


async def test_a_former_player_is_found_by_the_poll_though_nobody_moves(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    former = await watch(club.cell, table, ADA)
    await handed_over(club, table, club.other)

    await catch_up(club.cell)
    await settle()

    assert former.was_reseated


class Meanwhile(MemoryJournal):
    """A journal in which something is done just before rows are read from it, once."""

    def __init__(self, memory: MemoryDatabase, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__(memory)
        self._meanwhile: Callable[[], Awaitable[object]] | None = meanwhile

    async def rows(self, table: UUID, *, after: int = 0, until: int | None = None) -> Sequence[StoredRow]:
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return await super().rows(table, after=after, until=until)


class MeanwhileTables(MemoryTables):
    """Tables among which something is done just before one is read, once."""

    def __init__(self, memory: MemoryDatabase, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__(memory)
        self._meanwhile: Callable[[], Awaitable[object]] | None = meanwhile

    async def get(self, table: UUID) -> TableRow | None:
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return await super().get(table)


@pytest.mark.parametrize("is_remembered", [True, False])
async def test_a_hand_over_while_a_node_reads_shows_the_former_player_nothing(
    club: Club, is_remembered: bool
) -> None:
    table = await club.begun(ADA, BOB)
    former = await watch(club.cell, table, ADA)
    await plays(club.other, BOB, table, "CONFIRM_INITIAL_VIEW")

    async def meanwhile() -> None:
        await handed_over(club, table, club.other)
        await plays(club.other, CY, table, "CONFIRM_INITIAL_VIEW")

    club.cell.room_context.journal = Meanwhile(club.memory, meanwhile)
    if not is_remembered:
        club.cell.rooms.room(table).resync_watchers()
    await club.cell.rooms.room(table).current()
    await settle()

    assert [frame.get("version") for frame in former.received()] == [1, 2]
    assert club.memory.tables[table].version > 2


async def test_moves_made_while_a_cold_room_reads_are_no_other_history(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    spectator = await watch(club.cell, table, CY)
    spectator.received()

    async def meanwhile() -> None:
        await past_the_view(club, table, ADA, BOB, cell=club.other)

    room = club.cell.rooms.room(table)
    room.drop_cache()
    club.cell.room_context.tables = MeanwhileTables(club.memory, meanwhile)
    await room.current()

    assert [frame["type"] for frame in spectator.received()] == ["step", "step"]


async def test_a_former_player_cannot_move_by_a_node_that_has_not_heard(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await club.cell.rooms.room(table).current()
    await handed_over(club, table, club.other)

    with pytest.raises(Refusal, match="NOT_SEATED"):
        await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert (await plays(club.cell, CY, table, "CONFIRM_INITIAL_VIEW")).seat == 0


async def test_a_former_players_committed_move_is_acked_again(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    move = new_move(table, "CONFIRM_INITIAL_VIEW")
    first = await play(club.cell, ADA.id, move)
    await handed_over(club, table, club.other)

    again = await play(club.other, ADA.id, move)

    assert (again.version, again.duplicate) == (first.version, True)
    assert seat_of(again.position.table, ADA.id) is None


# 5: see test_outbound.py. 6: bots at tables that cannot be loaded


async def with_bot(club: Club, cell: Cell) -> UUID:
    table = await club.opened(ADA, BOB)
    await cell.seating.leave(table.id, 1, BOB.id)
    await add_bot(cell, ADA.id, table.id, level="random")
    await ready(cell, ADA.id, table.id, True)
    await start(cell, ADA.id, table.id)
    return table.id


async def test_a_table_that_cannot_be_loaded_stops_no_other_tables_bots(club: Club) -> None:
    tables = [await with_bot(club, club.cell) for _ in range(3)]
    broken = min(tables)
    club.memory.change(broken, game="gone")

    owed = await turns(club.other)

    assert {turn.table for turn in owed} == {*tables} - {broken}


async def test_tables_that_are_stuck_do_not_starve_the_rest(club: Club) -> None:
    tables = sorted([await with_bot(club, club.cell) for _ in range(5)])
    for table in tables[:4]:
        club.memory.change(table, game="gone")
    bots = BotTurns(club.other)

    rounds = [await bots.next(limit=2) for _ in range(4)]

    assert [turn.table for owed in rounds for turn in owed].count(tables[4]) >= 1


# 7 and 8: halted tables


async def test_a_table_that_is_resumed_goes_on_at_every_node(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await club.other.rooms.room(table).current()
    await club.cell.tables.halt(table, "test")
    for cell in (club.cell, club.other):
        with pytest.raises(ApiError, match="TABLE_HALTED"):
            await plays(cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    await club.cell.tables.resume(table)

    await plays(club.other, ADA, table, "CONFIRM_INITIAL_VIEW")
    await plays(club.cell, BOB, table, "CONFIRM_INITIAL_VIEW")


async def test_a_halted_table_says_file_line_and_message(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await club.begun(ADA, BOB)
    room = club.cell.rooms.room(table)
    assert room.cached is not None
    room.cached = msgspec.structs.replace(
        room.cached, played=msgspec.structs.replace(room.cached.played, state=None)
    )

    with pytest.raises(ApiError, match="TABLE_HALTED"):
        await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    halted = club.memory.tables[table]
    assert ".py:" in (halted.halted or "")
    assert (halted.halted or "").endswith(": AttributeError")
    assert (halted.halted_text or "").startswith("'NoneType' object has no attribute")
    assert halted.halted_cause == "error"


async def test_a_committed_move_is_acked_though_the_table_was_halted_and_a_deadline_is_due(
    club: Club,
) -> None:
    table = await club.begun(ADA, BOB)
    move = new_move(table, "CONFIRM_INITIAL_VIEW")
    await club.other.rooms.room(table).current()
    played = await play(club.cell, ADA.id, move)
    await club.cell.tables.halt(table, "test")
    club.clock.at += 60_000

    again = await play(club.other, ADA.id, move)

    assert (again.version, again.duplicate) == (played.version, True)


async def test_nothing_is_fired_at_a_halted_table_and_it_can_be_looked_at(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await club.cell.tables.halt(table, "test")
    club.clock.at += 60_000

    await fire(club.other, ClaimedDeadline(table, 1, club.clock.at))

    assert (await club.other.rooms.room(table).current()).version == 1


async def test_a_deadline_fires_at_a_node_that_has_not_heard_that_the_table_goes_on(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await club.cell.tables.halt(table, "test")
    assert (await club.other.rooms.room(table).current()).table.halted is not None
    await club.cell.tables.resume(table)
    club.clock.at += 60_000

    await fire(club.other, ClaimedDeadline(table, 1, club.clock.at))

    assert (await club.cell.rooms.room(table).current()).state.phase == "playing"


# 9: what we have stored and cannot read


async def test_a_row_of_ours_that_cannot_be_read_halts_the_table_and_blames_nobody(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA)
    rows = club.memory.rows[table]
    events = b'[{"type":"NO_SUCH_EVENT"}]'
    digest = next_digest(rows[0].digest, 2, rows[1].at, 0, rows[1].rules, rows[1].action, events, b"")
    rows[1] = msgspec.structs.replace(rows[1], events=events, digest=digest)
    watcher = RecordingWatcher(BOB)
    club.other.rooms.watch(club.other.rooms.room(table), watcher, None, None)

    club.other.rooms.room(table).sync()
    await settle()

    assert "row 2" in (club.memory.tables[table].halted_text or "")
    with pytest.raises(ApiError, match="TABLE_HALTED"):
        await plays(club.other, BOB, table, "CONFIRM_INITIAL_VIEW")


@pytest.mark.parametrize("state", [b"\xc1", b"\x80"])
async def test_a_bad_snapshot_is_left_aside_for_the_journal(club: Club, state: bytes) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    for _ in range(20):
        for person in (ADA, BOB):
            await plays(club.cell, person, table, "DRAW_CARD", source="deck")
            await plays(club.cell, person, table, "SWAP_CARD", position=0)
    club.memory.snapshots[table] = [
        msgspec.structs.replace(snapshot, state=state) for snapshot in club.memory.snapshots[table]
    ]

    position = await club.other.rooms.room(table).current()

    known = club.cell.rooms.known(table)
    assert known is not None
    assert (position.version, position.state) == (known.version, known.state)
    assert club.memory.tables[table].halted is None


async def test_a_view_that_fails_halts_the_table_and_the_move_is_acked(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.begun(ADA, BOB)
    await watch(club.cell, table, BOB)

    def broken(*_args: object, **_options: object) -> None:
        raise ValueError("no such view")

    with monkeypatch.context() as patch:
        patch.setattr("rondel.server.rooms.watchers.step_frames", broken)
        played = await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")
        await settle()

    assert played.version == 2
    assert club.memory.tables[table].halted_text == "no such view"


# 10: old versions and taking back do not fold the journal


class CountingJournal:
    """A journal that counts the rows it was asked for."""

    def __init__(self, cell: Cell) -> None:
        self._rows, self.read = cell.journal.rows, 0
        cell.journal.rows = self.rows  # type: ignore[method-assign]

    async def rows(self, table: UUID, *, after: int = 0, until: int | None = None) -> Sequence[StoredRow]:
        found = await self._rows(table, after=after, until=until)
        self.read += len(found)
        return found


async def test_a_spectators_take_back_reads_no_row(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    journal = CountingJournal(club.cell)

    with pytest.raises(Refusal, match="NOT_YOUR_MOVE"):
        await plays(club.cell, CY, table, "TAKE_BACK")

    assert journal.read == 0


async def test_an_old_version_is_judged_by_what_is_remembered(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    for _ in range(20):
        for person in (ADA, BOB):
            await plays(club.cell, person, table, "DRAW_CARD", source="deck")
            await plays(club.cell, person, table, "SWAP_CARD", position=0)
    journal = CountingJournal(club.cell)

    with pytest.raises(ApiError, match="STALE_VERSION"):
        await plays(club.cell, ADA, table, "DRAW_CARD", expected_version=3, source="deck")

    assert journal.read == 0


async def test_version_0_is_checked_like_any_other(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    with pytest.raises(ApiError, match="STALE_VERSION"):
        await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW", expected_version=0)


async def test_what_was_meant_for_a_version_that_was_lost_does_not_count(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial", timed=True)
    await plays(club.cell, ADA, table, "PAUSE_CLOCK", expected_version=1)

    with pytest.raises(ApiError, match="STALE_VERSION"):
        await plays(club.cell, ADA, table, "RESUME_CLOCK", expected_version=3)

    assert (await plays(club.cell, ADA, table, "RESUME_CLOCK", expected_version=1)).version == 3


# 11: chat that crosses on its way


async def test_a_line_said_earlier_elsewhere_and_heard_later_is_sent(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    room = club.cell.rooms.room(table)
    watcher = await watch(club.cell, table, ADA)
    club.clock.at += 10
    watcher.received()
    early = ChatMessage(table, BOB.id, "Bob", 1, "early", club.clock.at - 3)
    late = ChatMessage(table, ADA.id, "Ada", 0, "late", club.clock.at)
    early, late = [await club.cell.chats.say(message) for message in (early, late)]

    room.watchers.chat(late)
    await room.hear_chat()
    await room.hear_chat()

    assert [frame["text"] for frame in watcher.received()] == ["late", "early"]


# 12: time in which no node served


async def test_time_lost_by_an_outage_is_given_back_before_anything_falls_due(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    watcher = await watch(club.cell, table, ADA)
    due_at = (await club.cell.rooms.room(table).current()).due_at
    assert due_at is not None
    watcher.received()
    gone_at, back_at = due_at - 1_000, due_at + 12_000
    club.clock.at = back_at
    club.cell.recent_outages.spans = [Outage(gone_at, back_at)]

    position = await club.cell.rooms.room(table).current()

    assert position.due_at == due_at + 13_000
    assert position.played.recent[-1].row.action == ReturnTime(13_000)
    (step,) = watcher.received()
    assert [event["type"] for event in step["events"]] == ["TIME_RETURNED"]
    assert (await club.cell.rooms.room(table).current()).version == position.version  # once
    club.clock.at = back_at + 1_000
    assert (await club.cell.rooms.room(table).current()).state.phase == "playing"


async def test_an_outage_that_has_just_ended_is_known_before_a_deadline_fires(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    due_at = (await club.cell.rooms.room(table).current()).due_at
    assert due_at is not None

    spans = [Outage(due_at - 1_000, due_at + 5_000)]

    class Ended(RecentOutages):
        async def refresh(self) -> None:
            self.spans = spans

    club.cell.room_context.outages = Ended(club.cell.outages)
    club.clock.at = due_at + 5_000

    await fire(club.cell, ClaimedDeadline(table, 1, due_at))

    assert [row.action for row in club.memory.rows[table]][1:] == [
        b'{"type":"RETURN_TIME","payload":{"lostMs":6000}}'
    ]


async def test_a_table_with_days_to_think_gets_nothing_back(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial")
    before = await club.cell.rooms.room(table).current()
    club.clock.at += 60_000
    club.cell.recent_outages.spans = [Outage(club.clock.at - 30_000, club.clock.at)]

    after = await club.cell.rooms.room(table).current()

    assert before.is_slow
    assert after.version == before.version


# rooms themselves


async def test_a_room_is_subscribed_to_its_table_before_it_reads_it(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    bus = WatchedBus(lambda: past_the_view(club, table, ADA))
    club.other.room_context.bus = bus

    await club.other.rooms.room(table).record_for(ADA.id, None)
    position = await club.other.rooms.room(table).current()

    assert bus.tables == {table}
    assert position.version == 2, "what happened before the subscription is read, what happens later is heard"


async def test_seats_follow_who_comes_and_goes_and_who_sits_there_by_now(club: Club) -> None:
    table = await club.opened(ADA, BOB)
    rooms = club.cell.rooms
    ada, bob, spectator = RecordingWatcher(ADA), RecordingWatcher(BOB), RecordingWatcher(CY)
    await rooms.room(table.id).record()
    for watcher in (ada, bob, spectator, RecordingWatcher(ADA)):
        rooms.watch(rooms.room(table.id), watcher, None, None)
    assert rooms.seats() == {(table.id, 0), (table.id, 1)}

    rooms.unwatch(table.id, ada)
    assert rooms.seats() == {(table.id, 0), (table.id, 1)}, "Ada has another socket"

    rooms.room(table.id).drop_cache()
    rooms.unwatch(table.id, spectator)
    assert rooms.seats() == {(table.id, 0), (table.id, 1)}, "the record is read again soon"

    await leave(club.other, BOB.id, table.id)
    await rooms.room(table.id).record()
    assert rooms.seats() == {(table.id, 0)}

    for left in rooms.room(table.id).watchers:
        rooms.unwatch(table.id, left)
    assert rooms.seats() == set()


async def test_only_tables_where_somebody_came_or_went_are_counted(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rooms, visited = await club.opened(ADA, BOB), club.cell.rooms, 0
    record = await rooms.room(table.id).record()
    for _ in range(1000):
        other = rooms.room(uuid4())
        other.table = record
        rooms.watch(other, RecordingWatcher(ADA), None, None)

    def counted(found: TableRow, account: UUID | None) -> Seat | None:
        nonlocal visited
        visited += 1
        return seat_of(found, account)

    monkeypatch.setattr("rondel.server.rooms.registry.seat_of", counted)
    assert len(rooms.seats()) == visited == 1000

    await rooms.room(table.id).record()
    rooms.watch(rooms.room(table.id), RecordingWatcher(BOB), None, None)
    assert len(rooms.seats()) == 1001
    assert len(rooms.seats()) == 1001
    assert visited == 1001


class HeadsJournal(MemoryJournal):
    """Remembers which heads were read, statement by statement."""

    def __init__(self, memory: MemoryDatabase) -> None:
        super().__init__(memory)
        self.read: list[list[UUID]] = []

    async def heads(self, known: Mapping[UUID, Head]) -> Heads:
        self.read.append(list(known))
        return await super().heads(known)


def test_the_heads_of_many_tables_are_read_some_at_a_time_and_all_within_the_time_of_one_poll() -> None:
    with asyncio.Runner(loop_factory=lambda: VirtualLoop("heads")) as runner:
        runner.run(_poll_many())


async def _poll_many() -> None:
    club, many = Club(), 3 * HEADS_AT_ONCE + 1
    journal = club.cell.journal = HeadsJournal(club.memory)
    tables = [uuid4() for _ in range(many)]
    for table in tables:
        club.cell.rooms.watch(club.cell.rooms.room(table), RecordingWatcher(ADA), None, None)
    polling = asyncio.create_task(poll_heads(club.cell))

    await asyncio.sleep(club.node.settings.constants.heads_ms / 1000 + 0.001)
    assert [len(read) for read in journal.read] == [HEADS_AT_ONCE] * 4
    assert {table for read in journal.read for table in read} == set(tables)

    late = uuid4()
    club.cell.rooms.watch(club.cell.rooms.room(late), RecordingWatcher(ADA), None, None)
    del journal.read[:]
    await asyncio.sleep(club.node.settings.constants.heads_ms / 1000 + 0.001)
    assert late in {table for read in journal.read for table in read}
    polling.cancel()


async def test_a_table_without_a_room_is_not_heard_of(club: Club) -> None:
    bus = WatchedBus(settle)
    club.cell.room_context.bus = bus
    club.cell.rooms._limit = 1
    watched, held, gone = [await club.begun(ADA, BOB) for _ in range(3)]
    watcher = await watch(club.cell, watched, ADA)
    somebody_holds = club.cell.rooms.room(held)
    await somebody_holds.current()
    await club.cell.rooms.room(gone).current()
    club.cell.rooms.evict(gone)

    club.cell.rooms.unsubscribe()
    assert bus.tables == {watched, held}

    club.cell.rooms.unwatch(watched, watcher)
    del somebody_holds
    club.cell.rooms.unsubscribe()
    assert bus.tables == set()

    await club.cell.rooms.room(watched).current()
    club.cell.rooms.unsubscribe()
    assert bus.tables == {watched}


async def test_watched_rooms_are_never_evicted_and_others_are(club: Club) -> None:
    club.cell.rooms._limit = 2
    tables = [await club.begun(ADA, BOB) for _ in range(4)]
    watched = club.cell.rooms.room(tables[0])
    await watch(club.cell, tables[0], ADA)

    for table in tables[1:]:
        await club.cell.rooms.room(table).current()

    assert club.cell.rooms.room(tables[0]) is watched
    assert club.cell.rooms.known(tables[1]) is None


async def test_an_evicted_room_that_is_in_use_is_still_the_only_one(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    room = club.cell.rooms.room(table)

    club.cell.rooms.evict(table)

    assert club.cell.rooms.room(table) is room


async def test_an_idle_room_has_no_task(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await watch(club.cell, table, ADA)
    await club.cell.projector.idle()
    await settle()

    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_who_is_cancelled_while_others_have_their_turn_leaves_nothing_behind(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    room = club.cell.rooms.room(table)
    async with room._lock:
        waiting = asyncio.create_task(room.current())
        await settle()
        waiting.cancel()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            await asyncio.gather(waiting, return_exceptions=True)
            gc.collect()

    assert (await room.current()).version == 1


class PresenceThatForgets(MemoryPresence):
    """While it is asked who is there, the room forgets what it knows."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room

    async def here(self, tables: Collection[UUID]) -> Mapping[UUID, Collection[Seat]]:
        self._room.drop_cache()
        return await super().here(tables)


async def test_presence_of_a_table_that_is_being_read_again_waits(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await watch(club.cell, table, ADA)
    club.node.presence = PresenceThatForgets(club.cell.rooms.room(table))

    await show_waiting(club.cells, {table: {1: 1000}})


async def test_who_came_back_while_the_table_was_halted_is_reported_later(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await watch(club.cell, table, ADA)
    await watch(club.cell, table, CY)
    room = club.cell.rooms.room(table)
    await leave(club.cell, ADA.id, table)
    await club.cell.tables.halt(table, "a test")

    await welcome(club.cell, room)
    assert CAMBIO.presence is not None
    assert not CAMBIO.presence.is_connected((await room.current()).state, 0)
    await club.cell.tables.resume(table)
    await welcome(club.cell, room)
    assert CAMBIO.presence.is_connected((await room.current()).state, 0)

    await welcome(club.cell, room)
    assert (await room.current()).version == 3
