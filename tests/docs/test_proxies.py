"""The files for Caddy and nginx in deploy/, each in front of two nodes: TLS, sockets, a node that stops."""

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.client.real_server import RealServer, real_server
from tests.contracts.databases import migrated, url_of

DEPLOY = Path(__file__).parents[2] / "deploy"
Start = Callable[[Path, int, list[str]], "subprocess.Popen[bytes]"]


def a_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def caddy(folder: Path, port: int, nodes: list[str]) -> "subprocess.Popen[bytes]":
    """Caddy with the shipped file, told domain and nodes as its comment says; it makes a certificate."""
    said = {"DOMAIN": f"localhost:{port}", "NODES": " ".join(nodes)}
    own = {
        "HTTP_PORT": str(a_port()),
        "CADDY_ADMIN": f"localhost:{a_port()}",
        "XDG_DATA_HOME": str(folder),
    }
    command = ["caddy", "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder), **own, **said}
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


def nginx(folder: Path, port: int, nodes: list[str]) -> "subprocess.Popen[bytes]":
    """nginx with the shipped file, with nodes, ports and a certificate that are there."""
    certificate = "/etc/letsencrypt/live/games.example.org"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    made += ["-subj", "/CN=localhost", "-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"]
    subprocess.run(made, check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace(certificate, str(folder))
    for shipped, node in zip(("127.0.0.1:8001", "127.0.0.1:8002"), nodes, strict=True):
        assert shipped in text
        text = text.replace(shipped, node)
    text = "\n".join(line for line in text.splitlines() if "[::]" not in line)
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace(
        "listen 80;", f"listen 127.0.0.1:{a_port()};"
    )
    text = text.replace("games.example.org", "localhost")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{each}_temp_path {folder}/{each};" for each in kinds)
    main = f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}"
    whole = f"{main}\nhttp {{ access_log off; {temporary}\n{text}\n}}\n"
    (folder / "nginx.conf").write_text(whole)
    folder.chmod(0o755)
    return subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")])


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
            sockets = [node.running.node.metrics.sockets for node in (one, other)]
            assert [each._value.get() for each in sockets] == [1, 1]

        one.running.sockets.is_draining = True  # as a node that has been told to stop
        codes = [(await ada.get("/api/me")).status_code for _ in range(20)]
        assert set(codes) == {200}
