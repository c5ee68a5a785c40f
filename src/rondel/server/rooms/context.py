"""What the rooms of a cell share: ports, epoch and callbacks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from rondel.kernel import AnyGame, Ms
from rondel.server.ports.bus import Bus
from rondel.server.ports.chats import Chats
from rondel.server.ports.deadlines import Now
from rondel.server.ports.journal import Journal
from rondel.server.ports.tables import Tables
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.outages import RecentOutages
from rondel.server.rooms.position import Position
from rondel.server.runtime.failpoints import Failpoints
from rondel.server.runtime.metrics import Metrics
from rondel.server.runtime.traces import Traces


@dataclass(kw_only=True)
class RoomContext:
    """What the rooms of a cell share.

    Callbacks are registered by appending them to one of the lists.
    """

    games: Mapping[str, AnyGame]
    journal: Journal
    tables: Tables
    chats: Chats
    bus: Bus
    now: Now
    metrics: Metrics
    outages: RecentOutages
    traces: Traces | None = None
    failpoints: Failpoints = field(default_factory=Failpoints)
    snapshot_every: int = 64
    shows_errors: bool = False
    """Whether players at a halted table see the error."""

    epoch: int = 0
    """The highest epoch of the database that this node has seen."""

    on_append: list[Callable[[Position, Position], None]] = field(default_factory=list)
    """Called with the position before and after each row that this node has committed."""

    on_new_epoch: list[Callable[[], object]] = field(default_factory=list)
    """Called when the database was restored: whatever was cached may be undone."""

    on_seats_read: list[Callable[[UUID], None]] = field(default_factory=list)
    """Called when the record of a table was read again: other players may sit there."""

    on_due: list[Callable[[Ms], None]] = field(default_factory=list)
    """Called when this node has armed a deadline."""

    on_bots: list[Callable[[UUID], None]] = field(default_factory=list)
    """Called when a bot owes a move at a table."""

    on_halt: list[Callable[[Exception], None]] = field(default_factory=list)
    """Called with what a game raised when its table is halted; it may say what players must not see."""

    def observe_epoch(self, now: Ms, epoch: int) -> None:
        """Learn the database's time and epoch; StoreUnavailableError if that epoch has passed.

        Every response of the journal passes through here, so a new epoch is detected in one place.
        """
        if epoch < self.epoch:
            raise StoreUnavailableError(f"the database is of epoch {epoch}; epoch {self.epoch} has been seen")
        self.now.learn(now)
        if epoch == self.epoch:
            return
        self.epoch = epoch
        for forget in self.on_new_epoch:
            forget()
