"""The files for Caddy and nginx in deploy/, each in front of two nodes: TLS, sockets, a node that stops."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.client.real_server import RealServer, real_server
from tests.contracts.databases import migrated, url_of
from tests.docs.proxies import Start, a_port, caddy, nginx

PROXIES = [
    pytest.param(
        start,
        marks=pytest.mark.skipif(
            shutil.which(start.__name__) is None, reason=f"{start.__name__} is not installed"
        ),
    )
    for start in (caddy, nginx)
]


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


@asynccontextmanager
async def behind(
    start: Start, folder: Path, database: str
) -> AsyncIterator[tuple[str, RealServer, RealServer]]:
    """Two nodes that share a database, behind a proxy."""
    port = a_port()
    url = f"https://localhost:{port}"
    chosen: dict[str, Any] = {
        "public_url": url,
        "origins": (url,),
        "database_url": database,
        "database_pool": 2,
    }
    async with real_server(**chosen) as one, real_server(**chosen) as other:
        proxy = start(folder, port, [node.url.removeprefix("http://") for node in (one, other)])
        try:
            await _answers(url, proxy)
            yield url, one, other
        finally:
            proxy.terminate()
            await asyncio.to_thread(proxy.wait)


async def _answers(url: str, proxy: "subprocess.Popen[bytes]") -> None:
    async with asyncio.timeout(120), httpx.AsyncClient(verify=False) as client:
        while True:
            assert proxy.poll() is None, "the proxy has ended"
            try:
                if (await client.get(f"{url}/readyz")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)


def sockets_of(*nodes: RealServer) -> list[int]:
    return [int(node.running.node.metrics.sockets._value.get()) for node in nodes]


async def _sockets_of_a_table_come_to_one_node(
    url: str, trusting: ssl.SSLContext, who: dict[str, str], nodes: Sequence[RealServer]
) -> None:
    """Three by three, until both nodes have had a table."""
    seen: set[tuple[int, ...]] = set()
    while len(seen) < len(nodes):
        async with AsyncExitStack() as stack:
            while any(sockets_of(*nodes)):  # those of the table before are being closed
                await asyncio.sleep(0.01)
            named = f"{url}?table={uuid4()}"
            for _ in range(3):
                dialled = connect(named, ssl=trusting, additional_headers=who)
                await (await (await stack.enter_async_context(dialled)).ping())
            assert sorted(sockets_of(*nodes)) == [0, 3]
            seen.add(tuple(sockets_of(*nodes)))


@pytest.mark.parametrize("start", PROXIES)
async def test_people_reach_both_nodes_over_tls_and_none_is_refused_when_one_stops(
    start: Start, tmp_path: Path, database: str
) -> None:
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    async with (
        behind(start, tmp_path, database) as (url, one, other),
        httpx.AsyncClient(verify=False, base_url=url, timeout=60) as ada,
    ):
        token = (await ada.post("/api/guests", json={"name": "Ada", "bearer": True})).json()["token"]
        who = {"Authorization": f"Bearer {token}"}
        ada.headers.update(who)
        me = await ada.get("/api/me")
        assert me.status_code == 200, me.text
        assert (await ada.get("/metrics")).status_code == 404

        async with (
            connect(f"wss{url[5:]}/ws", ssl=trusting, additional_headers=who) as first,
            connect(f"wss{url[5:]}/ws", ssl=trusting, additional_headers=who) as second,
        ):
            await asyncio.gather(*[await each.ping() for each in (first, second)])
            assert sockets_of(one, other) == [1, 1]
        await _sockets_of_a_table_come_to_one_node(f"wss{url[5:]}/ws", trusting, who, (one, other))

        one.running.sockets.is_draining = True  # as a node that has been told to stop
        codes = [(await ada.get("/api/me")).status_code for _ in range(20)]
        assert set(codes) == {200}


@pytest.mark.parametrize("start", PROXIES)
async def test_the_key_of_a_private_table_is_not_in_what_a_proxy_logs(start: Start, tmp_path: Path) -> None:
    """Caddy logs a request that no node answers, with its headers."""
    port, table, key = a_port(), uuid4(), "k" * 22
    proxy = start(tmp_path, port, [f"127.0.0.1:{a_port()}" for _ in range(2)])
    try:
        async with httpx.AsyncClient(verify=False, headers={"Rondel-Key": key}) as eve:
            async with asyncio.timeout(120):
                status = 0
                while status < 502:
                    try:
                        address = f"https://localhost:{port}/api/tables/{table}"
                        status = (await eve.get(address, timeout=60)).status_code
                    except httpx.TransportError:
                        assert proxy.poll() is None, "the proxy has ended"
                        await asyncio.sleep(0.1)
    finally:
        proxy.terminate()
        await asyncio.to_thread(proxy.wait)
    logged = (tmp_path / "log").read_text()
    assert str(table) in logged
    assert key not in logged
