"""What viewers are sent: one step per version, in order; a secret once, live; frames of equal size steps."""

import asyncio
from uuid import UUID

import msgspec
import pytest

from rondel.server.flows.seats import leave, ready, start, take_seat
from rondel.server.flows.watch import Viewing, fresh, step_frames, view_frame
from rondel.server.ports import TableRow
from rondel.wire.protocol import padded
from tests.server.nodes import Club, past_the_view, plays, somebody

RULEBOOK = "cambio"

ADA, BOB = somebody("Ada"), somebody("Bob")


class Ear:
    """A socket that remembers what it was sent."""

    def __init__(self, seat: int | None, *, is_bot: bool = False) -> None:
        self.viewing = Viewing(seat, is_bot=is_bot)
        self.last: int | None = None
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def reseat(self, table: TableRow) -> None:
        """It looks as whom it looked before."""

    def told(self) -> list[dict[str, object]]:
        frames, self.frames = self.frames, []
        return [msgspec.json.decode(frame) for frame in frames]


@pytest.fixture
def club() -> Club:
    return Club()


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def sat(club: Club, table: UUID, ear: Ear, last: int | None = None) -> Ear:
    club.node.hub.sit(await fresh(club.node, table), ear, last)
    return ear


async def test_20_5_everybody_is_sent_one_step_per_version_in_order(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    ears = [await sat(club, table, Ear(seat)) for seat in (0, 1, None, None)]

    await past_the_view(club, table, ADA, BOB)
    await plays(club.node, ADA, table, "DRAW_CARD", source="deck")
    await settle()

    for ear in ears:
        first, *rest = ear.told()
        assert first["type"] == "view"
        versions = [frame["version"] for frame in rest]
        assert versions == [2, 3, 4]
        assert "view" in rest[-1]


async def test_13_5_a_secret_goes_to_its_seat_alone_and_spectators_see_the_rest_live(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    drawer, other, spectator = [await sat(club, table, Ear(seat)) for seat in (0, 1, None)]

    await plays(club.node, ADA, table, "DRAW_CARD", source="deck")
    await settle()

    def kinds(ear: Ear) -> list[str]:
        return [event["type"] for frame in ear.told()[1:] for event in frame["events"]]  # type: ignore[attr-defined]

    assert kinds(drawer) == ["CARD_DRAWN", "DRAWN_CARD_SEEN"]
    assert kinds(other) == kinds(spectator) == ["CARD_DRAWN"]


async def test_13_4_a_resume_tells_what_everyone_may_know_and_the_view_what_is_still_shown(
    club: Club,
) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.node, ADA, table, "DRAW_CARD", source="deck")

    ear = await sat(club, table, Ear(0), last=2)

    steps = ear.told()
    assert [step["version"] for step in steps] == [3, 4]
    assert all(event["type"] != "DRAWN_CARD_SEEN" for step in steps for event in step["events"])  # type: ignore[attr-defined]
    assert "view" not in steps[0]
    assert steps[1]["view"]["held"]["card"] is not None  # type: ignore[index]


async def test_31_a_peek_that_is_over_is_in_no_frame(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    shown = await sat(club, table, Ear(0))
    club.clock.at += 9_999
    await settle()
    before = shown.frames[-1]
    late = await sat(club, table, Ear(0), last=0)
    club.clock.at += 1

    after = await sat(club, table, Ear(0), last=1)
    again = await sat(club, table, Ear(0))

    assert b'"peeking"' in before
    assert all(b"CARD_REVEALED" not in frame for frame in late.frames)
    for ear in (after, again):
        assert all(b'"peeking"' not in frame and b"CARD_REVEALED" not in frame for frame in ear.frames)


async def test_versions_long_past_are_answered_with_a_full_view(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    for _ in range(17):
        for person in (ADA, BOB):
            await plays(club.node, person, table, "DRAW_CARD", source="deck")
            await plays(club.node, person, table, "SWAP_CARD", position=0)

    old, new = await sat(club, table, Ear(1), last=2), await sat(club, table, Ear(1), last=70)

    assert [frame["type"] for frame in old.told()] == ["view"]
    assert [frame["type"] for frame in new.told()] == ["step"]


async def test_a_version_yet_to_come_is_answered_with_a_full_view(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    ear = await sat(club, table, Ear(0), last=99)

    assert [frame["type"] for frame in ear.told()] == ["view"]


async def test_a_node_that_is_told_of_a_move_elsewhere_brings_its_watchers_up(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    ear = Ear(1)
    club.other.hub.sit(await fresh(club.other, table), ear, None)
    played = await plays(club.node, ADA, table, "CONFIRM_INITIAL_VIEW")

    club.other.hub.moved(table, played.version)
    club.other.hub.moved(table, played.version)
    await settle()

    assert [frame["version"] for frame in ear.told()] == [1, 2]


async def test_who_is_gone_is_sent_nothing(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    ear = await sat(club, table, Ear(0))
    ear.frames.clear()

    club.node.hub.unwatch(table, ear)
    await plays(club.node, ADA, table, "CONFIRM_INITIAL_VIEW")
    await settle()

    assert ear.frames == []
    assert table not in club.node.hub.tables()


async def test_before_play_those_who_look_are_told_who_sits_where(club: Club) -> None:
    table = await club.opened(ADA, BOB)
    ear = Ear(None)
    club.node.hub.watch(table.id, ear)

    await leave(club.node, BOB.id, table.id)
    await settle()
    await take_seat(club.node, BOB, table.id)
    await ready(club.node, BOB.id, table.id, True)
    await settle()
    seats = ear.told()
    await start(club.node, ADA.id, table.id)
    await settle()

    assert {frame["type"] for frame in seats} == {"seats"}
    assert [len(frame["seats"]) for frame in (seats[0], seats[-1])] == [1, 2]  # type: ignore[arg-type]
    assert [frame["type"] for frame in ear.told()] == ["view"]


async def test_a_bot_is_told_all_its_seat_may_know_and_nobody_else_is(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    sitting = await fresh(club.node, table)

    bot = msgspec.json.decode(view_frame(club.node, sitting, Viewing(0, is_bot=True)))
    seat = msgspec.json.decode(view_frame(club.node, sitting, Viewing(0)))
    step = step_frames(club.node, sitting, Viewing(0, is_bot=True), 0, is_live=True)

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
    sitting = await fresh(club.node, table)

    sizes = {len(view_frame(club.node, sitting, Viewing(seat))) for seat in (0, 1)}

    assert len(sizes) == 1
