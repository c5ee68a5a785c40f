"""`rondel games`: what is on the shelf."""

import rich_click as click

from rondel.bots import shelf as bots
from rondel.kernel import AnyGame
from rondel.wire import faces
from rondel.wire.shelf import findings, shelf

HEAD = ("name", "title", "seats", "rules", "endings")


@click.command
def games() -> None:
    """List the games that are installed.

    Example: `rondel games`
    """
    rows = [HEAD, *(_row(game) for game in shelf().values())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
    for found in (*findings(), *bots.findings(shelf()), *faces.findings(shelf())):
        click.echo(f"left out: {found}. {found.next}.")


def _row(game: AnyGame) -> tuple[str, ...]:
    return game.name, game.title, _seats(game.seats), str(game.rules), ", ".join(sorted(game.endings))


def _seats(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
