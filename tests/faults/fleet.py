"""Nodes as processes of their own: started, killed without warning, started again."""

import asyncio
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Self

from tests.faults.cluster import free_port
from tests.rondel_with_constants import VARIABLE

WITH_CONSTANTS = (sys.executable, "-m", "tests.rondel_with_constants")


class ServerNode:
    """One `rondel serve`, on a port that it keeps; `program` may be another with the same arguments."""

    def __init__(
        self, database: str, redis: str | None, log: Path, origins: tuple[str, ...] = (), **variables: str
    ) -> None:
        self.port = free_port()
        self.kills = 0
        plain = (str(Path(sys.executable).with_name("rondel")),)
        self.program: tuple[str, ...] = WITH_CONSTANTS if VARIABLE in variables else plain
        self._database = database
        self._redis = redis
        self._log = log
        self._variables = {"RONDEL_ORIGINS": ",".join((self.url, *origins)), **variables}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        redis = [] if self._redis is None else ["--redis", self._redis]
        command = [*self.program, "serve", "--database", self._database, *redis]
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), "--bots", "0"],
                stdout=log,
                stderr=log,
                env={**os.environ, **self._variables},
            )

    def tell(self, **variables: str) -> None:
        """Have it start with these, from now on."""
        self._variables |= variables

    async def ready(self, seconds: float = 30) -> None:
        for _ in range(int(seconds / 0.05)):
            if await asyncio.to_thread(self._answers):
                return
            await asyncio.sleep(0.05)
        raise RuntimeError(f"the node is not ready: see {self._log}")

    def is_dead(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def kill(self) -> None:
        """kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """SIGTERM, as a deploy does it."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


class Fleet:
    """Nodes that are started again whenever they die, whoever killed them."""

    def __init__(self, nodes: list[ServerNode]) -> None:
        self.nodes = nodes
        self.deaths = 0
        self._watch: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        for node in self.nodes:
            node.start()
        await asyncio.gather(*(node.ready() for node in self.nodes))
        self._watch = asyncio.create_task(self._revive())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        for node in self.nodes:
            node.kill()

    async def _revive(self) -> None:
        while True:
            for node in self.nodes:
                if node.is_dead():
                    self.deaths += 1
                    node.start()
            await asyncio.sleep(0.1)
