"""`rondel demo`: a table with bots in the browser, with nothing to set up."""

import os
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

import rich_click as click

from rondel.cli.arguments.parameters import InstalledGame, WrongUse
from rondel.cli.serving.process import serve_in_memory
from rondel.cli.terminal.opponents import usual_level
from rondel.kernel import AnyGame

if TYPE_CHECKING:
    from rondel.server.startup.app import RunningNode


@click.command
@click.argument("game", type=InstalledGame(), metavar="[GAME]", default="cambio")
@click.option("--bots", "count", type=click.IntRange(min=0), metavar="N", help="How many bots.  [default: 2]")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="0 picks a free port.")
@click.option("--browser/--no-browser", default=True, help="Open the table in your browser.")
def demo(game: AnyGame, count: int | None, port: int, browser: bool) -> None:
    """Play in your browser against bots, now.

    It needs no database: everything is kept in memory and is gone when you stop it with Ctrl-C. Only this
    machine can reach it. To serve others, see `rondel serve`.

    Example: `rondel demo imperial --bots 3`
    """
    opponents = _opponents(game, count)

    def begin(running: "RunningNode") -> None:
        assert running.demo is not None
        address = running.node.settings.public_url + running.demo.path
        opened = browser and has_browser()
        click.echo(f"Your table of {game.title}: {address}")
        click.echo("It opens in your browser now." if opened else "Open this address in your browser.")
        click.echo(
            "Open the address again for another table. Ctrl-C stops the server and deletes all tables."
        )
        if opened:  # in a thread: some browsers are waited for
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    local = {
        "port": port,
        "host": "127.0.0.1",
        "public_url": None,
        "plain_http": "true",
        "games": "",
        "registration": "open",
    }
    serve_in_memory(
        local,
        bots=1 if opponents else 0,
        greet=lambda _settings, _bots: (),
        begin=begin,
        demo=(game.name, opponents),
    )


def _opponents(game: AnyGame, count: int | None) -> list[str]:
    wanted = (
        next((seats for seats in game.seats if seats >= 3), game.seats[-1]) - 1 if count is None else count
    )
    if wanted + 1 not in game.seats:
        raise WrongUse(f"{game.title} is played by {game.seats[0]} to {game.seats[-1]}, not by {wanted + 1}.")
    return [usual_level(game)] * wanted


def has_browser() -> bool:
    """Whether there is one with a window: one in this terminal would be in the way."""
    named = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in named)
