"""A node as a run puts it together: the only file here that knows the insides of the server."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID, uuid5

from rondel.client.bot_runner import move_id
from rondel.kernel import Ms, Seat
from rondel.server.adapters.memory import presence as memory_presence
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.deadlines import MemoryDeadlines
from rondel.server.adapters.memory.journal import MemoryJournal
from rondel.server.adapters.memory.moderation import MemoryBlocks
from rondel.server.adapters.memory.outages import MemoryOutages
from rondel.server.adapters.memory.projection import MemoryProjection
from rondel.server.adapters.memory.seating import MemorySeating
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.api.context import open_sockets as api_sockets
from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.websocket import socket
from rondel.server.api.websocket.watched_table import SocketWatcher
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.flows.play.move import fire
from rondel.server.flows.play.presence import grace_ms, report
from rondel.server.flows.tables import absent, bots, open_table, seats
from rondel.server.jobs import report_presence as presence_job
from rondel.server.jobs.fire_deadlines import DeadlineLoop
from rondel.server.jobs.note_outages import note_outages
from rondel.server.jobs.refresh_rooms import hear, poll_heads, show_presence, show_waiting
from rondel.server.ports.people import Account
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.record.projector import GATHER_S
from rondel.server.record.rows import Sources, check
from rondel.server.rooms.moves import Move
from rondel.server.runtime.clock import DatabaseClock
from rondel.server.runtime.metrics import Metrics
from rondel.server.settings import Constants, Settings
from rondel.wire.registry import installed_games
from tests.simulate.bus import SimulatedBus
from tests.simulate.chance import patch, patch_server
from tests.simulate.database import Remote
from tests.simulate.loop import OWNER, SeededTask

if TYPE_CHECKING:
    from tests.simulate.world import World

METRICS: Final = Metrics()
GAMES: Final = installed_games()
_SPACE: Final = UUID(int=11)
QUEUE_FRAMES: Final = 24
QUEUE_BYTES: Final = 1 << 18

patch(presence_job, "LEASE_MS", 6_000)
patch(presence_job, "RENEW_MS", 2_000)
patch(presence_job, "FRESH_GRACE_MS", 9_000)
patch(memory_presence, "DEATH_COUNTS_MS", 12_000)
patch_server((SocketWatcher, socket.Socket))


class Unlimited:
    """No limits."""

    async def take(self, key: str, *, burst: int, per_ms: Ms, cost: int = 1) -> Ms:
        return 0

    async def wait(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
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
        self.is_serving = False
        self.parked: list[Any] = []
        self.tasks: list[SeededTask] = []
        self.context = Context()
        self.context.run(OWNER.set, self)
        self.cells = self._build(random.Random(f"{world.params.seed} node {number}"))
        self.cell = self.cells.home
        node = self.cells.node
        self.sockets = api_sockets.Sockets(node)
        self._presence = presence_job.PresenceLoop(
            node.presence,
            node.id,
            seats=self.cell.rooms.seats,
            report=partial(report, self.cell),
            grace_ms=partial(grace_ms, self.cell),
            waiting=partial(show_waiting, self.cells),
            monotonic=world.now_ms,
        )
        self._turns = bots.BotTurns(self.cell)
        presence = self._presence
        self.api = ApiContext(
            cells=self.cells,
            sockets=self.sockets,
            on_request=presence.on_request,
            on_listening=presence.on_listening,
        )

    def _build(self, dice: random.Random) -> Cells:
        world, database = self.world, self.world.database
        memory, skew = database.memory, dice.randint(-2000, 2000)
        nothing: Any = None
        now = DatabaseClock(monotonic=world.now_ms, wall=lambda: world.now_ms() + skew)
        node = NodeContext(
            id=f"node {self.number}",
            settings=Settings(
                node=f"node {self.number}",
                cached_tables=1 if world.params.has("evict") else 100,
                constants=Constants(
                    snapshot_every=8,
                    queue_frames=QUEUE_FRAMES,
                    queue_bytes=QUEUE_BYTES,
                    presence_ms=3_000,
                    revoked_ms=4_000,
                    sockets_per_account=1000,
                ),
            ),
            games=GAMES,
            now=now,
            people=Remote(database, "people", world.people),
            presence=Remote(database, "presence", world.presence),
            bus=SimulatedBus(world.air, self.number),
            limits=Unlimited(),
            credentials=nothing,
            alerts=nothing,
            moderation=nothing,
            blocks=Remote(database, "blocks", MemoryBlocks(memory, world.people)),
            mailer=nothing,
            pusher=nothing,
            hooks=nothing,
            metrics=METRICS,
        )
        home = Cell(
            node=node,
            now=now,
            monotonic=world.now_ms,
            journal=Remote(database, "journal", MemoryJournal(memory)),
            tables=Remote(database, "tables", MemoryTables(memory)),
            seating=Remote(database, "seating", MemorySeating(memory)),
            deadlines=Remote(database, "deadlines", MemoryDeadlines(memory)),
            chats=Remote(database, "chats", database.chats),
            notices=nothing,
            notes=nothing,
            orders=nothing,
            outages=Remote(database, "outages", MemoryOutages(memory)),
            projection=Remote(database, "projection", MemoryProjection(memory)),
            personal=nothing,
            table_acts=nothing,
        )
        home.room_context.observe_epoch(world.now_ms(), memory.epoch)
        return Cells(home)

    def start(self) -> None:
        """Start its jobs, once it knows of the outage that it may have ended."""
        self.spawn(self._start())

    async def _start(self) -> None:
        cell = self.cell
        while True:
            try:
                await self.cell.recent_outages.beat()
                break
            except StoreUnavailableError:
                await asyncio.sleep(0.2)
        self.is_serving = True  # like the server, it listens only now
        deadlines = DeadlineLoop(cell.deadlines, cell.now, partial(fire, cell))
        cell.room_context.on_due.append(deadlines.note)
        jobs: dict[str, Callable[[], Awaitable[None]]] = {
            "listen": partial(hear, self.cells),
            "heads": partial(poll_heads, cell),
            "sessions": self.sockets.check_sessions,
            "here": partial(show_presence, cell),
            "outages": partial(note_outages, cell.recent_outages),
            "deadlines": deadlines.run,
            "presence": self._presence.run,
            "projection": cell.projector.run,
            "readyz": self._readyz,
        }
        for name, job in jobs.items():
            self.spawn(self._for_ever(name, job))

    async def _readyz(self) -> None:
        """Somebody asks now and then whether this node is ready."""
        while True:
            await asyncio.sleep(2.5)
            try:
                await self.cell.verify()
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
        return self.spawn(socket.serve_socket(self.api, scope, receive, send))

    def crash(self) -> None:
        """All its tasks end where they stand; what it has asked of the database may still happen."""
        self.is_dead = True
        self.resume()
        self.world.air.listening.pop(self.number, None)
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
        self.cell.rooms.evict(table)

    def cached(self, table: UUID) -> Cached | None:
        """The table as this node remembers it."""
        position = self.cell.rooms.known(table)
        if position is None:
            return None
        return Cached(
            position.version, position.played.digest, position.state, position.table.halted is not None
        )

    @property
    def epoch(self) -> int:
        """The epoch it has seen."""
        return self.cell.rooms.epoch

    def queues(self) -> Sequence[tuple[int, int]]:
        """Frames and bytes that wait for each socket."""
        outs: list[Any] = [socket.out for socket in self.sockets]  # type: ignore[attr-defined]
        return [(len(out._queue), sum(len(entry[0]) for entry in out._queue)) for out in outs]

    def memory(self) -> Mapping[str, tuple[int, int]]:
        """What it keeps by table or socket when all is quiet, and how much that may be."""
        rooms, tables = self.cell.rooms, len(self.world.tables)
        busy = [room for room in rooms._rooms.values() if room._lock.locked() or room._bringing is not None]
        return {
            "busy rooms": (len(busy), 0),
            "rooms": (len(rooms._rooms), tables + 1),  # and the table that an adversary has invented
            "watched": (len(rooms.watched()), tables),
            "watchers": (sum(len(room.watchers) for room in rooms.watched()), len(self.world.tabs)),
            "sockets": (sum(1 for _ in self.sockets), len(self.world.tabs)),
            "rows noted long ago": (self._noted_long_ago(), 0),
        }

    def _noted_long_ago(self) -> int:
        """Committed rows that should be in the record by now: one noted a moment ago waits for others."""
        projector = self.cell.projector
        noted = [each for rows in projector._noted.values() for each in rows]
        before = projector._now.ms() - 1000 * 2 * GATHER_S
        return projector._count - len(noted) + sum(each.since < before for each in noted)

    # what is asked of a node besides sockets

    async def open(self, account: Account, game: str, options: bytes, seats_: int) -> UUID:
        return (await open_table.open_table(self.cells, account, game=game, options=options, seats=seats_)).id

    async def take_seat(self, account: Account, table: UUID) -> None:
        await seats.take_seat(self.cell, account, table)
        await seats.ready(self.cell, account.id, table, True)

    async def add_bot(self, account: Account, table: UUID) -> None:
        await seats.add_bot(self.cell, account.id, table, level="random")

    async def begin(self, account: Account, table: UUID) -> None:
        await seats.start(self.cell, account.id, table)

    async def leave(self, account: Account, table: UUID) -> None:
        await seats.leave(self.cell, account.id, table)

    async def offer(self, account: Account, table: UUID, seat: Seat) -> str:
        return await absent.offer(self.cell, account.id, table, seat)

    async def take_over(self, account: Account, table: UUID, seat: Seat, token: str) -> None:
        await absent.take_over(self.cell, account, table, seat, token)

    async def stand_in(self, account: Account, table: UUID, seat: Seat) -> None:
        await absent.stand_in(self.cell, account.id, table, seat, "random")

    async def come_back(self, account: Account, table: UUID, seat: Seat) -> None:
        await absent.come_back(self.cell, account.id, table, seat)

    async def turns(self) -> Sequence[bots.BotTurn]:
        return await self._turns.next(limit=100 if len(self.world.tables) == 1 else 1)

    async def bot_view(self, turn: bots.BotTurn) -> bytes:
        return await bots.bot_view(self.cell, turn.table, turn.seat, turn.token)

    async def play_bot(self, turn: bots.BotTurn, version: int, action: bytes) -> int:
        move = Move(turn.table, UUID(bot_move_id(turn, version)), action, version)
        return (await bots.play_bot(self.cell, turn.seat, turn.token, move)).version

    async def halt(self, table: UUID) -> None:
        await self.cell.tables.halt(table, "simulated")

    async def unhalt(self, table: UUID) -> None:
        await self.cell.tables.resume(table)


def bot_move_id(turn: bots.BotTurn, version: int) -> str:
    """The id that a bot runner gives a bot's move."""
    return move_id(turn.token, version)


def public_move_id(table: UUID, version: int, seat: Seat) -> UUID:
    """An id that anybody can compute from what anybody knows."""
    return uuid5(_SPACE, f"{table} {seat} {version}")


async def differences(memory: MemoryDatabase, table: UUID) -> Sequence[str]:
    """Where the stored record of a table differs from what its journal implies."""
    sources = Sources(MemoryJournal(memory), MemoryTables(memory), GAMES)
    return await check(sources, MemoryProjection(memory), table)
