"""In-memory cache of bans, roles and the announcement. Requests read it without I/O.

The audit log is polled: an act at another node takes effect here within ACTS_MS and one query.
"""

import asyncio
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports.deadlines import Now
from rondel.server.ports.moderation import Announcement, AuditEntry, Ban, Decisions, Moderation, Role

ACTS_MS: Final[Ms] = 700
"""How often a node looks whether a moderator has done something at another one."""

ACTS_AT_ONCE: Final = 1000

Network: TypeAlias = IPv4Network | IPv6Network


class ModerationCache:
    """Current bans, roles and announcement. `on_change` receives the acts since the last refresh."""

    def __init__(self, store: Moderation, now: Now) -> None:
        self._store = store
        self._now = now
        self._lock = asyncio.Lock()
        self._seen: int | None = None
        self._roles: dict[UUID, Role] = {}
        self._accounts: dict[UUID, Ban] = {}
        self._networks: tuple[tuple[Network, Ban], ...] = ()
        self._announcement: Announcement | None = None
        self.on_change: list[Callable[[Sequence[AuditEntry]], None]] = []

    async def refresh(self) -> Sequence[AuditEntry]:
        """Reload if moderators have acted since the last refresh; return those acts."""
        async with self._lock:
            newest = await self._store.newest_act()
            if newest == self._seen:
                return ()
            acts: Sequence[AuditEntry] = ()
            if self._seen is not None:
                acts = await self._store.acts_after(self._seen, limit=ACTS_AT_ONCE)
            self._hold(await self._store.decisions(now=self._now.ms()))
            self._seen = acts[-1].id if acts else newest
            for tell in self.on_change:
                tell(acts)
            return acts

    def role_of(self, account: UUID) -> Role | None:
        """Return the account's role; None for a player."""
        return self._roles.get(account)

    def ban_of(self, account: UUID) -> Ban | None:
        """Return the current ban of this account; None without one."""
        return self._holding(self._accounts.get(account))

    def ban_of_address(self, client: str | None) -> Ban | None:
        """Return the current ban of a network that contains this address; None without one."""
        address = _address(client) if self._networks else None
        if address is None:
            return None
        bans = (ban for network, ban in self._networks if address in network)
        return next((ban for ban in bans if self._holding(ban) is not None), None)

    @property
    def networks(self) -> Sequence[Ban]:
        """Return the current bans of networks."""
        return [ban for _, ban in self._networks if self._holding(ban) is not None]

    @property
    def announcement(self) -> Announcement | None:
        """Return the current announcement; None without one."""
        current = self._announcement
        return None if current is None or _has_ended(current.until, self._now.ms()) else current

    def _holding(self, ban: Ban | None) -> Ban | None:
        return None if ban is None or _has_ended(ban.until, self._now.ms()) else ban

    def _hold(self, decisions: Decisions) -> None:
        self._roles = dict(decisions.roles)
        self._accounts = {ban.account: ban for ban in decisions.bans if ban.account is not None}
        self._networks = tuple(
            (ip_network(ban.network), ban) for ban in decisions.bans if ban.network is not None
        )
        self._announcement = decisions.announcement


def _has_ended(until: Ms | None, now: Ms) -> bool:
    return until is not None and until <= now


def _address(client: str | None) -> IPv4Address | IPv6Address | None:
    """Parse an address without its zone; unwrap an IPv4-mapped one."""
    try:
        address = ip_address((client or "").partition("%")[0])
    except ValueError:
        return None
    inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return inner or address
