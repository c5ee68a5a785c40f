"""The client: one socket, several tables, and moves that happen once.

What its user may rely on:

- A move's id is made and kept before the move is sent, and the same id is sent again after every break until
  there is an answer. The server does the same id once. So `act` never plays a move twice, and its Ack means
  that the move is committed.
- A Nack means that it was not done. Whoever gets STALE_VERSION looks at the table and decides again; nothing
  is decided here. UNAVAILABLE and the like are no answer: the same id is sent again.
- If `act` is given up (cancelled, or the program ends) nothing is known. The id stays in the outbox, and
  `settle` finds out, in the next program too if the outbox is a Folder.
- One move at a time is under way at each table, once on each connection. A copy that a lost connection has
  swallowed may still arrive; it has the same id and the same `expected_version`, so it can do at most what
  was asked.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit
from uuid import UUID, uuid4

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as dial
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from rondel.client.backoff import Backoff, reconnecting
from rondel.client.hearing import Hearing
from rondel.client.outbox import Memory, Outbox, PendingMove
from rondel.client.table import TableView
from rondel.client.witness import Witnesses
from rondel.wire.protocol import Ack, Act, Nack, Ping, Watch

LATER: Final = frozenset(("UNAVAILABLE", "TOO_MANY", "NEWER_RULES"))
"""Answers that are none: the same is asked again, after a while."""

ASK_AGAIN_S: Final = 2.0
MOST_FRAME_BYTES: Final = 16 * 1024 * 1024


class ClientRejectedError(Exception):
    """The server will not have this client, or not at this table; asking again would not help."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code: Final = code
        self.message: Final = message


@asynccontextmanager
async def connect(
    url: str,
    token: str,
    *,
    outbox: Outbox | None = None,
    patience_s: float = 10.0,
    ping_s: float = 20.0,
    backoff: Backoff | None = None,
    witnesses: Witnesses | None = None,
) -> AsyncIterator["Client"]:
    """A client of the server at `url`, for as long as the context lasts; it connects again by itself.

    What it is shown of a table's luck is kept in `witnesses`, for `check_proof`.
    """
    client = Client(url, token, outbox or Memory(), patience_s, ping_s, backoff or reconnecting())
    client.witnesses = witnesses or client.witnesses
    running = asyncio.create_task(client.run())
    try:
        yield client
    finally:
        await client.close()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


class Client:
    """One account's socket. Made by `connect`."""

    def __init__(
        self, url: str, token: str, outbox: Outbox, patience_s: float, ping_s: float, backoff: Backoff
    ) -> None:
        self._address = socket_address(url)
        self._token = token
        self._outbox = outbox
        self._patience_s = patience_s
        self._ping_s = ping_s
        self._backoff = backoff
        self._tables: dict[str, TableView] = {}
        self._seated: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._requested_at: dict[str, float] = {}
        self._turns: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._under_way: set[str] = set()
        self._waiting: dict[str, tuple[PendingMove, asyncio.Future[Ack | Nack]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection | None = None
        self._away_until = 0.0
        self._end: Exception | None = None
        self.witnesses = Witnesses()
        self._hearing = Hearing()

    async def sit(self, table: str, *, key: str | None = None, scene: bool = False) -> TableView:
        """Look at a table, in one's seat if one has one there; raises ClientRejectedError if one may not.

        `key` opens a private table to somebody who has no seat there. With `scene` the table has its Scene
        even if its game sends them only on request. The first call for a table decides both.
        """
        self._check()
        table = str(UUID(table))
        view = self._tables.get(table)
        if view is None:
            view = self._tables[table] = TableView(table, key, wants_scene=scene)
            await self._send_sit(view)
        await self._seated[table].wait()
        if view.message is not None:
            raise view.message
        return view

    async def act(
        self,
        table: str,
        action: dict[str, Any],
        *,
        expected_version: int | None = None,
        id: str | None = None,  # noqa: A002 - its name in the protocol
    ) -> Ack | Nack:
        """Play a move, once; the answer is definite.

        Without `expected_version` it is meant for the View shown last.
        """
        self._check()
        table = str(UUID(table))
        if expected_version is None:
            view = self._tables.get(table)
            if view is None or view.last is None:
                raise ValueError("Sit down first, or say by `exp` which version the move is meant for.")
            expected_version = view.version
        move = PendingMove(table, str(uuid4() if id is None else UUID(id)), expected_version, action)
        async with self._turns[table]:
            await self._outbox.keep(move)
            return await self._settled(move)

    async def settle(self) -> Sequence[tuple[PendingMove, Ack | Nack]]:
        """Find out what became of the moves an earlier program has left without an answer."""
        answers: list[tuple[PendingMove, Ack | Nack]] = []
        for move in await self._outbox.list_pending():
            async with self._turns[move.table]:
                answers.append((move, await self._settled(move)))
        return answers

    async def run(self) -> None:
        """Connect, serve, and connect again, for ever."""
        try:
            while self._end is None:
                await self._connection()
                if self._end is None:
                    await asyncio.sleep(max(self._away_until - now(), self._backoff.next_s()))
        finally:
            for task in self._tasks:
                task.cancel()

    async def close(self) -> None:
        """Hang up. What has no answer yet stays in the outbox."""
        self._stop(ClientRejectedError("CLOSED", "This client was closed."))
        if self._socket is not None:
            await self._socket.close()

    async def _connection(self) -> None:
        """One connection, to its end."""
        who = {"Authorization": f"Bearer {self._token}"}
        try:
            async with dial(
                self._named(), additional_headers=who, compression=None, max_size=MOST_FRAME_BYTES
            ) as socket:
                self._socket = socket
                self._under_way.clear()
                self._hearing.connected()
                pings = asyncio.create_task(self._pings(socket))
                try:
                    await self._resume()
                    async for frame in socket:
                        self._backoff.reset()
                        self._take(msgspec.json.decode(frame))
                finally:
                    pings.cancel()
        except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as lost:
            self._judge(lost)
        except (msgspec.MsgspecError, LookupError, TypeError, AttributeError) as strange:
            self._stop(
                ClientRejectedError(
                    "NOT_UNDERSTOOD", f"This client cannot read what the server said: {strange!r}"
                )
            )
        finally:
            self._socket = None

    def _named(self) -> str:
        """Where to connect; with the name of a table, so that it may be answered where that table is."""
        tables = [*self._tables, *(move.table for move, _ in self._waiting.values())]
        return f"{self._address}?table={tables[0]}" if tables else self._address

    def _judge(self, lost: Exception) -> None:
        """Whether coming back would help."""
        if isinstance(lost, InvalidStatus) and lost.response.status_code in (401, 403, 404):
            self._stop(ClientRejectedError("NOT_ALLOWED", f"The server answers {lost.response.status_code}."))
        elif isinstance(lost, ConnectionClosed) and lost.rcvd and lost.rcvd.code in (1008, 4401, 4403):
            self._stop(ClientRejectedError("NOT_SIGNED_IN", lost.rcvd.reason or "The session has ended."))

    def _stop(self, message: ClientRejectedError) -> None:
        self._end = self._end or message
        for table, view in self._tables.items():
            view.end(message)
            self._seated[table].set()
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(message)

    def _check(self) -> None:
        if self._end is not None:
            raise self._end

    async def _resume(self) -> None:
        """After a break: each table from where it was, then each move without an answer."""
        for view in list(self._tables.values()):
            await self._send_sit(view)
        for move, _ in list(self._waiting.values()):
            await self._send_move(move)

    async def _pings(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(self._ping_s)
                last = {view.table: view.last for view in self._tables.values() if view.last is not None}
                await socket.send(msgspec.json.encode(Ping(last)), text=True)

    async def _settled(self, move: PendingMove) -> Ack | Nack:
        backoff = Backoff()
        while True:
            answer = await self._answer(move)
            if isinstance(answer, Ack) or answer.code not in LATER:
                await self._outbox.forget(move.id)
                return answer
            await asyncio.sleep(backoff.next_s())

    async def _answer(self, move: PendingMove) -> Ack | Nack:
        """The answer to one sending. A connection that brings none in time is given up, and another tried."""
        self._check()
        answer: asyncio.Future[Ack | Nack] = asyncio.get_running_loop().create_future()
        self._waiting[move.id] = move, answer
        try:
            await self._send_move(move)
            while not answer.done():
                socket = self._socket
                await asyncio.wait([answer], timeout=self._patience_s)
                if not answer.done() and socket is not None and socket is self._socket:
                    socket.transport.abort()
            return answer.result()
        finally:
            del self._waiting[move.id]
            self._under_way.discard(move.id)

    async def _send_move(self, move: PendingMove) -> None:
        """Once on each connection: the second copy would only be answered a second time."""
        if self._socket is not None and move.id not in self._under_way:
            self._under_way.add(move.id)
            await self._send(
                Act(move.table, move.id, move.expected_version, msgspec.Raw(msgspec.json.encode(move.action)))
            )

    async def _send(self, frame: Any) -> None:
        """Send it, if there is a connection; if there is none, it is sent with the next."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(msgspec.json.encode(frame), text=True)

    async def _send_sit(self, view: TableView) -> None:
        self._requested_at[view.table] = now()
        self._hearing.watched(view.table)
        scene = True if view.wants_scene else msgspec.UNSET
        await self._send(
            Watch(
                view.table,
                view.epoch,
                view.last,
                key=view.key,
                seat=view.seat,
                patches=True,
                scene=scene,
            )
        )

    def _take(self, frame: Any) -> None:
        match frame.get("type"):
            case "view" | "step" | "seats" as kind:
                if (view := self._tables.get(frame["table"])) is not None:
                    self._take_table(kind, view, frame)
            case "ack":
                self._answered(Ack(frame["id"], frame["table"], frame["version"], frame["duplicate"]))
            case "nack":
                self._nacked(frame)
            case "goaway":
                self._go_away(frame["afterMs"])
            case _:
                pass  # of no concern to a player without a screen, or newer than this client

    def _take_table(self, kind: str, view: TableView, frame: dict[str, Any]) -> None:
        if kind == "view":
            self._hearing.view(view.table)
            view.take_view(frame, put_back_from=self.witnesses.view(frame))
            self._requested_at.pop(view.table, None)
            self._seated[view.table].set()
        elif kind == "seats":
            view.take_seats(frame)
        elif self._take_step(view, frame):
            self._requested_at.pop(view.table, None)
        elif now() - self._requested_at.get(view.table, -ASK_AGAIN_S) >= ASK_AGAIN_S:
            self._sit_later(view, 0)

    def _take_step(self, view: TableView, frame: dict[str, Any]) -> bool:
        is_live, last = self._hearing.is_live(view.table, frame), view.last
        is_taken = view.take_step(frame)
        if view.last != last:
            self.witnesses.step(frame, view.seat, is_live=is_live)
        return is_taken

    def _sit_later(self, view: TableView, after_s: float) -> None:
        """Sit down again after a while; once, however many frames ask for it."""
        self._requested_at[view.table] = now() + after_s

        async def sit() -> None:
            await asyncio.sleep(after_s)
            await self._send_sit(view)

        self._start(sit())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _answered(self, answer: Ack | Nack) -> None:
        waiting = self._waiting.get(answer.id or "")
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(answer)

    def _nacked(self, frame: dict[str, Any]) -> None:
        ignored = frame.get("ignored", msgspec.UNSET)
        nack = Nack(
            frame["id"],
            frame["code"],
            frame["message"],
            frame.get("table"),
            frame.get("currentVersion"),
            ignored,
        )
        if nack.id is not None:
            self._answered(nack)
        elif nack.table is None:
            self._unreadable(nack)
        elif (view := self._tables.get(nack.table or "")) is not None:
            if nack.code in LATER:
                self._sit_later(view, self._backoff.next_s())
            else:
                self._not_seated(view, ClientRejectedError(nack.code, nack.message))

    def _unreadable(self, nack: Nack) -> None:
        """The server could not read a frame, so it cannot say which; it is plain if only one is under way."""
        for move, answer in list(self._waiting.values()):
            if len(self._waiting) == 1:
                self._answered(Nack(move.id, nack.code, nack.message, move.table))
            elif not answer.done():
                answer.set_exception(ClientRejectedError(nack.code, nack.message))

    def _not_seated(self, view: TableView, message: ClientRejectedError) -> None:
        view.end(message)
        del self._tables[view.table]
        self._seated.pop(view.table).set()

    def _go_away(self, after_ms: int) -> None:
        """The node will stop: use it until then, then connect anew."""
        self._away_until = now() + after_ms / 1000
        socket = self._socket

        async def leave() -> None:
            await asyncio.sleep(after_ms / 1000)
            if socket is not None:
                await socket.close()

        self._start(leave())


def now() -> float:
    """Seconds of the clock that timers go by."""
    return asyncio.get_running_loop().time()


def socket_address(url: str) -> str:
    """Where the socket of a server is: wss://host/ws for https://host."""
    parts = urlsplit(url)
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if parts.scheme not in schemes or not parts.netloc:
        raise ValueError(f"{url} is no address of a server; one looks like https://games.example.org")
    path = parts.path.rstrip("/")
    path = path if path.endswith("/ws") else f"{path}/ws"
    return urlunsplit((schemes[parts.scheme], parts.netloc, path, "", ""))
