"""`rondel --env-file FILE`: settings from a file, as service managers and containers keep them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rich_click as click

from rondel.cli.arguments.parameters import WrongUse
from rondel.cli.databases.server_settings import server_extra

FROM_FILE = "rondel.env_file"
"""Under this key a context remembers which file was read, and which variables came from it."""


@contextmanager
def environment_of(context: click.Context, file: Path) -> Iterator[None]:
    """The environment with the file's variables in it; a variable that is set already stays as it is."""
    fresh = {name: text for name, text in _read(file).items() if name not in os.environ}
    context.meta[FROM_FILE] = (file, frozenset(fresh))
    os.environ.update(fresh)
    try:
        yield
    finally:
        for name in fresh:
            os.environ.pop(name, None)


def _read(file: Path) -> dict[str, str]:
    with server_extra():
        from dotenv.parser import parse_stream

    variables: dict[str, str] = {}
    with file.open(encoding="utf-8") as lines:
        for line in parse_stream(lines):
            if line.error or (line.key is not None and line.value is None):
                raise WrongUse(f"{file}, line {line.original.line}: this is not NAME=value.")
            if line.key is not None:
                variables[line.key] = line.value or ""
    return variables
