"""`rondel games`: what is on the shelf."""

import rich_click as click

from rondel.bots import registry as bots
from rondel.cli.arguments.package_source import ProjectReadError, on_the_path, package_here
from rondel.kernel import AnyGame
from rondel.wire import faces
from rondel.wire.registry import findings, installed_games

HEAD = ("name", "title", "seats", "rules", "endings")


@click.command
def games() -> None:
    """List the games that are installed, and those of the package in this folder.

    Example: `rondel games`
    """
    try:
        source = package_here()
    except ProjectReadError as unread:
        _list()
        click.echo(f"left out: the package in this folder. {unread}")
        return
    if source is None:
        _list()
        return
    with on_the_path(source):
        _list(f"{source.name} {source.version}")
    names = ", ".join(source.games)
    if source.is_installed:
        click.echo(f"{names}: from this folder. Here commands use it, and not the installed copy.")
        return
    click.echo(
        f"{names}: in this folder, and not installed. Commands find it while you are "
        "here; `pip install .` installs it for everybody who uses this Python."
    )


def _list(here: str | None = None) -> None:
    """The table of games, and what was left out; `here` is the package in this folder."""
    rows = [HEAD, *(_row(game) for game in installed_games().values())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
    for found in (*findings(), *bots.findings(installed_games()), *faces.findings(installed_games())):
        then = "Correct it in this folder" if found.package == here else found.next
        click.echo(f"left out: {found}. {then}.")


def _row(game: AnyGame) -> tuple[str, ...]:
    return game.name, game.title, _seats(game.seats), str(game.rules), ", ".join(sorted(game.endings))


def _seats(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
