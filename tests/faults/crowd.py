"""`python -m tests.faults.crowd FILE`: many players' sockets in one process, as lean as they can be.

Each member of the crowd has a token, a table and a seat. It sits down, and whenever it is cut off it comes
back by the client's own rule (`rondel.client.backoff`) and resumes from the version it has. Commands come as
lines of JSON, and each is answered by one.
"""

import asyncio
import gc
import sys
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from rondel.client.backoff import reconnecting
from rondel.wire.protocol import Watch
from tests.load.socket import LeanSocket

AT_ONCE: Final = 50
"""How many connect at a time at first."""


class Seen(msgspec.Struct):
    """As much of a frame as a client needs to resume."""

    type: str
    version: int = 0
    epoch: int | None = None


_SEEN: Final = msgspec.json.Decoder(Seen)


class Member:
    """One player: where it sits, and what it has seen."""

    def __init__(self, crowd: "Crowd", token: str, table: str, seat: int) -> None:
        self._crowd, self._token, self._table, self._seat = crowd, token, table, seat
        self._backoff = reconnecting()
        self._epoch: int | None = None
        self._last: int | None = None
        self._socket: LeanSocket | None = None
        self.tries = 0
        self.is_back = asyncio.Event()
        self.back_at = 0.0

    async def stay(self) -> None:
        """For ever: connect, sit down, wait for the end, and come again."""
        while True:
            self.tries += 1
            try:
                self._socket = await LeanSocket.connect(
                    "127.0.0.1", self._crowd.port, self._token, self._take
                )
                self._socket.send(
                    msgspec.json.encode(Watch(self._table, self._epoch, self._last, seat=self._seat))
                )
                await self._socket.lost
            except OSError:
                pass  # refused, reset or turned away: it comes again
            await asyncio.sleep(self._backoff.next_s())

    def cut(self) -> None:
        """From now on it is away; without a message, as a broken line does it."""
        self.is_back.clear()
        self.tries = 0
        if self._socket is not None:
            self._socket.close()

    def _take(self, frame: bytes) -> None:
        seen = _SEEN.decode(frame)
        if seen.type not in ("view", "step"):
            return
        self._backoff.reset()
        self._last = seen.version
        self._epoch = seen.epoch or self._epoch
        if not self.is_back.is_set():
            self.back_at = time.monotonic()
            self.is_back.set()


class Crowd:
    """All of them, and where they connect to."""

    def __init__(self, members: list[tuple[str, str, int]]) -> None:
        self.port = 0
        self.members = [Member(self, *member) for member in members]
        self._staying: list[asyncio.Task[None]] = []

    async def connect(self, port: int) -> dict[str, Any]:
        """Everybody comes for the first time."""
        self.port = port
        for start in range(0, len(self.members), AT_ONCE):
            some = self.members[start : start + AT_ONCE]
            self._staying += [asyncio.create_task(member.stay()) for member in some]
            await asyncio.gather(*(member.is_back.wait() for member in some))
        return {}

    async def come_back(self, port: int, since: float | None, within_s: float) -> dict[str, Any]:
        """Everybody is cut off, and comes back at `port`: when each had its View, after `since`."""
        self.port = port
        spent = time.process_time()
        began = time.monotonic()
        for member in self.members:
            member.cut()
        waiting = [asyncio.ensure_future(member.is_back.wait()) for member in self.members]
        await asyncio.wait(waiting, timeout=within_s)
        for each in waiting:
            each.cancel()
        back = [member for member in self.members if member.is_back.is_set()]
        return {
            "back_s": [member.back_at - (since or began) for member in back],
            "tries": [member.tries for member in back],
            "cpu_s": time.process_time() - spent,
        }


async def serve(path: Path) -> None:
    """Do as the commands say, until there are no more."""
    crowd = Crowd(msgspec.json.decode(path.read_bytes(), type=list[tuple[str, str, int]]))
    commands = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    gc.freeze()
    while line := await commands.readline():
        name, *arguments = msgspec.json.decode(line)
        answer = await (crowd.connect if name == "connect" else crowd.come_back)(*arguments)
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
