"""What the rooms of a node share: its ports, its epoch, and whom they wake."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from rondel.kernel import AnyGame, Ms, Outage
from rondel.server.failpoints import Failpoints
from rondel.server.metrics import Metrics
from rondel.server.ports import Bus, Chats, Journal, Now, Tables
from rondel.server.position import Position
from rondel.server.traces import Traces


async def _nothing_new() -> None:
    pass


@dataclass(kw_only=True)
class RoomPorts:
    """What the rooms of a node share: its ports, its epoch, and whom they wake."""

    games: Mapping[str, AnyGame]
    journal: Journal
    tables: Tables
    chats: Chats
    bus: Bus
    now: Now
    metrics: Metrics
    traces: Traces | None = None
    failpoints: Failpoints = field(default_factory=Failpoints)
    snapshot_every: int = 64
    epoch: int = 0
    outages: Sequence[Outage] = ()
    """The recent spans in which no node served: live tables get that time back."""

    learn_outages: Callable[[], Awaitable[None]] = _nothing_new
    """Called before a deadline fires: an outage that has just ended must be known by then."""

    see: Callable[[Ms, int], None] = lambda _now, _epoch: None
    """Set by Rooms: every answer of the journal passes through it."""

    seats_changed: Callable[[UUID], None] = lambda _table: None
    """Set by Rooms: the record of a table was read again, and others may sit there."""

    on_append: list[Callable[[Position, Position], None]] = field(default_factory=list)
    """Called with the position before and after each row that this node has committed."""

    on_new_epoch: list[Callable[[], object]] = field(default_factory=list)
    """Called when whatever was remembered may be undone."""

    on_due: list[Callable[[Ms], None]] = field(default_factory=list)
    """Called when this node has armed a deadline."""

    on_bots: list[Callable[[UUID], None]] = field(default_factory=list)
    """Called when a bot owes a move at a table."""

    tells_why: bool = False
    """Whether players at a halted table are told why: only where they are its authors (`rondel dev`)."""

    on_halt: list[Callable[[Exception], None]] = field(default_factory=list)
    """Called with what a game raised when its table is halted; it may say what players must not see."""
