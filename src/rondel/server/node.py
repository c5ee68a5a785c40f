"""A node: the ports it was given, the tables it has folded, the sockets it serves. It holds no truth."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from rondel.kernel import AnyGame, Ms
from rondel.server.failpoints import Failpoints
from rondel.server.live import Live
from rondel.server.ports import (
    Alerts,
    Bus,
    Chats,
    Deadlines,
    Hooks,
    Journal,
    Limits,
    Mailer,
    Notices,
    Now,
    People,
    PresenceStore,
    Projection,
    Pusher,
    Seating,
    Tables,
)
from rondel.server.projector import Projector

if TYPE_CHECKING:
    from rondel.server.hub import Hub
    from rondel.server.metrics import Metrics
    from rondel.server.settings import Settings


@dataclass(kw_only=True)
class Node:
    """Everything a flow may need, by name."""

    id: str
    settings: "Settings"
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
    projection: Projection
    mailer: Mailer
    pusher: Pusher
    hooks: Hooks
    now: Now
    live: Live
    hub: "Hub"
    metrics: "Metrics"
    projector: Projector
    epoch: int = 0
    failpoints: Failpoints = field(default_factory=Failpoints)
    on_due: list[Callable[[Ms], None]] = field(default_factory=list)
    """Told when a deadline was armed by this node, so that whoever fires deadlines wakes in time."""

    on_bots: list[Callable[[UUID], None]] = field(default_factory=list)
    """Told when a bot owes a move at a table."""
