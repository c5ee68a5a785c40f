"""`rondel settings`: every setting, what it is now, where that comes from, and what it means."""

import json
import os
import textwrap
from typing import TYPE_CHECKING

import rich_click as click

from rondel.cli.arguments.parameters import WrongUse
from rondel.cli.databases.env_file import FROM_FILE
from rondel.cli.databases.server_settings import settings_with, shown_setting

if TYPE_CHECKING:
    from rondel.server.settings import Described


@click.command
@click.argument("words", metavar="[WORD]...", nargs=-1)
@click.option("--changed", is_flag=True, help="Only those that are set.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")
@click.pass_context
def settings(context: click.Context, words: tuple[str, ...], changed: bool, as_json: bool) -> None:
    """Show every setting: its value, where that comes from, its default and what it does.

    A setting is an environment variable, or a line of the file given as `rondel --env-file FILE`.
    With words, only settings that have one of them in their name or their meaning. Passwords, keys and
    tokens are shown as ***.

    Example: `rondel settings mail`
    """
    from rondel.server.settings import described

    known = described()
    now = settings_with({})
    rows = {
        heading: [
            _row(context, each, getattr(now, each.name), heading)
            for each in section
            if _is_meant(each, words) and (not changed or each.variable in os.environ)
        ]
        for heading, section in known.items()
    }
    if words and not any(rows.values()) and not changed:
        raise WrongUse(f"No setting matches {' or '.join(words)}. See all of them: rondel settings")
    if as_json:
        click.echo(json.dumps([row for section in rows.values() for row in section], indent=2))
        return
    for heading, section_rows in rows.items():
        if section_rows:
            click.echo(f"{heading}\n")
            for row in section_rows:
                click.echo(_paragraph(row))


def _is_meant(setting: "Described", words: tuple[str, ...]) -> bool:
    text = f"{setting.variable} {setting.meaning}".lower()
    return not words or any(word.lower() in text for word in words)


def _row(context: click.Context, setting: "Described", value: object, section: str) -> dict[str, str]:
    return {
        "variable": setting.variable,
        "value": shown_setting(setting.name, value),
        "source": source_of(context, setting.variable),
        "default": shown_setting(setting.name, setting.default),
        "meaning": setting.meaning,
        "section": section,
    }


def source_of(context: click.Context, variable: str) -> str:
    """The file or the environment, if the variable is set there; else the default."""
    file, names = context.meta.get(FROM_FILE, (None, frozenset()))
    if variable in names:
        return str(file)
    return "environment" if variable in os.environ else "default"


def _paragraph(row: dict[str, str]) -> str:
    source = (
        row["source"]
        if row["source"] == "default"
        else f"{row['source']}; default: {row['default'] or 'none'}"
    )
    meaning = textwrap.fill(row["meaning"], 96, initial_indent="    ", subsequent_indent="    ")
    return f"  {row['variable']}={row['value']}  ({source})\n{meaning}\n"
