"""The door: what every call over HTTP or a socket needs, and nothing of what lies behind the flows."""

from collections.abc import Awaitable, Callable, Mapping
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.api.sockets import Sockets
from rondel.server.flows.bots import BotTurns
from rondel.server.node import Node
from rondel.server.settings import Rate


def _nobody(_table: UUID, _seat: Seat) -> None:
    pass


class Door:
    """A node with its sockets, whom it tells that a seat was seen, and what must answer first."""

    def __init__(
        self,
        *,
        node: Node,
        sockets: Sockets,
        saw: Callable[[UUID, Seat], None] = _nobody,
        checks: Mapping[str, Callable[[], Awaitable[None]]] | None = None,
    ) -> None:
        self.node = node
        self.sockets = sockets
        self.saw = saw
        self.checks = checks or {}
        self.bot_turns = BotTurns(node)

    async def limit(self, what: str, who: str, rate: Rate) -> None:
        """Let it pass, or Denied: asked too often."""
        wait_ms = await self.node.limits.take(f"{what}:{who}", burst=rate.burst, per_ms=rate.per_ms)
        if wait_ms > 0:
            raise Denied.of("TOO_MANY", after_ms=wait_ms)

    def seen(self, table: UUID, seat: Seat | None) -> None:
        """Somebody asked from this seat, so its player is there."""
        if seat is not None:
            self.saw(table, seat)
