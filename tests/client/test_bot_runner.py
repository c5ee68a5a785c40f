"""Bots at the real server: by tokens of their own, given what their seat may know."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import UUID

import msgspec
import pytest

from rondel.bots import registry as bots
from rondel.client import Client, ClientRejectedError, Http, connect
from rondel.client.bot_runner import HELP_S, BotRunner, BotTurn, Pace, Share, choose, level_of, move_id
from rondel.kernel import Chance
from rondel.wire.proof import verify
from rondel.wire.protocol import Ack
from rondel.wire.registry import load_game
from tests.client.real_server import RealServer, ask, real_server, table_with_bots
from tests.kernel import tally
from tests.kernel.tally import TALLY
from tests.wire.packages import Packages

AT_ONCE = Pace(0, 0)
CAMBIO = load_game("cambio")


@asynccontextmanager
async def keeping(server: RealServer, *seeds: str, **fields: Any) -> AsyncIterator[None]:
    token = await server.bot_runner()
    runners = [BotRunner(server.url, token, seed=seed, pace=AT_ONCE, **fields) for seed in seeds]
    tasks = [asyncio.create_task(bot_runner.run()) for bot_runner in runners]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def play_to_the_end(client: Client, table_id: str, order: random.Random) -> None:
    """A person who does anything that is allowed."""
    table = await client.sit(table_id)
    while table.status == "active":
        seen = table.version
        if table.legal:
            answer = await client.act(table_id, order.choice(table.legal))
            if isinstance(answer, Ack):
                await table.until(lambda table, version=answer.version: table.version >= version)  # type: ignore[misc]
                continue
        await table.until(lambda table, seen=seen: table.version > seen or table.status != "active")  # type: ignore[misc]


async def proved(doors: Http, table: str) -> None:
    answer = await doors.ask("GET", f"/api/tables/{table}/transcript")
    assert answer.status == 200
    assert verify(CAMBIO, answer.content).faults == ()


async def test_a_person_and_two_bots_play_a_game_to_its_end() -> None:
    async with asyncio.timeout(60), real_server() as server, keeping(server, "one"):
        doors, token = await server.guest("Ada")
        table = await table_with_bots(doors, "easy", "random")

        async with connect(server.url, token) as client:
            await play_to_the_end(client, table, random.Random(1))

        await proved(doors, table)


async def test_a_bot_runner_uses_its_connections_again(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Any, ...]] = []
    connected = asyncio.open_connection

    async def counted(*place: Any, **fields: Any) -> Any:
        opened.append(place)
        return await connected(*place, **fields)

    async with asyncio.timeout(60), real_server() as server:
        doors, token = await server.guest("Ada")
        table = await table_with_bots(doors, "easy", "random")
        monkeypatch.setattr(asyncio, "open_connection", counted)
        async with keeping(server, "one"), connect(server.url, token) as client:
            await play_to_the_end(client, table, random.Random(1))

        assert 0 < len(opened) < 10


async def test_several_bot_runners_make_each_move_once() -> None:
    async with asyncio.timeout(60), real_server() as server:
        doors, token = await server.guest("Ada")
        tables = [await table_with_bots(doors, "random", "random") for _ in range(3)]

        async with keeping(server, "one", "two", "three"), connect(server.url, token) as client:
            plays = (play_to_the_end(client, table, random.Random(2)) for table in tables)
            await asyncio.gather(*plays)

        for table in tables:
            await proved(doors, table)
            position = await server.running.cells.home.rooms.room(UUID(table)).current()
            for row in await server.running.cells.home.journal.rows(UUID(table)):
                if row.seat in (1, 2):
                    token = position.played.context.token("bot", row.seat).hex()
                    may_be = {move_id(token, version) for version in range(row.version)}
                    assert str(row.action_id) in may_be


def test_a_bots_move_id_needs_the_token_of_its_seat() -> None:
    ids = {move_id(token, version) for token in ("one", "two") for version in range(3)}

    assert len(ids) == 6
    assert move_id("one", 2) == move_id("one", 2)


async def test_a_server_that_restarts_is_waited_for_by_players_and_bots(database: str) -> None:
    async with asyncio.timeout(60):
        async with real_server(database_url=database) as server:
            doors, token = await server.guest("Ada")
            table = await table_with_bots(doors, "random")
            bot_runner = BotRunner(server.url, await server.bot_runner(), seed="one", pace=AT_ONCE)
            keeps = asyncio.create_task(bot_runner.run())
        port = int(server.url.rpartition(":")[2])
        async with connect(server.url, token) as client:
            plays = asyncio.create_task(play_to_the_end(client, table, random.Random(3)))
            for _ in range(3):
                async with real_server(port, database_url=database):
                    await asyncio.wait([plays], timeout=0.3)
            async with real_server(port, database_url=database):
                await plays
                await proved(doors, table)
                keeps.cancel()
                with suppress(asyncio.CancelledError):
                    await keeps


async def test_a_bot_is_given_what_its_seat_knows_and_luck_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[tuple[Any, Any, Any, Chance]] = []

    def spy(known: Any, view: Any, legal: Any, rng: Chance) -> Any:
        given.append((known, view, legal, rng))
        return legal[0]

    monkeypatch.setattr(bots, "random", spy)
    async with asyncio.timeout(60), real_server() as server:
        doors, _ = await server.guest("Ada")
        table = await table_with_bots(doors, "random")
        async with keeping(server, "my seed"):
            while not given:
                await asyncio.sleep(0.01)

        known, view, legal, rng = given[0]
        seen = (await ask(doors, "GET", f"/api/tables/{table}/view"))["version"]
        assert type(known) is CAMBIO.types.known
        assert type(view) is CAMBIO.types.view
        assert legal
        ours = [Chance.of_seed(f"my seed {table} {version} 1").bits(8) for version in range(seen + 1)]
        assert rng.bits(8) in ours


async def test_a_token_that_is_no_bot_runners_is_refused_with_a_sentence() -> None:
    async with asyncio.timeout(60), real_server() as server:
        _, token = await server.guest("Ada")

        with pytest.raises(ClientRejectedError, match="not a bot runner's"):
            await BotRunner(server.url, token, seed="one").run()
        with pytest.raises(ClientRejectedError, match="not a bot runner's"):
            await BotRunner(server.url, "nonsense", seed="one").run()


async def test_a_bot_that_fails_moves_at_random(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(bots, "random", breaks)
    async with asyncio.timeout(60), real_server() as server:
        doors, _ = await server.guest("Ada")
        table = await table_with_bots(doors, "random")
        async with keeping(server, "one"):
            while not [
                row for row in await server.running.cells.home.journal.rows(UUID(table)) if row.seat == 1
            ]:
                await asyncio.sleep(0.01)

    assert "ZeroDivisionError" in caplog.text


def test_a_seat_that_was_taken_over_is_played_by_the_usual_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    assert level_of(CAMBIO, None) == level_of(CAMBIO, "no longer here") == "medium"
    assert level_of(CAMBIO, "easy") == "easy"
    assert level_of(load_game("decks"), None) == "random"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise ZeroDivisionError", "ZeroDivisionError"),
        ("raise SystemExit", "SystemExit"),
        ("return None", "it chose what is not legal"),
        ("return Add(7)", "it chose what is not legal"),
    ],
)
def test_a_bot_by_others_that_fails_is_logged_by_name_and_moves_at_random(
    packages: Packages, caplog: pytest.LogCaptureFixture, body: str, message: str
) -> None:
    bold_bot = f"from tests.kernel.tally import Add\ndef bold(game):\n return play\ndef play(*_):\n {body}\n"
    packages.install(
        "bold",
        games={"tally": "tests.kernel.tally:TALLY"},
        bots={"tally.bold": "bold_bot:bold"},
        bold_bot=bold_bot,
    )
    state = tally.started()[-1].after
    legal = TALLY.legal(state, 0)

    chosen = choose(TALLY, "bold", TALLY.knows(state, 0), TALLY.view(state, 0), legal, Chance.of_seed("rng"))

    assert chosen in legal
    assert f"The bot bold of tally failed and moves at random: {message}" in caplog.text


def test_bot_runners_share_the_tables_and_help_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [str(UUID(int=number)) for number in range(4)]
    shares = [Share(0, 2), Share(1, 2)]

    assert [[share.has(table) for table in tables] for share in shares] == [
        [True, False, True, False],
        [False, True, False, True],
    ]
    bot_runner = BotRunner("http://127.0.0.1:1", "", seed="one", share=shares[0])
    turn = BotTurn(tables[1], "cambio", 0, "easy", 3, "")
    bot_runner._since[tables[1], 0, 3] = 0.0
    assert not bot_runner._wants(turn, HELP_S - 0.1)
    assert bot_runner._wants(turn, HELP_S)


def test_thinking_takes_a_time_that_tells_nothing_and_leaves_time_to_move() -> None:
    bot_runner = BotRunner("http://127.0.0.1:1", "", seed="one", pace=Pace(400, 1200))
    turn = BotTurn(str(UUID(int=7)), "cambio", 0, "easy", 3, "")
    response = {"version": 3, "deadline": None, "now": 0}

    times = {
        bot_runner._think_s(turn, response | {"version": version, "known": version}) for version in range(50)
    }
    assert len(times) > 40
    assert 0.4 <= min(times) <= max(times) <= 1.2
    after_a_person = msgspec.structs.replace(turn, least_ms=3000)
    times = {bot_runner._think_s(after_a_person, response | {"version": version}) for version in range(50)}
    assert 3 <= min(times) <= max(times) <= 5
    assert bot_runner._think_s(turn, response | {"known": "other cards"}) == bot_runner._think_s(
        turn, response
    )
    assert bot_runner._think_s(turn, response | {"deadline": 600}) == 0.3
    assert bot_runner._think_s(turn, response | {"deadline": 600, "now": 900}) == 0


async def test_a_turn_of_another_history_leaves_no_later_one_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    bot_runner = BotRunner("http://127.0.0.1:1", "token", seed="one")
    turn = BotTurn(str(UUID(int=1)), "cambio", 1, "random", 26, "token")

    async def look(_turn: BotTurn) -> dict[str, Any]:
        return {"version": 25, "legal": []}

    monkeypatch.setattr(bot_runner, "_look", look)
    await bot_runner._make(turn)

    assert bot_runner._begin([turn]) == 1
    await bot_runner._busy[turn.table, 1]
