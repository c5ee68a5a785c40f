"""A node as a run puts it together: the only file here that knows the insides of the server."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID, uuid5

from rondel.server.hub import Hub
from rondel.server.jobs.listen import hear, poll_heads
from rondel.server.live import Live

from rondel.client.keeper import move_id
from rondel.kernel import Ms, Seat
from rondel.server.api import sockets as api_sockets
from rondel.server.api import websocket
from rondel.server.api.door import Door
from rondel.server.app import NOBODY, _meet
from rondel.server.clock import DatabaseClock
from rondel.server.flows import absent, bots, open_table, seats
from rondel.server.flows.play import Asked, fire
from rondel.server.flows.presence import grace_ms, report
from rondel.server.jobs import presence as presence_job
from rondel.server.jobs.deadlines import DeadlineLoop
from rondel.server.memory import presence as memory_presence
from rondel.server.memory.deadlines import MemoryDeadlines
from rondel.server.memory.journal import MemoryJournal
from rondel.server.memory.seating import MemorySeating
from rondel.server.memory.tables import MemoryTables
from rondel.server.metrics import Metrics
from rondel.server.node import Node
from rondel.server.ports import Account
from rondel.server.settings import Settings
from rondel.wire.shelf import shelf
from tests.simulate.bus import SimulatedBus
from tests.simulate.chance import patch, patch_server
from tests.simulate.database import Remote
from tests.simulate.loop import OWNER, SeededTask

if TYPE_CHECKING:
    from tests.simulate.world import World

METRICS: Final = Metrics()
GAMES: Final = shelf()
_SPACE: Final = UUID("7f1c3c52-95d0-5b0e-9e0c-6a2b8f6f2a11")
QUEUE_FRAMES: Final = 24
QUEUE_BYTES: Final = 1 << 18

patch(presence_job, "LEASE_MS", 6_000)
patch(presence_job, "RENEW_MS", 2_000)
patch(presence_job, "FRESH_GRACE_MS", 9_000)
patch(memory_presence, "DEATH_COUNTS_MS", 12_000)
patch_server((websocket.Looking, websocket.Socket))


class Unlimited:
    """No limits."""

    async def take(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        return 0


class Cached(NamedTuple):
    """A table as a node remembers it."""

    version: int
    digest: bytes
    state: Any
    is_halted: bool


class SimulatedNode:
    """One node: real flows, jobs, hub and sockets over the shared cell. Dead, it is never used again."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.number = number
        self.is_paused = False
        self.is_dead = False
        self.parked: list[Any] = []
        self.tasks: list[SeededTask] = []
        self.context = Context()
        self.context.run(OWNER.set, self)
        self.node = self._build(random.Random(f"{world.params.seed} node {number}"))
        self.sockets = api_sockets.Sockets(self.node)
        self._presence = presence_job.PresenceLoop(
            self.node.presence,
            self.node.id,
            seats=self.sockets.seats,
            report=partial(report, self.node),
            grace_ms=partial(grace_ms, self.node),
            waiting=self.sockets.tell_waiting,
            monotonic=world.now_ms,
        )
        self.door = Door(node=self.node, sockets=self.sockets, saw=self._presence.saw)

    def _build(self, dice: random.Random) -> Node:
        world, database = self.world, self.world.database
        cell, skew = database.cell, dice.randint(-2000, 2000)
        hub = Hub()
        nothing: Any = None
        node = Node(
            id=f"node {self.number}",
            settings=Settings(
                node=f"node {self.number}",
                snapshot_every=8,
                live_tables=1 if world.params.has("evict") else 100,
                queue_frames=QUEUE_FRAMES,
                queue_bytes=QUEUE_BYTES,
                presence_ms=3_000,
                revoked_ms=4_000,
                sockets=1000,
            ),
            games=GAMES,
            journal=Remote(database, "journal", MemoryJournal(cell)),
            tables=Remote(database, "tables", MemoryTables(cell)),
            seating=Remote(database, "seating", MemorySeating(cell)),
            deadlines=Remote(database, "deadlines", MemoryDeadlines(cell)),
            people=Remote(database, "people", world.people),
            chats=Remote(database, "chats", database.chats),
            presence=Remote(database, "presence", world.presence),
            bus=SimulatedBus(world.air, self.number),
            limits=Unlimited(),
            alerts=nothing,
            notices=nothing,
            mailer=nothing,
            pusher=nothing,
            hooks=nothing,
            now=DatabaseClock(monotonic=world.now_ms, wall=lambda: world.now_ms() + skew),
            live=Live(1 if world.params.has("evict") else 100),
            hub=hub,
            metrics=METRICS,
        )
        hub.node = node
        node.epoch = cell.epoch
        node.now.learn(world.now_ms())
        return node

    def start(self) -> None:
        """Start its jobs."""
        node = self.node
        deadlines = DeadlineLoop(node.deadlines, node.now, partial(fire, node))
        node.on_due.append(deadlines.note)
        jobs: dict[str, Callable[[], Awaitable[None]]] = {
            "listen": partial(hear, node, self.sockets.hear_chat),
            "heads": partial(poll_heads, node, NOBODY),
            "sessions": self.sockets.check_sessions,
            "here": self.sockets.tell_presence,
            "deadlines": deadlines.run,
            "presence": self._presence.run,
            "readyz": self._readyz,
        }
        for name, job in jobs.items():
            self.spawn(self._for_ever(name, job))

    async def _readyz(self) -> None:
        """Somebody asks now and then whether this node is ready."""
        while True:
            await asyncio.sleep(2.5)
            try:
                await _meet(self.node)
            except Exception as error:  # noqa: BLE001 - it is answered 503
                self.world.note("readyz", self.number, type(error).__name__)

    async def _for_ever(self, name: str, job: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await job()
            except Exception as error:  # noqa: BLE001 - a job that dies is a finding
                self.world.found("job died", f"{name} on node {self.number}: {error!r}")
            await asyncio.sleep(1)

    def spawn(self, doing: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Do something on this node: it stands still with it, and dies with it."""
        return asyncio.get_running_loop().create_task(doing, context=self.context)

    def serve(self, token: str, receive: Any, send: Any) -> "asyncio.Task[Any]":
        """Serve one connection."""
        scope = {"headers": [(b"authorization", f"Bearer {token}".encode())]}
        return self.spawn(websocket.serve_socket(self.door, scope, receive, send))

    def crash(self) -> None:
        """All its tasks end where they stand; what it has asked of the database may still happen."""
        self.is_dead = True
        self.resume()
        self.world.air.ears.pop(self.number, None)
        for task in self.tasks:
            task.cancel()

    def pause(self) -> None:
        """Nothing of it runs."""
        self.is_paused = True

    def resume(self) -> None:
        """It goes on as if nothing had been."""
        self.is_paused = False
        parked, self.parked = self.parked, []
        self.world.loop.wake(parked)

    def evict(self, table: UUID) -> None:
        """Forget a table."""
        self.node.live.forget(table)

    def cached(self, table: UUID) -> Cached | None:
        """The table as this node remembers it."""
        sitting = self.node.live._sittings.get(table)
        if sitting is None:
            return None
        is_halted = sitting.ground.table.halted is not None
        return Cached(sitting.version, sitting.digest, sitting.state, is_halted)

    @property
    def epoch(self) -> int:
        """The epoch it has seen."""
        return self.node.epoch

    def queues(self) -> Sequence[tuple[int, int]]:
        """Frames and bytes that wait for each socket."""
        outs: list[Any] = [socket.out for socket in self.sockets]  # type: ignore[attr-defined]
        return [(len(out._queue), sum(len(entry[0]) for entry in out._queue)) for out in outs]

    def memory(self) -> Mapping[str, tuple[int, int]]:
        """What it keeps by table or socket when all is quiet, and how much that may be."""
        hub, live, tables = self.node.hub, self.node.live, len(self.world.tables)
        return {
            "locks": (len(live._locks), 0),
            "busy": (len(hub._busy), 0),
            "again": (len(hub._again), 0),
            "watched": (len(hub._watchers), tables),
            "tables": (len(live), tables),
            "sockets": (sum(1 for _ in self.sockets), len(self.world.tabs)),
        }

    # what is asked of a node besides sockets

    async def open(self, account: Account, game: str, options: bytes, seats_: int) -> UUID:
        return (await open_table.open_table(self.node, account, game=game, options=options, seats=seats_)).id

    async def sit_down(self, account: Account, table: UUID) -> None:
        await seats.take_seat(self.node, account, table)
        await seats.ready(self.node, account.id, table, True)

    async def add_bot(self, account: Account, table: UUID) -> None:
        await seats.add_bot(self.node, account.id, table, level="random")

    async def begin(self, account: Account, table: UUID) -> None:
        await seats.start(self.node, account.id, table)

    async def leave(self, account: Account, table: UUID) -> None:
        await seats.leave(self.node, account.id, table)

    async def offer(self, account: Account, table: UUID, seat: Seat) -> str:
        return await absent.offer(self.node, account.id, table, seat)

    async def take_over(self, account: Account, table: UUID, seat: Seat, token: str) -> None:
        await absent.take_over(self.node, account, table, seat, token)

    async def stand_in(self, account: Account, table: UUID, seat: Seat) -> None:
        await absent.stand_in(self.node, account.id, table, seat, "random")

    async def come_back(self, account: Account, table: UUID, seat: Seat) -> None:
        await absent.come_back(self.node, account.id, table, seat)

    async def turns(self) -> Sequence[bots.BotTurn]:
        return await bots.turns(self.node, limit=100)

    async def bot_view(self, turn: bots.BotTurn) -> bytes:
        return await bots.bot_view(self.node, turn.table, turn.seat, turn.token)

    async def play_bot(self, turn: bots.BotTurn, version: int, action: bytes) -> int:
        asked = Asked(turn.table, UUID(bot_move_id(turn, version)), action, version)
        return (await bots.play_bot(self.node, turn.seat, turn.token, asked)).version

    async def halt(self, table: UUID) -> None:
        await self.node.tables.halt(table, "simulated")

    async def unhalt(self, table: UUID) -> None:
        await self.node.tables.resume(table)


def bot_move_id(turn: bots.BotTurn, version: int) -> str:
    """The id that a keeper gives a bot's move."""
    return move_id(str(turn.table), version, turn.seat)


def public_move_id(table: UUID, version: int, seat: Seat) -> UUID:
    """An id that anybody can compute from what anybody knows."""
    return uuid5(_SPACE, f"{table} {version} {seat}")
