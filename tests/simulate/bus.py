"""The bus between nodes: it delays, drops, doubles and reorders."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from tests.simulate.database import OUTSIDE
from tests.simulate.loop import VirtualLoop

if TYPE_CHECKING:
    from tests.simulate.world import World

Ear = asyncio.Queue[tuple[UUID, int]]


class Air:
    """What lies between the nodes."""

    def __init__(self, world: "World", loop: VirtualLoop) -> None:
        self._world = world
        self._loop = loop
        self._dice = random.Random(f"{world.params.seed} bus")
        self.ears: dict[int, Ear] = {}
        self.is_quiet = True

    def carry(self, speaker: int, moves: Sequence[tuple[UUID, int]]) -> None:
        """Bring the announcements to every other node, or not."""
        for listener, ear in self.ears.items():
            if listener != speaker:
                for move in moves:
                    self._carry(ear, move)

    def _carry(self, ear: Ear, move: tuple[UUID, int]) -> None:
        dice = self._dice
        copies = 1
        if not self.is_quiet and self._world.params.has("bus"):
            luck = dice.random()
            copies = 0 if luck < 0.4 else 2 if luck < 0.5 else 1
        for _ in range(copies):
            late_s = 0.0005 if dice.random() < 0.7 else dice.random() * (0.02 if self.is_quiet else 0.5)
            self._loop.call_later(late_s, ear.put_nowait, move, context=OUTSIDE)


class SimulatedBus:
    """One node's end of it."""

    def __init__(self, air: Air, number: int) -> None:
        self._air = air
        self._number = number

    async def announce(self, moves: Sequence[tuple[UUID, int]]) -> None:
        self._air.carry(self._number, moves)

    async def heard(self) -> AsyncIterator[tuple[UUID, int]]:
        ear: Ear = asyncio.Queue()
        self._air.ears[self._number] = ear
        try:
            while True:
                yield await ear.get()
        finally:
            if self._air.ears.get(self._number) is ear:
                del self._air.ears[self._number]

    async def has_others(self) -> bool:
        return any(number != self._number for number in self._air.ears)
