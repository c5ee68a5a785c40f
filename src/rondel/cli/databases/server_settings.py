"""What commands about servers share: the database URL, the settings and their error messages."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import rich_click as click

from rondel.cli.arguments.parameters import WrongUse

if TYPE_CHECKING:
    from rondel.server.maintenance.doctor import Finding
    from rondel.server.settings import Settings

TOKEN_VARIABLE = "RONDEL_BOT_RUNNER_TOKEN"  # noqa: S105 - the name of one
NOT_SETTINGS = frozenset((TOKEN_VARIABLE, "RONDEL_SERVER"))
"""Variables of ours that are for clients."""


def _database(_context: click.Context, _option: click.Parameter, url: str | None) -> str:
    if not url:
        raise WrongUse(
            "No database configured. Use --database postgresql://USER@HOST/NAME, or set RONDEL_DATABASE_URL."
        )
    if urlsplit(url).scheme not in ("postgresql", "postgres"):
        raise WrongUse(f"{shown(url)} is no PostgreSQL; its address begins with postgresql://")
    return url


database_option = click.option(
    "--database",
    metavar="URL",
    envvar="RONDEL_DATABASE_URL",
    callback=_database,
    help="PostgreSQL 15 or newer: postgresql://USER:PASSWORD@HOST/NAME.  [default: RONDEL_DATABASE_URL]",
)


@contextmanager
def server_extra() -> Iterator[None]:
    """Turn a missing package of the server into a one-line usage error."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("rondel"):
            raise
        raise WrongUse(
            f"Missing package {missing.name}. Install the server extra: pip install 'rondel[server]'"
        ) from None


@contextmanager
def reaching(database: str) -> Iterator[None]:
    """Turn a database error into a one-line message with advice."""
    import asyncpg

    from rondel.server.ports.value import StoreUnavailableError

    failed = (
        OSError,
        TimeoutError,
        StoreUnavailableError,
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        ValueError,
    )
    try:
        yield
    except failed as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        then = ""
        if isinstance(error, asyncpg.InvalidCatalogNameError):
            then = f". Make it: createdb {urlsplit(database).path.strip('/')}"
        elif isinstance(error, asyncpg.LockNotAvailableError):
            then = (
                ". Something holds that table for long, perhaps a backup. Run this again: it goes on there."
            )
        elif isinstance(error, OSError | TimeoutError | StoreUnavailableError):
            then = ". Start PostgreSQL, or check the address; `rondel doctor` looks at more."
        raise click.ClickException(f"Database {shown(database)}: {why}{then}") from None


def settings_with(options: Mapping[str, object]) -> "Settings":
    """Return the settings of the environment, overridden by the options that are not None."""
    from rondel.server.settings import Settings, SettingsError

    overrides = {f"RONDEL_{name.upper()}": str(value) for name, value in options.items() if value is not None}
    environment = {name: text for name, text in os.environ.items() if name not in NOT_SETTINGS}
    try:
        return Settings.from_environment(environment | overrides)
    except SettingsError as wrong:
        raise WrongUse(str(wrong)) from None


def settings_of(database: str | None, **options: object) -> "Settings":
    """Return the environment's settings with this database; without cells if the URL differs from it."""
    settings = {"database_url": database, **options}
    if database in (None, os.environ.get("RONDEL_DATABASE_URL")):
        return settings_with(settings)
    return settings_with({**settings, "cells": ""})


@contextmanager
def migrated(database: str) -> "Iterator[Settings]":
    """Yield the settings for this database. Raises a one-line error if a migration is pending."""
    with server_extra(), reaching(database):
        from rondel.server.maintenance.migrations import pending

        if pending(database):
            raise click.ClickException(f"Database {shown(database)} needs a migration. Run: rondel migrate")
        yield settings_of(database)


async def examined(settings: "Settings", mail_to: str | None = None) -> bool:
    """Print the doctor's findings; return whether nothing is wrong."""
    with server_extra():
        from rondel.server.maintenance.doctor import examine

    return await print_findings(examine(settings, mail_to))


async def print_findings(findings: "AsyncIterator[Finding]") -> bool:
    """Print a line for each finding; return whether nothing is wrong."""
    is_well = True
    async for finding in findings:
        verdict = "ok   " if finding.do is None else "warn " if finding.is_warning else "WRONG"
        then = "" if finding.do is None else f". {finding.do}"
        click.echo(f"{verdict}  {finding.what + ':':<13} {finding.message}{then}")
        is_well = is_well and (finding.do is None or finding.is_warning)
    return is_well


def shown_setting(name: str, value: object) -> str:
    """Return a setting as its variable is written, with secrets masked."""
    from rondel.server.settings import written

    if name == "cells" and isinstance(value, tuple):
        return ",".join(f"{cell}={shown(url)}" for cell, _, url in (each.partition("=") for each in value))
    text = written(value)
    if text and name.endswith(("_token", "_key")):
        return "***"
    return shown(text) if "://" in text and "," not in text else text


def shown(url: str) -> str:
    """Return a URL without its password, even if the password should have been percent-encoded."""
    scheme, _, rest = url.partition("://")
    who, at, where = rest.rpartition("@")
    user, colon, _ = who.partition(":")
    return f"{scheme}://{user}:***@{where}" if at and colon else url


async def end_of_stdin() -> None:
    """Wait until the parent process has ended: it holds the other end of standard input."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()
