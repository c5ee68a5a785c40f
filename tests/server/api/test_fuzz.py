"""58, 60, 61: frames nobody would send, ids that are another's, and frames sent again by somebody else."""

import json
import random
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import httpx
import pytest
import websockets
from websockets.typing import Origin

from rondel.kernel import Seat
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.position import Position
from tests.contracts.databases import url_of
from tests.server.fuzz import BOMBS, Grammar, fuzz, judged
from tests.server.visitors import ORIGIN, House, Visitor, Wire, open_house, settings


@pytest.mark.parametrize("store", ["memory", "PostgreSQL"])
async def test_61_three_thousand_frames_are_all_handled(template: str, store: str) -> None:
    found = await fuzz(3000, seed=1, database=None if store == "memory" else url_of(template))

    assert found.unhandled == []
    assert found.failures == 0
    assert found.frames >= 3000
    assert found.answers["MALFORMED"] > 500
    assert found.answers["pong"] > 100
    assert {1007, 1009} <= found.closed.keys()
    assert found.end_kb < found.warm_kb * 1.05


def test_61_every_kind_of_frame_comes_up() -> None:
    grammar = Grammar(random.Random(0), ["table"])

    frames = [grammar.frame() for _ in range(2000)]

    assert any(isinstance(frame, bytes) for frame in frames)
    assert sum('"type": "act"' in str(frame) for frame in frames) > 200
    assert len({bomb(random.Random(1)) for bomb in BOMBS}) == len(set(BOMBS))


def test_what_the_server_did_not_handle_is_counted() -> None:
    fault = json.dumps({"event": "socket.failed", "level": "error"})
    line = json.dumps({"event": "acted", "level": "info", "message": "DRAW_CARD"})

    found = judged(f"{fault}\n{line}\nTraceback", "rondel_internal_errors_total 1.0", "token")

    assert len(found) == 4


class Scene(NamedTuple):
    """Two at one table, two at another; somebody who only looks, and what must not change."""

    house: House
    memory: MemoryDatabase
    ours: list[Visitor]
    theirs: list[Visitor]
    our_table: str
    their_table: str
    private: str


async def scene_of(house: House, memory: MemoryDatabase) -> Scene:
    ours = [await house.visitor(name) for name in ("Ada", "Bob")]
    theirs = [await house.visitor(name) for name in ("Cem", "Dee")]
    times: dict[str, Any] = {"initialViewMs": 60_000, "turnMs": 0}
    private = await ours[0].post(
        "/api/tables", {"game": "cambio", "options": {"seats": 2}, "access": "private"}
    )
    await ours[0].post(f"/api/tables/{private['id']}/seat", {})
    return Scene(
        house,
        memory,
        ours,
        theirs,
        await house.table(*ours, **times),
        await house.table(*theirs, **times),
        private["id"],
    )


async def snapshot(scene: Scene) -> Any:
    """Everything of ours that somebody else might change."""
    sessions = [await visitor.get("/api/me/sessions") for visitor in scene.ours]
    accounts = [await visitor.get("/api/me") for visitor in scene.ours]
    tables: list[TableRow] = [scene.memory.tables[UUID(table)] for table in (scene.our_table, scene.private)]
    rows = scene.memory.rows[UUID(scene.our_table)]
    ids = [[session["id"] for session in each] for each in sessions]
    return list(rows), tables, accounts, ids, await scene.house.cell.chats.latest(tables[0].id, limit=9)


def moves() -> list[dict[str, Any]]:
    return [
        {"type": "CONFIRM_INITIAL_VIEW"},
        {"type": "DRAW_CARD", "payload": {"source": "deck"}},
        {"type": "START_GAME"},
        {"type": "SET_CONNECTED", "payload": {"seat": 1, "connected": False}},
        {"type": "END_INITIAL_VIEW"},
        {"type": "TAKE_BACK"},
    ]


async def by_http(visitor: Visitor, table: str, session: str, seat: Seat) -> list[int]:
    """Ask for everything that would change a table or an account, by somebody else's ids."""
    acts = [("POST", f"/api/tables/{table}/act", {"id": str(uuid4()), "action": move}) for move in moves()]
    requests: list[tuple[str, str, Any]] = [
        *acts,
        ("POST", f"/api/tables/{table}/seat", {"seat": seat}),
        ("DELETE", f"/api/tables/{table}/seat", None),
        ("POST", f"/api/tables/{table}/ready", {"isReady": False}),
        ("POST", f"/api/tables/{table}/bots", {"level": "easy", "seat": seat}),
        ("DELETE", f"/api/tables/{table}/bots/{seat}", None),
        ("POST", f"/api/tables/{table}/start", None),
        ("POST", f"/api/tables/{table}/close", None),
        ("POST", f"/api/tables/{table}/rematch", None),
        ("POST", f"/api/game/{table}/cambio", {}),
        ("POST", f"/api/game/{table}/power", {"skip": True}),
        ("POST", f"/api/bots/{table}/{seat}/act", {"id": str(uuid4()), "action": moves()[0]}),
        ("DELETE", f"/api/me/sessions/{session}", None),
    ]
    return [
        (await visitor.ask(method, path, body, headers={"X-Rondel-Bot": "0" * 64})).status_code
        for method, path, body in requests
    ]


async def by_socket(wire: Wire, table: str, seat: Seat) -> list[str]:
    """The same by a socket; seats and accounts in a frame are no part of the protocol."""
    codes = []
    for move in moves():
        for more in ({}, {"seat": seat}, {"account": str(uuid4())}):
            await wire.send(type="act", table=table, id=str(uuid4()), expectedVersion=1, action=move, **more)
            codes.append((await wire.until("nack", "ack"))["type"])
    return codes


@pytest.fixture
def memory() -> MemoryDatabase:
    return MemoryDatabase()


async def test_60_no_id_of_another_does_anything(memory: MemoryDatabase) -> None:
    """Whatever table, seat, session or account somebody names: it acts for itself alone."""
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        scene = await scene_of(house, memory)
        before = await snapshot(scene)
        session = before[3][0][0]
        cem = scene.theirs[0]
        nobody = house.stranger()

        for visitor in (cem, nobody):
            for table in (scene.our_table, scene.private, str(uuid4())):
                statuses = await by_http(visitor, table, session, 0)
                assert all(400 <= status < 500 or status == 204 for status in statuses), statuses
        async with cem.socket() as wire:
            for table in (scene.our_table, scene.private):
                assert set(await by_socket(wire, table, 0)) == {"nack"}

        assert await snapshot(scene) == before


async def test_60_a_player_moves_no_seat_but_its_own(memory: MemoryDatabase) -> None:
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        scene = await scene_of(house, memory)
        bob = scene.ours[1]
        async with bob.socket() as wire:
            await wire.sit(scene.our_table)
            await wire.send(
                type="act",
                table=scene.our_table,
                id=str(uuid4()),
                expectedVersion=1,
                action=moves()[0],
                seat=0,
            )
            assert (await wire.until("nack", "ack"))["code"] == "MALFORMED"
            await wire.send(
                type="act", table=scene.our_table, id=str(uuid4()), expectedVersion=1, action=moves()[0]
            )
            assert (await wire.until("nack", "ack"))["type"] == "ack"

        state = _sitting(house, scene.our_table).state
        assert [player.confirmed for player in state.players] == [False, True]


async def test_58_a_frame_that_another_sends_again_does_nothing(memory: MemoryDatabase) -> None:
    """A captured move: by its opponent, by somebody elsewhere, by its own player again."""
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        scene = await scene_of(house, memory)
        ada, bob = scene.ours
        frame = {"table": scene.our_table, "id": str(uuid4()), "expectedVersion": 1, "action": moves()[0]}
        async with ada.socket() as wire:
            await wire.send(type="act", **frame)
            assert (await wire.until("nack", "ack"))["type"] == "ack"
        before = await snapshot(scene)

        answers = []
        for visitor in (bob, scene.theirs[0], ada):
            async with visitor.socket() as wire:
                await wire.send(type="act", **frame)
                answers.append(await wire.until("nack", "ack"))

        assert [answer.get("code") for answer in answers] == ["ID_REUSE", None, None]
        assert [answer.get("duplicate") for answer in answers[1:]] == [True, True]  # who has the id may know
        assert await snapshot(scene) == before


READS = ("", "/view", "/log", "/chat", "/transcript", "/observed")
CALLS: dict[str, Any] = {
    **{name: {} for name in ("seat", "ready", "start", "close", "rematch")},
    "bots": {"level": "easy"},
    "act": {"id": str(uuid4()), "action": moves()[0]},
    "forecast": {"action": moves()[0]},
    "chat": {"text": "hi"},
}


@pytest.mark.parametrize("has_begun", [False, True])
async def test_69_a_private_table_is_as_unknown_as_one_that_is_not_there(
    memory: MemoryDatabase, has_begun: bool
) -> None:
    async with open_house(settings(rate_limits=False), memory=memory) as house:
        scene = await scene_of(house, memory)
        there, nowhere = scene.private, str(uuid4())
        if has_begun:
            await scene.ours[0].post(f"/api/tables/{there}/bots", {"level": "easy"})
            await scene.ours[0].post(f"/api/tables/{there}/start")
        requests: list[tuple[str, str, Any]] = [("GET", f"/api/tables/{{}}{path}", None) for path in READS]
        requests += [("POST", f"/api/tables/{{}}/{path}", body) for path, body in CALLS.items()]
        requests += [("DELETE", "/api/tables/{}/seat", None), ("DELETE", "/api/tables/{}/bots/1", None)]
        requests += [("GET", "/api/game/{}/scores", None), ("POST", "/api/game/{}/cambio", {})]
        requests += [("GET", "/api/cambio/{}/state", None), ("GET", "/api/decks/{}/state", None)]
        requests += [("GET", "/api/bots/{}/1", None), ("POST", "/api/bots/{}/1/act", CALLS["act"])]

        for method, path, body in requests:
            answers = [
                await scene.theirs[0].ask(method, path.format(table), body, headers={"X-Rondel-Bot": "x"})
                for table in (there, nowhere)
            ]
            assert _alike(answers, there, nowhere), (path, [answer.text for answer in answers])


def _alike(answers: list[httpx.Response], there: str, nowhere: str) -> bool:
    one, other = answers
    text = one.text.replace(there, nowhere)
    return (one.status_code, text) == (other.status_code, other.text) and one.status_code in (403, 404)


def _sitting(house: House, table: str) -> Position:
    sitting = house.cell.rooms.known(UUID(table))
    assert sitting is not None
    return sitting


BAD_ORIGINS = [
    *(
        "null",
        "",
        "http://rondel.test",
        "https://rondel.test.evil.org",
        "https://evil.org",
        "https://RONDEL.test",
    ),
    *(
        "https://rondel.test:444",
        "https://rondel.test:443",
        "https://rondel.test/",
        "https://sub.rondel.test",
    ),
    *(
        "https://rondel.test@evil.org",
        "https://evil.org/https://rondel.test",
        "file://",
        "https://rondel.tes",
    ),
    *(
        "https://rondel.test.",
        "https://rondel.test, https://evil.org",
        "*",
        "https://*",
    ),
    *(
        "https://xn--rondel.test",
        "https://rondel-test",
        "ws://rondel.test",
        "wss://rondel.test",
        "about:blank",
    ),
    *(
        "chrome-extension://rondel.test",
        "https://rondel.test#x",
        "https://rondel.test?x",
        "https://127.0.0.1",
    ),
    *("http://localhost", "https://[::1]", "rondel.test"),
]


@pytest.mark.parametrize("origin", BAD_ORIGINS)
async def test_57_no_other_page_opens_a_socket_in_a_players_name(house: House, origin: str) -> None:
    ada = await house.visitor("Ada")

    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(
            house.socket_url, origin=Origin(origin), additional_headers={"Cookie": ada.cookie_header()}
        )

    assert refused.value.response.status_code == 403
    assert ORIGIN not in BAD_ORIGINS
