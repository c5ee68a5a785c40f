"""A node: the ports it was given and the rooms it has open. It holds no truth."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rondel.kernel import AnyGame
from rondel.server.failpoints import Failpoints
from rondel.server.metrics import Metrics
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
from rondel.server.tokens import RecentTokens


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
    chats: Chats
    alerts: Alerts
    notices: Notices
    notes: Notes
    orders: StandingOrders
    outages: Outages
    projection: Projection
    mailer: Mailer
    pusher: Pusher
    hooks: Hooks
    now: Now
    projector: Projector
    metrics: Metrics = field(default_factory=Metrics)
    failpoints: Failpoints = field(default_factory=Failpoints)
    recent_tokens: RecentTokens = field(default_factory=RecentTokens)
    room_ports: RoomPorts = field(init=False)
    rooms: Rooms = field(init=False)

    def __post_init__(self) -> None:
        """Open its rooms."""
        self.room_ports = RoomPorts(
            games=self.games,
            journal=self.journal,
            tables=self.tables,
            chats=self.chats,
            bus=self.bus,
            now=self.now,
            metrics=self.metrics,
            failpoints=self.failpoints,
            snapshot_every=self.settings.snapshot_every,
        )
        self.room_ports.on_append.append(self._record)
        self.room_ports.on_new_epoch.append(self.projector.forget)
        self.rooms = Rooms(self.room_ports, limit=self.settings.live_tables)

    def _record(self, before: Position, after: Position) -> None:
        """What was committed goes into the relational record, unless it is a lesson."""
        if after.table.lesson is None:
            self.projector.note(projectable(before, after))
