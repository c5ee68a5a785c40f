"""A session that is not Rondel's has locked two tables: all others are played as if it were not there."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import pytest

from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.cells.cells import Cells
from rondel.server.flows.play.move import play
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import ready, start, take_seat
from rondel.server.ports.journal import Appended, Entry
from rondel.server.ports.people import Account
from rondel.server.ports.value import StoreUnavailableError
from tests.contracts.databases import url_of
from tests.load.tables import percentile_ms
from tests.sample import IS_NIGHT, size
from tests.server.nodes import new_move, somebody
from tests.server.visitors import House, Visitor, open_house, settings

FREE = 12
HELD_S = size(3, nightly=60)
THINK_S = 0.06

LOCK = "SELECT FROM game_session WHERE id = ANY ($1) FOR UPDATE"


@pytest.fixture
async def house(template: str, owner: Any) -> AsyncIterator[House]:
    async with open_house(settings(database_url=url_of(template), rate_limits=False)) as opened:
        yield opened


class Player:
    """Somebody who turns the same card over and over at a table of Deck Planner."""

    def __init__(self, house: House, account: Account, table: UUID, card: str) -> None:
        self.house, self.account, self.table, self.card = house, account, table, card
        self.waited_s: list[float] = []

    @classmethod
    async def begun(cls, house: House, name: str) -> "Player":
        account = somebody(name)
        opened = await open_table(Cells(house.cell), account, game="decks", options=b"{}", seats=1)
        await take_seat(house.cell, account, opened.id)
        await ready(house.cell, account.id, opened.id, True)
        await start(house.cell, account.id, opened.id)
        position = await house.cell.rooms.room(opened.id).current()
        return cls(house, account, opened.id, position.state.hand_cards[0].instance_id)

    async def move(self) -> None:
        began = time.perf_counter()
        move = new_move(self.table, "TOGGLE_CARD_SELECTION", instanceId=self.card)
        await play(self.house.cell, self.account.id, move)
        self.waited_s.append(time.perf_counter() - began)

    async def moves_while(self, holds: Callable[[], bool]) -> None:
        while holds():
            await self.move()
            await asyncio.sleep(THINK_S)

    async def answers_while(self, holds: Callable[[], bool]) -> list[str | None]:
        """The causes of what it is told: a move is made or refused."""
        causes: list[str | None] = []
        while holds():
            try:
                await self.move()
            except StoreUnavailableError as error:
                causes.append(error.cause)
        return causes


def noted_meetings(house: House, monkeypatch: pytest.MonkeyPatch) -> list[set[UUID]]:
    """The tables of each statement that several share and that meets a lock."""
    journal = house.cell.journal
    assert isinstance(journal, PostgresJournal)
    met: list[set[UUID]] = []
    send = journal._send

    async def noted(entries: Sequence[Entry]) -> Mapping[UUID, Appended]:
        try:
            return await send(entries)
        except StoreUnavailableError:
            if len(entries) > 1:
                met.append({entry.table for entry in entries})
            raise

    monkeypatch.setattr(journal._appends, "_send", noted)
    return met


async def readiness_while(visitor: Visitor, holds: Callable[[], bool]) -> set[int]:
    seen = set()
    while holds():
        seen.add((await visitor.ask("GET", "/readyz")).status_code)
        await asyncio.sleep(0.2)
    return seen


async def test_two_locked_tables_hold_up_no_other_and_the_node_stays_ready(
    house: House, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [await Player.begun(house, f"Ada {number}") for number in range(FREE)]
    locked = [await Player.begun(house, f"Bob {number}") for number in range(2)]
    visitor = house.stranger()
    met = noted_meetings(house, monkeypatch)

    usual_s = await _played(players)
    async with owner.transaction():
        await owner.execute(LOCK, [each.table for each in locked])
        holds = _holding()
        causes_by_table, seen, beside_s = await asyncio.gather(
            asyncio.gather(*(each.answers_while(holds) for each in locked)),
            readiness_while(visitor, holds),
            _played(players),
        )
        assert not any(each.waited_s for each in locked)

    assert seen == {200}
    assert all(causes and set(causes) == {"contention"} for causes in causes_by_table)
    assert len(met) <= len(locked)
    for player in locked:
        await player.move()  # they go on
    if IS_NIGHT:  # a second has too few moves for a percentile
        later_s = await _played(
            players
        )  # a machine that is busy with something else is so before or after, too
        usual_ms = max(percentile_ms(waits_s, 0.99) for waits_s in (usual_s, later_s))
        assert percentile_ms(beside_s, 0.99) <= 2 * usual_ms


async def _played(players: Sequence[Player]) -> list[float]:
    """How long moves took while all these played for a while."""
    for player in players:
        player.waited_s = []
    await asyncio.gather(*(player.moves_while(_holding()) for player in players))
    return [waited for player in players for waited in player.waited_s]


def _holding() -> Callable[[], bool]:
    """True until HELD_S are over."""
    until = time.monotonic() + HELD_S
    return lambda: time.monotonic() < until
