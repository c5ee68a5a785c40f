"""The workers of a server that runs in processes of its own."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.cli.served import Served


def own_urls(served: Served) -> list[str]:
    return [line.split()[-1] for line in served.lines if line.strip().startswith("Worker ")]


def workers(served: Served) -> dict[str, int]:
    """Their processes, by which one each is."""
    return {
        command[command.index("--as-worker") + 1]: pid
        for pid, command in _children(served.child.pid)
        if "--as-worker" in command
    }


def bots(worker: int) -> list[str]:
    """Which share of the bots each process has that a worker has started for them."""
    return [command[command.index("--share") + 1] for _, command in _children(worker) if "--share" in command]


def _children(parent: int) -> Iterator[tuple[int, list[str]]]:
    """The processes that this one has started, with their commands."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode().split("\0")
            stat = (process / "stat").read_text()
        except OSError:
            continue
        if int(stat.rpartition(")")[2].split()[1]) == parent:
            yield int(process.name), command


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)
