"""What this machine's Python does with a fixed piece of work: the unit that costs are compared in.

A neighbour, another processor or another build of Python change the cost of a move and of this work alike, so
their ratio moves far less than either. The work is what a server does all day: calls, small objects, dicts,
JSON, hashes; and like a server it is spread over much code and many objects, so that a neighbour who takes
the processor's caches slows it as much.
"""

import hashlib
import random
import sys
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec

FUNCTIONS: Final = 400
OBJECTS: Final = 40_000
PIECES: Final = 400
"""How many pieces of work one look does: some 10 milliseconds."""

_SOURCE: Final = """
def piece(store, encode, decode, sha256, number):
    total, at = 0, number
    for step in range(6):
        found = store[at]
        at = found["next"]
        total += found["number"] % {number}
        found["seen"] = found["seen"] + 1 if found["seen"] < {number} else 0
    names = ["%s {number}" % name for name in ("a", "b", "c", "d")]
    raw = encode({{"total": total, "names": names, "inside": {{"one": [1, 2, 3], "two": found}}}})
    back = decode(raw)
    digest = sha256(raw).digest()
    ordered = sorted(back["names"], key=len)
    return len(ordered) + digest[0] + (len(raw) if total > {number} else total), at
"""


def _functions() -> list[Callable[..., tuple[int, int]]]:
    """Functions that do the same, each with code of its own."""
    found = []
    for number in range(FUNCTIONS):
        names: dict[str, Any] = {}
        exec(_SOURCE.format(number=number + 7), names)
        found.append(names["piece"])
    return found


def _store() -> list[dict[str, int]]:
    """Objects that lead to one another all over the memory."""
    order = list(range(OBJECTS))
    random.Random(1).shuffle(order)
    return [{"next": order[at], "number": at, "seen": 0} for at in range(OBJECTS)]


class Calibration:
    """The work, with all that it works on."""

    def __init__(self) -> None:
        self._functions = _functions()
        self._given = (_store(), msgspec.json.encode, msgspec.json.decode, hashlib.sha256)
        self._at = 0

    def piece_us(self, looks: int = 5) -> float:
        """CPU microseconds for one piece of work, the median of some looks.

        By the thread's clock: the process's stands still between ticks of the kernel while the watchdog of a
        node in the same process has its timer set.
        """
        found = []
        for _ in range(looks):
            began = time.thread_time()
            for number in range(PIECES):
                _, self._at = self._functions[number](*self._given, self._at)
            found.append(1e6 * (time.thread_time() - began) / PIECES)
        return median(found)


def is_pgo() -> bool:
    """Whether this Python was built with profile-guided optimization. Debian's is, and does not say so."""
    built = f"{sysconfig.get_config_var('CONFIG_ARGS')} {sysconfig.get_config_var('PY_CFLAGS')}"
    is_debians = sys.base_prefix == "/usr" and Path("/etc/debian_version").exists()
    return is_debians or "--enable-optimizations" in built or "-fprofile-use" in built
