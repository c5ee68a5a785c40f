"""`python -m tests.secrecy.wire.exposure --peek-ms 5000`: reconnect, resend and reload while a card is shown.

A face may be in what its seat is sent from the moment it is shown until its time is over, and never after;
whatever is tried, nobody sees it longer, and nobody else sees it at all.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

import msgspec
from rich.console import Console

from rondel.games.cambio.state import State
from rondel.server.rooms.position import Position
from tests.secrecy.canary import spelt
from tests.secrecy.clerk import Face, face_of
from tests.secrecy.wire.doors import PATIENCE_S
from tests.server.visitors import House, Visitor, open_house, settings

AFTER_MS: Final = 700
"""So long after the end it is still tried."""


class Sighting(NamedTuple):
    """A face that came: when, by what, and what the server's clock said, if it did."""

    at_ms: float
    by: str
    now_ms: int | None


class Exposure(NamedTuple):
    """How long a face was to be seen, and how hard it was tried."""

    shown_ms: int
    until_ms: int
    sightings: Sequence[Sighting]
    tries: int
    late: Sequence[Sighting]
    by_others: int

    @property
    def lasted_ms(self) -> float:
        """From the moment it was shown to the last time it came."""
        return max((seen.at_ms for seen in self.sightings), default=self.shown_ms) - self.shown_ms

    @property
    def latest_now_ms(self) -> int:
        """The latest time, by the server's clock, of a frame that has it."""
        return max(seen.now_ms for seen in self.sightings if seen.now_ms is not None)


def wall_ms() -> float:
    return time.time_ns() / 1_000_000


class Peeper:
    """Somebody who tries to see a card for longer than it is shown, and two who try to see it at all."""

    def __init__(self, house: House, table: str, peeper: Visitor, others: Sequence[Visitor]) -> None:
        self.house, self.table, self.peeper, self.others = house, table, peeper, others
        self.faces: set[Face] = set()
        self.sightings: list[Sighting] = []
        self.tries = 0
        self.by_others = 0
        self.again: Callable[[], Awaitable[str]] | None = None
        self.version = 0

    def look(self, text: str, by: str, *, is_other: bool = False) -> None:
        """Whether the face is in it."""
        self.tries += 1
        if not spelt(text) & self.faces:
            return
        if is_other:
            self.by_others += 1
        message = msgspec.json.decode(text)
        self.sightings.append(
            Sighting(wall_ms(), by, message.get("now") if isinstance(message, dict) else None)
        )

    async def reconnect(self, who: Visitor, last: int | None) -> None:
        """A socket anew, and all it is sent."""
        async with who.socket() as wire:
            known = {} if last is None else {"epoch": self.house.cell.rooms.epoch, "lastVersion": last}
            await wire.send(type="watch", table=self.table, **known)
            await wire.send(type="ping")
            while True:
                text = await asyncio.wait_for(wire.connection.recv(), PATIENCE_S)
                assert isinstance(text, str)
                if text.startswith('{"type":"pong"'):
                    return
                self.look(text, "a socket", is_other=who is not self.peeper)

    async def reload(self, who: Visitor) -> None:
        """What HTTP tells."""
        for path in ("view", "log", "past", "past?perspective=0"):
            path = f"/api/tables/{self.table}/{path}"
            self.look((await who.ask("GET", path)).text, path, is_other=who is not self.peeper)
        if self.again is not None:
            self.look(await self.again(), "the request again")

    async def press(self, until_ms: int, times: int) -> None:
        """So many reconnects and resends until then, and some after."""
        began = wall_ms()
        for number in range(times):
            await asyncio.sleep(max(0, began + (until_ms - began) * number / times - wall_ms()) / 1000)
            last = (None, self.version, max(self.version - 1, 0))[number % 3]
            await self.reconnect(self.peeper, last)
            await self.reload(self.peeper)
            other = self.others[number % len(self.others)]
            await (self.reconnect(other, last) if number % 2 else self.reload(other))
        while wall_ms() < until_ms + AFTER_MS:
            for last in (None, self.version, max(self.version - 1, 0)):
                await self.reconnect(self.peeper, last)
            await self.reload(self.peeper)

    def exposure(self, shown_ms: int, until_ms: int, tolerance_ms: float) -> Exposure:
        """What came of it."""
        late = [seen for seen in self.sightings if seen.at_ms > until_ms + tolerance_ms]
        return Exposure(shown_ms, until_ms, self.sightings, self.tries, late, self.by_others)


async def peek(house: House, *, peek_ms: int, times: int, tolerance_ms: float) -> Exposure:
    """5.12, 13.4 A peek at one's own card, through every api."""
    one, two, onlooker = [await house.visitor(name) for name in ("Ada", "Bob", "Onlooker")]
    table = await house.table(one, two, peekMs=peek_ms, turnMs=0, powerDecisionMs=0, initialViewMs=60_000)
    for visitor in (one, two):
        await visitor.act(table, {"type": "CONFIRM_INITIAL_VIEW"})
    stack_a_seven(house, table)
    peeper = Peeper(house, table, one, (two, onlooker))
    peeper.faces = {_face_at(house, table, 0)}
    await one.act(table, {"type": "DRAW_CARD", "payload": {"source": "deck"}})
    await one.act(table, {"type": "DISCARD_CARD"})
    body = {"powerType": "peek_own", "position": 0, "id": str(uuid4())}

    async def again() -> str:
        return (await one.ask("POST", f"/api/game/{table}/power", body)).text

    response = msgspec.json.decode(await again())
    (shown,) = response["revealed"]
    peeper.version, peeper.again = response["version"], again
    await peeper.press(shown["until"], times)
    return peeper.exposure(shown["until"] - peek_ms, shown["until"], tolerance_ms)


async def initial_view(house: House, *, view_ms: int, times: int, tolerance_ms: float) -> Exposure:
    """3.6, 3.8 The first look at one's own two cards."""
    one, two, onlooker = [await house.visitor(name) for name in ("Ada", "Bob", "Onlooker")]
    table = await house.table(one, two, initialViewMs=view_ms)
    peeper = Peeper(house, table, one, (two, onlooker))
    position = _position(house, table)
    peeper.faces = {_face_at(house, table, 2), _face_at(house, table, 3)}
    peeper.version = position.version
    assert position.due_at is not None
    await peeper.press(position.due_at, times)
    return peeper.exposure(position.due_at - view_ms, position.due_at, tolerance_ms)


async def confirmed(house: House, *, times: int) -> Exposure:
    """3.7 Whoever says that it has seen its cards is not shown them again, though time is left."""
    one, two, onlooker = [await house.visitor(name) for name in ("Ada", "Bob", "Onlooker")]
    table = await house.table(one, two, initialViewMs=60_000)
    request = str(uuid4())
    confirm = {"type": "CONFIRM_INITIAL_VIEW"}
    await one.act(table, confirm, by=request)
    peeper = Peeper(house, table, one, (two, onlooker))
    peeper.faces = {_face_at(house, table, 2), _face_at(house, table, 3)}

    async def again() -> str:
        return (await one.act(table, confirm, by=request)).text

    peeper.again = again
    now_ms = int(wall_ms())
    await peeper.press(now_ms, times)
    return peeper.exposure(now_ms, now_ms, 0)


def _position(house: House, table: str) -> Position:
    position = house.cell.rooms.known(UUID(table))
    assert position is not None
    return position


def _face_at(house: House, table: str, position: int) -> Face:
    state: State = _position(house, table).state
    code = state.players[0].slots[position]
    assert code is not None
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    return face_of({"rank": code[:-1], "suit": suits[code[-1]]})


def stack_a_seven(house: House, table: str) -> None:
    """The next card of the deck changes names with a seven, wherever that is."""
    position = _position(house, table)
    state: State = position.state
    hidden = {state.players[0].slots[0], state.discard_pile[-1]}
    seven = next(code for code in ("7S", "7H", "7D") if code not in hidden)
    names = {seven: state.draw_pile[0], state.draw_pile[0]: seven}
    other = msgspec.convert(_renamed(msgspec.to_builtins(state), names), State)
    played = msgspec.structs.replace(position.played, state=other)
    house.cell.rooms.room(position.id).cached = Position(position.table, played)


def _renamed(tree: Any, names: dict[str, str]) -> Any:
    if isinstance(tree, dict):
        return {names.get(key, key): _renamed(part, names) for key, part in tree.items()}
    if isinstance(tree, list | tuple):
        return [_renamed(part, names) for part in tree]
    return names.get(tree, tree) if isinstance(tree, str) else tree


async def run(peek_ms: int, times: int, tolerance_ms: float) -> int:
    """All three, and what was measured; 1 if anybody on_seen more than it may."""
    console = Console(highlight=False, soft_wrap=True)
    failed = False
    async with open_house(settings(rate_limits=False)) as house:
        found = {
            "peek": await peek(house, peek_ms=peek_ms, times=times, tolerance_ms=tolerance_ms),
            "initial view": await initial_view(
                house, view_ms=peek_ms, times=times, tolerance_ms=tolerance_ms
            ),
        }
        shut = await confirmed(house, times=10)
    for name, seen in found.items():
        failed |= bool(seen.late or seen.by_others)
        console.print(
            f"{name}: {times} reconnects and resends, {seen.tries} frames and bodies, "
            f"{len(seen.sightings)} with the face; "
            f"last made {seen.until_ms - seen.latest_now_ms} ms before its end, last received "
            f"{seen.lasted_ms - (seen.until_ms - seen.shown_ms):+.0f} ms from its end; "
            f"shown {seen.lasted_ms:.0f} ms of {peek_ms}; late {len(seen.late)}, to others {seen.by_others}"
        )
    failed |= bool(shut.sightings)
    console.print(f"after confirming: {shut.tries} frames and bodies, {len(shut.sightings)} with the face")
    return int(failed)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy.wire.exposure", description=__doc__)
    parser.add_argument("--peek-ms", type=int, default=5000)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--tolerance-ms", type=float, default=50)
    arguments = parser.parse_args()
    return asyncio.run(run(arguments.peek_ms, arguments.times, arguments.tolerance_ms))


if __name__ == "__main__":
    sys.exit(main())
