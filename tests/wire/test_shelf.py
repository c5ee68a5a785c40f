"""The shelf: games are found where they are installed, by entry point."""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from rondel.wire.shelf import GROUP, BrokenGame, NotOnTheShelf, broken, shelf, take
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


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("tests.kernel.tally:SECRET", "it is a bytes, not a Game"),
        ("tests.kernel.tally:TALLY", "its entry point is called 'torn', but the game calls itself 'tally'"),
        ("tests.kernel.nowhere:TORN", "ModuleNotFoundError: No module named 'tests.kernel.nowhere'"),
        ("tests.kernel.tally:NOTHING", "AttributeError: module 'tests.kernel.tally' has no attribute"),
    ],
)
def test_a_broken_game_is_left_out_and_named_with_its_reason(
    install: Install, where: str, reason: str
) -> None:
    install(tally="tests.kernel.tally:TALLY", torn=where)

    assert shelf() == {"tally": TALLY}
    assert take("tally") is TALLY
    assert list(broken()) == ["torn"]
    assert broken()["torn"].startswith(reason)
    with pytest.raises(BrokenGame) as told:
        take("torn")
    assert str(told.value) == f"The game 'torn' is installed but cannot be loaded: {broken()['torn']}"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("raise KeyError('cards')", "KeyError: 'cards' ({file}:2)"),
        ("raise RuntimeError", "RuntimeError ({file}:2)"),
        ("import sys; sys.exit('no licence\\nfound')", "SystemExit: no licence found ({file}:2)"),
        ("def broken(:", "SyntaxError: invalid syntax ({file}:2)"),
    ],
)
def test_a_module_that_raises_is_named_with_file_and_line(
    install: Install, tmp_path: Path, line: str, reason: str
) -> None:
    (tmp_path / "torn_game.py").write_text(f"# a game that its author has not tried\n{line}\n")
    install(torn="torn_game:GAME")

    assert broken() == {"torn": reason.format(file=tmp_path / "torn_game.py")}


def test_where_no_game_is_broken_none_is_named(install: Install) -> None:
    install(tally="tests.kernel.tally:TALLY")

    assert broken() == {}


def test_decks_comes_with_rondel() -> None:
    assert "decks" in {entry.name for entry in entry_points(group=GROUP)}
