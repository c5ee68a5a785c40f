"""A socket: sit, act, chat, ping in; views, steps, acks out. The loop is thin: decode once, one writer.

Everything a socket asks is done in the order it came. While its move is decided, the steps of that table wait
for the ack, so that the ack of a version never comes after the next version.
"""

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from time import monotonic, perf_counter
from typing import Any, Final, assert_never
from uuid import UUID

import msgspec
import structlog

from rondel.kernel import Refusal, Seat
from rondel.server.answers import Denied
from rondel.server.api.door import Door
from rondel.server.api.errors import TOO_MANY, answer_to
from rondel.server.api.outbound import FAULT, Line, Outbound
from rondel.server.api.provide import signed_at
from rondel.server.api.sessions import Signed, check_socket, headers_of
from rondel.server.api.sockets import RESTART
from rondel.server.api.transport import LINE
from rondel.server.api.watcher import SocketWatcher
from rondel.server.flows import chat
from rondel.server.flows.play import play
from rondel.server.flows.presence import report
from rondel.server.flows.watch import look_at, present
from rondel.server.frames import documented_frame, lobby_frame
from rondel.server.moves import Move
from rondel.server.ports import Account, Session, Unavailable
from rondel.server.position import Position
from rondel.server.traces import NO_SPAN
from rondel.server.watchdog import GAME_CODE
from rondel.wire.protocol import Ack, Act, Asked, Chat, Nack, Ping, Pong, Sit, padded
from rondel.wire.strict import Malformed, scan

BEHIND_S: Final = 10.0
"""After so long without the version it was sent, a client is sent everything anew."""

STRIKES: Final = 10
"""So many frames in a row that cannot be read, and the socket is closed."""

QUOTES_OF_AN_ACT: Final = 16
"""Around its five keys and the three values that are texts; a key that repeats would bring two more."""

CLOSE_S: Final = 10.0
ENVELOPE_BYTES: Final = 512
TABLES: Final = 64
"""How many tables one socket may look at."""

_POLICY: Final = 1008
_NO_BINARY: Final = 1003
_TOO_SLOW: Final = 1013

_DECODER: Final = msgspec.json.Decoder(Asked)
_ENCODE: Final = msgspec.json.Encoder().encode
_log = structlog.get_logger()

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Socket:
    """One connection of one account."""

    def __init__(
        self, door: Door, signed: Signed, send: Send, address: str | None = None, line: Line | None = None
    ) -> None:
        settings = door.node.settings
        self._door = door
        self._node = door.node
        self.account: Account = signed.account
        self.session: Session = signed.session
        self._who = str(signed.account.id)
        self._watching: dict[UUID, SocketWatcher] = {}
        self._hidden: Collection[UUID] | None = None
        self.address = address
        self._strikes = 0
        self._max_bytes = max_frame_bytes(door)
        self.out = Outbound(
            send,
            max_frames=settings.queue_frames,
            max_bytes=settings.queue_bytes,
            caught_up=self._caught_up,
            line=line,
            turn_end=door.sockets.turn_end,
        )

    @property
    def account_id(self) -> UUID:
        """Whose it is."""
        return self.account.id

    def answer(self, frame: bytes) -> None:
        """Send it a frame that is not dropped."""
        self.out.answer(frame)

    def hide(self, authors: Collection[UUID]) -> None:
        """Send it nothing more that these say."""
        self._hidden = authors
        for watcher in self._watching.values():
            watcher.hidden = authors

    def close(self, code: int, reason: str) -> None:
        """Close it, soon."""
        self.out.close(code, reason)

    async def read(self, receive: Receive) -> None:
        """Do what is requested, until the other end hangs up or does not read its answers."""
        while not self.out.is_overrun:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self.close(_NO_BINARY, "text only")
                continue
            await self.out.room()
            if not self.out.is_closing:
                await self._hear(text.encode())

    def leave(self) -> None:
        """It is closed: look at nothing any more."""
        for table, watcher in self._watching.items():
            self._door.cells.at(table).rooms.unwatch(table, watcher)
        self._watching.clear()

    def _come_in_again(self) -> None:
        self.leave()
        self.close(RESTART, "another seat")

    def _caught_up(self) -> None:
        self._node.metrics.dropped()
        for table in list(self._watching):
            self._send_again(table)

    def _send_again(self, table: UUID) -> None:
        """A full View, of what is remembered at once or of what is read soon."""
        watcher, room = self._watching[table], self._door.cells.at(table).rooms.room(table)
        watcher.last = None
        watcher.behind_since = None
        if room.cached is None:
            room.bring_up()
        else:
            room.deliver()

    async def _hear(self, raw: bytes) -> None:
        try:
            asked = read(raw, max_bytes=self._max_bytes)
        except Malformed as malformed:
            self._nack(None, None, malformed)
            self._strikes += 1
            if self._strikes >= STRIKES:
                self.close(_POLICY, "unreadable")
            return
        self._strikes = 0
        match asked:
            case Act():
                await self._act(asked)
            case Sit():
                await self._answering(asked.table, None, self._sit(asked))
            case Ping():
                self._ping(asked)
            case Chat():
                await self._answering(asked.table, None, self._chat(asked))
            case _:
                assert_never(asked)

    async def _answering(self, table: str, request: str | None, doing: Awaitable[None]) -> None:
        try:
            await doing
        except (Refusal, Denied, Malformed, Unavailable) as no:
            self._nack(table, request, no)

    async def _act(self, asked: Act) -> None:
        arrived = perf_counter()
        table = UUID(asked.table)
        watcher = self._watching.get(table)
        if watcher is not None:
            watcher.hold()
        version, answer = await self._played(asked, table)
        if watcher is not None:
            watcher.release(answer, version)
        else:
            self.out.answer(answer)
        if version is not None:
            self._node.metrics.acked(arrived)

    async def _played(self, asked: Act, table: UUID) -> tuple[int | None, bytes]:
        """The version of the move, if it is committed, and the answer to it."""
        try:
            with self._node.traces.span("rondel.move", table=table) if self._node.traces else NO_SPAN:
                await self._door.limit("act", self._who, self._node.settings.acts)
                move = Move(table, UUID(asked.id), bytes(asked.action), asked.exp)
                played = await play(self._door.cells.at(table), self.account.id, move)
        except (Refusal, Denied, Malformed, Unavailable) as no:
            self._node.metrics.refused()
            return None, self._no(asked.table, asked.id, no)
        return played.version, _ENCODE(Ack(asked.id, asked.table, played.version, played.dup))

    async def _sit(self, asked: Sit) -> None:
        table = UUID(asked.table)
        if table not in self._watching and len(self._watching) >= TABLES:
            raise Denied.of("TOO_MANY", f"One socket may look at {TABLES} tables.")
        await self._door.limit("sit", self._who, self._node.settings.calls)
        node = self._door.cells.at(table)
        rooms = node.rooms
        if self._hidden is None:
            self._hidden = frozenset(await node.blocks.blocked(self.account.id))
        found, seat = await look_at(node, self.account.id, table, asked.key)
        position = None
        if found.header is not None:
            position, seat = await present(node, self.account.id, table, asked.key)
        self._door.listens(table, seat)
        # from here on nothing is awaited: no version is missed, and none is sent twice
        if position is None or position.version == 0:
            watcher = self._watch(asked)
            rooms.watch(rooms.room(table), watcher, None, None)
            watcher.send(lobby_frame(found, seat, epoch=rooms.epoch, now=node.now.ms()))
            rooms.room(table).bring_up()  # it may have begun since it was read
            return
        is_resumed = asked.epoch == rooms.epoch and asked.seat in (seat, msgspec.UNSET)
        last = asked.last if is_resumed else None
        if last is not None and last > position.version:
            rooms.room(table).note_behind("sit", last, position.version)
        rooms.watch(rooms.room(table), self._watch(asked), position, last)
        await self._say_here(position, seat)

    def _watch(self, asked: Sit) -> SocketWatcher:
        table = UUID(asked.table)
        before = self._watching.pop(table, None)
        if before is not None:
            self._door.cells.at(table).rooms.unwatch(table, before)
        form = None if asked.form != "documents" else self._documented(table)
        watcher = self._watching[table] = SocketWatcher(
            self.account.id, self.out, self._come_in_again, form, takes_patches=asked.patches is True
        )
        watcher.hidden = self._hidden or ()
        return watcher

    def _documented(self, table: UUID) -> Callable[[bytes], bytes]:
        """Frames of this table in the words of the game's documents, once play has begun."""
        rooms = self._door.cells.at(table).rooms

        def told(frame: bytes) -> bytes:
            position = rooms.known(table)
            with GAME_CODE:
                return frame if position is None else documented_frame(position, frame)

        return told

    async def _say_here(self, position: Position, seat: Seat | None) -> None:
        presence = position.game.presence
        if seat is None or presence is None or position.status != "active":
            return
        node = self._door.cells.at(position.id)
        room = node.rooms.room(position.id)
        if not room.ask(presence.is_connected, position.state, seat):
            await report(node, position.id, seat, True)

    async def _chat(self, asked: Chat) -> None:
        table = UUID(asked.table)
        node = self._door.cells.at(table)
        _, seat = await look_at(node, self.account.id, table)
        await chat.say(node, self.account, table, seat, asked.text)

    def _ping(self, asked: Ping) -> None:
        self.out.answer(_ENCODE(Pong(self._node.now.ms())))
        now = monotonic()
        for name, last in asked.last.items():
            watcher = self._watching.get(UUID(name))
            if watcher is None or watcher.last is None:
                continue
            if last >= watcher.last:
                watcher.behind_since = None
            elif watcher.behind_since is None:
                watcher.behind_since = now
            elif now - watcher.behind_since > BEHIND_S:
                self._send_again(UUID(name))

    def _nack(self, table: str | None, request: str | None, no: Exception) -> None:
        self.out.answer(self._no(table, request, no))

    def _no(self, table: str | None, request: str | None, no: Exception) -> bytes:
        told = answer_to(no, self._node, None if table is None else UUID(table)).told
        is_quiet = isinstance(no, Refusal) and no.quiet
        ignored = True if is_quiet else msgspec.UNSET
        return padded(_ENCODE(Nack(request, told.code, told.because, table, told.version, ignored)))


def read(raw: bytes, *, max_bytes: int) -> Asked:
    """What a frame asks, or Malformed. A move's action is scanned by its game's codec, not here."""
    if len(raw) > max_bytes:
        raise Malformed(f"{len(raw)} bytes are more than the {max_bytes} that are taken.")
    try:
        asked: Asked = _DECODER.decode(raw)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"{error}.") from None
    if not isinstance(asked, Act):
        scan(raw, max_bytes=max_bytes)
    elif raw.count(b'"') - bytes(asked.action).count(b'"') != QUOTES_OF_AN_ACT:
        raise Malformed("It has a key twice.")
    return asked


def max_frame_bytes(door: Door) -> int:
    """How large a frame may be that somebody sends: the largest action of any game, and what is around it."""
    return ENVELOPE_BYTES + max((game.max_action_bytes for game in door.node.games.values()), default=4096)


async def serve_socket(door: Door, scope: Scope, receive: Receive, send: Send) -> None:
    """One connection, from its handshake to its end."""
    await receive()  # websocket.connect
    try:
        signed = await _let_in(door, scope)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is answered
        await _turn_away(door, scope, receive, send, error)
        return
    await send({"type": "websocket.accept"})
    socket = Socket(door, signed, send, _host_of(scope), scope.get("extensions", {}).get(LINE))
    door.sockets.add(socket)
    door.sockets.enforce_ban(socket)  # it may have been banned since it was let in
    door.connections.add_socket(_host_of(scope))
    try:
        await _both(socket, receive)
        if socket.out.is_overrun:
            with suppress(Exception):  # it does not read; it may be gone already
                async with asyncio.timeout(1):
                    await send({"type": "websocket.close", "code": _TOO_SLOW, "reason": "too slow"})
    finally:
        socket.leave()
        door.sockets.remove(socket)
        door.connections.remove_socket(_host_of(scope))


async def refuse_socket(door: Door, scope: Scope, receive: Receive, send: Send, error: Exception) -> None:
    """Answer a handshake with a no."""
    await receive()  # websocket.connect
    await _turn_away(door, scope, receive, send, error)


async def _let_in(door: Door, scope: Scope) -> Signed:
    headers = headers_of(scope["headers"])
    check_socket(headers, door.node.settings)
    signed = await signed_at(door, scope)
    if door.sockets.is_draining:
        raise Denied.of(
            "UNAVAILABLE", "This node is about to stop.", "Connect again: another one will answer."
        )
    await door.limit("sockets", str(signed.account.id), door.node.settings.calls)
    if door.sockets.count(signed.account.id) >= door.node.settings.sockets:
        raise Denied.of("TOO_MANY", "This account has as many open connections as one may have.")
    if not door.connections.has_room_for_socket(_host_of(scope)):
        raise Denied.of("TOO_MANY", "There are too many open connections from this address.")
    return signed


def _host_of(scope: Scope) -> str | None:
    client = scope.get("client")
    return None if client is None else str(client[0])


async def _both(socket: Socket, receive: Receive) -> None:
    """Read and write until the end. What is being done when the socket closes is done to its end."""
    reading = asyncio.ensure_future(socket.read(receive))
    writing = asyncio.ensure_future(socket.out.write())
    try:
        await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        if reading.done():
            _end_writing(socket, reading)
            await asyncio.wait((writing,), timeout=0 if reading.exception() is None else CLOSE_S)
        else:
            await asyncio.wait((reading,), timeout=CLOSE_S)
    finally:
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)


def _end_writing(socket: Socket, reading: asyncio.Future[None]) -> None:
    fault = reading.exception()
    if fault is not None:
        where = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(fault.__traceback__)]
        _log.error("socket failed", error=type(fault).__name__, where=where)
        socket.close(FAULT, "fault")


async def _turn_away(door: Door, scope: Scope, receive: Receive, send: Send, error: Exception) -> None:
    answer = answer_to(error, door.node, None)
    if answer.status == TOO_MANY:
        door.connections.refused(_host_of(scope))
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    headers += [(name.lower().encode(), value.encode()) for name, value in answer.headers.items()]
    await send({"type": "websocket.http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": _ENCODE(answer.told)})
    with suppress(TimeoutError):  # uvicorn wants to see it closed before this returns
        async with asyncio.timeout(1):
            await receive()
            await receive()
