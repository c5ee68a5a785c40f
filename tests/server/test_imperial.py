"""Imperial behind the doors: who may see and do what, and what is told of a sealed bid, when."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from rondel.kernel import Refusal
from rondel.server.answers import Denied
from rondel.server.flows.open_table import open_table
from rondel.server.flows.past import past
from rondel.server.flows.seats import ready, start, take_seat
from rondel.server.flows.watch import present, shown_view
from rondel.server.frames import Viewing, step_frames
from tests.server.nodes import Club, plays, shown, somebody

RULEBOOK = "imperial"

ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")
BID = 377


@pytest.fixture
def club() -> Club:
    return Club()


async def steps(
    club: Club, table: UUID, seat: int | None, last: int, *, is_live: bool
) -> list[dict[str, Any]]:
    position = await club.node.rooms.room(table).current()
    frames = step_frames(position, Viewing(seat), last, now=club.clock.at, is_live=is_live)
    assert frames is not None
    return [msgspec.json.decode(frame) for frame in frames]


def kinds(frames: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for frame in frames for event in frame["events"]]


async def test_17_9_who_is_admitted_sees_what_everyone_may_and_does_nothing(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial")
    await plays(club.node, ADA, table, "BID", amount=BID)

    sitting, seat = await present(club.node, CY.id, table)
    frame = shown_view(club.node, sitting, Viewing(seat))

    assert seat is None
    assert str(BID).encode() not in frame
    assert msgspec.json.decode(frame)["legal"] == []
    with pytest.raises((Denied, Refusal), match="NOT_SEATED"):
        await plays(club.node, CY, table, "BID", amount=0)


async def test_17_9_a_private_table_admits_those_who_have_its_key(club: Club) -> None:
    table = await open_table(club.node, ADA, game="imperial", options=b"{}", seats=2, access="private")
    for person in (ADA, BOB):
        await take_seat(club.node, person, table.id, key=table.key)
        await ready(club.node, person.id, table.id, True)
    await start(club.node, ADA.id, table.id)

    for key in (None, "0" * 32):
        with pytest.raises(Denied, match="UNKNOWN_GAME"):
            await present(club.node, CY.id, table.id, key)
    assert (await present(club.node, CY.id, table.id, table.key))[1] is None


async def test_17_9_past_versions_are_a_spectators_whoever_asks(club: Club) -> None:
    """Rules 17.9, 17.10: one's own sealed bid is not in them."""
    table = await club.begun(ADA, BOB, game="imperial")
    await plays(club.node, ADA, table, "BID", amount=BID)

    told = [await past(club.other, who.id, table, after=0, until=99, eyes=None) for who in (ADA, BOB, CY)]

    assert told[0] == told[1] == told[2]
    assert "BID_PLACED" in kinds([{"events": [msgspec.json.decode(raw) for raw in told[0].steps[-1].events]}])
    assert b"BID_SEALED" not in msgspec.json.encode(told[0])
    assert str(BID).encode() not in msgspec.json.encode(told[0])


async def test_17_10_what_a_seat_alone_may_know_is_told_once_live_and_later_by_its_view(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial")
    await plays(club.node, ADA, table, "BID", amount=BID)

    live, resumed = [await steps(club, table, 0, 1, is_live=is_live) for is_live in (True, False)]

    assert "BID_SEALED" in kinds(live)
    assert kinds(resumed) == [kind for kind in kinds(live) if kind != "BID_SEALED"]
    assert resumed[-1]["view"]["playerInfo"][0]["bid"] == BID
    for seat in (1, None):
        heard = await steps(club, table, seat, 1, is_live=True)
        assert heard[-1]["events"] == resumed[-1]["events"]
        assert heard[-1]["view"]["playerInfo"][0].get("bid") is None


async def test_17_10_what_is_due_is_done_before_anybody_looks(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial", autoActionSeconds=60)
    before = shown(club.node, await club.node.rooms.room(table).current(), None)
    club.clock.at += 60_000

    after = shown(club.other, await club.other.rooms.room(table).current(), None)

    assert before["version"] == 1
    assert after["version"] == 2
    assert after["view"]["countryUp"] != before["view"]["countryUp"]  # type: ignore[index]
