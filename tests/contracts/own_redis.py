"""A Redis of the test's own, to be stopped, emptied and started again."""

import os
import signal
import socket
import subprocess
import time
from typing import Self

from tests.faults.cluster import free_port


class OwnRedis:
    """A redis-server on a free port; it keeps nothing when it is stopped."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        arguments = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(["redis-server", *arguments], stdout=subprocess.DEVNULL)
        until = time.monotonic() + 10
        while not self._answers():
            assert time.monotonic() < until, "redis-server does not start"
            time.sleep(0.02)

    def stop(self) -> None:
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as door:
                door.sendall(b"PING\r\n")
                return door.recv(5) == b"+PONG"
        except OSError:
            return False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
