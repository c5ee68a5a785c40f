"""Seeds of lessons: each lesson has one that fits, and the tool finds another."""

import pytest
from tools.lesson_seeds import FITS, seeds

from rondel.wire.registry import load_game


@pytest.mark.parametrize("name", FITS)
def test_a_lesson_has_a_seed_that_fits(name: str) -> None:
    lesson = load_game(name).lesson

    assert lesson is not None
    assert FITS[name](lesson.seed)
    assert not FITS[name]("another 1")


def test_seeds_are_searched_from_a_number_on() -> None:
    assert next(seeds("imperial")) == "imperial 7"
    assert next(seeds("decks", 7460)) == "decks 7468"
