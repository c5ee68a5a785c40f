"""Cells other than home, put together: each is joined when its database answers, and tried until then."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Final
from uuid import UUID

import structlog

from rondel.server.clock import DatabaseClock, pause
from rondel.server.moderation import Act, Moderation, TableActs
from rondel.server.node import Node, OtherCell
from rondel.server.ports import NO_TABLE, ChatMessage, Unavailable
from rondel.server.projector import Projector
from rondel.server.record import Sources
from rondel.server.stores import OtherDatabase, open_other

AGAIN_S: Final = 1.0
"""How often it is tried to join a cell."""

FIRST_S: Final = 3.0
"""So long a node that starts waits for its cells; afterwards it serves without those that are away."""

_log = structlog.get_logger()


class ActsElsewhere:
    """What moderators do to tables of another cell: logged there with the change, then at home."""

    def __init__(self, cell: TableActs, home: Moderation) -> None:
        self._cell = cell
        self._home = home

    async def remove_line(self, table: UUID, line: int, act: Act) -> ChatMessage | None:
        """Take a line out of the chat."""
        removed = await self._cell.remove_line(table, line, act)
        if removed is not None:
            await self._home.log(act)
        return removed

    async def resume(self, table: UUID, act: Act) -> bool:
        """Let a halted table go on."""
        return await self._logged(self._cell.resume(table, act), act)

    async def close(self, table: UUID, act: Act) -> bool:
        """End a table as it stands."""
        return await self._logged(self._cell.close(table, act), act)

    async def lines(self, lines: Collection[int]) -> Sequence[ChatMessage]:
        """Lines of chat by their ids."""
        return await self._cell.lines(lines)

    async def _logged(self, doing: Awaitable[bool], act: Act) -> bool:
        is_done = await doing
        if is_done:
            await self._home.log(act)
        return is_done


class Joining:
    """The cells of a node that it has not joined yet. `on_join` starts what a cell needs."""

    def __init__(
        self, home: Node, databases: Sequence[OtherDatabase], on_join: Callable[[Node], Awaitable[None]]
    ) -> None:
        self._home = home
        self._on_join = on_join
        self._left = {database.name: database for database in databases}
        self._projectors: list[Projector] = []
        self._reasons: dict[str, str | None] = {}
        home.cells.waiting.update(self._left)

    async def first(self) -> None:
        """Join what answers soon."""
        try:
            async with asyncio.timeout(FIRST_S):
                await asyncio.gather(*map(self._try, list(self._left.values())))
        except TimeoutError:
            _log.warning("cells are away", cell=sorted(self._left))

    async def run(self) -> None:
        """Join each of them, sooner or later."""
        while True:
            await pause(AGAIN_S)
            await asyncio.gather(*map(self._try, list(self._left.values())))

    async def _try(self, database: OtherDatabase) -> None:
        try:
            node = await self._opened(database)
            await self._on_join(node)
        except Exception as lost:  # noqa: BLE001 - whatever it is, the others are served
            self._note(database, lost)
            return
        del self._left[database.name]
        self._home.cells.join(node)
        self._home.cells.waiting.discard(database.name)
        _log.info("cell joined", cell=database.name)

    def _note(self, database: OtherDatabase, lost: Exception) -> None:
        """Say once why it is not joined, and again when that is another reason."""
        cause = lost.cause if isinstance(lost, Unavailable) else None
        database.reach.lost(cause or "not_joined")
        because = str(lost) or cause or type(lost).__name__
        if self._reasons.get(database.name) != because:
            self._reasons[database.name] = because
            _log.warning("cell not joined", cell=database.name, because=because)

    async def _opened(self, database: OtherDatabase) -> Node:
        home, name, stores = self._home, database.name, database.stores
        assert home.placement is not None, "there are cells"
        number = await home.placement.number_of(name)
        if number is None:
            raise Unavailable("home does not know this cell: run rondel migrate", "not_migrated")
        await database.check(number)
        now = DatabaseClock()
        sources = Sources(stores["journal"], stores["tables"], home.games)
        projector = Projector(stores["projection"], sources, now, home.metrics)
        acts = ActsElsewhere(stores["table_acts"], home.moderation)
        node = replace(
            home,
            journal=stores["journal"],
            tables=stores["tables"],
            seating=stores["seating"],
            deadlines=stores["deadlines"],
            chats=stores["chats"],
            notes=stores["notes"],
            orders=stores["orders"],
            outages=stores["outages"],
            projection=stores["projection"],
            notices=stores["notices"],
            now=now,
            projector=projector,
            other_cell=OtherCell(name, number, stores["personal"], acts),
            is_away=lambda: database.reach.cause is not None,
        )
        await meet(node)
        self._projectors.append(projector)
        return node

    async def close(self) -> None:
        """Write what is still to be recorded, once the jobs have ended."""
        for projector in self._projectors:
            await projector.close()


async def meet(node: Node) -> None:
    """The database answers, and its epoch is none that has passed."""
    look = await node.journal.look(NO_TABLE)
    node.rooms.see(look.now, look.epoch)


async def joining(home: Node, stack: AsyncExitStack, on_join: Callable[[Node], Awaitable[None]]) -> Joining:
    """The cells of this node, whose databases are connected to when they are needed."""
    databases = [
        await open_other(home.settings, name, url, stack, home.metrics)
        for name, url in home.settings.cell_urls.items()
    ]
    cells = Joining(home, databases, on_join)
    stack.push_async_callback(cells.close)
    return cells
