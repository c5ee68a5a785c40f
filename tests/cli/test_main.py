from importlib.metadata import version

import pytest

from tests.cli.invoke import assert_wrong_use, rondel

COMMANDS = (
    "bots",
    "cells",
    "demo",
    "doctor",
    "games",
    "laws",
    "migrate",
    "play",
    "record",
    "serve",
    "settings",
    "simulate",
    "tables",
    "vapid",
    "verify",
)


def test_without_a_command_it_says_what_there_is() -> None:
    result = rondel()

    assert result.exit_code == 0
    assert all(command in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself_with_an_example(command: str) -> None:
    result = rondel(command, "--help")

    assert result.exit_code == 0
    assert f"Example: `rondel {command}" in result.stdout


def test_it_tells_its_version() -> None:
    assert rondel("--version").stdout == f"rondel {version('rondel')}\n"


def test_an_unknown_command_is_answered_with_one_line() -> None:
    assert_wrong_use(rondel("simulat"), "simulat", "rondel --help")


@pytest.mark.parametrize("command", ["simulate", "laws", "play"])
def test_an_unknown_game_is_answered_with_one_line(command: str) -> None:
    result = rondel(command, "dekcs")

    assert_wrong_use(result)
    assert result.stderr == "There is no game called 'dekcs'. Installed: cambio, decks, imperial.\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("simulate", "Missing argument 'GAME'"),
        ("simulate decks --gmaes 3", "--gmaes"),
        ("simulate decks --games many", "many"),
        ("simulate decks --games 0", "--games"),
        ("simulate decks --jobs 0", "--jobs"),
        ("simulate decks --seats 2", "played by 1 to 1, not by 2"),
        ("simulate decks --options nowhere.json", "nowhere.json"),
        ("simulate decks extra", "extra"),
        ("laws decks --law justice", "There is no law called 'justice'. Laws: "),
        ("laws decks --steps 0", "--steps"),
        ("laws", "Missing argument 'GAME'"),
        ("verify", "Missing argument 'TRANSCRIPT...'"),
        ("verify nowhere.jsonl", "nowhere.jsonl"),
        ("play", "Missing argument 'GAME'"),
        ("play decks --save /", "directory"),
        ("play decks --save decks.secret", "decks.jsonl"),
        ("play decks", "terminal"),
        ("games decks", "decks"),
    ],
)
def test_wrong_use_is_answered_with_one_line(arguments: str, expected: str) -> None:
    assert_wrong_use(rondel(*arguments.split()), expected)
