"""A game's own face at the plain table."""

from dataclasses import replace
from pathlib import Path

from rondel.cli.terminal.plain.scene import WHOLE, drawn, presses
from rondel.cli.terminal.plain.wording import Wording
from rondel.kernel import AnyGame, Area, Fact, Piece, PieceStyle, Scene, Zone
from tests.cli.terminal.plain.seated import Seated
from tests.laws.lots import LOTS
from tests.laws.lots_face import FACED


def lines_of(scene: Scene, words: Wording, keys: dict[tuple[str, int], int] | None = None) -> list[str]:
    return drawn(scene, words, keys or {}).plain.replace("\N{NO-BREAK SPACE}", " ").splitlines()


def worded(**texts: dict[str, str]) -> AnyGame:
    """Lots, with these words by language."""
    face = FACED.face
    assert face is not None
    return replace(FACED, face=replace(face, words=texts, big=frozenset({"BID"})))


async def test_a_face_is_drawn_and_the_fields_are_on_a_page_of_their_own(tmp_path: Path) -> None:
    seated = Seated(FACED, tmp_path, bots=1, rng="bot 1")
    async with seated.on_screen(size=(120, 40)):
        assert seated.written("#task") == "Everybody bids for the lot"
        lines = seated.written("#view").splitlines()
        assert lines[lines.index("Table") :] == [
            "Table",
            "  Lot: 7▸[##]  and 3 more",
            "▶ Seat 0 (you), to act",
            "  Cash: 9 of 9",
            "  Hand: empty",
            "  6▸Purse: 9",
        ]
        assert seated.offered[5:] == ["Bid 9", "Peek"]
        await seated.press("f")
        assert "Lots left: 4" in seated.written("#view")
        await seated.press("escape")
        await seated.choose("Bid 9")

        assert "You pay 9" in seated.written("#latest")
        assert "Game started" not in seated.text
        await seated.press("h")
        assert "You pay 9" in seated.written("#view").splitlines()
        await seated.press("h")
        assert "Lot: " in seated.written("#view")


def test_pieces_lie_open_or_face_down() -> None:
    pieces = (
        Piece("12"),
        Piece("7", is_down=True, mark="marked"),
        Piece(),
        Piece(label="a back"),
        Piece("7", label="lucky"),
        Piece("3", kind="die"),
    )
    scene = Scene(
        (Area((Zone("hand", "Hand", pieces=pieces, count=8),), is_out=True), Area(), Area(marks=("passed",))),
        Area((Zone("pile"),), (Fact("Suit", "red"), Fact("Said", "a long story about a lot of things"))),
    )

    assert lines_of(scene, Wording(FACED, None)) == [
        "Seat 0, out",
        "  Hand: [a dozen]  [(7)] marked  [##]  [a back]  [lucky]  ⚂ 3  and 2 more",
        "Seat 2, passed",
        "Table",
        "  Suit: red",
        "  Said: a long story about a lot of things",
        "  pile: empty",
    ]


def test_cells_of_a_grid_lie_in_rows_under_each_other() -> None:
    cells = tuple(Piece(each) for each in ("x", "-", "castle", "-"))
    scene = Scene((), Area((Zone("board", "Board", "grid", cells, "cell", columns=2),)))

    rows = lines_of(scene, Wording(FACED, None), {("board", 1): 1})

    assert rows == ["Table", "  Board: ", "    x       1▸-   ", "    castle  -     "]


def test_what_can_be_pressed_has_a_name_of_its_own() -> None:
    picks = ({"type": "PEEK"},)
    pair = (Piece("9", picks=picks), Piece("9", picks=picks), Piece("8", picks=picks), Piece(picks=picks))
    scene = Scene(
        (Area((Zone("a", "Hand", pieces=pair),)), Area((Zone("b", "Hand", picks=picks),), picks=picks)),
        Area((Zone("c", "Pile", pieces=(Piece(picks=picks),)),), picks=picks),
    )

    assert [(press.place, press.name) for press in presses(scene, Wording(FACED, 0))] == [
        (("Seat 1", WHOLE), "Seat 1"),
        (("b", WHOLE), "Hand"),
        (("", WHOLE), "The table"),
        (("c", 0), "Pile 1: ##"),
        (("a", 0), "Hand 1: 9"),
        (("a", 1), "Hand 2: 9"),
        (("a", 2), "8"),
        (("a", 3), "Hand 4: ##"),
    ]


def test_a_sentence_is_filled_with_looks_and_words() -> None:
    game = worded(en={"SEEN": "{seat} [sees|see] {card}: {isOpen}, {none}"})
    fields = {"seat": 0, "card": "12", "isOpen": True, "none": None}

    assert Wording(game, 0).sentence("SEEN", fields) == "You see a dozen: yes, {none}"
    assert Wording(game, 0).sentence("OTHER", fields) is None
    assert Wording(LOTS, 0).sentence("SEEN", fields) is None


def test_another_language_says_all_that_it_has_words_for_and_the_rest_in_english() -> None:
    game = worded(
        en={"SEEN": "{seat} [sees|see] {card}", "BID": "Bid {amount}"},
        de={
            "SEEN": "{seat} [sieht|siehst] {card}",
            "a dozen": "ein Dutzend",
            "Wait for {seat}": "{seat} ist dran",
        },
    )
    words = Wording(game, 0, "de")

    assert words.sentence("SEEN", {"seat": 0, "card": "12"}) == "Du siehst ein Dutzend"
    assert words.sentence("SEEN", {"seat": 1, "card": "7"}) == "Platz 1 sieht 7"
    assert words.prompt("Wait for {1}") == "Platz 1 ist dran"
    assert words.prompt("Nobody waits") == "Nobody waits"
    assert (words.kind("BID"), words.kind("PEEK")) == ("Bid", "Peek")
    assert Wording(game, 0, "fr").sentence("SEEN", {"seat": 0, "card": "12"}) == "You see a dozen"


async def test_an_action_on_which_much_depends_is_asked_about_once_more(tmp_path: Path) -> None:
    seated = Seated(worded(en={"BID": "Bid {amount}"}), tmp_path, bots=1)
    async with seated.on_screen():
        before = seated.sitting.version
        await seated.choose("Bid 9")
        assert seated.offered == ["Yes: Bid 9", "No"]
        assert seated.sitting.version == before

        await seated.choose("Yes")
        assert seated.sitting.version > before


async def test_a_filter_finds_lines_by_their_words(tmp_path: Path) -> None:
    seated = Seated(FACED, tmp_path, bots=1)
    async with seated.on_screen():
        await seated.press("slash")
        await seated.write("bid 9")
        assert seated.offered == ["Bid 9"]
        assert seated.written("#title").endswith("Found: 1")
        await seated.press("escape")
        assert len(seated.offered) == 7

        await seated.press("slash p e e k enter")
        assert "Lot: " in seated.written("#view")


def test_pieces_have_the_colours_of_their_tones() -> None:
    face = FACED.face
    assert face is not None
    game = replace(FACED, face=replace(face, looks={"rose": PieceStyle("rose", tone="red")}))
    scene = Scene(
        (), Area((Zone("bed", "Bed", pieces=(Piece("rose"), Piece("rose", tone="blue"), Piece())),))
    )

    spans = [(str(span.style)) for span in drawn(scene, Wording(game, None), {}).spans]

    assert {"#ef7f78", "#86b6ec", "dim"} <= set(spans)
