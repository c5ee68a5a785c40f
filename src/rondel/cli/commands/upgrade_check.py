"""`rondel upgrade-check`: whether this version reads every running table as it was left."""

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

import rich_click as click

from rondel.cli.databases.for_each_cell import each_cell
from rondel.cli.databases.for_each_table import after_option, for_each_table, table_option
from rondel.cli.databases.server_settings import database_option

if TYPE_CHECKING:
    from rondel.server.cells.cell import Cell
    from rondel.server.ports.tables import TableRow


@click.command("upgrade-check")
@database_option
@table_option
@after_option
@each_cell
def upgrade_check(context: click.Context, database: str, table: UUID | None, after: UUID | None) -> None:
    """Fold every running table from its first move with this version, and compare with what is stored.

    Run it with the new version before you restart the nodes; servers may run meanwhile, and nothing is
    changed. For each table that would not go on as it was left, a line names the first difference. Exit code
    1 if there is any.

    Example: `rondel upgrade-check --database postgresql://rondel@localhost/rondel`
    """
    rows = 0

    async def listed(cell: "Cell") -> "Sequence[TableRow]":
        from rondel.server.maintenance.upgrade_check import running

        found = await running(cell.tables)
        return [
            each
            for each in found
            if (table is None or each.id == table) and (after is None or each.id > after)
        ]

    async def refolded(cell: "Cell", each: "TableRow") -> list[str]:
        nonlocal rows
        from rondel.server.maintenance.upgrade_check import refold

        found = await refold(cell.journal, cell.tables, cell.node.games, each)
        rows += found.rows
        if found.difference is None:
            return []
        return [f"{each.code}  {each.id}  {each.game}: {found.difference}"]

    tables, differences = for_each_table(
        context, database, "upgrade-check", listed, refolded, id_of=lambda each: each.id
    )
    click.echo(f"Checked {tables} running tables ({rows} moves): {_differ(len(differences))}")
    if differences:
        click.echo("Do not restart the nodes yet: see docs/operate/upgrade.md.")
    context.exit(1 if differences else 0)


def _differ(count: int) -> str:
    if not count:
        return "all load under this version."
    return "1 differs." if count == 1 else f"{count} differ."
