from typing import Any

import msgspec
import pytest

from rondel.client import Change, ClientRejectedError, TableView
from rondel.client.decode import frame_of, known_of, legal_of, scene_of, view_of
from rondel.client.table import WAITING
from rondel.kernel import HOUSE, AnyGame, Area, Scene, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game

SHOWN: dict[str, Any] = {
    "view": {},
    "legal": [],
    "status": "active",
    "deadline": None,
    "clocks": None,
    "now": 0,
}
VIEW = {"epoch": 1, "version": 0, "game": "counting", "seat": 0, "seats": [], **SHOWN}


def seen() -> TableView:
    table = TableView("a table")
    table.take_view(VIEW)
    return table


async def test_a_reader_far_behind_is_told_once_that_all_may_have_changed() -> None:
    table = seen()
    changes = table.changes()

    for version in range(1, WAITING + 2):
        assert table.take_step({"version": version, "events": [{}], **SHOWN})

    assert await anext(changes) == Change(WAITING + 1, is_whole=True)


async def test_the_view_stays_until_a_step_brings_another() -> None:
    table = seen()

    assert table.take_step({"version": 1, "events": []})
    assert (table.version, table.last) == (0, 1)
    assert table.take_step({"version": 2, "events": [], **SHOWN, "view": {"new": True}})
    assert (table.version, table.last, table.view) == (2, 2, {"new": True})


async def test_a_step_with_a_patch_is_applied_to_the_view_before_it() -> None:
    table = seen()
    step = {name: SHOWN[name] for name in ("status", "deadline", "now")}
    patch = {"view": {"a": [1]}, "legal": [[{"type": "GO"}]]}

    assert table.take_step({"version": 1, "events": [], **step, "patch": patch})
    assert (table.version, table.view, table.legal, table.scene) == (1, {"a": 1}, [{"type": "GO"}], None)
    assert table.take_step({"version": 2, "events": [], **step, "patch": {"view": {"a": None}}})
    assert (table.version, table.view, table.legal) == (2, {}, [{"type": "GO"}])


async def test_after_an_older_view_no_patch_is_taken_until_the_next_whole_one() -> None:
    """The server has lost what was seen: its patches are of another history."""
    table = TableView("a table")
    table.take_view({**VIEW, "version": 3, "view": {"cards": ["a", "b", "c"]}})
    step: dict[str, Any] = {"events": [], "status": "active", "deadline": None, "now": 0}

    assert not table.take_view({**VIEW, "version": 2, "view": {"cards": ["a", "b"]}})
    assert not table.take_step({"version": 4, **step, "patch": {"view": {"cards": [0, 1]}}})
    assert (table.last, table.view) == (3, {"cards": ["a", "b", "c"]})
    assert table.take_step({"version": 4, "events": [], **SHOWN, "view": {"cards": ["x"]}})
    assert table.take_step({"version": 5, **step, "patch": {"view": {"cards": [0, 1]}}})
    assert table.view == {"cards": []}


async def test_a_patch_of_a_view_that_is_not_here_is_not_taken() -> None:
    table = seen()
    table.take_step({"version": 1, "events": []})

    assert not table.take_step({"version": 2, "events": [], "patch": {"view": {"a": [1]}}})
    assert (table.version, table.last, table.view) == (0, 1, {})


async def test_a_table_has_its_scene_and_a_step_the_beats_that_led_to_it() -> None:
    table = seen()
    assert table.scene is None
    changes = table.changes()
    beats = [{"event": 0, "scene": {}}, {"event": 1}]
    scene = {"seats": [{"isTurn": True}], "prompt": "Go"}

    table.take_step({"version": 1, "events": [{}, {}], **SHOWN, "scene": scene, "beats": beats})

    change = await anext(changes)
    assert [scene_of(beat.get("scene", table.scene)) for beat in change.beats] == [
        Scene(),
        Scene((Area(is_turn=True),), prompt="Go"),
    ]
    table.take_step({"version": 2, "events": [], **SHOWN})
    assert (await anext(changes)).beats == ()
    assert table.scene is None


async def test_who_sits_where_is_a_change_too() -> None:
    table = seen()
    changes = table.changes()

    table.take_seats({"seats": [{"seat": 0, "name": "Ada"}], "status": "open"})

    assert await anext(changes) == Change(0)
    assert table.seats == [{"seat": 0, "name": "Ada"}]


async def test_nothing_more_is_heard_of_a_table_that_has_ended() -> None:
    table = seen()
    before = table.changes()
    table.end(ClientRejectedError("CLOSED", "Over."))

    for changes in (before, table.changes()):
        with pytest.raises(ClientRejectedError, match=r"Over\."):
            await anext(changes)


def dealt(game: AnyGame, seats: int) -> LocalTable:
    options = codec_of(game).options(b'{"seats":2}' if seats == 2 else b'{"handSize":5,"discardCount":2}')
    table = LocalTable.opened(game, options, [SeatSpec("bot")] * seats, table_id="t", secret=bytes(32))
    table.play(HOUSE, game.begin, 0)
    return table


@pytest.mark.parametrize(("name", "seats"), [("cambio", 2), ("decks", 1)])
def test_what_is_told_in_json_comes_back_as_the_games_own_nouns(name: str, seats: int) -> None:
    game = load_game(name)
    state, codec = dealt(game, seats).state, codec_of(game)
    legal = game.legal(state, 0)

    known = msgspec.json.decode(codec.noun_bytes(game.knows(state, 0)))
    view = msgspec.json.decode(codec.noun_bytes(game.view(state, 0)))
    decoded = msgspec.json.decode(codec.legal_bytes(legal))

    assert known_of(game, known) == game.knows(state, 0)
    assert view_of(game, view) == game.view(state, 0)
    may = [
        action
        for action in legal
        if type(action) not in game.parse or game.parse[type(action)].accepts_fields
    ]
    assert legal_of(game, decoded) == may
    assert [frame_of(game, action)["type"] for action in may] == [
        action["type"] for action in decoded if len(action) == 2
    ]
