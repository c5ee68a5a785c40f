"""Cambio obeys the laws of every game."""

from rondel.games.cambio.game import CAMBIO
from rondel.laws import obey, run
from rondel.laws.secrecy import SECRECY
from rondel.laws.shrink import obeys


def test_cambio_obeys_the_laws() -> None:
    obey(CAMBIO, steps=2000)


test_cambio_obeys_the_laws_under_hypothesis = obeys(CAMBIO, examples=10)


def test_pairs_of_worlds_play_on_long_enough_to_tell_something() -> None:
    report = run(CAMBIO, laws=[SECRECY], pairs=500, seed=2)

    assert report.violations == ()
    assert set(report.pairs) == {"seat", "bot", "spectator"}
    assert report.long_pairs >= 0.8 * sum(report.pairs.values())
