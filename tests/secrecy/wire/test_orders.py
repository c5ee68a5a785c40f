"""Two worlds through real sockets: at one table a seat has given an order, at the other it moves by hand."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final
from uuid import UUID

import pytest

from rondel.games.imperial.actions import Bid, BuyBid, StartGame
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.options import Options
from rondel.kernel import HOUSE, Ms, SeatSpec
from rondel.server.flows.play import orders
from rondel.server.flows.play.orders import follow
from rondel.server.jobs.judge_orders import OrderLoop
from rondel.table.local import LocalTable
from tests.secrecy.wire import inside
from tests.secrecy.wire.doors import ONLOOKER, Line, Side, encode_response, line, two_sides
from tests.secrecy.wire.games import SERVED
from tests.secrecy.wire.worlds import World

DAY: Final = 86_400
AT: Final[Ms] = 1_700_000_000_000
ORDERING: Final = 1
OTHERS: Final = (0, 2, ONLOOKER)
ORDER: Final = {"type": "AGREE_WITH", "country": "Austria", "leader": 0, "opposition": 1}
READS: Final = ("view", "log", "chat", "orders", "note", "last-move", "forecast", "")
LONGEST_MS: Final = 5_000


def democracy() -> World:
    """Austria has three holders; its leader is to propose."""
    seat_specs = [SeatSpec()] * 3
    options = Options(timed=True, banked=DAY, increment=DAY)
    table = LocalTable.opened(
        IMPERIAL, options, seat_specs, table_id=str(UUID(int=7)), secret=bytes(32), nonces=[bytes(16)] * 3
    )
    table.play(HOUSE, StartGame(), AT)
    while table.state.mode in ("bid", "buy-bid"):
        seat = min(IMPERIAL.to_act(table.state))
        amount = (900, 600, 400)[seat] if table.state.nation_up == "Austria" else 0
        table.play(seat, Bid(amount) if table.state.mode == "bid" else BuyBid(accept=True), AT)
    return World(SERVED["imperial"], table, seat_specs, table.steps[-1], None, "public")


class Both:
    """The same table at two servers, and what everybody but one seat hears of it."""

    def __init__(self, sides: tuple[Side, Side], world: World) -> None:
        self.sides, self.id = sides, world.id
        self.lines: tuple[list[Line], list[Line]] = ([], [])
        self.received: tuple[list[bytes], list[bytes]] = ([], [])
        for side in sides:
            side.clock.at = AT
            world.put(side.memory, side.cell, world.true, world.rows())

    async def create_guest(self, stack: AsyncExitStack) -> None:
        for side, lines in zip(self.sides, self.lines, strict=True):
            for who in OTHERS:
                socket = await stack.enter_async_context(line(side, who))
                lines.append(socket)
                await socket.send(type="watch", table=str(self.id))
                await socket.settle()
        await self.compare()

    async def act(self, side: Side, seat: int, kind: str, payload: dict[str, Any], number: int) -> None:
        body = {"id": str(UUID(int=number)), "action": {"type": kind, "payload": payload}}
        answer = await side.ask(seat, "POST", f"/api/tables/{self.id}/act", body)
        assert answer.status_code == 200, answer.text

    async def tick(self, side: Side) -> None:
        """The job that follows orders runs at every server, whether there are any or not."""
        await OrderLoop(
            side.cell.orders, lambda order: follow(side.cell, order, on_seen=lambda *_: None)
        ).tick()

    def pass_time(self, ms: Ms) -> None:
        for side in self.sides:
            side.clock.at += ms

    async def compare(self) -> None:
        """All frames that came, and all that the others can ask for, are the same bytes."""
        for side, lines, received in zip(self.sides, self.lines, self.received, strict=True):
            await inside.quiet(side.cell, self.id)
            for socket in lines:
                await socket.settle()
                received.extend(socket.received)
                socket.received.clear()
            for who in OTHERS:
                for read in READS:
                    path = f"/api/tables/{self.id}/{read}".rstrip("/")
                    body = None if read != "forecast" else {"action": {"type": "AGREE"}}
                    answer = await side.ask(who, "GET" if body is None else "POST", path, body)
                    received.append(encode_response(answer))
        assert self.received[0] == self.received[1]


@asynccontextmanager
async def both() -> AsyncIterator[Both]:
    async with two_sides() as sides, AsyncExitStack() as stack:
        pair = Both(sides, democracy())
        await pair.create_guest(stack)
        yield pair


async def played(pair: Both) -> None:
    """At the first table seat 1 gives an order and a note; at the second it agrees by hand, as late."""
    here, there = pair.sides
    given = await here.ask(ORDERING, "POST", f"/api/tables/{pair.id}/orders", {"order": ORDER})
    assert given.status_code == 200, given.text
    await here.ask(ORDERING, "POST", f"/api/tables/{pair.id}/note", {"text": "a secret plan"})
    await pair.compare()
    for side in pair.sides:
        await pair.act(side, 0, "PROPOSE", {"wheelSpot": "Taxation"}, 1)
        await pair.tick(side)
    await pair.compare()
    pair.pass_time(here.node.settings.constants.undo_wait_ms - 1)
    for side in pair.sides:
        await pair.tick(side)
    await pair.compare()
    assert here.head(pair.id).version == there.head(pair.id).version

    pair.pass_time(LONGEST_MS)
    await pair.tick(here)
    await pair.act(there, ORDERING, "AGREE", {}, 2)
    await pair.compare()
    assert here.head(pair.id).state.proposal1 is None, "the order was followed"


async def test_17_13_nobody_else_can_tell_an_order_from_a_move_by_hand() -> None:
    async with both() as pair:
        await played(pair)

        assert len(pair.received[0]) > 100


async def test_an_order_that_is_told_to_others_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leaky(node: Any, position: Any, account: UUID, seat: int) -> orders.SeatOrders:
        given = [each.order for each in node.orders._cell.orders.values()]
        return orders.SeatOrders(position.version, [], [(each.id, each.body) for each in given])

    monkeypatch.setattr(orders, "_given", leaky)
    async with both() as pair:
        with pytest.raises(AssertionError):
            await played(pair)


async def test_an_order_that_is_followed_at_once_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "_wait_ms", lambda *_: 0)
    async with both() as pair:
        with pytest.raises(AssertionError):
            await played(pair)
