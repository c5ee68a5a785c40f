"""Small games of the kit obey the laws: sealed choices, teams, clocks, deadlines, undo, running scores."""

import pytest

from rondel.kernel import AnyGame
from rondel.laws import obey
from tests.kit.auction import AUCTION
from tests.kit.countdown import COUNTDOWN
from tests.kit.partners import PARTNERS
from tests.sample import size


@pytest.mark.untraced
@pytest.mark.parametrize("game", [AUCTION, COUNTDOWN, PARTNERS], ids=lambda game: game.name)
def test_a_game_of_the_kit_obeys_the_laws(game: AnyGame) -> None:
    obey(game, steps=size(100, nightly=1_000))
