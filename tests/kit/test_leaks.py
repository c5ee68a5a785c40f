"""Every leak planted in the example games is found, by the definition of the game or by a law."""

import pytest

from tests.kit.leaks import GAMES, HARMLESS, Leak, finder, law_that_finds, planted


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
