"""What all HTTP and WebSocket requests of a node share. It knows nothing behind the flows."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.api.context.open_sockets import Sockets
from rondel.server.api.pages.branding import Branding
from rondel.server.api.transport.client_addresses import tiers
from rondel.server.api.transport.connections import Connections
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.errors import ApiError
from rondel.server.flows.tables.bots import BotTurn, BotTurns
from rondel.server.record.proof_queue import Prover
from rondel.server.settings import Rate


async def _ignore(_table: UUID, _seat: Seat) -> None:
    pass


class ApiContext:
    """Cells, sockets, presence callbacks, readiness checks and limits; one for all requests of a node."""

    def __init__(
        self,
        *,
        cells: Cells,
        sockets: Sockets,
        on_request: Callable[[UUID, Seat], Awaitable[None]] = _ignore,
        on_listening: Callable[[UUID, Seat], Awaitable[None]] = _ignore,
        checks: Mapping[str, Callable[[], Awaitable[None]]] | None = None,
        connections: Connections | None = None,
        branding: Branding | None = None,
    ) -> None:
        self.cells = cells
        self.node = cells.node
        self.sockets = sockets
        self._on_request = on_request
        self._on_listening = on_listening
        self.branding = Branding() if branding is None else branding
        self.checks = checks or {}
        self._failed_checks: Mapping[str, str] = {}
        if connections is None:
            connections = Connections(self.node.settings, self.node.metrics)
        self.connections = connections
        self.bot_turns: dict[int, BotTurns] = {}
        self.prover = Prover()

    def has_new_failures(self, failed: Mapping[str, str]) -> bool:
        """Remember which readiness checks fail; return whether they differ from those before."""
        before, self._failed_checks = self._failed_checks, failed
        return before != failed

    async def next_bot_turns(self, *, limit: int) -> Sequence[BotTurn]:
        """Return the next moves that bots owe, in all reachable cells."""

        async def of(cell: Cell) -> Sequence[BotTurn]:
            turns = self.bot_turns.setdefault(cell.number, BotTurns(cell))
            return await turns.next(limit=limit)

        return (await self.cells.each(of)).rows

    async def limit(self, what: str, who: str, rate: Rate, *, cost: int = 1) -> None:
        """Raise ApiError if `who` has exceeded this rate limit."""
        wait_ms = await self.node.limits.take(
            f"{what}:{who}", burst=rate.burst, per_ms=rate.per_ms, cost=min(cost, rate.burst)
        )
        if wait_ms > 0:
            raise ApiError.of("TOO_MANY", after_ms=wait_ms)

    async def limit_address(self, what: str, client: str | None, rate: Rate, *, cost: int = 1) -> None:
        """Raise ApiError if this address, or its whole site, has exceeded the rate limit."""
        for who, times in tiers(client):
            await self.limit(what, who, Rate(times * rate.burst, rate.per_ms), cost=cost)

    async def refuse_guesses(self, what: str, client: str | None, token: str | None) -> None:
        """Raise ApiError before any lookup if this address has tried too many wrong tokens.

        A token that was valid recently passes: an address may be shared with an attacker.
        """
        if token is None or token in self.node.recent_tokens:
            return
        rate = self.node.settings.constants.failed_sign_in_rate
        for who, times in tiers(client):
            burst = times * rate.burst
            wait_ms = await self.node.limits.wait(f"{what}:{who}", burst=burst, per_ms=rate.per_ms)
            if wait_ms > 0:
                raise ApiError.of("TOO_MANY", after_ms=wait_ms)

    async def meter(self, body: bytes, account: UUID, client: str | None) -> None:
        """Raise ApiError if this account or address has sent too many bytes of transcripts."""
        rate = self.node.settings.constants.replay_byte_rate
        await self.limit("replay-bytes", str(account), rate, cost=len(body))
        await self.limit_address("replay-bytes", client, rate, cost=len(body))

    async def seen(self, table: UUID, seat: Seat | None) -> None:
        """Report a request from this seat: its player is present."""
        if seat is not None:
            await self._on_request(table, seat)

    async def listens(self, table: UUID, seat: Seat | None) -> None:
        """Report an open socket for this seat."""
        if seat is not None:
            await self._on_listening(table, seat)
