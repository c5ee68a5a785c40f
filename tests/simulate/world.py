"""One run: nodes, people, a bot runner and a nemesis, all drawn from one seed."""

import asyncio
import hashlib
import random
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

import msgspec
import structlog

from rondel.kernel import Ms, Refusal, Seat
from rondel.server.adapters.memory.people import MemoryPeople
from rondel.server.adapters.memory.presence import MemoryPresence
from rondel.server.errors import ApiError
from rondel.server.flows.accounts.mail_addresses import hashed
from rondel.server.ports.people import Account, Session
from rondel.server.ports.value import StoreUnavailableError
from rondel.wire.protocol import ViewFrame
from rondel.wire.strict import MalformedError
from tests.simulate import chance
from tests.simulate.bot_runner import keep_bots
from tests.simulate.bus import Air
from tests.simulate.chance import MACHINE
from tests.simulate.database import Database, drive
from tests.simulate.ledger import Ledger
from tests.simulate.loop import Circling, VirtualLoop
from tests.simulate.nemesis import Nemesis
from tests.simulate.node import QUEUE_BYTES, QUEUE_FRAMES, SimulatedNode
from tests.simulate.params import Params
from tests.simulate.people import Person
from tests.simulate.tabs import Connection, Tab

NOON: Final = 1_700_000_000_000
HORIZON_S: Final = 25.0
QUIET_S: Final = 14.0


class Finding(msgspec.Struct, frozen=True):
    """Something that must not be."""

    kind: str
    text: str


class World:
    """Everything of one run."""

    def __init__(self, params: Params, *, is_traced: bool = False) -> None:
        self.params = params
        self.loop = VirtualLoop(f"{params.seed} schedule")
        chance.begin()
        MACHINE.begin(params.seed, self.loop.time)
        self.findings: list[Finding] = []
        self.lines: list[str] | None = [] if is_traced else None
        self._hash = hashlib.blake2b(digest_size=16)
        self.tables: list[UUID] = []
        self.ledger = Ledger(self)
        self.database = Database(self, self.loop)
        self.air = Air(self, self.loop)
        self.people = MemoryPeople()
        self.presence = MemoryPresence(now=self.now_ms)
        self.nodes: list[SimulatedNode | None] = []
        self.persons: list[Person] = []
        self.steps_left = params.steps
        self.is_keeping = True
        self.quiet_since: Ms = 0
        self.bot_views: dict[UUID, list[tuple[Seat, ViewFrame]]] = {}
        self.last_lines: list[str] = []
        self.last_line_tables: list[UUID | None] = []
        self.listening_tabs: list[Tab] = []
        self.connections: list[Connection | None] = []
        self._lines = 0
        self._nodes_made = 0

    def now_ms(self) -> Ms:
        """The true time."""
        return NOON + int(self.loop.time() * 1000)

    def note(self, *what: object) -> None:
        """Something happened: it goes into the hash of the run, and into the trace if somebody reads one."""
        line = f"{self.loop.time():.4f} {' '.join(map(str, what))}"
        self._hash.update(line.encode())
        if self.lines is not None:
            self.lines.append(line)

    @property
    def digest(self) -> str:
        """The same for the same run."""
        return self._hash.hexdigest()

    def found(self, kind: str, text: str) -> None:
        """Something that must not be was found."""
        if sum(finding.kind == kind for finding in self.findings) < 3:
            self.findings.append(Finding(kind, text))
            self.note("FOUND", kind, text)

    def next_line(self) -> int:
        """A number for a line of chat."""
        self._lines += 1
        return self._lines

    def wanted(self, legal: Sequence[msgspec.Raw]) -> Sequence[msgspec.Raw]:
        """Of what is legal, what players choose from: patient ones do not end the game."""
        if not self.params.has("patience"):
            return legal
        return [action for action in legal if b'"CALL_CAMBIO"' not in bytes(action)] or legal

    @property
    def tabs(self) -> Sequence[Tab]:
        """All tabs of all people."""
        return [tab for person in self.persons for tab in person.tabs]

    def any_node(self, dice: random.Random) -> SimulatedNode | None:
        """A node that can be reached: it has begun to serve; a paused one has, too."""
        alive = [node for node in self.nodes if node is not None and node.is_serving]
        return dice.choice(alive) if alive else None

    def start_node(self, place: int) -> None:
        """A new node, with nothing in its memory."""
        self._nodes_made += 1
        node = SimulatedNode(self, self._nodes_made)
        self.note("node", place, node.number)
        self.nodes[place] = node
        node.start()

    def crash_node(self, place: int) -> None:
        """A node dies; its connections with it."""
        node = self.nodes[place]
        if node is not None:
            self.note("crash", node.number)
            self.nodes[place] = None
            for tab in self.tabs:
                if tab.connection is not None and tab.connection.node is node:
                    tab.connection.end()
            node.crash()

    def check_queues(self) -> None:
        """No socket may have more waiting than its limits say, and a little."""
        for node in self.nodes:
            for frames, size in () if node is None else node.queues():
                if frames > QUEUE_FRAMES + 16 or size > QUEUE_BYTES + 65_536:
                    self.found("outbound", f"{frames} frames, {size} bytes wait for one socket")

    def run(self) -> None:
        """Play it all."""
        structlog.configure(processors=[self._logged], cache_logger_on_first_use=False)
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_until_complete(self._run())
        except Circling as circling:
            self.found("circling", str(circling))
        except Exception as error:  # noqa: BLE001 - a callback's, of whichever node
            self.found("callback died", repr(error))
        finally:
            self._end()

    def _logged(self, _logger: Any, level: str, event: MutableMapping[str, Any]) -> Any:
        event_name = event.get("event")
        self.note("log", level, event_name, event.get("error"), event.get("fault"))
        expected = event_name == "deadline.failed" and event.get("fault") in (
            "StoreUnavailableError",
            "ApiError",
        )
        if level == "error" and not expected:
            self.found(f"log: {event_name}", str(dict(sorted(event.items()))))
        raise structlog.DropEvent

    async def _run(self) -> None:
        await self._set_up()
        nemesis = Nemesis(self)
        doing = [person.live() for person in self.persons]
        tasks = [asyncio.create_task(each) for each in (*doing, keep_bots(self))]
        trouble = asyncio.create_task(nemesis.live())
        self.database.is_quiet = self.air.is_quiet = False
        while self.steps_left > 0 and self.loop.time() < HORIZON_S and self._is_any_active():
            await asyncio.sleep(0.5)
            self.check_queues()
        trouble.cancel()
        await nemesis.calm()
        await self._quiesce()
        for task in tasks:
            task.cancel()
        for end in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(end, Exception):
                self.found("simulator", f"a person or the bot runner died: {end!r}")

    def _is_any_active(self) -> bool:
        stored = self.database.memory.tables
        return any(stored[table].status == "active" for table in self.tables)

    async def _quiesce(self) -> None:
        """No more trouble: all that is open is done, then all comes to rest."""
        self.database.is_quiet = self.air.is_quiet = True
        self.steps_left = 0
        for person in self.persons:
            person.is_playing = False
        self.quiet_since = self.now_ms()
        self._send_somebody_home()
        await asyncio.sleep(QUIET_S - 6)
        self.last_lines = [f"last words {index}" for index, _ in enumerate(self.persons)]
        for person, line in zip(self.persons, self.last_lines, strict=True):
            if person.tabs[0].is_sitting:
                person.say(person.tabs[0], line)
        self.listening_tabs = [tab for tab in self.tabs if tab.is_sitting and tab.connection is not None]
        firsts = [person.tabs[0] for person in self.persons]
        self.last_line_tables = [tab.table if tab.is_sitting else None for tab in firsts]
        self.connections = [tab.connection for tab in self.listening_tabs]
        await asyncio.sleep(3)
        self.is_keeping = False
        await asyncio.sleep(3.0005)  # between two milliseconds: no deadline falls due in this very instant
        while (
            self.now_ms() - self.ledger.committed_at < 100
        ):  # a deadline fires just now: its row is on its way
            await asyncio.sleep(0.1)

    def _send_somebody_home(self) -> None:
        """One of those who are waited for calls a bot that stands in, and it must play."""
        owing = [person for person in self.persons if person.owes_move()]
        if owing and self.params.has("standin"):
            self.loop.create_task(owing[0].go_home())

    async def _set_up(self) -> None:
        """People arrive, nodes start, tables are opened and begun; all in peace."""
        params = self.params
        humans = params.seats - params.bots
        for index in range(humans + params.spectators):
            self.persons.append(self._person(f"P{index}"))
        self.nodes = [None] * params.nodes
        for place in range(params.nodes):
            self.start_node(place)
        node = self.nodes[0]
        assert node is not None
        options = msgspec.json.encode(params.options)
        for _ in range(params.tables):
            host = self.persons[0].account
            table = await node.open(host, params.game, options, params.seats)
            self.tables.append(table)
            for person in self.persons[:humans]:
                await node.take_seat(person.account, table)
            for _ in range(params.bots):
                await node.add_bot(host, table)
            await node.begin(host, table)
        self.ledger.look()
        self.database.back_up()
        for index, person in enumerate(self.persons):
            for number in range(params.tabs if index == 0 else 1):
                for table_number, table in enumerate(self.tables):
                    person.tabs.append(Tab(person, table, f"{person.account.name}.{number}.{table_number}"))

    def _person(self, name: str) -> Person:
        account = Account(MACHINE.uuid7(), name, name.casefold(), self.now_ms())
        token = MACHINE.token_bytes(16).hex()
        year = 365 * 86_400_000
        session = Session(
            MACHINE.uuid7(),
            account.id,
            hashed(token),
            "bearer",
            name,
            self.now_ms(),
            self.now_ms(),
            NOON + year,
        )
        drive(self.people.add(account))
        drive(self.people.open_session(session))
        return Person(self, account, token)

    def _end(self) -> None:
        """Judge the tasks, then let go of them."""
        tasks = [*self.loop.tasks, *(task for node in self.all_nodes() for task in node.tasks)]
        for task in tasks:
            if task.done() and not task.cancelled() and task._log_traceback:
                name, error = getattr(task.get_coro(), "__qualname__", ""), task.exception()
                is_request = name.startswith("SimulatedNode.")  # one that nobody waited for to its end
                if not (
                    is_request
                    and isinstance(error, ApiError | Refusal | MalformedError | StoreUnavailableError)
                ):
                    self.found("task died", f"{name}: {error!r}")
        for place in range(len(self.nodes)):
            node = self.nodes[place]
            if node is not None:
                node.is_dead = True

    def all_nodes(self) -> Sequence[SimulatedNode]:
        """Those that are there."""
        return [node for node in self.nodes if node is not None]

    def close(self) -> None:
        """Cancel whatever is left, after the checker has looked."""
        for node in self.all_nodes():
            node.crash()
        for task in self.loop.tasks:
            task.cancel()

        async def rest() -> None:
            await asyncio.sleep(1)

        with suppress(Circling):
            self.loop.run_until_complete(rest())
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()
        asyncio.set_event_loop(None)
        structlog.reset_defaults()
        chance.end()
