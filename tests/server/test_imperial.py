"""Imperial behind the doors: who may see and do what, and what is told of a sealed bid, when."""

from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from rondel.kernel import Refusal, Summary
from rondel.server.answers import Denied
from rondel.server.api.told import table_told
from rondel.server.flows import history
from rondel.server.flows.calls import call
from rondel.server.flows.lobby import my_tables, running_tables
from rondel.server.flows.open_table import open_table, rematch
from rondel.server.flows.past import past
from rondel.server.flows.seats import ready, start, take_seat
from rondel.server.flows.watch import present, shown_view
from rondel.server.frames import Viewing, step_frames
from rondel.server.ports import Access
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
    told = msgspec.json.decode(frame)  # beside the View there are ids, in which any digits may stand
    assert str(BID) not in msgspec.json.encode(told["view"]).decode()
    assert told["legal"] == []
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


async def test_17_14_a_list_of_tables_says_what_is_asked_and_nothing_that_is_sealed(club: Club) -> None:
    """Rules 17.5, 17.14: whoever asks is told the same, before a bid and after it, whatever was bid."""
    told = []
    for amount in (0, BID):
        table = await begun_with(club, "public")
        await plays(club.node, ADA, table, "BID", amount=amount)
        for person in (ADA, BOB, CY):
            rows = {row.id: row for row in (await running_tables(club.other)).rows}
            told.append(table_told(rows[table], person.id).summary)

    assert set(told) == {Summary("bid", "Austria", 1)}


async def test_17_14_only_public_tables_are_listed_for_everybody(club: Club) -> None:
    hidden = [await begun_with(club, access) for access in ("private", "unlisted")]
    shown_to_all = await begun_with(club, "public")

    assert [row.id for row in (await running_tables(club.node)).rows] == [shown_to_all]
    assert {row.id for row in (await my_tables(club.node, ADA.id)).rows} == {*hidden, shown_to_all}
    assert (await my_tables(club.node, CY.id)).rows == []


async def test_17_14_a_table_that_has_ended_says_nothing_more(club: Club) -> None:
    table = await begun_with(club, "public")
    row = await club.node.tables.get(table)
    assert row is not None

    assert table_told(replace(row, status="abandoned"), ADA.id).summary is None
    assert table_told(row, ADA.id).summary == Summary("bid", "Austria", 1)


async def begun_with(club: Club, access: Access) -> UUID:
    """A table of two in play."""
    table = await open_table(club.node, ADA, game="imperial", options=b"{}", seats=2, access=access)
    for person in (ADA, BOB):
        await take_seat(club.node, person, table.id, key=table.key)
        await ready(club.node, person.id, table.id, True)
    await start(club.node, ADA.id, table.id)
    return table.id


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


async def test_15_3_the_history_is_told_in_sentences_without_what_was_taken_back(club: Club) -> None:
    """Rules 15.3, 13.2, 17.10: over the door, the same for everybody, and no sealed bid in it."""
    table = await club.begun(ADA, BOB, game="imperial", start="fixed", governance="dictator")
    people = (ADA, BOB)
    leader = min((await club.node.rooms.room(table).current()).to_act)
    begun = await call(club.node, CY.id, table, "history", b"")
    await plays(club.node, people[leader], table, "PROPOSE", wheelSpot="Taxation")

    told = [await call(club.other, who.id, table, "history", b"") for who in (ADA, BOB, CY)]
    await plays(club.node, people[leader], table, "TAKE_BACK")
    back = await call(club.node, ADA.id, table, "history", b"")

    assert begun["history"][0].startswith("The game begins with 2 seats")
    assert told[0] == told[1] == told[2]
    assert told[0]["history"][: len(begun["history"])] == begun["history"]
    assert f"The proposal of seat {leader} is carried out: Taxation." in told[0]["history"]
    assert back == begun


async def test_15_3_a_long_history_does_not_hold_up_the_others(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.begun(ADA, BOB, game="imperial")
    await plays(club.node, ADA, table, "BID", amount=BID)
    short = await call(club.node, ADA.id, table, "history", b"")

    monkeypatch.setattr(history, "INLINE", 0)

    assert await call(club.node, ADA.id, table, "history", b"") == short
    assert "3.77" not in str(short)


async def test_16_8_the_proposals_are_told_in_words_over_the_door(club: Club) -> None:
    table = await club.begun(ADA, BOB, game="imperial")

    told = await call(club.node, CY.id, table, "proposals", b"")

    assert told == {"gameId": str(table), "country": "Austria", "proposal1": None, "proposal2": None}


OLD_OPTIONS = (
    b'{"setup":"standard","ninthStock":false,"start":"sealed-bid","governance":"democracy","investorCard":true,'
    b'"swissOrder":"backward","endgameAutoPass":false,"mountains":false,"maxRounds":500,"timed":true,'
    b'"banked":120,"increment":30,"pauseBy":"anyone","autoActionSeconds":null}'
)


async def old_table(club: Club) -> UUID:
    """A table that was opened under rules 1; ADA and BOB sit there."""
    table = await club.opened(ADA, BOB, game="imperial", timed=True)
    stored = club.cell.tables[table.id]
    club.cell.tables[table.id] = replace(stored, rules=1, options=OLD_OPTIONS)
    return table.id


async def test_2_2_a_table_of_rules_1_begins_and_is_told_of_as_it_was_opened(club: Club) -> None:
    """Rules 2.2, 12.3: its bank is capped, though nothing of that stands in its options."""
    table = await old_table(club)

    await start(club.node, ADA.id, table)
    position = (await plays(club.node, ADA, table, "BID", amount=0)).position
    row = await club.node.tables.get(table)

    assert row is not None
    assert (position.state.options.bank_cap, position.state.players[0].banked) == (True, 120)
    assert msgspec.json.decode(table_told(row, ADA.id).options)["bankCap"] is True


async def test_2_2_a_rematch_has_the_options_of_the_table_before(club: Club) -> None:
    table = await old_table(club)
    club.cell.change(table, status="abandoned")

    again = await rematch(club.node, ADA, table)

    assert (again.rules, msgspec.json.decode(again.options)["bankCap"]) == (3, True)


async def test_2_2_a_game_that_is_not_here_any_more_is_told_of_as_it_is_stored(club: Club) -> None:
    table = await club.opened(ADA, BOB, game="imperial")

    assert bytes(table_told(replace(table, game="gone"), ADA.id).options) == table.options
