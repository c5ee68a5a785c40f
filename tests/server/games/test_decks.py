"""Deck Planner at a server: late actions, and what may be read of a running table."""

import msgspec
import pytest

from rondel.kernel import Refusal
from rondel.server.errors import ApiError
from rondel.server.flows.play.move_log import log, saved
from rondel.server.rooms.frames import FrameViewer, step_frames
from rondel.wire.strict import MalformedError
from tests.server.nodes import Club, plays, shown, somebody, watch

RULEBOOK = "decks"

ADA, BOB = somebody("Ada"), somebody("Bob")


@pytest.fixture
def club() -> Club:
    return Club()


async def test_1_10_an_action_for_a_version_that_has_passed_is_stale(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    sitting = await club.cell.rooms.room(table).current()
    first, second = (card.instance_id for card in sitting.state.hand_cards[:2])
    await plays(club.cell, ADA, table, "TOGGLE_CARD_SELECTION", 1, instanceId=first)

    with pytest.raises(ApiError) as denied:
        await plays(club.other, ADA, table, "TOGGLE_CARD_SELECTION", 1, instanceId=second)

    assert denied.value.code == "STALE_VERSION"


async def test_8_5_a_resume_and_the_log_tell_only_what_everyone_may_know(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    sitting = await club.cell.rooms.room(table).current()

    events = [msgspec.json.decode(raw) for raw in await log(club.cell, BOB.id, table)]
    resumed = step_frames(sitting, FrameViewer(0), 0, now=club.clock.at, is_live=False)

    assert resumed is not None
    expected = [event["type"] for event in msgspec.json.decode(resumed[0])["events"]]
    assert [event["type"] for event in events] == expected


async def test_7_1_a_copy_is_taken_away_by_the_seats_own_player_alone(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    cambio = await club.begun(ADA, BOB)

    usual = await saved(club.cell, ADA.id, table)
    legacy = await saved(club.cell, ADA.id, table, "legacy")

    assert usual["deck-builder-state"]["version"] == 1
    assert "deckSource" not in legacy["deck-builder-state"]
    with pytest.raises(ApiError) as stranger:
        await saved(club.cell, BOB.id, table)
    with pytest.raises(ApiError) as without:
        await saved(club.cell, ADA.id, cambio)
    with pytest.raises(MalformedError, match="canonical, legacy"):
        await saved(club.cell, ADA.id, table, "square")
    assert (stranger.value.code, without.value.code) == ("NO_SEAT", "NO_SUCH_GAME")


async def test_a_spectator_of_a_planner_is_refused(club: Club) -> None:
    table = await club.begun(ADA, game="decks")

    with pytest.raises(Refusal):
        await plays(club.cell, BOB, table, "DEAL_NEXT_HAND")


async def test_6_3_each_viewer_is_told_whether_a_move_of_its_own_can_be_taken_back(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    ada, bob = await watch(club.cell, table, ADA), await watch(club.cell, table, BOB)
    position = await club.cell.rooms.room(table).current()
    cards = [card.instance_id for card in position.state.hand_cards]

    for card in cards[:2]:
        await plays(club.cell, ADA, table, "TOGGLE_CARD_SELECTION", instanceId=card)
    await plays(club.cell, ADA, table, "CONFIRM_DISCARD")
    for card in cards[2:]:
        await plays(club.cell, ADA, table, "SELECT_FOR_PLAY_ORDER", instanceId=card)
    await plays(club.cell, ADA, table, "LOCK_PLAY_ORDER")

    offered = [(frame["version"], frame["undo"]) for frame in ada.received()]
    assert offered[0][1] is None
    assert offered[1:-1] == [(version, version) for version, _ in offered[1:-1]]
    assert offered[-1][1] is None  # what is locked stays so
    with pytest.raises(Refusal, match="UNDO_BARRIER"):
        await plays(club.cell, ADA, table, "TAKE_BACK")
    assert {frame["undo"] for frame in bob.received()} == {None}
    assert shown(club.cell, await club.cell.rooms.room(table).current(), 0)["undo"] is None
