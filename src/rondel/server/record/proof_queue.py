"""The verifier: uploaded transcripts are verified one at a time, each in its own process.

A node decides moves in one thread, and must not spend it on untrusted input. Each account has one transcript
in the shared queue, and its others wait behind that, so that no account delays all others.
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

from rondel.server.errors import ApiError
from rondel.server.record.proof_process import CPU_S, Answered, ProofRequest
from rondel.server.record.replay import Perspective, ReplayResponse
from rondel.server.settings import PREFIX

WALL_S: Final = 20.0
WAITING: Final = 16
"""How many may wait at a node, the one that is being proved among them."""

OF_ONE: Final = 4
"""How many of these may be one account's."""

RETRY_MS: Final = 2_000


class Prover:
    """The queue of all transcripts that this node verifies."""

    def __init__(self, *, cpu_s: int = CPU_S, wall_s: float = WALL_S) -> None:
        self._cpu_s = cpu_s
        self._wall_s = wall_s
        self._waiting: Counter[UUID] = Counter()
        self._of: defaultdict[UUID, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._one = asyncio.Lock()

    async def replayed(
        self, who: UUID, text: bytes, *, after: int, until: int, perspective: Perspective = None
    ) -> ReplayResponse:
        """Verify a transcript, and return the requested versions with the result. Raises ApiError."""
        request = msgspec.json.encode(ProofRequest(after, until, perspective, self._cpu_s))
        async with self._turn(who):
            answered = await self._run_process(request + b"\n" + text)
        if answered.no is not None:
            raise ApiError.of(answered.no.code, answered.no.message)
        assert answered.response is not None
        return answered.response

    @asynccontextmanager
    async def _turn(self, who: UUID) -> AsyncIterator[None]:
        """Wait for the turn in the queue: first behind the same account's transcripts, then behind others."""
        if self._waiting[who] >= OF_ONE:
            raise ApiError.of(
                "TOO_MANY", "This account has too many verifications running.", after_ms=RETRY_MS
            )
        if self._waiting.total() >= WAITING:
            raise ApiError.of("UNAVAILABLE", "The verifier is busy.", after_ms=RETRY_MS)
        self._waiting[who] += 1
        try:
            async with self._of[who], self._one:
                yield
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who], self._of[who]

    async def _run_process(self, request: bytes) -> Answered:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "rondel.server.record.proof_process"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
        )
        try:
            async with asyncio.timeout(self._wall_s):
                answer, _ = await process.communicate(request)
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


def _too_long() -> ApiError:
    return ApiError.of(
        "TOO_LARGE",
        "The verification timed out.",
        "Verify the file yourself: rondel verify --unwitnessed FILE",
    )
