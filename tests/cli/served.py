"""`rondel serve` in a process of its own, and somebody who plays there with a bot."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from rondel.client import Http, create_guest
from tests.client.real_server import table_with_bots

RONDEL = (sys.executable, "-c", "from rondel.cli.main import main; main()")


@dataclass
class Served:
    """`rondel serve` in a process of its own; the lines it has printed so far."""

    child: "subprocess.Popen[str]"
    lines: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        [url] = re.findall(r"^Serving at (\S+),", "".join(self.lines), re.MULTILINE)
        return str(url)

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.child.send_signal(number)
        return self.child.wait(30)

    def has_printed(self, text: str) -> bool:
        return any(text in line for line in self.lines)

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + 120
        while not self.has_printed(text):
            assert time.monotonic() < until, self.lines
            assert self.child.poll() is None, self.lines
            time.sleep(0.02)


@contextmanager
def serving(*arguments: str, rondel: Sequence[str] = RONDEL) -> Iterator[Served]:
    """`rondel serve ARGUMENTS` on a free port, for as long as this lasts."""
    with started(*rondel, "serve", "--port", "0", *arguments) as served:
        served.wait_for("Serving at")
        yield served


@contextmanager
def started(*command: str) -> Iterator[Served]:
    """A process that serves, or will, for as long as this lasts."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as child:
        served = Served(child)
        reading = threading.Thread(target=_read, args=(served,))
        reading.start()
        try:
            yield served
        finally:
            child.kill()
            reading.join(30)


def _read(served: Served) -> None:
    assert served.child.stdout is not None
    for line in served.child.stdout:
        served.lines.append(line)


async def moves_of_bots(url: str) -> tuple[str, int]:
    """A table with a bot; how far it has come once the bot has moved."""
    doors = Http(url, await create_guest(url, "Ada"))
    table = await table_with_bots(doors, "easy")
    version = 0
    async with asyncio.timeout(30):
        while version < 2:
            version = (await doors.ask("GET", f"/api/tables/{table}/view")).json()["version"]
            await asyncio.sleep(0.1)
    return table, version
