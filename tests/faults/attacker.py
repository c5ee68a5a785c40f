"""`python -m tests.faults.attacker ATTACK PORT TOKEN TABLE`: one account at one address asks far too often.

Plain sockets and bytes that are made before, so that the attacker takes little of a machine that others use
as well. Each line `seconds` on its input is one attack; it answers with how much it sent in a second.
"""

import random
import socket
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final
from uuid import uuid4

import msgspec

from tests.faults.transport_attacks import masked

TIMES: Final = 100
ADDRESS: Final = "127.0.0.2"
"""No trusted proxy, so the limits of one address are its own."""

TICK_S: Final = 0.005
OUTSTANDING: Final = 8
"""How many requests on one connection may wait for their answers."""

SOCKETS: Final = 10
CONNECTIONS: Final = 64


class Line:
    """One connection of the attacker: sends what is taken at once, and throws away what comes."""

    def __init__(self, port: int, hello: bytes = b"") -> None:
        self._port, self._hello = port, hello
        self._socket: socket.socket | None = None
        self.waiting = 0

    def is_open(self) -> bool:
        """Whether it is connected, if need be again."""
        if self._socket is not None:
            return True
        connection = socket.socket()
        connection.bind((ADDRESS, 0))
        connection.settimeout(1)
        try:
            connection.connect(("127.0.0.1", self._port))
            if self._hello:
                connection.sendall(self._hello)
                if b" 101 " not in connection.recv(65_536):
                    raise OSError("turned away")  # noqa: TRY301 - as when it is cut off
            connection.setblocking(False)
        except OSError:
            connection.close()
            return False
        self._socket, self.waiting = connection, 0
        return True

    def send(self, data: bytes) -> bool:
        """Whether the server, or the system for it, took it."""
        if not self.is_open() or self._socket is None:
            return False
        try:
            return self._socket.send(data) == len(data)
        except BlockingIOError:
            return False
        except OSError:
            self.close()
            return False

    def drain(self) -> None:
        """Throw away what came."""
        while self._socket is not None:
            try:
                came = self._socket.recv(65_536)
            except BlockingIOError:
                return
            except OSError:
                came = b""
            self.waiting = max(0, self.waiting - came.count(b"HTTP/1.1 "))
            if not came:
                self.close()

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


class Flood:
    """Send at this rate, over several connections in turn, for as long as the attack lasts."""

    def __init__(
        self, lines: Sequence[Line], per_s: float, make: Callable[[], bytes], *, answered: bool
    ) -> None:
        self._lines, self._per_s, self._make, self._is_answered = lines, per_s, make, answered

    def run(self, seconds: float) -> float:
        """Attack; how many were sent in a second."""
        began = last = time.monotonic()
        owed, sent, turn = 0.0, 0, 0
        while last - began < seconds:
            time.sleep(TICK_S)
            now = time.monotonic()
            owed = min(owed + (now - last) * self._per_s, self._per_s * 0.1)
            last = now
            for line in self._lines:
                line.drain()
            for _ in range(int(owed)):
                turn += 1
                sent += self._send(self._lines[turn % len(self._lines)])
                owed -= 1
        return sent / seconds

    def _send(self, line: Line) -> bool:
        if self._is_answered and line.waiting >= OUTSTANDING:
            return False
        is_sent = line.send(self._make())
        line.waiting += is_sent
        return is_sent


def _get(token: str) -> bytes:
    return f"GET /api/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


def _hello(token: str) -> bytes:
    return (
        "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()


def _frame(**fields: object) -> bytes:
    payload = msgspec.json.encode(fields)
    if len(payload) < 126:
        return masked(1, payload)
    return bytes((0x81, 0xFE)) + len(payload).to_bytes(2, "big") + b"\0\0\0\0" + payload


def flood(name: str, port: int, token: str, table: str) -> Flood:
    """The attack of this name, at a hundred times the quota that a server has by default."""
    sockets = [Line(port, _hello(token)) for _ in range(SOCKETS)]
    lines = [Line(port) for _ in range(CONNECTIONS)]
    swap = {"type": "SWAP_CARD", "payload": {"position": 1}}
    rng = random.Random(1)
    match name:
        case "acts":  # 20 in 10 s
            make = lambda: _frame(type="act", table=table, id=str(uuid4()), expectedVersion=1, action=swap)  # noqa: E731
            return Flood(sockets, TIMES * 2, make, answered=False)
        case "chat":  # 10 in 10 s
            line = _frame(type="chat", table=table, text="hi")
            return Flood(sockets, TIMES * 1, lambda: line, answered=False)
        case "frames":  # 200 in 10 s, on one socket
            ping = _frame(type="ping")
            return Flood(sockets[:1], TIMES * 20, lambda: ping, answered=False)
        case "calls":  # 200 in 10 s
            call = _get(token)
            return Flood(lines, TIMES * 20, lambda: call, answered=True)
        case "sign-ins":  # 30 in 60 s
            return Flood(lines, TIMES * 0.5, lambda: _get(rng.randbytes(24).hex()), answered=True)
        case "handshakes":  # a socket for each call: 200 in 10 s
            return Flood([Hasty(port, token) for _ in range(8)], TIMES * 20, bytes, answered=False)
        case "connections":  # 512 at once from one address
            return Flood([Crush(port)], TIMES * 20, bytes, answered=False)
        case _:
            raise ValueError(name)


class Hasty(Line):
    """Opens a socket and drops it, again and again."""

    def __init__(self, port: int, token: str) -> None:
        super().__init__(port, _hello(token))

    def send(self, data: bytes) -> bool:
        is_sent = self.is_open()
        self.close()
        return is_sent


class Crush(Line):
    """Opens connections and keeps them, until there are twice as many as one address may have."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self._open: list[socket.socket] = []

    def send(self, data: bytes) -> bool:
        if len(self._open) >= 1024:
            self._open.pop(0).close()
        connection = socket.socket()
        connection.bind((ADDRESS, 0))
        connection.setblocking(False)
        connection.connect_ex(("127.0.0.1", self._port))
        self._open.append(connection)
        return True


def main() -> None:
    name, port, token, table = sys.argv[1:]
    attack = flood(name, int(port), token, table)
    for line in sys.stdin:
        sys.stdout.write(f"{attack.run(float(line)):.0f}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
