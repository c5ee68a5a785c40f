"""Patches on the wire: whoever takes them is shown what all others are; where in doubt the whole is sent."""

from typing import Any
from uuid import UUID

import pytest

from rondel.server.flows.play.watch import shown_view
from rondel.server.rooms import frames
from rondel.wire.padding import PATCHED_BYTES
from rondel.wire.patch import whole_step
from tests.secrecy.wire.games import OF_THE_KIT
from tests.server.nodes import Club, RecordingWatcher, past_the_view, plays, settle, somebody, watch
from tests.server.visitors import open_house

ADA, BOB = somebody("Ada"), somebody("Bob")
SHOWN = ("view", "legal", "clocks", "scene")


@pytest.fixture
def club() -> Club:
    return Club()


async def in_play(club: Club) -> UUID:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    return table


async def draws_and_swaps(club: Club, table: UUID, *people: Any) -> None:
    for person in people:
        await plays(club.cell, person, table, "DRAW_CARD", source="deck")
        await plays(club.cell, person, table, "SWAP_CARD", position=0)
    await settle()


def made_whole(watcher: RecordingWatcher) -> list[dict[str, Any]]:
    """What it is shown, frame by frame, with all patches applied."""
    shown: dict[str, Any] = {}
    found = []
    for frame in watcher.received():
        whole = whole_step(shown, frame)
        shown = {name: whole.get(name) for name in SHOWN}
        beats = [{**beat, "patch": None} for beat in whole.get("beats", ())]
        found.append({**shown, "beats": beats})
    return found


@pytest.mark.parametrize("who", [ADA, BOB, None])
async def test_whoever_takes_patches_is_shown_what_all_others_are(club: Club, who: Any) -> None:
    table = await in_play(club)
    plain, patched = [await watch(club.cell, table, who, takes_patches=takes) for takes in (False, True)]

    await draws_and_swaps(club, table, ADA, BOB, ADA)

    steps = [(len(one), len(other)) for one, other in zip(plain.frames, patched.frames, strict=True)]
    assert all(b'"patch":{' in frame for frame in patched.frames[1:])
    assert all(other == PATCHED_BYTES < one for one, other in steps[1:])
    assert made_whole(patched) == made_whole(plain)


async def test_39_a_patch_with_a_drawn_card_has_the_same_size_whichever_card_it_is(club: Club) -> None:
    cards, sizes = set(), set()
    for _ in range(12):
        table = await in_play(club)
        ada, bob = [await watch(club.cell, table, who, takes_patches=True) for who in (ADA, BOB)]
        await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
        sizes |= {len(ada.frames[-1]), len(bob.frames[-1])}
        cards.add(made_whole(ada)[-1]["view"]["held"]["card"]["rank"])

    assert len(cards) > 2
    assert sizes == {PATCHED_BYTES}


async def test_scenes_and_beats_are_patched_too() -> None:
    club = Club(OF_THE_KIT)
    table = await club.begun(ADA, BOB, game="liars_dice")
    plain, patched = [await watch(club.cell, table, BOB, takes_patches=takes) for takes in (False, True)]

    first = (await club.cell.rooms.room(table).current()).state.turn
    await plays(club.cell, (ADA, BOB)[first], table, "BID", count=1, face=2)
    await plays(club.cell, (BOB, ADA)[first], table, "CALL_LIAR")
    await settle()

    sizes = [sum(map(len, watcher.frames[1:])) for watcher in (patched, plain)]
    assert sizes[0] < sizes[1]
    assert any(b'"beats":[{"event":0,"patch"' in frame for frame in patched.frames)
    assert made_whole(patched) == made_whole(plain)


async def test_a_patch_is_made_once_for_all_who_see_the_same(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await in_play(club)
    many = [await watch(club.cell, table, None, takes_patches=True) for _ in range(5)]
    made, right = [], frames._Newest.patched

    def counted(*what: Any) -> Any:
        made.append(what)
        return right(*what)

    monkeypatch.setattr(frames._Newest, "patched", counted)

    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    await settle()

    assert len(made) == 1
    assert len({watcher.frames[-1] for watcher in many}) == 1


async def test_a_move_taken_back_is_told_by_the_whole_view(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    watcher = await watch(club.cell, table, ADA, takes_patches=True)
    card = (await club.cell.rooms.room(table).current()).state.hand_cards[0].instance_id
    await plays(club.cell, ADA, table, "TOGGLE_CARD_SELECTION", instanceId=card)

    await plays(club.cell, ADA, table, "TAKE_BACK")
    await plays(club.cell, ADA, table, "TOGGLE_CARD_SELECTION", instanceId=card)

    _, patched, taken_back, again = watcher.received()
    assert "patch" in patched
    assert "view" in taken_back
    assert "patch" in again


async def test_after_a_gap_the_newest_step_has_the_whole_view(club: Club) -> None:
    table = await in_play(club)
    watcher = await watch(club.other, table, BOB, takes_patches=True)
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    played = await plays(club.cell, ADA, table, "SWAP_CARD", position=0)

    club.other.rooms.hear(table, played.version)
    await settle()

    _, bare, newest = watcher.received()
    assert "patch" not in bare
    assert "view" in newest


async def test_a_resume_has_the_whole_view_and_then_patches(club: Club) -> None:
    table = await in_play(club)
    head = (await club.cell.rooms.room(table).current()).version
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")

    watcher = await watch(club.cell, table, BOB, last=head, takes_patches=True)
    await plays(club.cell, ADA, table, "SWAP_CARD", position=0)

    resumed, live = watcher.received()
    assert "view" in resumed
    assert "patch" in live


async def test_a_socket_that_needs_all_again_is_sent_no_patch(club: Club) -> None:
    table = await in_play(club)
    watcher = await watch(club.cell, table, BOB, takes_patches=True)
    watcher.last = None

    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")

    assert [frame["type"] for frame in watcher.received()] == ["view", "view"]


async def test_who_sits_where_has_changed_and_the_next_step_is_whole(club: Club) -> None:
    table = await in_play(club)
    watcher = await watch(club.cell, table, BOB, takes_patches=True)
    room = club.cell.rooms.room(table)
    room.watchers.seats_changed(await room.record())

    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")

    assert "view" in watcher.received()[-1]


async def test_a_new_epoch_is_told_by_the_whole_view(club: Club) -> None:
    table = await in_play(club)
    watcher = await watch(club.cell, table, BOB, takes_patches=True)
    club.memory.epoch += 1

    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    await settle()

    kinds = [(frame["type"], "patch" in frame) for frame in watcher.received()]
    assert kinds == [("view", False), ("view", False), ("step", True)]  # of the View of the new epoch


async def test_nothing_is_remembered_where_nobody_takes_patches(club: Club) -> None:
    table = await in_play(club)
    watchers = club.cell.rooms.room(table).watchers
    await watch(club.cell, table, BOB)
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    room = club.cell.rooms.room(table)
    assert room.cached is not None
    assert (watchers._shown, room.cached.shown) == ((0, {}), {})

    patched = await watch(club.cell, table, ADA, takes_patches=True)
    assert watchers._shown[1].keys() == {frames.FrameViewer(0)}
    club.cell.rooms.unwatch(table, patched)
    await plays(club.cell, ADA, table, "SWAP_CARD", position=0)
    await watch(club.cell, table, ADA, takes_patches=True)
    for watcher in watchers:
        club.cell.rooms.unwatch(table, watcher)
    assert (watchers._shown, room.cached.shown) == ((0, {}), {})
    shown_view(club.cell, room.cached, frames.FrameViewer(1))
    assert room.cached.shown == {}


async def test_a_socket_says_whether_it_takes_patches() -> None:
    async with open_house() as house:
        ada = await house.visitor("Ada")
        table = await ada.post("/api/tables", {"game": "decks"})
        await ada.post(f"/api/tables/{table['id']}/seat", {})
        await ada.post(f"/api/tables/{table['id']}/start")
        sits: list[dict[str, Any]] = [{}, {"patches": False}, {"patches": True}]
        sits += [{"patches": True, "form": "documents"}]
        found = []
        for sit in sits:
            async with ada.socket() as wire:
                view = await wire.sit(table["id"], **sit)
                card = (await ada.get(f"/api/tables/{table['id']}/view"))["view"]["handCards"][0]
                action = {"type": "TOGGLE_CARD_SELECTION", "payload": {"instanceId": card["instanceId"]}}
                act = {
                    "id": str(UUID(int=view["version"])),
                    "expectedVersion": view["version"],
                    "action": action,
                }
                await wire.send(type="act", table=table["id"], **act)
                found.append("patch" in await wire.until("step"))

        assert found == [False, False, True, False]
