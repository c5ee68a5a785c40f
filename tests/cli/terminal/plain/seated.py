"""Any game at the plain table: people and random bots that take no time."""

import asyncio
import gc
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.content import Content
from textual.events import Paste
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import OptionList, Static

from rondel.cli.terminal.plain.table import PlainTable
from rondel.cli.terminal.save_file import Save
from rondel.cli.terminal.screen import Terminal
from rondel.cli.terminal.session import TerminalGame
from rondel.kernel import HOUSE, AnyGame, Chance, Ms, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from tests.cli.screens import SIZES, screen_text

BOTS_AT_MOST_S = 30
ADDRESS = re.compile(r"0x[0-9a-f]+")


class Seated:
    """A table, and what is on its screen."""

    def __init__(
        self,
        game: AnyGame,
        folder: Path,
        *,
        people: int = 1,
        bots: int = 0,
        options: str = "{}",
        rng: str = "of the test",
        language: str = "en",
    ) -> None:
        gc.collect()
        gc.freeze()  # hides the texts of earlier tests from `in_memory`
        self.now_ms: Ms = 1_000_000
        seat_specs = [*[SeatSpec()] * people, *[SeatSpec("bot", "random")] * bots]
        nonces = [bytes(16) if sitter.kind == "human" else b"" for sitter in seat_specs]
        secret = bytes(32)
        self.table = LocalTable.opened(
            game,
            codec_of(game).options(options.encode()),
            seat_specs,
            table_id="test",
            secret=secret,
            nonces=nonces,
        )
        self.table.play(HOUSE, game.begin, self.now_ms)
        save = Save(folder / f"{game.name}.jsonl")
        save.write_secret(secret)
        self.sitting = TerminalGame(self.table, save, now=lambda: self.now_ms, pace=0, rng=rng)
        self.screen = PlainTable(self.sitting, language)
        self.app = Terminal(self.screen)
        self._pilot: Pilot[None] | None = None

    @asynccontextmanager
    async def on_screen(self, size: tuple[int, int] = SIZES[0]) -> AsyncIterator[None]:
        async with self.app.run_test(size=size) as self._pilot:
            await self.bots_done()
            yield

    async def press(self, keys: str) -> None:
        """Press keys written with spaces between them, and let the bots answer each of them."""
        assert self._pilot is not None
        for key in keys.split():
            await self._pilot.press(key)
            await self.bots_done()

    async def write(self, text: str) -> None:
        """Press the keys of a text."""
        assert self._pilot is not None
        await self._pilot.press(*text)
        await self._pilot.pause()

    async def paste(self, text: str) -> None:
        assert self._pilot is not None
        self.screen.post_message(Paste(text))
        await self._pilot.pause()

    async def choose(self, text: str) -> None:
        """Type the number of the line that begins so."""
        line = next(number for number, each in enumerate(self.offered, 1) if each.startswith(text))
        await self.press(" ".join(str(line)) + " enter")

    async def bots_done(self) -> None:
        assert self._pilot is not None
        async with asyncio.timeout(BOTS_AT_MOST_S):
            while self.sitting.next_thought() is not None:
                await asyncio.sleep(0.002)
            await self._pilot.pause()

    async def play_on(self, moves: int) -> None:
        """Press Enter at curtains, and choose lines by luck."""
        rng = Chance.of_seed("lines")
        for _ in range(moves):
            if self.sitting.outcome is not None:
                return
            if self.app.screen is not self.screen:
                await self.press("enter")
                continue
            await self.choose(rng.pick([each for each in self.offered if "write it" not in each]))

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def offered(self) -> list[str]:
        options = self.screen.query_one("#choices", OptionList).options
        return [str(option.prompt).split(maxsplit=1)[1] for option in options]

    def written(self, where: str) -> str:
        return str(self.screen.query_one(where, Static).content)

    def in_memory(self, secret: str) -> list[str]:
        """Every text of a widget or a screen buffer, shown, hidden or kept, and of the table's fields."""
        texts = [thing.plain if isinstance(thing, Content) else thing.text for thing in _texts()]
        own = [
            ADDRESS.sub("", str(value))  # an address or a moment may have any digits
            for name, value in vars(self.screen).items()
            if name not in ("sitting", "_sitting") and not isinstance(value, float)
        ]
        return [text for text in (*texts, *own) if secret in text]


def _texts() -> list[Content | Strip]:
    gc.collect()
    return [thing for thing in gc.get_objects() if isinstance(thing, Content | Strip)]
