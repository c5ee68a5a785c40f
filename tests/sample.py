"""How much of a wide test runs: a drawn sample for each commit, all of it at night (`TEST_SIZE=nightly`).

The draw is by TEST_SEED, or by the commit; pytest prints it. Every worker draws the same.
"""

import hashlib
import os
from collections.abc import Iterable
from typing import Final, TypeVar

from tests.planting import commit

T = TypeVar("T")

IS_NIGHT: Final = os.environ.get("TEST_SIZE") == "nightly"
SEED: Final = os.environ.get("TEST_SEED") or commit()[:12]


def size(per_commit: int, *, nightly: int) -> int:
    """How many steps, games or examples to play."""
    return nightly if IS_NIGHT else per_commit


def is_drawn(name: str, *, share: float) -> bool:
    """Whether this one is among the share of all names that the seed draws."""
    return hashlib.sha256(f"{SEED} {name}".encode()).digest()[0] < share * 256


def sample(cases: Iterable[T], count: int) -> list[T]:
    """`count` of the cases, drawn by the seed, in their order; all of them in `just nightly`."""
    every = list(cases)
    if IS_NIGHT:
        return every

    def lot(index: int) -> bytes:
        return hashlib.sha256(f"{SEED} {index} {every[index]!r}".encode()).digest()

    return [every[index] for index in sorted(sorted(range(len(every)), key=lot)[:count])]
