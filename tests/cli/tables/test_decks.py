"""The Deck Planner's table in the terminal."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, Static, TextArea

from rondel.cli.save import Save
from rondel.cli.sitting import sit_down
from rondel.cli.tables.decks import DecksTable, Settings
from rondel.cli.terminal import Answers, Help, Terminal
from rondel.games.decks.options import Options
from rondel.games.decks.view import View
from rondel.wire.proof import verify
from rondel.wire.shelf import take
from rondel.wire.transcript import read
from tests.cli.screens import SIZES, dealt, press, screen_text, seated

FIVE_CARDS = Options(hand_size=5, discard_count=2)
LONG_NAME = "The Extraordinarily Long Name of a Card with Sixty Letters.."


def table_in(app: Terminal) -> DecksTable:
    table = app.screen_stack[1]
    assert isinstance(table, DecksTable)
    return table


def view_in(app: Terminal) -> View:
    return table_in(app).view


def written(app: Terminal, where: str) -> str:
    return str(table_in(app).query_one(where, Static).content)


def answers(app: Terminal) -> str:
    return str(app.screen.query_one(Answers).content)


def enabled(app: Terminal) -> set[str]:
    buttons = table_in(app).query("#buttons Button").results(Button)
    return {str(button.label) for button in buttons if not button.disabled}


def focused(app: Terminal) -> str | None:
    return None if app.focused is None else app.focused.id


async def whole_turn(pilot: Pilot[Any]) -> None:
    await press(pilot, "1 2 d 1 2 3 l e")


@pytest.mark.parametrize("size", SIZES)
async def test_8_4_two_whole_turns_are_played_with_tab_space_and_enter(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test(size=size) as pilot:
        for turn in (1, 2):
            assert view_in(app).turn_number == turn
            assert focused(app) == "card-0"
            await press(pilot, "space tab enter")  # cards 1 and 2 are selected
            assert written(app, "#task") == "Select 2 of 2 cards"
            await press(pilot, "tab tab tab tab")
            assert focused(app) == "discard"
            await press(pilot, "enter")
            assert view_in(app).phase_label == "planning"
            assert focused(app) == "card-0"
            await press(pilot, "enter tab space tab enter tab tab")  # past Clear Order
            assert focused(app) == "lock"
            await press(pilot, "space")
            assert view_in(app).phase_label == "executing"
            assert focused(app) == "end"
            await press(pilot, "enter")

        assert view_in(app).turn_number == 3
        assert len(view_in(app).discard_pile) == 10


@pytest.mark.parametrize("size", SIZES)
async def test_8_4_two_whole_turns_are_played_with_numbers_and_letters(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test(size=size) as pilot:
        await whole_turn(pilot)
        await whole_turn(pilot)

        assert view_in(app).turn_number == 3
        assert "Turn 3 · Discard phase" in screen_text(app)


async def test_8_4_tab_goes_through_the_cards_from_left_to_right(tmp_path: Path) -> None:
    app = dealt(tmp_path, Options(hand_size=10))
    async with app.run_test() as pilot:
        reached = []
        for _ in range(10):
            reached.append(focused(app))
            await press(pilot, "tab")

        assert reached == [f"card-{place}" for place in range(10)]
        regions = [table_in(app).query_one(f"#{name}").region for name in reached]
        assert sorted(regions, key=lambda region: (region.y, region.x)) == regions


async def test_8_4_a_card_is_toggled_by_click_space_and_enter(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        card = view_in(app).hand_cards[0].instance_id

        for toggle in (
            lambda: pilot.click("#card-0"),
            lambda: pilot.press("space"),
            lambda: pilot.press("enter"),
        ):
            await toggle()
            await pilot.pause()
            assert view_in(app).selected_card_ids == (card,)
            await toggle()
            await pilot.pause()
            assert view_in(app).selected_card_ids == ()


async def test_8_4_a_card_tells_its_name_and_whether_it_is_selected_or_unavailable(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        names = view_in(app).hand
        assert written(app, "#told") == f"Card 1: {names[0]}, not chosen."

        await press(pilot, "1 2")

        assert written(app, "#told") == f"Card 2: {names[1]}, selected."
        shown = screen_text(app)
        assert shown.count("✓ selected") == 2
        assert shown.count("– unavailable") == 3
        assert all(name in shown for name in names)
        assert all(card.has_class("-unavailable") for card in table_in(app).cards[2:5])


async def test_8_4_at_the_limit_another_card_is_refused_with_a_sentence(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "1 2 3")

        assert "2 are selected" in answers(app)
        assert len(view_in(app).selected_card_ids or ()) == 2

        await press(pilot, "2")
        assert answers(app) == ""
        assert "– unavailable" not in screen_text(app)


async def test_8_4_a_card_tells_its_number_in_the_order_and_that_it_is_locked(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "1 2 d 3 1")
        assert [card.standing.mark for card in table_in(app).cards[:3]] == ["#2", "", "#1"]
        assert "number 2 in the order." in written(app, "#told")

        await press(pilot, "2 l")
        assert [card.standing.mark for card in table_in(app).cards[:3]] == [
            "#2 locked",
            "#3 locked",
            "#1 locked",
        ]
        assert "locked." in written(app, "#told")


async def test_8_4_the_discard_line_counts_up_to_the_effective_discard_count(tmp_path: Path) -> None:
    app = dealt(tmp_path, Options(hand_size=3, discard_count=7))
    async with app.run_test() as pilot:
        assert written(app, "#task") == "Select 0 of 3 cards"
        await press(pilot, "1 2")
        assert written(app, "#task") == "Select 2 of 3 cards"


async def test_8_4_discard_is_enabled_exactly_while_the_selection_is_complete(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        for key, is_complete in (
            ("", False),
            ("1", False),
            ("4", True),
            ("4", False),
            ("5", True),
            ("d", False),
        ):
            await press(pilot, key)
            assert ("Discard Selected Cards" in enabled(app)) == is_complete


async def test_8_4_lock_is_enabled_exactly_while_planning_with_a_complete_order(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        for keys in ("", "1 2 d", "1 2", "3", "3", "3", "c", "1 2 3", "l", "e"):
            await press(pilot, keys)
            view = view_in(app)
            assert ("Lock Order" in enabled(app)) == (view.planning_phase and view.is_play_order_complete), (
                keys
            )


async def test_8_4_end_turn_is_enabled_exactly_while_neither_discarding_nor_planning(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        for keys in ("", "1 2", "d", "1 2 3", "l", "e"):
            await press(pilot, keys)
            view = view_in(app)
            assert ("End Turn" in enabled(app)) == (
                not view.discard_phase.active and not view.planning_phase
            ), keys


async def test_8_4_a_warning_is_told_as_one_and_an_error_as_an_error(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "s")
        app.screen.query_one(TextArea).text = '["A", "B"]'
        await pilot.click("#override")
        await pilot.pause()
        assert answers(app) == "Warning: Only 2 of 5 cards could be dealt."

        await press(pilot, "s")
        app.screen.query_one(TextArea).text = "[1]"
        await pilot.click("#override")
        await pilot.pause()
        assert answers(app).startswith("Error: ")  # in the settings, which stay open
        await press(pilot, "escape")
        assert answers(app).startswith("Error: ")
        assert "Warning: Only 2 of 5" in answers(app)


@pytest.mark.parametrize("size", SIZES)
async def test_ten_cards_with_long_names_fit_and_the_one_in_focus_is_told_whole(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = dealt(tmp_path, Options(hand_size=10, discard_count=3))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "s")
        app.screen.query_one(TextArea).text = "[" + ", ".join([f'"{LONG_NAME}"'] * 12) + "]"
        await pilot.click("#override")
        await press(pilot, "1 2 3 4")

        table = table_in(app)
        assert table.max_scroll_y == table.max_scroll_x == 0
        visible = [*table.cards, *table.query("#buttons Button"), *table.query(Static)]
        assert all(table.region.contains_region(widget.region) for widget in visible)
        assert LONG_NAME in written(app, "#told")
        assert LONG_NAME in screen_text(app)


async def test_arrow_keys_move_from_card_to_card(tmp_path: Path) -> None:
    app = dealt(tmp_path, Options(hand_size=7))
    async with app.run_test() as pilot:
        for key, place in (("right", 1), ("down", 6), ("right", 6), ("left", 5), ("up", 0), ("left", 0)):
            await press(pilot, key)
            assert focused(app) == f"card-{place}"


async def test_the_numbers_are_on_the_screen(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "1 2 d")

        newest = view_in(app).discard_pile[-1]
        assert written(app, "#phase") == "Turn 1 · Planning"
        assert written(app, "#numbers") == (
            f"Draw pile 47 · Discard pile 2 · Hand size 5 · Discard count 2\nNewest discard: {newest}"
        )


async def test_a_choice_is_taken_back_and_a_deal_is_not(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "1 2 d u")
        assert view_in(app).phase_label == "discard"
        assert len(view_in(app).selected_card_ids or ()) == 2
        assert answers(app) == "Your last move is taken back."

        await press(pilot, "u u u")
        assert view_in(app).selected_card_ids == ()
        assert "taken back" in answers(app)
        assert "Your last move" not in answers(app)


async def test_deal_returns_the_hand_and_keeps_the_turn(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        hand = view_in(app).hand
        await press(pilot, "n")

        assert view_in(app).discard_pile == hand
        assert view_in(app).turn_number == 1


async def test_a_number_without_a_card_does_nothing(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        before = view_in(app)
        await press(pilot, "0 9")
        assert view_in(app) == before


async def test_settings_change_the_numbers_and_deal(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "s")
        await press(pilot, "backspace 7 tab backspace 4 tab enter")

        assert not isinstance(app.screen, Settings)
        assert (view_in(app).hand_size, view_in(app).discard_count) == (7, 4)
        assert len(view_in(app).hand_cards) == 7


async def test_6_2_settings_may_wait_for_the_next_hand(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        before = view_in(app).hand_cards
        await press(pilot, "s")
        await press(pilot, "backspace 7 tab backspace 4 tab tab enter")

        assert not isinstance(app.screen, Settings)
        assert (view_in(app).hand_size, view_in(app).discard_count) == (7, 4)
        assert view_in(app).hand_cards == before

        await press(pilot, "n")
        assert len(view_in(app).hand_cards) == 7


async def test_settings_refuse_what_is_no_number_with_a_sentence(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "s")
        app.screen.query_one("#hand-size", Input).value = ""
        await pilot.click("#apply")
        await pilot.pause()

        assert isinstance(app.screen, Settings)
        assert answers(app) != ""
        assert view_in(app).hand_size == 5


async def test_settings_load_a_preset_and_reset(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "s tab tab tab tab tab enter")
        assert view_in(app).active_preset_id == "short-26"
        assert view_in(app).draw_pile_count == 21

        await press(pilot, "s")
        await pilot.click("#reset")
        await pilot.pause()
        assert view_in(app).deck_source == "default"
        assert view_in(app).draw_pile_count == 47


async def test_settings_take_a_pasted_deck(tmp_path: Path) -> None:
    app = dealt(tmp_path, Options(hand_size=2, discard_count=1))
    async with app.run_test() as pilot:
        await press(pilot, "s")
        app.screen.query_one(TextArea).text = '["[red]Loud[/red]", "bell\\u0007"]'
        await pilot.click("#override")
        await pilot.pause()

        assert view_in(app).deck_source == "custom"
        assert "[red]Loud[/" in screen_text(app)
        assert "bell\N{REPLACEMENT CHARACTER}" in screen_text(app)


async def test_settings_say_that_a_text_is_too_large(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "s")
        for size in (66_000, 90_000):
            app.screen.query_one(TextArea).text = '"' + "x" * size + '"'
            await pilot.click("#override")
            await pilot.pause()
            assert isinstance(app.screen, Settings)
            assert answers(app) != ""


async def test_help_lists_the_keys_and_escape_leaves_it(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "question_mark")
        assert isinstance(app.screen, Help)
        assert "Discard Selected Cards" in screen_text(app)

        await press(pilot, "escape")
        assert isinstance(app.screen, DecksTable)


async def test_closing_asks_once_more_and_then_the_screen_says_that_it_is_over(tmp_path: Path) -> None:
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "s")
        await pilot.click("#close")
        await pilot.pause(0.3)  # the button's own effect
        assert "for good" in answers(app)
        assert view_in(app).ending is None
        await pilot.click("#close")
        await pilot.pause()

        assert "This sitting is over" in screen_text(app)
        assert enabled(app) == set()
        await press(pilot, "e")
        assert answers(app) != ""
    text = (tmp_path / "decks.jsonl").read_bytes()
    assert read(text).end is not None
    assert verify(take("decks"), text).faults == ()


async def test_a_sitting_goes_on_after_a_restart(tmp_path: Path) -> None:
    first = seated(tmp_path)
    async with first.run_test() as pilot:
        await whole_turn(pilot)
        await press(pilot, "4")
        left = view_in(first)
        await press(pilot, "q")

    second = seated(tmp_path)
    async with second.run_test() as pilot:
        assert view_in(second) == left
        assert "Welcome back" in answers(second)
        await press(pilot, "5 d")
        assert view_in(second).phase_label == "planning"


async def test_an_ended_sitting_is_kept_and_the_next_one_begins_anew(tmp_path: Path) -> None:
    first = seated(tmp_path)
    async with first.run_test() as pilot:
        await press(pilot, "s")
        await pilot.click("#close")
        await pilot.pause(0.3)
        await pilot.click("#close")
        await pilot.pause()
    old = read((tmp_path / "decks.jsonl").read_bytes())

    second = seated(tmp_path)
    async with second.run_test():
        assert view_in(second).ending is None
        assert (tmp_path / f"decks-{old.header.table}.jsonl").exists()
        assert f"decks-{old.header.table}.jsonl" in answers(second)


async def test_a_broken_save_is_set_aside_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "decks.jsonl").write_text("no transcript\n")

    app = seated(tmp_path)
    async with app.run_test() as pilot:
        assert "could not be read" in answers(app)
        assert "decks.jsonl.broken" in answers(app)
        await whole_turn(pilot)
    assert (tmp_path / "decks.jsonl.broken").read_text() == "no transcript\n"
    assert len(read((tmp_path / "decks.jsonl").read_bytes()).lines) == 9


async def test_a_failing_save_never_stops_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sitting = sit_down(take("decks"), Save(tmp_path / "file" / "decks.jsonl"))

    app = Terminal(DecksTable(sitting))
    async with app.run_test() as pilot:
        assert "Warning: Not saved: File exists" in answers(app)
        await whole_turn(pilot)
        assert view_in(app).turn_number == 2


async def test_a_sitting_left_alone_too_long_is_closed_by_the_house(tmp_path: Path) -> None:
    now = [1000]
    app = dealt(tmp_path, Options(idle_close_ms=60_000), now=lambda: now[0])
    async with app.run_test() as pilot:
        now[0] += 59_999
        await pilot.pause(1.1)
        assert view_in(app).ending is None

        now[0] += 1
        await pilot.pause(1.1)
        assert "left alone too long" in screen_text(app)


async def test_no_colour_is_used_where_none_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "NO_COLOR", "1")
    app = dealt(tmp_path, FIVE_CARDS)
    async with app.run_test() as pilot:
        await press(pilot, "1 2")

        assert app.no_color
        assert screen_text(app).count("✓ selected") == 2


async def test_4_6_without_discards_the_turn_may_end_at_once(tmp_path: Path) -> None:
    app = dealt(tmp_path, Options(discard_count=0))
    async with app.run_test() as pilot:
        assert written(app, "#task") == "There is nothing to discard or to order. End the turn."
        assert focused(app) == "end"
        await press(pilot, "1")
        assert answers(app) != ""
        await press(pilot, "e")
        assert view_in(app).turn_number == 2


async def test_4_5_with_no_cards_left_the_turn_may_end_at_once(tmp_path: Path) -> None:
    app = dealt(tmp_path, Options(hand_size=2, discard_count=2))
    async with app.run_test() as pilot:
        await press(pilot, "1 2 d")
        assert written(app, "#task") == "The hand is empty. End the turn."
        assert focused(app) == "end"
        await press(pilot, "enter")
        assert view_in(app).turn_number == 2
