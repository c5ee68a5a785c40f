"""Imperial at the table of the terminal: an auction and turns by keys, sealed bids, the clock."""

from pathlib import Path

import pytest

from rondel.cli.terminal.screen import PrivacyScreen
from rondel.games.imperial.view import View
from rondel.wire.registry import load_game
from tests.cli.screens import SIZES
from tests.cli.terminal.plain.seated import Seated
from tests.sample import sample

pytestmark = pytest.mark.drawn(0.3)

IMPERIAL = load_game("imperial")


def view_in(seated: Seated) -> View:
    view = seated.sitting.view
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize("size", sample(SIZES, 1))
async def test_a_factory_is_built_in_two_choices(tmp_path: Path, size: tuple[int, int]) -> None:
    seated = Seated(IMPERIAL, tmp_path, bots=1, options='{"start": "fixed"}')
    async with seated.on_screen(size=size):
        nation = view_in(seated).nation_up or ""
        assert seated.written("#task") == f"You lead {nation}: where on the rondel does it go?"
        await seated.choose("Factory")
        [first, *_] = seated.offered
        assert first.startswith("Factory: build in ")
        await seated.choose(first)

        built = first.removeprefix("Factory: build in ").split(" for ")[0]
        assert built in view_in(seated).nation_info[nation].factories
        assert f"{nation} builds a factory in {built}." in seated.screen._story(60)


async def test_a_filter_finds_an_import(tmp_path: Path) -> None:
    seated = Seated(IMPERIAL, tmp_path, bots=1, options='{"start": "fixed"}')
    async with seated.on_screen():
        await seated.choose("Import")
        everything = len(seated.offered)
        await seated.press("slash")
        await seated.write("flo gen ven")

        assert 0 < len(seated.offered) < everything
        assert all("Venice" in line for line in seated.offered)
        await seated.press("enter")
        assert "imports" in "\n".join(seated.screen._story(60))


async def test_17_5_a_sealed_bid_is_gone_when_the_terminal_is_passed_on(tmp_path: Path) -> None:
    seated = Seated(IMPERIAL, tmp_path, people=2)
    async with seated.on_screen():
        await seated.press("enter")
        await seated.choose("Another one")
        await seated.write("1234")
        await seated.press("enter")

        assert isinstance(seated.app.screen, PrivacyScreen)
        assert seated.in_memory("1234") == []
        assert seated.in_memory("12.34") == []
        await seated.press("enter")
        assert "12.34" not in seated.text


async def test_12_1_the_clock_is_shown_and_can_be_stopped(tmp_path: Path) -> None:
    options = '{"start": "fixed", "timed": true, "banked": 300}'
    seated = Seated(IMPERIAL, tmp_path, bots=1, options=options)
    async with seated.on_screen(size=(120, 40)):
        before = seated.written("#clock")
        seated.now_ms += 7000
        seated.screen.let_time_pass()
        assert seated.written("#clock") != before
        await seated.choose("Stop the clock")

        assert "Let the clock run" in seated.offered


async def test_the_history_is_a_key_away(tmp_path: Path) -> None:
    seated = Seated(IMPERIAL, tmp_path, bots=1, options='{"start": "fixed"}')
    async with seated.on_screen():
        await seated.choose("Taxation")
        await seated.press("h")

        assert "collects" in seated.written("#view")
        assert seated.written("#view").splitlines()[-1].startswith("The game begins")
