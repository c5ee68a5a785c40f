"""What viewers are sent: one step per version, in order; a secret once, live; frames of equal size steps."""

import json

import msgspec
import pytest

from rondel.server.flows.play.watch import shown_view
from rondel.server.flows.tables.seats import leave, ready, start, take_seat
from rondel.server.rooms.frames import FrameViewer, step_frames, view_frame
from rondel.wire.padding import padded
from tests.server.nodes import NOON, Club, RecordingWatcher, past_the_view, plays, settle, somebody, watch

RULEBOOK = "cambio"

ADA, BOB = somebody("Ada"), somebody("Bob")


@pytest.fixture
def club() -> Club:
    return Club()


async def test_20_5_everybody_is_sent_one_step_per_version_in_order(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    watchers = [await watch(club.cell, table, who) for who in (ADA, BOB, None, None)]

    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    await settle()

    for watcher in watchers:
        first, *rest = watcher.received()
        assert first["type"] == "view"
        versions = [frame["version"] for frame in rest]
        assert versions == [2, 3, 4]
        assert "view" in rest[-1]


async def test_nobody_is_told_before_the_end_what_a_row_drew(club: Club) -> None:
    """It would tell that something hidden was drawn, or was not."""
    table = await club.begun(ADA, game="decks")
    watchers = [await watch(club.cell, table, who) for who in (ADA, None)]

    await plays(club.cell, ADA, table, "DEAL_NEXT_HAND")
    await settle()

    rows = club.memory.rows[table]
    assert [row.draws for row in rows] == [b'{"":0}', b'{"":1}']
    assert not any('"draws"' in json.dumps(frame) for watcher in watchers for frame in watcher.received())


async def test_13_5_a_secret_goes_to_its_seat_alone_and_spectators_see_the_rest_live(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    drawer, other, spectator = [await watch(club.cell, table, who) for who in (ADA, BOB, None)]

    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    await settle()

    def kinds(watcher: RecordingWatcher) -> list[str]:
        return [event["type"] for frame in watcher.received()[1:] for event in frame["events"]]

    assert kinds(drawer) == ["CARD_DRAWN", "DRAWN_CARD_SEEN"]
    assert kinds(other) == kinds(spectator) == ["CARD_DRAWN"]


async def test_13_4_a_resume_tells_what_everyone_may_know_and_the_view_what_is_still_shown(
    club: Club,
) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")

    watcher = await watch(club.cell, table, ADA, last=2)

    steps = watcher.received()
    assert [step["version"] for step in steps] == [3, 4]
    assert all(event["type"] != "DRAWN_CARD_SEEN" for step in steps for event in step["events"])
    assert "view" not in steps[0]
    assert steps[1]["view"]["held"]["card"] is not None


async def test_31_a_peek_that_is_over_is_in_no_frame(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    shown = await watch(club.cell, table, ADA)
    club.clock.at += 9_999
    await settle()
    before = shown.frames[-1]
    late = await watch(club.cell, table, ADA, last=0)
    club.clock.at += 1

    after = await watch(club.cell, table, ADA, last=1)
    again = await watch(club.cell, table, ADA)

    assert b'"peeking"' in before
    assert all(b"CARD_REVEALED" not in frame for frame in late.frames)
    for watcher in (after, again):
        assert all(b'"peeking"' not in frame and b"CARD_REVEALED" not in frame for frame in watcher.frames)


async def test_versions_long_past_are_answered_with_a_full_view(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    for _ in range(17):
        for person in (ADA, BOB):
            await plays(club.cell, person, table, "DRAW_CARD", source="deck")
            await plays(club.cell, person, table, "SWAP_CARD", position=0)

    old, new = await watch(club.cell, table, BOB, last=2), await watch(club.cell, table, BOB, last=70)

    assert [frame["type"] for frame in old.received()] == ["view"]
    assert [frame["type"] for frame in new.received()] == ["step"]


async def test_a_version_yet_to_come_is_answered_with_a_full_view(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    watcher = await watch(club.cell, table, ADA, last=99)

    assert [frame["type"] for frame in watcher.received()] == ["view"]


async def test_a_node_that_is_told_of_a_move_elsewhere_brings_its_watchers_up(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    watcher = await watch(club.other, table, BOB)
    played = await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    club.other.rooms.hear(table, played.version)
    club.other.rooms.hear(table, played.version)
    await settle()

    assert [frame["version"] for frame in watcher.received()] == [1, 2]


async def test_who_is_gone_is_sent_nothing(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    watcher = await watch(club.cell, table, ADA)
    watcher.frames.clear()

    club.cell.rooms.unwatch(table, watcher)
    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")
    await settle()

    assert watcher.frames == []
    assert club.cell.rooms.watched() == []


async def test_before_play_those_who_look_are_told_who_sits_where(club: Club) -> None:
    table = await club.opened(ADA, BOB)
    watcher = RecordingWatcher()
    club.cell.rooms.watch(club.cell.rooms.room(table.id), watcher, None, None)

    await leave(club.cell, BOB.id, table.id)
    await settle()
    await take_seat(club.cell, BOB, table.id)
    await ready(club.cell, BOB.id, table.id, True)
    await settle()
    seats = watcher.received()
    await start(club.cell, ADA.id, table.id)
    await settle()

    assert {frame["type"] for frame in seats} == {"seats"}
    assert [len(frame["seats"]) for frame in (seats[0], seats[-1])] == [1, 2]
    assert [frame["type"] for frame in watcher.received()] == ["seats", "view"]


async def test_a_bot_is_told_all_its_seat_may_know_and_nobody_else_is(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    position = await club.cell.rooms.room(table).current()

    bot = msgspec.json.decode(shown_view(club.cell, position, FrameViewer(0, is_bot=True)))
    seat = msgspec.json.decode(shown_view(club.cell, position, FrameViewer(0)))
    step = step_frames(position, FrameViewer(0, is_bot=True), 0, now=NOON, is_live=True)

    assert "known" in bot
    assert "known" not in seat
    assert step is not None
    assert "known" in msgspec.json.decode(step[0])


@pytest.mark.parametrize(
    ("size", "step"), [(1, 256), (256, 256), (257, 512), (1025, 2048), (2049, 4096), (5000, 6144)]
)
def test_39_a_frame_has_the_size_of_its_step(size: int, step: int) -> None:
    assert len(padded(b"x" * size)) == step


async def test_39_views_of_equal_seats_have_equal_sizes(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    position = await club.cell.rooms.room(table).current()

    sizes = {len(shown_view(club.cell, position, FrameViewer(seat))) for seat in (0, 1)}

    assert sizes == {len(padded(bytes(min(sizes))))}  # equal by chance would not do: it is a whole step


async def test_13_2_a_view_says_when_it_was_judged_which_is_before_its_deadline(club: Club) -> None:
    table = await club.begun(ADA, BOB, initialViewMs=5_000)
    position = await club.cell.rooms.room(table).current()
    assert position.due_at is not None

    def stamp(now: int) -> int:
        frame = view_frame(position, FrameViewer(0), epoch=1, now=now)
        return int(msgspec.json.decode(frame)["now"])

    assert stamp(position.due_at - 3) == position.due_at - 3
    assert [stamp(position.due_at + late) for late in (0, 40)] == [position.due_at - 1] * 2


async def test_a_halted_table_goes_by_the_clock_though_its_deadline_has_passed(club: Club) -> None:
    table = await club.begun(ADA, BOB, initialViewMs=5_000)
    await club.cell.tables.halt(table, "a bug")
    position = await club.other.rooms.room(table).current()
    assert position.due_at is not None

    frame = view_frame(position, FrameViewer(0), epoch=1, now=position.due_at + 40)

    assert msgspec.json.decode(frame)["now"] == position.due_at + 40
