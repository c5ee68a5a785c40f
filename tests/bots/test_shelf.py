import pytest

from rondel.bots import cambio
from rondel.bots.random import random
from rondel.bots.shelf import NoSuchBot, bot, bots_of
from rondel.kernel import Chance
from rondel.wire.shelf import take
from tests.games.cambio.table import deal

CAMBIO, DECKS = take("cambio"), take("decks")


def test_every_game_has_the_bots_that_play_any_game_and_its_own() -> None:
    assert list(bots_of(DECKS)) == ["random", "ismcts"]
    assert list(bots_of(CAMBIO)) == ["random", "ismcts", "easy", "medium", "hard", "greedy"]


def test_a_bot_is_found_by_its_name() -> None:
    assert bot(DECKS, "random") is random
    assert bot(CAMBIO, "greedy") is bot(CAMBIO, "hard") is cambio.hard


@pytest.mark.parametrize("name", ["ismcts", "ismcts:3"])
def test_the_search_may_be_given_its_budget_with_its_name(name: str) -> None:
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥")
    legal = table.legal(0)

    chosen = bot(CAMBIO, name)(CAMBIO.knows(table.state, 0), table.view(0), legal, Chance.of_seed(1))

    assert chosen in legal


@pytest.mark.parametrize("name", ["", "hrad", "ismcts:", "ismcts:0", "ismcts:-1", "hard:3"])
def test_another_name_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(
        NoSuchBot, match=r"plays Cambio. There are: random, ismcts, easy, medium, hard, greedy"
    ):
        bot(CAMBIO, name)
