"""A package that `rondel new` has written, and faults to plant in it."""

from pathlib import Path

import pytest

from tests.cli.invoke import rondel


def written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str = "river_kings", seats: str = "2-3"
) -> Path:
    """The folder of a new package, which is the current one from now on."""
    monkeypatch.chdir(folder)
    result = rondel("new", name, "--seats", seats)
    assert result.exit_code == 0, result.output
    monkeypatch.chdir(folder / name)
    return folder / name


def plant(package: Path, *faults: tuple[str, str]) -> None:
    """Put other words in place of some in the game's rules."""
    [file] = package.glob("src/*/game.py")
    text = file.read_text()
    for good, bad in faults:
        assert good in text, good
        text = text.replace(good, bad)
    file.write_text(text)
