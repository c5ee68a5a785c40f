"""Decks obeys the laws of every game."""

from rondel.games.decks.game import DECKS
from rondel.laws import obey
from rondel.laws.shrink import obeys


def test_decks_obeys_the_laws() -> None:
    obey(DECKS, steps=500)


test_decks_obeys_the_laws_under_hypothesis = obeys(DECKS, examples=10)
