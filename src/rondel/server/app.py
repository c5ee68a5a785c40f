"""The composition root: the only file that knows every adapter. It picks them and starts the jobs."""

import asyncio
import gc
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import Any, Final, TypeAlias, TypedDict
from uuid import UUID

import structlog
import uvicorn

from rondel.bots import shelf as bots
from rondel.kernel import Ms, Seat
from rondel.server.api.connections import Connections
from rondel.server.api.demo import DemoLink
from rondel.server.api.dev import DevPage
from rondel.server.api.door import Door
from rondel.server.api.http import Front
from rondel.server.api.siblings import Siblings
from rondel.server.api.sockets import Sockets
from rondel.server.api.transport import protocols
from rondel.server.api.websocket import max_frame_bytes
from rondel.server.branding import check_games, read_branding
from rondel.server.cells import joining, meet
from rondel.server.clock import DatabaseClock
from rondel.server.failpoints import Failpoints
from rondel.server.flows.notices import deliver, plan
from rondel.server.flows.orders import follow
from rondel.server.flows.play import fire
from rondel.server.flows.presence import grace_ms, report
from rondel.server.flows.registration import read_allow_list
from rondel.server.jobs.deadlines import DeadlineLoop
from rondel.server.jobs.lag import measure_lag
from rondel.server.jobs.moderation import follow_acts
from rondel.server.jobs.notices import NoticeLoop
from rondel.server.jobs.orders import OrderLoop
from rondel.server.jobs.outages import OutageLoop
from rondel.server.jobs.presence import PresenceLoop
from rondel.server.jobs.rooms import count_tables, hear, poll_heads, show_presence, show_waiting
from rondel.server.logs import start_logging
from rondel.server.mail.memory import MemoryMailer
from rondel.server.mail.message import sender_of
from rondel.server.mail.smtp import SmtpMailer
from rondel.server.memory.bus import MemoryBus
from rondel.server.memory.limits import MemoryLimits
from rondel.server.memory.presence import MemoryPresence
from rondel.server.metrics import Metrics
from rondel.server.migrations.cells import NotThisCell, check_home
from rondel.server.names import skeleton
from rondel.server.node import Node, soon
from rondel.server.ports import (
    Bus,
    Hooks,
    Limits,
    Mail,
    Mailer,
    PresenceStore,
    Pusher,
    Unavailable,
)
from rondel.server.post.guard import Guard
from rondel.server.post.hooks import PostedHooks
from rondel.server.post.oidc import oidc_of
from rondel.server.post.push import WebPusher, new_keys
from rondel.server.post.request import Courier
from rondel.server.projector import Projector
from rondel.server.reach import Reach
from rondel.server.record import Sources
from rondel.server.redis import connect
from rondel.server.redis.bus import RedisBus
from rondel.server.redis.limits import RedisLimits
from rondel.server.redis.presence import RedisPresence
from rondel.server.settings import NotASetting, Settings
from rondel.server.stores import Checks, Stores, stores_of
from rondel.server.traces import Traces
from rondel.server.watchdog import GAME_CODE
from rondel.wire import faces
from rondel.wire.shelf import findings, shelf

GRACE_S: Final = 10
COLLECT_AFTER: Final = (20_000, 20, 100)
"""After how many new objects Python looks for cycles. A move makes a few hundred objects and next to none of
them is in a cycle, so looking less often costs little memory and saves time."""

ALONE_MS: Final = 500
"""Over how long the only node sends its sockets away: no other can take them, so waiting helps nobody."""

Jobs: TypeAlias = dict[str, Callable[[], Awaitable[None]]]

_log = structlog.get_logger()


class Carriers(TypedDict):
    """What leads to people who are not here."""

    mailer: Mailer
    pusher: Pusher
    hooks: Hooks


class Shared(TypedDict):
    """What nodes share and may lose."""

    bus: Bus
    presence: PresenceStore
    limits: Limits


class Unlimited:
    """Limits for load tests: none."""

    async def take(self, key: str, *, burst: int, per_ms: Ms, cost: int = 1) -> Ms:
        """Always."""
        return 0

    async def wait(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        """Never."""
        return 0


@asynccontextmanager
async def open_node(
    settings: Settings, *, memory: Stores | None = None
) -> AsyncIterator[tuple[Node, Checks]]:
    """A node with its adapters, and what is to answer before it is ready; all is closed at the end.

    Without a database it keeps everything in `memory`, which may outlive it: see `stores.in_memory`.
    """
    async with AsyncExitStack() as stack:
        checks: Checks = {}
        games, now, metrics = shelf(), DatabaseClock(), Metrics()
        stores = await stores_of(settings, stack, checks, memory, metrics)
        shared = await _shared(settings, stack, checks, metrics)
        traces = _traces(settings, metrics)
        if traces is not None:
            stack.push_async_callback(traces.close)
        sources = Sources(stores["journal"], stores["tables"], games)
        projector = Projector(stores["projection"], sources, now, metrics)
        stack.push_async_callback(projector.close)
        node = Node(
            id=settings.node,
            settings=settings,
            games=games,
            **stores,
            **shared,
            **_carriers(settings, metrics),
            now=now,
            metrics=metrics,
            traces=traces,
            projector=projector,
            provider=oidc_of(settings),
            failpoints=Failpoints.told(settings.failpoints),
        )
        await meet(node)
        yield node, {"epoch": partial(meet, node), **checks}


async def _shared(settings: Settings, stack: AsyncExitStack, checks: Checks, metrics: Metrics) -> Shared:
    if settings.redis_url is None:
        limits: Limits = MemoryLimits() if settings.limited else Unlimited()
        return Shared(bus=MemoryBus(), presence=MemoryPresence(), limits=limits)
    redis = connect(settings.redis_url)
    stack.push_async_callback(redis.aclose)

    async def answers() -> None:
        await redis.ping()

    checks["redis"] = answers
    reach = Reach("redis", metrics)
    bus = RedisBus(redis, reach=reach)
    stack.push_async_callback(bus.aclose)
    return Shared(
        bus=bus,
        presence=RedisPresence(redis, reach=reach),
        limits=RedisLimits(redis, otherwise=MemoryLimits(), reach=reach) if settings.limited else Unlimited(),
    )


def _carriers(settings: Settings, metrics: Metrics) -> Carriers:
    courier = Courier(Guard(settings.hook_networks))
    contact = f"mailto:{sender_of(settings.mail_from).addr_spec}"
    return Carriers(
        mailer=_mailer(settings, metrics),
        pusher=WebPusher(courier, key=settings.vapid_key, contact=contact),
        hooks=PostedHooks(courier),
    )


def _traces(settings: Settings, metrics: Metrics) -> Traces | None:
    if not settings.traces:
        return None
    try:
        from rondel.server.otel import OtelTraces
    except ModuleNotFoundError:
        raise NotASetting("RONDEL_TRACES needs more packages: pip install 'rondel[otel]'") from None
    return OtelTraces(settings.node, metrics)


def new_vapid_key() -> tuple[str, str]:
    """A private key for Web Push, and its public one."""
    return new_keys()


def _mailer(settings: Settings, metrics: Metrics) -> Mailer:
    if settings.smtp_url is None:
        return MemoryMailer(can_deliver=False)
    reach = Reach("smtp", metrics, quiet_s=0)
    return SmtpMailer.at(settings.smtp_url, sender=settings.mail_from, reach=reach, count=metrics.mail)


class Running:
    """A node that serves: its door as an ASGI app, and how it is sent to rest."""

    def __init__(self, node: Node, checks: Checks) -> None:
        self.node = node
        node.allow_list = read_allow_list(node.settings)
        self.sockets = Sockets(node)
        self.outages: dict[int, OutageLoop] = {}
        self._deadlines: list[DeadlineLoop] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._show_figures()
        self._presence = PresenceLoop(
            node.presence,
            node.id,
            seats=self._seats,
            report=self._report,
            grace_ms=self._grace_ms,
            waiting=partial(show_waiting, node.cells),
        )
        self.connections = Connections(node.settings, node.metrics)
        self.door = Door(
            node=node,
            sockets=self.sockets,
            saw=self._presence.saw,
            sat=self._presence.sat,
            checks=checks,
            connections=self.connections,
            branding=read_branding(node.settings),
        )
        self.front = Front(self.door)
        self.stopping_too = 0  # how many other nodes stop together with this one
        node.standing.on_change.append(self.sockets.enforce_bans)

    def _show_figures(self) -> None:
        cells, metrics = self.node.cells, self.node.metrics
        metrics.rooms.set_function(lambda: sum(len(node.rooms) for node in cells))
        metrics.tasks.set_function(lambda: len(asyncio.all_tasks()))
        metrics.deadlines_firing.set_function(lambda: sum(loop.firing for loop in self._deadlines))
        metrics.deadline_overdue.set_function(
            lambda: max((loop.overdue_ms for loop in self._deadlines), default=0) / 1000
        )
        metrics.projection_behind.set_function(lambda: sum(node.projector.behind for node in cells))
        metrics.on_read.append(partial(count_tables, cells))

    async def _report(self, table: UUID, seat: Seat, is_here: bool) -> None:
        await report(self._there(table), table, seat, is_here)

    async def _grace_ms(self, table: UUID) -> Ms | None:
        node = self._there(table)
        if node is self.node:
            return await grace_ms(node, table)
        return await soon(lambda cell: grace_ms(cell, table), node)

    def _there(self, table: UUID) -> Node:
        """The node of a table; Unavailable if its cell is away: leases of other tables do not wait for it."""
        node = self.node.cells.at(table)
        if node.is_away():
            raise Unavailable("the cell is away")
        return node

    def _seats(self) -> AbstractSet[tuple[UUID, Seat]]:
        """The seats of all cells whose players look at their tables here."""
        first, *others = (node.rooms.seats() for node in self.node.cells)
        return set(first).union(*others) if others else first

    def show_mails(self, show: Callable[[Mail], None]) -> None:
        """Show the mails of a server that sends none: here, and on a page of its own."""
        mailer = self.node.mailer
        assert isinstance(mailer, MemoryMailer)
        mailer.on_send = show
        mailer.can_deliver = True
        self.front.dev = DevPage(mailer.sent, self.node.settings.origins)

    def open_demo(self, game: str, bots: Sequence[str]) -> str:
        """The address of a link that leads a browser of this machine to a table with these bots."""
        self.front.demo = DemoLink(self.node, game, bots)
        return self.node.settings.public_url + self.front.demo.path

    def jobs(self) -> Jobs:
        """What runs for ever, once for all cells."""
        node, sockets = self.node, self.sockets
        always: Jobs = {
            "listen": partial(hear, node.cells),
            "sessions": sockets.check_sessions,
            "acts": partial(follow_acts, node),
            "connections": self.connections.sweep,
            "lag": partial(measure_lag, node.metrics.lag),
        }
        return {**always, "presence": self._presence.run} if node.settings.jobs else always

    async def serve_cell(self, node: Node) -> None:
        """Begin to serve the tables of a cell: first its outages are learnt, before a deadline is fired."""
        outages = OutageLoop(node.outages, partial(setattr, node.room_ports, "outages"))
        self.outages[node.cell] = outages
        node.room_ports.learn_outages = outages.refresh
        await outages.beat()
        self.start({"outages": outages.run, **self._jobs_of_cell(node)}, node)

    def _jobs_of_cell(self, node: Node) -> Jobs:
        always: Jobs = {
            "heads": partial(poll_heads, node),
            "here": partial(show_presence, node),
        }
        if not node.settings.jobs:
            return always
        deadlines = DeadlineLoop(node.deadlines, node.now, partial(fire, node))
        node.room_ports.on_due.append(deadlines.note)
        self._deadlines.append(deadlines)
        notices = NoticeLoop(node.notices, node.now, plan=partial(plan, node), deliver=partial(deliver, node))
        orders = OrderLoop(node.orders, partial(follow, node, saw=self._presence.saw))
        return {
            **always,
            "deadlines": deadlines.run,
            "notices": notices.run,
            "orders": orders.run,
            "projection": node.projector.run,
        }

    def start(self, jobs: Jobs, node: Node | None = None) -> None:
        """Run them until `stop`."""
        cell = None if node is None or node.other_cell is None else node.other_cell.name
        self._tasks.extend(asyncio.create_task(_for_ever(name, job, cell)) for name, job in jobs.items())

    async def stop(self) -> None:
        """End every job."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def drain(self) -> None:
        """Send everybody to another node, at once where there is none: each seat has a fresh start there."""
        try:
            await self._presence.drain()
        except Unavailable:
            _log.warning("presence was not drained")
        over_ms = self.node.settings.drain_ms
        has_others = await self.node.bus.others() > self.stopping_too
        await self.sockets.drain(over_ms if has_others else min(over_ms, ALONE_MS))


@asynccontextmanager
async def running(settings: Settings, *, memory: Stores | None = None) -> AsyncIterator[Running]:
    """A node with its jobs under way; `running.front` is the ASGI app."""
    for found in findings():
        _log.error("game left out", package=found.package, entry=found.entry, because=found.because)
    for found in bots.findings(shelf()):
        _log.error("bot left out", package=found.package, entry=found.entry, because=found.because)
    for found in faces.findings(shelf()):
        _log.error("face left out", package=found.package, entry=found.entry, because=found.because)
    check_games(settings, shelf())
    with GAME_CODE.watching(settings.game_limit_ms):
        async with _running(settings, memory) as node_running:
            yield node_running


@asynccontextmanager
async def _running(settings: Settings, memory: Stores | None) -> AsyncIterator[Running]:
    await _check_home(settings)
    async with AsyncExitStack() as stack:
        node, checks = await stack.enter_async_context(open_node(settings, memory=memory))
        node_running = Running(node, checks)
        await node.standing.refresh()  # before anybody is let in
        stack.push_async_callback(node_running.stop)
        await node_running.serve_cell(node)
        node_running.start(node_running.jobs())
        if settings.cells:
            cells = await joining(node, stack, node_running.serve_cell)
            stack.push_async_callback(node_running.stop)  # before their databases are closed
            await cells.first()
            node_running.start({"cells": cells.run})
        learning = asyncio.create_task(_learn_names())
        try:
            yield node_running
        finally:
            learning.cancel()
            await asyncio.gather(learning, return_exceptions=True)


async def _check_home(settings: Settings) -> None:
    if settings.database_url is None:
        return
    try:
        await check_home(settings.database_url)
    except NotThisCell as wrong:
        raise NotASetting(str(wrong)) from None
    except (OSError, TimeoutError):
        return  # what opens the stores says so


async def _learn_names() -> None:
    """Which letters look alike takes a second to work out; the first guest should not wait for it."""
    await asyncio.to_thread(skeleton, "Rondel")


async def _for_ever(name: str, job: Callable[[], Awaitable[None]], cell: str | None = None) -> None:
    """A job that fails is begun again: its node is worth more than its failure."""
    while True:
        try:
            await job()
        except Exception as error:  # noqa: BLE001 - whatever it is, the job goes on
            _log.error("job failed", job=name, cell=cell, error=type(error).__name__)
        await asyncio.sleep(1)


class Server(uvicorn.Server):
    """Uvicorn, which sends sockets away one by one before it stops."""

    def __init__(self, node_running: Running, siblings: Siblings | None = None) -> None:
        super().__init__(config_of(node_running, siblings))
        self._running = node_running
        self._siblings = siblings

    def heed_signals(self) -> None:
        """From now on SIGTERM and SIGINT send it to rest, also before it listens and while it closes."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.handle_exit, number, None)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: they are heeded already, and must not kill, at the end, what is still to be closed."""
        yield

    async def startup(self, sockets: Any = None) -> None:
        """Get the file descriptors that its connections need, then listen."""
        self._running.connections.raise_descriptor_limit()
        await super().startup(sockets)
        if self._siblings is not None:
            try:
                self._siblings.listen(self._take, self._may_take)
            except OSError as error:
                _log.warning("takes no sockets of other workers", error=str(error))

    def _may_take(self) -> bool:
        return not self.should_exit and self._running.connections.shortage() is None

    def _take(self, connection: socket.socket, request: bytes) -> None:
        task = asyncio.create_task(self._serve_taken(connection, request))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    async def _serve_taken(self, connection: socket.socket, request: bytes) -> None:
        """Serve a connection that another worker has accepted, beginning with the request it has read."""
        self._running.connections.moved("in")
        protocol_class: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        protocol = partial(
            protocol_class,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            request=request,
        )
        try:
            await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        except OSError:  # the client has hung up meanwhile
            connection.close()

    def stop_with_siblings(self) -> None:
        """All processes of this port stop now: nobody who is sent away would find another one there."""
        self._running.stopping_too = self._running.node.settings.workers - 1
        self.should_exit = True

    async def shutdown(self, sockets: Any = None) -> None:
        """Drain, unless somebody is in a hurry; then stop. What shares its port takes connections."""
        if self._running.node.settings.workers > 1:
            for listening in self.servers:
                listening.close()
        if self._siblings is not None:
            self._siblings.leave()
        draining = asyncio.create_task(self._running.drain())
        while not draining.done() and not self.force_exit:
            await asyncio.wait((draining,), timeout=0.1)
        draining.cancel()
        await asyncio.gather(draining, return_exceptions=True)
        await super().shutdown(sockets)


def collect_less() -> None:
    """Never again look for cycles among what was made until now: games, routes, code, the web client."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def config_of(node_running: Running, siblings: Siblings | None = None) -> uvicorn.Config:
    """How uvicorn serves the node: no compression of sockets, no log of addresses, proxies by name."""
    settings = node_running.node.settings
    return uvicorn.Config(
        node_running.front,
        host=settings.host,
        port=settings.port,
        **protocols(node_running.connections, siblings),
        ws_per_message_deflate=False,
        ws_max_size=max_frame_bytes(node_running.door),
        ws_ping_interval=settings.ping_ms / 1000,
        ws_ping_timeout=(settings.dead_ms - settings.ping_ms) / 1000,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the door reads them itself, and never takes junk for an address
        timeout_keep_alive=-(-settings.keep_alive_ms // 1000),
        timeout_graceful_shutdown=GRACE_S,
    )


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT, then drain and close everything."""
    start_logging(settings.log_level)
    async with running(settings) as node_running:
        server = Server(node_running)
        server.heed_signals()
        collect_less()
        _log.info("serving", node=settings.node, host=settings.host, port=settings.port)
        await server.serve()
