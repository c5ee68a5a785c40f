"""A table of Imperial on the screen: greedy bots that take no time, a clock to turn."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from rondel.cli.save import Save
from rondel.cli.sitting import Sitting
from rondel.cli.tables.imperial.table import ImperialTable
from rondel.cli.terminal import Terminal
from rondel.games.imperial.options import Options
from rondel.games.imperial.state import State
from rondel.games.imperial.view import View
from rondel.kernel import HOUSE, Chance, Ms, Sitter
from rondel.table.local import LocalTable
from rondel.wire.shelf import take
from tests.cli.screens import SIZES, screen_text

IMPERIAL = take("imperial")
BOTS_AT_MOST_S = 30


class Seated:
    """People and greedy bots at a table, and what is on the screen."""

    def __init__(self, folder: Path, *, people: int = 1, bots: int = 0, **options: Any) -> None:
        self.now_ms: Ms = 1_000_000
        sitters = [*[Sitter()] * people, *[Sitter("bot", "greedy")] * bots]
        nonces = [bytes(16) if sitter.kind == "human" else b"" for sitter in sitters]
        secret = bytes(32)
        self.table = LocalTable.opened(
            IMPERIAL, Options(**options), sitters, table_id="test", secret=secret, nonces=nonces
        )
        self.table.play(HOUSE, IMPERIAL.begin, self.now_ms)
        save = Save(folder / "imperial.jsonl")
        save.write_secret(secret)
        self.sitting = Sitting(self.table, save, now=lambda: self.now_ms, pace=0, luck="of the test")
        self.screen = ImperialTable(self.sitting)
        self.app = Terminal(self.screen)
        self._pilot: Pilot[None] | None = None

    def play_until(self, wanted: Callable[[State], bool]) -> None:
        """Let every seat act at random until it has come to this."""
        luck = Chance.of_seed("blind")
        while not wanted(self.table.state):
            seat = luck.pick(sorted(IMPERIAL.to_act(self.table.state)))
            self.table.play(seat, luck.pick(IMPERIAL.legal(self.table.state, seat)), self.now_ms)

    @asynccontextmanager
    async def on_screen(self, size: tuple[int, int] = SIZES[0]) -> AsyncIterator[None]:
        async with self.app.run_test(size=size) as self._pilot:
            await self.bots_done()
            yield

    async def press(self, keys: str) -> None:
        """Press keys, and let the bots answer each of them."""
        assert self._pilot is not None
        for key in keys.split():
            await self._pilot.press(key)
            await self.bots_done()

    async def choose(self, words: str) -> None:
        """Filter for these words, and take the first that is found."""
        await self.press(
            "slash " + " ".join({" ": "space", ".": "full_stop"}.get(each, each) for each in words)
        )
        await self.press("enter")

    async def bots_done(self) -> None:
        assert self._pilot is not None
        async with asyncio.timeout(BOTS_AT_MOST_S):
            while self.sitting.next_thought() is not None:
                await asyncio.sleep(0.002)
            await self._pilot.pause()

    @property
    def view(self) -> View:
        return self.screen.view

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def offered(self) -> list[str]:
        options = self.screen.query_one("#choices", OptionList).options
        return [str(option.prompt) for option in options]

    def written(self, where: str) -> str:
        return str(self.screen.query_one(where, Static).content)

    @property
    def keys(self) -> set[str]:
        bindings = self.screen.active_bindings.values()
        return {active.binding.key for active in bindings if active.enabled and active.node is self.screen}

    def in_tree(self, secret: str) -> list[str]:
        """Every attribute of a widget of any screen that holds the secret.

        Fractions are left out: they are moments of the screen's own clock, and amounts are whole cents.
        """
        screens = self.app.screen_stack
        widgets = [widget for screen in screens for widget in (screen, *screen.walk_children())]
        return [
            f"{widget!r}.{name}"
            for widget in widgets
            for name, value in vars(widget).items()
            if not isinstance(value, float) and (secret in str(value) or secret in repr(value))
        ]


STORY = (
    ("sitting down", ""),
    ("typing a bid (1 2 . 3 4)", "1 2 full_stop 3 4"),
    ("bidding it (Enter)", "enter"),
    ("taking the stock (Enter), and nothing of the others", "enter enter enter enter enter enter"),
    ("opening L-Produce (down, Enter)", "down enter"),
    ("producing both armies (End, Enter)", "end enter"),
    ("turning to the map (m)", "m"),
    ("turning to the stocks (s)", "s"),
    ("turning to the wheel (w)", "w"),
    ("turning to the history (h)", "h"),
    ("asking for help (?)", "question_mark"),
)


async def screens(size: tuple[int, int]) -> list[tuple[str, str]]:
    """What is seen on the way through an auction and a turn, each with what was done before it."""
    seen: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        seated = Seated(Path(folder), bots=3)
        async with seated.on_screen(size):
            for what, keys in STORY:
                await seated.press(keys)
                seen.append((what, seated.text))
    return seen
