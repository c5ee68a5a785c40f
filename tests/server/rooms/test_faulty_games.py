"""A game by others that fails at a table: that table is halted, and all others play on."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from rondel.server.errors import ApiError
from rondel.server.flows.play.presence import grace_ms, report
from rondel.server.flows.tables.bots import BotTurns
from rondel.server.rooms.position import Position
from tests.server.dice import ADD, arm, disarm, fails, install_dice, reason_at, table_of_dice
from tests.server.visitors import House, Visitor, eventually, open_house, settings
from tests.wire.packages import Packages

CONFIRM = {"type": "CONFIRM_INITIAL_VIEW", "payload": {}}
HALTED = (409, "TABLE_HALTED")
LIMIT_MS = 300


@pytest.fixture
async def dice_house(packages: Packages) -> AsyncIterator[House]:
    """A server that has Dice beside our own games."""
    install_dice(packages)
    async with open_house(settings(game_cpu_ms=LIMIT_MS)) as house:
        yield house


def exits(*_: Any) -> Any:
    raise SystemExit(3)


def loops(*_: Any) -> Any:
    while True:
        pass


async def both(house: House) -> tuple[Visitor, Visitor, str, str]:
    """Two people, a table of Dice and one of Cambio where they play."""
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    return ada, bob, await table_of_dice(ada, bob), await house.table(ada, bob, initialViewMs=30_000)


IN_A_MOVE = ("to_act", "decide", "evolve", "deadline", "outcome", "summary", "bots")


@pytest.mark.parametrize("function", IN_A_MOVE)
async def test_a_fault_in_a_move_halts_its_table_alone_and_writes_nothing(
    dice_house: House, function: str
) -> None:
    ada, _, table, other = await both(dice_house)

    arm(function, fails)
    answer = await ada.act(table, ADD)
    there = await ada.act(other, CONFIRM)

    assert (answer.status_code, answer.json()["code"]) == HALTED
    assert "No moves were lost" in answer.json()["message"]
    assert "not found in" not in answer.text
    assert there.status_code == 200
    assert "LookupError: not found in" in str(await reason_at(dice_house, table))
    assert (await ada.get(f"/api/tables/{table}"))["version"] == 1


async def test_the_author_of_a_game_is_told_what_failed_and_where(dice_house: House) -> None:
    """As `rondel dev` serves it: the first who meets it, and everybody who comes later."""
    dice_house.cell.room_context.shows_errors = True
    ada, bob, table, _ = await both(dice_house)

    arm("view", lambda state, seat: state.nothing)
    first = await ada.ask("GET", f"/api/tables/{table}/view")
    await eventually(lambda: dice_house.cell.rooms.room(UUID(table))._halting is None)
    later = [await bob.ask("GET", f"/api/tables/{table}/view"), await ada.act(table, ADD)]

    for answer in (first, *later):
        assert (answer.status_code, answer.json()["code"]) == HALTED
        fault = answer.json()["fault"]
        assert fault.startswith("test_faulty_games.py:")
        assert fault.endswith(": AttributeError: 'State' object has no attribute 'nothing'")
        assert answer.json()["message"] == f"The game crashed: {fault}"
        assert answer.json()["hint"] == "Fix it and save; the table then resumes."


@pytest.mark.parametrize("function", ["view", "legal", "clock", "scene"])
async def test_a_fault_while_somebody_looks_halts_the_table_and_leaves_the_socket_alone(
    dice_house: House, function: str
) -> None:
    ada, _, table, other = await both(dice_house)

    arm(function, fails)
    seen = await ada.ask("GET", f"/api/tables/{table}/view")
    async with ada.socket() as wire:
        on_listening = await wire.sit(table)
        beside = await wire.sit(other)

    assert (seen.status_code, seen.json()["code"]) == HALTED
    assert "not found in" not in seen.text
    assert (on_listening["type"], on_listening["code"]) == ("nack", "TABLE_HALTED")
    assert seen.json()["halted"] == on_listening["halted"] == "error"
    assert "fault" not in {*seen.json(), *on_listening}
    assert beside["type"] == "view"
    assert "LookupError" in str(await reason_at(dice_house, table))


@pytest.mark.parametrize("function", ["legal", "audience", "scene", "moves"])
async def test_a_fault_while_a_move_is_delivered_halts_the_table_after_the_move(
    dice_house: House, function: str
) -> None:
    ada, bob, table, _ = await both(dice_house)

    async with bob.socket() as wire:
        await wire.sit(table)
        arm(function, fails)
        await ada.act(table, ADD)
        disarm()
        after = await ada.act(table, ADD)

    assert (after.status_code, after.json()["code"]) == HALTED
    assert (await ada.get(f"/api/tables/{table}"))["version"] == 2


async def test_a_view_that_fails_when_somebody_sits_down_halts_the_table(dice_house: House) -> None:
    ada, _, table, other = await both(dice_house)

    async with ada.socket() as wire:
        arm("view", fails)
        on_listening = await wire.sit(table)
        disarm()
        assert (on_listening["type"], on_listening["code"]) == ("nack", "TABLE_HALTED")
        assert (await wire.sit(other))["type"] == "view"
    assert "LookupError" in str(await reason_at(dice_house, table))

    await dice_house.cell.tables.resume(UUID(table))
    assert (await ada.act(table, ADD)).status_code == 200


async def test_a_table_that_is_halted_already_is_not_halted_again_by_everybody_who_looks(
    dice_house: House,
) -> None:
    ada, _, table, _ = await both(dice_house)
    arm("view", fails)
    await ada.ask("GET", f"/api/tables/{table}/view")
    await eventually(lambda: dice_house.cell.rooms.room(UUID(table))._halting is None)
    reason = await reason_at(dice_house, table)

    again = [await ada.ask("GET", f"/api/tables/{table}/view") for _ in range(3)]

    assert {(answer.status_code, answer.json()["code"]) for answer in again} == {HALTED}
    assert await reason_at(dice_house, table) == reason
    halted = dice_house.node.metrics.registry.get_sample_value("rondel_halted_tables_total")
    assert halted == 1


async def test_a_fault_in_a_forecast_halts_the_table(dice_house: House) -> None:
    ada, _, table, _ = await both(dice_house)

    arm("forecast", fails)
    answer = await ada.ask("POST", f"/api/tables/{table}/forecast", {"action": ADD})

    assert (answer.status_code, answer.json()["code"]) == HALTED


@pytest.mark.parametrize(
    ("function", "asks"), [("tell", "GET count"), ("ask", "POST more"), ("tell", "POST more")]
)
@pytest.mark.parametrize("fault", [fails, lambda *_: 3], ids=["raises", "answers with something else"])
async def test_a_fault_in_a_call_halts_the_table(
    dice_house: House, function: str, asks: str, fault: Callable[..., Any]
) -> None:
    ada, _, table, other = await both(dice_house)
    method, call = asks.split()

    arm(function, fault)
    answer = await ada.ask(method, f"/api/game/{table}/{call}", {"amount": 1} if method == "POST" else None)

    assert (answer.status_code, answer.json()["code"]) == HALTED
    assert "not found in" not in answer.text
    assert (await ada.act(other, CONFIRM)).status_code == 200


async def test_a_fault_in_what_is_open_afterwards_halts_the_table_and_shows_nothing(
    dice_house: House,
) -> None:
    ada, _, table, _ = await both(dice_house)
    for _ in range(10):
        assert (await ada.act(table, ADD)).status_code == 200
    assert (await ada.get(f"/api/tables/{table}/past?perspective=all"))["perspective"] == "all"

    arm("opened", fails)
    answer = await ada.ask("GET", f"/api/tables/{table}/past?perspective=all")

    assert (answer.status_code, answer.json()["code"]) == HALTED
    assert "not found in" not in answer.text


@pytest.mark.parametrize("function", ["is_connected", "report"])
async def test_a_fault_in_presence_halts_the_table_and_no_other(dice_house: House, function: str) -> None:
    _, _, table, other = await both(dice_house)

    arm(function, fails)
    was_news = await report(dice_house.cell, UUID(table), 1, connected=False)

    assert not was_news or function == "report"
    assert "LookupError" in str(await reason_at(dice_house, table))
    assert await report(dice_house.cell, UUID(other), 1, connected=False)


async def test_a_fault_in_the_patience_of_a_game_halts_the_table(dice_house: House) -> None:
    _, _, table, _ = await both(dice_house)

    arm("grace_ms", fails)
    with pytest.raises(ApiError, match="TABLE_HALTED"):
        await grace_ms(dice_house.cell, UUID(table))


async def test_a_fault_in_a_record_stops_the_record_and_never_the_table(dice_house: House) -> None:
    ada, _, table, _ = await both(dice_house)

    arm("rows", fails)
    first, second = await ada.act(table, ADD), await ada.act(table, ADD)

    assert (first.status_code, second.status_code) == (200, 200)
    assert await reason_at(dice_house, table) is None


async def test_a_fault_when_play_begins_halts_the_table(dice_house: House) -> None:
    ada, bob = await dice_house.visitor("Ada"), await dice_house.visitor("Bob")
    table = await table_of_dice(ada, bob, start=False)

    arm("start", fails)
    answer = await ada.ask("POST", f"/api/tables/{table}/start")

    assert (answer.status_code, answer.json()["code"]) == HALTED


async def test_options_that_a_game_cannot_read_hide_no_other_table(dice_house: House) -> None:
    ada, _, table, other = await both(dice_house)
    found = dice_house.cell.journal._cell.tables  # type: ignore[attr-defined]
    found[UUID(table)] = replace(found[UUID(table)], rules=0)
    arm("older_options", exits)

    listed = {each["id"] for each in await ada.get("/api/me/tables")}

    assert listed == {table, other}


async def test_a_game_that_exits_does_not_end_the_server(dice_house: House) -> None:
    ada, _, table, other = await both(dice_house)

    arm("decide", exits)
    answer = await ada.act(table, ADD)

    assert (answer.status_code, answer.json()["code"]) == HALTED
    assert (await ada.act(other, CONFIRM)).status_code == 200
    assert "GameExitError: The game raised SystemExit." in str(await reason_at(dice_house, table))


async def test_an_error_that_cannot_say_what_it_is_halts_the_table_all_the_same(dice_house: House) -> None:
    ada, _, table, _ = await both(dice_house)

    class Mute(Exception):  # noqa: N818
        def __str__(self) -> str:
            raise RuntimeError

    def breaks(*_: Any) -> Any:
        raise Mute

    arm("decide", breaks)
    answer = await ada.act(table, ADD)

    assert (answer.status_code, answer.json()["code"]) == HALTED
    assert "Mute: it cannot say what it is" in str(await reason_at(dice_house, table))


async def test_bots_of_other_tables_are_found_beside_a_table_whose_game_fails(dice_house: House) -> None:
    ada = await dice_house.visitor("Ada")
    tables = [(await ada.post("/api/tables", {"game": "dice", "seats": 2}))["id"] for _ in range(2)]
    for table in tables:
        for seat in (0, 1):
            await ada.post(f"/api/tables/{table}/bots", {"level": "random", "seat": seat})
        await ada.post(f"/api/tables/{table}/start")
    room = dice_house.cell.rooms.room(UUID(tables[0]))
    position = await room.current()
    turns = BotTurns(dice_house.cell)
    assert {str(turn.table) for turn in await turns.next(limit=10)} == set(tables)

    room.cached = Position(position.table, position.played)
    arm("bots", lambda _: fails() if room._halting is None and not _is_halted(room) else {})
    left = {str(turn.table) for turn in await turns.next(limit=10)}

    assert left == {tables[1]}


def _is_halted(room: Any) -> bool:
    return room.table is None or room.table.halted is not None


@pytest.mark.parametrize("function", ["decide", "legal", "view", "evolve", "scene"])
async def test_a_table_whose_game_never_answers_is_halted_and_others_wait_no_longer_than_the_limit(
    dice_house: House, function: str
) -> None:
    """The limit is of CPU time; beside other processes a wait is longer, so the bound here is a loose one."""
    ada, bob, table, other = await both(dice_house)
    cleo = await dice_house.visitor("Cleo")

    async with bob.socket() as wire:
        await wire.sit(table)
        arm(function, loops)
        began, cpu = time.monotonic(), time.thread_time()
        answers = await asyncio.gather(ada.act(table, ADD), cleo.get("/api/games"), bob.act(other, CONFIRM))
        spent = time.thread_time() - cpu
        waited = time.monotonic() - began
    assert answers[2].status_code == 200
    assert spent < LIMIT_MS / 1000 + 0.8, (spent, waited)

    await eventually(lambda: dice_house.cell.rooms.room(UUID(table))._halting is None)
    reason = str(await reason_at(dice_house, table))
    assert reason.startswith("test_faulty_games.py:")
    assert "GameTimeoutError: The game used more than 300 ms of CPU time." in reason
    cpu = time.thread_time()
    again = [await ada.ask("GET", f"/api/tables/{table}/view") for _ in range(3)] + [
        await ada.act(table, ADD)
    ]
    assert {(answer.status_code, answer.json()["code"]) for answer in again} == {HALTED}
    assert time.thread_time() - cpu < LIMIT_MS / 1000  # the game is not asked again

    disarm()
    await dice_house.cell.tables.resume(UUID(table))
    version = (await ada.get(f"/api/tables/{table}"))["version"]
    is_late = function in ("legal", "scene")  # a list of tables says what a View shows, in the row
    assert version == (2 if is_late else 1)
    moved = await ada.act(table, ADD)
    assert (moved.status_code, moved.json()["version"]) == (200, version + 1)
