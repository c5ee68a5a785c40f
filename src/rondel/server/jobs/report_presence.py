"""Says who is there and who has gone. (Cambio 9.1, 9.10: leases, grace, and when the grace starts anew.)

Each tick the node's own seats are brought to the store: new ones are held, old ones renewed, those whose
socket has closed are given back. Then every absence is judged; a table hears of it when its grace is over.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import TypeAlias, TypeVar
from uuid import UUID

import structlog

from rondel.kernel import Ms, Seat
from rondel.server.ports.presence import HTTP, Absence, PresenceStore
from rondel.server.ports.value import StoreUnavailableError, Value
from rondel.server.runtime.clock import monotonic_ms, pause

TICK_S = 1.0
RENEW_MS: Ms = 10_000
LEASE_MS: Ms = 30_000
HTTP_LEASE_MS: Ms = 60_000
FRESH_GRACE_MS: Ms = 45_000
GRACES = 4
"""A seat's absences from one table may use so many graces in all."""

ABSENCES = 1000
AT_ONCE = 16
TELL_MS: Ms = 5_000

At: TypeAlias = tuple[UUID, Seat]
T = TypeVar("T")

log = structlog.get_logger()


class Wait(Value, frozen=True):
    """The seat still has grace, until then by the store's clock."""

    until: Ms


class Report(Value, frozen=True):
    """The grace is over; so much of it counts towards the seat's total."""

    used_ms: Ms


def verdict(absence: Absence, grace_ms: Ms, now: Ms, answered_since: Ms) -> Wait | Report:
    """Whether an absence is to be reported, all times by the store's clock.

    A seat that is absent through no fault of its own, because its node died or was drained or the store or
    the database was away meanwhile, gets a grace that starts anew, lasts at least 45 s and is not counted.
    """
    if absence.is_fresh_start or absence.since < answered_since:
        granted, counted = max(grace_ms, FRESH_GRACE_MS), 0
    else:
        granted = counted = min(grace_ms, max(0, GRACES * grace_ms - absence.used_ms))
    until = max(absence.since, answered_since) + granted
    return Wait(until) if now < until else Report(counted)


class Reported(Value, frozen=True):
    """The seats whose tables were told, and those whose database did not answer."""

    answered: Sequence[At]
    unavailable: Sequence[At]


class PresenceLoop:
    """Keeps a node's leases, and reports absences and returns.

    `seats` are those with an open socket on this node. `report` tells a table that a seat is there or not,
    and must be cheap when the table knows already. `grace_ms` answers None for a table that does not care.
    `waiting` hears, where that changes, which seats of a table are waited for, and for how much longer.
    """

    def __init__(
        self,
        store: PresenceStore,
        node: str,
        *,
        seats: Callable[[], AbstractSet[At]],
        report: Callable[[UUID, Seat, bool], Awaitable[object]],
        grace_ms: Callable[[UUID], Awaitable[Ms | None]],
        waiting: Callable[[Mapping[UUID, Mapping[Seat, Ms]]], Awaitable[object]],
        monotonic: Callable[[], Ms] = monotonic_ms,
    ) -> None:
        self._store = store
        self._node = node
        self._seats = seats
        self._report = report
        self._grace_ms = grace_ms
        self._waiting = waiting
        self._monotonic = monotonic
        self._graces: dict[UUID, Ms | None] = {}
        self._held: set[At] = set()
        self._sat: set[At] = set()
        self._seen: dict[At, Ms] = {}
        self._unheld: set[At] = set()
        self._back: set[At] = set()
        self._absences: Sequence[Absence] = ()
        self._waited: set[At] = set()
        self._untold: dict[At, Ms] = {}
        self._answered_since: Ms = 0
        self._renewed_at = -RENEW_MS
        self._is_drained = False
        self._turn = asyncio.Lock()

    def on_seen(self, table: UUID, seat: Seat) -> None:
        """An authenticated request came from this seat: it holds a lease for a minute, if no socket does."""
        if (table, seat) not in self._held:
            self._seen[table, seat] = self._monotonic()
            self._unheld.add((table, seat))

    async def on_request(self, table: UUID, seat: Seat) -> None:
        """As `on_seen`, but a new lease is held before the player is answered."""
        is_new = (table, seat) not in self._held and (table, seat) not in self._seen
        self.on_seen(table, seat)
        if is_new:
            await self._hold_at_once(HTTP, (table, seat), HTTP_LEASE_MS)

    async def on_listening(self, table: UUID, seat: Seat) -> None:
        """A socket was opened for this seat: its lease is held before the player is shown anything.

        It counts even if it is closed before the next tick.
        """
        self._sat.add((table, seat))
        if (table, seat) not in self._held and not self._is_drained:
            await self._hold_at_once(self._node, (table, seat), LEASE_MS)

    async def _hold_at_once(self, holder: str, at: At, lease_ms: Ms) -> None:
        """Hold one lease now: from here on nobody can take the seat as an absent player's."""
        with suppress(StoreUnavailableError):  # the next tick holds it
            self._back |= set(await self._store.hold(holder, [at], lease_ms=lease_ms))

    async def run(self) -> None:
        """Tick for ever; a store that is away is tried again."""
        while True:
            with suppress(StoreUnavailableError):  # it is logged once, as redis.lost or database.lost
                await self.tick()
            await pause(TICK_S * random.uniform(0.8, 1.2))  # noqa: S311 - jitter

    async def tick(self) -> None:
        """Bring the store up to date, then judge the absences."""
        async with self._turn:
            await self._notice_new_beginning()
            await self._hold_seen()
            if not self._is_drained:
                await self._hold()
                await self._release()
            await self._welcome()
            await self._judge()

    async def drain(self) -> None:
        """End every lease of this node and hold none again: its seats have a fresh start elsewhere."""
        async with self._turn:
            self._is_drained = True
            await self._store.drain(self._node)

    async def _notice_new_beginning(self) -> None:
        """Tell a store that began anew whom it may have forgotten."""
        answered_since = await self._store.answered_since()
        if answered_since == self._answered_since:
            return
        known = {(absence.table, absence.seat) for absence in self._absences}
        await self._store.expect((known | self._held) - self._seats())
        self._unheld |= self._seen.keys()
        self._renewed_at = -RENEW_MS
        self._answered_since = answered_since

    async def _hold_seen(self) -> None:
        if seen := frozenset(self._unheld):
            self._back |= set(await self._store.hold(HTTP, seen, lease_ms=HTTP_LEASE_MS))
            self._unheld -= seen

    async def _hold(self) -> None:
        """Hold what is new; from time to time, all."""
        started, seats, on_listening = self._monotonic(), self._seats(), frozenset(self._sat)
        new = {*(seats - self._held), *(on_listening - self._held)}
        is_time = started - self._renewed_at >= RENEW_MS
        if held := seats | new if is_time else new:
            self._back |= new | set(await self._store.hold(self._node, held, lease_ms=LEASE_MS))
            self._held |= held
            self._seen = {at: when for at, when in self._seen.items() if at not in new}
        self._sat -= on_listening
        if is_time:
            self._renewed_at = started
            lately = started - HTTP_LEASE_MS
            self._seen = {at: when for at, when in self._seen.items() if when > lately}

    async def _release(self) -> None:
        if gone := self._held - self._seats():
            await self._store.release(self._node, gone)
            self._held -= gone

    async def _welcome(self) -> None:
        """Tell the tables who is back; what fails is told again."""
        self._back -= set((await self._tell(self._back, connected=True)).answered)

    async def _judge(self) -> None:
        self._absences = await self._store.absent(limit=ABSENCES)
        now = await self._store.now()
        await self._learn_graces({absence.table for absence in self._absences})
        absent = {(absence.table, absence.seat) for absence in self._absences}
        self._untold = {at: when for at, when in self._untold.items() if at in absent}
        over: dict[At, Ms] = {}
        left: dict[At, Ms] = {}
        for absence in self._absences:
            if absence.table not in self._graces:
                continue
            grace_ms = self._graces[absence.table]
            if grace_ms is None:
                await self._store.forget(absence.table, absence.seat)
                continue
            answered_since = max(self._answered_since, self._untold.get((absence.table, absence.seat), 0))
            match verdict(absence, grace_ms, now, answered_since):
                case Wait(until):
                    left[absence.table, absence.seat] = until - now
                case Report(used_ms):
                    over[absence.table, absence.seat] = used_ms
        reported = await self._tell(over, connected=False)
        self._untold |= dict.fromkeys(reported.unavailable, now)  # meanwhile nobody could come back
        for at in reported.answered:
            await self._store.reported(*at, used_ms=over[at])
        await self._tell_waiting(left)

    async def _tell_waiting(self, left: Mapping[At, Ms]) -> None:
        changed = {table for table, _ in left.keys() ^ self._waited}
        self._waited = set(left)
        seats: dict[UUID, dict[Seat, Ms]] = {table: {} for table in changed}
        for (table, seat), ms in left.items():
            if table in changed:
                seats[table][seat] = ms
        if seats:
            await self._waiting(seats)

    async def _learn_graces(self, tables: Collection[UUID]) -> None:
        """Ask each table once, as long as somebody is absent from it."""
        self._graces = {table: grace for table, grace in self._graces.items() if table in tables}
        unknown = [table for table in tables if table not in self._graces]
        for some in batched(unknown, AT_ONCE):
            answers = await asyncio.gather(*map(self._grace_ms, some), return_exceptions=True)
            for table, answer in zip(some, answers, strict=True):
                if isinstance(answer, BaseException):
                    log.warning("presence.unknown", table=str(table), fault=type(answer).__name__)
                else:
                    self._graces[table] = answer

    async def _tell(self, seats: Collection[At], *, connected: bool) -> Reported:
        """Report these seats; leases must not wait long for it."""
        answered: list[At] = []
        unavailable: list[At] = []
        until = self._monotonic() + TELL_MS
        for some in batched(list(seats), AT_ONCE):
            reports = (self._tell_one(*at, connected) for at in some)
            answers = await asyncio.gather(*reports, return_exceptions=True)
            for at, answer in zip(some, answers, strict=True):
                if isinstance(answer, BaseException):
                    self._graces.pop(at[0], None)
                    log.warning("presence.unheard", table=str(at[0]), fault=type(answer).__name__)
                    if isinstance(answer, (StoreUnavailableError, TimeoutError)):
                        unavailable.append(at)
                else:
                    answered.append(at)
            if self._monotonic() > until:
                break
        return Reported(answered, unavailable)

    async def _tell_one(self, table: UUID, seat: Seat, connected: bool) -> None:
        async with asyncio.timeout(TELL_MS / 1000):
            await self._report(table, seat, connected)


def batched(values: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """So many at a time."""
    return (values[start : start + size] for start in range(0, len(values), size))
