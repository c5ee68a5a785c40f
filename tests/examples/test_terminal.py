"""The example games at the plain table of the terminal."""

from pathlib import Path

import pytest

from bramble.game import BRAMBLE
from liars_dice.game import LIARS_DICE
from rondel.kernel import AnyGame
from tests.cli.terminal.plain.seated import Seated


async def at_the_table(seated: Seated) -> list[str]:
    """The lines of the table, once the one whose turn it is has sat down."""
    while seated.app.screen is not seated.screen:
        await seated.press("enter")
    return seated.written("#view").replace("\N{NO-BREAK SPACE}", " ").splitlines()


async def test_bramble_is_drawn_and_a_disc_is_laid(tmp_path: Path) -> None:
    seated = Seated(BRAMBLE, tmp_path, people=3)
    async with seated.on_screen(size=(120, 50)):
        lines = await at_the_table(seated)
        assert seated.written("#task") == "Everyone lays a disc face down"
        assert "  Hand: 1▸bloom · 1▸bloom · 1▸bloom · 2▸thorn" in lines
        assert seated.offered == ["Lay a bloom", "Lay a thorn"]

        await seated.choose("Lay a thorn")

        lines = await at_the_table(seated)
        assert "  Stack: ##" in lines
        assert "lays a disc" in seated.text


async def test_liars_dice_is_bid_on_in_two_steps(tmp_path: Path) -> None:
    seated = Seated(LIARS_DICE, tmp_path, people=2, options='{"dice": 2}')
    async with seated.on_screen(size=(120, 50)):
        lines = await at_the_table(seated)
        assert seated.written("#task") == "You make the first bid"
        assert "  Bid a face: ⚀ 1 · ⚁ 2 · ⚂ 3 · ⚃ 4 · ⚄ 5 · ⚅ 6" in lines
        assert seated.offered == ["1", "2", "3", "4"]

        await seated.choose("2")
        await seated.choose("Bid 2 × 5")

        lines = await at_the_table(seated)
        assert seated.written("#task") == "You raise the bid or challenge"
        assert {"  Bid: ⚄ 5", "  Count: 2 · Dice in play: 4"} <= set(lines)
        assert "bids 2 × 5" in seated.text


@pytest.mark.parametrize(("game", "bots"), [(BRAMBLE, 2), (LIARS_DICE, 1)], ids=["bramble", "liars_dice"])
async def test_a_whole_game_is_played_to_its_result(game: AnyGame, bots: int, tmp_path: Path) -> None:
    options = '{"pointsToWin": 1}' if game is BRAMBLE else '{"dice": 1}'
    seated = Seated(game, tmp_path, bots=bots, options=options)
    async with seated.on_screen(size=(120, 50)):
        await seated.play_on(moves=200)

        assert seated.sitting.outcome is not None
        assert "The game is over" in seated.text
        assert "Won by Seat" in seated.text
