"""Seals in frames: one for each version, for everybody, and what the published formula gives."""

import hmac
from typing import Any
from uuid import UUID

import msgspec
import pytest

from rondel.kernel.digest import seal_of
from rondel.server.flows.play.watch import shown_view
from rondel.server.flows.tables.lessons import take_lesson
from rondel.server.rooms.frames import FrameViewer, documented_frame, lobby_frame, step_frames
from tests.server.nodes import Club, RecordingWatcher, past_the_view, plays, settle, somebody, watch

ADA, BOB = somebody("Ada"), somebody("Bob")


@pytest.fixture
def club() -> Club:
    return Club()


async def played(club: Club) -> tuple[UUID, list[RecordingWatcher]]:
    """A table with two moves, and what a seat and a spectator were sent of them."""
    table = await club.begun(ADA, BOB)
    watchers = [await watch(club.cell, table, who) for who in (ADA, None)]
    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    await plays(club.cell, ADA, table, "SWAP_CARD", position=0)
    await settle()
    return table, watchers


async def expected(club: Club, table: UUID, version: int) -> str:
    """The seal of a version by its published formula."""
    key = hmac.digest(await club.cell.tables.secret(table), b"rondel seal 1", "sha256")
    (row,) = await club.cell.journal.rows(table, after=version - 1, until=version)
    return hmac.digest(key, version.to_bytes(8, "big") + row.digest, "sha256").hex()


async def test_every_view_and_every_step_has_the_seal_of_its_version(club: Club) -> None:
    table, watchers = await played(club)

    for watcher in watchers:
        frames = watcher.received()
        assert {frame["type"] for frame in frames} == {"view", "step"}
        for frame in frames:
            assert frame["seal"] == await expected(club, table, frame["version"])


async def test_a_resumed_viewer_and_one_who_asks_get_the_same_seals(club: Club) -> None:
    table, _ = await played(club)
    position = await club.other.rooms.room(table).current()

    resumed = step_frames(position, FrameViewer(0), 1, now=0, is_live=False)
    assert resumed is not None
    shown = shown_view(club.other, position, FrameViewer(0, is_bot=True))

    for frame in map(msgspec.json.decode, [*resumed, shown, documented_frame(position, shown)]):
        assert frame["seal"] == await expected(club, table, frame["version"])


async def test_a_version_is_sealed_once_however_many_look(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(key: bytes, version: int, digest: bytes) -> bytes:
        made.append(version)
        return seal_of(key, version, digest)

    monkeypatch.setattr("rondel.table.state.seal_of", counted)

    await played(club)

    assert sorted(made) == sorted(set(made))


async def test_before_play_and_in_a_lesson_there_is_no_seal(club: Club) -> None:
    waiting = await club.opened(ADA, BOB)
    frame: dict[str, Any] = msgspec.json.decode(lobby_frame(waiting, 0, epoch=0, now=0))
    lesson = await take_lesson(club.cells, ADA, "cambio")
    position = await club.cell.rooms.room(lesson.id).current()

    assert "seal" not in frame
    assert "seal" not in msgspec.json.decode(shown_view(club.cell, position, FrameViewer(0)))
