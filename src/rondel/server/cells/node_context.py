"""The services that the cells of one process share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rondel.kernel import AnyGame
from rondel.server.cells.background import Background
from rondel.server.cells.moderation_cache import ModerationCache
from rondel.server.cells.recent_tokens import RecentTokens
from rondel.server.ports.alerts import Alerts
from rondel.server.ports.bus import Bus
from rondel.server.ports.credentials import Credentials, Provider
from rondel.server.ports.deadlines import Now
from rondel.server.ports.limits import Limits
from rondel.server.ports.messages import Hooks, Mailer, Pusher
from rondel.server.ports.moderation import Blocks, Moderation
from rondel.server.ports.people import People
from rondel.server.ports.presence import PresenceStore
from rondel.server.runtime.failpoints import Failpoints
from rondel.server.runtime.metrics import Metrics
from rondel.server.runtime.traces import Traces
from rondel.server.settings import Settings


@dataclass(kw_only=True)
class NodeContext:
    """One server process: settings, games, the stores of accounts, and the services that messages need.

    What belongs to the tables of one database is in `Cell`.
    """

    id: str
    settings: Settings
    games: Mapping[str, AnyGame]
    now: Now
    """The clock of the home database."""

    people: People
    credentials: Credentials
    alerts: Alerts
    moderation: Moderation
    blocks: Blocks
    bus: Bus
    presence: PresenceStore
    limits: Limits
    mailer: Mailer
    pusher: Pusher
    hooks: Hooks
    metrics: Metrics = field(default_factory=Metrics)
    provider: Provider | None = None
    traces: Traces | None = None
    failpoints: Failpoints = field(default_factory=Failpoints)
    allow_list: frozenset[str] = frozenset()
    """Addresses and domains that may register, where registration is `allow-list`."""

    shows_errors: bool = False
    """Whether players at a halted table see the error: only where they are its authors (`rondel dev`)."""

    recent_tokens: RecentTokens = field(default_factory=RecentTokens)
    background: Background = field(default_factory=Background)
    moderation_cache: ModerationCache = field(init=False)

    def __post_init__(self) -> None:
        self.moderation_cache = ModerationCache(self.moderation, self.now)
