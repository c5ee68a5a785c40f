"""Scenes on the wire: with every View, with the newest step, and between its events while it is live."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import AnyGame, Scene, Viewer
from rondel.server.flows.play.past import past
from rondel.server.flows.play.watch import shown_view
from rondel.server.record.replay import past_step
from rondel.server.rooms.frames import FrameViewer, step_frames
from rondel.wire.registry import installed_games
from tests.kit.auction import AUCTION
from tests.server.nodes import Club, RecordingWatcher, plays, settle, shown, somebody, watch
from tests.server.visitors import House, open_house

ADA, BOB = somebody("Ada"), somebody("Bob")


def club_with(game: AnyGame = AUCTION) -> Club:
    """Two nodes that have this game beside ours."""
    return Club({**installed_games(), "auction": game})


async def begun(club: Club) -> UUID:
    return await club.begun(ADA, BOB, game="auction")


async def bid(club: Club, table: UUID, *bids: int) -> None:
    for who, coins in zip((ADA, BOB), bids, strict=False):
        await plays(club.cell, who, table, "BID", bid=coins)
    await settle()


def bids_in(scene: dict[str, Any]) -> list[Any]:
    facts = [fact for area in scene["seats"] for fact in area.get("facts", ())]
    return [fact["value"] for fact in facts if fact["label"] == "Bid"]


async def test_a_view_has_the_scene_of_its_viewer() -> None:
    club = club_with()
    table = await begun(club)
    await bid(club, table, 4)
    position = await club.cell.rooms.room(table).current()

    seen: dict[Viewer, Any] = {seat: shown(club.cell, position, seat)["scene"] for seat in (0, 1, None)}

    assert [bids_in(seen[viewer]) for viewer in (0, 1, None)] == [[4], ["?"], ["?"]]
    assert msgspec.convert(seen[0], Scene).seats[1].is_turn
    assert "isOut" not in seen[0]["seats"][0]  # what is as usual is left out


async def test_a_step_has_its_scene_and_live_the_beats_that_led_to_it() -> None:
    club = club_with()
    table = await begun(club)
    ada, bob, spectator = [await watch(club.cell, table, who) for who in (ADA, BOB, None)]

    await bid(club, table, 2, 3)

    steps = [watcher.received()[-1] for watcher in (ada, bob, spectator)]
    kinds = [[event["type"] for event in step["events"]] for step in steps]
    assert kinds[0] == kinds[2] == ["BID_SEALED", "BIDS_OPENED", "LOT_SOLD", "LOT_OFFERED"]
    assert kinds[1] == ["BID_SEALED_TO_YOU", *kinds[0]]
    beats = [
        [(beat["event"], bids_in(beat.get("scene", step["scene"]))) for beat in step["beats"]]
        for step in steps
    ]
    assert beats[0] == [(0, [2, "?"]), (1, [2, 3]), (2, [2, 3]), (3, [])]
    assert beats[1] == [(0, ["?", 3]), (2, [2, 3]), (3, [2, 3]), (4, [])]
    assert beats[2] == [(0, ["?", "?"]), (1, [2, 3]), (2, [2, 3]), (3, [])]
    assert ["scene" in beat for beat in steps[0]["beats"]] == [True, True, True, False]


async def test_a_resume_has_the_scene_and_no_beats() -> None:
    club = club_with()
    table = await begun(club)
    await bid(club, table, 2, 3)

    [first, newest] = (await watch(club.cell, table, ADA, last=1)).received()

    assert "scene" not in first
    assert "scene" in newest
    assert "beats" not in newest


async def test_another_node_that_folds_the_row_sends_the_same_beats() -> None:
    club = club_with()
    table = await begun(club)
    near, far = await watch(club.cell, table, BOB), await watch(club.other, table, BOB)
    await bid(club, table, 2)

    await club.other.rooms.room(table).current()
    await settle()

    assert near.received()[-1] == far.received()[-1]


async def test_a_scene_on_request_is_sent_to_those_who_ask_and_other_frames_stay_the_same_bytes() -> None:
    assert AUCTION.face is not None
    bare = club_with(replace(AUCTION, face=None))
    club = club_with(replace(AUCTION, face=replace(AUCTION.face, is_on_request=True)))
    patches, scene = {"takes_patches": True}, {"wants_scene": True}
    kinds: list[dict[str, bool]] = [{}, patches, scene, {**patches, **scene}]
    found = []
    for nodes in (bare, club):
        table = await begun(nodes)
        watchers = [await watch(nodes.cell, table, BOB, **kind) for kind in kinds]
        await bid(nodes, table, 2, 3)
        found.append([[with_one_name(frame) for frame in watcher.received()] for watcher in watchers])

    without, drawn = found
    assert drawn[:2] == without[:2]
    for received in without:
        assert not any("scene" in frame or "scene" in frame.get("patch", {}) for frame in received)
    whole, patched = drawn[2:]
    assert all("scene" in frame for frame in whole)
    assert ["scene" in frame for frame in patched] == [True, False, False]
    assert "scene" in patched[-1]["patch"]
    assert whole[-1]["beats"]
    assert patched[-1]["beats"]


def with_one_name(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame without what differs between two tables."""
    own = ("table", "seats", "commitment", "header", "seal")
    return {name: value for name, value in frame.items() if name not in own}


async def test_a_past_version_has_no_scene_on_request() -> None:
    assert AUCTION.face is not None
    game = replace(AUCTION, face=replace(AUCTION.face, is_on_request=True))
    club = club_with(game)
    table = await begun(club)
    await bid(club, table, 2)

    response = await past(club.cell, ADA.id, table, after=0, until=10)

    assert all(step.scene is msgspec.UNSET for step in response.steps)


async def test_a_socket_says_whether_it_wants_scenes() -> None:
    async with open_house() as house:
        games = house.node.games
        assert isinstance(games, dict)
        assert AUCTION.face is not None
        games["auction"] = replace(AUCTION, face=replace(AUCTION.face, is_on_request=True))
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = (await ada.post("/api/tables", {"game": "auction", "options": {}, "seats": 2}))["id"]
        for visitor in (ada, bob):
            await visitor.post(f"/api/tables/{table}/seat", {})
            await visitor.post(f"/api/tables/{table}/ready", {})
        await ada.post(f"/api/tables/{table}/start")
        async with ada.socket() as wire:
            views = [await wire.sit(table, **more) for more in ({}, {"scene": False}, {"scene": True})]

    assert ["scene" in view for view in views] == [False, False, True]


async def test_a_bot_is_given_what_its_seat_knows_and_no_scene() -> None:
    club = club_with()
    table = await begun(club)
    position = await club.cell.rooms.room(table).current()

    view = msgspec.json.decode(shown_view(club.cell, position, FrameViewer(0, is_bot=True)))
    frames = step_frames(position, FrameViewer(0, is_bot=True), 0, now=club.clock.at, is_live=True)

    assert frames is not None
    assert "known" in view
    for frame in (view, msgspec.json.decode(frames[-1])):
        assert "scene" not in frame
        assert "beats" not in frame


def counting(game: AnyGame, calls: Counter[str]) -> AnyGame:
    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return function(*arguments)

        return call

    return replace(game, view=counted("view", game.view), evolve=counted("evolve", game.evolve))


async def test_a_game_without_a_face_has_neither_and_pays_nothing() -> None:
    calls: Counter[str] = Counter()
    club = club_with(counting(replace(AUCTION, face=None), calls))
    table = await begun(club)
    watchers = [await watch(club.cell, table, who) for who in (ADA, BOB, None, None)]
    calls.clear()

    await bid(club, table, 2)

    for watcher in watchers:
        for frame in watcher.received():
            assert not {"scene", "beats"} & set(frame)
    assert calls == {"view": 3, "evolve": 2}  # one View for each who looks; the two events of the row


async def test_a_face_is_asked_once_for_all_who_see_the_same() -> None:
    calls: Counter[str] = Counter()
    club = club_with(counting(AUCTION, calls))
    table = await begun(club)
    watchers: list[RecordingWatcher] = [await watch(club.cell, table) for _ in range(5)]
    calls.clear()

    await bid(club, table, 2)

    assert len({watcher.frames[-1] for watcher in watchers}) == 1
    assert calls["view"] == 2  # after the row, and before it


async def test_past_versions_have_scenes_through_the_same_eyes() -> None:
    club = club_with()
    table = await begun(club)
    await bid(club, table, 2, 3)

    response = await past(club.cell, ADA.id, table, after=0, until=10)

    scenes = [step.scene for step in response.steps]
    assert all(isinstance(scene, Scene) for scene in scenes)
    assert bids_in(msgspec.to_builtins(scenes[1])) == ["?"]
    then = await past(club.cell, ADA.id, await club.begun(ADA, game="decks"), after=0, until=10)
    assert then.steps[0].scene is msgspec.UNSET


async def test_a_replay_that_is_open_to_all_eyes_has_open_scenes() -> None:
    club = club_with()
    table = await begun(club)
    await bid(club, table, 2)
    position = await club.cell.rooms.room(table).current()
    row = position.played.recent[-1].row

    def bids(perspective: Any) -> list[Any]:
        return bids_in(msgspec.to_builtins(past_step(AUCTION, row, position.state, perspective).scene))

    assert (bids("all"), bids(0), bids(1), bids(None)) == ([2], [2], ["?"], ["?"])


def with_auction(house: House) -> None:
    games = house.node.games
    assert isinstance(games, dict)
    words = {"en": {"BID": "Bid {bid}"}}
    assert AUCTION.face is not None
    games["auction"] = replace(AUCTION, face=replace(AUCTION.face, words=words))
    games["bare"] = replace(AUCTION, name="bare", face=None)


async def test_the_face_of_a_game_can_be_read_by_anybody() -> None:
    async with open_house() as house:
        with_auction(house)
        stranger = house.stranger()

        assert await stranger.get("/api/games/auction/face") == {
            "looks": {},
            "words": {"en": {"BID": "Bid {bid}"}},
            "big": [],
        }
        for game in ("bare", "nothing"):
            assert (await stranger.ask("GET", f"/api/games/{game}/face")).status_code == 404


async def test_the_face_of_a_game_is_sent_again_only_if_it_has_changed() -> None:
    async with open_house() as house:
        with_auction(house)
        stranger = house.stranger()
        path = "/api/games/auction/face"

        first = await stranger.ask("GET", path)
        assert first.headers["cache-control"] == "no-cache"
        assert first.headers["vary"] == "Accept-Encoding"
        tag = {"If-None-Match": first.headers["etag"]}
        again = await stranger.ask("GET", path, headers=tag)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])

        game = house.node.games["auction"]
        assert isinstance(house.node.games, dict)
        assert game.face is not None
        house.node.games["auction"] = replace(game, face=replace(game.face, words={}))
        other = await stranger.ask("GET", path, headers=tag)
        assert (other.status_code, other.json()["words"]) == (200, {})
        assert other.headers["etag"] != first.headers["etag"]


async def test_a_face_that_fails_halts_its_table_alone() -> None:
    def fails(view: Any) -> Scene:
        if view.players[0].bid is not None:
            raise LookupError("no scene")
        return Scene()

    async with open_house() as house:
        games = house.node.games
        assert isinstance(games, dict)
        assert AUCTION.face is not None
        games["auction"] = replace(AUCTION, face=replace(AUCTION.face, scene=fails))
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = (await ada.post("/api/tables", {"game": "auction", "options": {}, "seats": 2}))["id"]
        for visitor in (ada, bob):
            await visitor.post(f"/api/tables/{table}/seat", {})
            await visitor.post(f"/api/tables/{table}/ready", {})
        await ada.post(f"/api/tables/{table}/start")
        async with bob.socket() as wire:
            await wire.sit(table)
            await ada.act(table, {"type": "BID", "payload": {"bid": 1}})
            after = await bob.act(table, {"type": "BID", "payload": {"bid": 1}})
        other = await ada.get("/api/games")

    assert (after.status_code, after.json()["code"]) == (409, "TABLE_HALTED")
    assert other
