"""The doors of bots: whose token opens what, and that a move is made once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn
from uuid import uuid4

import httpx

from rondel.server.flows.accounts.mail_addresses import hashed
from rondel.server.ports.people import Account, Session
from rondel.wire.padding import padded
from tests.server.visitors import House, Visitor

CONFIRM = {"type": "CONFIRM_INITIAL_VIEW"}


async def with_two_bots(house: House) -> tuple[Visitor, str, dict[int, str]]:
    """Ada's table with bots in seats 1 and 2, and their tokens."""
    ada = await house.visitor("Ada")
    body = {"game": "cambio", "options": {"seats": 3, "initialViewMs": 60_000}}
    table: str = (await ada.post("/api/tables", body))["id"]
    await ada.post(f"/api/tables/{table}/seat", {})
    for _ in range(2):
        await ada.post(f"/api/tables/{table}/bots", {"level": "easy"})
    await ada.post(f"/api/tables/{table}/start")
    turns = await house.running.api.next_bot_turns(limit=10)
    return ada, table, {turn.seat: turn.token for turn in turns if str(turn.table) == table}


async def moved(asker: Visitor, table: str, seat: int, token: str, **more: Any) -> httpx.Response:
    """A bot's move."""
    body = {"id": str(uuid4()), "action": CONFIRM, **more}
    return await asker.ask("POST", f"/api/bots/{table}/{seat}/act", body, headers={"X-Rondel-Bot": token})


async def test_the_token_of_a_bot_opens_its_own_seat_alone(house: House) -> None:
    ada, table, tokens = await with_two_bots(house)
    _, other_table, others = await with_two_bots(house)
    wrong = [(1, tokens[2]), (2, tokens[1]), (0, tokens[1]), (1, others[1]), (1, "")]

    for seat, token in wrong:
        look = await ada.ask("GET", f"/api/bots/{table}/{seat}", headers={"X-Rondel-Bot": token})
        assert (look.status_code, (await moved(ada, table, seat, token)).status_code) == (403, 403)

    for seat in (1, 2):
        assert (await moved(ada, table, seat, tokens[seat])).status_code == 200
    assert (await moved(ada, other_table, 1, others[1])).status_code == 200


async def test_a_bot_moves_once_by_an_id_and_at_the_version_it_saw(house: House) -> None:
    ada, table, tokens = await with_two_bots(house)
    by = str(uuid4())

    first, again = [await moved(ada, table, 1, tokens[1], id=by, expectedVersion=1) for _ in range(2)]
    late = await moved(ada, table, 1, tokens[1], expectedVersion=1)
    reused = await moved(ada, table, 2, tokens[2], id=by, expectedVersion=2)
    early = await moved(ada, table, 2, tokens[2], expectedVersion=9)
    other = await moved(ada, table, 2, tokens[2], expectedVersion=2)

    bodies = [answer.json() for answer in (first, again, other, late, reused, early)]
    assert [(each["version"], each.get("duplicate")) for each in bodies[:3]] == [
        (2, False),
        (2, True),
        (3, False),
    ]
    assert [each.get("code") for each in bodies[3:]] == ["STALE_VERSION", "ID_REUSE", "STALE_VERSION"]
    for answer in (first, again, late, reused):
        assert len(answer.content) == len(padded(answer.content))


async def test_a_bot_runner_runs_bots_by_a_bearer_token_alone(house: House) -> None:
    """A page that is open in a bot runner's browser gets no tokens of seats by the cookie."""
    bot_runner = Account(uuid4(), "BotRunner", "bot_runner", 0, kind="bot_runner")
    await house.node.people.add(bot_runner)
    now, token = house.cell.now.ms(), "by cookie"
    session = Session(uuid4(), bot_runner.id, hashed(token), "cookie", "", now, now, now + 60_000)
    await house.node.people.open_session(session)
    page = house.stranger()
    page.http.cookies.set(house.node.settings.cookie, token)

    assert (await page.get("/api/me"))["kind"] == "bot_runner"
    assert (await page.ask("GET", "/api/bots/turns")).status_code == 403


class NoThreads(ThreadPoolExecutor):
    """Has no thread for anybody."""

    def submit(self, *_: Any, **__: Any) -> NoReturn:
        raise AssertionError("a thread was asked for")


async def test_a_look_and_a_move_need_no_thread(house: House) -> None:
    """A thread for each request costs more than most requests, and waits where others fold long games."""
    ada, table, tokens = await with_two_bots(house)
    asyncio.get_running_loop().set_default_executor(NoThreads())

    look = await ada.ask("GET", f"/api/bots/{table}/1", headers={"X-Rondel-Bot": tokens[1]})

    assert look.status_code == 200
    assert (await moved(ada, table, 1, tokens[1])).status_code == 200
