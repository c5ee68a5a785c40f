"""The composition root: the only module that knows every adapter. It selects them and starts the jobs."""

import asyncio
import gc
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, TypedDict
from uuid import UUID

import structlog
import uvicorn

from rondel.bots import registry as bots
from rondel.kernel import Ms, Seat
from rondel.server.adapters.http_client.guard import Guard
from rondel.server.adapters.http_client.hooks import PostedHooks
from rondel.server.adapters.http_client.oidc import oidc_of
from rondel.server.adapters.http_client.push import WebPusher, new_keys
from rondel.server.adapters.http_client.request import HttpSender
from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.adapters.mail.message import sender_of
from rondel.server.adapters.mail.smtp import SmtpMailer
from rondel.server.adapters.memory.bus import MemoryBus
from rondel.server.adapters.memory.limits import MemoryLimits
from rondel.server.adapters.memory.presence import MemoryPresence
from rondel.server.adapters.redis import connect
from rondel.server.adapters.redis.bus import RedisBus
from rondel.server.adapters.redis.limits import RedisLimits
from rondel.server.adapters.redis.presence import RedisPresence
from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.open_sockets import Sockets
from rondel.server.api.pages.branding import check_games, read_branding
from rondel.server.api.router import AsgiApp
from rondel.server.api.routes.demo import DemoLink
from rondel.server.api.routes.dev import DevPage
from rondel.server.api.transport.connections import Connections
from rondel.server.api.transport.protocols import protocols
from rondel.server.api.transport.siblings import WorkerPeers
from rondel.server.api.websocket.socket import max_frame_bytes
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.flows.accounts.registration import read_allow_list
from rondel.server.flows.messages.notices import deliver, plan
from rondel.server.flows.play.move import fire
from rondel.server.flows.play.orders import follow
from rondel.server.flows.play.presence import grace_ms, report
from rondel.server.jobs.fire_deadlines import DeadlineLoop
from rondel.server.jobs.follow_moderators import follow_acts
from rondel.server.jobs.judge_orders import OrderLoop
from rondel.server.jobs.measure_lag import measure_lag
from rondel.server.jobs.note_outages import note_outages
from rondel.server.jobs.refresh_rooms import count_tables, hear, poll_heads, show_presence, show_waiting
from rondel.server.jobs.report_presence import PresenceLoop
from rondel.server.jobs.send_notices import NoticeLoop
from rondel.server.maintenance.known_cells import CellMismatchError, check_home
from rondel.server.ports.bus import Bus
from rondel.server.ports.limits import Limits
from rondel.server.ports.messages import Hooks, Mail, Mailer, Pusher
from rondel.server.ports.names import skeleton
from rondel.server.ports.presence import PresenceStore
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.clock import DatabaseClock
from rondel.server.runtime.failpoints import Failpoints
from rondel.server.runtime.logs import start_logging
from rondel.server.runtime.metrics import Metrics
from rondel.server.runtime.reach import Reach
from rondel.server.runtime.traces import Traces
from rondel.server.runtime.watchdog import GAME_CODE
from rondel.server.settings import Settings, SettingsError
from rondel.server.startup.join_cells import joining
from rondel.server.startup.stores import Checks, Stores, stores_of
from rondel.wire import faces
from rondel.wire.registry import findings, installed_games

GRACE_S: Final = 10
COLLECT_AFTER: Final = (20_000, 20, 100)
"""After how many new objects Python looks for cycles. A move makes a few hundred objects and next to none of
them is in a cycle, so looking less often costs little memory and saves time."""

ALONE_MS: Final = 500
"""Over how long the only node sends its sockets away: no other can take them, so waiting helps nobody."""

Jobs: TypeAlias = dict[str, Callable[[], Awaitable[None]]]

_log = structlog.get_logger()


class DeliveryChannels(TypedDict):
    """Delivery channels for notifications."""

    mailer: Mailer
    pusher: Pusher
    hooks: Hooks


class SharedServices(TypedDict):
    """Services that nodes share and may lose."""

    bus: Bus
    presence: PresenceStore
    limits: Limits


class Unlimited:
    """Rate limits for load tests: unlimited."""

    async def take(self, key: str, *, burst: int, per_ms: Ms, cost: int = 1) -> Ms:
        """Always allow: return 0."""
        return 0

    async def wait(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        """Never wait: return 0."""
        return 0


class Development(NamedTuple):
    """What a server offers that only its own machine reaches."""

    show_mail: Callable[[Mail], None] | None = None
    """Called with each email instead of sending it; /dev lists them."""

    shows_errors: bool = False
    """Whether players at a halted table see the error."""

    demo: tuple[str, Sequence[str]] | None = None
    """A game and its bots: a link opens a table with them."""


NO_DEVELOPMENT: Final = Development()


@asynccontextmanager
async def open_node(
    settings: Settings, *, memory: Stores | None = None, development: Development = NO_DEVELOPMENT
) -> AsyncIterator[tuple[Cells, Checks]]:
    """Open the adapters of a node; yield its cells, so far home alone, and its readiness checks.

    Without a database everything is in `memory`, which may outlive the node: see `stores.in_memory`.
    """
    async with AsyncExitStack() as stack:
        checks: Checks = {}
        metrics = Metrics()
        stores = await stores_of(settings, stack, checks, memory, metrics)
        shared = await _shared(settings, stack, checks, metrics)
        traces = _traces(settings, metrics)
        if traces is not None:
            stack.push_async_callback(traces.close)
        node = NodeContext(
            id=settings.node,
            settings=settings,
            games=installed_games(),
            **stores.home,
            **shared,
            **_channels(settings, metrics, development.show_mail),
            now=DatabaseClock(),
            metrics=metrics,
            traces=traces,
            provider=oidc_of(settings),
            failpoints=Failpoints.from_environment(os.environ),
            allow_list=read_allow_list(settings),
            shows_errors=development.shows_errors,
        )
        home = Cell(node=node, now=node.now, **stores.cell)
        stack.push_async_callback(home.projector.close)
        await home.verify()
        yield Cells(home, stores.placement), {"epoch": home.verify, **checks}


async def _shared(
    settings: Settings, stack: AsyncExitStack, checks: Checks, metrics: Metrics
) -> SharedServices:
    if settings.redis_url is None:
        limits: Limits = MemoryLimits() if settings.rate_limits else Unlimited()
        return SharedServices(bus=MemoryBus(), presence=MemoryPresence(), limits=limits)
    redis = connect(settings.redis_url)
    stack.push_async_callback(redis.aclose)

    async def answers() -> None:
        await redis.ping()

    checks["redis"] = answers
    reach = Reach("redis", metrics)
    bus = RedisBus(redis, reach=reach)
    stack.push_async_callback(bus.aclose)
    return SharedServices(
        bus=bus,
        presence=RedisPresence(redis, reach=reach),
        limits=RedisLimits(redis, otherwise=MemoryLimits(), reach=reach)
        if settings.rate_limits
        else Unlimited(),
    )


def _channels(
    settings: Settings, metrics: Metrics, show_mail: Callable[[Mail], None] | None
) -> DeliveryChannels:
    courier = HttpSender(Guard(settings.webhook_networks))
    contact = f"mailto:{sender_of(settings.mail_from).addr_spec}"
    return DeliveryChannels(
        mailer=_mailer(settings, metrics) if show_mail is None else MemoryMailer(show_mail),
        pusher=WebPusher(courier, key=settings.vapid_key, contact=contact),
        hooks=PostedHooks(courier),
    )


def _traces(settings: Settings, metrics: Metrics) -> Traces | None:
    if not settings.traces:
        return None
    try:
        from rondel.server.adapters.otel import OtelTraces
    except ModuleNotFoundError:
        raise SettingsError("RONDEL_TRACES needs more packages: pip install 'rondel[otel]'") from None
    return OtelTraces(settings.node, metrics)


def new_vapid_key() -> tuple[str, str]:
    """Create a key pair for Web Push: the private and the public key."""
    return new_keys()


def _mailer(settings: Settings, metrics: Metrics) -> Mailer:
    if settings.smtp_url is None:
        return MemoryMailer(can_deliver=False)
    reach = Reach("smtp", metrics, quiet_s=0)
    return SmtpMailer.at(settings.smtp_url, sender=settings.mail_from, reach=reach, count=metrics.mail)


class RunningNode:
    """A serving node: its ASGI app, its jobs, and how it drains."""

    def __init__(self, cells: Cells, checks: Checks, development: Development = NO_DEVELOPMENT) -> None:
        self.cells = cells
        self.node = cells.node
        self.stopping_too = 0
        """How many other processes of this port stop together with this one."""
        self._deadlines: list[DeadlineLoop] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.sockets = Sockets(self.node)
        self.node.moderation_cache.on_change.append(self.sockets.enforce_bans)
        self._presence = PresenceLoop(
            self.node.presence,
            self.node.id,
            seats=self._seats,
            report=self._report,
            grace_ms=self._grace_ms,
            waiting=partial(show_waiting, cells),
        )
        self.connections = Connections(self.node.settings, self.node.metrics)
        self.api = ApiContext(
            cells=cells,
            sockets=self.sockets,
            on_request=self._presence.on_request,
            on_listening=self._presence.on_listening,
            checks=checks,
            connections=self.connections,
            branding=read_branding(self.node.settings),
        )
        self.demo = None if development.demo is None else DemoLink(cells, *development.demo)
        self.front = AsgiApp(self.api, [page for page in (self._dev_page(), self.demo) if page is not None])
        self._show_figures()

    def _dev_page(self) -> DevPage | None:
        mailer = self.node.mailer
        if not isinstance(mailer, MemoryMailer) or not mailer.can_deliver:
            return None
        return DevPage(mailer.sent, self.node.settings.origins)

    def _show_figures(self) -> None:
        cells, metrics = self.cells, self.node.metrics
        metrics.rooms.set_function(lambda: sum(len(cell.rooms) for cell in cells))
        metrics.tasks.set_function(lambda: len(asyncio.all_tasks()))
        metrics.deadlines_firing.set_function(lambda: sum(loop.firing for loop in self._deadlines))
        metrics.deadline_overdue.set_function(
            lambda: max((loop.overdue_ms for loop in self._deadlines), default=0) / 1000
        )
        metrics.projection_behind.set_function(lambda: sum(cell.projector.behind for cell in cells))
        metrics.on_read.append(partial(count_tables, cells))

    async def _report(self, table: UUID, seat: Seat, is_here: bool) -> None:
        await report(self._there(table), table, seat, is_here)

    async def _grace_ms(self, table: UUID) -> Ms | None:
        cell = self._there(table)
        if cell is self.cells.home:
            return await grace_ms(cell, table)
        return await cell.soon(partial(grace_ms, table=table))

    def _there(self, table: UUID) -> Cell:
        """Return a table's cell; StoreUnavailableError if it is away: other tables' leases must not wait."""
        cell = self.cells.at(table)
        if cell.is_away():
            raise StoreUnavailableError("the cell is away")
        return cell

    def _seats(self) -> AbstractSet[tuple[UUID, Seat]]:
        """Return the seats of all cells whose players watch their tables here."""
        first, *others = (cell.rooms.seats() for cell in self.cells)
        return set(first).union(*others) if others else first

    def jobs(self) -> Jobs:
        """Return the jobs that run once for all cells."""
        node, sockets = self.node, self.sockets
        always: Jobs = {
            "listen": partial(hear, self.cells),
            "sessions": sockets.check_sessions,
            "acts": partial(follow_acts, self.cells),
            "connections": self.connections.sweep,
            "lag": partial(measure_lag, node.metrics.lag),
        }
        return {**always, "presence": self._presence.run} if node.settings.jobs else always

    async def serve_cell(self, cell: Cell) -> None:
        """Start the jobs of a cell. Its outages are read first, before a deadline is fired."""
        await cell.recent_outages.beat()
        self.start({"outages": partial(note_outages, cell.recent_outages), **self._jobs_of_cell(cell)}, cell)

    def _jobs_of_cell(self, cell: Cell) -> Jobs:
        always: Jobs = {
            "heads": partial(poll_heads, cell),
            "here": partial(show_presence, cell),
        }
        if not self.node.settings.jobs:
            return always
        deadlines = DeadlineLoop(cell.deadlines, cell.now, partial(fire, cell))
        cell.room_context.on_due.append(deadlines.note)
        self._deadlines.append(deadlines)
        notices = NoticeLoop(
            cell.notices,
            cell.now,
            plan=partial(plan, self.cells, cell),
            deliver=partial(deliver, self.cells, cell),
        )
        orders = OrderLoop(cell.orders, partial(follow, cell, on_seen=self._presence.on_seen))
        return {
            **always,
            "deadlines": deadlines.run,
            "notices": notices.run,
            "orders": orders.run,
            "projection": cell.projector.run,
        }

    def start(self, jobs: Jobs, cell: Cell | None = None) -> None:
        """Start jobs, which run until `stop`."""
        name = None if cell is None else cell.name
        self._tasks.extend(asyncio.create_task(_run_forever(job, run, name)) for job, run in jobs.items())

    async def stop(self) -> None:
        """Stop all jobs."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def drain(self) -> None:
        """Send all players to other nodes one by one, or at once if there are none."""
        try:
            await self._presence.drain()
        except StoreUnavailableError:
            _log.warning("presence.drain_failed")
        over_ms = self.node.settings.drain_ms
        has_others = await self.node.bus.others() > self.stopping_too
        await self.sockets.drain(over_ms if has_others else min(over_ms, ALONE_MS))


@asynccontextmanager
async def running(
    settings: Settings, *, memory: Stores | None = None, development: Development = NO_DEVELOPMENT
) -> AsyncIterator[RunningNode]:
    """Run a node and start its jobs; `running.front` is the ASGI app."""
    for found in findings():
        _log.error("game.skipped", package=found.package, entry=found.entry, reason=found.message)
    for found in bots.findings(installed_games()):
        _log.error("bot.skipped", package=found.package, entry=found.entry, reason=found.message)
    for found in faces.findings(installed_games()):
        _log.error("face.skipped", package=found.package, entry=found.entry, reason=found.message)
    check_games(settings, installed_games())
    with GAME_CODE.watching(settings.game_cpu_ms):
        async with _running(settings, memory, development) as node_running:
            yield node_running


@asynccontextmanager
async def _running(
    settings: Settings, memory: Stores | None, development: Development
) -> AsyncIterator[RunningNode]:
    await _check_home(settings)
    async with AsyncExitStack() as stack:
        opening = open_node(settings, memory=memory, development=development)
        cells, checks = await stack.enter_async_context(opening)
        node_running = RunningNode(cells, checks, development)
        await cells.node.moderation_cache.refresh()  # before the first connection
        stack.push_async_callback(node_running.stop)
        await node_running.serve_cell(cells.home)
        node_running.start(node_running.jobs())
        if settings.cells:
            connector = await joining(cells, stack, node_running.serve_cell)
            stack.push_async_callback(node_running.stop)  # before their databases are closed
            await connector.first()
            node_running.start({"cells": connector.run})
        learning = asyncio.create_task(_warm_name_cache())
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
    except CellMismatchError as wrong:
        raise SettingsError(str(wrong)) from None
    except (OSError, TimeoutError):
        return  # opening the stores reports the error


async def _warm_name_cache() -> None:
    """Compute the look-alike letters, which takes a second, before the first guest needs them."""
    await asyncio.to_thread(skeleton, "Rondel")


async def _run_forever(name: str, job: Callable[[], Awaitable[None]], cell: str | None = None) -> None:
    """Run a job, and restart it whenever it fails."""
    while True:
        try:
            await job()
        except Exception as error:  # noqa: BLE001 - whatever it is, the job goes on
            _log.error("job.failed", job=name, cell=cell, error=type(error).__name__)
        await asyncio.sleep(1)


class Server(uvicorn.Server):
    """Uvicorn server that drains its sockets before it stops."""

    def __init__(self, node_running: RunningNode, siblings: WorkerPeers | None = None) -> None:
        super().__init__(config_of(node_running, siblings))
        self._running = node_running
        self._siblings = siblings

    def install_signal_handlers(self) -> None:
        """Install handlers for SIGTERM and SIGINT, effective during startup and shutdown."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.handle_exit, number, None)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: `install_signal_handlers` replaces uvicorn's handlers, also during shutdown."""
        yield

    async def startup(self, sockets: Any = None) -> None:
        """Raise the limit of file descriptors, then listen."""
        self._running.connections.raise_descriptor_limit()
        await super().startup(sockets)
        if self._siblings is not None:
            try:
                self._siblings.listen(self._take, self._may_take)
            except OSError as error:
                _log.warning("workers.handover_unavailable", error=str(error))

    def _may_take(self) -> bool:
        return not self.should_exit and self._running.connections.shortage() is None

    def _take(self, connection: socket.socket, request: bytes) -> None:
        task = asyncio.create_task(self._serve_taken(connection, request))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    async def _serve_taken(self, connection: socket.socket, request: bytes) -> None:
        """Serve a connection from another worker, starting with the request that it has read."""
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
        except OSError:  # the client has disconnected
            connection.close()

    def stop_with_siblings(self) -> None:
        """Stop together with the other workers of this port: clients cannot reconnect to them."""
        self._running.stopping_too = self._running.node.settings.workers - 1
        self.should_exit = True

    async def shutdown(self, sockets: Any = None) -> None:
        """Drain unless a second signal forces the exit, then stop. Sibling workers accept new connections."""
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


def freeze_gc() -> None:
    """Freeze all objects created at startup, so that the garbage collector skips them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def config_of(node_running: RunningNode, siblings: WorkerPeers | None = None) -> uvicorn.Config:
    """Return uvicorn's configuration: no WebSocket compression, no access log, own handling of proxies."""
    settings = node_running.node.settings
    return uvicorn.Config(
        node_running.front,
        host=settings.host,
        port=settings.port,
        **protocols(node_running.connections, siblings),
        ws_per_message_deflate=False,
        ws_max_size=max_frame_bytes(node_running.api),
        ws_ping_interval=settings.constants.ping_ms / 1000,
        ws_ping_timeout=(settings.constants.dead_ms - settings.constants.ping_ms) / 1000,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the API reads them itself, and rejects invalid addresses
        timeout_keep_alive=-(-settings.keep_alive_ms // 1000),
        timeout_graceful_shutdown=GRACE_S,
    )


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT, then drain and close everything."""
    start_logging(settings.log_level)
    async with running(settings) as node_running:
        server = Server(node_running)
        server.install_signal_handlers()
        freeze_gc()
        _log.info("server.started", node=settings.node, host=settings.host, port=settings.port)
        await server.serve()
