"""A proxy that stalls: it stops forwarding, in one direction or in both, and closes nothing."""

import asyncio
import contextlib
import socket
from typing import Literal, Self, TypeAlias

Way: TypeAlias = Literal["up", "down"]
"""From the client to the server, and back."""

WAYS: tuple[Way, ...] = ("up", "down")
SMALL_BYTES = 4096
"""What each socket of the proxy takes before the other end notices that nothing is read any more."""


class StallingProxy:
    """TCP in, TCP out. Connections that exist when it stalls stay open and silent; later ones pass."""

    def __init__(self, port: int) -> None:
        self._far_port = port
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._gates: list[dict[Way, asyncio.Event]] = []

    @property
    def port(self) -> int:
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def stall(self, *ways: Way) -> None:
        """Forward nothing more on the connections there are, in these directions or in both."""
        for gates in self._gates:
            for way in ways or WAYS:
                gates[way].clear()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=SMALL_BYTES)
        for listening in self._server.sockets:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BYTES)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        far_reader, far_writer = await self._dial()
        gates: dict[Way, asyncio.Event] = {way: asyncio.Event() for way in WAYS}
        for gate in gates.values():
            gate.set()
        self._gates.append(gates)
        try:
            await asyncio.gather(
                _pipe(reader, far_writer, gates["up"]), _pipe(far_reader, writer, gates["down"])
            )
        except asyncio.CancelledError:
            pass
        finally:
            far_writer.transport.abort()
            writer.transport.abort()
            self._tasks.discard(task)

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        far = socket.socket()
        far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BYTES)
        far.setblocking(False)
        await asyncio.get_running_loop().sock_connect(far, ("127.0.0.1", self._far_port))
        return await asyncio.open_connection(sock=far, limit=SMALL_BYTES)


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: asyncio.Event) -> None:
    """Forward what comes, and at its end the end; while the gate is shut, neither."""
    with contextlib.suppress(OSError):
        while chunk := await reader.read(SMALL_BYTES):
            await gate.wait()
            writer.write(chunk)
            await writer.drain()
    await gate.wait()
    writer.close()
