"""Cambio obeys the laws of every game."""

import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.laws import obey, run
from rondel.laws.secrecy import SECRECY
from rondel.laws.shrink import obeys
from tests.sample import size


@pytest.mark.untraced
def test_cambio_obeys_the_laws() -> None:
    obey(CAMBIO, steps=size(150, nightly=2_000))


test_cambio_obeys_the_laws_under_hypothesis = pytest.mark.untraced(
    obeys(CAMBIO, examples=size(4, nightly=30))
)


@pytest.mark.untraced
@pytest.mark.parametrize("pairs", [40, pytest.param(500, marks=pytest.mark.long)])
def test_pairs_of_worlds_play_on_long_enough_to_tell_something(pairs: int) -> None:
    report = run(CAMBIO, laws=[SECRECY], pairs=pairs, seed=2)

    assert report.violations == ()
    assert set(report.pairs) == {"seat", "bot", "spectator"}
    assert report.long_pairs >= 0.8 * sum(report.pairs.values())
