"""The database that all nodes share: it answers, fails before or after the commit, stalls, or goes back."""

import asyncio
import dataclasses
import random
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import TYPE_CHECKING, Any, Final

from rondel.kernel import Ms
from rondel.server.adapters.memory.chats import MemoryChats
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.value import StoreUnavailableError
from tests.simulate.loop import OWNER, VirtualLoop

if TYPE_CHECKING:
    from tests.simulate.world import World

OUTSIDE: Final = Context()
"""Work of no node: a commit that is under way happens, whatever becomes of the node that asked."""


WRITES: Final = ("journal.append", "tables.", "seating.", "outages.")
"""Calls that may change what the ledger notes."""


_RESTORED = tuple(
    field.name
    for field in dataclasses.fields(MemoryDatabase)
    if field.name not in ("now", "epoch", "chat_ids")
)
"""What of a cell a backup holds."""


class Database:
    """One cell, and what may happen to a call on its way."""

    def __init__(self, world: "World", loop: VirtualLoop) -> None:
        self._world = world
        self._loop = loop
        self._dice = random.Random(f"{world.params.seed} database")
        self.memory = MemoryDatabase(now=world.now_ms)
        self.chats = MemoryChats(self.memory)
        self.is_quiet = True
        self.outage_until: Ms = 0
        self._backups: list[tuple[Ms, dict[str, Any]]] = []

    def call(
        self, name: str, method: Callable[..., Coroutine[Any, Any, Any]], args: Any, more: Any
    ) -> "asyncio.Future[Any]":
        """The answer of one call, if there is one."""
        fate, out_s, back_s = self._fate(name)
        future: asyncio.Future[Any] = self._loop.create_future()
        if out_s:
            self._loop.call_later(
                out_s, self._arrive, name, fate, back_s, method, args, more, future, context=OUTSIDE
            )
        else:
            self._loop.call_soon(
                self._arrive, name, fate, back_s, method, args, more, future, context=OUTSIDE
            )
        return future

    def _fate(self, name: str) -> tuple[str, float, float]:
        """What becomes of a call, how long it takes to get there, and how long back."""
        if self.is_quiet:
            return "ok", 0.0, 0.0
        dice, has = self._dice, self._world.params.has
        rng = dice.random()
        fate = "ok"
        if self._world.now_ms() < self.outage_until and rng < 0.8:
            fate = "before" if dice.random() < 0.7 else "after"
        elif has("database") and rng < 0.04:
            fate = "before" if rng < 0.02 else "after"
        if has("stall") and dice.random() < 0.004:
            out_s, back_s = dice.choice(((3.0, 0.0), (0.0, 3.0), (8.0, 0.0), (0.0, 8.0)))
            return fate, out_s, back_s
        if has("lag") and name == "journal.rows" and dice.random() < 0.2:
            return fate, dice.choice((1.0, 3.0)), 0.0
        slow = dice.random()
        out_s = 0.0 if slow < 0.5 else 0.001 if slow < 0.85 else dice.random() * 0.04
        back_s = 0.0 if dice.random() < 0.8 else dice.random() * 0.02
        return fate, out_s, back_s

    def _arrive(
        self,
        name: str,
        fate: str,
        back_s: float,
        method: Any,
        args: Any,
        more: Any,
        future: "asyncio.Future[Any]",
    ) -> None:
        answer: Any = None
        error: Exception | None = None
        if fate != "before":
            try:
                answer = drive(method(*args, **more))
            except Exception as raised:  # noqa: BLE001 - it is the caller's
                error = raised
            if name.startswith(WRITES):
                self._world.ledger.look()
        if fate != "ok":
            self._world.note("db", name, fate)
            error = StoreUnavailableError("simulated")
        if back_s:
            self._loop.call_later(back_s, _answer, future, answer, error, context=OUTSIDE)
        else:
            _answer(future, answer, error)

    def back_up(self) -> None:
        """Keep the cell as it is, to go back to it later."""
        saved = {name: copied(getattr(self.memory, name)) for name in _RESTORED}
        self._backups = [*self._backups[-3:], (self._world.now_ms(), saved)]

    def go_back(self, *, raises_epoch: bool) -> bool:
        """Everything since a backup is lost."""
        if not self._backups:
            return False
        at, saved = self._dice.choice(self._backups[-2:])
        epoch = self.memory.epoch
        for name, value in saved.items():
            setattr(self.memory, name, copied(value))
        self.memory.epoch = epoch + 1 if raises_epoch else epoch
        self._backups = [backup for backup in self._backups if backup[0] <= at]
        self._world.ledger.went_back()
        return True


class Remote:
    """An adapter as a node sees it: each call goes through the simulated database."""

    def __init__(self, database: Database, name: str, adapter: Any) -> None:
        self._database = database
        self._name = name
        self._adapter = adapter

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._adapter, name)
        label, call = f"{self._name}.{name}", self._database.call

        def ask(*args: Any, **more: Any) -> Any:
            return call(label, method, args, more)

        setattr(self, name, ask)
        return ask


def drive(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """The result of a coroutine that waits for nothing."""
    try:
        while coroutine.send(None) is None:
            pass
    except StopIteration as done:
        return done.value
    raise RuntimeError("the adapter in memory waits for something")


def copied(value: Any) -> Any:
    """A copy that shares what cannot change."""
    if isinstance(value, defaultdict):
        return defaultdict(value.default_factory, {key: copied(each) for key, each in value.items()})
    if isinstance(value, dict):
        return {key: copied(each) for key, each in value.items()}
    if isinstance(value, list):
        return [copied(each) for each in value]
    if isinstance(value, set):
        return set(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.replace(value)
    return value


def _answer(future: "asyncio.Future[Any]", answer: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(answer)
    else:
        future.set_exception(error)


assert OUTSIDE.get(OWNER) is None
