"""Presence within one process."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias
from uuid import UUID

from rondel.kernel import Ms, Seat
from rondel.server.ports.presence import HTTP, Absence
from rondel.server.runtime.clock import monotonic_ms

DEATH_COUNTS_MS: Ms = 60_000
"""For so long after a node's death an absence is put down to it."""

SWEEP_THRESHOLD = 10_000
"""Beyond so many seats, those that were reported a day ago are forgotten."""

DAY_MS: Ms = 86_400_000

LOST = "?"
"""Who held a seat when the store began anew."""

At: TypeAlias = tuple[UUID, Seat]


@dataclass
class Lease:
    """All leases of one seat: when each ends or ended, and what its absences have used of the grace.

    `has_socket` says that the player has listened on a socket since an absence was last reported.
    """

    ends: dict[str, Ms] = field(default_factory=dict)
    released_at: Ms = 0
    used_ms: Ms = 0
    is_reported: bool = False
    has_socket: bool = False

    def ended_at(self) -> Ms:
        """When the last of them ends or ended."""
        return max(self.released_at, *self.ends.values(), 0)

    def is_fresh_start(self) -> bool:
        """Did a node die, rather than give its lease back?"""
        since = self.ended_at()
        return any(who != HTTP and at + DEATH_COUNTS_MS >= since for who, at in self.ends.items())


class MemoryPresence:
    """Leases in a dictionary; it is gone with its process, and so is everybody who was here."""

    def __init__(self, now: Callable[[], Ms] = monotonic_ms) -> None:
        self._now = now
        self._began = now()
        self._leases: dict[At, Lease] = {}
        self._ended: set[At] = set()
        self._soonest: Ms = 0  # before then no other lease ends by itself
        self._seats: defaultdict[UUID, set[Seat]] = defaultdict(set)
        self._sweep_threshold = SWEEP_THRESHOLD

    async def hold(self, holder: str, seats: Collection[At], *, lease_ms: Ms) -> Collection[At]:
        now = self._now()
        return [at for at in seats if self._hold(self._lease(at), holder, now, lease_ms)]

    async def expect(self, seats: Collection[At]) -> None:
        now = self._now()
        for at in seats:
            if at not in self._leases:
                self._lease(at).ends[LOST] = now
                self._ended.add(at)

    async def release(self, holder: str, seats: Collection[At]) -> None:
        now = self._now()
        for at in seats:
            lease = self._leases.get(at)
            if lease is not None and lease.ends.get(holder, 0) > now:
                del lease.ends[holder]
                lease.released_at = now
                self._ended.add(at)

    async def drain(self, holder: str) -> None:
        now = self._soonest = self._now()
        for lease in self._leases.values():
            if lease.ends.get(holder, 0) > now:
                lease.ends[holder] = now

    async def absent(self, *, limit: int) -> Sequence[Absence]:
        now = self._now()
        if now >= self._soonest:
            ends = {at: lease.ended_at() for at, lease in self._leases.items() if not lease.is_reported}
            self._ended = {at for at, end in ends.items() if end <= now}
            self._soonest = min((end for end in ends.values() if end > now), default=now + DAY_MS)
        return sorted(self._absences(now), key=lambda absence: absence.since)[:limit]

    async def reported(self, table: UUID, seat: Seat, *, used_ms: Ms) -> None:
        lease = self._lease((table, seat))
        if not lease.is_reported and lease.ended_at() <= self._now():
            lease.used_ms += used_ms
        lease.is_reported = True
        lease.has_socket = False
        self._ended.discard((table, seat))
        self._forget_old()

    async def forget(self, table: UUID, seat: Seat) -> None:
        lease = self._leases.get((table, seat))
        if lease is None or lease.ended_at() > self._now():
            return
        del self._leases[table, seat]
        self._ended.discard((table, seat))
        self._seats[table].discard(seat)
        if not self._seats[table]:
            del self._seats[table]

    async def here(self, tables: Collection[UUID]) -> Mapping[UUID, Collection[Seat]]:
        now = self._now()
        return {
            table: {seat for seat in self._seats.get(table, ()) if self._leases[table, seat].ended_at() > now}
            for table in tables
        }

    async def answered_since(self) -> Ms:
        return self._began

    async def now(self) -> Ms:
        return self._now()

    def _lease(self, at: At) -> Lease:
        lease = self._leases.get(at)
        if lease is None:
            lease = self._leases[at] = Lease()
            self._seats[at[0]].add(at[1])
        return lease

    def _hold(self, lease: Lease, holder: str, now: Ms, lease_ms: Ms) -> bool:
        since, was_reported = lease.ended_at(), lease.is_reported
        is_back = 0 < since <= now and not was_reported
        if is_back and not lease.is_fresh_start():
            lease.used_ms += now - since
        lease.ends = {who: at for who, at in lease.ends.items() if at + DEATH_COUNTS_MS >= now}
        if holder != HTTP:
            lease.has_socket = True
            lease.ends.pop(HTTP, None)
        end = lease.ends[holder] = now if holder == HTTP and lease.has_socket else now + lease_ms
        self._soonest = min(self._soonest, end)
        lease.is_reported = False
        return was_reported

    def _absences(self, now: Ms) -> Iterator[Absence]:
        for table, seat in list(self._ended):
            lease = self._leases[table, seat]
            since = lease.ended_at()
            if since > now:
                self._ended.discard((table, seat))
            else:
                yield Absence(table, seat, since, lease.is_fresh_start(), lease.used_ms)

    def _forget_old(self) -> None:
        if len(self._leases) >= self._sweep_threshold:
            lately = self._now() - DAY_MS
            self._leases = {
                at: lease
                for at, lease in self._leases.items()
                if not lease.is_reported or lease.ended_at() > lately
            }
            self._seats.clear()
            for table, seat in self._leases:
                self._seats[table].add(seat)
            self._sweep_threshold = max(SWEEP_THRESHOLD, 2 * len(self._leases))
