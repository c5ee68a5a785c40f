"""Screens as text: `uv run python -m tests.cli.screens [decks|cambio|imperial]` plays and prints them."""

import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from rondel.cli.save import Save
from rondel.cli.sitting import Sitting, sit_down, wall_clock
from rondel.cli.tables.decks import DecksTable
from rondel.cli.terminal import Terminal
from rondel.games.decks.options import Options
from rondel.kernel import Ms, Sitter
from rondel.table.local import LocalTable
from rondel.wire.shelf import take

SIZES = ((80, 24), (120, 40))

TWO_TURNS = (
    ("sitting down", ""),
    ("choosing two cards (1, 3)", "1 3"),
    ("discarding them (d) and ordering two (2, 1)", "d 2 1"),
    ("ordering the third and locking (3, l)", "3 l"),
    ("ending the turn (e), and a whole second turn", "e 2 4 d 3 2 1 l e"),
    ("asking for help (?)", "question_mark"),
    ("leaving it (Esc) for the settings (s)", "escape s"),
)


def screen_text(app: App[Any]) -> str:
    """What a person sees, without colours."""
    strips = app.screen._compositor.render_strips()  # Textual exports pictures, not text
    return "\n".join(strip.text.rstrip() for strip in strips)


def seated(folder: Path) -> Terminal:
    """The Deck Planner as `rondel play` opens it, with whatever is kept in the folder."""
    return Terminal(DecksTable(sit_down(take("decks"), Save(folder / "decks.jsonl"))))


def dealt(folder: Path, options: Options | None = None, *, now: Callable[[], Ms] = wall_clock) -> Terminal:
    """A Deck Planner that deals the same cards every time."""
    secret, nonces = bytes(32), [bytes(16)]
    table = LocalTable.opened(
        take("decks"), options or Options(), [Sitter()], table_id="screens", secret=secret, nonces=nonces
    )
    save = Save(folder / "decks.jsonl")
    save.write_secret(secret)
    sitting = Sitting(table, save, now=now)
    sitting.begin()
    return Terminal(DecksTable(sitting))


async def press(pilot: Pilot[Any], keys: str) -> None:
    """Press keys written with spaces between them."""
    await pilot.press(*keys.split())
    await pilot.pause()


async def screens(size: tuple[int, int]) -> list[tuple[str, str]]:
    """What is seen on the way through two turns, each with what was done before it."""
    seen: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        app = dealt(Path(folder))
        async with app.run_test(size=size) as pilot:
            for what, keys in TWO_TURNS:
                await press(pilot, keys)
                seen.append((what, screen_text(app)))
    return seen


async def print_screens(game: str) -> None:
    """Play at either size, and print what was done and what was seen after it."""
    from tests.cli.tables.cambio.seated import screens as cambio_screens
    from tests.cli.tables.imperial_seated import screens as imperial_screens

    played = {"decks": screens, "cambio": cambio_screens, "imperial": imperial_screens}[game]
    for size in SIZES:
        for what, text in await played(size):
            sys.stdout.write(f"--- {size[0]}x{size[1]}, after {what}\n{text}\n")


if __name__ == "__main__":
    asyncio.run(print_screens(sys.argv[1] if len(sys.argv) > 1 else "decks"))
