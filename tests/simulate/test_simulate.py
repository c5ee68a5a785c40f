"""The simulator: nothing is found in some dozens of seeds, a seed replays exactly, and mutants are found."""

import os
import subprocess
import sys

import msgspec
import pytest

from tests.sample import sample
from tests.simulate.mutants import applies
from tests.simulate.params import drawn
from tests.simulate.planted import MUTANTS
from tests.simulate.run import run

GAMES = ("cambio", "imperial", "decks")


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_replays_exactly(game: str) -> None:
    """The first line that differs is in the message, where there is one."""
    lines: list[list[str]] = [[], []]
    digests = {run(drawn(7, game), trace=each.append).digest for each in lines}

    differing = [pair for pair in zip(*lines, strict=False) if pair[0] != pair[1]]
    assert len(digests) == 1, differing[:1]


def test_a_seed_replays_exactly_in_another_process_with_other_hashes() -> None:
    code = "from tests.simulate.run import run, drawn_digest; print(drawn_digest(5))"
    outputs = {
        subprocess.run(
            (sys.executable, "-c", code),
            env={**os.environ, "PYTHONHASHSEED": number},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for number in ("1", "2")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_calm_run_of_one_node_finds_nothing(game: str) -> None:
    for seed in sample(range(4), 1):
        calm = msgspec.structs.replace(drawn(seed, game), nodes=1, faults=())
        assert run(calm).findings == ()


@pytest.mark.parametrize("game", GAMES)
def test_faults_of_every_kind_are_survived(game: str) -> None:
    """Some seeds; `just simulate-faults` plays more of them."""
    for seed in sample(range(8), 2):
        found = run(drawn(seed, game)).findings
        assert found == (), f"just simulate-faults --seed {seed} --game {game}: {found}"


def test_every_mutant_applies_and_has_a_name_of_its_own() -> None:
    assert all(applies(mutant) for mutant in MUTANTS)
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 26


@pytest.mark.parametrize(
    "name", sample(["ack-before-commit", "former-player", "presence-unheard", "stand-in-unlisted"], 2)
)
def test_a_planted_fault_is_found(name: str) -> None:
    hunt = f"import sys; from tests.simulate.mutants import hunt; sys.exit(hunt({name!r}, 200))"

    assert subprocess.run((sys.executable, "-W", "ignore", "-c", hunt), check=False).returncode == 0
