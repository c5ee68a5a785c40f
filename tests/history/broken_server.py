"""`python -m tests.history.broken_server FAULT serve ...`: a server that breaks its promise in one way.

Faults for the tests of the checker: everything else is the real server.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from rondel.cli.main import main
from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.ports.journal import Appended, Entry
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.position import Position
from rondel.server.rooms.room import Room

LATE_S: Final = 0.02


def stale_view() -> None:
    """A View is that of the node's cache; nobody looks whether the table has moved."""

    async def cached(self: Room) -> Position:
        return await self._loaded()

    Room._current = cached  # type: ignore[method-assign]


def ack_before_commit() -> None:
    """A move is acknowledged before its row is committed; where another node is faster, it is lost."""
    append, late = PostgresJournal.append, set[asyncio.Task[None]]()

    async def early(self: PostgresJournal, entry: Entry) -> Appended | None:
        look = await self.look(entry.table, entry.row.action_id)
        if look.row is not None or look.head != entry.row.version - 1:
            return None
        task = asyncio.create_task(_later(append(self, entry)))
        late.add(task)
        task.add_done_callback(late.discard)
        return Appended(look.now, look.epoch)

    PostgresJournal.append = early  # type: ignore[method-assign]


async def _later(appending: Coroutine[Any, Any, Appended | None]) -> None:
    await asyncio.sleep(LATE_S)
    with suppress(StoreUnavailableError):
        await appending


FAULTS: Final[dict[str, Callable[[], None]]] = {
    "stale-view": stale_view,
    "ack-before-commit": ack_before_commit,
}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    main()
