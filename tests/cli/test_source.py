"""A package that is used where it stands."""

import shutil
import sys
from pathlib import Path

import pytest

from rondel.cli.arguments.package_source import NotAPackageError, on_the_path, refresh, source_in
from rondel.cli.checks.bounded import folder_of
from rondel.wire.registry import GameNotFoundError, load_game
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.written import plant, written


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


def test_the_files_in_the_folder_are_judged_and_not_an_installed_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = written(tmp_path, monkeypatch)
    installed = tmp_path / "installed"
    shutil.copytree(package / "src", installed)
    info = installed / "rondel_river_kings-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rondel-river-kings\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[rondel.games]\nriver_kings = river_kings.game:GAME\n")
    monkeypatch.syspath_prepend(str(installed))
    refresh()
    assert Path(folder_of(load_game("river_kings"))) == installed / "river_kings"

    plant(package, ("[cls(card) for card in", "[cls(61) for card in"))
    found = rondel("laws", "river_kings", "--steps", 20, "--seed", 1)
    assert found.exit_code == 1, found.output
    assert f"Files: {package / 'src/river_kings'}" in found.output
    assert "and not the installed copy" in rondel("games").output

    monkeypatch.chdir(tmp_path)
    assert rondel("laws", "river_kings", "--steps", 20, "--seed", 1).exit_code == 0
    for name in [name for name in sys.modules if name.partition(".")[0] == "river_kings"]:
        del sys.modules[name]
    monkeypatch.undo()
    refresh()


def test_a_game_that_cannot_be_loaded_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = written(tmp_path, monkeypatch)
    (package / "src/river_kings/game.py").write_text("1 / 0\n")

    assert_wrong_use(rondel("simulate", "river_kings"), "ZeroDivisionError", "game.py:1")


def test_everything_is_as_before_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = written(tmp_path, monkeypatch)
    before = list(sys.path)

    with on_the_path(source_in(package)):
        load_game("river_kings")

    assert sys.path == before
    assert "river_kings.game" not in sys.modules
    with pytest.raises(GameNotFoundError):
        load_game("river_kings")


@pytest.mark.parametrize(
    ("project", "message"),
    [
        (None, "rondel new"),
        ("[project", "cannot be read"),
        ("[project]\nname = 'x'\n", "names no game"),
        ("[project]\nentry-points = 3\n", "names no game"),
    ],
)
def test_a_folder_without_a_package_says_what_is_missing(
    tmp_path: Path, project: str | None, message: str
) -> None:
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)

    with pytest.raises(NotAPackageError, match=message):
        source_in(tmp_path)
