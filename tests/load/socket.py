"""A WebSocket client with nothing to spare: what it costs is not charged to the server it measures."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final

_TEXT: Final = 1
_BINARY: Final = 2
_CLOSE: Final = 8
_PING: Final = 9
_PONG: Final = 10


class LeanSocket(asyncio.Protocol):
    """One socket. Frames in go to `take` as they come; frames out are masked by zeros, which is allowed."""

    def __init__(self, host: str, token: str, take: Callable[[bytes], None], path: str = "/ws") -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
        ).encode()
        self._take = take
        self._buffer = bytearray()
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(
        cls, host: str, port: int, token: str, take: Callable[[bytes], None], *, path: str = "/ws"
    ) -> "LeanSocket":
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(f"{host}:{port}", token, take, path), host, port)
        await socket.opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed before it was open"))
        if not self.lost.done():
            self.lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open and not self._open():
            return
        while self._frame():
            pass

    def _open(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._buffer.startswith(b"HTTP/1.1 101"):
            if not self.opened.done():
                self.opened.set_exception(ConnectionError(bytes(self._buffer[:200]).decode()))
            self.close()
            return False
        del self._buffer[: end + 4]
        self._is_open = True
        if not self.opened.done():  # else nobody waited for it so long
            self.opened.set_result(None)
        return True

    def _frame(self) -> bool:
        """Take the next whole frame off the buffer, if one is there."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, at = buffer[1] & 0x7F, 2
        if size == 126:
            size, at = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < at + size:
            return False
        kind, payload = buffer[0] & 0x0F, bytes(buffer[at : at + size])
        del buffer[: at + size]
        if kind in (_TEXT, _BINARY):
            self._take(payload)
        elif kind == _PING:
            self._write(_PONG, payload)
        elif kind == _CLOSE:
            self.close()
        return True

    def send(self, payload: bytes) -> None:
        self._write(_TEXT, payload)

    def send_binary(self, payload: bytes) -> None:
        self._write(_BINARY, payload)

    def _write(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        if size < 126:
            head = bytes((0x80 | kind, 0x80 | size))
        else:
            head = bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()
