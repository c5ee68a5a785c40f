"""One pair of worlds, served by two servers: the same script, and every byte the observer is sent.

The observer may not be able to tell the two apart until something is told to it that the game declares a
reveal. What would part the worlds lawfully is not played; what would part them otherwise is, and then
the bytes say so.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import HOUSE, Actor, Ms, Refusal, Viewer, observes
from rondel.kernel.draws import counted
from rondel.kernel.turn import evolve_all
from rondel.laws.draw import ActionBias, draw_action
from rondel.laws.law import Rng, own_chance
from rondel.laws.neighbour import neighbour
from rondel.wire.codec import codec_of
from tests.secrecy.wire import inside
from tests.secrecy.wire.doors import MODERATOR, ONLOOKER, Line, Side, encode_response, handshake, line
from tests.secrecy.wire.games import Observer, Served
from tests.secrecy.wire.seals import Seals
from tests.secrecy.wire.worlds import SHUT_OUT, World, account_of, draw_world

STEPS: Final = 25
LONG: Final = 20
NEIGHBOURS: Final = 3
"""How many neighbouring worlds are tried for one in which the script runs long."""

_CANDIDATES: Final = 16
_PICKY: Final = 9
_ALL_EVERY: Final = 8
_CALL: Final = 1
"""The api for calls of the game's own; 0 is the one for actions over HTTP, all others are the socket."""


class Leak(AssertionError):  # noqa: N818 - a finding, not an error
    """The observer can tell two worlds apart that it may not know apart."""


class Ran(NamedTuple):
    """How many actions a pair ran, and how many bytes and messages were compared.

    `calls` of the moves, lawful or not, went through calls of the game's own, and `documented` of the
    observer's frames came in the words of the documents, `patched` of them with patches.
    """

    observer: Observer
    actions: int
    messages: int
    bytes: int
    calls: int
    documented: int
    patched: int
    sizes: int
    """How many frames and answers to others were compared by their sizes."""


class Presence(NamedTuple):
    """The house says whether somebody is there; the action is what the game makes of it."""

    seat: int
    is_connected: bool


class Chain(NamedTuple):
    """What would happen: the events of each version, why it stops if it does, and the State after."""

    rows: Sequence[Sequence[Any]]
    refusal: Refusal | None
    state: Any


class Pair:
    """One script in two servers, watched by one observer."""

    def __init__(
        self,
        sides: tuple[Side, Side],
        world: World,
        other: Any,
        observer: Observer,
        rng: Rng,
    ) -> None:
        self.sides, self.world, self.observer, self.rng = sides, world, observer, rng
        self.game, self.viewer, self.id = world.game, world.viewer, world.id
        self.codec = codec_of(self.game)
        self.now: Ms = world.at
        self.mood = ActionBias()
        self.received: tuple[list[bytes], list[bytes]] = ([], [])
        self.sizes: tuple[list[int], list[int]] = ([], [])
        self.lines: list[dict[int, Line]] = [{}, {}]
        self.ran = self.calls = self.documented = self.patched = self.times = 0
        self.form = self._form()
        world.put(sides[0].memory, sides[0].cell, world.true, world.rows())
        world.put(sides[1].memory, sides[1].cell, other, world.rows_retold())
        self.seals = [Seals(side.memory, self.id) for side in sides]
        self._turn_clocks()

    # what would happen

    @property
    def _head(self) -> inside.Head:
        return self.sides[0].head(self.id)

    def _chain(self, head: inside.Head, actor: Actor | None = None, action: Any = None) -> Chain:
        """What falls due, the action, and what falls due after it."""
        rows: list[Sequence[Any]] = []
        state, at, draws = head.state, head.at, head.draws
        refusal = None
        if isinstance(action, Presence):
            assert self.game.presence is not None
            action = self.game.presence.report(*action)
        todo: list[tuple[Actor | None, Any]] = [] if action is None else [(actor, action)]
        for _ in range(100):
            due = self.game.deadline(state)
            if due is not None and due.is_due(self.now):
                who, what, at = HOUSE, due.action, max(due.decided_at(self.now), at)
            elif todo:
                (who, what), at = todo.pop(), max(self.now, at)  # type: ignore[assignment]
            else:
                break
            chance = head.chance(draws)
            try:
                events = self.game.decide(state, who, what, chance, at)
            except Refusal as no:
                refusal = no
                continue
            rows.append(events)
            draws = counted(draws, chance.draws)
            state = evolve_all(self.game, state, events, at)
        return Chain(rows, refusal, state)

    def _parts(self, actor: Actor | None = None, action: Any = None) -> bool:
        """Whether this would lawfully tell the observer which world it is in, or end the game."""
        here, there = (self._chain(side.head(self.id), actor, action) for side in self.sides)
        if actor != self.viewer and (here.refusal is None) != (there.refusal is None):
            return True
        is_late = self.game.outcome(here.state) is not None and self.rng.below(4) > 0
        if self.observer in SHUT_OUT:
            return is_late
        for one, other in zip(here.rows, there.rows, strict=False):
            observed = [[event for event in events if self._hears(event)] for events in (one, other)]
            for event, instead in zip(*observed, strict=False):
                if event != instead:
                    return all(self.game.reveals(shown, self.viewer) for shown in (event, instead))
            if self._own_affair(actor, one) != self._own_affair(actor, other):
                return True
        return is_late

    def _hears(self, event: Any) -> bool:
        return observes(self.viewer, self.game.audience(event))

    def _own_affair(self, actor: Actor | None, events: Sequence[Any]) -> list[type]:
        if actor in (HOUSE, self.viewer):
            return []
        return [type(event) for event in events if self.game.audience(event) == actor]

    # the script

    async def run(self) -> Ran | None:
        """Play; None if the worlds part before anybody has done anything."""
        self._turn_clocks()
        if self._parts():
            return None
        async with AsyncExitStack() as stack:
            await self._both(lambda side: self._arrive(side, stack))
            for _ in range(3):
                await self._both(self._probe(is_free=False))
            while self.ran < STEPS and await self._act():
                self.ran += 1
                await self._both(self._probe(is_free=True))
            for path in self._histories():
                await self._both(lambda side: self._ask(side, self.viewer, "GET", path), path)  # noqa: B023
        messages = [*self.received[0]]
        size = sum(map(len, messages))
        counts = self.calls, self.documented, self.patched, len(self.sizes[0])
        return Ran(self.observer, self.ran, len(messages), size, *counts)

    def _turn_clocks(self) -> None:
        for side in self.sides:
            side.clock.at = self.now

    async def _both(
        self, do: Callable[[Side], Awaitable[None]], what: str = "at once", actor: Actor | None = None
    ) -> None:
        """The same in both, one after the other; then all that came must be the same.

        First it waits for the one who acted, then for the observer. What the others hear is not compared;
        their sockets are read now and then, so that nothing piles up.
        """
        self._turn_clocks()
        self.times += 1
        for side in self.sides:
            await do(side)
            lines = self.lines[self.sides.index(side)]
            if actor is not HOUSE and actor != self.viewer and actor in lines:
                await lines[actor].settle()
            await inside.quiet(side.cell, self.id)
            for who, socket in lines.items():
                if who == self._who() or self.times % _ALL_EVERY == 0:
                    await socket.settle()
        self._compare(what)

    def _compare(self, what: str) -> None:
        for index in range(2):
            socket = self.lines[index].get(self._who())
            if socket is not None and self.observer != "logged out":
                self.received[index].extend(map(self.seals[index].set_aside, socket.received))
                self.documented += len(socket.received) if "form" in self.form and not index else 0
                self.patched += sum(b'"patch":' in frame for frame in socket.received) if not index else 0
            for who, each in self.lines[index].items():
                if who != self._who():
                    self.sizes[index].extend(map(len, each.received))
                each.received.clear()
        self._compare_sizes(what)
        here, there = self.received
        if here == there:
            return
        for one, other in zip(here, there, strict=False):
            if one != other:
                at = next((at for at in range(min(len(one), len(other))) if one[at] != other[at]), 0)
                spots = [text[max(at - 60, 0) : at + 80].decode(errors="replace") for text in (one, other)]
                raise Leak(f"{self._name()} {what}: …{spots[0]}… or …{spots[1]}…")
        raise Leak(f"{self._name()} {what}: {len(here)} messages or {len(there)}")

    def _compare_sizes(self, what: str) -> None:
        """What others are sent is as long in both: whoever sees it pass by learns no card from its size.

        Who is shut out of the table may not even know what everybody there knows.
        """
        here, there = self.sizes
        if self.world.served.has_even_sizes and self.observer not in SHUT_OUT and here != there:
            unequal = [pair for pair in zip(here, there, strict=False) if len({*pair}) > 1]
            raise Leak(f"{self._name()} {what}: {unequal or (len(here), len(there))} bytes to others")

    def _name(self) -> str:
        return f"{self.observer} {'' if self.viewer is None else self.viewer} of {self.id} after {self.ran}"

    def _who(self) -> int:
        return ONLOOKER if self.viewer is None else self.viewer

    async def _arrive(self, side: Side, stack: AsyncExitStack) -> None:
        """Everybody opens a socket and looks; whoever has none asks over HTTP."""
        if self.observer == "logged out":
            self.received[self.sides.index(side)].append(await handshake(side, {}))
        people = {seat for seat, who in enumerate(self.world.seat_specs) if who.kind == "human"}
        if self.observer in ("spectator", "stranger"):
            people.add(ONLOOKER)
        for who in sorted(people):
            socket = self.lines[self.sides.index(side)][who] = await stack.enter_async_context(
                line(side, who)
            )
            await socket.send(type="watch", table=str(self.id), **self.form)
            await socket.settle()

    async def _act(self) -> bool:
        """One action in both worlds, if one is found that does not part them."""
        later = self.now + self.rng.pick((0, 1, 300, 2000))
        for attempt in range(_CANDIDATES):
            before, self.now = self.now, later
            actor, action = self._candidate(is_picky=attempt < _PICKY)
            if action is None or self._parts(actor, action):
                self.now = before
                continue
            api = self.rng.below(5)
            request = UUID(int=self.rng.below(1 << 62))
            await self._both(
                lambda side: self._do(side, actor, action, api, request),  # noqa: B023
                f"by {action!r}",
                actor,
            )
            return True
        return False

    def _candidate(self, *, is_picky: bool) -> tuple[Actor | None, Any]:
        state = self._head.state
        kind = self.rng.below(12)
        due = self.game.deadline(state)
        if due is not None and (kind == 0 or due.is_due(self.now)):
            self.now = max(self.now, due.at_ms)
            return HOUSE, due.action
        if kind == 1 and self.game.presence is not None:
            seat = self.rng.below(len(self.world.seat_specs))
            return HOUSE, Presence(seat, is_connected=bool(self.rng.below(2)))
        if kind == 2:
            listed = () if self.viewer is None else self.game.legal(state, self.viewer)
            return self.viewer, draw_action(self.game, self.rng, listed)
        seats = range(len(self.world.seat_specs))
        choices = [(seat, listed) for seat in seats if (listed := self.game.legal(state, seat))]
        if not choices:
            return HOUSE, None
        seat, listed = self.rng.pick(choices)
        return seat, self.mood.pick(listed, self.rng) if is_picky else self.rng.pick(listed)

    async def _do(self, side: Side, actor: Actor | None, action: Any, api: int, request: UUID) -> None:
        if actor is HOUSE:
            await inside.sync(side.cell, self.id)
            if isinstance(action, Presence):
                await inside.report_presence(side.cell, self.id, *action)
            return
        assert actor is None or isinstance(actor, int)
        raw = msgspec.Raw(self.codec.action_bytes(action))
        version = side.head(self.id).version
        socket = self.lines[self.sides.index(side)].get(ONLOOKER if actor is None else actor)
        is_bot = actor is not None and self.world.seat_specs[actor].kind == "bot"
        call = self.world.served.call_of(bytes(raw)) if api == _CALL and not is_bot else None
        if call is not None:
            body = {**call.body, "id": str(request), "expectedVersion": version}
            self.calls += side is self.sides[0]
            await self._ask(side, actor, "POST", f"/api/game/{self.id}/{call.name}", body)
            return
        if socket is not None and api:
            await socket.send(
                type="act", table=str(self.id), id=str(request), expectedVersion=version, action=raw
            )
            return
        body = {"id": str(request), "action": raw, "expectedVersion": version}
        if actor is not None and is_bot:
            path = f"/api/bots/{self.id}/{actor}/act"
            token = inside.bot_token(side.cell, self.id, actor)
            await self._ask(side, actor, "POST", path, body, **{"X-Rondel-Bot": token})
        else:
            await self._ask(side, actor, "POST", f"/api/tables/{self.id}/act", body)

    async def _ask(
        self, side: Side, actor: Viewer, method: str, path: str, body: Any = None, **headers: str
    ) -> None:
        """Over HTTP; what the observer is answered counts, what others are answered is their affair."""
        is_bot = actor is not None and self.world.seat_specs[actor].kind == "bot"
        who = None if self._is_nobody(actor) or is_bot else ONLOOKER if actor is None else actor
        answer = await side.ask(who, method, path, body, **headers)
        index = self.sides.index(side)
        if actor != self.viewer:
            self.sizes[index].append(len(answer.content))
        else:
            self.received[index].append(encode_response(answer, self.seals[index].set_aside(answer.content)))

    def _is_nobody(self, actor: Viewer) -> bool:
        return actor is None and self.observer == "logged out"

    # what the observer may ask at any time

    def _probe(self, *, is_free: bool) -> Callable[[Side], Awaitable[None]]:
        """Something the observer asks; the same at both servers."""
        kind = self.rng.below(12)
        after = self.rng.below(self._head.version + 2)
        request = UUID(int=self.rng.below(1 << 62))
        if is_free and kind > 8:
            return _nothing
        journal = "chat" if self._head.status == "completed" else "transcript"  # 16.4 told at the end
        story = self.rng.pick((f"log?after={after}", self._past(), "last-move"))
        reads = ("view", story, "observed", journal, "chat", "")
        api = self.rng.pick(self.world.served.doors_for(self.viewer)).format(self.id)
        junk = self._junk() if kind > 8 else None
        form = self._form()
        is_alike = len({side.head(self.id).status for side in self.sides}) == 1

        async def probe(side: Side) -> None:
            if is_alike:  # for who is shut out only one of the two may have ended, and anybody may know that
                await self._moderate(side, kind)
            if junk is not None:
                await self._do(side, self.viewer, junk, kind - 9, request)
            elif kind < len(reads):
                await self._ask(side, self.viewer, "GET", f"/api/tables/{self.id}/{reads[kind]}".rstrip("/"))
            elif kind == 6:
                await self._ask(side, self.viewer, "GET", api)
            elif self._is_bot():
                await self._look_as_bot(side)
            else:
                self.form = form
                await self._sit_again(side, after)

        return probe

    async def _moderate(self, side: Side, kind: int) -> None:
        """What a moderator is answered about this table and who sits there; it counts whoever observes."""
        seat = kind % len(self.world.seat_specs)
        paths = (f"tables?search={self.id}", "tables", f"accounts/{account_of(seat)}", "reports")
        answer = await side.ask(MODERATOR, "GET", f"/api/admin/{paths[kind % len(paths)]}")
        assert answer.status_code in (200, 409), answer.text  # a bot has no account
        self.received[self.sides.index(side)].append(encode_response(answer))

    def _form(self) -> dict[str, Any]:
        """Half of the sockets sit down for Views in the words of the documents, the others for patches."""
        return {"form": "documents"} if self.rng.below(2) else {"patches": True, "scene": True}

    def _past(self) -> str:
        """Versions since the worlds were made: what came before is folded from one truth alone."""
        head = self._head.version
        is_over = self._head.status == "completed"  # 13.6 any eyes at the end
        perspective = "" if is_over else self.rng.pick(("", "", "&perspective=0", "&perspective=all"))
        return f"past?after={self.world.version + self.rng.below(head - self.world.version + 1)}{perspective}"

    def _histories(self) -> Sequence[str]:
        """The latest turns submitted since the worlds were made, and the one that is next."""
        form = self.game.documented
        if form is None or form.turn is None:
            return ()
        turns = range(self.world.true.turn_id, self._head.state.turn_id + 1)
        return [f"/api/game/{self.id}/histories/{turn}" for turn in turns[-4:]]

    def _junk(self) -> Any:
        """An action that is refused in both worlds, or would part neither."""
        for _ in range(8):
            listed = () if self.viewer is None else self.game.legal(self._head.state, self.viewer)
            action = draw_action(self.game, self.rng, listed)
            if action is not None and not self._parts(self.viewer, action):
                return action
        return None

    def _is_bot(self) -> bool:
        return self.viewer is not None and self.world.seat_specs[self.viewer].kind == "bot"

    async def _look_as_bot(self, side: Side) -> None:
        assert self.viewer is not None
        token = inside.bot_token(side.cell, self.id, self.viewer)
        path = f"/api/bots/{self.id}/{self.viewer}"
        await self._ask(side, self.viewer, "GET", path, **{"X-Rondel-Bot": token})

    async def _sit_again(self, side: Side, after: int) -> None:
        """Connect anew, as it were: from some version on."""
        socket = self.lines[self.sides.index(side)].get(self._who())
        if socket is None:
            await self._ask(side, self.viewer, "GET", f"/api/tables/{self.id}/view")
            return
        await socket.send(
            type="watch", table=str(self.id), epoch=side.cell.rooms.epoch, lastVersion=after, **self.form
        )


async def _nothing(_: Side) -> None:
    pass


async def run_pair(
    sides: tuple[Side, Side], served: Served, rng: Rng, number: int, only: Observer | None = None
) -> Ran:
    """A world and what the observer imagines; then the world and a neighbour of it, which parts later."""
    while True:
        observer = only or served.observers[number % len(served.observers)]
        world = draw_world(served, rng, number, observer)
        other: Any = _imagined(world, rng)
        rans: list[Ran] = []
        for _ in range(1 + NEIGHBOURS):
            if other is not None and (ran := await Pair(sides, world, other, observer, rng).run()):
                rans.append(ran)
            for side in sides:
                inside.forget(side.memory, side.cell, world.id)
            if len(rans) > 1 and rans[-1].actions >= LONG:
                break
            other = _neighbour(world, rng)
        if rans:
            return _sum(rans)


def _imagined(world: World, rng: Rng) -> Any:
    """What the observer may take for the true State, and is not."""
    return next(
        (
            other
            for _ in range(_CANDIDATES)
            if (other := world.game.imagine(world.known, own_chance(rng))) != world.true
        ),
        None,
    )


def _neighbour(world: World, rng: Rng) -> Any:
    if not world.served.has_neighbours:
        return _imagined(world, rng)
    return neighbour(world.game, world.true, world.known, world.viewer, rng)


def _sum(rans: Sequence[Ran]) -> Ran:
    return Ran(
        rans[0].observer,
        max(ran.actions for ran in rans),
        sum(ran.messages for ran in rans),
        sum(ran.bytes for ran in rans),
        sum(ran.calls for ran in rans),
        sum(ran.documented for ran in rans),
        sum(ran.patched for ran in rans),
        sum(ran.sizes for ran in rans),
    )
