"""The hub: which sockets of this node look at which table, and how each is brought up to date."""

import asyncio
from collections import defaultdict
from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

import structlog

from rondel.server.answers import Denied
from rondel.server.flows.halt import halting
from rondel.server.flows.watch import Viewing, fresh, seats_frame, step_frames, view_frame
from rondel.server.ports import TableRow, Unavailable
from rondel.server.sitting import Sitting

if TYPE_CHECKING:
    from rondel.server.node import Node

_log = structlog.get_logger()


class Watcher(Protocol):
    """One socket looking at one table. `last` is the newest version sent; None: it needs a full view."""

    last: int | None

    @property
    def viewing(self) -> Viewing:
        """Who looks."""
        ...

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""
        ...

    def reseat(self, table: TableRow) -> None:
        """Who sits where has changed while it is played."""
        ...


class Hub:
    """Fan-out within a node. Nobody waits for a slow socket, and nobody is sent a version twice."""

    def __init__(self) -> None:
        self.node: Node | None = None
        self._watchers: dict[UUID, set[Watcher]] = defaultdict(set)
        self._busy: dict[UUID, asyncio.Task[None]] = {}
        self._again: dict[UUID, int | None] = {}

    def tables(self) -> Collection[UUID]:
        """The tables somebody here looks at."""
        return self._watchers.keys()

    def watchers(self, table: UUID) -> Collection[Watcher]:
        """Who looks at this table here."""
        return self._watchers.get(table, ())

    def watch(self, table: UUID, watcher: Watcher) -> None:
        """From now on `watcher` is sent every version; call `moved` to bring it up to date."""
        self._watchers[table].add(watcher)

    def sit(self, sitting: Sitting, watcher: Watcher, last: int | None) -> None:
        """Send what it missed since `last`, or all if nothing; from now on every version, none twice."""
        assert self.node is not None
        for frame in _frames(self.node, sitting, watcher.viewing, last, is_live=False):
            watcher.send(frame)
        watcher.last = sitting.version
        self.watch(sitting.id, watcher)

    def unwatch(self, table: UUID, watcher: Watcher) -> None:
        """Send it nothing more of this table."""
        self._watchers[table].discard(watcher)
        if not self._watchers[table]:
            del self._watchers[table]

    def reseated(self, table: TableRow) -> None:
        """Tell everybody who looks who plays there now."""
        frame = seats_frame(table)
        for watcher in list(self.watchers(table.id)):
            watcher.send(frame)
            watcher.reseat(table)

    def moved(self, table: UUID, version: int | None = None) -> None:
        """The table has moved, here (no version) or elsewhere to `version`: bring its watchers up to date."""
        if table not in self._watchers:
            return
        if table in self._busy:
            known = self._again.get(table)
            self._again[table] = version if known is None else max(known, version or 0)
            return
        self._busy[table] = asyncio.get_running_loop().create_task(self._bring_up(table, version))

    async def _bring_up(self, table: UUID, version: int | None) -> None:
        assert self.node is not None
        try:
            async with halting(self.node, table):
                await self._deliver(table, version)
                while table in self._again:
                    await self._deliver(table, self._again.pop(table))
        except (Denied, Unavailable) as answer:
            _log.info("not delivered", table=str(table), because=type(answer).__name__)
        finally:
            self._again.pop(table, None)
            del self._busy[table]

    async def _deliver(self, table: UUID, version: int | None) -> None:
        node = self.node
        assert node is not None
        sitting = node.live.get(table)
        if sitting is None or (version is not None and sitting.version < version) or _is_due(node, sitting):
            found = None if sitting is not None else await node.tables.get(table)
            if found is not None and found.header is None:
                for watcher in list(self.watchers(table)):
                    watcher.send(seats_frame(found))
                return
            sitting = await fresh(node, table)
        self.send(sitting)

    def send(self, sitting: Sitting) -> None:
        """Send every watcher of this table what it has not been sent. Equal viewers share their frames."""
        node = self.node
        assert node is not None
        node.metrics.fan_out(max(node.now.ms() - sitting.at, 0))
        made: dict[tuple[Viewing, int | None], list[bytes]] = {}
        for watcher in list(self.watchers(sitting.id)):
            if watcher.last is not None and watcher.last >= sitting.version:
                continue
            wants = (watcher.viewing, watcher.last)
            if wants not in made:
                made[wants] = _frames(node, sitting, watcher.viewing, watcher.last, is_live=True)
            watcher.last = sitting.version
            for frame in made[wants]:
                watcher.send(frame)


def _frames(
    node: "Node", sitting: Sitting, viewing: Viewing, last: int | None, *, is_live: bool
) -> list[bytes]:
    steps = None if last is None else step_frames(node, sitting, viewing, last, is_live=is_live)
    return steps or [view_frame(node, sitting, viewing)]


def _is_due(node: "Node", sitting: Sitting) -> bool:
    return sitting.due_at is not None and node.now.ms() >= sitting.due_at
