"""The client against a server that misbehaves: it breaks off, repeats, reorders, is busy, goes away."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from rondel.client import Backoff, Client, ClientRejectedError, Folder, TableView, connect
from rondel.client.player import socket_address
from rondel.wire.protocol import Ack, Nack
from tests.client.odd_server import (
    OTHER,
    TABLE,
    TOKEN,
    OddServer,
    answer_twice,
    close,
    do_and_break,
    do_and_say_nothing,
    go_away,
    just_break,
    nack,
    odd_server,
    say,
)

COUNT = {"type": "COUNT"}


@asynccontextmanager
async def connected(server: OddServer, **settings: Any) -> AsyncIterator[Client]:
    backoff = Backoff(first_s=0.01, most_s=0.05)
    async with asyncio.timeout(20), connect(server.url, TOKEN, backoff=backoff, **settings) as client:
        yield client


@asynccontextmanager
async def seated(**fields: Any) -> AsyncIterator[tuple[OddServer, Client, TableView]]:
    async with odd_server(**fields) as server, connected(server) as client:
        yield server, client, await client.sit(TABLE)


async def test_every_connection_names_the_first_table_that_is_looked_at() -> None:
    async with seated() as (server, client, _):
        await client.sit(OTHER)
        server.play("act", just_break)
        await client.act(TABLE, COUNT)

        assert server.queries == [f"table={TABLE}"] * 2


async def test_a_table_is_shown_and_every_version_comes_once_in_order() -> None:
    async with seated() as (_, client, table):
        changes = table.changes()

        for _ in range(3):
            assert isinstance(await client.act(TABLE, COUNT), Ack)
            await table.until(lambda table: table.version == table.last)

        assert (table.game, table.seat, table.status, table.legal) == ("counting", 0, "active", [COUNT])
        assert [(await anext(changes)).version for _ in range(3)] == [1, 2, 3]
        assert (table.version, table.view) == (3, {"count": 3})


async def test_one_socket_serves_several_tables() -> None:
    async with seated() as (server, client, _):
        await client.sit(OTHER)

        assert await client.sit(TABLE) is await client.sit(TABLE)
        assert server.connections == 1
        assert len(server.frames("watch")) == 2


@pytest.mark.parametrize("trick", [do_and_break, just_break])
async def test_a_move_that_was_cut_off_is_sent_again_with_the_same_id_and_happens_once(trick: Any) -> None:
    async with seated() as (server, client, _):
        server.play("act", trick)

        answer = await client.act(TABLE, COUNT)

        assert isinstance(answer, Ack)
        assert answer.version == 1
        assert answer.duplicate is (trick is do_and_break)
        assert server.moves() == [COUNT]
        assert len({frame["id"] for frame in server.frames("act")}) == 1


async def test_no_answer_means_unknown_so_the_same_id_goes_over_another_connection() -> None:
    async with odd_server() as server, connected(server, patience_s=0.1) as client:
        await client.sit(TABLE)
        server.play("act", do_and_say_nothing)

        answer = await client.act(TABLE, COUNT)

        assert isinstance(answer, Ack)
        assert answer.duplicate
        assert server.connections == 2
        assert server.moves() == [COUNT]


@pytest.mark.parametrize("code", ["UNAVAILABLE", "TOO_MANY", "NEWER_RULES"])
async def test_an_answer_that_is_none_is_asked_for_again_with_the_same_id(code: str) -> None:
    async with seated() as (server, client, _):
        server.play("act", nack(code), nack(code))

        assert isinstance(await client.act(TABLE, COUNT), Ack)
        assert len(server.frames("act")) == 3
        assert len({frame["id"] for frame in server.frames("act")}) == 1


async def test_a_stale_move_is_given_back_to_its_player() -> None:
    async with seated() as (server, client, _):
        server.somebody_else_moves()

        answer = await client.act(TABLE, COUNT)

        assert isinstance(answer, Nack)
        assert (answer.code, answer.current_version) == ("STALE_VERSION", 1)
        assert len(server.frames("act")) == 1


async def test_a_definite_no_frees_the_id_and_the_player_may_ask_again() -> None:
    async with seated() as (server, client, _):
        server.play("act", nack("WRONG_STEP"))

        refused = await client.act(TABLE, COUNT, id="01890000-0000-7000-8000-00000000000a")
        played = await client.act(TABLE, COUNT, id="01890000-0000-7000-8000-00000000000a")

        assert isinstance(refused, Nack)
        assert isinstance(played, Ack)
        assert not played.duplicate


async def test_moves_at_one_table_go_one_at_a_time() -> None:
    async with seated() as (server, client, _):
        first, second = await asyncio.gather(client.act(TABLE, COUNT), client.act(TABLE, COUNT))

        assert isinstance(first, Ack)
        assert isinstance(second, Nack)
        assert second.code == "STALE_VERSION"  # its player had not seen the first one's effect
        assert server.moves() == [COUNT]


async def test_answers_that_come_twice_count_once() -> None:
    async with seated() as (server, client, table):
        server.play("act", *[answer_twice] * 3)
        changes = table.changes()

        for expected_version in range(3):
            assert isinstance(await client.act(TABLE, COUNT, expected_version=expected_version), Ack)
        await table.until(lambda table: table.version == 3)

        assert [(await anext(changes)).version for _ in range(3)] == [1, 2, 3]
        assert len(server.moves()) == 3


async def test_older_and_repeated_steps_are_ignored() -> None:
    async with seated() as (server, client, table):
        for expected_version in range(2):
            await client.act(TABLE, COUNT, expected_version=expected_version)
        await table.until(lambda table: table.version == 2)
        changes = table.changes()

        (socket,) = server.sockets
        await say(socket, server.step(1) | {"view": {"count": "old"}})
        await say(socket, server.view() | {"version": 1, "view": {"count": "old"}})
        await say(socket, server.step(2))
        await client.act(TABLE, COUNT)

        assert (await anext(changes)).version == 3
        assert table.view == {"count": 3}


async def test_a_gap_is_noticed_and_what_is_missing_asked_for() -> None:
    async with seated() as (server, _, table):
        changes = table.changes()
        for _ in range(3):
            server.somebody_else_moves()

        await server.announce()  # step 3, after step 0
        await table.until(lambda table: table.version == 3)

        assert [(await anext(changes)).version for _ in range(3)] == [1, 2, 3]
        sit = {
            "type": "watch",
            "table": TABLE,
            "epoch": 1,
            "lastVersion": 0,
            "key": None,
            "seat": 0,
            "patches": True,
        }
        assert server.frames("watch")[-1] == sit


async def test_steps_that_come_in_another_order_end_at_the_same_view() -> None:
    async with seated() as (server, _, table):
        (socket,) = server.sockets
        order = random.Random(7)
        changes = table.changes()
        for _ in range(20):
            for _ in range(5):
                server.somebody_else_moves()
            steps = [server.step(version) for version in range(len(server.rows) - 4, len(server.rows) + 1)]
            order.shuffle(steps)
            for step in steps[:4]:  # and one is lost
                await say(socket, step)
            await say(socket, server.step(len(server.rows)))
            await table.until(lambda table: table.version == len(server.rows))

        assert [(await anext(changes)).version for _ in range(100)] == list(range(1, 101))
        assert table.view == {"count": 100}


async def test_scenes_on_request_are_requested_on_every_connection() -> None:
    async with odd_server() as server, connected(server) as client:
        table = await client.sit(TABLE, scene=True)
        (socket,) = server.sockets
        socket.transport.abort()
        server.somebody_else_moves()
        await table.until(lambda table: table.version == 1)

        assert [frame["scene"] for frame in server.frames("watch")] == [True, True]


async def test_after_a_break_it_resumes_with_the_version_and_epoch_it_has() -> None:
    async with seated() as (server, client, table):
        await client.act(TABLE, COUNT)
        await table.until(lambda table: table.version == 1)
        changes = table.changes()
        for _ in range(2):
            server.somebody_else_moves()

        (socket,) = server.sockets
        socket.transport.abort()
        await table.until(lambda table: table.version == 3)

        sit = {
            "type": "watch",
            "table": TABLE,
            "epoch": 1,
            "lastVersion": 1,
            "key": None,
            "seat": 0,
            "patches": True,
        }
        assert server.frames("watch")[-1] == sit
        received = [await anext(changes) for _ in range(2)]
        assert [(change.version, change.is_whole) for change in received] == [(2, False), (3, False)]


async def test_what_is_no_longer_remembered_comes_as_one_view() -> None:
    async with seated() as (server, _, table):
        changes = table.changes()
        for _ in range(5):
            server.somebody_else_moves()
        server.remembers = 4

        (socket,) = server.sockets
        socket.transport.abort()
        change = await anext(changes)

        assert (change.version, change.is_whole, change.events) == (5, True, ())
        assert table.view == {"count": 5}


async def test_another_epoch_makes_everything_new_even_an_older_version() -> None:
    async with seated() as (server, client, table):
        for expected_version in range(3):
            await client.act(TABLE, COUNT, expected_version=expected_version)
        await table.until(lambda table: table.version == 3)

        server.epoch = 2  # restored from a backup that has only the first row
        del server.rows[1:]
        (socket,) = server.sockets
        socket.transport.abort()
        await table.until(lambda table: table.epoch == 2)

        assert (table.version, table.last, table.view) == (1, 1, {"count": 1})


async def test_a_node_that_stops_is_left_when_it_says_and_its_move_is_not_lost() -> None:
    async with seated() as (server, client, _):
        server.play("act", go_away(300))
        began = monotonic()

        assert isinstance(await client.act(TABLE, COUNT), Ack)
        answer = await client.act(TABLE, COUNT, expected_version=1)

        assert isinstance(answer, Ack)
        assert monotonic() - began >= 0.29
        assert server.moves() == [COUNT, COUNT]
        assert server.connections == 2


async def test_a_node_that_says_it_will_stop_is_left_even_if_it_does_not() -> None:
    async with seated() as (server, client, table):
        server.play("act", go_away(100, closes=False))

        await client.act(TABLE, COUNT)
        while server.connections < 2:
            await asyncio.sleep(0.01)

        assert isinstance(await client.act(TABLE, COUNT, expected_version=1), Ack)
        assert table.message is None


async def test_a_server_that_is_away_for_a_while_is_waited_for() -> None:
    async def do_and_be_away(server: OddServer, socket: Any, frame: Any) -> None:
        server.refuses = 503
        await do_and_break(server, socket, frame)

    async with seated() as (server, client, _):
        server.play("act", do_and_be_away)
        move = asyncio.create_task(client.act(TABLE, COUNT))
        await asyncio.sleep(0.2)
        assert (server.moves(), move.done()) == ([COUNT], False)

        server.refuses = None
        answer = await move

        assert isinstance(answer, Ack)
        assert answer.duplicate
        assert server.moves() == [COUNT]


@pytest.mark.parametrize("status", [401, 403])
async def test_whoever_may_not_come_in_is_told_so(status: int) -> None:
    async with odd_server(refuses=status) as server, connected(server) as client:
        with pytest.raises(ClientRejectedError, match=str(status)):
            await client.sit(TABLE)
        with pytest.raises(ClientRejectedError):
            await client.act(TABLE, COUNT, expected_version=0)


async def test_a_session_that_was_ended_ends_the_client_and_the_move_stays_kept(tmp_path: Path) -> None:
    outbox = Folder(tmp_path)
    async with odd_server() as server, connected(server, outbox=outbox) as client:
        table = await client.sit(TABLE)
        server.play("act", close(4401, "Signed out."))

        with pytest.raises(ClientRejectedError, match=r"Signed out\."):
            await client.act(TABLE, COUNT)

        with pytest.raises(ClientRejectedError):
            await anext(table.changes())
        assert [move.action for move in await outbox.list_pending()] == [COUNT]


async def test_a_table_one_may_not_see_is_refused_and_others_go_on() -> None:
    async with seated() as (_, client, _):
        with pytest.raises(ClientRejectedError, match="UNKNOWN_GAME"):
            await client.sit("01890000-0000-7000-8000-0000000000ff")

        assert isinstance(await client.act(TABLE, COUNT), Ack)


async def test_a_table_that_cannot_be_shown_now_is_asked_for_again() -> None:
    async with odd_server() as server, connected(server) as client:
        server.play("watch", nack("UNAVAILABLE"), nack("TOO_MANY"))

        assert (await client.sit(TABLE)).view == {"count": 0}


async def test_before_one_sits_a_move_must_say_which_version_it_is_for() -> None:
    async with odd_server() as server, connected(server) as client:
        with pytest.raises(ValueError, match="Sit down first"):
            await client.act(TABLE, COUNT)
        assert isinstance(await client.act(TABLE, COUNT, expected_version=0), Ack)


async def test_the_next_program_finds_out_what_became_of_a_move(tmp_path: Path) -> None:
    async with odd_server() as server:
        async with connected(server, outbox=Folder(tmp_path)) as client:
            await client.sit(TABLE)
            server.play("act", do_and_say_nothing)
            move = asyncio.create_task(client.act(TABLE, COUNT))
            while not server.rows:
                await asyncio.sleep(0.01)
            move.cancel()  # as if the program had been killed

        async with connected(server, outbox=Folder(tmp_path)) as client:
            ((stored, answer),) = await client.settle()

            assert stored.action == COUNT
            assert isinstance(answer, Ack)
            assert answer.duplicate
            assert await client.settle() == []
        assert server.moves() == [COUNT]
        assert list(tmp_path.iterdir()) == []


async def test_a_server_that_speaks_nonsense_is_left_with_a_sentence() -> None:
    async with seated() as (server, client, table):
        (socket,) = server.sockets
        await socket.send('{"type": "step"}')

        with pytest.raises(ClientRejectedError, match="NOT_UNDERSTOOD"):
            await anext(table.changes())
        with pytest.raises(ClientRejectedError):
            await client.act(TABLE, COUNT)


async def test_a_frame_that_the_server_cannot_read_is_answered_and_not_sent_for_ever() -> None:
    async def unreadable(_: OddServer, socket: Any, __: Any) -> None:
        await say(socket, {"type": "nack", "id": None, "code": "MALFORMED", "message": "Too deep."})

    async with seated() as (server, client, _):
        server.play("act", unreadable)

        answer = await client.act(TABLE, COUNT)

        assert isinstance(answer, Nack)
        assert answer.code == "MALFORMED"


async def test_what_is_no_id_is_not_sent() -> None:
    async with odd_server() as server, connected(server) as client:
        with pytest.raises(ValueError, match="hexadecimal UUID"):
            await client.sit("friday")
        with pytest.raises(ValueError, match="hexadecimal UUID"):
            await client.act(TABLE, COUNT, expected_version=0, id="1")


async def test_frames_of_other_kinds_are_no_concern() -> None:
    async with seated() as (server, client, _):
        (socket,) = server.sockets
        await say(socket, {"type": "presence", "table": TABLE, "here": [0], "watching": 3})
        await say(socket, {"type": "weather", "sun": True})
        await say(socket, server.step(9, "01890000-0000-7000-8000-0000000000ff"))

        assert isinstance(await client.act(TABLE, COUNT), Ack)


async def test_it_tells_the_server_which_versions_it_has() -> None:
    async with odd_server() as server, connected(server, ping_s=0.01) as client:
        await client.sit(TABLE)
        while not any(frame["lastVersions"] for frame in server.frames("ping")):
            await asyncio.sleep(0.01)

        assert server.frames("ping")[-1]["lastVersions"] == {TABLE: 0}


async def test_whatever_goes_wrong_each_move_happens_once_and_every_version_is_seen_once() -> None:
    """60 moves through a server that breaks, repeats, forgets to answer and is busy."""
    order = random.Random(11)
    tricks = [do_and_break, just_break, answer_twice, nack("UNAVAILABLE"), do_and_say_nothing]
    async with odd_server() as server, connected(server, patience_s=0.1) as client:
        table = await client.sit(TABLE)
        changes = table.changes()
        for count in range(60):
            server.play("act", *order.choices(tricks, k=order.randrange(3)))
            answer = await client.act(
                TABLE, {"type": "COUNT", "payload": {"to": count}}, expected_version=count
            )
            assert isinstance(answer, Ack)
            assert answer.version == count + 1
        await table.until(lambda table: table.version == 60)

        assert [action["payload"]["to"] for action in server.moves()] == list(range(60))
        assert [(await anext(changes)).version for _ in range(60)] == list(range(1, 61))


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://127.0.0.1:8000", "ws://127.0.0.1:8000/ws"),
        ("https://games.example.org/", "wss://games.example.org/ws"),
        ("https://example.org/games", "wss://example.org/games/ws"),
        ("wss://games.example.org/ws", "wss://games.example.org/ws"),
    ],
)
def test_the_socket_is_found_at_the_address_of_the_server(url: str, address: str) -> None:
    assert socket_address(url) == address


@pytest.mark.parametrize("url", ["games.example.org", "ftp://games.example.org", "https://"])
def test_what_is_no_address_is_said_to_be_none(url: str) -> None:
    with pytest.raises(ValueError, match="no address of a server"):
        socket_address(url)
