"""34, 52, 53: with marked cards on PostgreSQL and Redis, nobody is sent a card it may not know."""

from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from rondel.server.adapters.redis import bus
from rondel.server.ports.journal import Entry
from rondel.server.rooms import watchers
from rondel.server.rooms.frames import FrameViewer, step_frames
from rondel.server.rooms.position import Position
from rondel.server.rooms.room import Room
from rondel.server.runtime.traces import Facts
from tests.contracts.databases import migrated, url_of
from tests.contracts.own_redis import OwnRedis
from tests.secrecy.clerk import Leak
from tests.secrecy.wire.canary import watch


@pytest.fixture(scope="module")
def stores() -> Iterator[tuple[str, str]]:
    """A database and a Redis."""
    with migrated() as name, OwnRedis() as redis:
        yield url_of(name), redis.url


async def test_34_52_53_a_whole_game_names_no_hidden_card_to_anybody(stores: tuple[str, str]) -> None:
    """Rules 13.1 to 13.5: every frame and body; no line of the log, Redis, mails, metrics and traces."""
    found = await watch(*stores, range(100, 110), enough=60)  # one deck in many ends a game early

    assert found.versions >= 60
    assert found.messages >= 3 * found.versions, "two seats and a spectator at least are sent each version"
    assert found.texts["redis"] >= found.games, "each table's moves are announced"
    assert min(found.texts[source] for source in ("redis", "stored", "log", "mail", "metrics", "traces")) > 0


async def test_a_frame_with_another_seats_view_is_caught(
    stores: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(position: Position, viewing: FrameViewer, last: int, **more: Any) -> Any:
        seat = 0 if viewing.seat is None else viewing.seat
        return step_frames(position, FrameViewer(seat), last, **more)

    monkeypatch.setattr(watchers, "step_frames", leaky)

    with pytest.raises(Leak):
        await watch(*stores, range(200, 202))


@pytest.mark.drawn(1 / 3)
async def test_52_a_card_in_the_log_is_caught(
    stores: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Room._announce

    async def leaky(self: Room, after: Position, entry: Entry) -> None:
        structlog.get_logger().debug("moved", reason=str(after.state.draw_pile[:2]))
        await right(self, after, entry)

    monkeypatch.setattr(Room, "_announce", leaky)

    with pytest.raises(Leak, match="is in"):
        await watch(*stores, range(300, 301))


@pytest.mark.drawn(1 / 3)
async def test_52_a_card_in_a_trace_is_caught(
    stores: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Room._facts

    def leaky(self: Room, position: Position) -> Facts:
        return {**right(self, position), "game": str(position.state.draw_pile[:2])}

    monkeypatch.setattr(Room, "_facts", leaky)

    with pytest.raises(Leak, match="is in"):
        await watch(*stores, range(500, 501))


@pytest.mark.drawn(1 / 3)
async def test_52_a_card_in_redis_is_caught(stores: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    right = bus.RedisBus.announce
    monkeypatch.setattr(bus, "pack", lambda node, moves: node + str(moves).encode())

    async def leaky(self: bus.RedisBus, moves: Any) -> None:
        await right(self, [(table, _piles.get(table, version)) for table, version in moves])

    _piles: dict[Any, Any] = {}
    deliver = Room.deliver

    def noting(self: Room) -> None:
        if self.cached is not None:
            _piles[self.id] = self.cached.state.draw_pile[:1]
        deliver(self)

    monkeypatch.setattr(Room, "deliver", noting)
    monkeypatch.setattr(bus.RedisBus, "announce", leaky)

    with pytest.raises(Leak, match="is in"):
        await watch(*stores, range(400, 401))
