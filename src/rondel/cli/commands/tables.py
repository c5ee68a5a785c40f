"""`rondel tables`: tables that an error has stopped, looked at and let go on by the host."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import rich_click as click

from rondel.cli.arguments.parameters import WrongUse
from rondel.cli.databases.for_each_cell import DatabaseTarget, cell_option, each_cell, place_of, places
from rondel.cli.databases.server_settings import database_option, migrated, server_extra, shown

if TYPE_CHECKING:
    from uuid import UUID

    from rondel.server.maintenance.halted_tables import TableRecord
    from rondel.server.ports.tables import PlayerRow as Seated
    from rondel.server.ports.tables import TableRow
    from rondel.server.settings import Settings

    Ask = Callable[[Settings, UUID | str], Coroutine[None, None, TableRecord | None]]


def _id_or_code(_context: click.Context, _argument: click.Parameter, text: str) -> "UUID | str":
    with server_extra():
        from rondel.server.maintenance.halted_tables import id_or_code

        which = id_or_code(text)
    if which is None:
        raise WrongUse(
            f"{text!r} is neither a table's id nor its code (8 letters and digits). "
            "Both are listed by: rondel tables halted"
        )
    return which


which_argument = click.argument("which", metavar="ID|CODE", callback=_id_or_code)


@click.group
def tables() -> None:
    """Inspect and resume halted tables.

    An error of the server at a move halts that table alone. No moves are lost, and all other tables go on.

    Example: `rondel tables halted`
    """


@tables.command
@database_option
@click.option(
    "--limit",
    type=click.IntRange(1, 10_000),
    default=100,
    show_default=True,
    metavar="N",
    help="Maximum number of tables.",
)
@each_cell
def halted(_context: click.Context, database: str, limit: int) -> None:
    """List the halted tables, the longest halted first, each with its reason.

    The reason is the file, the line and the error. Its text may name something hidden, such as a card: share
    it only when the game is over.

    Example: `rondel tables halted --database postgresql://rondel@localhost/rondel`
    """
    with migrated(database) as settings:
        from rondel.server.maintenance import halted_tables

        found = asyncio.run(halted_tables.halted(settings, limit=limit + 1))
    if not found:
        click.echo("No table is halted.")
        return
    click.echo(f"{_how_many(len(found), limit)}\n")
    for table in found[:limit]:
        click.echo(
            f"{table.code}  {table.id}  {table.game}, version {table.version}, {_since(table)}\n"
            f"    {_reason(table)}"
        )
    click.echo("\nLook at one: rondel tables show CODE. Let it go on: rondel tables resume CODE.")


@tables.command
@which_argument
@database_option
@cell_option
@click.pass_context
def show(context: click.Context, which: "UUID | str", database: str, cell: str | None) -> None:
    """Show the record of a table, halted or not, by its id or its code.

    Nothing that is hidden at the table is shown: no cards, no moves, no secret, no key of a private table.

    Example: `rondel tables show K7PW3M9D`
    """
    with server_extra():
        from rondel.server.maintenance import halted_tables

    for name, text in _lines(_found(places(context, database, cell), which, halted_tables.look)):
        click.echo(f"{name:<14} {text}")


@tables.command
@which_argument
@database_option
@cell_option
@click.pass_context
def resume(context: click.Context, which: "UUID | str", database: str, cell: str | None) -> None:
    """Let a halted table go on, by its id or its code.

    Do it when the cause is gone: after an upgrade, or to see whether the error comes again. Nodes need no
    restart.

    Example: `rondel tables resume K7PW3M9D`
    """
    with server_extra():
        from rondel.server.maintenance import halted_tables

    for line in _resumed(_found(places(context, database, cell), which, halted_tables.resume)):
        click.echo(line)


def _found(chosen: Sequence[DatabaseTarget], which: "UUID | str", ask: "Ask") -> "TableRecord":
    """What is answered where the table is: its id says in which cell, a code is asked for in each."""
    targets = chosen if isinstance(which, str) else [place_of(chosen, which)]
    failed: click.ClickException | None = None
    for place in targets:
        try:
            with migrated(place.url) as settings:
                record = asyncio.run(ask(settings, which))
        except click.ClickException as error:
            failed = failed or error
            continue
        if record is not None:
            return record
    raise failed or _nowhere(targets, which)


def _nowhere(targets: Sequence[DatabaseTarget], which: "UUID | str") -> click.ClickException:
    if len(targets) > 1:
        names = ", ".join(place.name for place in targets)
        return click.ClickException(f"There is no table {which} in the cells {names}. Check the code.")
    return click.ClickException(
        f"There is no table {which} in the database {shown(targets[0].url)}. "
        "Check the code, and that it is this database."
    )


def _how_many(count: int, limit: int) -> str:
    if count > limit:
        return f"More than {_tables_are(limit)} halted; these are the first."
    return f"{_tables_are(count)} halted."


def _tables_are(count: int) -> str:
    return "1 table is" if count == 1 else f"{count} tables are"


def _lines(record: "TableRecord") -> "Iterator[tuple[str, str]]":
    table = record.table
    yield "table", str(table.id)
    yield "code", table.code
    yield "game", f"{table.game}, rules {table.rules}"
    yield "access", table.access
    yield "status", table.status
    if table.halted is None:
        yield "halted", "no"
    else:
        yield "halted", _since(table)
        yield "reason", _reason(table)
    yield "version", f"{table.version}, revision {table.revision} of its record"
    yield "opened", _time(table.created_at)
    yield "last move", "none" if record.moved_at is None else _time(record.moved_at)
    yield "next deadline", _deadline(record)
    yield "seats", f"{len(table.places)} of {table.seats} taken"
    for place in table.places:
        yield f"  seat {place.seat}", _player(place)


def _deadline(record: "TableRecord") -> str:
    if record.due_at is None:
        return "none"
    return _time(record.due_at) + (", which has passed" if record.due_at <= record.now else "")


def _player(place: "Seated") -> str:
    name = _plain(place.name)
    if place.kind == "bot":
        return f"{name}, a bot ({place.level})"
    return name if place.level is None else f"{name}, a bot ({place.level}) plays for them"


def _resumed(record: "TableRecord") -> "Iterator[str]":
    """What is true now, what it was, and what to do if it comes again."""
    table = record.table
    name = f"Table {table.code} ({table.id})"
    if table.halted is None:
        yield f"{name} is not halted. Nothing was changed."
        return
    yield f"{name} is no longer halted. {_goes_on(table)}"
    yield f"It had been halted {_since(table)}: {_reason(table)}"
    if record.due_at is not None and record.due_at <= record.now:
        yield (f"Its deadline, {_time(record.due_at)}, has passed meanwhile: the House acts on it at once.")
    yield "If it halts again, the cause is still there: see docs/operate/halted.md."


def _goes_on(table: "TableRow") -> str:
    if table.status == "open":
        return "Its seats can be taken again, and play can begin."
    if table.status == "active":
        return f"It goes on at version {table.version}, and its players can move again within a few seconds."
    return f"It has ended ({table.status}), so nothing more is played there."


def _since(table: "TableRow") -> str:
    assert table.halted_at is not None
    return f"since {_time(table.halted_at)}"


def _reason(table: "TableRow") -> str:
    return _plain(f"{table.halted}: {table.halted_text}")


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _plain(text: str) -> str:
    """One line that cannot steer a terminal: a message may quote what a player has sent."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
