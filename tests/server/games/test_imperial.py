"""Imperial on a server: who may see and do what, and when a sealed bid becomes known."""

from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from rondel.kernel import Refusal, Summary
from rondel.server.api.responses import table_response
from rondel.server.cells.cells import Cells
from rondel.server.errors import ApiError
from rondel.server.flows.play.calls import call
from rondel.server.flows.play.past import past
from rondel.server.flows.play.watch import present, shown_view
from rondel.server.flows.tables.lobby import my_tables, running_tables
from rondel.server.flows.tables.open_table import open_table, rematch
from rondel.server.flows.tables.seats import ready, start, take_seat
from rondel.server.ports.tables import Access
from rondel.server.rooms import loading
from rondel.server.rooms.frames import FrameViewer, step_frames
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
    position = await club.cell.rooms.room(table).current()
    frames = step_frames(position, FrameViewer(seat), last, now=club.clock.at, is_live=is_live)
    assert frames is not None
    return [msgspec.json.decode(frame) for frame in frames]


def kinds(frames: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for frame in frames for event in frame["events"]]


async def test_17_9_who_is_admitted_sees_what_everyone_may_and_does_nothing(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial")
    await plays(club.cell, ADA, table, "BID", amount=BID)

    sitting, seat = await present(club.cell, CY.id, table)
    frame = shown_view(club.cell, sitting, FrameViewer(seat))

    assert seat is None
    content = msgspec.json.decode(frame)  # beside the View there are ids, in which any digits may stand
    assert str(BID) not in msgspec.json.encode(content["view"]).decode()
    assert content["legal"] == []
    with pytest.raises((ApiError, Refusal), match="NOT_SEATED"):
        await plays(club.cell, CY, table, "BID", amount=0)


async def test_17_9_a_private_table_admits_those_who_have_its_key(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="imperial", options=b"{}", seats=2, access="private")
    for person in (ADA, BOB):
        await take_seat(club.cell, person, table.id, key=table.key)
        await ready(club.cell, person.id, table.id, True)
    await start(club.cell, ADA.id, table.id)

    for key in (None, "0" * 32):
        with pytest.raises(ApiError, match="UNKNOWN_GAME"):
            await present(club.cell, CY.id, table.id, key)
    assert (await present(club.cell, CY.id, table.id, table.key))[1] is None


async def test_17_14_a_list_of_tables_says_what_is_asked_and_nothing_that_is_sealed(club: Club) -> None:
    """Rules 17.5, 17.14: whoever asks is told the same, before a bid and after it, whatever was bid."""
    summaries = []
    for amount in (0, BID):
        table = await begun_with(club, "public")
        await plays(club.cell, ADA, table, "BID", amount=amount)
        for person in (ADA, BOB, CY):
            rows = {row.id: row for row in (await running_tables(Cells(club.other))).rows}
            summaries.append(table_response(rows[table], person.id).summary)

    assert set(summaries) == {Summary("bid", "Austria", 1)}


async def test_17_14_only_public_tables_are_listed_for_everybody(club: Club) -> None:
    hidden = [await begun_with(club, access) for access in ("private", "unlisted")]
    shown_to_all = await begun_with(club, "public")

    assert [row.id for row in (await running_tables(club.cells)).rows] == [shown_to_all]
    assert {row.id for row in (await my_tables(club.cells, ADA.id)).rows} == {*hidden, shown_to_all}
    assert (await my_tables(club.cells, CY.id)).rows == []


async def test_17_14_a_table_that_has_ended_says_nothing_more(club: Club) -> None:
    table = await begun_with(club, "public")
    row = await club.cell.tables.get(table)
    assert row is not None

    assert table_response(replace(row, status="abandoned"), ADA.id).summary is None
    assert table_response(row, ADA.id).summary == Summary("bid", "Austria", 1)


async def begun_with(club: Club, access: Access) -> UUID:
    """A table of two in play."""
    table = await open_table(club.cells, ADA, game="imperial", options=b"{}", seats=2, access=access)
    for person in (ADA, BOB):
        await take_seat(club.cell, person, table.id, key=table.key)
        await ready(club.cell, person.id, table.id, True)
    await start(club.cell, ADA.id, table.id)
    return table.id


async def test_17_9_past_versions_are_a_spectators_whoever_asks(club: Club) -> None:
    """Rules 17.9, 17.10: one's own sealed bid is not in them."""
    table = await club.begun(ADA, BOB, game="imperial")
    await plays(club.cell, ADA, table, "BID", amount=BID)

    responses = [
        await past(club.other, who.id, table, after=0, until=99, perspective=None) for who in (ADA, BOB, CY)
    ]

    assert responses[0] == responses[1] == responses[2]
    assert "BID_PLACED" in kinds(
        [{"events": [msgspec.json.decode(raw) for raw in responses[0].steps[-1].events]}]
    )
    assert b"BID_SEALED" not in msgspec.json.encode(responses[0])
    assert str(BID).encode() not in msgspec.json.encode(responses[0])


async def test_17_10_what_a_seat_alone_may_know_is_told_once_live_and_later_by_its_view(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial")
    await plays(club.cell, ADA, table, "BID", amount=BID)

    live, resumed = [await steps(club, table, 0, 1, is_live=is_live) for is_live in (True, False)]

    assert "BID_SEALED" in kinds(live)
    assert kinds(resumed) == [kind for kind in kinds(live) if kind != "BID_SEALED"]
    assert resumed[-1]["view"]["playerInfo"][0]["bid"] == BID
    for seat in (1, None):
        frames = await steps(club, table, seat, 1, is_live=True)
        assert frames[-1]["events"] == resumed[-1]["events"]
        assert frames[-1]["view"]["playerInfo"][0].get("bid") is None


async def test_17_10_what_is_due_is_done_before_anybody_looks(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial", autoActionSeconds=60)
    before = shown(club.cell, await club.cell.rooms.room(table).current(), None)
    club.clock.at += 60_000

    after = shown(club.other, await club.other.rooms.room(table).current(), None)

    assert before["version"] == 1
    assert after["version"] == 2
    assert after["view"]["countryUp"] != before["view"]["countryUp"]  # type: ignore[index]


async def test_15_3_the_history_is_told_in_sentences_without_what_was_taken_back(club: Club) -> None:
    """Rules 15.3, 13.2, 17.10: over the door, the same for everybody, and no sealed bid in it."""
    table = await club.begun(ADA, BOB, game="imperial", start="fixed", governance="dictator")
    people = (ADA, BOB)
    leader = min((await club.cell.rooms.room(table).current()).to_act)
    begun = await call(club.cell, CY.id, table, "history", b"")
    await plays(club.cell, people[leader], table, "PROPOSE", wheelSpot="Taxation")

    responses = [await call(club.other, who.id, table, "history", b"") for who in (ADA, BOB, CY)]
    await plays(club.cell, people[leader], table, "TAKE_BACK")
    back = await call(club.cell, ADA.id, table, "history", b"")

    assert begun["history"][0].startswith("The game begins with 2 seats")
    assert responses[0] == responses[1] == responses[2]
    assert responses[0]["history"][: len(begun["history"])] == begun["history"]
    assert f"The proposal of {people[leader].name} is carried out: Taxation." in responses[0]["history"]
    assert back == begun


async def test_15_3_a_long_history_does_not_hold_up_the_others(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.begun(ADA, BOB, game="imperial")
    await plays(club.cell, ADA, table, "BID", amount=BID)
    short = await call(club.cell, ADA.id, table, "history", b"")

    monkeypatch.setattr(loading, "INLINE", 0)

    assert await call(club.cell, ADA.id, table, "history", b"") == short
    assert "3.77" not in str(short)


async def test_16_8_the_proposals_are_told_in_words_over_the_door(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial")

    response = await call(club.cell, CY.id, table, "proposals", b"")

    assert response == {"gameId": str(table), "country": "Austria", "proposal1": None, "proposal2": None}


async def test_2_2_a_rematch_has_the_options_of_the_table_before(club: Club) -> None:
    table = await club.opened(ADA, BOB, game="imperial", bankCap=True)
    club.memory.change(table.id, status="abandoned")

    again = await rematch(club.cells, ADA, table.id)

    assert msgspec.json.decode(again.options)["bankCap"] is True


async def test_2_2_a_game_that_is_not_here_any_more_is_told_of_as_it_is_stored(club: Club) -> None:
    table = await club.opened(ADA, BOB, game="imperial")

    assert bytes(table_response(replace(table, game="gone"), ADA.id).options) == table.options
