"""The shelf: games are found where they are installed, by entry point."""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from rondel.wire.shelf import GROUP, NotOnTheShelf, shelf, take
from tests.kernel.tally import TALLY

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A place where nothing is installed but what the test puts there."""

    def installed(**games: str) -> None:
        folder = tmp_path / f"{'_'.join(games)}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {'_'.join(games)}\nVersion: 1.0\n")
        lines = [f"{name} = {where}" for name, where in games.items()]
        (folder / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines, ""]))

    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    take.cache_clear()
    yield installed
    take.cache_clear()


def test_an_installed_game_is_found_by_its_entry_point(install: Install) -> None:
    install(tally="tests.kernel.tally:TALLY")

    assert take("tally") is TALLY
    assert shelf() == {"tally": TALLY}


def test_a_name_nobody_has_is_answered_with_the_names_there_are(install: Install) -> None:
    install(tally="tests.kernel.tally:TALLY")

    with pytest.raises(NotOnTheShelf, match=r"^There is no game called 'chess'. Installed: tally.$"):
        take("chess")


def test_an_empty_shelf_says_so(install: Install) -> None:
    with pytest.raises(NotOnTheShelf, match=r"^There is no game called 'tally'. Installed: none.$"):
        take("tally")


def test_an_entry_point_that_is_no_game_is_its_authors_mistake(install: Install) -> None:
    install(tally="tests.kernel.tally:SECRET")

    with pytest.raises(AssertionError, match=r"entry point tally in rondel.games is not a Game"):
        shelf()


def test_a_game_under_another_name_is_its_authors_mistake(install: Install) -> None:
    install(rummy="tests.kernel.tally:TALLY")

    with pytest.raises(AssertionError, match="entry point rummy holds a game that calls itself tally"):
        shelf()


def test_decks_comes_with_rondel() -> None:
    assert "decks" in {entry.name for entry in entry_points(group=GROUP)}


def test_a_broken_game_spoils_no_other(install: Install) -> None:
    install(tally="tests.kernel.tally:TALLY", torn="tests.kernel.nowhere:TORN")

    assert take("tally") is TALLY
    with pytest.raises(ModuleNotFoundError):
        take("torn")
