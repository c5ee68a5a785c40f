"""A game's own face at the plain table."""

from dataclasses import replace
from pathlib import Path

from rondel.cli.plain.scene import scene_lines, sentence
from rondel.kernel import Area, Fact, Piece, Scene, Zone
from tests.cli.plain.seated import Seated
from tests.laws.lots import LOTS
from tests.laws.lots_face import FACED


async def test_a_face_is_drawn_above_the_fields(tmp_path: Path) -> None:
    seated = Seated(FACED, tmp_path, bots=1)
    async with seated.on_screen(size=(120, 40)):
        lines = seated.written("#view").splitlines()
        assert lines[:5] == [
            "Everybody bids for the lot",
            "Seat 0 (you), to act",
            "  Hand: empty",
            "  Purse: 9",
            "  Cash: 9 of 9",
        ]
        assert lines[lines.index("In the middle") :][:2] == ["In the middle", "  Lot: ##, and 3 more"]
        assert "All fields" in lines
        assert "Bid 9" in seated.offered
        assert "Jot: note 1" in seated.offered
        await seated.choose("Bid 9")

        assert "You pay 9" in seated.written("#told")
        assert "Game started" not in seated.text


def test_pieces_lie_open_or_face_down() -> None:
    pieces = (
        Piece("12"),
        Piece("7", is_down=True, mark="marked"),
        Piece(),
        Piece(label="a back"),
        Piece("7", label="lucky"),
    )
    scene = Scene(
        (Area((Zone("hand", "Hand", pieces=pieces, count=7),), is_out=True), Area(), Area(marks=("passed",))),
        Area((Zone("pile"),), (Fact("Suit", "red"),)),
    )

    assert scene_lines(FACED, scene, None) == [
        "Seat 0, out",
        "  Hand: a dozen, (7) marked, ##, a back, lucky, and 2 more",
        "Seat 2, passed",
        "In the middle",
        "  pile: empty",
        "  Suit: red",
    ]


def test_a_sentence_is_filled_with_looks_and_words() -> None:
    face = FACED.face
    assert face is not None
    words = {"en": {"SEEN": "{seat} [sees|see] {card}: {isOpen}, {none}"}}
    game = replace(FACED, face=replace(face, words=words))
    fields = {"seat": 0, "card": "12", "isOpen": True, "none": None}

    assert sentence(game, "SEEN", fields, 0) == "You see a dozen: yes, {none}"
    assert sentence(game, "OTHER", fields, 0) is None
    assert sentence(LOTS, "SEEN", fields, 0) is None
