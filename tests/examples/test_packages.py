"""The example games are short, cite their rules, and name things that are there."""

import re
from importlib import import_module

import pytest

from tests.examples.sources import EXAMPLES, lines_of_code, project, source

GAMES = ("bramble", "liars_dice")
MOST_LINES = {"bramble": 320, "liars_dice": 200}


def test_lines_of_code_are_neither_blank_nor_described() -> None:
    assert (
        lines_of_code('"""A module."""\n\nX = 1\n"""What X is,\nin two lines."""\n\n# why\nY = "text"\n') == 3
    )


@pytest.mark.parametrize("game", GAMES)
def test_rules_face_and_english_words_are_short(game: str) -> None:
    """In the format that the linter holds all sources to: 110 columns."""
    lines = sum(lines_of_code(source(game, module)) for module in ("rules", "face", "game"))

    assert lines <= MOST_LINES[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_readme_has_a_test(game: str) -> None:
    rules = re.findall(
        r"^- \*\*(\d+\.\d+)\*\*", (EXAMPLES / game / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    tests = (EXAMPLES / game / "tests" / f"test_{game}.py").read_text(encoding="utf-8")
    cited = {f"{one}.{two}" for one, two in re.findall(r"^def test_(\d+)_(\d+)_", tests, re.MULTILINE)}

    assert len(rules) >= 8
    assert cited == set(rules)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("group", ["rondel.games", "rondel.bots"])
def test_entry_points_name_what_is_there(game: str, group: str) -> None:
    [(name, target)] = project(game)["entry-points"][group].items()
    module, _, value = target.partition(":")

    assert name.partition(".")[0] == game
    assert hasattr(import_module(module), value)
