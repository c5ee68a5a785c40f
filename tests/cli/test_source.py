"""A package that is used where it stands."""

import sys
from pathlib import Path

import pytest

from rondel.cli.source import NotAPackage, on_the_path, source_in
from rondel.wire.shelf import NotOnTheShelf, take
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.written import written


def test_a_game_is_found_by_name_in_its_own_folder_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, monkeypatch)

    result = rondel("simulate", "river_kings", "--games", 3, "--bots", "careful,random", "--seed", 1)
    assert result.exit_code == 0, result.output
    assert "played_out" in result.stdout
    assert_wrong_use(
        rondel("simulate", "kings"), "There is no game called 'kings'", "In this folder: river_kings."
    )

    monkeypatch.chdir(tmp_path)
    assert_wrong_use(rondel("simulate", "river_kings"), "There is no game called 'river_kings'")


def test_a_game_that_cannot_be_loaded_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = written(tmp_path, monkeypatch)
    (package / "src/river_kings/game.py").write_text("1 / 0\n")

    assert_wrong_use(rondel("simulate", "river_kings"), "ZeroDivisionError", "game.py:1")


def test_everything_is_as_before_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = written(tmp_path, monkeypatch)
    before = list(sys.path)

    with on_the_path(source_in(package)):
        take("river_kings")

    assert sys.path == before
    assert "river_kings.game" not in sys.modules
    with pytest.raises(NotOnTheShelf):
        take("river_kings")


@pytest.mark.parametrize(
    ("project", "said"),
    [
        (None, "rondel new"),
        ("[project", "cannot be read"),
        ("[project]\nname = 'x'\n", "names no game"),
        ("[project]\nentry-points = 3\n", "names no game"),
    ],
)
def test_a_folder_without_a_package_says_what_is_missing(
    tmp_path: Path, project: str | None, said: str
) -> None:
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)

    with pytest.raises(NotAPackage, match=said):
        source_in(tmp_path)
