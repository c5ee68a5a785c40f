"""The lint of names finds an old name in code, and none in prose."""

import json

from tools.names import RENAMES, ROOT, found_in, is_vague, python_names


def test_a_name_is_found_as_a_token_and_not_in_prose() -> None:
    text = 'def f():\n    """Nobody told me."""\n    told = 1  # told\n    return told\n'

    assert [line for line, name in python_names(text) if name == "told"] == [3, 4]


def test_a_name_inside_an_f_string_is_found() -> None:
    assert (2, "told") in python_names('told = 1\nf"{told}"\n')


def test_a_vague_word_is_found_inside_a_longer_name_but_not_in_the_sentence_of_a_test() -> None:
    vague = ("told", "_is_told", "ROWS_KEPT", "askedAt", "SaidBy")
    assert all(map(is_vague, vague))
    assert not any(map(is_vague, ("test_nobody_is_told", "unfolded", "heardle", "masked")))


def test_a_scoped_name_is_looked_for_below_its_path_only() -> None:
    places = ("tests/tools",)
    here = found_in({"names": {}, "scoped": {"tests/tools/test_names.py:found_in": "x"}}, places)
    elsewhere = found_in({"names": {}, "scoped": {"tests/docs:found_in": "x"}}, places)

    assert {each.path for each in here} == {"tests/tools/test_names.py"}
    assert elsewhere == []


def test_every_file_that_was_moved_is_where_the_list_says() -> None:
    paths = json.loads(RENAMES.read_text(encoding="utf-8"))["paths"]

    assert [new for new in paths.values() if not (ROOT / new).exists()] == []
