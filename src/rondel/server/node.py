"""A node: the ports it was given and the rooms it has open. It holds no truth."""

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from rondel.kernel import AnyGame
from rondel.server.credentials import Credentials, Provider
from rondel.server.failpoints import Failpoints
from rondel.server.metrics import Metrics
from rondel.server.moderation import Blocks, Moderation
from rondel.server.ports import (
    Alerts,
    Bus,
    Chats,
    Deadlines,
    Hooks,
    Journal,
    Limits,
    Mailer,
    Notes,
    Notices,
    Now,
    Outages,
    People,
    PresenceStore,
    Projection,
    Pusher,
    Seating,
    StandingOrders,
    Tables,
)
from rondel.server.position import Position
from rondel.server.projector import Projector
from rondel.server.record import projectable
from rondel.server.room_ports import RoomPorts
from rondel.server.rooms import Rooms
from rondel.server.settings import Settings
from rondel.server.standing import Standing
from rondel.server.tokens import RecentTokens
from rondel.server.traces import Traces

_log = structlog.get_logger()


@dataclass(kw_only=True)
class Node:
    """Everything a flow may need, by name."""

    id: str
    settings: Settings
    games: Mapping[str, AnyGame]
    journal: Journal
    tables: Tables
    seating: Seating
    deadlines: Deadlines
    bus: Bus
    presence: PresenceStore
    limits: Limits
    people: People
    credentials: Credentials
    chats: Chats
    alerts: Alerts
    notices: Notices
    notes: Notes
    orders: StandingOrders
    moderation: Moderation
    blocks: Blocks
    outages: Outages
    projection: Projection
    mailer: Mailer
    pusher: Pusher
    hooks: Hooks
    now: Now
    projector: Projector
    provider: Provider | None = None
    metrics: Metrics = field(default_factory=Metrics)
    traces: Traces | None = None
    failpoints: Failpoints = field(default_factory=Failpoints)
    recent_tokens: RecentTokens = field(default_factory=RecentTokens)
    allow_list: frozenset[str] = frozenset()
    background: set["asyncio.Task[None]"] = field(default_factory=set)
    room_ports: RoomPorts = field(init=False)
    rooms: Rooms = field(init=False)
    standing: Standing = field(init=False)

    def __post_init__(self) -> None:
        """Open its rooms."""
        self.standing = Standing(self.moderation, self.now)
        self.room_ports = RoomPorts(
            games=self.games,
            journal=self.journal,
            tables=self.tables,
            chats=self.chats,
            bus=self.bus,
            now=self.now,
            metrics=self.metrics,
            traces=self.traces,
            failpoints=self.failpoints,
            snapshot_every=self.settings.snapshot_every,
        )
        self.room_ports.on_append.append(self._record)
        self.room_ports.on_new_epoch.append(self.projector.forget)
        self.rooms = Rooms(self.room_ports, limit=self.settings.live_tables)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it after the answer, so that the answer does not depend on it; a failure is logged."""
        task = asyncio.create_task(work)
        self.background.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self.background.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("work after an answer failed", error=type(error).__name__)

    def _record(self, before: Position, after: Position) -> None:
        """What was committed goes into the relational record, unless it is a lesson."""
        if after.table.lesson is None:
            self.projector.note(projectable(before, after))
