"""Loading: a table's state, read from snapshots and the journal. Long folds leave the event loop free."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar
from uuid import UUID

import structlog

from rondel.kernel import AnyGame
from rondel.kernel.replay import Step, steps
from rondel.kernel.undo import HistoryTruncatedError
from rondel.server.errors import ApiError, game_missing
from rondel.server.ports.journal import Journal, Snapshot, StoredRow
from rondel.server.ports.tables import TableRow, Tables
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.watchdog import GAME_CODE, GameTimeoutError
from rondel.table.fold import begin, fold, folding, from_snapshot, line_of
from rondel.table.state import RECENT, TableContext, TableState
from rondel.wire.transcript import row_of

INLINE: Final = 256
"""Beyond so many rows a fold goes to a thread."""

_log = structlog.get_logger()

T = TypeVar("T")


async def context_of(tables: Tables, games: Mapping[str, AnyGame], table: TableRow) -> TableContext:
    """What does not change while the table is played.

    ApiError if it cannot be played here or has not begun.
    """
    if table.header is None:
        raise ApiError.of("NOT_STARTED")
    game = games.get(table.game)
    if game is None:
        raise game_missing()
    if table.rules > game.rules:
        raise ApiError.of("NEWER_RULES")
    return TableContext(game, table.header, await tables.secret(table.id), table.lesson)


async def load(journal: Journal, context: TableContext, table: UUID, head: int) -> TableState:
    """The table at the head of its record, with RECENT rows remembered where there are so many.

    A row that was written since the record was read is left: by then somebody else may have a seat.
    """
    snapshot = await journal.snapshot(table, until=max(head - RECENT, 0))
    if snapshot is not None and snapshot.rules == context.game.rules:
        rows = await journal.rows(table, after=snapshot.version, until=head)
        found = await _from_snapshot(context, snapshot, rows)
        if found is not None:
            return found
    rows = await journal.rows(table, until=head)
    check_rules(context, rows)
    return await folded(_begun(context), rows)


async def at_version(journal: Journal, context: TableContext, table: UUID, version: int) -> TableState:
    """The table as it was at an earlier version."""
    snapshot = await journal.snapshot(table, until=version)
    if snapshot is not None and snapshot.rules == context.game.rules:
        rows = await journal.rows(table, after=snapshot.version, until=version)
        found = await _from_snapshot(context, snapshot, rows)
        if found is not None:
            return found
    return await folded(_begun(context), await journal.rows(table, until=version))


async def between(
    journal: Journal, context: TableContext, table: UUID, after: int, until: int
) -> Sequence[TableState]:
    """The table after each version after one, up to and with another."""
    then = await at_version(journal, context, table, after)
    rows = await journal.rows(table, after=after, until=until)
    try:
        return await through_rows(len(rows), lambda: list(folding(then, rows)))
    except HistoryTruncatedError:
        rows = await journal.rows(table, until=until)
        every = await through_rows(len(rows), lambda: list(folding(begin(context), rows)))
        return every[after:]


async def all_steps(journal: Journal, played: TableState, table: UUID) -> Sequence[Step[Any]]:
    """Every row of the table up to this version, with the States around it."""
    rows = await journal.rows(table, until=played.version)
    return await through_rows(len(rows), _steps, played.context, rows)


def _steps(context: TableContext, rows: Sequence[StoredRow]) -> Sequence[Step[Any]]:
    return list(
        steps(context.game, begin(context).state, [row_of(context.game, line_of(row)) for row in rows])
    )


async def _from_snapshot(
    context: TableContext, snapshot: Snapshot, rows: Sequence[StoredRow]
) -> TableState | None:
    """A snapshot is a cache: where it does not lead to the rows after it, the journal does without it."""
    check_rules(context, rows)
    try:
        start = from_snapshot(
            context, snapshot.version, snapshot.at, snapshot.state, snapshot.draws, snapshot.digest
        )
        return await folded(start, rows)
    except HistoryTruncatedError:
        return None
    except (ApiError, StoreUnavailableError, GameTimeoutError):
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it, the journal is right
        _log.warning("snapshot.skipped", version=snapshot.version, error=type(error).__name__)
        return None


def _begun(context: TableContext) -> TableState:
    with GAME_CODE:
        return begin(context)


async def folded(start: TableState, rows: Sequence[StoredRow]) -> TableState:
    """The table after these rows."""
    return await through_rows(len(rows), fold, start, rows)


async def through_rows(count: int, work: Callable[..., T], *about: Any) -> T:
    """Run work that goes through so many rows: many of them in a thread, so that the event loop is free."""
    if count > INLINE:
        return await asyncio.to_thread(work, *about)
    with GAME_CODE:
        return work(*about)


def check_rules(context: TableContext, rows: Sequence[StoredRow]) -> None:
    """ApiError if the newest row was decided under rules that this node does not have."""
    if rows and rows[-1].rules > context.game.rules:
        raise ApiError.of("NEWER_RULES")
