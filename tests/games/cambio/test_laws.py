"""Cambio obeys the laws of every game."""

import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.laws import obey, run
from rondel.laws.secrecy import SECRECY
from rondel.laws.shrink import obeys


@pytest.mark.untraced
def test_cambio_obeys_the_laws() -> None:
    obey(CAMBIO, steps=500)


test_cambio_obeys_the_laws_under_hypothesis = pytest.mark.untraced(obeys(CAMBIO, examples=10))


@pytest.mark.untraced
@pytest.mark.parametrize("pairs", [120, pytest.param(500, marks=pytest.mark.long)])
def test_pairs_of_worlds_play_on_long_enough_to_tell_something(pairs: int) -> None:
    report = run(CAMBIO, laws=[SECRECY], pairs=pairs, seed=2)

    assert report.violations == ()
    assert set(report.pairs) == {"seat", "bot", "spectator"}
    assert report.long_pairs >= 0.8 * sum(report.pairs.values())
