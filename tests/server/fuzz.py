"""`python -m tests.server.fuzz --frames 100000`: what nobody would send, through a real socket and over HTTP.

Frames by a grammar, with fields changed and bits flipped; JSON bombs; broken UTF-8; binary, empty, oversized
and broken frames. The server is a process of its own. It stores in memory, or with `--database URL` in
PostgreSQL. The last line counts what it did not handle (0), answers of 500 and more (0), and its memory after
warming up and at the end.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import httpx
import websockets
from rich.console import Console
from rich.progress import Progress
from websockets.asyncio.client import ClientConnection
from websockets.protocol import State

from tests.faults.cluster import free_port

SERVE: Final = (
    "import asyncio, os\n"
    "from rondel.server.startup.app import serve\n"
    "import msgspec\n"
    "from rondel.server.settings import Constants, Rate, Settings\n"
    "constants = Constants(move_rate=Rate(1_000_000, 1_000), chat_rate=Rate(5, 3_600_000))\n"
    "settings = Settings.from_environment(os.environ)\n"
    "asyncio.run(serve(msgspec.structs.replace(settings, constants=constants)))\n"
)
STRIKES: Final = 8
"""After so many frames something sensible is said, or the door would close (it does at ten)."""

HTTP_EVERY: Final = 25
WARM: Final = 0.2
FAULT: Final = 1011
TEXTS: Final = (
    "",
    "x",
    "__proto__",
    "constructor",
    "\ud800",
    "\u0000",
    "\ufeff",
    "‮",
    "a" * 600,
    "💥" * 200,
    "A♠",
)
NUMBERS: Final = (-1, 0, 1, 7, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 1.5, 1e308)
TAGS: Final = (
    *("CONFIRM_INITIAL_VIEW", "DRAW_CARD", "SWAP_CARD", "DISCARD_CARD", "USE_POWER", "SKIP_POWER", "SNAP"),
    *("CALL_CAMBIO", "START_GAME", "SET_CONNECTED", "TAKE_BACK", "NO_SUCH_THING"),
)
BODIES: Final = ("act", "forecast", "chat", "seat", "ready", "bots", "start", "close", "rematch")


class Grammar:
    """Frames, sensible at first; then something is done to them."""

    def __init__(self, rng: random.Random, tables: list[str]) -> None:
        self.rng, self.tables = rng, tables

    def frame(self) -> bytes | str:
        """Text as str or bytes that may be no UTF-8."""
        kind = self.rng.random()
        if kind < 0.15:
            return self.rng.choice(BOMBS)(self.rng)
        sensible = self.sensible()
        if kind < 0.55:
            sensible = self.changed(sensible)
        raw = json.dumps(sensible).encode()
        if kind > 0.75:
            return self.flipped(raw)
        return raw.decode()

    def sensible(self) -> dict[str, Any]:
        """A frame as a client might send it."""
        table = self.rng.choice(self.tables)
        match self.rng.randrange(8):
            case 0:
                return {"type": "watch", "table": table, "epoch": 1, "lastVersion": self.rng.randrange(9)}
            case 1:
                return {"type": "ping", "lastVersions": {table: self.rng.randrange(9)}}
            case 2:
                return {"type": "chat", "table": table, "text": self.rng.choice(TEXTS)}
            case _:
                return {
                    "type": "act",
                    "table": table,
                    "id": str(UUID(int=self.rng.getrandbits(128))),
                    "expectedVersion": self.rng.randrange(9),
                    "action": self.action(),
                }

    def action(self) -> Any:
        """Something like a move."""
        payload = {
            self.rng.choice(
                ("source", "position", "slots", "swap", "targetSeat", "seat", "connected")
            ): self.junk()
            for _ in range(self.rng.randrange(3))
        }
        return {"type": self.rng.choice(TAGS), **({"payload": payload} if self.rng.random() < 0.8 else {})}

    def junk(self) -> Any:
        """Any value."""
        return self.rng.choice(
            (
                None,
                True,
                self.rng.choice(NUMBERS),
                self.rng.choice(TEXTS),
                [],
                {},
                ["deck"],
                "deck",
                [{}] * 3,
                {"seat": 0, "position": 1},
                self.rng.randrange(4),
            )
        )

    def changed(self, frame: dict[str, Any]) -> dict[str, Any]:
        """A field missing, or something else in it, or one too many."""
        result = dict(frame)
        name = self.rng.choice(list(result))
        match self.rng.randrange(4):
            case 0:
                del result[name]
            case 1:
                result[name] = self.junk()
            case 2:
                result[self.rng.choice(TEXTS)] = self.junk()
            case _:
                result["type"] = self.rng.choice(("view", "step", "ack", "act", "watch", "goaway", "", None))
        return result

    def flipped(self, raw: bytes) -> bytes:
        """Some bits, or a piece cut out, doubled or moved."""
        data = bytearray(raw)
        for _ in range(self.rng.randint(1, 4)):
            at = self.rng.randrange(len(data))
            match self.rng.randrange(4):
                case 0 | 1:
                    data[at] ^= 1 << self.rng.randrange(8)
                case 2:
                    del data[at : at + self.rng.randrange(1, 9)]
                case _:
                    data[at:at] = data[max(at - 9, 0) : at]
            data = data or bytearray(b"{")
        return bytes(data)


def deep(rng: random.Random) -> str:
    mouth, end = rng.choice((("[", "]"), ('{"a":', "}"), ('{"type":"act","action":[', "]}")))
    depth = rng.choice((9, 100, 1000, 3000))
    return mouth * depth + "1" + end * (depth if rng.random() < 0.5 else 0)


def wide(rng: random.Random) -> str:
    return json.dumps({f"key{number}": number for number in range(rng.choice((50, 200, 400)))})


def huge(rng: random.Random) -> str:
    number = rng.choice(("9" * 4000, "1e999999", "-" + "0" * 3000 + "1", "1" * 400 + ".5", "0." + "3" * 2000))
    return (
        rng.choice(('{"type":"ping","lastVersions":{"x":%s}}', '{"type":"watch","epoch":%s}', "%s")) % number
    )


def doubled(rng: random.Random) -> str:
    table = str(UUID(int=rng.getrandbits(128)))
    return rng.choice(
        (
            '{"type":"ping","type":"ping"}',
            '{"type":"ping","lastVersions":{},"lastVersions":{}}',
            f'{{"type":"watch","table":"{table}","table":"{table}"}}',
            f'{{"type":"act","table":"{table}","id":"{table}","expectedVersion":1,"expectedVersion":2,"action":{{}}}}',
            '{"type":"ping","\\u0074ype":"watch"}',
        )
    )


def endless(rng: random.Random) -> str:
    return rng.choice(
        ("NaN", "Infinity", "-Infinity", '{"type":"ping","lastVersions":NaN}', '{"a":undefined}', "'x'")
    )


def polluted(rng: random.Random) -> str:
    name = rng.choice(("__proto__", "constructor", "prototype", "toString", "__class__", "__dict__"))
    return rng.choice(
        (
            f'{{"type":"ping","{name}":{{"x":1}}}}',
            f'{{"{name}":{{"type":"ping"}}}}',
            f'{{"type":"ping","lastVersions":{{"{name}":1}}}}',
        )
    )


def broken_text(rng: random.Random) -> bytes:
    return rng.choice(
        (b"\xff\xfe", b'{"type":"\xc3\x28"}', b'{"type":"ping\xed\xa0\x80"}', b"\x80" * 40, b"\x00")
    )


def odd_text(rng: random.Random) -> str:
    return rng.choice(
        ("", " ", "null", "[]", "{}", '"', "{", "\ufeff{}", '{"type":"\\ud800"}', "\u0000" * 300, "1 2")
    )


def oversized(rng: random.Random) -> str:
    return '{"type":"ping","lastVersions":"' + "x" * rng.choice((5000, 20_000, 200_000)) + '"}'


BOMBS: Final[tuple[Callable[[random.Random], str | bytes], ...]] = (
    deep, wide, huge, doubled, endless, polluted, broken_text, odd_text, odd_text, oversized,
)  # fmt: skip


@dataclass
class Found:
    """What was sent and what came of it."""

    frames: int = 0
    calls: int = 0
    connections: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    unhandled: list[str] = field(default_factory=list)
    warm_kb: int = 0
    end_kb: int = 0

    @property
    def failures(self) -> int:
        """Answers of 500 and more."""
        return sum(count for status, count in self.statuses.items() if status >= 500)


class Fuzzer:
    """Sends through one socket after another, and some over HTTP."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.rng = random.Random(seed)
        self.found = Found()
        self.http = httpx.AsyncClient(verify=False, base_url=url, timeout=30)
        self.token = ""
        self.tables: list[str] = []

    async def create_guest(self) -> None:
        """A guest with two tables, one of them begun; the ids of some that are not there."""
        cookies: list[str] = []
        for name in ("Fuzzina", "Fuzzbert"):
            answer = await self.http.post("/api/guests", json={"name": name})
            cookies.append("; ".join(f"{key}={value}" for key, value in answer.cookies.items()))
            self.http.cookies.clear()
        one, two = ({"Cookie": cookie, "Origin": self.url, "X-Rondel": "1"} for cookie in cookies)
        self.token = (await self.http.post("/api/me/tokens", json={}, headers=one)).json()["token"]
        options = {"game": "cambio", "options": {"seats": 2, "turnMs": 0, "initialViewMs": 60_000}}
        for _ in range(2):
            table = (await self.http.post("/api/tables", json=options, headers=one)).json()["id"]
            for who in (one, two):
                await self.http.post(f"/api/tables/{table}/seat", json={}, headers=who)
                await self.http.post(f"/api/tables/{table}/ready", json={}, headers=who)
            self.tables.append(table)
        await self.http.post(f"/api/tables/{self.tables[0]}/start", headers=one)
        self.tables += [str(UUID(int=self.rng.getrandbits(128))) for _ in range(2)]

    async def run(self, frames: int, pid: int, tick: Callable[[int], None] = lambda _: None) -> Found:
        """So many frames; memory is read after warming up and at the end."""
        await self.create_guest()
        grammar, found = Grammar(self.rng, self.tables), self.found
        while found.frames < frames:
            before = found.frames
            async with self._socket() as connection:
                await self._talk(connection, grammar, min(frames, before + 2000))
            tick(found.frames - before)
            if not found.warm_kb and found.frames >= frames * WARM:
                found.warm_kb = rss_kb(pid)
        await asyncio.sleep(0.5)
        found.end_kb = rss_kb(pid)
        await self.http.aclose()
        return found

    @asynccontextmanager
    async def _socket(self) -> AsyncIterator[ClientConnection]:
        headers = {"Authorization": f"Bearer {self.token}"}
        self.found.connections += 1
        connection = await websockets.connect(
            f"{self.url.replace('http', 'ws')}/ws",
            additional_headers=headers,
            compression=None,
            max_queue=None,
            close_timeout=2,
        )
        try:
            yield connection
        finally:
            await connection.close()

    async def _talk(self, connection: ClientConnection, grammar: Grammar, until: int) -> None:
        """Until the other end has had enough."""
        try:
            while self.found.frames < until:
                for _ in range(STRIKES):
                    await self._send(connection, grammar)
                if self.found.frames % HTTP_EVERY < STRIKES:
                    await self._call(grammar)
                await self._hear(connection)
        except websockets.ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 1006
            self.found.closed[code] += 1
            if code == FAULT:
                self.found.unhandled.append("a socket was closed with 1011")

    async def _send(self, connection: ClientConnection, grammar: Grammar) -> None:
        self.found.frames += 1
        kind = self.rng.random()
        if kind < 0.002:
            await connection.send(os.urandom(self.rng.randrange(1, 200)))
        elif kind < 0.003:
            noise = os.urandom(self.rng.randrange(2, 200))
            if connection.state is not State.OPEN:
                await connection.send(noise)  # raises: the other end has closed it
            connection.transport.write(noise)
        elif kind < 0.01:
            frame = grammar.frame()
            half = len(frame) // 2
            if isinstance(frame, str):
                await connection.send(iter((frame[:half], frame[half:])))
        else:
            frame = grammar.frame()
            if isinstance(frame, str):
                frame = frame.encode(errors="surrogatepass")
            await connection.send(frame, text=True)

    async def _hear(self, connection: ClientConnection) -> None:
        """Something sensible is still answered."""
        await connection.send('{"type":"ping"}')
        while True:
            text = await asyncio.wait_for(connection.recv(), 20)
            answer = json.loads(text)
            self.found.answers[answer["code"] if answer["type"] == "nack" else answer["type"]] += 1
            if answer["type"] == "pong":
                return

    async def _call(self, grammar: Grammar) -> None:
        """The same over HTTP."""
        self.found.calls += 1
        frame = grammar.frame()
        raw = frame.encode(errors="surrogatepass") if isinstance(frame, str) else frame
        table = self.rng.choice(self.tables)
        path = self.rng.choice(
            (
                f"/api/tables/{table}/{self.rng.choice(BODIES)}",
                f"/api/game/{table}/power",
                "/api/tables",
                "/api/guests",
                "/api/links",
                "/api/me/tokens",
                f"/api/bots/{table}/1/act",
                "/api/me/email",
            )
        )
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if self.rng.random() < 0.1:
            headers["X-Rondel-Bot"] = "x"
        with suppress(httpx.RemoteProtocolError):
            self.found.statuses[(await self.http.post(path, content=raw, headers=headers)).status_code] += 1


def rss_kb(pid: int) -> int:
    """What a process has in memory."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in line)
    return int(line.split()[1])


@contextmanager
def served(log: Path, database: str | None = None) -> Iterator[tuple[str, int]]:
    """A server that logs all it can: its address and its process. Without a database, it stores in memory."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    variables = {
        "RONDEL_PORT": str(port),
        "RONDEL_ORIGINS": url,
        "RONDEL_PLAIN_HTTP": "true",
        "RONDEL_LOG_LEVEL": "debug",
        "RONDEL_DRAIN_MS": "0",
        "RONDEL_REQUEST_RATE": "1000000/1s",
        "RONDEL_GUEST_RATE": "3/3600s",
        "RONDEL_MAIL_RATE": "3/3600s",
        **({} if database is None else {"RONDEL_DATABASE_URL": database}),
    }
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE], stdout=output, stderr=output, env={**os.environ, **variables}
        )
    try:
        _wait(url, process)
        yield url, process.pid
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(url: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/readyz", verify=False).status_code == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("the server does not come up")


FORBIDDEN: Final = ("Fuzzina", "Fuzzbert", "__proto__", "DRAW_CARD", "NO_SUCH_THING", "CONFIRM_INITIAL_VIEW")
FAULTS: Final = ("socket.failed", "request.failed", "table.halted", "job.failed")


def judged(log: str, metrics: str, token: str) -> list[str]:
    """What the server says it did not handle, and what it should not have said."""
    found = []
    for line in log.splitlines():
        entry = json.loads(line) if line.startswith("{") else {"level": "error", "event": line}
        if _is_no_text(entry):
            continue
        if entry.get("level") in ("error", "critical") or entry.get("event") in FAULTS:
            found.append(f"the log: {line[:300]}")
        found += [f"the log says {word}: {line[:200]}" for word in (*FORBIDDEN, token) if word in line]
    for line in metrics.splitlines():
        name, _, count = line.partition(" ")
        if name in ("rondel_internal_errors_total", "rondel_halted_tables_total") and float(count):
            found.append(f"metrics: {line}")
    return found


def _is_no_text(entry: Any) -> bool:
    """Uvicorn calls text that is no UTF-8 an error, though it answers as it should: by 1007."""
    return bool(entry.get("logger") == "uvicorn.error" and entry.get("error") == "UnicodeDecodeError")


async def fuzz(
    frames: int, seed: int, tick: Callable[[int], None] = lambda _: None, *, database: str | None = None
) -> Found:
    """Send so many frames to a server of our own."""
    with tempfile.TemporaryDirectory(prefix="rondel-fuzz-") as folder:
        log = Path(folder) / "log"
        with served(log, database) as (url, pid):
            fuzzer = Fuzzer(url, seed)
            found = await fuzzer.run(frames, pid, tick)
            metrics = httpx.get(f"{url}/metrics", verify=False).text
        found.unhandled += judged(log.read_text(), metrics, fuzzer.token)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--database", metavar="URL", help="an empty database with all tables")
    arguments = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    began = time.monotonic()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("frames", total=arguments.frames)
        fuzzing = fuzz(
            arguments.frames,
            arguments.seed,
            lambda done: progress.advance(task, done),
            database=arguments.database,
        )
        found = asyncio.run(fuzzing)
    for line in found.unhandled[:20]:
        console.print(line, markup=False)
    console.print(f"answers: {dict(found.answers.most_common())}", markup=False)
    console.print(
        f"closed: {dict(found.closed)}, statuses: {dict(sorted(found.statuses.items()))}", markup=False
    )
    grown = found.end_kb / max(found.warm_kb, 1) - 1
    console.print(
        f"{found.frames} frames, {found.calls} calls, {found.connections} sockets, "
        f"unhandled {len(found.unhandled)}, >=500 {found.failures}, memory {found.warm_kb} kB warm, "
        f"{found.end_kb} kB at the end ({grown:+.1%}), {time.monotonic() - began:.0f} s"
    )
    return int(bool(found.unhandled or found.failures))


if __name__ == "__main__":
    sys.exit(main())
