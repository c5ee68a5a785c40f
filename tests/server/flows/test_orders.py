"""Standing orders: given by a seat of a slow table, told to it alone, followed once as its ordinary move."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

import msgspec
import pytest

from rondel.kernel import Ms
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.orders import MemoryOrders
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play import orders
from rondel.server.flows.play.orders import SeatOrders, follow
from rondel.server.jobs.judge_orders import OrderLoop
from rondel.server.ports.orders import StandingOrder
from rondel.server.ports.people import Account
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.settings import Rate
from rondel.wire.registry import installed_games
from rondel.wire.strict import MalformedError
from tests.server.flows.test_forecast import begun
from tests.server.nodes import Club, cells_of, plays, somebody
from tests.server.visitors import open_house, settings

RULEBOOK = "imperial"
DAY: Final = 86_400
DAYS: Final = {"timed": True, "banked": DAY, "increment": DAY}
LONGEST_MS: Final = 5_000
AGREE_WITH: Final = {"type": "AGREE_WITH", "country": "Austria", "leader": 0, "opposition": 1}


class Democracy:
    """Austria has three holders, 4, 3 and 2, and nobody has anything else: Ada leads, Bob opposes."""

    def __init__(self, club: Club, people: list[Account], table: UUID) -> None:
        self.club, self.people, self.table = club, people, table
        self.seen: list[tuple[UUID, int]] = []

    async def play(self, seat: int, action: str, **payload: Any) -> None:
        await plays(self.club.cell, self.people[seat], self.table, action, **payload)

    async def propose(self, seat: int, space: str) -> None:
        await self.play(seat, "PROPOSE", wheelSpot=space)

    async def give(self, seat: int, order: Any) -> SeatOrders:
        body = msgspec.json.encode(order)
        return await orders.give(self.club.cell, self.people[seat].id, self.table, body)

    async def fetch(self, seat: int) -> SeatOrders:
        return await orders.orders(self.club.cell, self.people[seat].id, self.table)

    async def standing(self, seat: int) -> list[Any]:
        return [msgspec.json.decode(order) for _, order in (await self.fetch(seat)).standing]

    async def offered(self, seat: int) -> list[Any]:
        return [msgspec.json.decode(order) for order in (await self.fetch(seat)).offered]

    async def tick(self, cell: Cell | None = None) -> None:
        """What the job does, once."""
        at = cell or self.club.cell
        await OrderLoop(at.orders, lambda order: self.follow(at, order)).tick()

    async def follow(self, cell: Cell, order: StandingOrder) -> None:
        await follow(cell, order, on_seen=lambda table, seat: self.seen.append((table, seat)))

    async def pass_time(self, ms: int = LONGEST_MS) -> None:
        """Both looks that the job takes: it finds the order, and later follows it."""
        await self.tick()
        self.club.clock.at += ms
        await self.tick()

    async def rows(self) -> list[tuple[int | None, str]]:
        """Who did what, since the auction."""
        rows = await self.club.cell.journal.rows(self.table)
        named = [(row.seat, msgspec.json.decode(row.action)["type"]) for row in rows]
        return [row for row in named if row[1] not in ("START_GAME", "BID", "BUY_BID")]


async def democracy(**options: object) -> Democracy:
    club, people = Club(), [somebody(name) for name in ("Ada", "Bob", "Cy")]
    for person in people:
        await club.node.people.add(person)
    table = await club.begun(*people, game="imperial", **{**DAYS, **options})
    while (state := (await club.cell.rooms.room(table).current()).state).mode in ("bid", "buy-bid"):
        seat = min(club.cell.rooms.room(table).cached.to_act)  # type: ignore[union-attr]
        if state.mode == "bid":
            amount = (900, 600, 400)[seat] if state.nation_up == "Austria" else 0
            await plays(club.cell, people[seat], table, "BID", amount=amount)
        else:
            await plays(club.cell, people[seat], table, "BUY_BID", accept=True)
    assert [held.leadership for held in state.nations if held.name == "Austria"] == [(0, 1, 2)]
    return Democracy(club, people, table)


@pytest.fixture
async def austria() -> Democracy:
    return await democracy()


async def test_17_13_an_order_is_followed_as_an_ordinary_move_and_never_before_a_bot_would(
    austria: Democracy,
) -> None:
    await austria.give(1, AGREE_WITH)
    await austria.propose(0, "Taxation")

    await austria.tick()
    austria.club.clock.at += austria.club.node.settings.constants.undo_wait_ms - 1
    await austria.tick()
    assert await austria.rows() == [(0, "PROPOSE")]
    austria.club.clock.at += LONGEST_MS
    await austria.tick()

    assert await austria.rows() == [(0, "PROPOSE"), (1, "AGREE")]
    assert austria.seen == [(austria.table, 1)], "to the others Bob has moved, and so was there"


async def test_17_13_an_agreement_stands_for_the_next_turn_and_a_vote_does_not(austria: Democracy) -> None:
    await austria.give(1, AGREE_WITH)
    for space in ("L-Produce", "Taxation"):
        await austria.propose(0, space)
        await austria.pass_time()

    assert await austria.rows() == [(0, "PROPOSE"), (1, "AGREE")] * 2
    assert await austria.standing(1) == [AGREE_WITH]

    await austria.propose(0, "R-Produce")
    vote = next(each for each in await austria.offered(2) if each["type"] == "VOTE_FOR")
    await austria.give(2, vote)
    await austria.propose(1, "Investor")
    await austria.pass_time()

    assert (await austria.rows())[-1] == (2, "VOTE")
    assert await austria.standing(2) == []


async def test_17_13_nodes_that_follow_the_same_order_at_once_make_one_move(austria: Democracy) -> None:
    await austria.give(1, AGREE_WITH)
    await austria.propose(0, "Taxation")
    await austria.tick()
    austria.club.clock.at += LONGEST_MS
    (order,) = await austria.club.cell.orders.of_account(austria.people[1].id, austria.table)
    cells = (austria.club.cell, austria.club.other, austria.club.cell)

    await asyncio.gather(*(austria.follow(cell, order) for cell in cells), return_exceptions=True)
    await austria.follow(austria.club.other, order)

    assert await austria.rows() == [(0, "PROPOSE"), (1, "AGREE")]


async def test_an_order_whose_game_fails_halts_the_table_before_it_is_followed(austria: Democracy) -> None:
    """Else it would have been followed, and would be followed once more."""

    def fails(order: Any) -> bool:
        raise LookupError(f"no end of {order}")

    imperial = installed_games()["imperial"]
    assert imperial.orders is not None
    failing = replace(imperial, orders=replace(imperial.orders, is_lasting=fails))
    node = cells_of(austria.club.memory, austria.club.clock, {"imperial": failing}).home
    await austria.give(1, AGREE_WITH)
    await austria.propose(0, "Taxation")
    await austria.tick()
    austria.club.clock.at += LONGEST_MS
    (order,) = await austria.club.cell.orders.of_account(austria.people[1].id, austria.table)

    with pytest.raises(ApiError, match="TABLE_HALTED"):
        await austria.follow(node, order)

    assert await austria.rows() == [(0, "PROPOSE")]


class LostOrders(MemoryOrders):
    """Orders of a node that loses its database once it has made a move."""

    def __init__(self, memory: MemoryDatabase, table: UUID) -> None:
        super().__init__(memory)
        self._rows = memory.rows[table]
        self._before = len(self._rows)

    async def end(self, order: UUID, account: UUID) -> bool:
        self._check()
        return await super().end(order, account)

    async def judged(self, order: UUID, *, version: int, due_at: Ms | None) -> bool:
        self._check()
        return await super().judged(order, version=version, due_at=due_at)

    def _check(self) -> None:
        if len(self._rows) > self._before:
            raise StoreUnavailableError("the database is gone")


class Overtaken(MemoryOrders):
    """Orders of a slow node: something happens once, between its look at an order and its move."""

    def __init__(self, memory: MemoryDatabase, happens: Callable[[], Awaitable[None]]) -> None:
        super().__init__(memory)
        self._happens: Callable[[], Awaitable[None]] | None = happens

    async def judged(self, order: UUID, *, version: int, due_at: Ms | None) -> bool:
        is_there = await super().judged(order, version=version, due_at=due_at)
        if self._happens is not None:
            happens, self._happens = self._happens, None
            await happens()
        return is_there


async def test_17_13_a_move_by_an_order_is_made_where_it_was_decided_or_not_at_all(
    austria: Democracy,
) -> None:
    """The leader proposes something else at the last moment: the seat must have time to see it."""

    async def propose_another() -> None:
        await austria.play(0, "TAKE_BACK")
        await austria.propose(0, "R-Produce")

    await austria.give(1, AGREE_WITH)
    await austria.propose(0, "Taxation")
    await austria.tick()
    austria.club.clock.at += LONGEST_MS
    austria.club.cell.orders = Overtaken(austria.club.memory, propose_another)
    await austria.tick()

    proposed = [(0, "PROPOSE"), (0, "TAKE_BACK"), (0, "PROPOSE")]
    assert await austria.rows() == proposed
    assert await austria.standing(1) == [AGREE_WITH]
    austria.club.clock.at += 60_000  # past the claim that failed
    await austria.pass_time()
    assert await austria.rows() == [*proposed, (1, "AGREE")]


@pytest.mark.parametrize("kind", ["AGREE_WITH", "VOTE_FOR"])
async def test_17_13_after_a_node_that_died_once_it_had_moved_nothing_is_played_twice(
    austria: Democracy, kind: str
) -> None:
    seat = 1 if kind == "AGREE_WITH" else 2
    if kind == "AGREE_WITH":
        await austria.give(seat, AGREE_WITH)
        await austria.propose(0, "Taxation")
    else:
        await austria.propose(0, "Taxation")
        order = next(each for each in await austria.offered(seat) if each["type"] == kind)
        await austria.give(seat, order)
        await austria.propose(1, "L-Produce")
    await austria.tick()
    austria.club.clock.at += LONGEST_MS
    before = await austria.rows()

    club = austria.club
    club.cell.orders = LostOrders(club.memory, austria.table)
    await austria.tick()
    after = await austria.rows()
    club.clock.at += 60_000
    await austria.tick(club.other)
    club.clock.at += 60_000
    await austria.tick(club.other)

    assert after == [*before, (seat, "AGREE" if seat == 1 else "VOTE")]
    assert await austria.rows() == after
    assert [order for order in club.memory.orders.values() if order.order.seat == seat] == []


async def test_17_13_an_order_that_was_ended_is_not_followed(austria: Democracy) -> None:
    response = await austria.give(1, AGREE_WITH)
    await austria.propose(0, "Taxation")
    await austria.tick()
    (claimed,) = await austria.club.cell.orders.of_account(austria.people[1].id, austria.table)

    after = await orders.cancel(
        austria.club.cell, austria.people[1].id, austria.table, response.standing[0][0]
    )
    austria.club.clock.at += LONGEST_MS
    await austria.follow(austria.club.other, claimed)  # a node that had claimed it before
    await austria.pass_time()

    assert after.standing == []
    assert await austria.rows() == [(0, "PROPOSE")]


async def test_17_13_an_order_ends_when_its_seat_acts_by_itself_where_it_would(austria: Democracy) -> None:
    await austria.give(1, AGREE_WITH)
    await austria.give(2, AGREE_WITH)
    await austria.propose(0, "Taxation")

    await austria.propose(1, "L-Produce")  # against the proposal

    assert await austria.standing(1) == []
    assert await austria.standing(2) == [AGREE_WITH]
    await austria.pass_time()
    assert await austria.rows() == [(0, "PROPOSE"), (1, "PROPOSE"), (2, "VOTE")]


async def test_17_13_an_order_ends_when_its_seat_takes_its_move_back(austria: Democracy) -> None:
    await austria.give(1, AGREE_WITH)
    await austria.propose(0, "Taxation")
    await austria.pass_time()

    await austria.play(1, "TAKE_BACK")
    await austria.pass_time()

    assert await austria.rows() == [(0, "PROPOSE"), (1, "AGREE"), (1, "TAKE_BACK")]
    assert await austria.standing(1) == []


async def test_17_13_an_order_to_vote_ends_when_the_proposal_is_taken_back(austria: Democracy) -> None:
    await austria.propose(0, "Taxation")
    vote = next(each for each in await austria.offered(2) if each["type"] == "VOTE_FOR")
    await austria.give(2, vote)

    await austria.play(0, "TAKE_BACK")

    assert await austria.standing(2) == [], "the proposal it was about is gone"


async def test_17_13_an_order_ends_when_a_bot_plays_or_somebody_else_sits_there(austria: Democracy) -> None:
    await austria.give(1, AGREE_WITH)
    await austria.give(2, AGREE_WITH)
    dora = somebody("Dora")
    await austria.club.node.people.add(dora)
    seating = austria.club.cell.seating

    assert await seating.stand_in(austria.table, 1, "easy")
    assert await seating.hand_over(austria.table, 2, austria.people[2].id, dora.id, "Dora")
    await austria.propose(0, "Taxation")
    await austria.pass_time()

    assert await austria.rows() == [(0, "PROPOSE")]
    response = await orders.orders(austria.club.cell, dora.id, austria.table)
    assert response.standing == []
    assert austria.club.memory.orders == {}


async def test_17_13_an_order_is_told_to_its_own_seat_alone(austria: Democracy) -> None:
    await austria.give(1, AGREE_WITH)

    assert [await austria.standing(seat) for seat in range(3)] == [[], [AGREE_WITH], []]
    assert AGREE_WITH in await austria.offered(2)
    assert AGREE_WITH not in await austria.offered(1)
    order_id = (await austria.fetch(1)).standing[0][0]
    await orders.cancel(austria.club.cell, austria.people[2].id, austria.table, order_id)
    assert await austria.standing(1) == [AGREE_WITH], "nobody ends another's order"
    with pytest.raises(ApiError, match="NO_SEAT"):
        await orders.orders(austria.club.cell, somebody().id, austria.table)


async def test_17_13_only_what_is_offered_can_be_ordered(austria: Democracy) -> None:
    with pytest.raises(ApiError, match="STALE_VERSION"):
        await austria.give(1, {**AGREE_WITH, "leader": 2})
    with pytest.raises(ApiError, match="STALE_VERSION"):
        await austria.give(0, AGREE_WITH)
    with pytest.raises(MalformedError):
        await austria.give(1, {"type": "WIN"})


async def test_17_13_where_people_play_live_there_are_no_orders() -> None:
    austria = await democracy(banked=120, increment=30)

    assert await austria.offered(1) == []
    with pytest.raises(ApiError, match="STALE_VERSION"):
        await austria.give(1, AGREE_WITH)


async def test_17_13_an_ended_table_keeps_no_orders(austria: Democracy) -> None:
    await austria.give(1, AGREE_WITH)

    await austria.club.cell.seating.abandon(austria.table)
    austria.club.cell.rooms.room(austria.table).drop_cache()
    await austria.tick()

    assert austria.club.memory.orders == {}


async def test_17_13_the_wait_leaves_half_of_the_time_before_a_deadline() -> None:
    austria = await democracy(timed=False, autoActionSeconds=3600)
    position = await austria.club.cell.rooms.room(austria.table).current()
    assert position.due_at is not None
    hurried = msgspec.structs.replace(position)
    hurried.__dict__["due_at"] = position.at + 1000

    assert orders._wait_ms(hurried, 1, 3000) == 500
    assert 3000 <= orders._wait_ms(position, 1, 3000) <= 5000
    assert 400 <= orders._wait_ms(position, 1, 0) <= 1200


async def test_an_order_that_fails_stops_neither_the_job_nor_other_tables(austria: Democracy) -> None:
    club, bob = austria.club, austria.people[1].id
    other = await club.opened(*austria.people, game="imperial", **DAYS)
    for number, table in enumerate((austria.table, other.id)):
        assert await club.cell.orders.give(StandingOrder(UUID(int=number), table, 1, bob, b"{}", -1), most=1)
    followed: list[UUID] = []

    async def fails_at_one(order: StandingOrder) -> None:
        followed.append(order.table)
        if order.table == austria.table:
            raise LookupError("a fault of the server")

    await OrderLoop(club.cell.orders, fails_at_one).tick()

    assert followed == [austria.table, other.id]


async def test_17_13_how_long_an_order_waits_is_drawn_as_for_a_bot() -> None:
    """A wait that is always the same tells that nobody moved by hand."""
    austria = await democracy()
    position = await austria.club.cell.rooms.room(austria.table).current()

    waits = []
    for version in range(200):
        played = msgspec.structs.replace(position.played, version=version)
        waits.append(orders._wait_ms(msgspec.structs.replace(position, played=played), 1, 3000))

    assert len(set(waits)) > 100
    assert 3000 <= min(waits) < 3400
    assert 4600 < max(waits) <= 5000


async def test_orders_are_given_and_ended_only_so_often_and_not_in_every_game() -> None:
    async with open_house(settings(order_rate=Rate(3, 3_600_000))) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        cambio = await house.table(ada, bob)
        table = await begun(house, ada, bob, **DAYS)
        path = f"/api/tables/{table}/orders"

        nothing = await ada.ask("GET", f"/api/tables/{cambio}/orders")
        body = await ada.get(path)
        answers = [await ada.ask("POST", path, {"order": AGREE_WITH}) for _ in range(3)]
        ended = await ada.ask("DELETE", f"{path}/{UUID(int=7)}")

    assert nothing.json()["code"] == "NO_SUCH_GAME"
    assert body == {"table": table, "version": 1, "offered": [], "standing": []}
    assert {answer.json()["code"] for answer in answers} == {"STALE_VERSION"}
    assert (ended.status_code, ended.json()["code"]) == (429, "TOO_MANY")
