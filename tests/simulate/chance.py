"""Everything that a run must not take from the machine: time, secrets, ids, and the order of sets."""

import itertools
import os
import random
import secrets
import sys
import threading
import time
import types
import uuid
from collections.abc import Callable
from typing import Any, Final

_REAL: Final = {
    time.monotonic: "monotonic",
    time.perf_counter: "perf_counter",
    time.monotonic_ns: "monotonic_ns",
    time.time_ns: "time_ns",
    time.time: "time",
}


class Machine:
    """What stands for the machine while a run goes on: its clock and its secrets."""

    def __init__(self) -> None:
        self.dice = random.Random(0)
        self.jitter = random.Random(0)
        """Stands for the module `random` in the server: nothing else in this process draws from it."""
        self.clock: Callable[[], float] = lambda: 0.0
        self._numbers = itertools.count(1)
        self._thread = 0

    def begin(self, seed: int, clock: Callable[[], float]) -> None:
        """From now on everything follows from this seed."""
        self.dice = random.Random(f"{seed} secrets")
        self.clock = clock
        self._numbers = itertools.count(1)
        self.jitter.seed(f"{seed} jitter")
        self._thread = threading.get_ident()

    def number(self, thing: Any) -> int:
        """The hash of a thing: the order in which things were first put somewhere."""
        try:
            return int(thing._simulated_number)
        except AttributeError:
            thing._simulated_number = next(self._numbers)
            return int(thing._simulated_number)

    def token_bytes(self, count: int | None = None) -> bytes:
        """For `secrets.token_bytes`."""
        return self._drawn(32 if count is None else count)

    def uuid4(self) -> uuid.UUID:
        """For `uuid.uuid4`."""
        return uuid.UUID(bytes=self._drawn(16), version=4)

    def _drawn(self, count: int) -> bytes:
        """Bytes of the run; another thread of this process, such as pytest's, has real ones."""
        return self.dice.randbytes(count) if threading.get_ident() == self._thread else os.urandom(count)

    def uuid7(self) -> uuid.UUID:
        """For `uuid_utils.uuid7`: sorts by virtual time, then by when it was made."""
        stamp = int(self.clock() * 1000) << 16 | (next(self._numbers) & 0xFFFF)
        return uuid.UUID(bytes=stamp.to_bytes(8, "big") + self.dice.randbytes(8))


MACHINE: Final = Machine()
_patches: list[tuple[Any, str, Any, Any]] = []


def patch(thing: Any, name: str, value: Any) -> None:
    """While a run goes on, `thing` has this value under the name."""
    _patches.append((thing, name, getattr(thing, name), value))


def begin() -> None:
    """Put the simulated machine in the place of the real one."""
    for thing, name, _, value in _patches:
        setattr(thing, name, value)


def end() -> None:
    """The real machine is back."""
    for thing, name, real, _ in reversed(_patches):
        setattr(thing, name, real)


def patch_server(hashed: tuple[type, ...]) -> None:
    """Note what is to be replaced in every module of the server that is loaded by now.

    `hashed` are classes whose objects are kept in sets by identity: they get numbers for hashes.
    """
    patch(secrets, "token_bytes", MACHINE.token_bytes)
    patch(secrets, "choice", lambda among: MACHINE.dice.choice(among))
    patch(uuid, "uuid4", MACHINE.uuid4)
    shim = types.SimpleNamespace(**{name: _clock(name) for name in _REAL.values()})
    for name, module in list(sys.modules.items()):
        if name.startswith(("rondel.server", "rondel.client")):
            _patch_module(module, shim)
    for kind in hashed:
        patch(kind, "__hash__", lambda thing: MACHINE.number(thing))


def _patch_module(module: types.ModuleType, shim: types.SimpleNamespace) -> None:
    for name, value in list(vars(module).items()):
        if value is time:
            patch(module, name, shim)
        elif value is random:
            patch(module, name, MACHINE.jitter)
        elif name == "uuid_utils":
            patch(module, name, types.SimpleNamespace(uuid7=MACHINE.uuid7))
        elif isinstance(value, types.BuiltinFunctionType) and value in _REAL:
            patch(module, name, getattr(shim, _REAL[value]))


def _clock(name: str) -> Callable[[], Any]:
    if name.endswith("_ns"):
        return lambda: int(MACHINE.clock() * 1_000_000_000)
    return lambda: MACHINE.clock()
