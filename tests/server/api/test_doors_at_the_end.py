"""A node in a process of its own, and SIGTERM."""

import asyncio
import os
import signal
import sys

import httpx
import pytest
import websockets

from tests.faults.cluster import free_port
from tests.server.visitors import ORIGIN, PAGE, Wire

RUN = "import asyncio, os; from rondel.server.startup.app import serve; "
RUN += "from rondel.server.settings import Settings; "
RUN += "asyncio.run(serve(Settings.from_environment(os.environ)))"


async def answering(url: str) -> None:
    async with asyncio.timeout(120), httpx.AsyncClient(verify=False) as http:
        while True:
            try:
                if (await http.get(f"{url}/readyz")).status_code == 200:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_node_that_is_told_to_stop_sends_its_sockets_away_and_ends_well(number: int) -> None:
    port = free_port()
    variables = {"PORT": str(port), "ORIGINS": ORIGIN, "PLAIN_HTTP": "true", "DRAIN_MS": "200"}
    node = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        RUN,
        env={**os.environ, **{f"RONDEL_{name}": text for name, text in variables.items()}},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        await answering(url)
        async with httpx.AsyncClient(verify=False, base_url=url, headers=PAGE) as http:
            await http.post("/api/guests", json={"name": "Ada"})
            token = (await http.post("/api/me/tokens", json={})).json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        async with websockets.connect(f"ws://127.0.0.1:{port}/ws", additional_headers=bearer) as connection:
            wire = Wire(connection)
            node.send_signal(number)

            assert (await wire.until("goaway"))["afterMs"] <= 200
            assert await wire.closed() == 1012
        _, output = await asyncio.wait_for(node.communicate(), 120)
        assert node.returncode == 0, output.decode()
        assert b"Traceback" not in output
        assert all(line.startswith(b"{") for line in output.splitlines()), output.decode()
    finally:
        if node.returncode is None:
            node.kill()
            await node.wait()
