"""Decks obeys the laws of every game."""

import pytest

from rondel.games.decks.game import DECKS
from rondel.laws import obey
from rondel.laws.shrink import obeys


@pytest.mark.untraced
def test_decks_obeys_the_laws() -> None:
    obey(DECKS, steps=500)


test_decks_obeys_the_laws_under_hypothesis = pytest.mark.untraced(obeys(DECKS, examples=10))
