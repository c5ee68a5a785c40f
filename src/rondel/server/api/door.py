"""The door: what every call over HTTP or a socket needs, and nothing of what lies behind the flows."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import copy
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.api.addresses import tiers
from rondel.server.api.connections import Connections
from rondel.server.api.sockets import Sockets
from rondel.server.branding import Branding
from rondel.server.flows.bots import BotTurn, BotTurns
from rondel.server.node import Node
from rondel.server.prover import Prover
from rondel.server.settings import Rate


def _nobody(_table: UUID, _seat: Seat) -> None:
    pass


class Door:
    """A node with its sockets, whom it tells that a seat was seen or listens, and what must answer first."""

    def __init__(
        self,
        *,
        node: Node,
        sockets: Sockets,
        saw: Callable[[UUID, Seat], None] = _nobody,
        sat: Callable[[UUID, Seat], None] = _nobody,
        checks: Mapping[str, Callable[[], Awaitable[None]]] | None = None,
        connections: Connections | None = None,
        branding: Branding | None = None,
    ) -> None:
        self.node = node
        self.cells = node.cells
        self.sockets = sockets
        self._saw = saw
        self._sat = sat
        self.branding = Branding() if branding is None else branding
        self.checks = checks or {}
        self.failed_checks: Mapping[str, str] = {}
        if connections is None:
            connections = Connections(node.settings, node.metrics)
        self.connections = connections
        self.bot_turns: dict[int, BotTurns] = {}
        self.prover = Prover()

    def at(self, table: UUID | None) -> "Door":
        """This door as it opens to the table's cell; Unavailable if that was not joined."""
        node = self.cells.home if table is None else self.cells.at(table)
        if node is self.node:
            return self
        door = copy(self)
        door.node = node
        return door

    async def next_bot_turns(self, *, limit: int) -> Sequence[BotTurn]:
        """The next moves that bots owe, of all cells; of those that answer, if one is away."""

        async def of(node: Node) -> Sequence[BotTurn]:
            turns = self.bot_turns.setdefault(node.cell, BotTurns(node))
            return await turns.next(limit=limit)

        return (await self.cells.each(of)).rows

    async def limit(self, what: str, who: str, rate: Rate, *, cost: int = 1) -> None:
        """Let it pass, or Denied: asked too often."""
        wait_ms = await self.node.limits.take(
            f"{what}:{who}", burst=rate.burst, per_ms=rate.per_ms, cost=min(cost, rate.burst)
        )
        if wait_ms > 0:
            raise Denied.of("TOO_MANY", after_ms=wait_ms)

    async def limit_address(self, what: str, client: str | None, rate: Rate, *, cost: int = 1) -> None:
        """Let it pass, or Denied: asked too often from this address, or from its whole site."""
        for who, times in tiers(client):
            await self.limit(what, who, Rate(times * rate.burst, rate.per_ms), cost=cost)

    async def refuse_guesses(self, what: str, client: str | None, token: str | None) -> None:
        """Denied, before anything is looked up, if this address has tried too many wrong tokens of late.

        A token that was right here lately passes: people share an address with others who guess.
        """
        if token is None or token in self.node.recent_tokens:
            return
        rate = self.node.settings.failed_sign_ins
        for who, times in tiers(client):
            burst = times * rate.burst
            wait_ms = await self.node.limits.wait(f"{what}:{who}", burst=burst, per_ms=rate.per_ms)
            if wait_ms > 0:
                raise Denied.of("TOO_MANY", after_ms=wait_ms)

    async def meter(self, body: bytes, account: UUID, client: str | None) -> None:
        """Let a transcript pass by its bytes, or Denied: too many of this account or from this address."""
        rate = self.node.settings.replay_bytes
        await self.limit("replay-bytes", str(account), rate, cost=len(body))
        await self.limit_address("replay-bytes", client, rate, cost=len(body))

    def seen(self, table: UUID, seat: Seat | None) -> None:
        """Somebody asked from this seat, so its player is there."""
        if seat is not None:
            self._saw(table, seat)

    def listens(self, table: UUID, seat: Seat | None) -> None:
        """Somebody listens on a socket for this seat."""
        if seat is not None:
            self._sat(table, seat)
