"""`rondel`: the command line."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import rich_click as click

from rondel.cli.arguments.parameters import INTERRUPTED, WrongUse
from rondel.cli.commands.admin import admin
from rondel.cli.commands.archive import archive
from rondel.cli.commands.arena import arena
from rondel.cli.commands.backup import backup, restore
from rondel.cli.commands.bots import bots
from rondel.cli.commands.cells import cells
from rondel.cli.commands.check import check
from rondel.cli.commands.demo import demo
from rondel.cli.commands.dev import dev
from rondel.cli.commands.doctor import doctor
from rondel.cli.commands.games import games
from rondel.cli.commands.laws import laws
from rondel.cli.commands.migrate import migrate
from rondel.cli.commands.new import new
from rondel.cli.commands.play import play
from rondel.cli.commands.prune import prune
from rondel.cli.commands.record import record
from rondel.cli.commands.serve import serve
from rondel.cli.commands.settings import settings
from rondel.cli.commands.simulate import simulate
from rondel.cli.commands.tables import tables
from rondel.cli.commands.upgrade_check import upgrade_check
from rondel.cli.commands.vapid import vapid
from rondel.cli.commands.verify import verify
from rondel.cli.databases.env_file import environment_of


class OneLineErrorGroup(click.RichGroup):
    """A group that answers wrong use with one line on stderr."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> NoReturn:
        """Run the command named in `args` and leave with its exit code."""
        extra["standalone_mode"] = False
        try:
            answer = super().main(args, *rest, **extra)
        except click.ClickException as error:
            click.echo(_one_line(error), err=True)
            sys.exit(error.exit_code)
        except click.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(answer if isinstance(answer, int) else 0)


def _one_line(error: click.ClickException) -> str:
    """What is wrong, and where to read what would be right."""
    message = " ".join(error.format_message().split())
    if isinstance(error, WrongUse) or not isinstance(error, click.UsageError) or error.ctx is None:
        return message
    return f"{message} See: {error.ctx.command_path} --help"


HELP = click.RichHelpConfiguration(text_paragraph_linebreaks="\n\n")


@click.rich_config(help_config=HELP)
@click.group(
    "rondel",
    cls=OneLineErrorGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="rondel", message="rondel %(version)s")
@click.option(
    "--env-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Read NAME=value settings from FILE; environment variables override it.",
)
@click.pass_context
def main(context: click.Context, env_file: Path | None) -> None:
    """Play, host and write turn-based games with hidden information."""
    if env_file is not None:
        context.with_resource(environment_of(context, env_file))
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


COMMANDS = (
    *(games, play, simulate, arena, laws, verify, new, dev, check, demo, serve, bots),
    *(
        migrate,
        cells,
        upgrade_check,
        backup,
        restore,
        record,
        archive,
        prune,
        vapid,
        doctor,
        tables,
        admin,
        settings,
    ),
)
for command in COMMANDS:
    main.add_command(command)
