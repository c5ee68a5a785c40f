"""Samples of both classes of a pair, in random order, and what they come to."""

import random
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from tests.timing.draws import CLASSES, Draws
from tests.timing.pairs import Pair, pairs
from tests.timing.stage import Stage
from tests.timing.statistic import T_LIMIT, Difference, compared, welch_t

CPU_BOUND_MS: Final = 0.1
WALL_BOUND_MS: Final = 0.5
"""Smaller differences are not promised to be found: the machine's own are as large."""

WARM: Final = 5
AGAIN: Final = 3
"""How many times as many samples are taken of a pair that seems to differ."""

STEP: Final = "hidden card: step of another"


class Sample(NamedTuple):
    """One sample: a class, and what one of its questions took."""

    which: int
    cpu_ms: float
    wall_ms: float
    sizes: tuple[tuple[int, ...], ...]


Sampler = Callable[[int], Awaitable[Sample]]


@dataclass
class Found:
    """What was found of a pair."""

    name: str
    classes: tuple[str, str]
    samples: int
    cpu: Difference
    wall: Difference
    differences: tuple[str, ...]
    """In what the classes differ, measured twice; nothing if they do not."""


class Plan(NamedTuple):
    """How many samples of each class, and of how many questions each."""

    samples: int
    questions: int


class Meter:
    """Asks, and measures by the clock and by the CPU clock of the server's event loop."""

    def __init__(self, stage: Stage, plan: Plan, rng: random.Random) -> None:
        self._stage, self._plan, self._rng = stage, plan, rng
        self._schedule = Path(f"/proc/{stage.pid}/schedstat")

    def cpu_ms(self) -> float:
        """What the server's main thread has used of a core."""
        return int(self._schedule.read_text(encoding="utf-8").split()[0]) / 1e6

    async def all(self, only: str) -> list[Found]:
        """Every pair whose name begins so."""
        found = [
            await self._found(pair.name, pair.classes, self._asking(pair))
            for pair in pairs(self._stage, self._rng)
            if pair.name.startswith(only)
        ]
        if STEP.startswith(only):
            found.append(await self._found(STEP, CLASSES, await self._drawing()))
        return found

    async def _found(self, name: str, classes: tuple[str, str], sampler: Sampler) -> Found:
        """One pair; what seems to differ is measured again, by samples of its own."""
        samples = await self._samples(sampler, self._plan.samples)
        cpu, wall = self._compared(samples)
        unequal = _sizes(samples) if name != STEP else _frames(samples)
        if cpu.is_suspicious(CPU_BOUND_MS) or wall.is_suspicious(WALL_BOUND_MS):
            again = self._compared(await self._samples(sampler, AGAIN * self._plan.samples))
            if again[0].confirms(cpu, CPU_BOUND_MS):
                unequal.append("CPU time")
            if again[1].confirms(wall, WALL_BOUND_MS):
                unequal.append("time")
            cpu, wall = again
        return Found(name, classes, len(samples) // 2, cpu, wall, tuple(unequal))

    def _compared(self, samples: list[Sample]) -> tuple[Difference, Difference]:
        one, other = ([sample for sample in samples if sample.which == which] for which in (0, 1))
        cpu = compared([each.cpu_ms for each in one], [each.cpu_ms for each in other], self._rng)
        wall = compared([each.wall_ms for each in one], [each.wall_ms for each in other], self._rng)
        return cpu, wall

    async def _samples(self, sampler: Sampler, count: int) -> list[Sample]:
        for _ in range(WARM):
            await sampler(0)
            await sampler(1)
        return [await sampler(which) for which in self._shuffled(count)]

    def _shuffled(self, count: int) -> Iterator[int]:
        """As many of each class, in an order that nothing else can follow."""
        for _ in range(count):
            yield from self._rng.sample((0, 1), 2)

    def _asking(self, pair: Pair) -> Sampler:
        async def sampler(which: int) -> Sample:
            questions, ask = self._plan.questions, pair.asks[which]
            cpu, began = self.cpu_ms(), time.perf_counter()
            answers = [await ask() for _ in range(questions)]
            wall_ms, cpu_ms = (time.perf_counter() - began) * 1000, self.cpu_ms() - cpu
            for answer in answers:
                assert answer.code == pair.code, (pair.name, pair.classes[which], answer)
            return Sample(
                which, cpu_ms / questions, wall_ms / questions, tuple(each.sizes for each in answers)
            )

        return sampler

    async def _drawing(self) -> Sampler:
        """Which class comes next is luck; a draw of the other one is played and left out."""
        draws = Draws(self._stage, self.cpu_ms)
        await draws.begin()

        async def sampler(which: int) -> Sample:
            while True:
                drawn, wall_ms, cpu_ms, sizes = await draws.draw()
                if drawn == which:
                    return Sample(which, cpu_ms, wall_ms, (sizes,))

        return sampler


def _frames(samples: list[Sample]) -> list[str]:
    """Where the open cards change from turn to turn, sizes may only differ by them, not by the class."""
    frames = [
        [sizes for sample in samples if sample.which == which for sizes in sample.sizes] for which in (0, 1)
    ]
    if len({len(sizes) for each in frames for sizes in each}) > 1:
        return ["numbers of frames"]
    one, other = ([float(sum(sizes)) for sizes in each] for each in frames)
    return ["sizes"] if abs(welch_t(one, other)) > T_LIMIT else []


def _sizes(samples: list[Sample]) -> list[str]:
    """Sizes and numbers of frames must be the same, to the byte."""
    seen = [
        {sizes for sample in samples if sample.which == which for sizes in sample.sizes} for which in (0, 1)
    ]
    if seen[0] == seen[1] and len(seen[0]) == 1:
        return []
    return [f"sizes {sorted(seen[0])} and {sorted(seen[1])}"]
