"""Work that a request starts and does not wait for."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

_log = structlog.get_logger()


class Background:
    """The tasks of a process that nobody awaits; a failure is logged."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the work after the response, so that the response does not depend on it."""
        self._watch(asyncio.create_task(work))

    def cancel(self, task: "asyncio.Task[Any]") -> None:
        """Cancel a task without waiting for its end."""
        self._watch(task)
        task.cancel()

    def _watch(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("background_task.failed", error=type(error).__name__)
