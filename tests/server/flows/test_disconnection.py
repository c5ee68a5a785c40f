"""Disconnection bites in time, for clients that POST over HTTP and listen on a socket (Cambio chapter 9)."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import asyncpg
import pytest

from rondel.server.jobs import report_presence
from tests.acceptance.client import Client, of_event
from tests.acceptance.disconnection import confirmed, in_the_final_round, with_a_power_open
from tests.client.real_server import RealServer, real_server
from tests.contracts.databases import migrated, url_of
from tests.contracts.own_redis import OwnRedis
from tests.faults.cluster import Postgres
from tests.load.lateness import Span, in_time, stalls_of
from tests.load.yardstick import Trips, travelling_apart

RULEBOOK = "cambio"

GRACE_MS = 1000
DEAD_MS = 600
LEAST_S = GRACE_MS / 1000
MOST_S = 4.5
"""The grace, two looks of the presence loop (1.2 s each at most) and a second."""


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with OwnRedis() as own:
        yield own.url


@pytest.fixture(scope="module")
def trips() -> Iterator[Trips]:
    """How busy the machine is, in the meantime."""
    with Postgres() as own, travelling_apart(own.url) as travelled:
        yield travelled


@pytest.fixture
async def nodes(database: str, redis: str) -> AsyncIterator[list[RealServer]]:
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                real_server(node=name, database_url=database, redis_url=redis, ping_ms=300, dead_ms=DEAD_MS)
            )
            for name in ("one", "other")
        ]


@pytest.fixture
async def clients(nodes: list[RealServer]) -> AsyncIterator[list[Client]]:
    """Three who ask the first node and listen at the second."""
    ask, listen = (node.url for node in nodes)
    arrived = [await Client.create_guest(name, ask, listen) for name in ("Ada", "Bob", "Cem")]
    yield arrived
    for client in arrived:
        await client.leave()


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """The presence loop looks ten times a second, so that nobody waits long to see that nothing happens."""
    monkeypatch.setattr(report_presence, "TICK_S", 0.1)


def is_in_time(span: Span, trips: Trips, *, most_s: float = MOST_S) -> bool:
    """Not before the grace is over, and late only if the machine held everything up."""
    return in_time(span, stalls_of(trips()), least_s=LEAST_S, most_s=most_s) != "missed"


@pytest.mark.parametrize("in_own_turn", [True, False])
async def test_9_4_who_closes_the_socket_in_the_final_round_forfeits_the_turn(
    clients: list[Client], trips: Trips, in_own_turn: bool
) -> None:
    """Rules 6.7, 7.2, 9.1, 9.4: FR-021, FR-023, and the edge case of the final round."""
    gone = await in_the_final_round(clients, in_own_turn=in_own_turn, disconnectGraceMs=GRACE_MS)

    assert is_in_time(gone.span, trips), gone.seconds
    assert gone.events[0] == "CONNECTION_CHANGED"
    assert ("CARD_DISCARDED" in gone.events) == in_own_turn
    assert len(gone.scores["scores"]) == 3
    assert all(len(line["cardsSummary"]) == 4 for line in gone.scores["scores"])


async def test_9_2_who_closes_the_socket_loses_the_open_power(
    clients: list[Client], trips: Trips, database: str
) -> None:
    """Rules 9.1, 9.2: FR-022, and the edge case of a power that is being used."""
    gone, table = await with_a_power_open(clients[:2], disconnectGraceMs=GRACE_MS)

    assert is_in_time(gone.span, trips), gone.seconds
    assert gone.events[:3] == ["CONNECTION_CHANGED", "POWER_CANCELLED", "TURN_ENDED"]
    connection = await asyncpg.connect(database)
    powers = await connection.fetchval(
        "SELECT count(*) FROM special_power WHERE game_session_id = $1::uuid", table
    )
    await connection.close()
    assert powers == 0


@pytest.mark.usefixtures("attentive")
async def test_9_1_one_of_two_tabs_may_be_closed_and_a_reload_costs_nothing(
    clients: list[Client], nodes: list[RealServer], trips: Trips
) -> None:
    ada, bob = clients[:2]
    table = await confirmed([ada, bob], disconnectGraceMs=GRACE_MS)
    tab = Client(bob.name, bob._token, nodes[0].url, nodes[0].url)
    await tab.listen(table)

    await bob.hang_up()
    await asyncio.sleep(GRACE_MS / 1000 + 0.5)
    await tab.hang_up()
    await bob.listen(table)
    await asyncio.sleep(GRACE_MS / 1000 + 0.5)

    assert list(ada.events("CONNECTION_CHANGED")) == []
    await bob.hang_up()
    received = await ada.until(of_event("CONNECTION_CHANGED", seat=1, connected=False))
    assert is_in_time(Span(bob.closed_at, received.at), trips), received.at - bob.closed_at
    await tab.leave()


@pytest.mark.usefixtures("attentive")
async def test_9_1_a_socket_that_dies_without_closing_counts_as_closed_when_it_answers_no_ping(
    clients: list[Client], trips: Trips
) -> None:
    ada, bob = clients[:2]
    await confirmed([ada, bob], disconnectGraceMs=GRACE_MS)

    silent_at = time.perf_counter()
    assert bob._socket is not None
    bob._socket.transport.pause_reading()
    received = await ada.until(of_event("CONNECTION_CHANGED", seat=1, connected=False))

    assert is_in_time(Span(silent_at, received.at), trips, most_s=MOST_S + DEAD_MS / 1000)
    bob._socket.transport.abort()


@pytest.mark.usefixtures("attentive")
async def test_9_1_who_asks_by_http_alone_is_held_for_a_minute_and_who_came_back_so_is_too(
    clients: list[Client],
) -> None:
    """Rules 9.1, 9.7: a player who was reported absent comes back by a request, and then stays."""
    ada, bob = clients[:2]
    table = await confirmed([ada, bob], disconnectGraceMs=GRACE_MS)
    await bob.hang_up()
    await ada.until(of_event("CONNECTION_CHANGED", seat=1, connected=False))

    await bob.get(f"/api/tables/{table}/view")
    await ada.until(of_event("CONNECTION_CHANGED", seat=1, connected=True))
    before = len(ada.frames)
    await asyncio.sleep(GRACE_MS / 1000 + 0.5)

    assert not any(map(of_event("CONNECTION_CHANGED"), ada.frames[before:]))
