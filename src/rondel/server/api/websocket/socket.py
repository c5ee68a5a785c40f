"""A WebSocket session: watch, act, chat and ping in; views, steps and acks out.

Requests of a socket are handled in order. While a move is decided, steps of that table wait for the ack, so
that the ack of a version never comes after the next version.
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
from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import refuse_banned, signed_at
from rondel.server.api.context.errors import TOO_MANY, answer_to
from rondel.server.api.context.open_sockets import RESTART
from rondel.server.api.context.outbound import FAULT, Outbound, OutgoingConnection
from rondel.server.api.context.sessions import Authenticated, check_socket, headers_of
from rondel.server.api.transport.websocket_protocol import LINE
from rondel.server.api.websocket.watched_table import SocketWatcher
from rondel.server.errors import ApiError
from rondel.server.flows.play import chat
from rondel.server.flows.play.move import play
from rondel.server.flows.play.presence import report
from rondel.server.flows.play.watch import look_at, present
from rondel.server.ports.people import Account, Session
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.frames import documented_frame, lobby_frame
from rondel.server.rooms.moves import Move
from rondel.server.rooms.position import Position
from rondel.server.runtime.traces import NO_SPAN
from rondel.server.runtime.watchdog import GAME_CODE
from rondel.wire.padding import padded
from rondel.wire.protocol import Ack, Act, Chat, ClientFrame, Nack, Ping, Pong, Watch
from rondel.wire.strict import MalformedError, refuse_nul, scan

BEHIND_S: Final = 10.0
"""A client that has not confirmed a version after this time is sent the whole view again."""

STRIKES: Final = 10
"""After this many unreadable frames in a row the socket is closed."""

QUOTES_OF_AN_ACT: Final = 16
"""Around its five keys and the three values that are texts; a key that repeats would bring two more."""

CLOSE_S: Final = 10.0
ENVELOPE_BYTES: Final = 512
TABLES: Final = 64
"""How many tables one socket may look at."""

_POLICY: Final = 1008
_NO_BINARY: Final = 1003
_TOO_SLOW: Final = 1013

_DECODER: Final = msgspec.json.Decoder(ClientFrame)
_ENCODE: Final = msgspec.json.Encoder().encode
_log = structlog.get_logger()

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Socket:
    """One WebSocket connection of an account."""

    def __init__(
        self,
        api: ApiContext,
        signed: Authenticated,
        send: Send,
        address: str | None = None,
        line: OutgoingConnection | None = None,
    ) -> None:
        settings = api.node.settings
        self._api = api
        self._node = api.node
        self.account: Account = signed.account
        self.session: Session = signed.session
        self._who = str(signed.account.id)
        self._watching: dict[UUID, SocketWatcher] = {}
        self._hidden: Collection[UUID] | None = None
        self.address = address
        self._strikes = 0
        self._max_bytes = max_frame_bytes(api)
        self.out = Outbound(
            send,
            max_frames=settings.constants.queue_frames,
            max_bytes=settings.constants.queue_bytes,
            caught_up=self._caught_up,
            line=line,
            turn_end=api.sockets.turn_end,
        )

    @property
    def account_id(self) -> UUID:
        """Return the account's id."""
        return self.account.id

    def answer(self, frame: bytes) -> None:
        """Send a frame that is never dropped."""
        self.out.answer(frame)

    def hide(self, authors: Collection[UUID]) -> None:
        """Send no more chat of these authors."""
        self._hidden = authors
        for watcher in self._watching.values():
            watcher.hidden = authors

    def close(self, code: int, reason: str) -> None:
        """Close the socket after the queued frames."""
        self.out.close(code, reason)

    async def read(self, receive: Receive) -> None:
        """Handle requests until the client disconnects or stops reading answers."""
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
        """Stop watching all tables, after the socket has closed."""
        for table, watcher in self._watching.items():
            self._api.cells.at(table).rooms.unwatch(table, watcher)
        self._watching.clear()

    def _come_in_again(self) -> None:
        self.leave()
        self.close(RESTART, "another seat")

    def _caught_up(self) -> None:
        self._node.metrics.dropped()
        for table in list(self._watching):
            self._send_again(table)

    def _send_again(self, table: UUID) -> None:
        """Send a full View: from the cache at once, else after a read."""
        watcher, room = self._watching[table], self._api.cells.at(table).rooms.room(table)
        watcher.last = None
        watcher.behind_since = None
        if room.cached is None:
            room.sync()
        else:
            room.deliver()

    async def _hear(self, raw: bytes) -> None:
        try:
            frame = read(raw, max_bytes=self._max_bytes)
        except MalformedError as malformed:
            self._nack(None, None, malformed)
            self._strikes += 1
            if self._strikes >= STRIKES:
                self.close(_POLICY, "unreadable")
            return
        self._strikes = 0
        match frame:
            case Act():
                await self._act(frame)
            case Watch():
                await self._answering(frame.table, None, self._sit(frame))
            case Ping():
                self._ping(frame)
            case Chat():
                await self._answering(frame.table, None, self._chat(frame))
            case _:
                assert_never(frame)

    async def _answering(self, table: str, request: str | None, doing: Awaitable[None]) -> None:
        try:
            await doing
        except (Refusal, ApiError, MalformedError, StoreUnavailableError) as no:
            self._nack(table, request, no)

    async def _act(self, frame: Act) -> None:
        arrived = perf_counter()
        table = UUID(frame.table)
        watcher = self._watching.get(table)
        if watcher is not None:
            watcher.hold()
        version, answer = await self._played(frame, table)
        if watcher is not None:
            watcher.release(answer, version)
        else:
            self.out.answer(answer)
        if version is not None:
            self._node.metrics.acked(arrived)

    async def _played(self, frame: Act, table: UUID) -> tuple[int | None, bytes]:
        """Play a move. Returns its version if it is committed, and the answer frame."""
        try:
            with self._node.traces.span("rondel.move", table=table) if self._node.traces else NO_SPAN:
                await self._api.limit("act", self._who, self._node.settings.constants.move_rate)
                move = Move(table, UUID(frame.id), bytes(frame.action), frame.expected_version)
                played = await play(self._api.cells.at(table), self.account.id, move)
        except (Refusal, ApiError, MalformedError, StoreUnavailableError) as no:
            self._node.metrics.refused()
            return None, self._no(frame.table, frame.id, no)
        return played.version, _ENCODE(Ack(frame.id, frame.table, played.version, played.duplicate))

    async def _sit(self, frame: Watch) -> None:
        table = UUID(frame.table)
        if table not in self._watching and len(self._watching) >= TABLES:
            raise ApiError.of("TOO_MANY", f"A socket can watch at most {TABLES} tables.")
        await self._api.limit("watch", self._who, self._node.settings.request_rate)
        cell = self._api.cells.at(table)
        rooms = cell.rooms
        if self._hidden is None:
            self._hidden = frozenset(await self._node.blocks.blocked(self.account.id))
        found, seat = await look_at(cell, self.account.id, table, frame.key)
        await self._api.listens(table, seat)
        position = None
        if found.header is not None:
            position, seat = await present(cell, self.account.id, table, frame.key)
        # no await from here on, so that no version is missed or sent twice
        if position is None or position.version == 0:
            watcher = self._watch(frame)
            rooms.watch(rooms.room(table), watcher, None, None)
            watcher.send(lobby_frame(found, seat, epoch=rooms.epoch, now=cell.now.ms()))
            rooms.room(table).sync()  # play may have begun since the read
            return
        is_resumed = frame.epoch == rooms.epoch and frame.seat in (seat, msgspec.UNSET)
        last = frame.last_version if is_resumed else None
        if last is not None and last > position.version:
            rooms.room(table).report_behind("watch", last, position.version)
        rooms.watch(rooms.room(table), self._watch(frame), position, last)
        await self._say_here(position, seat)

    def _watch(self, frame: Watch) -> SocketWatcher:
        table = UUID(frame.table)
        before = self._watching.pop(table, None)
        if before is not None:
            self._api.cells.at(table).rooms.unwatch(table, before)
        form = None if frame.form != "documents" else self._documented(table)
        watcher = self._watching[table] = SocketWatcher(
            self.account.id,
            self.out,
            self._come_in_again,
            form,
            takes_patches=frame.patches is True,
            wants_scene=frame.scene is True,
        )
        watcher.hidden = self._hidden or ()
        return watcher

    def _documented(self, table: UUID) -> Callable[[bytes], bytes]:
        """Return a translator of this table's frames into the game's documented JSON, once play has begun."""
        rooms = self._api.cells.at(table).rooms

        def translate(frame: bytes) -> bytes:
            position = rooms.known(table)
            with GAME_CODE:
                return frame if position is None else documented_frame(position, frame)

        return translate

    async def _say_here(self, position: Position, seat: Seat | None) -> None:
        presence = position.game.presence
        if seat is None or presence is None or position.status != "active":
            return
        cell = self._api.cells.at(position.id)
        room = cell.rooms.room(position.id)
        if not room.ask(presence.is_connected, position.state, seat):
            await report(cell, position.id, seat, True)

    async def _chat(self, frame: Chat) -> None:
        table = UUID(frame.table)
        cell = self._api.cells.at(table)
        _, seat = await look_at(cell, self.account.id, table)
        await chat.say(cell, self.account, table, seat, frame.text)

    def _ping(self, frame: Ping) -> None:
        self.out.answer(_ENCODE(Pong(self._node.now.ms())))
        now = monotonic()
        for name, last in frame.last_versions.items():
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
        body = answer_to(no, self._api.cells, None if table is None else UUID(table)).body
        is_quiet = isinstance(no, Refusal) and no.quiet
        ignored = True if is_quiet else msgspec.UNSET
        nack = Nack(request, body.code, body.message, table, body.version, ignored, body.halted, body.fault)
        return padded(_ENCODE(nack))


def read(raw: bytes, *, max_bytes: int) -> ClientFrame:
    """Decode a frame. Raises MalformedError. A move's action is scanned by its game's codec."""
    if len(raw) > max_bytes:
        raise MalformedError(f"Frame too large: {len(raw)} bytes (limit {max_bytes}).")
    try:
        frame: ClientFrame = _DECODER.decode(raw)
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"{error}.") from None
    if not isinstance(frame, Act):
        scan(raw, max_bytes=max_bytes)
        return frame
    refuse_nul(raw)
    if raw.count(b'"') - bytes(frame.action).count(b'"') != QUOTES_OF_AN_ACT:
        raise MalformedError("Duplicate key in a JSON object.")
    return frame


def max_frame_bytes(api: ApiContext) -> int:
    """Return the largest accepted frame: the largest action of any game, plus its envelope."""
    return ENVELOPE_BYTES + max((game.max_action_bytes for game in api.node.games.values()), default=4096)


async def serve_socket(api: ApiContext, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one WebSocket connection, from handshake to close."""
    await receive()  # websocket.connect
    try:
        signed = await _let_in(api, scope)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is answered
        await _turn_away(api, scope, receive, send, error)
        return
    await send({"type": "websocket.accept"})
    socket = Socket(api, signed, send, _host_of(scope), scope.get("extensions", {}).get(LINE))
    api.sockets.add(socket)
    api.sockets.enforce_ban(socket)  # the account may have been banned since the handshake
    api.connections.add_socket(_host_of(scope))
    try:
        await _both(socket, receive)
        if socket.out.is_overrun:
            with suppress(Exception):  # the client does not read, or has disconnected
                async with asyncio.timeout(1):
                    await send({"type": "websocket.close", "code": _TOO_SLOW, "reason": "too slow"})
    finally:
        socket.leave()
        api.sockets.remove(socket)
        api.connections.remove_socket(_host_of(scope))


async def refuse_socket(
    api: ApiContext, scope: Scope, receive: Receive, send: Send, error: Exception
) -> None:
    """Reject a handshake with an error."""
    await receive()  # websocket.connect
    await _turn_away(api, scope, receive, send, error)


async def _let_in(api: ApiContext, scope: Scope) -> Authenticated:
    refuse_banned(api, scope)
    headers = headers_of(scope["headers"])
    check_socket(headers, api.node.settings)
    signed = await signed_at(api, scope)
    if api.sockets.is_draining:
        raise ApiError.of(
            "UNAVAILABLE", "This node is about to stop.", "Connect again: another one will answer."
        )
    await api.limit("sockets", str(signed.account.id), api.node.settings.request_rate)
    most = api.node.settings.constants.sockets_per_account
    if api.node.settings.rate_limits and api.sockets.count(signed.account.id) >= most:
        raise ApiError.of("TOO_MANY", "Too many open connections of this account.")
    if not api.connections.has_room_for_socket(_host_of(scope)):
        raise ApiError.of("TOO_MANY", "There are too many open connections from this address.")
    return signed


def _host_of(scope: Scope) -> str | None:
    client = scope.get("client")
    return None if client is None else str(client[0])


async def _both(socket: Socket, receive: Receive) -> None:
    """Read and write until the socket closes. A request in progress at that moment is completed."""
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
        _log.error("socket.failed", error=type(fault).__name__, where=where)
        socket.close(FAULT, "fault")


async def _turn_away(api: ApiContext, scope: Scope, receive: Receive, send: Send, error: Exception) -> None:
    answer = answer_to(error, api.cells, None)
    if answer.status == TOO_MANY:
        api.connections.refused(_host_of(scope))
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    headers += [(name.lower().encode(), value.encode()) for name, value in answer.headers.items()]
    await send({"type": "websocket.http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": _ENCODE(answer.body)})
    with suppress(TimeoutError):  # uvicorn wants to see it closed before this returns
        async with asyncio.timeout(1):
            await receive()
            await receive()
