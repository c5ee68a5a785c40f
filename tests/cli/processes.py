"""The workers of a server that runs in processes of its own."""

import time
from collections.abc import Callable
from pathlib import Path

from tests.cli.served import Served


def own_urls(served: Served) -> list[str]:
    return [line.split()[-1] for line in served.said if line.strip().startswith("Worker ")]


def workers(served: Served) -> dict[str, int]:
    """Their processes, by which one each is."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode().split("\0")
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == served.child.pid and "--as-worker" in command:
            found[command[command.index("--as-worker") + 1]] = int(process.name)
    return found


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)
