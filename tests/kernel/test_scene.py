"""Scenes: nouns of a board."""

import re
from pathlib import Path

import msgspec
import pytest

from rondel.kernel import Area, Face, Piece, PieceStyle, Scene, Zone, picks_in
from rondel.kernel.scene import PICTURES

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


def test_every_picture_can_be_named_and_a_path_can_be_given() -> None:
    names = {name: PieceStyle(name, art=name) for name in PICTURES}

    Face(scene=lambda _: SCENE, looks={**names, "own": PieceStyle("own", art="M4 4h16v16H4z", tone="gold")})


def test_the_browser_draws_exactly_the_pictures_that_can_be_named() -> None:
    art = Path(__file__).parents[2] / "web" / "src" / "faces" / "generic" / "Art.tsx"
    drawn = re.findall(r"^  (\w+):", art.read_text().partition("};")[0], re.MULTILINE)

    assert tuple(drawn) == PICTURES


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (
            PieceStyle("a rose", art="rose"),
            r"The look of 'r' has the art 'rose', .* the name of a picture: anchor, bolt, coin",
        ),
        (PieceStyle("a rose", tone="pink"), r"The look of 'r' has the tone 'pink'. Tones: plain, red, "),  # type: ignore[arg-type]
    ],
)
def test_a_look_that_cannot_be_drawn_is_a_mistake(look: PieceStyle, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Face(scene=lambda _: SCENE, looks={"r": look})
