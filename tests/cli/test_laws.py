import json
import os
import pty
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rondel.wire.proof import verify
from rondel.wire.registry import load_game
from tests.cli.invoke import rondel

QUICK = ("--steps", 60, "--seed", 3, "--law", "conservation", "--law", "codec")


def test_a_game_that_obeys_is_told_as_such() -> None:
    result = rondel("laws", "decks", *QUICK)

    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Deck Planner obeys the laws. Seed 3.\nWalked: ")
    assert "Checks: codec " in result.stdout
    assert "conservation " in result.stdout
    assert "Digest: " in result.stdout


def test_laws_of_secrets_without_a_secret_say_that_there_was_nothing_to_compare() -> None:
    secret, none = (
        rondel("laws", "decks", "--steps", steps, "--seed", 3, "--law", "secrecy").stdout
        for steps in (400, 1)
    )

    assert "Pairs of worlds: none; 0 of them played on, 0 differed in something hidden." not in secret
    assert "Nothing to compare" not in secret
    assert "0 differed in something hidden.\nNothing to compare: no secret was found" in none


def test_json_is_the_last_line_and_equal_seeds_give_equal_digests() -> None:
    one, again = (
        json.loads(rondel("laws", "decks", *QUICK, "--json").stdout.splitlines()[-1]) for _ in range(2)
    )

    assert one["violations"] == 0
    assert one["broken"] == []
    assert one["seed"] == 3
    assert one["steps"] >= 60
    assert set(one["checks"]) == {"conservation", "codec"}
    assert one["digest"] == again["digest"]


def test_without_a_seed_one_is_chosen_and_told() -> None:
    summary = json.loads(rondel("laws", "decks", "--steps", 20, "--law", "codec", "--json").stdout)

    assert summary["seed"] >= 0


@pytest.mark.parametrize("as_json", [False, True])
def test_a_broken_law_is_told_with_how_to_repeat_it(monkeypatch: pytest.MonkeyPatch, as_json: bool) -> None:
    decks = load_game("decks")
    lossy = replace(decks, conserved=lambda state: {"drawPile": len(state.draw_pile)})
    monkeypatch.setattr("rondel.cli.arguments.parameters.load_game", lambda _: lossy)

    result = rondel(
        "laws", "decks", "--steps", 200, "--seed", 3, "--law", "conservation", *["--json"] * as_json
    )

    assert result.exit_code == 1
    assert "conservation: " in result.stdout
    assert "To see it again: rondel laws decks --law conservation --seed 3" in result.stdout
    if as_json:
        summary = json.loads(result.stdout)
        assert summary["violations"] == len(summary["broken"]) > 0
    else:
        assert result.stdout.startswith("Deck Planner breaks the laws.")


def test_a_sitting_that_broke_a_law_is_kept_and_can_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    decks = load_game("decks")
    lossy = replace(decks, conserved=lambda state: {"drawPile": len(state.draw_pile)})
    monkeypatch.setattr("rondel.cli.arguments.parameters.load_game", lambda _: lossy)
    folder = tmp_path / "kept"

    result = rondel(
        "laws", "decks", "--steps", 200, "--seed", 3, "--law", "conservation", "--keep", str(folder)
    )

    assert result.exit_code == 1
    assert "  row " in result.stdout
    assert "  the law is: no move creates or destroys a piece; " in result.stdout
    assert result.stdout.count("Broken: conservation: ") < 10
    assert " times, perhaps with other values\n" in result.stdout
    assert (folder / "decks-conservation-3-1.jsonl").exists()
    assert not verify(decks, (folder / "decks-conservation-3-1.jsonl").read_bytes()).faults


def test_a_matrix_says_which_events_part_worlds() -> None:
    arguments = ("laws", "decks", "--steps", 400, "--seed", 3, "--law", "consistency", "--law", "randomness")

    lines = rondel(*arguments, "--matrix").stdout.splitlines()
    matrix = json.loads(rondel(*arguments, "--json").stdout)["matrix"]

    head = next(number for number, line in enumerate(lines) if line.startswith("Event "))
    assert lines[head].split() == ["Event", "Audience", "received", "parted"]
    assert any(line.startswith("HandDealt ") and " everyone " in line for line in lines[head:])
    assert len(lines[head + 1 :]) == len(matrix) > 0
    assert {"event", "audience", "received", "parted"} == set(matrix[0])


def test_a_matrix_of_nothing_heard_has_a_head_alone() -> None:
    result = rondel("laws", "decks", *QUICK, "--matrix")

    assert result.stdout.splitlines()[-1].split() == ["Event", "Audience", "received", "parted"]


def test_ctrl_c_ends_the_walk() -> None:
    command = (
        sys.executable,
        "-c",
        "from rondel.cli.main import main; main()",
        "laws",
        "decks",
        "--steps",
        "10000000",
    )
    terminal, its_end = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its_end, start_new_session=True) as child:
        os.close(its_end)
        try:
            shown = b""
            while b"/10000000" not in shown:
                shown += os.read(terminal, 4096)
            os.killpg(child.pid, signal.SIGINT)
            out, _ = child.communicate(timeout=60)
        finally:
            child.kill()
            os.close(terminal)

    assert child.returncode == 130
    assert b"Deck Planner" in out
    assert b"stopped" in out
    assert b"Traceback" not in shown


def test_several_processes_find_what_one_finds() -> None:
    arguments = ("laws", "decks", "--steps", 4100, "--seed", 3, "--law", "codec", "--json")

    one, two = (json.loads(rondel(*arguments, "--jobs", jobs).stdout.splitlines()[-1]) for jobs in (1, 2))

    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    assert one["steps"] >= 4100


def test_pairs_are_counted_in_one_process() -> None:
    result = rondel("laws", "decks", "--pairs", 10, "--jobs", 2)

    assert result.exit_code == 2
    assert "leave out --jobs" in result.stderr
