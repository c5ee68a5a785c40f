"""The projector: the record follows the journal, whatever happens to it, and no move waits for it."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace
from io import StringIO
from typing import Any
from uuid import UUID

import msgspec
import pytest

from rondel.kernel import AnyGame, Commit, Outage, Record, Rows
from rondel.server.adapters.memory.projection import MemoryProjection
from rondel.server.ports.projection import ProjectionWrite
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.record import projector as module
from rondel.server.record.projector import Projector
from rondel.server.record.rows import (
    Projectable,
    ProjectionReadError,
    Sources,
    check,
    merged,
    read_steps,
    rebuild,
    sync,
)
from rondel.wire.registry import installed_games, load_game
from tests.server.nodes import Club, past_the_view, plays, somebody

ADA, BOB = somebody("Ada"), somebody("Bob")
CAMBIO = load_game("cambio")


class Flaky(MemoryProjection):
    """A store that can be told to fail: before it writes, after it has written, or for one table."""

    fails: str | None = None
    bad: UUID | None = None
    locked: UUID | None = None
    calls = 0

    async def write(self, batch: Sequence[ProjectionWrite]) -> Collection[UUID]:
        self.calls += 1
        if self.fails == "before":
            raise StoreUnavailableError("before")
        if self.bad in [write.table for write in batch]:
            raise ValueError("cannot be sent")
        if self.locked in [write.table for write in batch]:
            raise StoreUnavailableError("locked", "contention")
        written = await super().write(batch)
        if self.fails == "after":
            raise StoreUnavailableError("after")
        return written


class Hall(Club):
    """Two nodes; the projector of the first writes to a store that may fail."""

    def __init__(self, most_noted: int = 100) -> None:
        super().__init__()
        self.projection = Flaky(self.memory)
        self.sources = Sources(self.cell.journal, self.cell.tables, self.node.games)
        self.projector = self.replaced(most_noted=most_noted)

    def replaced(self, games: dict[str, AnyGame] | None = None, most_noted: int = 100) -> Projector:
        """Another projector in the place of the first node's."""
        sources = self.sources if games is None else self.sources._replace(games=games)
        self.cell.projector = Projector(
            self.projection, sources, self.clock, self.node.metrics, most_noted=most_noted
        )
        return self.cell.projector

    def version(self, table: UUID) -> int:
        return self.memory.projected.get(table, 0)

    def head(self, table: UUID) -> int:
        return self.memory.tables[table].version

    async def is_true(self, table: UUID) -> bool:
        """Whether the record is the journal's, at its head."""
        found = await check(self.sources, self.projection, table)
        return self.version(table) == self.head(table) and found == []


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY_S", 0.01)
    monkeypatch.setattr(module, "REST_S", 0.05)
    monkeypatch.setattr(module, "WAIT_S", 0.3)


async def test_every_version_is_projected_and_then_nothing_runs() -> None:
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    await plays(hall.cell, ADA, table, "DRAW_CARD", source="deck")

    assert await hall.projector.until(CAMBIO, table, hall.head(table))
    await hall.projector.idle()

    assert await hall.is_true(table)
    assert hall.projector._task is None
    assert b"rondel_projection_lag_seconds_count 0.0" not in hall.node.metrics.text()


async def test_moves_that_come_together_are_written_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GATHER_S", 30)
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    await hall.projector.idle()
    before = hall.projection.calls

    await plays(hall.cell, ADA, table, "DRAW_CARD", source="deck")
    await plays(hall.cell, ADA, table, "DISCARD_CARD")
    assert hall.projection.calls == before
    await asyncio.wait_for(hall.projector.idle(), 20)

    assert hall.projection.calls == before + 1
    assert await hall.is_true(table)


async def test_the_sweep_leaves_what_waits_here_to_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GATHER_S", 30)
    monkeypatch.setattr(module, "OLDER_MS", 0)
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await hall.projector.sweep()
    assert table in hall.projector._noted
    assert not hall.projector._late

    await asyncio.wait_for(hall.projector.idle(), 20)
    assert await hall.is_true(table)


async def test_whoever_waits_for_a_version_does_not_wait_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GATHER_S", 30)
    monkeypatch.setattr(module, "WAIT_S", 20)
    hall = Hall()
    table = await hall.begun(ADA, BOB)

    assert await hall.projector.until(CAMBIO, table, hall.head(table))

    assert await hall.is_true(table)


async def test_a_full_batch_does_not_wait_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GATHER_S", 30)
    monkeypatch.setattr(module, "BATCH", 2)
    hall = Hall()
    tables = [await hall.begun(ADA, BOB) for _ in range(2)]

    await _until_projected(hall, *tables)


async def test_memory_that_is_half_full_does_not_wait_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GATHER_S", 30)
    hall = Hall(most_noted=4)
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)

    await _until_projected(hall, table, but=1)


async def _until_projected(hall: Hall, *tables: UUID, but: int = 0) -> None:
    async with asyncio.timeout(20):
        while any(hall.version(table) < hall.head(table) - but for table in tables):
            await asyncio.sleep(0.01)


async def test_time_that_is_given_back_is_projected() -> None:
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    before = hall.head(table)
    gone_at, hall.clock.at = hall.clock.at, hall.clock.at + 8_000
    hall.cell.recent_outages.spans = [Outage(gone_at, hall.clock.at)]

    await hall.cell.rooms.room(table).current()
    await hall.projector.idle()

    stored = await hall.projection.read(table)
    ends = {row["shown_until"] for row in stored.rows["card"] if row["visibility"] == "peeking"}
    assert hall.head(table) == before + 1
    assert ends == {gone_at + 10_000 + 8_000}
    assert await hall.is_true(table)


async def test_moves_of_two_nodes_at_one_table_are_projected_once_each() -> None:
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB, cell=hall.other)
    for cell in (hall.cell, hall.other, hall.cell):
        who = ADA if hall.memory.tables[table].to_act == (0,) else BOB
        await plays(cell, who, table, "DRAW_CARD", source="deck")
        await plays(cell, who, table, "SWAP_CARD", position=0)
        await cell.projector.until(CAMBIO, table, hall.head(table))

    await asyncio.gather(hall.projector.idle(), hall.other.projector.idle())
    assert await hall.is_true(table)


async def test_what_another_node_projects_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_S", 60)
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await hall.projector.idle()
    played = await plays(hall.other, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert await hall.projector.until(CAMBIO, table, played.version)
    assert hall.version(table) == played.version


async def test_a_killed_projector_leaves_what_the_sweep_of_another_finds() -> None:
    hall = Hall(most_noted=0)
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    assert hall.version(table) == 0

    hall.clock.at += 1000
    await hall.other.projector.sweep()
    await hall.other.projector.idle()

    assert await hall.is_true(table)


async def test_a_full_queue_loses_nothing() -> None:
    hall = Hall(most_noted=2)
    hall.projection.fails = "before"
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    hall.projection.fails = None
    await hall.projector.idle()

    hall.clock.at += 1000
    await hall.projector.sweep()
    await hall.projector.idle()

    assert await hall.is_true(table)


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_store_that_does_not_answer_is_asked_again(when: str) -> None:
    hall = Hall()
    hall.projection.fails = when
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    await asyncio.sleep(0.05)
    hall.projection.fails = None

    await hall.projector.idle()

    assert await hall.is_true(table)


def broken(record: Record[Any, Any]) -> Record[Any, Any]:
    """A record with a mistake in it: it cannot tell of a drawn card."""

    def rows(before: Any, events: Sequence[Any], after: Any, commit: Commit) -> Rows:
        if after.held is not None:
            raise KeyError("K♥")
        return record.rows(before, events, after, commit)

    return Record(rows=rows, whole=record.whole)


async def test_a_table_that_cannot_be_projected_plays_on_and_holds_up_no_other(
    logged: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REST_S", 60)  # on a slow machine, too, it fails once
    hall = Hall()
    assert CAMBIO.record is not None
    wrong = replace(CAMBIO, record=broken(CAMBIO.record))
    hall.cell.room_context.games = {**installed_games(), "cambio": wrong}
    hall.replaced(games={**installed_games(), "cambio": wrong})
    bad, good = await hall.begun(ADA, BOB), await hall.begun(ADA, BOB)
    for table in (bad, good):
        await past_the_view(hall, table, ADA, BOB)

    played = await plays(hall.cell, ADA, bad, "DRAW_CARD", source="deck")
    assert not await hall.cell.projector.until(CAMBIO, bad, played.version)
    await plays(hall.cell, ADA, bad, "SWAP_CARD", position=0)
    await plays(hall.cell, ADA, good, "CALL_CAMBIO")
    await hall.cell.projector.idle()

    assert await hall.is_true(good)
    assert hall.version(bad) < played.version
    assert hall.memory.tables[bad].halted is None
    assert hall.memory.projection_failures[bad].startswith("KeyError in rows:")
    assert b"rondel_projection_failures_total 1.0" in hall.node.metrics.text()
    assert "projection.failed" in logged.getvalue()
    assert "K♥" not in logged.getvalue()

    hall.replaced()  # the mistake is repaired
    hall.clock.at += 1000
    await hall.cell.projector.sweep()
    await hall.cell.projector.idle()
    assert await hall.is_true(bad)
    assert bad not in hall.memory.projection_failures


async def test_a_table_that_failed_is_left_alone_for_longer_each_time(logged: StringIO) -> None:
    hall = Hall()
    tables = [await hall.begun(ADA, BOB) for _ in range(3)]
    await hall.projector.idle()
    hall.projection.bad, hall.projection.calls = tables[0], 0
    hall.clock.at += 1000
    await asyncio.gather(*(past_the_view(hall, table, ADA, BOB) for table in tables))
    hall.clock.at += 1000

    for _ in range(40):
        await hall.projector.sweep()
        await hall.projector.idle()
        await asyncio.sleep(0.005)

    assert [await hall.is_true(table) for table in tables] == [False, True, True]
    lines = [line for line in logged.getvalue().splitlines() if '"event":"projection.failed"' in line]
    rests = [msgspec.json.decode(line)["retry_after_s"] for line in lines]
    assert rests == [0.05 * 2**number for number in range(len(rests))]
    assert len(rests) > 1
    assert hall.projection.calls < 20


async def test_a_table_that_is_locked_holds_up_no_other_and_is_no_failure(logged: StringIO) -> None:
    hall = Hall()
    locked, *others = [await hall.begun(ADA, BOB) for _ in range(3)]
    await hall.projector.idle()
    hall.projection.locked = locked
    hall.clock.at += 1000
    for table in (locked, *others):
        await past_the_view(hall, table, ADA, BOB)
    await hall.projector.idle()

    assert [await hall.is_true(table) for table in (locked, *others)] == [False, True, True]
    assert "projection.failed" not in logged.getvalue()
    assert locked not in hall.memory.projection_failures

    hall.projection.locked = None
    hall.clock.at += 1000
    while not await hall.is_true(locked):
        await hall.projector.sweep()
        await hall.projector.idle()
        await asyncio.sleep(0.005)


async def test_a_version_that_was_lost_with_the_database_is_not_projected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A failover lost the last version; the record follows the journal that is there now."""
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    await hall.projector.idle()
    noted: list[Projectable] = []
    who = (ADA, BOB)[hall.memory.tables[table].to_act[0]]
    before = hall.memory.tables[table]
    with monkeypatch.context() as held:
        for each in (hall.cell, hall.other):
            held.setattr(each.projector, "note", noted.append)
        await plays(hall.cell, who, table, "DRAW_CARD", source="deck")
        lost = hall.memory.rows[table].pop()
        hall.memory.tables[table] = before
        del hall.memory.ids[table][lost.action_id]
        await plays(hall.other, who, table, "CALL_CAMBIO")
    hall.projector.drop_cache()

    hall.projector.note(noted[0])
    await hall.projector.idle()

    assert lost.version == noted[0].version == hall.head(table)
    assert await hall.is_true(table)


async def test_a_game_without_a_record_is_never_waited_for() -> None:
    hall = Hall()
    table = await hall.begun(ADA, game="decks")

    assert await hall.projector.until(load_game("decks"), table, 99)
    assert hall.projector._task is None
    assert hall.version(table) == 0


async def test_waiting_ends_when_it_takes_too_long(logged: StringIO) -> None:
    hall = Hall(most_noted=0)
    table = await hall.begun(ADA, BOB)

    assert not await hall.projector.until(CAMBIO, table, hall.head(table))
    assert "projection.behind" in logged.getvalue()


async def test_the_sweep_walks_on_from_page_to_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    monkeypatch.setattr(module, "MOST_LATE", 3)
    hall = Hall(most_noted=0)
    tables = [await hall.begun(ADA, BOB) for _ in range(7)]
    hall.clock.at += 1000

    for _ in range(4):
        await hall.projector.sweep()
        await hall.projector.idle()

    assert all([await hall.is_true(table) for table in tables])


def metric(hall: Hall, name: str) -> float:
    lines = hall.node.metrics.text().decode().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{name} ")))


async def test_the_job_sweeps_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SWEEP_S", 0.01)
    hall = Hall(most_noted=0)
    job = asyncio.create_task(hall.projector.run())
    table = await hall.begun(ADA, BOB)
    hall.clock.at += 1000

    async with asyncio.timeout(30):
        while not await hall.is_true(table):
            await asyncio.sleep(0.01)
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    await hall.projector.close()


async def test_closing_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLOSE_S", 0.05)
    hall = Hall()
    hall.projection.fails = "before"
    await hall.begun(ADA, BOB)

    await hall.projector.close()

    assert hall.projector._task is None


async def test_a_record_is_rebuilt_and_what_was_changed_by_hand_is_found() -> None:
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    await plays(hall.cell, ADA, table, "CALL_CAMBIO")
    await hall.projector.idle()
    before = await hall.projection.read(table)
    turn = next(iter(hall.memory.record["turn"].values()))
    turn["action"] = "swap"
    hall.memory.record["turn"]["yet another"] = {**turn, "id": "yet another"}  # after every id of a turn
    hall.memory.record["game_session"][str(table)]["phase"] = "playing"
    hall.memory.record["player"].clear()

    wrong = await check(hall.sources, hall.projection, table)
    assert [line.split(": ")[1] for line in wrong] == [
        "phase is 'playing', the journal implies 'final_round'",
        "missing",
        "action is 'swap', the journal implies 'cambio'",
        "not in the journal",
    ]

    assert await rebuild(hall.sources, hall.projection, table) == hall.head(table)
    assert await hall.is_true(table)
    assert await hall.projection.read(table) == before


async def test_versions_that_are_written_together_take_nothing_back_to_null_but_in_whole_rows() -> None:
    """One after the other they would not either: the store leaves a column as it is."""

    def rows(before: Any, events: Sequence[Any], after: Any, commit: Commit) -> Rows:
        value = "first" if commit.version == 1 else None
        return {"turn": [{"id": "a", "action": value}], "card": [{"id": "b", "player_id": value}]}

    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    game = replace(CAMBIO, record=Record(rows=rows, whole=frozenset({"card"})))
    read = [step async for steps in read_steps(hall.sources, table, after=0) for step in steps]
    assert len(read) > 1

    found = merged([msgspec.structs.replace(step, game=game) for step in read])

    assert found == {
        "turn": {"a": {"id": "a", "action": "first"}},
        "card": {"b": {"id": "b", "player_id": None}},
    }


async def test_an_unknown_table_and_newer_rules_are_said() -> None:
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    older = {**hall.node.games, "cambio": replace(CAMBIO, rules=0)}

    assert await check(hall.sources, hall.projection, UUID(int=1)) == [f"{UUID(int=1)} is no table"]
    with pytest.raises(ProjectionReadError, match="cambio with rules"):
        await sync(hall.sources._replace(games=older), hall.projection, table)
    with pytest.raises(ProjectionReadError, match="cambio with rules"):
        await sync(hall.sources._replace(games={}), hall.projection, table)


async def test_a_long_game_is_read_in_chunks_from_a_snapshot_or_past_a_bad_one() -> None:
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    for number in range(40):
        who = (ADA, BOB)[number % 2]
        await plays(hall.cell, who, table, "DRAW_CARD", source="deck")
        await plays(hall.cell, who, table, "SWAP_CARD", position=0)
    await hall.projector.idle()

    async def versions(after: int) -> list[list[int]]:
        found = read_steps(hall.sources, table, after=after)
        return [[step.version for step in steps] async for steps in found]

    head = hall.head(table)
    whole = await versions(0)
    assert [len(chunk) for chunk in whole[:-1]] == [64] * (len(whole) - 1)
    assert [version for chunk in whole for version in chunk] == list(range(1, head + 1))
    assert await versions(head - 2) == [[head - 1, head]]
    hall.memory.snapshots[table] = [
        msgspec.structs.replace(each, state=b"\xc1") for each in hall.memory.snapshots[table]
    ]
    assert await versions(head - 2) == [[head - 1, head]]
    assert await versions(head) == []


async def test_a_snapshot_of_another_history_is_not_folded_on() -> None:
    """The database was restored between the two readings: the rows go on from what is lost."""
    hall = Hall()
    table = await hall.begun(ADA, BOB)
    await past_the_view(hall, table, ADA, BOB)
    for number in range(10):
        who = (ADA, BOB)[number % 2]
        await plays(hall.cell, who, table, "DRAW_CARD", source="deck")
        await plays(hall.cell, who, table, "SWAP_CARD", position=0)
    await hall.projector.idle()
    head = hall.head(table)
    expected = [step async for steps in read_steps(hall.sources, table, after=head - 2) for step in steps]
    first, *_ = hall.memory.snapshots[table]

    hall.memory.snapshots[table] = [
        msgspec.structs.replace(each, state=first.state, digest=bytes(32))
        for each in hall.memory.snapshots[table]
    ]

    assert [
        step async for steps in read_steps(hall.sources, table, after=head - 2) for step in steps
    ] == expected
