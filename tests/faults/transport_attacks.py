"""The attacks of `just transport`: each in a process of its own, which attacks when it is told to.

`python -m tests.faults.transport_attacks NAME --port 8000 --token TOKEN` reads lines from its input, each a
number of seconds. It attacks for so long, closes all its connections, and answers with a line.
"""

import argparse
import asyncio
import contextlib
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from tests.faults.stalling import StallingProxy

GET: Final = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
PING: Final = b'{"type":"ping"}'
STRANGER: Final = "127.0.0.2"
"""An address of this machine that no node trusts as a proxy, so the limits of an address are for it."""


class Attacker:
    """Where to attack, until when, and with which account."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token
        self.until = 0.0
        self._opened: list[socket.socket] = []

    def attack(self, attack: Callable[["Attacker"], None], seconds: float) -> None:
        """Attack for so long, then close everything."""
        self.until = time.monotonic() + seconds
        attack(self)
        for client in self._opened:
            client.close()
        self._opened.clear()

    def is_over(self) -> bool:
        return time.monotonic() >= self.until

    def rest(self, seconds: float = 10.0) -> None:
        """Do nothing for so long, or until it is over."""
        time.sleep(max(min(seconds, self.until - time.monotonic()), 0))

    def connected(
        self, *, receive_bytes: int | None = None, source: str = "127.0.0.1", port: int | None = None
    ) -> socket.socket:
        client = socket.socket()
        if receive_bytes is not None:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        client.settimeout(5)
        client.bind((source, 0))
        client.connect(("127.0.0.1", port or self.port))
        self._opened = [each for each in self._opened if each.fileno() >= 0]
        self._opened.append(client)
        return client

    def handshaken(self, *, receive_bytes: int | None = None, port: int | None = None) -> socket.socket:
        """A WebSocket of this account."""
        client = self.connected(receive_bytes=receive_bytes, port=port)
        client.sendall(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Authorization: Bearer " + self.token.encode() + b"\r\n\r\n"
        )
        answer = client.recv(65_536)
        assert b" 101 " in answer, answer
        return client


def endless_header(attacker: Attacker, mib: int) -> None:
    """Again and again, one header of this size."""
    chunk = b"a" * (1 << 20)
    while not attacker.is_over():
        with contextlib.suppress(OSError), attacker.connected() as client:
            client.sendall(GET + b"X-Long: ")
            for _ in range(mib):
                client.sendall(chunk)
            client.sendall(b"\r\n\r\n")
            client.recv(100)
        attacker.rest(0.1)


def several_headers(attacker: Attacker) -> None:
    """8 connections that send a header of 64 MiB, again and again."""
    threads = [threading.Thread(target=endless_header, args=(attacker, 64)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def headers_at_once(attacker: Attacker) -> None:
    """400 clients that come at once and send half a header; when all are cut off they come again."""
    while not attacker.is_over():
        clients = [attacker.connected() for _ in range(400)]
        for client in clients:
            client.sendall(GET)
        while clients and not attacker.is_over():
            attacker.rest(0.1)
            clients = [client for client in clients if _sends(client, b"")]


def _drip(attacker: Attacker, beginning: bytes) -> None:
    """400 clients that each send a byte a second; whoever is cut off comes again."""
    clients: list[socket.socket] = []
    while not attacker.is_over():
        while len(clients) < 400 and not attacker.is_over():
            client = attacker.connected()
            client.sendall(beginning)
            clients.append(client)
            time.sleep(1 / 400)
        left = []
        for client in clients:
            time.sleep(1 / 400)
            if _sends(client, b"a"):
                left.append(client)
        clients = left


def _sends(client: socket.socket, data: bytes) -> bool:
    """Whether the other end still takes it."""
    client.setblocking(False)
    try:
        client.send(data)
        client.recv(4096)
    except BlockingIOError:
        return True
    except OSError:
        pass
    client.close()  # it was answered, or cut off
    return False


def slow_header(attacker: Attacker) -> None:
    _drip(attacker, GET + b"X-Slow: ")


def slow_body(attacker: Attacker) -> None:
    _drip(attacker, b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n")


def half_open(attacker: Attacker) -> None:
    """Through a proxy that stalls: 200 requests half sent and 8 sockets, of which nothing comes any more."""
    asyncio.run(_half_open(attacker))


async def _half_open(attacker: Attacker) -> None:
    async with StallingProxy(attacker.port) as both, StallingProxy(attacker.port) as down:
        await asyncio.to_thread(_fill, attacker, both, down)
        both.stall()
        down.stall("down")
        while not attacker.is_over():
            await asyncio.to_thread(attacker.rest, 0.05)


def _fill(attacker: Attacker, *proxies: StallingProxy) -> None:
    for proxy in proxies:
        for _ in range(100):
            attacker.connected(port=proxy.port).sendall(GET)
        for _ in range(4):
            attacker.handshaken(port=proxy.port).sendall(masked(1, PING))


def never_reads(attacker: Attacker) -> None:
    """50 clients that ask for much and read nothing, and 9 sockets that do the same."""
    asking = b"GET /schema/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    frames = masked(1, PING) + masked(9, b"a" * 125)
    clients = [attacker.connected(receive_bytes=4096) for _ in range(50)]
    sockets = [attacker.handshaken(receive_bytes=4096) for _ in range(9)]
    while not attacker.is_over():
        for client in clients:
            _push(client, asking)
            time.sleep(0.01)
        for client in sockets:
            _push(client, frames * 20)
            time.sleep(0.01)


def only_sends(attacker: Attacker) -> None:
    """10 clients that send requests and 9 sockets that send pings, as fast as they are taken.

    A client that is cut off comes again after a second.
    """
    requests, pings = (GET + b"\r\n") * 2000, masked(9, b"") * 20_000
    clients: list[socket.socket] = []
    sockets = [attacker.handshaken() for _ in range(9)]
    while not attacker.is_over():
        clients += [attacker.connected() for _ in range(10 - len(clients))]
        clients = [client for client in clients if _push(client, requests)]
        sockets = [client for client in sockets if _push(client, pings)]
        attacker.rest(1)


def comes_and_goes(attacker: Attacker) -> None:
    """An address that opens 300 connections a second, three times what it may, with a request on each."""
    while not attacker.is_over():
        with contextlib.suppress(OSError), attacker.connected(source=STRANGER) as client:
            client.sendall(GET + b"\r\n")
        attacker.rest(1 / 300)


def _push(client: socket.socket, data: bytes) -> bool:
    """Send as much as is taken at once; whether the connection is still there."""
    try:
        client.setblocking(False)
        client.send(data)
    except BlockingIOError:
        return True
    except OSError:
        client.close()
        return False
    return True


def masked(kind: int, payload: bytes) -> bytes:
    """A frame of a client, masked by zeros."""
    return bytes((0x80 | kind, 0x80 | len(payload))) + b"\0\0\0\0" + payload


ATTACKS: Final[dict[str, Callable[[Attacker], None]]] = {
    "header 16 MiB": lambda attacker: endless_header(attacker, 16),
    "header 64 MiB": lambda attacker: endless_header(attacker, 64),
    "header 150 MiB": lambda attacker: endless_header(attacker, 150),
    "8 headers of 64 MiB": several_headers,
    "slow header": slow_header,
    "400 headers at once": headers_at_once,
    "slow body": slow_body,
    "half-open": half_open,
    "never reads": never_reads,
    "only sends": only_sends,
    "comes and goes": comes_and_goes,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.transport_attacks", description=__doc__)
    parser.add_argument("name", choices=ATTACKS)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--token", required=True)
    arguments = parser.parse_args()
    attacker = Attacker(arguments.port, arguments.token)
    for line in sys.stdin:
        attacker.attack(ATTACKS[arguments.name], float(line))
        sys.stdout.write("done\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
