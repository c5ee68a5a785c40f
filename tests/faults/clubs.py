"""Clubs that play one table of Cambio after another, and go on when the database is not what it was."""

import asyncio
import random
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rondel.client import ClientRejectedError, PendingMove, TableView
from rondel.client.player import LATER
from rondel.wire.protocol import Ack, Nack
from tests.faults.players import Ledger, Player, Seat, Tab, opened

THINK_S: Final = 0.3


@dataclass
class TimedLedger(Ledger):
    """A ledger that also remembers when each ack was read."""

    times: list[tuple[float, tuple[str, str], int]] = field(default_factory=list)

    def ack(self, ack: Ack) -> None:
        super().ack(ack)
        self.times.append((time.monotonic(), (ack.table, ack.id), ack.version))

    def between(self, begin: float, end: float) -> dict[tuple[str, str], set[int]]:
        """The ids acknowledged in a span of time, with their versions."""
        found: dict[tuple[str, str], set[int]] = {}
        for at, key, version in self.times:
            if begin <= at < end:
                found.setdefault(key, set()).add(version)
        return found

    def outside(self, spans: Collection[tuple[float, float]]) -> Ledger:
        """What was acknowledged at any other time."""
        ledger = Ledger()
        for at, key, version in self.times:
            if not any(begin <= at < end for begin, end in spans):
                ledger.acks.setdefault(key, set()).add(version)
        return ledger


class PushyTab(Tab):
    """A tab that asks again at once, so that a node with a lost version gets chances to build on it."""

    async def _settled(self, move: PendingMove) -> Ack | Nack:
        while True:
            answer = await self._answer(move)
            if isinstance(answer, Ack) or answer.code not in LATER:
                await self._outbox.forget(move.id)
                return answer
            await asyncio.sleep(self._rng.uniform(0.0, 0.2))


class Clubs:
    """Several tables at once, until `stop`. What was acknowledged before `safe_at` cannot be lost."""

    def __init__(self, url: str, rng: random.Random, tab: type[Tab] | None = None) -> None:
        self.ledger = TimedLedger()
        self.stop = asyncio.Event()
        self.safe_at = 0.0
        self.seats: dict[str, list[Seat]] = {}
        self.abandoned = 0
        self._url = url
        self._tab = tab or PushyTab
        self._rng = rng
        self._tables: dict[str, asyncio.Task[None]] = {}
        self._clubs: list[asyncio.Task[None]] = []

    def start(self, count: int) -> None:
        """Begin to play at `count` more tables."""
        first = len(self._clubs)
        more = range(first, first + count)
        self._clubs += [asyncio.create_task(self._club(number)) for number in more]

    @property
    def are_all_in(self) -> bool:
        """Whether they have opened as many tables as there are clubs."""
        return len(self._tables) >= len(self._clubs)

    def failed(self) -> list[str]:
        """Clubs that have stopped playing by a fault of the drill or of the server."""
        ends = [club.exception() for club in self._clubs if club.done() and not club.cancelled()]
        return [f"a club stopped: {error!r}" for error in ends if error is not None]

    def views(self) -> Iterator[TableView]:
        """What every tab shows."""
        for seats in self.seats.values():
            for seat in seats:
                yield from seat.views

    async def leave(self, tables: Collection[str]) -> None:
        """Give up tables that the database has lost; their clubs open others."""
        for table in tables:
            self.abandoned += 1
            self._tables[table].cancel()
            await self._close(self.seats.pop(table, ()))

    async def end(self, seconds: float) -> bool:
        """Stop playing and let every move be answered; False if some are not in time."""
        self.stop.set()
        _, late = await asyncio.wait(self._clubs, timeout=seconds)
        return not late

    async def close(self) -> None:
        """Hang up everywhere."""
        tasks = [*self._clubs, *self._tables.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for seats in self.seats.values():
            await self._close(seats)

    async def _club(self, number: int) -> None:
        rng = random.Random(self._rng.random())
        players = [await Player.arrived(self._url, f"Guest {number} {name}") for name in "abcd"]
        while not self.stop.is_set():
            who = players[: rng.randint(2, 4)]
            try:
                table = await opened(who)
            except RuntimeError:  # it was lost while they sat down
                self.abandoned += 1
                continue
            seats = self.seats[table] = [
                Seat(self._url, player, table, self.ledger, rng, self._tab) for player in who
            ]
            task = self._tables[table] = asyncio.create_task(self._table(table, seats))
            await asyncio.wait([task])
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    async def _table(self, table: str, seats: Sequence[Seat]) -> None:
        """Play to the end, and on if the end is lost: whoever left too soon would be taken for absent."""
        while not self.stop.is_set():
            try:
                await asyncio.gather(*(seat.play(THINK_S, self.stop) for seat in seats))
            except ClientRejectedError:
                self.seats.pop(table)
                await self._close(seats)
                raise
            ended_at = time.monotonic()
            while _has_ended(seats) and not self.stop.is_set():
                if self.safe_at >= ended_at:
                    self.ledger.games += 1
                    await self._close(self.seats.pop(table))
                    return
                await asyncio.sleep(0.1)

    async def _close(self, seats: Sequence[Seat]) -> None:
        await asyncio.gather(*(seat.close() for seat in seats))


def _has_ended(seats: Sequence[Seat]) -> bool:
    return all(view.status not in ("open", "active") for seat in seats for view in seat.views)
