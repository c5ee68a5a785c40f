"""Cambio's table in the terminal."""

import os
from collections.abc import Callable
from pathlib import Path
from stat import S_IMODE

import pytest
from textual.widgets import Static

from rondel.cli.save import Save
from rondel.cli.sitting import SittingUnderWay, sit_down
from rondel.cli.tables.cambio.choice import BY_NAME
from rondel.cli.tables.cambio.table import CambioTable
from rondel.cli.tables.cambio.words import banner, card_name
from rondel.cli.terminal import Curtain, Help, Terminal
from rondel.games.cambio.actions import DrawCard, SwapCard, UsePower
from rondel.games.cambio.pieces import Slot
from rondel.games.cambio.state import State
from rondel.kernel import Sitter
from rondel.wire.proof import verify
from rondel.wire.transcript import read
from tests.cli.screens import SIZES, press, screen_text
from tests.cli.tables.cambio.seated import CAMBIO, SMALL, Seated, first_drawn

KEY_OF = {
    "draw": "d",
    "take": "t",
    "discard": "x",
    "call": "c",
    "look": "l",
    "skip": "k",
    "done": "enter",
    "exchange": "e",
    "snap": "s",
    "pass": "p",
}


def assert_keys_are_the_legal_list(seated: Seated) -> None:
    """A key for every kind of legal action, and no other."""
    legal = seated.sitting.legal
    for name, key in KEY_OF.items():
        assert (key in seated.keys) == any(BY_NAME[name](action) for action in legal), (name, seated.text)
    for position in range(6):
        if any(isinstance(action, SwapCard) for action in legal):
            assert (str(position + 1) in seated.keys) == (SwapCard(position) in legal)


def assert_nothing_is_cut(seated: Seated) -> None:
    """Every widget that is shown lies within the screen, and every text within its widget."""
    table = seated.screen
    assert table.max_scroll_x == table.max_scroll_y == 0
    for widget in table.walk_children(Static):
        if widget.display and widget.visible and all(above.display for above in widget.ancestors_with_self):
            assert table.region.contains_region(widget.region), widget
            if widget.id != "told":
                lines = widget.visual.get_height(widget.styles, widget.content_size.width)  # type: ignore[arg-type]
                assert lines <= max(1, widget.content_size.height), (widget, seated.text)


async def play_on(seated: Seated) -> None:
    """One key or more, as a person would press them who never calls."""
    match seated.view.step:
        case None:
            await seated.press("enter")
        case "awaiting_draw":
            await seated.press("d")
        case "holding":
            await seated.press("x" if "x" in seated.keys else "1")
        case "power_pending":
            await seated.press("l" if "l" in seated.keys else min(seated.keys & set("012345")))
        case "revealing":
            await seated.wait(5000)
        case "snap_window":
            await seated.press("p")
        case "giving":
            await seated.press(min(seated.keys & set("123456")))


async def test_a_whole_game_is_played_by_keyboard_against_bots(tmp_path: Path) -> None:
    seated = Seated(tmp_path, bots=2, deal=first_drawn("7"), min_turns_before_call=3)
    steps = set()
    async with seated.on_screen():
        assert "Remember your two cards" in seated.text
        while seated.view.status == "active":
            assert_keys_are_the_legal_list(seated)
            assert_nothing_is_cut(seated)
            steps.add(seated.view.step)
            if "c" in seated.keys:
                await seated.press("c y")
            else:
                await play_on(seated)

        assert steps >= {None, "awaiting_draw", "holding", "power_pending", "revealing"}
        assert "called Cambio." in seated.text
        assert "Cards, each with its points" in seated.text
        for score in seated.view.scores:
            assert sum(card.point_value for card in score.cards) == score.base_score
        assert_nothing_is_cut(seated)
    text = seated.save.path.read_bytes()
    assert read(text).end is not None
    assert verify(CAMBIO, text).faults == ()


def six_cards_each(state: State) -> bool:
    """Seat 0 is to draw, and most seats have had penalties."""
    is_full = [len(player.slots) == 6 for player in state.players]
    return state.step == "awaiting_draw" and state.current_turn_seat == 0 and is_full[0] and sum(is_full) > 3


@pytest.mark.parametrize("size", SIZES)
async def test_six_seats_are_shown_whole_with_six_cards_each(tmp_path: Path, size: tuple[int, int]) -> None:
    seated = Seated(
        tmp_path,
        bots=5,
        until=six_cards_each,
        snap="chain",
        snap_others=True,
        wrong_snap_cards=2,
    )
    async with seated.on_screen(size):
        assert_nothing_is_cut(seated)
        assert all(f"Seat {seat}" in seated.text for seat in range(1, 6))
        assert "░6░" in seated.text
        await seated.press("d")
        assert_nothing_is_cut(seated)
        assert "[6]" in seated.text
        await seated.press("6")
        assert_nothing_is_cut(seated)


async def test_3_6_two_cards_are_seen_until_enter_and_then_nowhere(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    async with seated.on_screen():
        faces = [seated.face(0, position) for position in (2, 3)]
        assert all(face in seated.text and seated.in_memory(face) for face in faces)

        await seated.press("enter")

        assert "Your turn" in seated.text
        seated.assert_gone(*faces)


async def test_3_8_the_time_to_look_runs_out_by_itself(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    async with seated.on_screen():
        assert "0:10 left" in seated.text
        await seated.wait(9_001)
        assert "0:01 left" in seated.text
        assert seated.face(0, 2) in seated.text

        await seated.wait(999)

        assert "Your turn" in seated.text
        seated.assert_gone(seated.face(0, 2))


@pytest.mark.parametrize(("rank", "keys", "seat"), [("7", "d x 1", 0), ("9", "d x 2 3", 2)])
async def test_5_13_a_peek_is_gone_after_its_time(tmp_path: Path, rank: str, keys: str, seat: int) -> None:
    seated = Seated(tmp_path, bots=2, deal=first_drawn(rank))
    async with seated.on_screen():
        await seated.press("enter")
        await seated.press(keys)
        face = seated.face(seat, int(keys[-1]) - 1)
        assert "Only you can see this" in seated.text
        assert "0:05 left" in seated.text
        assert face in seated.text
        await seated.wait(4_999)
        assert face in seated.text
        assert seated.in_memory(face)

        await seated.wait(1)

        seated.assert_gone(face)


async def test_5_13_a_peek_is_gone_when_it_is_acknowledged(tmp_path: Path) -> None:
    seated = Seated(tmp_path, deal=first_drawn("8"))
    async with seated.on_screen():
        await seated.press("enter d x 2")
        face = seated.face(0, 1)
        assert face in seated.text

        await seated.press("enter")

        seated.assert_gone(face)


async def test_a_peek_runs_out_while_the_help_is_open(tmp_path: Path) -> None:
    seated = Seated(tmp_path, deal=first_drawn("7"))
    async with seated.on_screen():
        await seated.press("enter d x 1 question_mark")
        face = seated.face(0, 0)
        assert isinstance(seated.app.screen, Help)

        await seated.wait(5_000)

        seated.assert_gone(face)


async def test_another_seats_peek_shows_where_and_not_what(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, bots=0, deal=first_drawn("9"))
    async with seated.on_screen():
        await seated.press("enter enter enter enter enter d x 3")
        face = seated.face(1, 2)
        assert face in seated.text

        seated.sitting.seat = None  # as anybody sees it
        seated.screen.show()
        await seated.wait(0)

        assert "Seat 0 looks at Seat 1's card 3." in seated.text
        assert "(3)" in seated.text
        assert face not in seated.text


async def test_4_2_a_drawn_card_is_swapped_by_its_number(tmp_path: Path) -> None:
    seated = Seated(tmp_path, deal=first_drawn("2", "3", "4"))
    async with seated.on_screen():
        await seated.press("enter")
        assert "d from the pile, t takes the discard" in seated.text
        top, lay = seated.table.state.draw_pile[0], seated.face(0, 1)
        await seated.press("d")
        assert "You hold" in seated.text
        await seated.press("2")

        assert seated.table.state.players[0].slots[1] == top
        assert f"You swapped card 2; {lay} is discarded." in seated.text


async def test_4_3_a_discard_that_was_taken_must_be_swapped(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    async with seated.on_screen():
        await seated.press("enter t")

        assert "x" not in seated.keys
        assert "x discards" not in seated.text
        await seated.press("x")
        assert seated.view.step == "holding"


async def test_5_8_a_blind_swap_takes_a_card_of_mine_a_seat_and_its_card(tmp_path: Path) -> None:
    seated = Seated(tmp_path, bots=2, deal=first_drawn("J", "Q"), compulsory_powers=True)
    async with seated.on_screen():
        await seated.press("enter d x")
        assert "Which of your cards? 1–4" in seated.text
        assert "k" not in seated.keys
        before = seated.table.state.players
        await seated.press("4")
        assert "✓ 4" in seated.text
        assert "Whose card? Seat 1 2" in seated.text
        await seated.press("1 escape 2")
        assert "Which of Seat 2's cards? 1–4" in seated.text
        asked = len(seated.table.steps)
        await seated.press("1")

        step = seated.table.steps[asked]
        assert step.row.action == UsePower("blind_swap", (Slot(0, 3), Slot(2, 0)))
        assert step.after.players[0].slots[3] == before[2].slots[0]
        assert step.after.players[2].slots[0] == before[0].slots[3]


async def test_a_choice_is_taken_back_step_by_step(tmp_path: Path) -> None:
    seated = Seated(tmp_path, bots=2, deal=first_drawn("J", "Q"))
    async with seated.on_screen():
        await seated.press("enter d x 4 1")
        assert "Which of Seat 1's cards?" in seated.text
        await seated.press("escape")
        assert "Whose card?" in seated.text
        await seated.press("escape")
        assert "Which of your cards?" in seated.text
        assert "escape" not in seated.keys


async def test_5_9_a_king_looks_by_lot_or_is_skipped(tmp_path: Path) -> None:
    seated = Seated(tmp_path, deal=first_drawn("K"))
    async with seated.on_screen():
        await seated.press("enter d x")
        assert "look at one of yours, by lot: l looks; k skips." in seated.text
        await seated.press("l")
        assert seated.view.step == "revealing"
        assert_keys_are_the_legal_list(seated)


async def test_5_11_a_king_may_look_at_two_and_exchange_them(tmp_path: Path) -> None:
    seated = Seated(tmp_path, deal=first_drawn("K"), king_power="look_and_swap")
    async with seated.on_screen():
        await seated.press("enter d x 1 2")
        mine, theirs = seated.face(0, 0), seated.face(1, 1)
        assert mine in seated.text
        assert theirs in seated.text
        assert "e exchanges the two" in seated.text
        await seated.press("e")

        assert "You exchanged your card 1 and Seat 1's card 2." in seated.text
        seated.assert_gone(mine, theirs)


async def test_6_1_a_call_is_asked_about_once_more(tmp_path: Path) -> None:
    seated = Seated(tmp_path, bots=2)
    async with seated.on_screen():
        await seated.press("enter c")
        assert "Call Cambio?" in seated.text
        assert seated.keys & {"d", "t", "c", "1"} == set()
        await seated.press("n")
        assert seated.view.phase == "playing"
        assert seated.keys >= {"d", "t", "c"}
        await seated.press("c y")

        assert seated.view.cambio_caller_seat == 0
        assert seated.view.ending == "cambio"  # both bots have had their last turn


async def test_6_4_the_final_round_is_told_with_who_is_left(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=3, bots=0)
    async with seated.on_screen():
        await seated.press("enter enter enter enter enter enter enter c y enter")

        assert "FINAL ROUND: Seat 0 called Cambio; last turns: you and Seat 2" in seated.text
        assert "CAMBIO" in seated.text


async def test_6_10_everybody_reads_that_it_is_the_final_round(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=3, bots=0)
    async with seated.on_screen():
        await seated.press("enter enter enter enter enter enter enter")
        before = [CAMBIO.view(seated.table.state, seat) for seat in (0, 1, 2, None)]
        await seated.press("c y enter")

    after = [CAMBIO.view(seated.table.state, seat) for seat in (0, 1, 2, None)]
    assert not any("FINAL ROUND" in banner(view) for view in before)
    assert all(banner(view).startswith("FINAL ROUND: ") for view in after)


async def test_4_13_the_clock_is_shown_and_runs_out(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    async with seated.on_screen():
        await seated.press("enter")
        await seated.wait(15_000)
        assert "0:45 left" in seated.text
        await seated.wait(45_000)

        assert "You drew nothing, for want of time." in seated.text


# Snap


def six_in_hand(state: State) -> bool:
    """Seat 0 draws a card without power, and has the same rank at position 1."""
    first, second = state.draw_pile[0], state.players[0].slots[1]
    return second is not None and first[:-1] == second[:-1] and first[0] in "23456"


async def test_8_5_a_snap_is_s_and_the_card(tmp_path: Path) -> None:
    seated = Seated(tmp_path, deal=six_in_hand, snap="first")
    async with seated.on_screen():
        await seated.press("enter d")
        assert seated.keys & {"s", "p"} == set()
        seated.sitting.next_thought = lambda: None  # type: ignore[method-assign]  # bots are slower than this
        await seated.press("x")
        assert "s snaps it, p passes." in seated.text
        assert_keys_are_the_legal_list(seated)
        assert "2" not in seated.keys
        await seated.press("s")
        assert "Which of your cards? 1–4" in seated.text
        await seated.press("2")

        assert "You snapped your card 2" in seated.text
        assert seated.table.state.players[0].slots[1] is None
        assert "no card" in seated.text


async def test_8_7_a_wrong_snap_brings_a_card(tmp_path: Path) -> None:
    seated = Seated(tmp_path, deal=six_in_hand, snap="first")
    async with seated.on_screen():
        await seated.press("enter d")
        seated.sitting.next_thought = lambda: None  # type: ignore[method-assign]
        await seated.press("x s 1")

        assert "it stays." in seated.text
        assert "Penalty for you: card 5." in seated.text
        assert seated.screen.hand[4].visible


# Several people at one terminal


async def test_the_curtain_hides_what_the_former_player_saw(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, bots=0)
    async with seated.on_screen():
        assert isinstance(seated.app.screen, Curtain)
        assert "Pass the terminal to Seat 0." in seated.text
        own = [seated.face(0, position) for position in (2, 3)]
        others = [seated.face(1, position) for position in (2, 3)]
        assert not any(seated.in_memory(face) for face in own + others)

        await seated.press("enter")
        assert all(face in seated.text for face in own)
        assert not any(seated.in_memory(face) for face in others)

        await seated.press("enter")
        assert "Pass the terminal to Seat 1." in seated.text
        seated.assert_gone(*own, *others)

        await seated.press("enter")
        assert all(face in seated.text for face in others)
        assert not any(seated.in_memory(face) for face in own)


async def test_a_drawn_card_is_gone_before_the_next_player_sits_down(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, bots=0, deal=first_drawn("2", "3"))
    async with seated.on_screen():
        await seated.press("enter enter enter enter enter d")
        held = seated.view.held
        assert held is not None
        assert held.card is not None
        face = card_name(held.card)
        assert face in seated.text
        await seated.press("1")

        assert isinstance(seated.app.screen, Curtain)
        seated.assert_gone(face)


async def test_time_waits_for_the_next_player_and_everybody_has_all_of_it(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, bots=0)
    async with seated.on_screen():
        await seated.wait(100_000)
        await seated.press("enter")
        assert "0:10 left" in seated.text
        await seated.wait(10_000)  # looked long enough, without Enter
        assert "Pass the terminal to Seat 1." in seated.text
        await seated.wait(100_000)
        await seated.press("enter")
        assert seated.face(1, 2) in seated.text
        assert "0:10 left" in seated.text
        await seated.press("enter")
        await seated.wait(100_000)
        await seated.press("enter")

        assert "Your turn" in seated.text
        assert "1:00 left" in seated.text


async def test_the_curtain_does_not_open_by_the_enter_that_closed_it(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, bots=0)
    seated.sitting.pace = 1000  # so long that no slow machine gets past it
    async with seated.on_screen():
        await seated.press("enter enter enter")

        assert isinstance(seated.app.screen, Curtain)


async def test_8_2_whoever_is_quickest_at_one_terminal_snaps(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=3, bots=0, deal=six_in_hand, snap="first")
    async with seated.on_screen():
        await seated.press("enter enter enter enter enter enter enter d x")
        assert "s snaps it, p if nobody has." in seated.text
        assert seated.view.you is None
        await seated.press("s")
        await seated.wait(60_000)  # time waits while it is being chosen
        await seated.press("0 2")

        assert seated.table.state.players[0].slots[1] is None
        assert "Pass the terminal to Seat 1." in seated.text


async def test_8_8_nobody_at_one_terminal_snaps(tmp_path: Path) -> None:
    for keys, after_ms in (("p", 0), ("", 3_000)):
        seated = Seated(tmp_path, people=2, bots=0, deal=six_in_hand, snap="first")
        async with seated.on_screen():
            await seated.press("enter enter enter enter enter d x")
            assert "s snaps it" in seated.text
            await seated.press(keys)
            await seated.wait(after_ms)

            assert "Pass the terminal to Seat 1." in seated.text


async def test_the_results_are_for_everybody_at_the_terminal(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, bots=0, deal=first_drawn("2", "3"))
    async with seated.on_screen():
        await seated.press("enter enter enter enter enter c y enter d x")

        assert "Seat 0 called Cambio." in seated.text
        assert "Seat 1  " in seated.text
        assert "You " not in seated.text


# The sitting


def kept(folder: Path, *sitters: Sitter) -> CambioTable:
    save = Save(folder / "cambio.jsonl")
    return CambioTable(sit_down(CAMBIO, save, sitters=sitters or None, waits=CambioTable.WAITS))


async def test_a_sitting_is_kept_and_goes_on_with_its_clock(tmp_path: Path) -> None:
    first = Seated(tmp_path, deal=first_drawn("2", "3"))
    async with first.on_screen():
        await first.press("enter d")
        left = first.view
        await first.press("q")
    assert S_IMODE(first.save.path.stat().st_mode) == 0o600
    assert S_IMODE(first.save.secret_path.stat().st_mode) == 0o600

    app = Terminal(kept(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "Welcome back" in screen_text(app)
        assert "1:00 left" in screen_text(app) or "0:59 left" in screen_text(app)
        assert isinstance(app.screen, CambioTable)
        assert app.screen.view == left
        await press(pilot, "x")
        assert "You discarded" in screen_text(app)


def test_others_are_not_seated_at_a_sitting_under_way(tmp_path: Path) -> None:
    kept(tmp_path, Sitter(), Sitter())
    assert kept(tmp_path, Sitter(), Sitter()).sitting.people == (0, 1)
    with pytest.raises(SittingUnderWay):
        kept(tmp_path, Sitter(), Sitter("bot", "easy"))


def test_a_sitting_with_a_bot_nobody_knows_is_set_aside(tmp_path: Path) -> None:
    kept(tmp_path, Sitter(), Sitter("bot", "easy"))
    save = Save(tmp_path / "cambio.jsonl")
    save.path.write_bytes(save.path.read_bytes().replace(b'"easy"', b'"ease"'))

    table = kept(tmp_path)

    assert "could not be read" in table.sitting.notice or "No bot called" in table.sitting.notice
    assert (tmp_path / "cambio.jsonl.broken").exists()


async def test_help_fits_and_undo_is_not_offered(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    async with seated.on_screen():
        assert "u" not in seated.keys
        await seated.press("question_mark")
        assert isinstance(seated.app.screen, Help)
        assert "call Cambio" in seated.text
        assert "Esc: back" in seated.text


async def test_no_colour_is_used_where_none_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "NO_COLOR", "1")
    seated = Seated(tmp_path, bots=2, deal=first_drawn("9"))
    async with seated.on_screen():
        await seated.press("enter d x 1")
        assert seated.app.no_color
        assert "[1] [2]" in seated.text


async def test_a_mistake_of_ours_shows_no_hidden_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seated = Seated(tmp_path)

    def stumble() -> None:
        secret = " ".join(("the", "hidden", "card"))  # the line itself must not tell it
        raise AssertionError(len(secret))

    seated.screen.show = stumble  # type: ignore[method-assign]
    with pytest.raises(AssertionError):
        async with seated.app.run_test():
            pass
    assert "the hidden card" not in capsys.readouterr().err


async def test_a_bot_is_given_what_its_seat_knows_and_nothing_else(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    thought = seated.sitting.next_thought()
    assert thought is not None
    choose: Callable[..., object] = thought.choose
    known, view, legal, chance = choose.args  # type: ignore[attr-defined]

    state = seated.table.state
    assert known == CAMBIO.knows(state, 1)
    assert view == CAMBIO.view(state, 1)
    assert legal == CAMBIO.legal(state, 1)
    assert chance is not seated.table.chance(2)


async def test_a_bots_choice_for_a_table_that_has_changed_is_dropped(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    thought = seated.sitting.next_thought()
    assert thought is not None
    seated.now_ms += 10_000

    seated.sitting.let_bot_act(thought, thought.choose())

    assert seated.view.step == "awaiting_draw"
    assert DrawCard("deck") in seated.sitting.legal
