import pytest

from rondel.bots import cambio
from rondel.bots.random import random
from rondel.bots.registry import GROUP, BotNotFoundError, bot, bots_of, findings
from rondel.kernel import Chance
from rondel.wire.registry import installed_games, load_game
from tests.games.cambio.table import deal
from tests.kernel.tally import TALLY
from tests.wire.packages import Packages

CAMBIO, DECKS = load_game("cambio"), load_game("decks")


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
        BotNotFoundError, match=r"plays Cambio. There are: random, ismcts, easy, medium, hard, greedy"
    ):
        bot(CAMBIO, name)


BOLD = """
def bold(game):
    return lambda known, view, legal, luck: legal[-1]

def nothing(game):
    return None

def breaks(game):
    raise KeyError(game.name)
"""


def test_a_bot_of_a_package_plays_the_game_it_names_beside_those_that_are_there(packages: Packages) -> None:
    packages.install(
        "bold",
        games={"tally": "tests.kernel.tally:TALLY"},
        bots={"cambio.bold": "bold_bot:bold", "tally.bold": "bold_bot:bold"},
        bold_bot=BOLD,
    )

    assert list(bots_of(CAMBIO)) == ["random", "ismcts", "easy", "medium", "hard", "greedy", "bold"]
    assert list(bots_of(TALLY)) == ["random", "ismcts", "bold"]
    assert list(bots_of(DECKS)) == ["random", "ismcts"]
    assert bot(TALLY, "bold")(None, None, [1, 2, 3], Chance.of_seed(1)) == 3
    assert findings(installed_games()) == []


@pytest.mark.parametrize(
    ("name", "target", "message"),
    [
        ("cambio.hard", "bold_bot:bold", "Cambio has a bot 'hard' of its own"),
        ("cambio.random", "bold_bot:bold", "Cambio has a bot 'random' of its own"),
        ("cambio.Bold!", "bold_bot:bold", "'Bold!' is no level: up to 20 small letters, digits, - and _"),
        ("cambio.x", "bold_bot:nothing", "its factory gave a NoneType, not a bot"),
        ("cambio.x", "bold_bot:breaks", "its factory raised KeyError: 'cambio' ("),
        ("cambio.x", "bold_bot:missing", "AttributeError: "),
        ("cambio.x", "torn_bot:bold", "SyntaxError: "),
        ("chess.x", "bold_bot:bold", "a bot is called GAME.LEVEL, and there is no game 'chess'"),
        ("bold", "bold_bot:bold", "a bot is called GAME.LEVEL, and there is no game ''"),
    ],
)
def test_a_bot_that_cannot_be_used_is_left_out_and_named(
    packages: Packages, name: str, target: str, message: str
) -> None:
    packages.install(
        "bold",
        bots={"decks.bold": "bold_bot:bold", name: target},
        bold_bot=BOLD,
        torn_bot="def bold(:\n",
    )

    assert list(bots_of(CAMBIO)) == ["random", "ismcts", "easy", "medium", "hard", "greedy"]
    assert list(bots_of(DECKS)) == ["random", "ismcts", "bold"]
    (found,) = findings(installed_games())
    assert (found.package, found.entry) == ("bold 1.0", f"{name} = {target}")
    assert found.message.startswith(message)


def test_who_asks_for_a_bot_that_cannot_be_used_is_told_why(packages: Packages) -> None:
    packages.install("bold", bots={"decks.torn": "torn_bot:bold"}, torn_bot="def bold(:\n")

    with pytest.raises(
        BotNotFoundError, match=r"The bot 'torn' of Deck Planner cannot be used: .* There are: random"
    ):
        bot(DECKS, "torn")


def test_of_two_bots_with_one_name_neither_plays(packages: Packages) -> None:
    packages.install("bold", bots={"cambio.bold": "bold_bot:bold"}, bold_bot=BOLD)
    packages.install("bolder", bots={"cambio.bold": "bold_bot:nothing"})

    assert "bold" not in bots_of(CAMBIO)
    assert [found.package for found in findings(installed_games())] == ["bold 1.0", "bolder 1.0"]


def test_bots_that_cannot_be_read_are_named(packages: Packages) -> None:
    packages.install("bold", bots={"cambio.bold": "bold_bot:bold"}, bold_bot=BOLD)
    (packages.folder / "bold-1.0.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\n= =\nno line\n")
    packages.refresh()

    assert [found.entry for found in findings(installed_games())] == [GROUP]
