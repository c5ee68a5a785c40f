"""People: accounts with tabs who move, resend, undo, chat, hand over, leave, and some who mean harm."""

import asyncio
import random
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from rondel.kernel import Refusal
from rondel.server.errors import ApiError
from rondel.server.ports.people import Account
from rondel.server.ports.value import StoreUnavailableError
from rondel.wire.protocol import Ack, Nack
from rondel.wire.strict import MalformedError
from tests.simulate.ledger import Acked, Move, Nacked
from tests.simulate.node import public_move_id
from tests.simulate.tabs import Tab

if TYPE_CHECKING:
    from tests.simulate.world import World

LATER: Final = frozenset(("UNAVAILABLE", "TOO_MANY", "TABLE_HALTED", "NEWER_RULES"))
TAKE_BACK: Final = b'{"type":"TAKE_BACK","payload":{}}'
NONSENSE: Final = (
    '{"type":"act"}',
    "[]",
    '{"type":"watch","table":"00000000-0000-0000-0000-000000000000"}',
    '{"type":"chat","table":"00000000-0000-0000-0000-000000000000","text":"x"}',
)


class Person:
    """One account. What its player does is drawn from the seed."""

    def __init__(self, world: "World", account: Account, token: str) -> None:
        self.world = world
        self.account = account
        self.token = token
        self.dice = random.Random(f"{world.params.seed} {account.name}")
        self.tabs: list[Tab] = []
        self.moves: dict[UUID, Move] = {}
        self.is_playing = True

    async def live(self) -> None:
        """Do something every now and then, until the run is over."""
        world, dice = self.world, self.dice
        while True:
            await asyncio.sleep(dice.choice((0.02, 0.1, 0.1, 0.3, 0.8) if self.is_playing else (0.3, 0.8)))
            self._mind_tabs()
            self._mind_moves()
            if self.is_playing and world.steps_left > 0:
                await self._do_something()

    def _mind_tabs(self) -> None:
        """Connect what is lost; a tab that hears nothing for long connects again elsewhere."""
        now = self.world.loop.time()
        for tab in self.tabs:
            waited = 0.0 if tab.awaiting_since is None else now - tab.awaiting_since
            if not tab.is_open:
                if now < tab.back_at and self.is_playing:
                    continue
                node = self.world.any_node(self.dice)
                if node is not None:
                    tab.connect(node, resumes=self.dice.random() < 0.6)
            elif waited > 5 and not tab.is_sitting:
                assert tab.connection is not None
                tab.connection.end()
            elif tab.awaiting_since is None and self.dice.random() < 0.1:
                tab.awaiting_since = now
                tab.send({"type": "ping", "lastVersions": {str(tab.table): tab.version or 0}})
            elif waited > 10 and tab.connection is not None and not tab.connection.is_stalled:
                tab.connection.end()

    def _mind_moves(self) -> None:
        """What is not answered is sent again, by whichever tab is there."""
        now = self.world.now_ms()
        for move in self.moves.values():
            if not move.is_done and now - move.sent[-1] > self.dice.choice((700, 2000)):
                self._send(move)

    def _send(self, move: Move) -> None:
        tabs = [tab for tab in self.tabs if tab.is_open and tab.table == move.table]
        if not tabs:
            return
        tab = self.dice.choice(tabs)
        self.world.note("act", tab.name, move.id, move.expected_version)
        move.sent.append(self.world.now_ms())
        tab.act(move.id, move.expected_version, move.action)

    def acked(self, tab: Tab, ack: Ack) -> None:
        """A move is committed, the server says."""
        move = self.moves.get(UUID(ack.id))
        if move is None:
            self.world.found("answer", f"{tab.name} heard an ack of a move it did not make")
            return
        if not ack.duplicate:
            self._check_order(tab, ack.version)
        sent = tab.answered(move.id)
        move.acks.append(Acked(self.world.now_ms(), ack.version, sent.at, sent.action))
        move.is_done = True

    def _check_order(self, tab: Tab, version: int) -> None:
        """The ack of a version comes after all that led up to it, and before its step."""
        connection, went_back_at = tab.connection, self.world.ledger.went_back_at
        if not tab.is_sitting or connection is None:
            return
        if tab.viewed_at < went_back_at or (went_back_at and self.world.now_ms() < went_back_at + 6000):
            return  # it may have been sent what was lost since
        if tab.epoch != self.world.database.memory.epoch:
            return  # what it has seen is of another epoch; a View of this one is on its way
        assert tab.version is not None
        is_short = version - tab.version < 8  # of a long gap frames may be dropped, but no acks
        is_whole = is_short and not connection.was_stalled and not self.world.params.has("flood")
        if tab.version >= version or (is_whole and tab.version < version - 1):
            self.world.found("ack order", f"{tab.name} at {tab.version} heard the ack of {version}")

    def nacked(self, tab: Tab, nack: Nack) -> None:
        """A move is refused, or must be sent again."""
        assert nack.id is not None
        move = self.moves.get(UUID(nack.id))
        if move is None:
            self.world.found("answer", f"{tab.name} heard a nack of a move it did not make")
            return
        sent = tab.answered(move.id)
        if sent.action != move.action:
            return  # it was another move under the same id, and rightly refused
        move.nacks.append(Nacked(self.world.now_ms(), nack.code, sent.at))
        if nack.code not in LATER:
            move.is_done = True

    async def _do_something(self) -> None:
        """One of the things that people do."""
        has, dice = self.world.params.has, self.dice
        doings: list[tuple[str, int]] = [("move", 30)]
        doings += [
            (name, weight)
            for name, weight in (
                ("resend", 10),
                ("late", 2),
                ("undo", 3),
                ("cut", 2),
                ("slow", 1),
                ("flood", 1),
                ("chat", 2),
                ("leave", 1),
                ("standin", 1),
                ("handover", 1),
                ("adversary", 4),
            )
            if has(name)
        ]
        names, weights = zip(*doings, strict=True)
        await getattr(self, f"_{dice.choices(names, weights)[0]}")()

    def _seated(self) -> Tab | None:
        tabs = [tab for tab in self.tabs if tab.is_sitting and tab.legal and tab.status == "active"]
        return self.dice.choice(tabs) if tabs else None

    async def _move(self) -> None:
        tab = self._seated()
        if tab is None or tab.version is None or any(not move.is_done for move in self.moves.values()):
            return
        if self._is_stood_in_for(tab):
            return
        forged = (
            self._forged(tab, 1) if self.world.params.has("adversary") and self.dice.random() < 0.4 else None
        )
        self._make(tab, tab.version, self._chosen(tab), forged)

    def _is_stood_in_for(self, tab: Tab) -> bool:
        """Whether a bot plays this seat for its person, who leaves the moves to it."""
        return any(line.seat == tab.seat and line.level is not None for line in tab.seats)

    def _forged(self, tab: Tab, ahead: int) -> UUID | None:
        """The id of the move that a bot may make so many versions later, if anybody can compute it."""
        bots = [line.seat for line in tab.seats if line.kind == "bot" or line.level is not None]
        if not bots or tab.version is None:
            return None
        forged = public_move_id(tab.table, tab.version + ahead, self.dice.choice(bots))
        return None if forged in self.moves else forged

    def _chosen(self, tab: Tab) -> bytes:
        """A legal move; pausing and resuming a clock is always legal and seldom worth a step."""
        wanted = self.world.wanted(tab.legal)
        actions = [bytes(self.dice.choice(wanted)) for _ in range(3)]
        return next((action for action in actions if b"_CLOCK" not in action), actions[0])

    def _make(self, tab: Tab, expected_version: int, action: bytes, move_id: UUID | None = None) -> Move:
        self.world.steps_left -= 1
        made = move_id or UUID(bytes=self.dice.randbytes(16), version=4)
        move = self.moves[made] = Move(
            made, tab.table, tab.seat, expected_version, action, is_forged=move_id is not None
        )
        move.sent.append(self.world.now_ms())
        self.world.note("act", tab.name, made, expected_version)
        tab.act(made, expected_version, action)
        return move

    async def _resend(self) -> None:
        """Send a move again: one that was answered, or one on its way; twice at once, also."""
        if self.moves:
            moves = list(self.moves.values())
            move = self.dice.choice(moves[-3:] if self.dice.random() < 0.7 else moves)
            for _ in range(self.dice.choice((1, 1, 2))):
                self._send(move)

    async def _late(self) -> None:
        tab = self._seated()
        if tab is not None and tab.version is not None:
            expected_version = max(0, tab.version - self.dice.choice((1, 1, 2, 3, 12)))
            self._make(tab, expected_version, bytes(self.dice.choice(self.world.wanted(tab.legal))))

    async def _undo(self) -> None:
        tab = next((tab for tab in self.tabs if tab.is_sitting and tab.version), None)
        if tab is not None and tab.version is not None:
            self._make(tab, tab.version, TAKE_BACK)

    async def _cut(self) -> None:
        tab = self.dice.choice(self.tabs)
        if self.dice.random() < 0.2:
            self._go(tab.table)
        elif tab.connection is not None:
            tab.connection.end()

    def _go(self, table: UUID) -> None:
        """Close every tab at a table, for longer than a table waits, or not."""
        back_at = self.world.loop.time() + self.dice.choice((0.0, 0.0, 6.0))
        for tab in self.tabs:
            if tab.table == table and tab.connection is not None:
                tab.connection.end()
                tab.back_at = back_at

    async def _slow(self) -> None:
        tab = self.dice.choice(self.tabs)
        if tab.connection is not None:
            tab.connection.stall()
            self.world.loop.call_later(self.dice.choice((1.0, 4.0)), tab.connection.unstall)

    async def _flood(self) -> None:
        """Ask and ask, perhaps without reading the answers."""
        tab = self.dice.choice(self.tabs)
        if tab.connection is not None and tab.is_sitting:
            if self.dice.random() < 0.6:
                await self._slow_down(tab)
            for _ in range(60):
                tab.send({"type": "ping", "lastVersions": {}})
            self.world.loop.call_later(0.5, self.world.check_queues)

    async def _slow_down(self, tab: Tab) -> None:
        assert tab.connection is not None
        tab.connection.stall()
        self.world.loop.call_later(2.0, tab.connection.unstall)

    async def _chat(self) -> None:
        tab = self.dice.choice(self.tabs)
        if tab.is_sitting:
            self.say(tab, f"line {self.world.next_line()}")

    def say(self, tab: Tab, text: str) -> None:
        """Say something at the table."""
        tab.send({"type": "chat", "table": str(tab.table), "text": text})

    async def _leave(self) -> None:
        """Say that one goes, and go; one is back soon."""
        if self.dice.random() < 0.3:
            tab = self.dice.choice(self.tabs)
            await self.ask("leave", self.account, tab.table)
            self._go(tab.table)

    async def _standin(self) -> None:
        tab = self.dice.choice(self.tabs)
        if tab.seat is not None:
            what = self.dice.choice(("stand_in", "come_back"))
            await self.ask(what, self.account, tab.table, tab.seat)

    def owes_move(self) -> bool:
        """Whether somebody waits for this person, at some table."""
        return any(self._is_waited_for(tab) for tab in self.tabs)

    def _is_waited_for(self, tab: Tab) -> bool:
        table = self.world.database.memory.tables[tab.table]
        is_waited_for = table.status == "active" and tab.seat in table.to_act
        return tab.is_sitting and is_waited_for and not self._is_stood_in_for(tab)

    async def go_home(self) -> None:
        """Ask for a bot wherever one is waited for, and leave the rest to it."""
        await asyncio.sleep(1)  # what this person asked for before is done by now
        waiting = {tab.table: tab.seat for tab in self.tabs if self._is_waited_for(tab)}
        for table, seat in waiting.items():
            await self.ask("stand_in", self.account, table, seat)

    async def _handover(self) -> None:
        """Give the seat to somebody who has none."""
        tab = self.dice.choice(self.tabs)
        others = [
            other
            for other in self.world.persons
            if other is not self and all(it.seat is None for it in other.tabs if it.table == tab.table)
        ]
        if tab.seat is None or not others or self.dice.random() < 0.5:
            return
        seat = tab.seat
        token = await self.ask("offer", self.account, tab.table, seat)
        if token is not None:
            await self.ask("take_over", self.dice.choice(others).account, tab.table, seat, token)

    async def _adversary(self) -> None:
        """Moves under ids that can be computed; moves of others; what cannot be read."""
        tab = self.dice.choice(self.tabs)
        if tab.connection is None or not tab.is_sitting or tab.version is None:
            return
        kind = self.dice.choice(("id", "id", "other", "nonsense", "reuse"))
        if kind == "id" and tab.legal and tab.status == "active":
            forged = self._forged(tab, self.dice.choice((0, 1, 2, 3)))
            if forged is not None:
                self._make(tab, tab.version, self._chosen(tab), forged)
        elif kind == "other":
            theirs = [other for person in self.world.persons for other in person.tabs if other.legal]
            if theirs:
                self._make(tab, tab.version, bytes(self.dice.choice(self.dice.choice(theirs).legal)))
        elif kind == "reuse" and tab.legal:
            used = [move for move in self.moves.values() if move.acks and move.table == tab.table]
            if used:
                move = self.dice.choice(used)
                move.is_forged = True
                tab.act(move.id, tab.version, self._chosen(tab))
        elif kind == "nonsense":
            tab.connection.push(self.dice.choice(NONSENSE))

    async def ask(self, what: str, *args: Any) -> Any:
        """Ask a node for something over HTTP, as it were; None if it says no, or nothing."""
        node = self.world.any_node(self.dice)
        if node is None:
            return None
        task = node.spawn(getattr(node, what)(*args))
        done, _ = await asyncio.wait((task,), timeout=15)
        if not done or task.cancelled():
            return None
        error = task.exception()
        self.world.note("asked", self.account.name, what, type(error).__name__)
        if error is None:
            return task.result()
        if not isinstance(error, ApiError | Refusal | MalformedError | StoreUnavailableError):
            self.world.found("flow died", f"{what}: {error!r}")
        return None
