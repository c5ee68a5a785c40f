"""The plain table: any game as text, with numbered choices."""

from pathlib import Path

import pytest

from rondel.cli.terminal.plain.table import Draft
from rondel.cli.terminal.screen import PrivacyScreen
from rondel.wire.registry import load_game
from tests.cli.terminal.plain.seated import Seated
from tests.laws.lots import LOTS

pytestmark = pytest.mark.drawn(0.3)


async def test_a_game_without_a_table_is_a_tree_of_fields_and_a_numbered_list(tmp_path: Path) -> None:
    seated = Seated(LOTS, tmp_path, bots=1)
    async with seated.on_screen():
        assert "Your turn (Seat 0)" in seated.text
        assert "  Seat 0 (you): cash 9, cards 0, marks none, has bid no, has peeked no" in seated.text
        assert "Lots left: 4" in seated.text
        assert seated.offered == [
            "Pause clock",
            "Jot: note 1",
            "Jot: note 2",
            "Bid: amount 0",
            "Bid: amount 4",
            "Bid: amount 9",
            "Peek",
        ]


async def test_a_line_is_chosen_by_its_number_or_with_the_arrow_keys(tmp_path: Path) -> None:
    seated = Seated(LOTS, tmp_path, bots=1)
    async with seated.on_screen():
        await seated.press("2 enter")
        assert "Note: 1" in seated.text

        await seated.press("down down enter")
        assert "Note: 2" in seated.text


async def test_a_number_that_no_line_has_is_answered(tmp_path: Path) -> None:
    seated = Seated(LOTS, tmp_path, bots=1)
    async with seated.on_screen():
        await seated.press("9 9")
        assert "> 99" in seated.text
        await seated.press("enter")
        assert "There is no line 99." in seated.text

        await seated.press("4 backspace escape")
        assert "> " not in seated.text


async def test_a_whole_game_is_played_against_bots_to_its_result(tmp_path: Path) -> None:
    seated = Seated(LOTS, tmp_path, bots=2)
    async with seated.on_screen(size=(120, 40)):
        while seated.sitting.outcome is None:
            await seated.choose("Bid")

        assert "The game is over: all sold." in seated.text
        assert "Won by Seat" in seated.text
        assert "q quits; the next game begins anew." in seated.text
        assert seated.offered == []
        await seated.press("1")
        assert "> 1" not in seated.text


async def test_between_two_people_the_screen_shows_no_secret(tmp_path: Path) -> None:
    seated = Seated(LOTS, tmp_path, people=2)
    async with seated.on_screen():
        assert isinstance(seated.app.screen, PrivacyScreen)
        assert "Lots left" not in seated.text
        await seated.press("enter")
        await seated.choose("Peek")
        assert "Lot: " in seated.text
        await seated.choose("Bid: amount 8")

        assert isinstance(seated.app.screen, PrivacyScreen)
        assert "Pass the terminal to Seat 1." in seated.text
        assert seated.in_memory("Lot: ") == []
        assert seated.in_memory("amount 8") == []
        await seated.press("enter")
        assert "Your turn (Seat 1)" in seated.text
        assert "Lot: " not in seated.text
        assert seated.in_memory("amount 8") == []


async def test_the_latest_events_are_told_in_words(tmp_path: Path) -> None:
    seated = Seated(LOTS, tmp_path, bots=1)
    async with seated.on_screen():
        await seated.choose("Peek")

        assert seated.written("#latest").splitlines()[-1] == "Peeked: Seat 0 (you)"


async def test_undo_takes_a_move_back(tmp_path: Path) -> None:
    seated = Seated(LOTS, tmp_path, bots=1)
    async with seated.on_screen():
        await seated.choose("Jot: note 1")
        await seated.press("u")

        assert "Last move undone." in seated.text
        assert "Note: 0" in seated.text


async def test_a_bid_that_no_list_holds_is_written_in_a_form(tmp_path: Path) -> None:
    seated = Seated(load_game("imperial"), tmp_path, people=2)
    async with seated.on_screen():
        await seated.press("enter")
        await seated.choose("Another one")
        assert "Bid. Amount (a number)" in seated.text
        await seated.press("x enter")
        assert "This is needed: Amount (a number)." in seated.text

        await seated.write("2357")
        await seated.press("enter")
        assert isinstance(seated.app.screen, PrivacyScreen)
        assert seated.in_memory("2357") == []


async def test_a_form_is_left_step_by_step(tmp_path: Path) -> None:
    seated = Seated(load_game("decks"), tmp_path)
    async with seated.on_screen(size=(120, 40)):
        await seated.choose("Hand size")
        assert seated.written("#title") == "Hand size. Hand size?"
        await seated.choose("Another one")
        await seated.write("7")
        await seated.press("enter")
        assert "Discard count (JSON)" in seated.text
        await seated.press("escape")
        assert "Hand size (JSON)" in seated.text
        await seated.write("9")
        await seated.press("escape escape")
        assert seated.written("#title") == "Hand size. Hand size?"
        await seated.press("escape")
        assert "Close Planner for good" in seated.offered


async def test_many_numbers_are_typed_within_bounds(tmp_path: Path) -> None:
    seated = Seated(load_game("decks"), tmp_path)
    async with seated.on_screen(size=(120, 40)):
        await seated.choose("Hand size")
        await seated.choose("5")
        title = seated.written("#title")
        assert title == "Hand size. Discard count? Type a number from 0 to 20."
        await seated.press("minus 3 enter")
        assert "-3 is not among these numbers." in seated.text
        await seated.press("3 enter")
        await seated.press("1 enter")

        assert "Discard count: 3" in seated.written("#view")


async def test_a_kind_that_holds_a_text_is_written_or_pasted(tmp_path: Path) -> None:
    seated = Seated(load_game("decks"), tmp_path)
    async with seated.on_screen(size=(120, 40)):
        await seated.paste("no form is open")
        assert "no form" not in seated.text
        await seated.choose("Use a deck of your own")
        assert "Text (text)" in seated.text
        await seated.press("enter")
        assert "This is needed" in seated.text
        await seated.paste('["Scout",\n"Trade"]')
        await seated.press("enter")

        assert "Scout" in seated.text


async def test_what_is_refused_is_answered(tmp_path: Path) -> None:
    seated = Seated(load_game("decks"), tmp_path)
    async with seated.on_screen(size=(120, 40)):
        await seated.choose("Hand size")
        await seated.choose("Another one")
        for text in ("[]", "2", "true"):
            await seated.write(text)
            await seated.press("enter")

        assert "Hand size and discard count may only be finite numbers; one is not." in seated.text


async def test_a_form_in_which_nothing_was_written_begins_again(tmp_path: Path) -> None:
    seated = Seated(load_game("imperial"), tmp_path, bots=1)
    async with seated.on_screen(size=(120, 40)):
        seated.screen.draft = Draft(kind="MOVE_UNIT")
        await seated.press("enter enter enter")

        assert "Something is missing; begin with the first field." in seated.text
        assert "Destination (text)" in seated.text


async def test_the_table_is_scrolled_after_tab(tmp_path: Path) -> None:
    seated = Seated(load_game("imperial"), tmp_path, bots=1)
    async with seated.on_screen():
        paper = seated.screen.query_one("#paper")
        await seated.press("tab pagedown")
        assert paper.scroll_y > 0
        await seated.press("tab down")
        assert seated.screen.focused is not paper


@pytest.mark.parametrize(
    ("name", "people", "bots", "options"),
    [
        ("cambio", 1, 2, '{"seats": 3}'),
        ("cambio", 2, 0, '{"seats": 2}'),
        ("decks", 1, 0, "{}"),
        ("imperial", 1, 1, "{}"),
    ],
)
async def test_our_own_games_are_played_plainly(
    tmp_path: Path, name: str, people: int, bots: int, options: str
) -> None:
    seated = Seated(load_game(name), tmp_path, people=people, bots=bots, options=options)
    async with seated.on_screen():
        before = seated.sitting.version
        await seated.play_on(10)

        assert seated.sitting.version > before + 3
