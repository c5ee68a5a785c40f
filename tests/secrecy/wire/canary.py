"""`python -m tests.secrecy.wire.canary --games 10`: whole games with marked cards on PostgreSQL and Redis.

Every frame and every body that reaches somebody is held against what a clerk, who knows the rulebook alone,
says its reader may know; what reaches nobody in particular (logs, Redis, mails, metrics, traces) may name no
card.
"""

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from io import StringIO
from itertools import chain
from secrets import token_hex
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

import msgspec
import pytest
import structlog
from redis.asyncio import Redis
from rich.console import Console
from rich.progress import track

from rondel.games.cambio.actions import CallCambio
from rondel.games.cambio.game import CAMBIO
from rondel.kernel import Viewer
from rondel.laws.draw import draw_action
from rondel.laws.walk import Seeded
from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.rooms.position import Position
from rondel.server.runtime.logs import ALLOWED, start_logging
from rondel.table.fold import line_of
from rondel.wire.codec import codec_of
from rondel.wire.tagged import members, tag_of
from rondel.wire.transcript import row_of
from tests.contracts.databases import migrated, url_of
from tests.contracts.own_redis import OwnRedis
from tests.games.cambio.walker import CHOICES
from tests.secrecy.book import CAMBIO_EVENTS, rule_of
from tests.secrecy.canary import _view_is, spelt
from tests.secrecy.clerk import Clerk, Face, Leak, code_of, faces_in
from tests.secrecy.wire import inside
from tests.secrecy.wire.doors import PATIENCE_S
from tests.secrecy.wire.marks import Marks, marked_deck
from tests.server.collector import KEYS, Collector, Taken, collecting
from tests.server.collector import NAMES as SPANS
from tests.server.visitors import House, Visitor, Wire, open_house, settings

NAMES: Final = ("Adalbertina", "Bartholomew", "Cunegunda", "Onlooker")
CHAT: Final = "psst-I-have-a-king"
LONGEST: Final = 250

_CODEC: Final = codec_of(CAMBIO)
_TIMES: Final = {
    "initial_view_ms": 60_000,
    "turn_ms": 0,
    "power_decision_ms": 0,
    "abandon_after_ms": 86_400_000,
}
_FIXED: Final = {"jokers": 0, "call_limit": None, "min_turns_before_call": 5, **_TIMES}


class Seen(NamedTuple):
    """Something that reached a reader."""

    text: str
    version: int | None
    view: Any
    is_log: bool

    def is_history(self, version: int) -> bool:
        """Whether it tells of the past: what everybody was told then, though it be shuffled in since."""
        is_old_step = self.version is not None and self.version < version and self.view is None
        return self.is_log or is_old_step


class Reader:
    """A seat or a spectator: its clerk, its socket, and what it was sent and has not been checked."""

    def __init__(self, viewer: Viewer, visitor: Visitor | None, wire: Wire | None) -> None:
        self.clerk = Clerk(viewer)
        self.visitor, self.wire = visitor, wire
        self.unchecked: list[Seen] = []
        self.public_faces: set[Face] = set()
        self.version = 0

    def sees(self, text: str) -> None:
        """It was sent this."""
        decoded = _decoded(text)
        message = decoded if isinstance(decoded, dict) else {}
        known = message.get("known")
        if known is not None:  # which cards a shuffle was made of, everybody can tell
            known["batches"] = known["view"]["options"] = None
            text = msgspec.json.encode(decoded).decode()
        is_log = isinstance(decoded, list) or "steps" in message
        self.unchecked.append(Seen(text, message.get("version"), message.get("view"), is_log))


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


class Game:
    """One game of Cambio through the doors."""

    def __init__(self, house: House, marks: Marks, seed: int) -> None:
        self.house, self.marks, self.seed = house, marks, seed
        self.rng = random.Random(seed)
        self.walker = Seeded(f"canary {seed}")
        self.readers: list[Reader] = []
        self.seen_version = 0
        self.messages = 0
        self.secrets: list[str] = []
        self.table = ""

    async def play(self) -> int:
        """To the end, or for so many versions; how many were watched."""
        async with AsyncExitStack() as stack:
            await self._sit_down(stack)
            position = await self._checked()
            while position.status == "active" and position.version < LONGEST:
                await self._move(position)
                position = await self._checked()
            for reader in self.readers:
                if reader.visitor is not None:
                    await self._get(reader, f"/api/game/{self.table}/scores")
            await self._checked()
        return position.version

    async def _sit_down(self, stack: AsyncExitStack) -> None:
        house, seats = self.house, self.rng.choice((2, 3))
        visitors = [await house.visitor(name) for name in NAMES]
        for visitor in visitors:
            self.secrets += [str(value) for value in visitor.http.cookies.values()]
        chosen = {name: self.rng.choice(values) for name, values in CHOICES.items()} | _FIXED
        options = {_camel(name): value for name, value in {**chosen, "seats": seats + 1}.items()}
        body = {"game": "cambio", "options": options}
        self.table = (await visitors[0].post("/api/tables", body))["id"]
        self.marks.learn(self.table)
        for seat, visitor in enumerate(visitors[:seats]):
            await visitor.post(f"/api/tables/{self.table}/seat", {"seat": seat})
            await visitor.post(f"/api/tables/{self.table}/ready", {})
        await visitors[0].post(f"/api/tables/{self.table}/bots", {"level": "easy"})
        for viewer, visitor in [*enumerate(visitors[:seats]), (None, visitors[-1])]:
            wire = await stack.enter_async_context(visitor.socket())
            await wire.send(type="watch", table=self.table)
            self.readers.append(Reader(viewer, visitor, wire))
        self.readers.append(Reader(seats, None, None))
        await visitors[0].post("/api/me/email", {"email": f"ada{self.seed}@example.org"})
        await visitors[0].post(f"/api/tables/{self.table}/chat", {"text": CHAT})
        await visitors[0].post(f"/api/tables/{self.table}/start")

    # moves

    async def _move(self, position: Position) -> None:
        """One legal move of somebody's, and something that is refused."""
        able = sorted(CAMBIO.to_act(position.state))
        if not able:
            await asyncio.sleep(0.05)
            return
        seat = self.rng.choice(able)
        reader = next(reader for reader in self.readers if reader.clerk.viewer == seat)
        listed = CAMBIO.legal(position.state, seat)
        kinds = sorted({type(action) for action in listed}, key=lambda kind: kind.__name__)
        if len(kinds) > 1 and CallCambio in kinds and self.rng.random() < 0.9:
            kinds.remove(CallCambio)
        kind = self.rng.choice(kinds)
        action = self.rng.choice([action for action in listed if type(action) is kind])
        await self._act(reader, action, position)
        other = self.rng.choice(self.readers)
        junk = draw_action(CAMBIO, self.walker, listed)
        if junk is not None and other is not reader:
            await self._act(other, junk, position)

    async def _act(self, reader: Reader, action: Any, position: Position) -> None:
        raw = msgspec.Raw(_CODEC.action_bytes(action))
        body = {"id": str(uuid4()), "action": raw, "expectedVersion": position.version}
        if reader.visitor is None:
            await self._act_as_bot(reader, body, position)
        elif reader.wire is not None and self.rng.random() < 0.7:
            frame = {"type": "act", "table": self.table, **body}
            await reader.wire.connection.send(msgspec.json.encode(frame).decode())
            await self._settle(reader)
        else:
            path = f"/api/tables/{self.table}/act"
            headers = {"Content-Type": "application/json"}
            answer = await reader.visitor.http.post(path, content=msgspec.json.encode(body), headers=headers)
            reader.sees(answer.text)

    async def _act_as_bot(self, reader: Reader, body: Any, position: Position) -> None:
        """The bot_runner of its bot: what the bot is given, and the bot's move."""
        http, seat = self.readers[0].visitor, reader.clerk.viewer
        assert http is not None
        assert seat is not None
        path = f"/api/bots/{self.table}/{seat}"
        headers = {
            "X-Rondel-Bot": inside.bot_token(self.house.cell, position.id, seat),
            "Content-Type": "application/json",
        }
        reader.sees((await http.http.get(path, headers=headers)).text)
        answer = await http.http.post(f"{path}/act", content=msgspec.json.encode(body), headers=headers)
        reader.sees(answer.text)

    # looking

    async def _checked(self) -> Position:
        """Wait until everybody was told, let somebody look, and check all that came."""
        position = await self.house.cell.rooms.room(UUID(self.table)).current()
        stored = await self.house.cell.tables.get(position.id)
        assert stored is not None
        assert stored.halted is None, stored.halted
        watchers = self.house.cell.rooms.room(position.id).watchers
        until = time.monotonic() + PATIENCE_S
        while watchers.are_behind(position.version):
            behind = sorted((each.last or -1) for each in watchers)
            assert time.monotonic() < until, f"watchers stay at {behind}, the head is {position.version}"
            await asyncio.sleep(0.002)
        reader = self.rng.choice([reader for reader in self.readers if reader.visitor is not None])
        await self._look(reader, position)
        for each in self.readers:
            await self._settle(each)
        await self._hear(await self.house.cell.rooms.room(position.id).current())
        return await self.house.cell.rooms.room(position.id).current()

    async def _look(self, reader: Reader, position: Position) -> None:
        what = self.rng.choice(("view", "log", "past", "", "chat", "transcript", "observed", "watch", "game"))
        if what == "watch" and reader.wire is not None:
            last = self.rng.randint(0, position.version)
            await reader.wire.send(
                type="watch", table=self.table, epoch=self.house.cell.rooms.epoch, lastVersion=last
            )
        elif what in ("transcript", "observed") and position.status == "completed":
            return  # 16.4 the whole journal is told at the end
        elif what == "game":
            await self._get(reader, f"/api/game/{self.table}/scores")
            await self._get(reader, f"/api/game/{self.table}/state")
            await self._get(reader, f"/api/game/{self.table}/events")
            await self._get(reader, f"/api/cambio/{self.table}/state")
        else:
            await self._get(reader, f"/api/tables/{self.table}/{what}".rstrip("/"))

    async def _get(self, reader: Reader, path: str) -> None:
        assert reader.visitor is not None
        reader.sees((await reader.visitor.ask("GET", path)).text)

    async def _settle(self, reader: Reader) -> None:
        if reader.wire is None:
            return
        await reader.wire.send(type="ping")
        while True:
            text = await asyncio.wait_for(reader.wire.connection.recv(), PATIENCE_S)
            assert isinstance(text, str)
            if text.startswith('{"type":"pong"'):
                return
            reader.sees(text)

    async def _hear(self, position: Position) -> None:
        """Let every clerk hear what its reader may hear, as the database has it; then check."""
        stored = await self.house.cell.journal.rows(
            position.id, after=self.seen_version, until=position.version
        )
        rows = [row_of(CAMBIO, line_of(each)) for each in stored]
        self.seen_version = position.version
        for reader in self.readers:
            clerk = reader.clerk
            hidden = self._hidden(clerk)
            for row in rows:
                for event in row.events:
                    tag = tag_of(type(event))
                    hearers = rule_of(CAMBIO_EVENTS, tag).hearers
                    if hearers == "everyone" or (hearers == "seat" and event.seat == clerk.viewer):
                        observed = _CODEC.observation(event, row.version, row.at)
                        clerk.hear(observed)
                        if hearers == "everyone":
                            reader.public_faces |= {*faces_in(msgspec.json.decode(observed))}
                hidden &= self._hidden(clerk)
            self._check(reader, hidden, position.version)

    def _hidden(self, clerk: Clerk) -> set[Face]:
        return clerk.hidden() if clerk.batches else set(self.marks.code_of)

    def _check(self, reader: Reader, hidden: set[Face], version: int) -> None:
        for seen in reader.unchecked:
            self.messages += 1
            lawful = reader.public_faces if seen.is_history(version) else set()
            for face in ((self.marks.named(seen.text) | spelt(seen.text)) & hidden) - lawful:
                raise reader.clerk.leak(f"finds {code_of(face)} in {seen.text[:300]}")
            if seen.version == version and isinstance(seen.view, dict):
                _view_is(reader.clerk, seen.view)
        reader.unchecked.clear()


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


class Onlookers:
    """What reaches nobody in particular: the log, Redis, mails, metrics and traces."""

    def __init__(self, redis: Redis, log: StringIO, collector: Collector) -> None:
        self.log = log
        self._collector = collector
        self._redis = redis
        self.monitored: list[str] = []
        self.monitoring: asyncio.Task[None] | None = None

    async def monitor(self) -> None:
        """Write down every command that Redis is given."""
        async with self._redis.monitor() as monitor:
            async for command in monitor.listen():
                self.monitored.append(str(command["command"]))

    async def catch_up(self) -> None:
        """Until Redis has reported everything it was given so far, which it does when it comes to it."""
        mark, read = f"caught-up-{token_hex(8)}", len(self.monitored)
        until = time.monotonic() + PATIENCE_S
        while not any(mark in command for command in self.monitored[read:]):
            if self.monitoring is not None and self.monitoring.done():
                self.monitoring.result()  # why nothing more is heard
            assert time.monotonic() < until, f"Redis has reported {len(self.monitored) - read} commands since"
            await self._redis.echo(mark)
            await asyncio.sleep(0.01)

    async def check(self, house: House, marks: Marks, secrets: list[str]) -> Counter[str]:
        """Nothing of it names a card, or anybody; how many texts of each source were read."""
        await self.catch_up()
        log = self.log.getvalue()
        mailer = house.node.mailer
        assert isinstance(mailer, MemoryMailer)
        texts = {
            "redis": [command for command in self.monitored if not command.startswith("ECHO")],
            "stored": await self._stored(),
            "log": log.splitlines(),
            "mail": [f"{mail.subject}\n{mail.text}\n{mail.html}" for mail in mailer.sent],
            "metrics": [house.node.metrics.text().decode()],
            "traces": [span.text for span in await self._traces()],
        }
        for text in chain(*texts.values()):
            for face in marks.named(text):
                raise Leak(f"{code_of(face)} is in {text[:300]}")
        for text in (*texts["metrics"], *texts["log"]):
            for face in spelt(text):
                raise Leak(f"{code_of(face)} is in {text[:300]}")
        check_log(log, secrets)
        check_traces(self._collector, secrets)
        self.monitored.clear()
        self.log.seek(0)
        self.log.truncate()
        return Counter({source: len(read) for source, read in texts.items()})

    async def _traces(self) -> list[Taken]:
        """The spans that have come; the last ones of a game may come with those of the next."""
        await asyncio.to_thread(self._collector.wait_for, "rondel.move", 1, PATIENCE_S)
        return self._collector.spans

    async def _stored(self) -> list[str]:
        keys = [key async for key in self._redis.scan_iter()]
        dumps = [await self._redis.dump(key) for key in keys]
        return [f"{key!r} {dump!r}" for key, dump in zip(keys, dumps, strict=True)]


TAGS: Final = tuple(tag_of(kind) for kind in members(CAMBIO.types.action))


def check_log(log: str, secrets: list[str]) -> None:
    """Only keys that are listed; no name, address, token, line of chat or action."""
    for line in log.splitlines():
        entry = msgspec.json.decode(line)
        if strays := entry.keys() - ALLOWED:
            raise Leak(f"the log has {sorted(strays)}: {line}")
        assert entry["level"] not in ("error", "critical"), line
        for word in (*NAMES, CHAT, "@example.org", *TAGS, *secrets):
            if word in line:
                raise Leak(f"the log says {word}: {line}")


def check_traces(collector: Collector, secrets: list[str]) -> None:
    """Only names and facts that are listed; no name, address, token, line of chat or action."""
    for span in collector.spans:
        strays = {span.name} - SPANS | span.facts.keys() - KEYS
        if strays:
            raise Leak(f"a span has {sorted(strays)}")
        for word in (*NAMES, CHAT, "@example.org", *TAGS, *secrets):
            if word in span.text:
                raise Leak(f"a span says {word}: {span.text}")
    collector.spans.clear()


@contextmanager
def logged() -> Iterator[StringIO]:
    """Everything that is logged, at the level that says most."""
    stream = StringIO()
    start_logging("debug", stream)
    try:
        yield stream
    finally:
        structlog.reset_defaults()


@asynccontextmanager
async def watched(
    database: str, redis_url: str, log: StringIO, collector: Collector
) -> AsyncIterator[tuple[House, Onlookers]]:
    """A server on PostgreSQL and Redis, with somebody who reads all that passes there."""
    chosen = settings(
        database_url=database,
        redis_url=redis_url,
        rate_limits=False,
        presence_ms=500,
        log_level="debug",
        traces=True,
    )
    redis = Redis.from_url(redis_url)
    onlookers = Onlookers(redis, log, collector)
    monitoring = onlookers.monitoring = asyncio.create_task(onlookers.monitor())
    try:
        await onlookers.catch_up()
        async with open_house(chosen) as house:
            yield house, onlookers
    finally:
        monitoring.cancel()
        await asyncio.gather(monitoring, return_exceptions=True)
        await redis.aclose()


class Watched(NamedTuple):
    """What was watched."""

    games: int
    versions: int
    messages: int
    texts: Counter[str]
    """How many of each source."""


async def watch(
    database: str, redis_url: str, games: range, *, enough: int | None = None, show: bool = False
) -> Watched:
    """Play the games, or until enough versions were watched, and check everything; raises Leak."""
    played = versions = messages = 0
    texts: Counter[str] = Counter()
    with (
        marked_deck() as marks,
        logged() as log,
        pytest.MonkeyPatch.context() as patch,
        collecting(patch) as collector,
    ):
        async with watched(database, redis_url, log, collector) as (house, onlookers):
            for seed in track(games, "games", disable=not show):
                game = Game(house, marks, seed)
                versions += await game.play()
                messages += game.messages
                texts += await onlookers.check(house, marks, game.secrets)
                played += 1
                if enough is not None and versions >= enough:
                    break
    return Watched(played, versions, messages, texts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy.wire.canary", description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    began = time.monotonic()
    with migrated() as name, OwnRedis() as redis:
        games = range(arguments.seed, arguments.seed + arguments.games)
        found = asyncio.run(watch(url_of(name), redis.url, games, show=sys.stdout.isatty()))
    Console(highlight=False).print(
        f"{found.games} games, {found.versions} versions, {found.messages} frames and bodies, "
        f"{found.texts.total()} lines of logs, Redis, mail, metrics and traces, 0 leaks, "
        f"{time.monotonic() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
