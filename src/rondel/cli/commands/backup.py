"""`rondel backup` and `rondel restore`: a dump of the database, and the way back."""

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from rondel.cli.arguments.parameters import INTERRUPTED, WrongUse
from rondel.cli.databases.for_each_cell import HOME, each_cell
from rondel.cli.databases.server_settings import (
    database_option,
    examined,
    reaching,
    server_extra,
    settings_of,
    shown,
)

if TYPE_CHECKING:
    from rondel.server.maintenance.backup import Server


@click.command
@database_option
@click.option(
    "--to",
    "directory",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIRECTORY",
    help="Existing directory for the backup file.",
)
@click.option(
    "--keep",
    metavar="N",
    type=click.IntRange(min=1),
    help="Keep the newest N backups of each database there, and delete older ones.  [default: all]",
)
@each_cell
def backup(context: click.Context, database: str, directory: Path, keep: int | None) -> None:
    """Write the whole database to a new file in a directory, as it is at one moment. Games go on meanwhile.

    It needs PostgreSQL's own program pg_dump, not older than the server. The file is called
    rondel-DATABASE-TIME.dump; only its owner may read it, because it holds secrets of running games and
    people's addresses. It has that name only once it is whole. With RONDEL_CELLS each cell gets a file of
    its own, rondel-DATABASE@CELL-TIME.dump.

    Example: `rondel backup --to /var/backups/rondel --keep 14`
    """
    with server_extra(), reaching(database), _reporting_errors(context):
        from rondel.server.maintenance.backup import dump, look, older

        server = asyncio.run(look(database))
        if server.revision is None:
            raise click.ClickException(
                f"{shown(database)} has no tables of Rondel. Check its name. {_NOTHING}"
            )
        began = time.monotonic()
        file = dump(database, directory, server)
        took, size = time.monotonic() - began, file.stat().st_size
        click.echo(f"{file}: {size / 1e6:.1f} MB in {took:.1f} s.")
        for path in older(database, directory, keep, cell=server.cell) if keep is not None else ():
            path.unlink()
            click.echo(f"Deleted {path}.")
        if place := os.environ.get("RONDEL_ARCHIVE"):
            click.echo(f"The archive is not in it: copy {shown(place)} too.")
        click.echo(f"Restore it into an empty database: rondel restore {file} --into NAME")


_NOTHING = "Nothing was changed."


@click.command
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--into", required=True, metavar="NAME", help="Empty target database: its name or its URL.")
@click.option(
    "--database",
    metavar="URL",
    envvar="RONDEL_DATABASE_URL",
    help="Whose server and user are meant by a name.  [default: RONDEL_DATABASE_URL]",
)
@click.pass_context
def restore(context: click.Context, file: Path, into: str, database: str | None) -> None:
    """Restore a backup into an empty database, and make it ready to serve.

    Makes the two roles of Rondel, restores all of it or nothing, migrates, raises the epoch, and lets the
    doctor look. A database that has tables is left alone. Stop all nodes first; afterwards let them use this
    database, and start them. The backup of a cell becomes that cell again, and the epoch is that cell's.

    Example: `rondel restore rondel-rondel-20260501T031700Z.dump --into rondel_restored`
    """
    if "://" not in into and not database:
        raise WrongUse("On which server? Set RONDEL_DATABASE_URL, or say --into postgresql://USER@HOST/NAME.")
    with server_extra():
        from rondel.server.maintenance.backup import look, with_name
        from rondel.server.maintenance.backup import restore as bring_back

        url = with_name(database or "", into)
        with reaching(url), _reporting_errors(context):
            server = asyncio.run(look(url))
            _check_empty(server, url)
            began = time.monotonic()
            bring_back(url, file, server.major)
        with _half_done(), reaching(url):
            _made_fit(url)
            click.echo(f"Restored {file} into {shown(url)} in {time.monotonic() - began:.1f} s.")
        cell = asyncio.run(look(url)).cell
        settings = settings_of(url)
    is_well = asyncio.run(examined(settings))
    setting = f"RONDEL_DATABASE_URL to {shown(url)}"
    if cell != HOME:
        setting = f"the cell {cell} in RONDEL_CELLS to {shown(url)}"
    click.echo(f"Now set {setting} for every node, and start them.")
    context.exit(0 if is_well else 1)


def _check_empty(server: "Server", url: str) -> None:
    if not server.is_empty:
        what = "is a database of Rondel" if server.revision is not None else "has tables already"
        raise click.ClickException(
            f"{shown(url)} {what}, and a backup goes into an empty one. {_NOTHING} "
            f"Make one: createdb --owner {server.user} NAME"
        )


def _made_fit(url: str) -> None:
    """At this version, and at an epoch that no client has seen."""
    from rondel.server.maintenance.epoch import raise_epoch
    from rondel.server.maintenance.migrations import migrate

    migrate(url)
    click.echo(f"The epoch is now {raise_epoch(url)}.")


@contextmanager
def _half_done() -> Iterator[None]:
    """Report that the data is restored, and that nodes must not start on the old epoch."""
    try:
        yield
    except (KeyboardInterrupt, click.ClickException) as error:
        why = f"{error.message} " if isinstance(error, click.ClickException) else "Stopped. "
        raise click.ClickException(
            f"{why}Everything is restored, but do not start any node yet. Go on with: "
            "rondel migrate --raise-epoch"
        ) from None


@contextmanager
def _reporting_errors(context: click.Context) -> Iterator[None]:
    from rondel.server.maintenance.backup import BackupError

    try:
        yield
    except BackupError as message:
        raise click.ClickException(f"{message} {_NOTHING}") from None
    except KeyboardInterrupt:
        click.echo(f"Stopped. {_NOTHING}")
        context.exit(INTERRUPTED)
