"""`rondel bots`: play the moves that bots owe at a server."""

import asyncio
import json
import logging
import os
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from rondel.cli.arguments.parameters import WrongUse, seed_option
from rondel.cli.databases.server_settings import (
    TOKEN_VARIABLE,
    end_of_stdin,
    reaching,
    server_extra,
    settings_with,
)

if TYPE_CHECKING:
    from rondel.client.bot_runner import BotRunner, Pace, Share


@click.command
@click.option(
    "--server",
    envvar="RONDEL_SERVER",
    default="http://127.0.0.1:8000",
    show_default=True,
    metavar="URL",
    help="Server URL.",
)
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="PATH",
    help=f"File with the bot runner's token.  [default: the variable {TOKEN_VARIABLE}]",
)
@click.option(
    "--think",
    default="0.4-1.2",
    show_default=True,
    metavar="LEAST-MOST",
    help="Seconds a bot thinks per move.",
)
@click.option(
    "--share",
    default="1/1",
    show_default=True,
    metavar="N/M",
    help="Handle share N of M of the tables, and take over for other shares that stop.",
)
@seed_option
@click.option(
    "--new-token",
    "makes_token",
    is_flag=True,
    help="Print a bot runner's token for RONDEL_DATABASE_URL, and exit.",
)
@click.option("--while-stdin", is_flag=True, hidden=True, help="End when standard input does.")
def bots(
    server: str,
    token_file: Path | None,
    think: str,
    share: str,
    seed: int | None,
    makes_token: bool,
    while_stdin: bool,
) -> None:
    """Run the bots of a server.

    `rondel serve` starts one of these itself; start more, on any machine, where bots think long. Each
    bot receives only what its seat may know. Several may run: no move is played twice.

    Example: `rondel bots --server https://games.example.org --token-file bot-runner.token`
    """
    if makes_token:
        click.echo(_new_token())
        return
    token = _token(token_file)
    with server_extra():
        from rondel.client.bot_runner import BotRunner
        from rondel.client.player import ClientRejectedError
    try:
        bot_runner = BotRunner(
            server,
            token,
            seed=secrets.token_hex(16) if seed is None else str(seed),
            pace=_pace(think),
            share=_share(share),
        )
    except ValueError as wrong:
        raise WrongUse(str(wrong)) from None
    _start_logging()
    try:
        asyncio.run(_keep(bot_runner, while_stdin))
    except ClientRejectedError as away:
        raise click.ClickException(f"{server} says {away}") from None


async def _keep(bot_runner: "BotRunner", while_stdin: bool) -> None:
    keeping = asyncio.create_task(bot_runner.run())
    waiting = [keeping]
    if while_stdin:
        waiting.append(asyncio.create_task(end_of_stdin()))
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if keeping.done():
            keeping.result()
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


def _token(file: Path | None) -> str:
    token = os.environ.get(TOKEN_VARIABLE, "") if file is None else file.read_text(encoding="utf-8")
    if not token.strip():
        raise WrongUse(
            f"A bot runner needs a token: `rondel bots --new-token` prints one; set {TOKEN_VARIABLE} to it, "
            "or name a file that holds it by --token-file."
        )
    return token.strip()


def _new_token() -> str:
    with server_extra():
        from rondel.server.flows.accounts.bot_runner import new_token
        from rondel.server.startup.app import open_node

    settings = settings_with({})
    if settings.database_url is None:
        raise WrongUse("A token is kept in the database: set RONDEL_DATABASE_URL to it.")

    async def made() -> str:
        async with open_node(settings) as (cells, _):
            return (await new_token(cells.node, "rondel bots"))[0]

    with reaching(settings.database_url):
        return asyncio.run(made())


def _pace(text: str) -> "Pace":
    from rondel.client.bot_runner import Pace

    found = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", text)
    if found is None or float(found[1]) > float(found[2]) or float(found[2]) > 3600:
        raise WrongUse(f"--think takes seconds, the least and the most, as in 0.4-1.2, not {text}.")
    return Pace(round(1000 * float(found[1])), round(1000 * float(found[2])))


def _share(text: str) -> "Share":
    from rondel.client.bot_runner import Share

    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise WrongUse(f"--share takes which of how many, as in 1/2 and 2/2, not {text}.")
    return Share(int(found[1]) - 1, int(found[2]))


class _Json(logging.Formatter):
    """One object a line, as the server's own log has them."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat()
        fields: dict[str, Any] = {
            "event": record.getMessage(),
            "level": record.levelname.lower(),
            "timestamp": at,
        }
        return json.dumps(fields | {"logger": record.name})


def _start_logging() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_Json())
    log = logging.getLogger("rondel.bots")
    log.handlers[:] = [handler]
    log.setLevel(logging.INFO)
    log.propagate = False
