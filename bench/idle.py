"""Goal P9: the memory of an idle socket, beside a bare echo on the same server program with the same pings.

`python -m bench.idle PORT` is that echo: uvicorn with its own WebSocket protocol and nothing behind it.
"""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvicorn
from rich.console import Console
from tests.faults.cluster import Postgres, free_port
from tests.faults.process import memory_mib
from tests.load.__main__ import load_node
from tests.load.socket import LeanSocket

from bench.goals import P9, Figures, shown
from rondel.client.create_guest import create_guest
from rondel.server.maintenance.migrations import migrate
from rondel.server.settings import Settings

BEFORE: Final = 200
"""Sockets that come first: what a process needs once for all of them is there then."""

SOCKETS: Final = 1000
SETTLE_S: Final = 2.0
READY_S: Final = 120.0


async def measure(rounds: int, console: Console) -> Figures:
    """Both servers anew in each round, since memory is never given back."""
    ours, bare = [], []
    for _ in range(rounds):
        async with _rondel() as (pid, port, token):
            ours.append(await _kib_by_socket(pid, port, token))
        async with _echo() as (pid, port):
            bare.append(await _kib_by_socket(pid, port, ""))
    console.print(f"P9: an idle socket takes {shown(median(ours))} KiB, a bare one {shown(median(bare))} KiB")
    return {P9: [mine / theirs for mine, theirs in zip(ours, bare, strict=True)]}


async def _kib_by_socket(pid: int, port: int, token: str) -> float:
    sockets: list[LeanSocket] = []
    try:
        await _open(sockets, BEFORE, port, token)
        before = memory_mib(pid)
        await _open(sockets, SOCKETS, port, token)
        return 1024 * (memory_mib(pid) - before) / SOCKETS
    finally:
        _close(sockets)


async def _open(sockets: list[LeanSocket], many: int, port: int, token: str) -> None:
    sockets += [await LeanSocket.connect("127.0.0.1", port, token, lambda _: None) for _ in range(many)]
    await asyncio.sleep(SETTLE_S)


def _close(sockets: Sequence[LeanSocket]) -> None:
    for socket in sockets:
        socket.close()


@asynccontextmanager
async def _rondel() -> AsyncIterator[tuple[int, int, str]]:
    """A node, and the token of somebody who opens many tabs."""
    async with AsyncExitStack() as stack:
        postgres = stack.enter_context(Postgres())
        await asyncio.to_thread(migrate, postgres.url)
        folder = stack.enter_context(TemporaryDirectory(prefix="rondel-bench-"))
        node = load_node(postgres.url, Path(folder) / "server.log")
        node.start()
        stack.callback(node.stop)
        await node.ready(READY_S)
        assert node.process is not None
        yield node.process.pid, node.port, await create_guest(node.url, "Idle")


@asynccontextmanager
async def _echo() -> AsyncIterator[tuple[int, int]]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.idle", str(port)])
    try:
        await _listening(port)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait()


async def _listening(port: int) -> None:
    async with asyncio.timeout(READY_S):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.1)
            else:
                writer.close()
                await writer.wait_closed()
                return


async def _app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message.get("text") or ""})


def _serve(port: int) -> None:
    settings = Settings()
    uvicorn.run(
        _app,
        port=port,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=settings.constants.ping_ms / 1000,
        ws_ping_timeout=(settings.constants.dead_ms - settings.constants.ping_ms) / 1000,
        lifespan="off",
        log_level="warning",
    )


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
