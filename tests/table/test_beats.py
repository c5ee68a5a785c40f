"""Beats: what each viewer sees between the events of a row, and no more."""

from dataclasses import replace
from typing import Any

from msgspec import UNSET

from rondel.kernel import HOUSE, AnyGame, Move, Scene, SeatSpec, Viewer, observes
from rondel.table.beats import RowInside, beats_of
from rondel.table.local import LocalTable
from rondel.table.state import TableState
from rondel.wire.protocol import EventScene
from tests.kit.auction import AUCTION, Bid

UNFACED = replace(AUCTION, face=None)


def played(game: AnyGame = AUCTION, *bids: int) -> LocalTable:
    """Two seats who bid in turn."""
    table = LocalTable.opened(game, game.types.options(), [SeatSpec(), SeatSpec()])
    table.play(HOUSE, game.begin, 0)
    for seat, bid in enumerate(bids):
        table.play(seat % 2, Bid(bid), 0)
    return table


def scene_of(now: TableState, viewer: Viewer) -> Scene:
    face = now.game.face
    assert face is not None
    return face.scene(now.game.view(now.state, viewer))


def beats(table: LocalTable, viewer: Viewer) -> tuple[EventScene, ...]:
    now = table.now
    inside, seen = RowInside(now.game, now.before, now.recent[-1].row), now.game.view(now.state, viewer)
    return beats_of(inside, viewer, seen, scene_of(now, viewer))


def list_observed(table: LocalTable, viewer: Viewer) -> list[str]:
    row = table.now.recent[-1].row
    return [type(event).__name__ for event in row.events if observes(viewer, table.game.audience(event))]


def bids_shown(scene: Any) -> list[Any]:
    return [fact.value for area in scene.seats for fact in area.facts if fact.label == "Bid"]


def test_a_row_of_several_events_has_a_beat_for_each_that_changes_what_is_seen() -> None:
    table = played(AUCTION, 2, 3)

    event_scenes = beats(table, 0)

    assert list_observed(table, 0) == ["BidSealed", "BidsOpened", "LotSold", "LotOffered"]
    assert [beat.event for beat in event_scenes] == [0, 1, 2, 3]
    assert [bids_shown(beat.scene) for beat in event_scenes[:-1]] == [[2, "?"], [2, 3], [2, 3]]
    assert event_scenes[-1] == EventScene(3)  # what is seen then is the frame's own Scene


def test_beats_do_not_depend_on_who_looked_before() -> None:
    table = played(AUCTION, 2, 3)
    now = table.now
    inside = RowInside(now.game, now.before, now.recent[-1].row)

    for viewer in (0, 1, None):
        seen = now.game.view(now.state, viewer)
        assert beats_of(inside, viewer, seen, scene_of(now, viewer)) == beats(table, viewer)


def test_an_event_after_which_nothing_else_is_seen_has_no_beat() -> None:
    table = played(AUCTION, 2, 3)

    assert list_observed(table, 1)[:2] == ["BidSealedToYou", "BidSealed"]
    assert [beat.event for beat in beats(table, 1)] == [0, 2, 3, 4]


def test_beats_of_others_do_not_tell_what_was_sealed() -> None:
    one, other = (played(AUCTION, bid) for bid in (2, 5))

    for viewer in (1, None):
        assert beats(one, viewer) == beats(other, viewer)
    assert beats(one, 0) == beats(other, 0) == (EventScene(0),)
    assert scene_of(one.now, 0) != scene_of(other.now, 0)


def test_moves_are_named_for_those_who_hear_the_event() -> None:
    way = (Move("bank", "lot"),)
    game = replace(
        AUCTION,
        face=replace(
            AUCTION.face,  # type: ignore[type-var]
            moves=lambda event: way if type(event).__name__ == "BidSealedToYou" else (),
        ),
    )
    table = played(game, 2)

    assert beats(table, 0) == (EventScene(0, UNSET, way),)
    assert all(beat.moves is UNSET for beat in beats(table, 1))


def test_a_move_taken_back_is_one_beat() -> None:
    table = played(AUCTION, 2)
    table.take_back(0, 0)

    assert beats(table, 0) == beats(table, 1) == (EventScene(0),)


def test_a_game_without_a_face_remembers_no_state_for_it() -> None:
    assert played(UNFACED, 2).now.before is None
    assert played(AUCTION, 2).now.before is not None
