"""The simulator itself: a seed replays exactly, calm runs find nothing, mutants have names."""

import os
import subprocess
import sys

import msgspec
import pytest

from tests.simulate.mutants import MUTANTS
from tests.simulate.params import drawn
from tests.simulate.run import run

GAMES = ("cambio", "imperial", "decks")


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_replays_exactly(game: str) -> None:
    assert run(drawn(7, game)).digest == run(drawn(7, game)).digest


def test_a_seed_replays_exactly_in_another_process_with_other_hashes() -> None:
    code = "from tests.simulate.run import run, drawn_digest; print(drawn_digest(5))"
    told = {
        subprocess.run(
            (sys.executable, "-c", code),
            env={**os.environ, "PYTHONHASHSEED": number},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for number in ("1", "2")
    }
    assert len(told) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_calm_run_of_one_node_finds_nothing(game: str) -> None:
    for seed in range(4):
        calm = msgspec.structs.replace(drawn(seed, game), nodes=1, faults=())
        assert run(calm).findings == ()


def test_every_mutant_has_a_name_of_its_own() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 26
