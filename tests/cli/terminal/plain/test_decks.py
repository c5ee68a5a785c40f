"""The Deck Planner at the table of the terminal: rulebook 8.4, and sittings that go on."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from rondel.cli.terminal.plain.table import PlainTable
from rondel.cli.terminal.save_file import Save
from rondel.cli.terminal.screen import Help, Terminal
from rondel.cli.terminal.session import load_or_start
from rondel.games.decks.view import View
from rondel.wire.proof import verify
from rondel.wire.registry import load_game
from rondel.wire.transcript import read
from tests.cli.screens import SIZES, screen_text
from tests.cli.terminal.plain.seated import Seated
from tests.sample import sample

pytestmark = pytest.mark.drawn(0.3)

DECKS = load_game("decks")
WIDE = (120, 40)
LONG_NAME = "The Extraordinarily Long Name of a Card with Sixty Letters.."
STAGES = ("1", "4", "4", "5", "Discard", "1", "2", "2", "2", "3", "Clear", "1", "2", "3", "Lock", "End")
"""A turn: cards by their number in the hand, buttons by the beginning of their name."""


def view_in(seated: Seated) -> View:
    view = seated.sitting.view
    assert isinstance(view, View)
    return view


def dealt(folder: Path, options: str = "{}") -> Seated:
    return Seated(DECKS, folder, options=options)


async def press(seated: Seated, *things: str) -> None:
    """Cards by their number in the hand, else lines by how they begin."""
    for thing in things:
        if thing.isdecimal():
            line = seated.screen.step.keys["hand", int(thing) - 1]
            await seated.press(" ".join(str(line)) + " enter")
        else:
            await seated.choose(thing)


async def whole_turn(seated: Seated, discards: Sequence[str] = ("1", "3")) -> None:
    await press(seated, *discards, "Discard", "2", "1", "3", "Lock", "End")


def is_offered(seated: Seated, line: str) -> bool:
    return line in seated.offered


@pytest.mark.parametrize("size", sample(SIZES, 1))
async def test_8_4_two_whole_turns_are_played_with_numbers_and_enter(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen(size=size):
        await whole_turn(seated)
        await whole_turn(seated, ("2", "4"))

        assert view_in(seated).turn_number == 3
        assert len(view_in(seated).discard_pile) == 10
        assert "Turn: 3" in seated.text
        assert "Select 0 of 2 cards" in seated.text


async def test_8_4_a_card_is_toggled_with_the_arrow_keys_and_enter(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen(size=WIDE):
        second = view_in(seated).hand_cards[1].instance_id
        await seated.press("down enter")
        assert view_in(seated).selected_card_ids == (second,)

        await seated.press("enter")
        assert view_in(seated).selected_card_ids == ()


async def test_8_4_the_screen_shows_what_is_selected_and_what_is_unavailable(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen(size=WIDE):
        await press(seated, "1", "2")

        assert all(f"[{name}]" in seated.text for name in view_in(seated).hand)
        assert seated.text.count("✓\N{NO-BREAK SPACE}selected") == 2
        assert seated.text.count("–\N{NO-BREAK SPACE}unavailable") == 3
        assert seated.written("#task") == "Select 2 of 2 cards"


async def test_8_4_discard_is_enabled_exactly_while_the_selection_is_complete(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen():
        for stage in ("", *STAGES):
            await press(seated, *[stage] * bool(stage))
            view = view_in(seated)
            is_complete = view.discard_phase.active and len(view.selected_card_ids or ()) == 2
            assert is_offered(seated, "Discard Selected Cards") == is_complete, stage


async def test_8_4_lock_is_enabled_exactly_while_planning_with_a_complete_order(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen():
        for stage in ("", *STAGES):
            await press(seated, *[stage] * bool(stage))
            view = view_in(seated)
            is_complete = view.planning_phase and view.is_play_order_complete
            assert is_offered(seated, "Lock Order") == is_complete, stage


async def test_8_4_end_turn_is_enabled_exactly_while_neither_discarding_nor_planning(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen():
        for stage in ("", *STAGES):
            await press(seated, *[stage] * bool(stage))
            view = view_in(seated)
            is_done = not view.discard_phase.active and not view.planning_phase
            assert is_offered(seated, "End Turn") == is_done, stage


async def test_8_4_a_warning_and_an_error_are_on_the_screen(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen(size=WIDE):
        for text in ('["A", "B"]', "[1]"):
            await press(seated, "Use a deck of your own")
            await seated.paste(text)
            await seated.press("enter")

        assert "Warning: Only 2 of 5 cards could be dealt." in seated.text
        assert "Error: " in seated.text


@pytest.mark.parametrize("size", sample(SIZES, 1))
async def test_ten_cards_with_long_names_can_be_read_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    seated = dealt(tmp_path, '{"handSize": 10, "discardCount": 3}')
    async with seated.on_screen(size=size):
        await press(seated, "Use a deck of your own")
        await seated.paste("[" + ", ".join([f'"{LONG_NAME}"'] * 12) + "]")
        await seated.press("enter")

        assert seated.offered[9].startswith(f"Hand 10: {LONG_NAME}")
        await press(seated, "10")
        assert view_in(seated).selected_card_ids == (view_in(seated).hand_cards[9].instance_id,)


async def test_a_choice_is_taken_back_and_a_deal_is_not(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen(size=WIDE):
        await press(seated, "1", "2", "Discard")
        await seated.press("u")
        assert view_in(seated).phase_label == "discard"
        assert len(view_in(seated).selected_card_ids or ()) == 2
        assert "Last move undone." in seated.text

        await seated.press("u u u")
        assert view_in(seated).selected_card_ids == ()
        assert "Last move undone" not in seated.text


async def test_6_2_settings_may_wait_for_the_next_hand(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen(size=WIDE):
        before = view_in(seated).hand_cards
        await press(seated, "Hand size")
        await press(seated, "Another one")
        for text in ("7", "4", "false"):
            await seated.write(text)
            await seated.press("enter")
        assert (view_in(seated).hand_size, view_in(seated).discard_count) == (7, 4)
        assert view_in(seated).hand_cards == before

        await press(seated, "Deal the next hand")
        assert len(view_in(seated).hand_cards) == 7


async def test_a_deck_that_comes_with_the_game_is_used(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen(size=WIDE):
        await press(seated, "Use the deck")
        await press(seated, "Use the deck Short deck (26)")

        assert view_in(seated).active_preset_id == "short-26"
        assert "Deck: Short deck (26)" in seated.text


async def test_names_of_cards_are_obeyed_by_no_terminal(tmp_path: Path) -> None:
    seated = dealt(tmp_path, '{"handSize": 2, "discardCount": 1}')
    async with seated.on_screen(size=WIDE):
        await press(seated, "Use a deck of your own")
        await seated.paste('["[red]Loud[/red]", "bell\\u0007"]')
        await seated.press("enter")

        assert "[[red]Loud[/red]]" in seated.text
        assert "bell\N{REPLACEMENT CHARACTER}" in seated.text


async def test_the_planner_speaks_german(tmp_path: Path) -> None:
    seated = Seated(DECKS, tmp_path, language="de")
    async with seated.on_screen(size=WIDE):
        assert seated.written("#game") == "Deckplaner"
        assert seated.written("#task") == "Wähle 0 von 2 Karten"
        assert "Nachziehstapel: 47" in seated.text
        await press(seated, "1", "2", "Gewählte Karten abwerfen", "1", "2", "3", "Reihenfolge festlegen")
        assert seated.written("#task") == "Die Reihenfolge steht fest. Beende den Zug."
        assert "#1\N{NO-BREAK SPACE}fest" in seated.text
        await press(seated, "Planer endgültig")
        await press(seated, "Yes")

        assert "Geschlossen." in seated.text


async def test_closing_asks_once_more_and_then_the_screen_says_that_it_is_over(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen(size=WIDE):
        for way_out in ("2 enter", "escape"):
            await press(seated, "Close Planner")
            assert seated.offered == ["Yes: Close Planner for good", "No"]
            await seated.press(way_out)
            assert view_in(seated).ending is None
            assert "End Turn" not in seated.offered
        await press(seated, "Close Planner", "Yes")

        assert "Closed." in seated.text
        assert "q quits; the next game begins anew." in seated.text
        assert seated.offered == []
    text = (tmp_path / "decks.jsonl").read_bytes()
    assert read(text).end is not None
    assert verify(DECKS, text).faults == ()


async def test_help_lists_the_keys_and_escape_leaves_it(tmp_path: Path) -> None:
    seated = dealt(tmp_path)
    async with seated.on_screen():
        await seated.press("question_mark")
        assert isinstance(seated.app.screen, Help)
        assert "type the number of a line" in seated.text

        await seated.press("escape")
        assert isinstance(seated.app.screen, PlainTable)


async def test_a_sitting_goes_on_after_a_restart(tmp_path: Path) -> None:
    first = Terminal(PlainTable(load_or_start(DECKS, Save(tmp_path / "decks.jsonl"))))
    async with first.run_test() as pilot:
        await pilot.press(*["1", "enter", "q"])

    second = PlainTable(load_or_start(DECKS, Save(tmp_path / "decks.jsonl")))
    async with Terminal(second).run_test() as pilot:
        await pilot.pause()
        assert "✓\N{NO-BREAK SPACE}selected" in screen_text(second.app)
        assert "Welcome back" in screen_text(second.app)


async def test_a_broken_save_is_set_aside_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "decks.jsonl").write_text("no transcript\n")

    table = PlainTable(load_or_start(DECKS, Save(tmp_path / "decks.jsonl")))
    async with Terminal(table).run_test(size=WIDE):
        assert "could not be read" in screen_text(table.app)
        assert "decks.jsonl.broken" in screen_text(table.app)
    assert (tmp_path / "decks.jsonl.broken").read_text() == "no transcript\n"


async def test_a_failing_save_never_stops_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sitting = load_or_start(DECKS, Save(tmp_path / "file" / "decks.jsonl"))

    table = PlainTable(sitting)
    async with Terminal(table).run_test(size=WIDE) as pilot:
        assert "Warning: Not saved: File exists" in screen_text(table.app)
        await pilot.press(*["1", "enter"])
        assert len(sitting.view.selected_card_ids) == 1


async def test_a_sitting_left_alone_too_long_is_closed_by_the_house(tmp_path: Path) -> None:
    seated = dealt(tmp_path, '{"idleCloseMs": 60000}')
    async with seated.on_screen(size=WIDE):
        seated.now_ms += 59_999
        seated.screen.let_time_pass()
        assert view_in(seated).ending is None
        assert seated.written("#clock") == "left 0:01"

        seated.now_ms += 1
        seated.screen.let_time_pass()
        assert view_in(seated).ending == "idle"
        assert "because nobody used it" in seated.written("#view")


async def test_no_colour_is_used_where_none_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "NO_COLOR", "1")
    seated = dealt(tmp_path)
    async with seated.on_screen(size=WIDE):
        await press(seated, "1", "2")

        assert seated.app.no_color
        assert seated.text.count("✓\N{NO-BREAK SPACE}selected") == 2
