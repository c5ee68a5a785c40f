"""The prover: transcripts that people bring are proved one after the other, each in a process of its own.

A node decides moves in one thread, and must not spend it on what strangers have written. Each account has one
transcript in the queue and its others behind it, so that nobody waits for all that one account has sent.
"""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from uuid import UUID

import msgspec

from rondel.server.answers import Denied
from rondel.server.proving import CPU_S, Answered, Asked
from rondel.server.replay import Eyes, ReplayTold
from rondel.server.settings import PREFIX

WALL_S: Final = 20.0
WAITING: Final = 16
"""How many may wait at a node, the one that is being proved among them."""

OF_ONE: Final = 4
"""How many of these may be one account's."""

RETRY_MS: Final = 2_000


class Prover:
    """All transcripts that this node proves."""

    def __init__(self, *, cpu_s: int = CPU_S, wall_s: float = WALL_S) -> None:
        self._cpu_s = cpu_s
        self._wall_s = wall_s
        self._waiting: Counter[UUID] = Counter()
        self._of: defaultdict[UUID, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._one = asyncio.Lock()

    async def replayed(
        self, who: UUID, text: bytes, *, after: int, until: int, eyes: Eyes = None
    ) -> ReplayTold:
        """Some versions of a transcript somebody has, with what proving it came to; or Denied."""
        asked = msgspec.json.encode(Asked(after, until, eyes, self._cpu_s))
        async with self._turn(who):
            answered = await self._asked(asked + b"\n" + text)
        if answered.no is not None:
            raise Denied.of(answered.no.code, answered.no.because)
        assert answered.told is not None
        return answered.told

    @asynccontextmanager
    async def _turn(self, who: UUID) -> AsyncIterator[None]:
        """When all before it are done: first those of the same account, then one of each."""
        if self._waiting[who] >= OF_ONE:
            raise Denied.of(
                "TOO_MANY", "Other transcripts of this account are still read.", after_ms=RETRY_MS
            )
        if self._waiting.total() >= WAITING:
            raise Denied.of("UNAVAILABLE", "Many transcripts are read just now.", after_ms=RETRY_MS)
        self._waiting[who] += 1
        try:
            async with self._of[who], self._one:
                yield
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who], self._of[who]

    async def _asked(self, told: bytes) -> Answered:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "rondel.server.proving"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
        )
        try:
            async with asyncio.timeout(self._wall_s):
                answer, _ = await process.communicate(told)
        except TimeoutError:
            raise _too_long() from None
        finally:
            await _end(process)
        if process.returncode != 0:
            raise _too_long()
        return msgspec.json.decode(answer, type=Answered)


async def _end(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await asyncio.shield(process.wait())


def _too_long() -> Denied:
    return Denied.of(
        "TOO_LARGE",
        "This transcript takes longer to prove than this server gives it.",
        "Prove it yourself: rondel verify FILE",
    )
