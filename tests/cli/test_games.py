from pathlib import Path

import pytest

from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.written import written
from tests.wire.packages import Packages, install_broken_game, install_face


def test_games_are_listed_with_seats_rules_and_endings() -> None:
    result = rondel("games")

    assert result.exit_code == 0
    head, *rows = (line.split("  ") for line in result.stdout.splitlines())
    assert [cell.strip() for cell in head if cell.strip()] == ["name", "title", "seats", "rules", "endings"]
    decks = [cell.strip() for row in rows if row[0].strip() == "decks" for cell in row if cell.strip()]
    assert decks == ["decks", "Deck Planner", "1", "1", "closed, idle, turn_limit"]


def test_a_broken_game_has_a_line_with_its_reason_and_the_others_are_listed(packages: Packages) -> None:
    before = rondel("games").stdout
    reason = install_broken_game(packages)

    result = rondel("games")

    assert result.exit_code == 0
    assert result.stdout == (
        f"{before}left out: torn 1.0, entry point torn = torn_game:GAME: {reason}."
        " Repair or uninstall the package, then restart the server.\n"
    )


def test_a_broken_bot_has_a_line_too(packages: Packages) -> None:
    packages.install("bold", bots={"cambio.bold": "nowhere:bold"})

    assert "left out: bold 1.0, entry point cambio.bold = nowhere:bold: " in rondel("games").stdout


def test_the_package_in_this_folder_is_listed_and_said_not_to_be_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rondel("games").stdout
    written(tmp_path, monkeypatch)

    lines = rondel("games").stdout.splitlines()

    assert lines[-1].startswith("river_kings: in this folder, and not installed. Commands find it while you")
    assert ["river_kings", "River", "Kings", "2–3", "1", "played_out"] in [line.split() for line in lines]
    assert len(lines) == len(before.splitlines()) + 2
    monkeypatch.chdir(tmp_path)
    assert rondel("games").stdout == before


def test_a_broken_bot_in_this_folder_is_named_with_its_line_wherever_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = written(tmp_path, monkeypatch)
    bot = package / "src" / "river_kings" / "bot.py"
    bot.write_text(f"import nothing_like_it\n{bot.read_text()}")
    why = (
        "rondel-river-kings 0.1.0, entry point river_kings.careful = river_kings.bot:careful: "
        f"ModuleNotFoundError: No module named 'nothing_like_it' ({bot}:1)"
    )

    assert f"left out: {why}. Correct it in this folder.\n" in rondel("games").stdout
    result = rondel("play", "river_kings", "--bots", "careful")
    assert_wrong_use(result, f"The bot 'careful' of River Kings cannot be used: {why}. There are: random")


def test_a_project_in_this_folder_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = written(tmp_path, monkeypatch)
    (package / "pyproject.toml").write_text("[project\n")

    assert f"left out: the package in this folder. {package / 'pyproject.toml'} cannot be read: " in (
        rondel("games").stdout
    )
    assert_wrong_use(rondel("laws", "river_kings"), f"{package / 'pyproject.toml'} cannot be read: ")


def test_a_broken_face_has_a_line_too(packages: Packages) -> None:
    install_face(packages, "facade=9")

    assert (
        "left out: chip-box 1.0, entry point chips = chips:FACE: it is written against version 9"
        " of the facade, and this Rondel has version 1. Upgrade Rondel, or install an older version of"
    ) in rondel("games").stdout


def test_a_broken_game_that_is_asked_for_is_answered_with_its_reason(packages: Packages) -> None:
    reason = install_broken_game(packages)

    assert_wrong_use(rondel("laws", "torn"), f"The game 'torn' of torn 1.0 cannot be loaded: {reason}")
