from xml.etree import ElementTree as ET

from rondel.arena.plot import BINS, Histogram, histogram, svg, text


def test_all_names_have_the_same_columns() -> None:
    drawn = histogram({"hard": [3, 4, 4], "random": [6]})

    assert drawn == Histogram(3, 1, {"hard": (1, 2, 0, 0), "random": (0, 0, 0, 1)})
    assert drawn.highest == 2


def test_a_wide_range_is_put_into_fewer_columns() -> None:
    drawn = histogram({"hard": [-2, 97]})

    assert (drawn.low, drawn.step) == (-2, 5)
    assert len(drawn.columns["hard"]) == 20 <= BINS
    assert (drawn.columns["hard"][0], drawn.columns["hard"][-1]) == (1, 1)


def test_without_scores_there_is_nothing_to_draw() -> None:
    assert histogram({"random": []}) == Histogram(0, 1, {})
    assert Histogram(0, 1, {}).highest == 0
    assert list(text(Histogram(0, 1, {}))) == []


def test_as_text_the_highest_column_has_the_longest_bar() -> None:
    assert list(text(histogram({"hard": [9, 10, 10]}))) == [
        "Scores of hard:",
        f"   9      1 {'█' * 20}",
        f"  10      2 {'█' * 40}",
    ]


def test_a_column_of_several_scores_says_which() -> None:
    assert list(text(histogram({"hard": [0, 47]})))[1].split()[0] == "0..1"


def test_as_svg_every_column_is_drawn_and_every_word_escaped() -> None:
    drawn = ET.fromstring(svg(histogram({"a<b": [1, 2, 2], "c": [2, 3, 3]}), "Cambio & more"))

    space = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f"{space}rect")) == 1 + 2 * 3
    words = [word.text for word in drawn.iter(f"{space}text")]
    assert "Cambio & more" in words
    assert "a<b" in words


def test_as_svg_nothing_is_drawn_too() -> None:
    assert ET.fromstring(svg(Histogram(0, 1, {}), "Decks")).tag.endswith("svg")
