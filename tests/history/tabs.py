"""Seats with two tabs each, which race one another, read often, and send moves again."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

import msgspec

from rondel.client import Http, ServerUnreachableError
from tests.faults.fleet import ServerNode
from tests.history.connection import Connection
from tests.history.recording import Read, Recording, Sending, hash_of, now
from tests.history.truth import body_of

PATIENCE_S: Final = 1.5
SETTLE_S: Final = 60.0
REMEMBERED: Final = 40
REST_S: Final = 3.0

READ: Final = 0.35
OVER_HTTP: Final = 0.04
OLD_ID: Final = 0.06
OTHER_BODY: Final = 0.03
TWICE: Final = 0.1
BOTH_TABS: Final = 0.1
HANG_UP: Final = 0.004


@dataclass
class Intent:
    """A move as its player meant it.

    It keeps its id, its action and its `expected_version` however often it is sent.
    """

    action: dict[str, Any]
    expected_version: int
    id: str = field(default_factory=lambda: str(uuid4()))

    @property
    def body(self) -> str:
        return body_of(msgspec.json.encode(self.action))


@dataclass
class Seat:
    """A player at a table, with what both tabs have sent lately."""

    table: str
    number: int
    token: str
    of: int
    """How many seats there are at the table."""

    intents: list[Intent] = field(default_factory=list)
    tabs: "list[Tab]" = field(default_factory=list)

    def remember(self, intent: Intent) -> None:
        self.intents.append(intent)
        del self.intents[:-REMEMBERED]


class Doors:
    """The nodes as a balancer sees them: one that did not answer is left alone for a moment."""

    def __init__(self, nodes: Sequence[ServerNode], rng: random.Random) -> None:
        self.nodes = nodes
        self._rng = rng
        self._rests_until: dict[int, float] = {}

    def any(self) -> ServerNode:
        now = time.monotonic()
        well = [node for node in self.nodes if self._rests_until.get(node.port, 0) <= now]
        return self._rng.choice(well or self.nodes)

    def avoid(self, node: ServerNode) -> None:
        self._rests_until[node.port] = time.monotonic() + REST_S


class Tab:
    """One tab: it looks, it moves, and it sends a move until it is answered."""

    def __init__(
        self,
        seat: Seat,
        doors: Doors,
        recording: Recording,
        rng: random.Random,
        pause_s: float,
    ) -> None:
        self._seat = seat
        self._doors = doors
        self._node = doors.any()
        self._recording = recording
        self._rng = rng
        self._pause_s = pause_s
        self.connection = self._new_connection()
        seat.tabs.append(self)

    async def play(self, stop: asyncio.Event) -> None:
        """Look and move until everybody stops; then look once more, at every node."""
        while not stop.is_set():
            await asyncio.sleep(self._rng.uniform(0, 2 * self._pause_s))
            try:
                if not self.connection.is_open or self._rng.random() < HANG_UP:
                    await self._connect()
                await self._turn()
            except (OSError, TimeoutError):
                self._give_up()
        self.connection.close()
        for node in self._doors.nodes:
            await self._look_at_last(node)

    async def _turn(self) -> None:
        legal, chance = self.connection.legal(), self._rng.random()
        if chance < OVER_HTTP:
            with suppress(ServerUnreachableError):
                await self._look_over_http(self._doors.any())
        elif chance < OVER_HTTP + OLD_ID and self._seat.intents:
            await self._until_answered(self._again(self._rng.choice(self._seat.intents), legal))
        elif not legal or chance < READ:
            await self.connection.look(PATIENCE_S)
        else:
            intent = Intent(self._rng.choice(legal), self.connection.version)
            self._seat.remember(intent)
            await self._until_answered(intent)

    def _again(self, intent: Intent, legal: Sequence[dict[str, Any]]) -> Intent:
        """The same move once more; or its id for another one, which must never count as done."""
        if legal and self._rng.random() < OTHER_BODY / OLD_ID:
            return Intent(self._rng.choice(legal), self.connection.version, intent.id)
        return intent

    async def _until_answered(self, intent: Intent) -> None:
        """No answer means unknown: the same id goes to any node until there is one."""
        until = asyncio.get_running_loop().time() + SETTLE_S
        while asyncio.get_running_loop().time() < until:
            with suppress(OSError, TimeoutError, ServerUnreachableError):
                if await self._sent(intent):
                    return
            await asyncio.sleep(self._rng.uniform(0.02, 0.2))
            try:
                if not self.connection.is_open:
                    await self._connect()
            except (OSError, TimeoutError):
                self._give_up()

    async def _sent(self, intent: Intent) -> bool:
        """Send it, perhaps twice or by both tabs at once; whether this tab has a definite answer."""
        if self._rng.random() < OVER_HTTP:
            return await self._act_over_http(intent)
        ways = [self.connection]
        if self._rng.random() < TWICE:
            ways.append(self.connection)
        if self._rng.random() < BOTH_TABS:
            ways += [tab.connection for tab in self._seat.tabs if tab is not self and tab.connection.is_open]
        sendings = [self._sending(intent) for _ in ways]
        await asyncio.gather(
            *(
                way.act(sending, intent.action, intent.expected_version, PATIENCE_S)
                for way, sending in zip(ways, sendings, strict=True)
            ),
            return_exceptions=True,
        )
        return sendings[0].is_definite

    def _sending(self, intent: Intent) -> Sending:
        sending = Sending(self._seat.table, self._seat.number, intent.id, intent.body, now())
        self._recording.sendings.append(sending)
        return sending

    async def _act_over_http(self, intent: Intent) -> bool:
        sending = self._sending(intent)
        body = {"id": intent.id, "action": intent.action, "expectedVersion": intent.expected_version}
        answer = await self._ask(self._doors.any(), "POST", "act", body)
        response = answer.json()
        if answer.status == 200 and "ignored" in response:
            sending.refuse(response["ignored"]["code"])
        elif answer.status == 200:
            sending.acknowledge(response["version"], is_dup=response["duplicate"])
        elif answer.status < 500:
            sending.refuse(answer.code())
        return sending.is_definite

    async def _look_at_last(self, node: ServerNode) -> None:
        """Every node shows the table once all is well again; TimeoutError if it does not."""
        async with asyncio.timeout(SETTLE_S):
            while True:
                with suppress(ServerUnreachableError):
                    if await self._look_over_http(node):
                        return
                await asyncio.sleep(0.2)

    async def _look_over_http(self, node: ServerNode) -> bool:
        """Whether the node has shown the table."""
        began = now()
        answer = await self._ask(node, "GET", "view")
        if answer.status == 200:
            fields = msgspec.json.decode(answer.content, type=dict[str, msgspec.Raw])
            version, shown = (
                int(bytes(fields["version"])),
                hash_of(bytes(fields["view"]), bytes(fields["legal"])),
            )
            seat = self._seat
            self._recording.reads.append(Read(seat.table, seat.number, began, now(), version, shown))
        return bool(answer.status == 200)

    async def _ask(self, node: ServerNode, method: str, path: str, body: Any = None) -> Any:
        http = Http(node.url, self._seat.token)
        try:
            return await http.ask(method, f"/api/tables/{self._seat.table}/{path}", body, within_s=PATIENCE_S)
        except ServerUnreachableError:
            self._doors.avoid(node)
            raise

    async def _connect(self) -> None:
        self.connection.close()
        self.connection, self._node = self._new_connection(), self._doors.any()
        await self.connection.open(self._node.port, self._seat.token)
        await self.connection.look(PATIENCE_S)

    def _give_up(self) -> None:
        self.connection.close()
        self._doors.avoid(self._node)

    def _new_connection(self) -> Connection:
        return Connection(self._seat.table, self._seat.number, self._recording)
