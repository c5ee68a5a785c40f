"""Connecting to cells other than home, with retries until their databases answer."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack
from typing import Final
from uuid import UUID

import structlog

from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.moderation import AuditEntry, Moderation, TableActs
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.record.projector import Projector
from rondel.server.runtime.clock import DatabaseClock, pause
from rondel.server.startup.stores import OtherDatabase, open_other

AGAIN_S: Final = 1.0
"""How often it is tried to join a cell."""

FIRST_S: Final = 3.0
"""So long a node that starts waits for its cells; afterwards it serves without those that are away."""

_log = structlog.get_logger()


class RemoteModeration:
    """Moderators' acts on tables of another cell: logged there atomically, then at home."""

    def __init__(self, cell: TableActs, home: Moderation) -> None:
        self._cell = cell
        self._home = home

    async def remove_line(self, table: UUID, line: int, act: AuditEntry) -> ChatMessage | None:
        """Remove a chat message."""
        removed = await self._cell.remove_line(table, line, act)
        if removed is not None:
            await self._home.log(act)
        return removed

    async def resume(self, table: UUID, act: AuditEntry) -> bool:
        """Resume a halted table."""
        return await self._logged(self._cell.resume(table, act), act)

    async def close(self, table: UUID, act: AuditEntry) -> bool:
        """End a table at its current position."""
        return await self._logged(self._cell.close(table, act), act)

    async def lines(self, lines: Collection[int]) -> Sequence[ChatMessage]:
        """Return chat messages by ids."""
        return await self._cell.lines(lines)

    async def _logged(self, doing: Awaitable[bool], act: AuditEntry) -> bool:
        is_done = await doing
        if is_done:
            await self._home.log(act)
        return is_done


class CellConnector:
    """Connector to the remaining cells. `on_join` starts the jobs of a connected cell."""

    def __init__(
        self, cells: Cells, databases: Sequence[OtherDatabase], on_join: Callable[[Cell], Awaitable[None]]
    ) -> None:
        self._cells = cells
        self._on_join = on_join
        self._left = {database.name: database for database in databases}
        self._projectors: list[Projector] = []
        self._reasons: dict[str, str | None] = {}
        cells.waiting.update(self._left)

    async def first(self) -> None:
        """Connect to the cells that answer soon."""
        try:
            async with asyncio.timeout(FIRST_S):
                await asyncio.gather(*map(self._try, list(self._left.values())))
        except TimeoutError:
            _log.warning("cell.unreachable", cell=sorted(self._left))

    async def run(self) -> None:
        """Connect to each remaining cell, with retries."""
        while True:
            await pause(AGAIN_S)
            await asyncio.gather(*map(self._try, list(self._left.values())))

    async def _try(self, database: OtherDatabase) -> None:
        try:
            cell = await self._opened(database)
            await self._on_join(cell)
        except Exception as lost:  # noqa: BLE001 - whatever it is, the others are served
            self._note(database, lost)
            return
        del self._left[database.name]
        self._cells.add(cell)
        self._cells.waiting.discard(database.name)
        _log.info("cell.joined", cell=database.name)

    def _note(self, database: OtherDatabase, lost: Exception) -> None:
        """Log why a cell is not connected: once, and again for another reason."""
        cause = lost.cause if isinstance(lost, StoreUnavailableError) else None
        database.reach.lost(cause or "not_joined")
        message = str(lost) or cause or type(lost).__name__
        if self._reasons.get(database.name) != message:
            self._reasons[database.name] = message
            _log.warning("cell.join_failed", cell=database.name, reason=message)

    async def _opened(self, database: OtherDatabase) -> Cell:
        node, placement, stores = self._cells.node, self._cells.placement, database.stores.copy()
        assert placement is not None, "there are cells"
        number = await placement.number_of(database.name)
        if number is None:
            raise StoreUnavailableError("home does not know this cell: run rondel migrate", "not_migrated")
        await database.check(number)
        stores["table_acts"] = RemoteModeration(stores["table_acts"], node.moderation)
        cell = Cell(
            **stores,
            node=node,
            now=DatabaseClock(),
            number=number,
            name=database.name,
            is_away=lambda: database.reach.cause is not None,
        )
        await cell.verify()
        self._projectors.append(cell.projector)
        return cell

    async def close(self) -> None:
        """Write pending projections, after the jobs have ended."""
        for projector in self._projectors:
            await projector.close()


async def joining(
    cells: Cells, stack: AsyncExitStack, on_join: Callable[[Cell], Awaitable[None]]
) -> CellConnector:
    """Create the connector to the configured cells; their databases may be away."""
    node = cells.node
    databases = [
        await open_other(node.settings, name, url, stack, node.metrics)
        for name, url in node.settings.cell_urls.items()
    ]
    connector = CellConnector(cells, databases, on_join)
    stack.push_async_callback(connector.close)
    return connector
