"""Scenes: nouns of a board."""

import msgspec

from rondel.kernel import Area, Face, Piece, Scene, Zone, picks_in

SCENE = Scene(
    seats=(Area(zones=(Zone("hand", pieces=(Piece("rose", picks=({"disc": "rose"}, {"type": "LOSE"})),)),)),),
    middle=Area(zones=(Zone("pile", count=3, picks=({"source": "pile"},)),), picks=({"type": "PASS"},)),
)


def test_a_scene_names_the_picks_of_areas_zones_and_pieces() -> None:
    assert list(picks_in(SCENE)) == [{"disc": "rose"}, {"type": "LOSE"}, {"type": "PASS"}, {"source": "pile"}]


def test_what_is_not_said_takes_no_room_on_the_wire() -> None:
    written = msgspec.json.encode(SCENE)

    assert written.startswith(b'{"seats":[{"zones":[{"id":"hand","pieces":[{"face":"rose","picks":[')
    assert msgspec.json.decode(written, type=Scene) == SCENE
    assert msgspec.json.encode(Scene()) == b"{}"


def test_a_face_moves_nothing_unless_it_says_so() -> None:
    face: Face[None, str] = Face(scene=lambda _: SCENE)

    assert face.moves("anything") == ()
