"""The sockets of a node: whose they are, and how they are closed when a session ends or the node stops."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Protocol
from uuid import UUID

import msgspec
import structlog

from rondel.kernel import Ms
from rondel.server.api.context.outbound import TurnEnd
from rondel.server.cells.node_context import NodeContext
from rondel.server.ports.moderation import AuditEntry
from rondel.server.ports.people import Session
from rondel.server.ports.value import StoreUnavailableError
from rondel.wire.protocol import Goaway

SIGNED_OUT: Final = 4401
BANNED: Final = 4403
RESTART: Final = 1012

LOOKUPS_PER_S: Final = 200
"""How many sessions of open sockets a node looks up in a second, at most."""

_log = structlog.get_logger()


class Socket(Protocol):
    """One connection, as far as the others of this node know it."""

    @property
    def account_id(self) -> UUID:
        """Whose it is."""
        ...

    @property
    def address(self) -> str | None:
        """Where it comes from."""
        ...

    @property
    def session(self) -> Session:
        """By which session it was opened."""
        ...

    def answer(self, frame: bytes) -> None:
        """Send it a frame that is not dropped."""
        ...

    def hide(self, authors: Collection[UUID]) -> None:
        """Send it nothing more that these say."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Close it, soon."""
        ...


class Sockets:
    """All open sockets of this node."""

    def __init__(self, node: NodeContext) -> None:
        self._node = node
        self._by_account: defaultdict[UUID, set[Socket]] = defaultdict(set)
        self._by_session: defaultdict[UUID, set[Socket]] = defaultdict(set)
        self.is_draining = False
        self.turn_end = TurnEnd()

    def __iter__(self) -> Iterator[Socket]:
        return iter([socket for sockets in self._by_account.values() for socket in sockets])

    def count(self, account: UUID) -> int:
        """How many sockets this account has here."""
        return len(self._by_account.get(account, ()))

    def add(self, socket: Socket) -> None:
        """It was opened."""
        self._by_account[socket.account_id].add(socket)
        self._by_session[socket.session.id].add(socket)
        self._node.metrics.sockets.inc()

    def remove(self, socket: Socket) -> None:
        """It is closed."""
        _discard(self._by_account, socket.account_id, socket)
        _discard(self._by_session, socket.session.id, socket)
        self._node.metrics.sockets.dec()

    def end(self, sessions: Collection[UUID]) -> None:
        """These sessions have ended: close their sockets."""
        for session in sessions:
            for socket in list(self._by_session.get(session, ())):
                socket.close(SIGNED_OUT, "signed out")

    def enforce_bans(self, _acts: Sequence[AuditEntry] = ()) -> None:
        """Close the sockets of everybody who is banned now."""
        for socket in self:
            self.enforce_ban(socket)

    def enforce_ban(self, socket: Socket) -> None:
        """Close it if its account or its address is banned now."""
        bans = self._node.moderation_cache
        if bans.ban_of(socket.account_id) or bans.ban_of_address(socket.address):
            socket.close(BANNED, "banned")

    def hide(self, account: UUID, authors: Collection[UUID]) -> None:
        """From now on the sockets of this account are not sent what these say."""
        for socket in self._by_account.get(account, ()):
            socket.hide(authors)

    async def check_sessions(self) -> None:
        """For ever: look up the sessions of open sockets, and close those that have ended elsewhere."""
        settings = self._node.settings
        while True:
            sessions = [next(iter(sockets)).session for sockets in self._by_session.values()]
            if not sessions:
                await asyncio.sleep(settings.constants.revoked_ms / 1000)
            pause_s = _pause_s(len(sessions), settings.constants.revoked_ms, settings.constants.recheck_ms)
            for session in sessions:
                await asyncio.sleep(pause_s)
                try:
                    found = await self._node.people.session(session.token_hash, now=self._node.now.ms())
                except StoreUnavailableError:
                    continue
                if found is None:
                    self.end((session.id,))

    async def drain(self, over_ms: Ms) -> None:
        """Send every socket away, each at a moment of its own; return when they are gone."""
        self.is_draining = True
        loop = asyncio.get_running_loop()
        for socket in self:
            after_ms = random.randint(0, max(over_ms, 1))  # noqa: S311 - jitter
            socket.answer(msgspec.json.encode(Goaway(after_ms)))
            loop.call_later(after_ms / 1000, socket.close, RESTART, "going away")
        until = loop.time() + over_ms / 1000 + 1
        while self._by_account and loop.time() < until:
            await asyncio.sleep(0.02)
        _log.info("sockets.drained", count=sum(map(len, self._by_account.values())))


def _discard(sockets: dict[UUID, set[Socket]], key: UUID, socket: Socket) -> None:
    of_key = sockets[key]
    of_key.discard(socket)
    if not of_key:
        del sockets[key]


def _pause_s(sessions: int, revoked_ms: Ms, recheck_ms: Ms) -> float:
    """Between two look-ups: all within `revoked_ms` if they are few, within `recheck_ms` however many."""
    round_s = min(max(revoked_ms / 1000, sessions / LOOKUPS_PER_S), recheck_ms / 1000)
    return round_s / max(sessions, 1)
