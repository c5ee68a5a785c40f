"""A line to the server that adds next to nothing to what is measured: one HTTP connection, or one socket."""

import asyncio
from typing import Any, Final, NamedTuple, Self

import msgspec

from tests.load.socket import LeanSocket

PATIENCE_S: Final = 30
_PING: Final = b'{"type":"ping"}'


class Answer(NamedTuple):
    """What somebody on the way can see of an answer, and its code, which must be the expected one."""

    sizes: tuple[int, ...]
    """Of an HTTP answer header and body; of a socket every frame."""
    code: str


class HttpLine:
    """One connection that is kept, for one account; `ask` waits for the whole answer."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str) -> None:
        self._reader, self._writer, self._token = reader, writer, token

    @classmethod
    async def connect(cls, port: int, token: str) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", port), token)

    def close(self) -> None:
        self._writer.close()

    async def ask(
        self, method: str, path: str, body: object = None, *, token: str | None = None, **headers: str
    ) -> Answer:
        """Ask in this account's name, or by another token."""
        status, head, content = await self.exchange(method, path, body, token=token, **headers)
        try:
            code = str(msgspec.json.decode(content).get("code", status))
        except (msgspec.DecodeError, AttributeError):
            code = str(status)
        return Answer((head, len(content)), code)

    async def exchange(
        self, method: str, path: str, body: object = None, *, token: str | None = None, **headers: str
    ) -> tuple[int, int, bytes]:
        """The status, the size of the header, and the body."""
        content = b"" if body is None else msgspec.json.encode(body)
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: Bearer {token or self._token}",
        ]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        self._writer.write("\r\n".join((*lines, "\r\n")).encode() + content)
        async with asyncio.timeout(PATIENCE_S):
            head = await self._reader.readuntil(b"\r\n\r\n")
            _, found, size = head.lower().partition(b"content-length: ")
            content = await self._reader.readexactly(int(size.split()[0])) if found else b""
        return int(head.split(b" ", 2)[1]), len(head), content

    async def request(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """What is answered to a question that must succeed."""
        status, _, content = await self.exchange(method, path, body, **headers)
        assert status < 300, (method, path, status, content)
        return msgspec.json.decode(content) if content.strip() else None


class SocketLine:
    """One socket. After each question it pings, and all frames before the pong are the answer."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self._ended = asyncio.Event()
        self._socket: LeanSocket | None = None

    @classmethod
    async def connect(cls, port: int, token: str) -> Self:
        line = cls()
        line._socket = await LeanSocket.connect("127.0.0.1", port, token, line._take)
        return line

    def close(self) -> None:
        assert self._socket is not None
        self._socket.close()

    def _take(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"pong"'):
            self._ended.set()
        else:
            self.frames.append(frame)

    async def settle(self, frame: bytes | None = None) -> list[bytes]:
        """Send a frame, if there is one, and a ping: all that came before the pong."""
        assert self._socket is not None
        self._ended.clear()
        if frame is not None:
            self._socket.send(frame)
        self._socket.send(_PING)
        async with asyncio.timeout(PATIENCE_S):
            await self._ended.wait()
        frames, self.frames = self.frames, []
        return frames

    async def ask(self, **frame: object) -> Answer:
        """Send a frame; its code is that of the nack, else the type of the first frame that came."""
        frames = await self.settle(msgspec.json.encode(frame))
        first = msgspec.json.decode(frames[0]) if frames else {}
        return Answer(tuple(map(len, frames)), str(first.get("code") or first.get("type")))
