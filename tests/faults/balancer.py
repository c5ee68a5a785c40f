"""A load balancer: each connection goes to some node that is alive."""

import asyncio
import contextlib
import random
from typing import Self

from tests.faults.cluster import free_port


class Balancer:
    """TCP in, TCP out. When a node dies, its connections die with it."""

    def __init__(self, rng: random.Random) -> None:
        self.port = free_port()
        self.ports: list[int] = []
        self._rng = rng
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def hang_up(self) -> None:
        """Let nobody through any more, until ports are named again."""
        self.ports = []
        for task in list(self._open):
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        far, ways = None, []
        try:
            far = await self._dial()
            if far is not None:
                ways = [
                    asyncio.ensure_future(_pipe(reader, far[1])),
                    asyncio.ensure_future(_pipe(far[0], writer)),
                ]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            pass
        finally:
            for way in ways:
                way.cancel()
            for end in (writer,) if far is None else (writer, far[1]):
                end.transport.abort()
                with contextlib.suppress(OSError):
                    await end.wait_closed()
            self._open.discard(task)

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for port in self._rng.sample(self.ports, len(self.ports)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        return None


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
