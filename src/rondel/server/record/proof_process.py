"""The process that proves one transcript: it reads it, answers, and ends.

The author of a transcript decides how long its proof takes. So the system ends the process after some seconds
of CPU, keeps its memory small, and lets everything else on the machine go first.
"""

import os
import resource
import sys
from typing import Final

import msgspec

from rondel.server.errors import ApiError, Code
from rondel.server.record.replay import Perspective, ReplayResponse, replay
from rondel.wire.strict import MalformedError

CPU_S: Final = 5
MEMORY_BYTES: Final = 1 << 30
NICE: Final = 10
MAX_OUTPUT_BYTES: Final = 16 << 20


class ProofRequest(msgspec.Struct, frozen=True):
    """Which versions, through whose eyes, and how long it may take. The transcript is in the next lines."""

    after: int
    until: int
    perspective: Perspective
    cpu_s: int = CPU_S


class ReplayError(msgspec.Struct, frozen=True):
    """Why there is nothing to show."""

    code: Code
    message: str


class Answered(msgspec.Struct, frozen=True):
    """What came of it: one of the two."""

    response: ReplayResponse | None = None
    no: ReplayError | None = None


def confine(cpu_s: int, memory_bytes: int) -> None:
    """From now on this process may use so much, and gives way to all others."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))


def answer(request: ProofRequest, text: bytes) -> Answered:
    """What the transcript comes to, or why not."""
    try:
        return Answered(
            replay(text, after=request.after, until=request.until, perspective=request.perspective)
        )
    except MalformedError as malformed:
        return Answered(no=ReplayError("MALFORMED", malformed.message))
    except ApiError as denied:
        return Answered(no=ReplayError(denied.code, denied.message))


def main() -> None:
    """Prove what stands in the input."""
    line, _, text = sys.stdin.buffer.read().partition(b"\n")
    request = msgspec.json.decode(line, type=ProofRequest)
    confine(request.cpu_s, MEMORY_BYTES)
    output = msgspec.json.encode(answer(request, text))
    if len(output) > MAX_OUTPUT_BYTES:
        sys.exit("too much to tell")
    sys.stdout.buffer.write(output)


if __name__ == "__main__":
    main()
