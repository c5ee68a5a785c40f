import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.cli.simulate import median
from tests.cli.invoke import assert_wrong_use, rondel

RONDEL = (sys.executable, "-c", "from rondel.cli.main import main; main()")


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
    told = json.loads(rondel("simulate", "decks", "--games", 1, "--json").stdout)

    again = json.loads(rondel("simulate", "decks", "--games", 1, "--json", "--seed", told["seed"]).stdout)
    assert again["digest"] == told["digest"]


def test_options_come_from_a_file(tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"turnLimit": 1, "discardCount": 0}')

    told = json.loads(
        rondel("simulate", "decks", "--games", 20, "--seed", 1, "--json", "--options", options).stdout
    )

    assert set(told["endings"]) == {"closed", "turn_limit"}


@pytest.mark.parametrize("text", ["{", '{"handSize": 99}', '{"colour": "red"}', '{"deck": 1, "deck": 2}'])
def test_options_that_are_none_are_answered_with_one_line(tmp_path: Path, text: str) -> None:
    options = tmp_path / "options.json"
    options.write_text(text)

    assert_wrong_use(rondel("simulate", "decks", "--options", options), "options.json", "Deck Planner")


def test_a_game_is_left_after_so_many_versions() -> None:
    told = json.loads(rondel("simulate", "decks", "--games", 3, "--max-steps", 2, "--json").stdout)

    assert told["longestVersions"] == 2
    assert "(unfinished)" in told["endings"]


def test_the_median_is_the_length_that_half_do_not_exceed() -> None:
    assert median({}) == 0
    assert median({3: 1}) == 3
    assert median({3: 1, 5: 1}) == 3
    assert median({3: 1, 5: 1, 9: 5}) == 9


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_it_with_the_numbers_so_far(jobs: int) -> None:
    """The progress bar says when it is under way; Ctrl-C goes to the whole group, as in a terminal."""
    terminal, its_end = pty.openpty()
    command = (*RONDEL, "simulate", "decks", "--games", "1000000", "--jobs", str(jobs), "--json")
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its_end, start_new_session=True)
    os.close(its_end)
    try:
        shown = b""
        while b"/1000000" not in shown or b" 0/1000000" in shown[-200:]:
            shown += os.read(terminal, 4096)
        os.killpg(child.pid, signal.SIGINT)
        out, _ = child.communicate(timeout=60)
    finally:
        child.kill()
        child.wait()
        os.close(terminal)

    assert child.returncode == 130
    told = json.loads(out)
    assert told["isInterrupted"]
    assert 0 < told["games"] < 1_000_000
    assert sum(told["endings"].values()) == told["games"]
    assert b"Traceback" not in shown
