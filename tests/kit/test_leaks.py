"""Every leak planted in the example games is found, by the definition of the game or by a law."""

import pytest

from tests.kit.by_hand import BY_HAND as GOOD
from tests.kit.hand_leaks import LEAKS as BY_HAND
from tests.kit.leaks import GAMES, HARMLESS, Leak, finder, law_that_finds, planted


@pytest.mark.drawn(1 / 3)
@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "leak"),
    [(game, leak) for game, leaks in GAMES.items() for leak in leaks],
    ids=lambda each: each.title if isinstance(each, Leak) else str(each),
)
def test_a_planted_leak_is_found(game: str, leak: Leak) -> None:
    assert finder(game, leak) is not None


def test_at_least_twelve_leaks_are_planted_in_each_game() -> None:
    assert all(len(leaks) >= 12 for leaks in GAMES.values())


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "leak"), HARMLESS, ids=lambda each: each.title if isinstance(each, Leak) else str(each)
)
def test_choices_cannot_read_a_secret(game: str, leak: Leak) -> None:
    with planted(game, leak) as changed:
        assert law_that_finds(changed, seeds=1) is None


@pytest.mark.untraced
@pytest.mark.parametrize("title", BY_HAND)
def test_a_leak_planted_in_the_game_by_hand_is_found_by_a_law(title: str) -> None:
    assert law_that_finds(BY_HAND[title]) is not None


@pytest.mark.untraced
def test_the_game_by_hand_has_no_leak_of_its_own() -> None:
    assert law_that_finds(GOOD, seeds=1) is None
