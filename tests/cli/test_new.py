"""`rondel new`: what it writes, and what it says instead."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.cli.arguments.package_source import on_the_path, source_in
from rondel.wire.registry import load_game
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.written import written

LONGEST = "a_name_that_is_30_letters_long"


@pytest.mark.drawn(1 / 3)
def test_a_new_package_passes_its_own_tests_at_any_number_of_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tests hold it to the laws, so they take a few seconds."""
    written(tmp_path, monkeypatch, LONGEST, "2-8")

    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis")
    done = subprocess.run(command, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


def test_what_is_written_is_formatted_and_has_no_fault_to_find(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, monkeypatch, LONGEST)

    for command in (("format", "--check"), ("check", "--no-cache")):
        done = subprocess.run(
            (sys.executable, "-m", "ruff", *command, "."),
            capture_output=True,
            text=True,
            env={**os.environ, "RUFF_NO_CACHE": "true"},
        )
        assert done.returncode == 0, done.stdout


def test_the_rules_have_at_most_140_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = written(tmp_path, monkeypatch)

    lines = (package / "src/river_kings/game.py").read_text().splitlines()

    assert len([line for line in lines if line.strip()]) <= 140


@pytest.mark.parametrize(
    ("seats", "numbers"), [("3-6", range(3, 7)), ("4", range(4, 5)), (" 2-8", range(2, 9))]
)
def test_the_game_is_for_so_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: str, numbers: range
) -> None:
    package = written(tmp_path, monkeypatch, "river_kings", seats)

    with on_the_path(source_in(package)):
        game = load_game("river_kings")

    assert game.seats == numbers
    assert game.title == "River Kings"


def test_the_next_commands_are_said_and_stand_in_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    output = rondel("new", "moon").stdout

    readme = (tmp_path / "moon/README.md").read_text()
    for command in ("rondel dev", "rondel check moon"):
        assert command in output
        assert f"`{command}`" in readme
    assert "sample" not in readme.lower()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RiverKings", "Try river_kings."),
        ("river-kings", "Try river_kings."),
        ("", "cannot be the name of a game"),
        ("a" * 31, "up to 30"),
        ("json", "json_game"),
        ("lambda", "lambda_game"),
        ("rondel", "rondel_game"),
        ("cambio", "my_cambio"),
    ],
)
def test_a_wrong_name_is_refused_and_a_right_one_proposed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, expected: str
) -> None:
    monkeypatch.chdir(tmp_path)

    assert_wrong_use(rondel("new", name), expected)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seats", ["1-3", "6-3", "2-9", "three", "3-", ""])
def test_wrong_seats_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: str) -> None:
    monkeypatch.chdir(tmp_path)

    assert_wrong_use(rondel("new", "moon", "--seats", seats), "as in 3-6")

    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "moon").write_text("mine")

    assert_wrong_use(rondel("new", "moon"), "already exists")

    assert (tmp_path / "moon").read_text() == "mine"
