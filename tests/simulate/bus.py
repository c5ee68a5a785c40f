"""The bus between nodes: it delays, drops, doubles and reorders; subscriptions take a moment or come late."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from tests.simulate.database import OUTSIDE
from tests.simulate.loop import VirtualLoop

if TYPE_CHECKING:
    from tests.simulate.world import World


class Air:
    """What lies between the nodes."""

    def __init__(self, world: "World", loop: VirtualLoop) -> None:
        self._world = world
        self._loop = loop
        self._dice = random.Random(f"{world.params.seed} bus")
        self.listening: dict[int, SimulatedBus] = {}
        self.is_quiet = True

    @property
    def is_bad(self) -> bool:
        """Whether it loses things now."""
        return not self.is_quiet and self._world.params.has("bus")

    def carry(self, speaker: int, moves: Sequence[tuple[UUID, int]]) -> None:
        """Bring the announcements to every other node that has subscribed to their tables, or not."""
        for listener, bus in self.listening.items():
            if listener != speaker:
                for move in moves:
                    if move[0] in bus.tables:
                        self._carry(bus, move)

    async def subscribe(self, bus: "SimulatedBus", table: UUID) -> None:
        """Wait until it is subscribed; where the bus is away, nobody waits, and it is subscribed later."""
        if self.is_bad and self._dice.random() < 0.2:
            self._loop.call_later(self._dice.random() * 2, bus.tables.add, table, context=OUTSIDE)
            return
        await asyncio.sleep(0.0005)
        bus.tables.add(table)

    def _carry(self, bus: "SimulatedBus", move: tuple[UUID, int]) -> None:
        dice = self._dice
        copies = 1
        if self.is_bad:
            rng = dice.random()
            copies = 0 if rng < 0.4 else 2 if rng < 0.5 else 1
        for _ in range(copies):
            late_s = 0.0005 if dice.random() < 0.7 else dice.random() * (0.02 if self.is_quiet else 0.5)
            self._loop.call_later(late_s, bus.ear.put_nowait, move, context=OUTSIDE)


class SimulatedBus:
    """One node's end of it."""

    def __init__(self, air: Air, number: int) -> None:
        self._air = air
        self._number = number
        self.ear: asyncio.Queue[tuple[UUID, int]] = asyncio.Queue()
        self.tables: set[UUID] = set()

    async def announce(self, moves: Sequence[tuple[UUID, int]]) -> None:
        self._air.carry(self._number, moves)

    async def subscribe(self, table: UUID) -> None:
        if table not in self.tables:
            await self._air.subscribe(self, table)

    def unsubscribe(self, table: UUID) -> None:
        self.tables.discard(table)

    async def listen(self) -> AsyncIterator[tuple[UUID, int]]:
        self._air.listening[self._number] = self
        try:
            while True:
                yield await self.ear.get()
        finally:
            if self._air.listening.get(self._number) is self:
                del self._air.listening[self._number]

    async def others(self) -> int:
        return sum(number != self._number for number in self._air.listening)
