"""The process that proves one transcript: `python -m rondel.server.proving` reads it, answers, and ends.

The author of a transcript decides how long its proof takes. So the system ends the process after some seconds
of CPU, keeps its memory small, and lets everything else on the machine go first.
"""

import os
import resource
import sys
from typing import Final

import msgspec

from rondel.server.answers import Code, Denied
from rondel.server.replay import Eyes, ReplayTold, replay
from rondel.wire.strict import Malformed

CPU_S: Final = 5
MEMORY_BYTES: Final = 1 << 30
NICE: Final = 10
MOST_TOLD_BYTES: Final = 16 << 20


class Asked(msgspec.Struct, frozen=True):
    """Which versions, through whose eyes, and how long it may take. The transcript is in the next lines."""

    after: int
    until: int
    eyes: Eyes
    cpu_s: int = CPU_S


class No(msgspec.Struct, frozen=True):
    """Why there is nothing to show."""

    code: Code
    because: str


class Answered(msgspec.Struct, frozen=True):
    """What came of it: one of the two."""

    told: ReplayTold | None = None
    no: No | None = None


def confine(cpu_s: int, memory_bytes: int) -> None:
    """From now on this process may use so much, and gives way to all others."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))


def answer(asked: Asked, text: bytes) -> Answered:
    """What the transcript comes to, or why not."""
    try:
        return Answered(replay(text, after=asked.after, until=asked.until, eyes=asked.eyes))
    except Malformed as malformed:
        return Answered(no=No("MALFORMED", malformed.because))
    except Denied as denied:
        return Answered(no=No(denied.code, denied.because))


def main() -> None:
    """Prove what stands in the input."""
    line, _, text = sys.stdin.buffer.read().partition(b"\n")
    asked = msgspec.json.decode(line, type=Asked)
    confine(asked.cpu_s, MEMORY_BYTES)
    told = msgspec.json.encode(answer(asked, text))
    if len(told) > MOST_TOLD_BYTES:
        sys.exit("too much to tell")
    sys.stdout.buffer.write(told)


if __name__ == "__main__":
    main()
