"""A table of Cambio on the screen: the same cards every time, bots that take no time, a clock to turn."""

import asyncio
import gc
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.content import Content
from textual.pilot import Pilot
from textual.strip import Strip

from rondel.cli.save import Save
from rondel.cli.sitting import Sitting
from rondel.cli.tables.cambio.table import CambioTable
from rondel.cli.tables.cambio.words import card_name
from rondel.cli.terminal import Terminal
from rondel.games.cambio.actions import CallCambio
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import Card, faces
from rondel.games.cambio.state import State
from rondel.games.cambio.view import View
from rondel.kernel import HOUSE, Chance, Ms, Seat, Sitter
from rondel.table.local import LocalTable
from rondel.wire.shelf import take
from tests.cli.screens import screen_text

SMALL = (80, 24)
CAMBIO = take("cambio")
FACES = faces(0, 0, 0, "ten")
BOTS_AT_MOST_S = 20


def any_deal(_: State) -> bool:
    return True


def first_drawn(*ranks: str) -> Callable[[State], bool]:
    """A deal whose first card of the draw pile has one of these ranks."""
    return lambda state: state.draw_pile[0][:-1] in ranks


class Seated:
    """People and bots at a table, and what is on the screen."""

    def __init__(
        self,
        folder: Path,
        *,
        people: int = 1,
        bots: int = 1,
        deal: Callable[[State], bool] = any_deal,
        until: Callable[[State], bool] = any_deal,
        **options: Any,
    ) -> None:
        self.now_ms: Ms = 1_000_000
        self.save = Save(folder / "cambio.jsonl")
        sitters = [*[Sitter()] * people, *[Sitter("bot", "random")] * bots]
        self.table = self._dealt(Options(seats=len(sitters), **options), sitters, deal, until)
        self.sitting = Sitting(self.table, self.save, now=lambda: self.now_ms, pace=0, luck="of the test")
        self._older = _buffers()  # of tables before this one
        self.screen = CambioTable(self.sitting)
        self.app = Terminal(self.screen)
        self._pilot: Pilot[None] | None = None

    def _dealt(
        self,
        options: Options,
        sitters: list[Sitter],
        deal: Callable[[State], bool],
        until: Callable[[State], bool],
    ) -> LocalTable:
        """The first of many shuffles that is as it should be, played on until it has come to something."""
        nonces = [bytes(16) if sitter.kind == "human" else b"" for sitter in sitters]
        for seed in range(10_000):
            secret = seed.to_bytes(32, "big")
            table = LocalTable.opened(CAMBIO, options, sitters, table_id="test", secret=secret, nonces=nonces)
            table.play(HOUSE, CAMBIO.begin, self.now_ms)
            _play_blindly(table, until)
            if deal(table.state) and until(table.state):
                self.save.write_secret(secret)
                return table
        raise AssertionError("no shuffle deals like that")

    @asynccontextmanager
    async def on_screen(self, size: tuple[int, int] = SMALL) -> AsyncIterator[None]:
        async with self.app.run_test(size=size) as self._pilot:
            await self.bots_done()
            yield

    async def press(self, keys: str) -> None:
        """Press keys, and let the bots answer each of them."""
        assert self._pilot is not None
        for key in keys.split():
            await self._pilot.press(key)
            await self.bots_done()

    async def bots_done(self) -> None:
        """Until no bot has anything to do, and all of it is on the screen."""
        assert self._pilot is not None
        async with asyncio.timeout(BOTS_AT_MOST_S):
            while self.sitting.next_thought() is not None:
                await asyncio.sleep(0.002)
            await self._pilot.pause()

    async def wait(self, after_ms: Ms) -> None:
        """Let time pass, and the table notice it."""
        self.now_ms += after_ms
        self.screen.let_time_pass()
        await self.bots_done()

    @property
    def view(self) -> View:
        """What the seat at the terminal sees."""
        return self.screen.view

    @property
    def text(self) -> str:
        """What a person sees."""
        return screen_text(self.app)

    @property
    def keys(self) -> set[str]:
        """The keys of the table that do something now."""
        bindings = self.screen.active_bindings.values()
        return {active.binding.key for active in bindings if active.enabled and active.node is self.screen}

    def in_memory(self, face: str) -> list[str]:
        """Every text of a widget or a screen buffer, shown, hidden or kept, that holds the face."""
        older = {id(buffer) for buffer in self._older}
        buffers = [buffer for buffer in _buffers() if id(buffer) not in older]
        return [text for text in map(_text_of, buffers) if face in text]

    def in_tree(self, face: str) -> list[str]:
        """Every attribute of a widget of any screen that holds the face."""
        screens = self.app.screen_stack
        widgets = [widget for screen in screens for widget in (screen, *screen.walk_children())]
        return [
            f"{widget!r}.{name}"
            for widget in widgets
            for name, value in vars(widget).items()
            if face in str(value) or face in repr(value)
        ]

    def assert_gone(self, *faces: str) -> None:
        """Neither on the screen, nor in a widget, nor in any buffer."""
        for face in faces:
            assert face not in self.text
            assert self.in_tree(face) == []
            assert self.in_memory(face) == []

    def card(self, seat: Seat, position: int) -> Card:
        """The card that lies there, whoever may see it."""
        code = self.table.state.players[seat].slots[position]
        return FACES[code]

    def face(self, seat: Seat, position: int) -> str:
        """The card that lies there as it would be written."""
        return card_name(self.card(seat, position))


def _play_blindly(table: LocalTable, until: Callable[[State], bool]) -> None:
    """Let every seat act at random until it has come to this, or to the end."""
    luck = Chance.of_seed("blind")
    while not until(table.state) and CAMBIO.outcome(table.state) is None:
        seat = luck.pick(sorted(CAMBIO.to_act(table.state)))
        choices = [action for action in CAMBIO.legal(table.state, seat) if action != CallCambio()]
        table.play(seat, luck.pick(choices), table.at)


def _buffers() -> list[Content | Strip]:
    gc.collect()
    return [thing for thing in gc.get_objects() if isinstance(thing, Content | Strip)]


def _text_of(buffer: Content | Strip) -> str:
    return buffer.plain if isinstance(buffer, Content) else buffer.text


STORY = (
    ("sitting down", "", 0),
    ("looking at two cards (Enter)", "enter", 0),
    ("drawing (d)", "d", 0),
    ("discarding a nine or ten (x)", "x", 0),
    ("choosing a seat (2)", "2", 0),
    ("looking at its card 3 (3)", "3", 0),
    ("five seconds", "", 5000),
    ("wanting to call (c)", "c", 0),
    ("calling indeed (y), and everybody's last turn", "y", 0),
    ("asking for help (?)", "question_mark", 0),
)


async def screens(size: tuple[int, int]) -> list[tuple[str, str]]:
    """What is seen on the way through a short game of four, each with what was done before it."""
    seen: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        seated = Seated(Path(folder), bots=3, deal=first_drawn("9", "10"), min_turns_before_call=1)
        async with seated.on_screen(size):
            for what, keys, after_ms in STORY:
                await seated.press(keys)
                await seated.wait(after_ms)
                seen.append((what, seated.text))
    return seen
