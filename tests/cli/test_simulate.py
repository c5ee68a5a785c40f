import json
from pathlib import Path

import pytest

from rondel.cli.commands.simulate import length
from tests.cli.invoke import assert_wrong_use, interrupted, rondel


def test_games_are_counted_by_their_endings() -> None:
    result = rondel("simulate", "decks", "--games", 5, "--seed", 7)

    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.startswith("Deck Planner: 5 games. Seed 7.\nEndings:\n  closed")
    assert "steps/s" in result.stdout
    assert "Digest: " in result.stdout


def test_equal_seeds_give_equal_games_on_any_number_of_processes() -> None:
    one, two, other = (
        json.loads(rondel("simulate", "decks", "--games", 6, "--seed", seed, "--jobs", jobs, "--json").stdout)
        for seed, jobs in ((7, 1), (7, 2), (8, 1))
    )

    for key in ("endings", "steps", "medianVersions", "longestVersions", "digest"):
        assert one[key] == two[key]
    assert one["digest"] != other["digest"]
    assert two["jobs"] == 2


def test_without_a_seed_one_is_chosen_and_told() -> None:
    summary = json.loads(rondel("simulate", "decks", "--games", 1, "--json").stdout)

    again = json.loads(rondel("simulate", "decks", "--games", 1, "--json", "--seed", summary["seed"]).stdout)
    assert again["digest"] == summary["digest"]


def test_options_come_from_a_file(tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"turnLimit": 1, "discardCount": 0}')

    summary = json.loads(
        rondel("simulate", "decks", "--games", 20, "--seed", 1, "--json", "--options", options).stdout
    )

    assert set(summary["endings"]) == {"closed", "turn_limit"}


@pytest.mark.parametrize("text", ["{", '{"handSize": 99}', '{"colour": "red"}', '{"deck": 1, "deck": 2}'])
def test_options_that_are_none_are_answered_with_one_line(tmp_path: Path, text: str) -> None:
    options = tmp_path / "options.json"
    options.write_text(text)

    assert_wrong_use(rondel("simulate", "decks", "--options", options), "options.json", "Deck Planner")


def test_a_game_is_left_after_so_many_versions() -> None:
    summary = json.loads(rondel("simulate", "decks", "--games", 3, "--max-steps", 2, "--json").stdout)

    assert summary["longestVersions"] == 2
    assert "(unfinished)" in summary["endings"]


def test_a_length_is_what_so_many_percent_of_the_games_do_not_exceed() -> None:
    assert length({}, 50) == 0
    assert length({3: 1}, 50) == 3
    assert length({3: 1, 5: 1}, 50) == 3
    assert length({3: 1, 5: 1, 9: 5}, 50) == 9
    assert [length({3: 5, 5: 90, 9: 5}, percent) for percent in (5, 6, 95, 96, 100)] == [3, 5, 5, 9, 9]


def test_named_bots_play_and_are_counted_by_their_seats() -> None:
    arguments = ("simulate", "cambio", "--bots", "hard,random", "--games", 20, "--seed", 3)

    summary, shown = json.loads(rondel(*arguments, "--json").stdout), rondel(*arguments).stdout

    assert summary["bots"] == ["hard", "random"]
    assert summary["wins"][0] > summary["wins"][1]
    assert summary["games"] <= sum(summary["wins"])
    assert summary["versionsByPercent"]["50"] == summary["medianVersions"]
    assert summary["versionsByPercent"]["100"] == summary["longestVersions"]
    assert f"  0 hard    {summary['wins'][0]:>9}" in shown
    assert f"Not longer than: 5 % {summary['versionsByPercent']['5']}, 25 %" in shown


def test_a_game_without_winners_has_none_to_count() -> None:
    arguments = ("simulate", "decks", "--games", 2, "--seed", 7)

    assert json.loads(rondel(*arguments, "--json").stdout)["wins"] == [0]
    assert "First by seat" not in rondel(*arguments).stdout


def test_greedy_players_of_imperial_end_it_by_25_points() -> None:
    summary = json.loads(
        rondel("simulate", "imperial", "--bots", "greedy", "--games", 3, "--seed", 1, "--json").stdout
    )

    assert summary["bots"] == ["greedy", "greedy"]
    assert summary["endings"] == {"power_25": 3}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("cambio --bots hrad", "No bot called 'hrad' plays Cambio. There are: random,"),
        ("cambio --bots hard --seats 7", "played by 2 to 6, not by 7"),
        ("cambio --bots hard,easy,random --seats 2", "3 bots do not fit on 2 seats"),
        ("decks --bots random,random", "played by 1 to 1, not by 2"),
    ],
)
def test_bots_that_cannot_sit_there_are_answered_with_one_line(arguments: str, expected: str) -> None:
    assert_wrong_use(rondel("simulate", *arguments.split()), expected)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_it_with_the_numbers_so_far(jobs: int) -> None:
    summary = interrupted("simulate", "decks", "--games", "1000000", "--jobs", str(jobs), "--json")

    assert summary["isInterrupted"]
    assert 0 < summary["games"] < 1_000_000
    assert sum(summary["endings"].values()) == summary["games"]
