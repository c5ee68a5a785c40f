"""The nemesis: what goes wrong, and when."""

import asyncio
import random
from typing import TYPE_CHECKING

from rondel.server.adapters.memory.tables import MemoryTables
from tests.simulate.database import drive

if TYPE_CHECKING:
    from tests.simulate.world import World

KINDS = ("outage", "crash", "pause", "evict", "restore", "failover", "halt", "sleep")


class Nemesis:
    """Does one thing after the other, of the kinds that are on."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._dice = random.Random(f"{world.params.seed} nemesis")
        self._raise_later = False
        self._has_slept = False

    async def live(self) -> None:
        """Until it is cancelled."""
        world, dice = self._world, self._dice
        kinds = [kind for kind in KINDS if world.params.has(kind)]
        weights = [4 if kind == "evict" else 1 for kind in kinds]
        while True:
            await asyncio.sleep(dice.choice((0.3, 1.0, 2.0)))
            if dice.random() < 0.5 and not self._raise_later:
                world.database.back_up()
            if kinds:
                kind = dice.choices(kinds, weights)[0]
                world.note("nemesis", kind)
                await getattr(self, f"_{kind}")()

    async def _outage(self) -> None:
        self._world.database.outage_until = self._world.now_ms() + self._dice.choice((300, 1500))

    async def _crash(self) -> None:
        world = self._world
        place = self._dice.randrange(len(world.nodes))
        world.crash_node(place)
        world.loop.call_later(self._dice.choice((0.2, 2.0, 8.0)), self._restart, place)

    def _restart(self, place: int) -> None:
        if self._world.nodes[place] is None:
            self._world.start_node(place)

    async def _pause(self) -> None:
        world = self._world
        node = world.any_node(self._dice)
        if node is not None and not node.is_paused:
            node.pause()
            world.loop.call_later(self._dice.choice((0.5, 3.0, 9.0)), node.resume)

    async def _sleep(self) -> None:
        """Once in a run the machine of all nodes stands still; then they go on as if nothing had been."""
        if self._has_slept:
            return
        self._has_slept = True
        nodes = self._world.all_nodes()
        for node in nodes:
            node.pause()
        await asyncio.sleep(self._dice.choice((4.0, 7.0)))
        for node in nodes:
            node.resume()

    async def _evict(self) -> None:
        world = self._world
        node = world.any_node(self._dice)
        if node is not None:
            node.evict(self._dice.choice(world.tables))

    async def _restore(self) -> None:
        if not self._raise_later:
            self._world.database.go_back(raises_epoch=True)

    async def _failover(self) -> None:
        """A standby without the tail is promoted; somebody raises the epoch, at once or a little later."""
        world = self._world
        if self._raise_later or not world.database.go_back(raises_epoch=False):
            return
        self._raise_later = True
        world.loop.call_later(self._dice.choice((0.01, 0.5, 3.0)), self._raise_epoch)

    def _raise_epoch(self) -> None:
        if self._raise_later:
            self._raise_later = False
            self._world.database.memory.epoch += 1
            self._world.ledger.raised()
            self._world.note("epoch", self._world.database.memory.epoch)

    async def _halt(self) -> None:
        """Another node has met a fault: the table stands still until somebody lets it go on."""
        table = self._dice.choice(self._world.tables)
        drive(MemoryTables(self._world.database.memory).halt(table, "simulated"))
        self._world.loop.call_later(self._dice.choice((0.5, 4.0)), self._unhalt)

    def _unhalt(self) -> None:
        for table in self._world.tables:
            drive(MemoryTables(self._world.database.memory).resume(table))

    async def calm(self) -> None:
        """Everything is mended."""
        world = self._world
        self._raise_epoch()
        self._unhalt()
        world.database.outage_until = 0
        for place, node in enumerate(world.nodes):
            if node is None:
                world.start_node(place)
            else:
                node.resume()
        for tab in world.tabs:
            if tab.connection is not None:
                tab.connection.unstall()
