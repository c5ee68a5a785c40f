"""An event loop with virtual time that chooses the next ready callback by seed."""

import asyncio
import heapq
import itertools
import random
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, Final, Protocol

TURNS: Final = 200_000
"""So many callbacks at one moment, and something runs in a circle."""


class Owner(Protocol):
    """Whose work it is: a node, whose callbacks wait while it is paused."""

    is_paused: bool
    parked: list[Any]
    tasks: list["SeededTask"]


OWNER: Final[ContextVar[Owner | None]] = ContextVar("owner", default=None)


class Circling(RuntimeError):  # noqa: N818 - reads as a sentence
    """Work goes on and on while time stands still."""


class SeededTask(asyncio.Task[Any]):
    """A task whose hash is its number, so that a set of tasks has the same order in every run."""

    def __init__(self, number: int, coro: Coroutine[Any, Any, Any], **more: Any) -> None:
        self.number = number
        super().__init__(coro, **more)

    def __hash__(self) -> int:
        return self.number


class Ready:
    """A callback that is to run: asyncio's Handle, without what a run does not need."""

    __slots__ = ("args", "at", "callback", "context", "is_cancelled")

    def __init__(self, callback: Any, args: tuple[Any, ...], context: Context | None, at: float) -> None:
        self.callback = callback
        self.args = args
        self.context = copy_context() if context is None else context
        self.at = at
        self.is_cancelled = False

    def cancel(self) -> None:
        """Do not run it."""
        self.is_cancelled = True
        self.callback, self.args = None, ()

    def cancelled(self) -> bool:
        """Whether it is not to run."""
        return self.is_cancelled

    def when(self) -> float:
        """At which moment it is to run."""
        return self.at


class VirtualLoop(asyncio.BaseEventLoop):
    """One thread, no files, no sockets: time jumps to the next timer when nothing is ready."""

    _stopping: bool

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._ready: list[Ready] = []
        self._timers: list[tuple[float, int, Ready]] = []
        self._at = 0.0
        self._dice = random.Random(seed).random
        self._numbers = itertools.count(1)
        self._turns = 0
        self.tasks: list[SeededTask] = []
        self.set_task_factory(_task)

    def time(self) -> float:
        """Virtual seconds since the run began."""
        return self._at

    def next_number(self) -> int:
        """A number for the next task."""
        return next(self._numbers)

    def wake(self, handles: list[Any]) -> None:
        """Let parked callbacks run again."""
        self._ready.extend(handles)

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> Any:
        """Let it run at this moment, in an order that is drawn."""
        ready = Ready(callback, args, context, self._at)
        self._ready.append(ready)
        return ready

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> Any:
        """Let it run at that moment."""
        ready = Ready(callback, args, context, when)
        heapq.heappush(self._timers, (when, next(self._numbers), ready))
        return ready

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> Any:
        """Let it run so much later."""
        return self.call_at(self._at + delay, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> Any:
        """Threads would not replay: it runs here and now."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - it is the caller's
            future.set_exception(error)
        return future

    def _run_once(self) -> None:
        ready, dice = self._ready, self._dice
        if not ready:
            self._advance()
        while ready and not self._stopping:
            index = int(dice() * len(ready))
            handle = ready[index]
            last = ready.pop()
            if last is not handle:
                ready[index] = last
            self._turns += 1
            if handle.is_cancelled:
                continue
            owner = handle.context.get(OWNER)
            if owner is not None and owner.is_paused:
                owner.parked.append(handle)
                continue
            handle.context.run(handle.callback, *handle.args)
            if self._turns > TURNS:
                raise Circling(f"{TURNS} callbacks at {self._at:.3f} s, the last one {handle.callback!r}")

    def _advance(self) -> None:
        timers = self._timers
        while timers and timers[0][2].is_cancelled:
            heapq.heappop(timers)
        if not timers:
            raise Circling("nothing is ready and no timer is set")
        self._turns = 0
        self._at = max(self._at, timers[0][0])
        while timers and timers[0][0] <= self._at:
            self._ready.append(heapq.heappop(timers)[2])

    def _process_events(self, event_list: Any) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody else is there."""


def _task(
    loop: asyncio.AbstractEventLoop, coro: Any, context: Context | None = None, **more: Any
) -> SeededTask:
    assert isinstance(loop, VirtualLoop)
    task = SeededTask(loop.next_number(), coro, loop=loop, context=context, **more)
    owner = OWNER.get() if context is None else context.get(OWNER)
    tasks = loop.tasks if owner is None else owner.tasks
    tasks.append(task)
    return task
