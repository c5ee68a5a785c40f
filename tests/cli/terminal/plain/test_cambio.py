"""Cambio at the table of the terminal: whole games by keys, and nothing of a card once it is hidden again."""

import os
from collections.abc import Callable
from pathlib import Path
from stat import S_IMODE

import pytest

from rondel.cli.terminal.plain.table import PlainTable
from rondel.cli.terminal.save_file import Save
from rondel.cli.terminal.screen import PrivacyScreen
from rondel.cli.terminal.session import GameInProgressError, load_or_start
from rondel.games.cambio.actions import DrawCard
from rondel.games.cambio.face import card_text
from rondel.games.cambio.view import View
from rondel.kernel import SeatSpec
from rondel.wire.registry import load_game
from tests.cli.screens import SIZES
from tests.cli.terminal.plain.seated import Seated
from tests.sample import sample

pytestmark = pytest.mark.drawn(0.3)

CAMBIO = load_game("cambio")


def sat_down(folder: Path, *, people: int = 1, bots: int = 1, language: str = "en") -> Seated:
    seats = people + bots
    return Seated(
        CAMBIO, folder, people=people, bots=bots, options=f'{{"seats": {seats}}}', language=language
    )


def view_in(seated: Seated) -> View:
    view = seated.sitting.view
    assert isinstance(view, View)
    return view


def shown(seated: Seated) -> list[str]:
    """The faces of the viewer's own cards."""
    view = view_in(seated)
    assert view.you is not None
    return [f"[{card_text(slot.card)}]" for slot in view.players[view.you].slots if slot.card is not None]


@pytest.mark.parametrize("size", sample(SIZES, 1))
async def test_a_whole_game_is_played_by_keys_against_bots(tmp_path: Path, size: tuple[int, int]) -> None:
    seated = sat_down(tmp_path, bots=2)
    async with seated.on_screen(size=size):
        await seated.play_on(400)

        assert seated.sitting.outcome is not None
        assert seated.offered == []
        assert "Won by" in seated.written("#view")
        assert "Points: " in seated.written("#view")


async def test_3_6_two_cards_are_seen_until_they_are_confirmed_and_then_nowhere(tmp_path: Path) -> None:
    seated = sat_down(tmp_path)
    async with seated.on_screen():
        [one, other] = shown(seated)
        assert one in seated.text
        assert other in seated.text
        await seated.press("enter")

        assert "Draw a card, or call Cambio" in seated.text
        assert seated.in_memory(one) == seated.in_memory(other) == []


async def test_3_8_the_time_to_look_is_shown_and_runs_out_by_itself(tmp_path: Path) -> None:
    seated = sat_down(tmp_path)
    async with seated.on_screen():
        [one, _] = shown(seated)
        assert "left 0:10" in seated.text
        seated.now_ms += 9_001
        seated.screen.let_time_pass()
        assert seated.written("#clock") == "left 0:01"

        seated.now_ms += 999
        seated.screen.let_time_pass()
        await seated.bots_done()
        assert seated.in_memory(one) == []


async def test_4_2_a_drawn_card_is_swapped_by_the_number_before_a_card(tmp_path: Path) -> None:
    seated = sat_down(tmp_path)
    async with seated.on_screen():
        await seated.press("enter")
        await seated.choose("Draw a card")
        held = view_in(seated).held
        assert held is not None
        assert held.card is not None
        assert f"Drawn: [{card_text(held.card)}]" in seated.text
        line = seated.screen.step.keys["0.hand", 2]
        assert seated.offered[line - 1] == "Swap it with your bottom left card"
        await seated.press(f"{line} enter")

        assert "You swapped your bottom left card and discarded" in "\n".join(seated.screen._story(60))


async def test_6_1_a_call_is_asked_about_once_more(tmp_path: Path) -> None:
    seated = sat_down(tmp_path)
    async with seated.on_screen():
        await seated.press("enter")
        await seated.choose("Call Cambio")
        assert seated.offered == ["Yes: Call Cambio", "No"]
        assert view_in(seated).cambio_caller_seat is None
        await seated.choose("Yes")

        assert seated.table.state.cambio_caller_seat == 0


async def test_6_10_the_final_round_is_read_at_the_table(tmp_path: Path) -> None:
    seated = sat_down(tmp_path, people=2, bots=0)
    async with seated.on_screen():
        await seated.press("enter enter enter enter enter")
        assert "Final round" not in seated.written("#view")
        await seated.choose("Call Cambio")
        await seated.choose("Yes")
        await seated.press("enter")

        assert "Table, Final round" in seated.written("#view")
        assert "called Cambio" in seated.text


async def test_the_table_speaks_german(tmp_path: Path) -> None:
    seated = sat_down(tmp_path, language="de")
    async with seated.on_screen(size=SIZES[1]):
        await seated.press("enter")
        assert "Draw" not in seated.written("#task")
        assert not any("Draw" in line or "Call" in line for line in seated.offered)
        assert "Stapel: " in seated.written("#view")
        assert "▶ Platz 0 (du)" in seated.written("#view")


async def test_the_curtain_hides_what_the_former_player_saw(tmp_path: Path) -> None:
    seated = sat_down(tmp_path, people=2, bots=0)
    async with seated.on_screen():
        assert isinstance(seated.app.screen, PrivacyScreen)
        assert "Pass the terminal to Seat 0." in seated.text
        await seated.press("enter")
        own = shown(seated)
        await seated.press("enter")
        assert "Pass the terminal to Seat 1." in seated.text
        assert [seated.in_memory(each) for each in own] == [[], []]

        await seated.press("enter")
        others = [each for each in shown(seated) if each not in own]
        assert all(each in seated.text for each in others)


async def test_time_waits_for_the_next_player_and_the_last_one_has_all_of_it(tmp_path: Path) -> None:
    seated = sat_down(tmp_path, people=2, bots=0)
    async with seated.on_screen():
        for _ in range(2):
            seated.now_ms += 100_000
            await seated.press("enter")
            assert "left 0:10" in seated.text
            await seated.press("enter")
        seated.now_ms += 100_000
        await seated.press("enter")

        assert "left 1:00" in seated.text


async def test_the_curtain_does_not_open_by_the_enter_that_closed_it(tmp_path: Path) -> None:
    seated = sat_down(tmp_path, people=2, bots=0)
    seated.sitting.pace = 1000  # so long that no slow machine gets past it
    async with seated.on_screen():
        await seated.press("enter enter enter")

        assert isinstance(seated.app.screen, PrivacyScreen)


async def test_no_colour_is_used_where_none_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "NO_COLOR", "1")
    seated = sat_down(tmp_path)
    async with seated.on_screen():
        assert seated.app.no_color
        assert "[##]" in seated.text


async def test_a_mistake_of_ours_shows_no_hidden_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seated = sat_down(tmp_path)

    def stumble() -> None:
        secret = " ".join(("the", "hidden", "card"))  # the line itself must not tell it
        raise AssertionError(len(secret))

    seated.screen.show = stumble  # type: ignore[method-assign]
    with pytest.raises(AssertionError):
        async with seated.app.run_test():
            pass
    assert "the hidden card" not in capsys.readouterr().err


def load_table(folder: Path, *seat_specs: SeatSpec) -> PlainTable:
    return PlainTable(load_or_start(CAMBIO, Save(folder / "cambio.jsonl"), seat_specs=seat_specs or None))


def test_a_sitting_and_its_secret_can_be_read_by_nobody_else(tmp_path: Path) -> None:
    load_table(tmp_path)
    save = Save(tmp_path / "cambio.jsonl")

    assert S_IMODE(save.path.stat().st_mode) == 0o600
    assert S_IMODE(save.secret_path.stat().st_mode) == 0o600


def test_others_are_not_seated_at_a_sitting_under_way(tmp_path: Path) -> None:
    load_table(tmp_path, SeatSpec(), SeatSpec())
    assert load_table(tmp_path, SeatSpec(), SeatSpec()).sitting.people == (0, 1)
    with pytest.raises(GameInProgressError):
        load_table(tmp_path, SeatSpec(), SeatSpec("bot", "easy"))


def test_a_sitting_with_a_bot_nobody_knows_is_set_aside(tmp_path: Path) -> None:
    load_table(tmp_path, SeatSpec(), SeatSpec("bot", "easy"))
    save = Save(tmp_path / "cambio.jsonl")
    save.path.write_bytes(save.path.read_bytes().replace(b'"easy"', b'"ease"'))

    table = load_table(tmp_path)

    assert "could not be read" in table.sitting.notice or "No bot called" in table.sitting.notice
    assert (tmp_path / "cambio.jsonl.broken").exists()


async def test_a_bot_is_given_what_its_seat_knows_and_nothing_else(tmp_path: Path) -> None:
    seated = sat_down(tmp_path)
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
    seated = sat_down(tmp_path)
    thought = seated.sitting.next_thought()
    assert thought is not None
    seated.now_ms += 10_000

    seated.sitting.let_bot_act(thought, thought.choose())

    assert view_in(seated).step == "awaiting_draw"
    assert DrawCard("deck") in seated.sitting.legal
