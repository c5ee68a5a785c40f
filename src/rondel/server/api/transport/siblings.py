"""The workers of one port, and how a WebSocket comes to the one that has its table.

A client may name its table when it opens a socket: `/ws?table=ID`. Each worker ranks all workers for that
table by the same hash, so all agree. The worker that accepted the connection offers it to the better ones in
turn: the open TCP connection and its request go over a Unix socket, and the other one answers that it takes
them. Where no answer comes, the connection is served where it is. The name is a hint: nothing is looked up by
it, and it opens nothing.
"""

import asyncio
import re
import socket
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias
from uuid import UUID, uuid4

PATIENCE_S: Final = 3.0
"""How long another worker has to answer: longer than a busy one needs, since a table that is spread costs
more than a wait. One that hangs costs those who come to its tables this much."""

MOST_BYTES: Final = 32_768
"""A request that is longer is served where it came: it would not arrive in one piece."""

BACKLOG: Final = 4096
PAUSE_S: Final = 0.1

Take: TypeAlias = Callable[[socket.socket, bytes], None]
"""Serves an open connection, beginning with the request that another worker has read."""

_TAKEN: Final = b"+"
_SIZE: Final = struct.Struct("!I")
_FIELD: Final = b"table="
_ID: Final = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


def hint_of(query: bytes) -> UUID | None:
    """The table that a query names; None if it names none, several, or nonsense."""
    named = [field.removeprefix(_FIELD) for field in query.split(b"&") if field.startswith(_FIELD)]
    return UUID(named[0].decode()) if len(named) == 1 and _ID.fullmatch(named[0]) else None


class WorkerPeers:
    """The other workers of this port, seen by one of them."""

    def __init__(self, folder: Path, number: int, count: int) -> None:
        self._folder = folder
        self._number = number
        self._count = count
        self._is_leaving = False
        self._listening: socket.socket | None = None

    def better(self, table: UUID | None) -> Sequence[int]:
        """The workers that are to serve a socket of this table rather than this one, the best first.

        A worker that stops prefers all others, whatever the table.
        """
        if table is None and not self._is_leaving:
            return ()
        ranked = sorted(range(1, self._count + 1), key=lambda number: _weight(table or uuid4(), number))
        mine = ranked.index(self._number)
        return ranked[:mine] + (ranked[mine + 1 :] if self._is_leaving else [])

    async def offer(self, number: int, connection: int, request: bytes) -> bool:
        """Hand an open connection, by its descriptor, to another worker; whether that one has taken it."""
        if len(request) > MOST_BYTES:
            return False
        try:
            with socket.socket(socket.AF_UNIX) as channel:
                channel.setblocking(False)
                channel.connect(str(self._path(number)))
                socket.send_fds(channel, [_SIZE.pack(len(request)) + request], [connection])
                return await _is_taken(channel)
        except OSError:  # it has ended, or does not serve yet; or no file descriptor is free here
            return False

    def listen(self, take: Take, may_take: Callable[[], bool]) -> None:
        """From now on `take` is given the connections that others offer, as long as `may_take` says so."""
        path = self._path(self._number)
        path.unlink(missing_ok=True)  # of the worker before, if it was killed
        listening = socket.socket(socket.AF_UNIX)
        try:
            listening.setblocking(False)
            listening.bind(str(path))
            listening.listen(BACKLOG)
        except OSError:
            listening.close()
            raise
        self._listening = listening
        self._accept_later(take, may_take)

    def leave(self) -> None:
        """Take nothing any more, and offer everything to the others."""
        self._is_leaving = True
        if self._listening is not None:
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._listening = None
            self._path(self._number).unlink(missing_ok=True)

    def _accept_later(self, take: Take, may_take: Callable[[], bool]) -> None:
        if self._listening is not None:
            asyncio.get_running_loop().add_reader(self._listening, self._accept, take, may_take)

    def _accept(self, take: Take, may_take: Callable[[], bool]) -> None:
        assert self._listening is not None
        loop = asyncio.get_running_loop()
        try:
            while True:
                channel, _ = self._listening.accept()
                channel.setblocking(False)
                loop.add_reader(channel, _receive, channel, take, may_take)
        except BlockingIOError:
            pass
        except OSError:  # no file descriptor is free; those who offer do not wait for long
            loop.remove_reader(self._listening)
            loop.call_later(PAUSE_S, self._accept_later, take, may_take)

    def _path(self, number: int) -> Path:
        return self._folder / str(number)


def _weight(table: UUID, number: int) -> bytes:
    """Rendezvous hashing: the least weight wins, and if that worker is away, the next one."""
    return blake2b(table.bytes, digest_size=8, salt=number.to_bytes(8, "big")).digest()


async def _is_taken(channel: socket.socket) -> bool:
    """Whether the other worker answers in time that it takes the connection."""
    loop = asyncio.get_running_loop()
    answered = asyncio.Event()
    loop.add_reader(channel, answered.set)
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await answered.wait()
    finally:
        loop.remove_reader(channel)
    with suppress(OSError):
        channel.shutdown(socket.SHUT_RD)  # an answer after this fails: never do both serve it
    try:
        return channel.recv(1) == _TAKEN
    except OSError:
        return False


def _receive(channel: socket.socket, take: Take, may_take: Callable[[], bool]) -> None:
    """Take the connection that is offered, or hang up: then it stays where it is."""
    asyncio.get_running_loop().remove_reader(channel)
    with channel:
        try:
            data, descriptors, _, _ = socket.recv_fds(channel, _SIZE.size + MOST_BYTES, 1)
        except OSError:
            return
        if not descriptors:
            return
        connection = socket.socket(fileno=descriptors[0])
        connection.set_inheritable(False)
        size, request = data[: _SIZE.size], data[_SIZE.size :]
        is_whole = size == _SIZE.pack(len(request))
        try:
            if not is_whole or not may_take():
                raise ConnectionRefusedError
            channel.send(_TAKEN)
        except OSError:  # refused here, or no longer wanted there
            connection.close()
            return
        take(connection, request)
