"""A program that keeps what it saw finds out a server that lies, and trusts an honest one."""

import asyncio
import secrets
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.client import (
    Client,
    ClientRejectedError,
    Http,
    NonceRefusedError,
    TableView,
    Witnesses,
    check_proof,
    connect,
    take_seat,
)
from rondel.games.decks.actions import ClosePlanner
from rondel.kernel import HOUSE, commitment
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.flows.play import move_log
from rondel.server.flows.tables import seats
from rondel.table.local import LocalTable
from rondel.table.state import TableContext
from rondel.wire.protocol import Ack
from rondel.wire.registry import load_game
from rondel.wire.transcript import read
from rondel.wire.verdict import Verdict, judge
from rondel.wire.witness import read_witness
from tests.client.real_server import RealServer, ask, real_server
from tests.wire.forgeries import forgeries
from tests.wire.sittings import SEALED_OTHERWISE

FORGERIES = forgeries()
OPTIONS = {"handSize": 3, "discardCount": 0}
CLOSE = {"type": "CLOSE_PLANNER", "payload": {}}


async def opened(doors: Http) -> str:
    return str((await ask(doors, "POST", "/api/tables", {"game": "decks", "options": OPTIONS}))["id"])


async def opened_privately(doors: Http) -> tuple[str, str]:
    """A private table and its key."""
    body = {"game": "decks", "options": OPTIONS, "access": "private"}
    table = await ask(doors, "POST", "/api/tables", body)
    return str(table["id"]), str(table["key"])


def memory_of(server: RealServer) -> MemoryDatabase:
    return server.running.cells.home.tables._cell  # type: ignore[attr-defined, no-any-return]


def swap_secret(server: RealServer, table: str) -> None:
    """The host of this server is dishonest: it knows the nonces now, and takes another secret."""
    memory, secret = memory_of(server), secrets.token_bytes(32)
    memory.secrets[UUID(table)] = secret
    row = memory.tables[UUID(table)]
    memory.tables[UUID(table)] = msgspec.structs.replace(row, commitment=commitment(secret, table))


async def begun(doors: Http, client: Client, table_id: str) -> TableView:
    await ask(doors, "POST", f"/api/tables/{table_id}/start")
    table = await client.sit(table_id)
    await table.until(lambda table: bool(table.legal))
    return table


async def moves(client: Client, table: TableView, *actions: dict[str, Any]) -> None:
    for action in actions:
        answer = await client.act(table.table, action)
        assert isinstance(answer, Ack), answer
        await table.until(lambda table: table.version >= answer.version)  # noqa: B023


async def played(doors: Http, client: Client, table_id: str) -> None:
    """Begin, and end the game."""
    table = await begun(doors, client, table_id)
    await moves(client, table, CLOSE)
    await table.until(lambda table: table.status == "completed")


def faults(verdict: Verdict) -> list[str]:
    return [fault.message for fault in verdict.faults]


def reasons(verdict: Verdict) -> list[str]:
    return [reason.message for reason in verdict.reasons]


async def test_an_honest_server_holds_against_what_was_seen(tmp_path: Path) -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table = await opened(doors)

        seat = await take_seat(doors, table, Witnesses(tmp_path))
        async with connect(server.url, token, witnesses=Witnesses(tmp_path)) as client:
            await played(doors, client, table)
        later = Witnesses(tmp_path)
        verdict = await check_proof(doors, table, later)
        later.save(table, tmp_path / "saved.json")

        assert (seat, verdict.answer, verdict.vouched, verdict.unseen) == (0, "proven", 1, 0)
        assert read_witness((tmp_path / "saved.json").read_bytes()) == later.of(table)


async def test_whoever_comes_back_after_a_break_has_a_proof_too() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table_id, witnesses = await opened(doors), Witnesses()
        await take_seat(doors, table_id, witnesses)
        async with connect(server.url, token, witnesses=witnesses) as client:
            table = await begun(doors, client, table_id)
            await moves(client, table, table.legal[0])
            assert client._socket is not None
            client._socket.transport.abort()
            await act(doors, table_id, table.version)
            await table.until(lambda table: table.version == 3)
            await moves(client, table, CLOSE)

        received = witnesses.of(table_id).epochs[-1].received
        assert [row.version for row in received if row.is_live] == [2, 4]
        assert (await check_proof(doors, table_id, witnesses)).answer == "proven"


async def act(doors: Http, table: str, version: int) -> None:
    """A move over HTTP, while no socket is open."""
    legal = (await ask(doors, "GET", f"/api/tables/{table}/view"))["legal"]
    body = {"id": str(uuid4()), "action": legal[0], "expectedVersion": version}
    await ask(doors, "POST", f"/api/tables/{table}/act", body)


async def test_a_swapped_secret_is_named_though_the_transcript_fits_itself() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table, witnesses = await opened(doors), Witnesses()
        await take_seat(doors, table, witnesses)

        swap_secret(server, table)
        async with connect(server.url, token, witnesses=witnesses) as client:
            await played(doors, client, table)

        (fault,) = faults(await check_proof(doors, table, witnesses))
        assert "the commitment is not the one you were shown before play" in fault
        assert (await check_proof(doors, table, Witnesses())).faults == ()


async def test_a_spectator_is_a_witness_too() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        _, others = await server.guest("Bob")
        table = await opened(doors)
        await take_seat(doors, table, Witnesses())
        async with connect(server.url, token) as client, connect(server.url, others) as spectator:
            await spectator.sit(table)
            before = spectator.witnesses.of(table)
            swap_secret(server, table)
            await played(doors, client, table)

        assert before.commitment is not None
        assert before.epochs[-1].header is None
        (fault,) = faults(await check_proof(doors, table, spectator.witnesses))
        assert "commitment" in fault


async def test_the_key_of_a_private_table_opens_it_to_a_spectator_until_the_proof() -> None:
    async with asyncio.timeout(20), real_server() as server:
        ada, token = await server.guest("Ada")
        bob, others = await server.guest("Bob")
        table, key = await opened_privately(ada)
        with pytest.raises(ClientRejectedError, match="UNKNOWN_GAME"):
            await take_seat(bob, table, Witnesses())
        await take_seat(ada, table, Witnesses())

        async with connect(server.url, token) as client, connect(server.url, others) as spectator:
            with pytest.raises(ClientRejectedError, match="UNKNOWN_GAME"):
                await spectator.sit(table)
            seen = await spectator.sit(table, key=key)
            assert spectator._socket is not None
            spectator._socket.transport.abort()  # the key is sent again on the next connection
            await played(ada, client, table)
            await seen.until(lambda seen: seen.status == "completed")
            witnesses = spectator.witnesses

        with pytest.raises(ClientRejectedError, match="UNKNOWN_GAME"):
            await check_proof(bob, table, witnesses)
        assert faults(await check_proof(bob, table, witnesses, key=key)) == []


async def test_a_seat_of_a_private_table_is_taken_by_its_key() -> None:
    async with asyncio.timeout(20), real_server() as server:
        ada, _ = await server.guest("Ada")
        bob, _ = await server.guest("Bob")
        table, key = await opened_privately(ada)

        with pytest.raises(ClientRejectedError, match="UNKNOWN_GAME"):
            await take_seat(bob, table, Witnesses(), key="wrong")
        assert await take_seat(bob, table, Witnesses(), key=key) == 0


async def test_there_is_no_proof_before_the_end() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, _ = await server.guest("Ada")
        table = await opened(doors)

        with pytest.raises(ClientRejectedError):
            await check_proof(doors, table, Witnesses())
        with pytest.raises(ClientRejectedError):
            await take_seat(doors, "01890000-0000-7000-8000-0000000000ff", Witnesses())


def test_what_was_seen_first_stays() -> None:
    table, witnesses = "01890000-0000-7000-8000-0000000000ff", Witnesses()
    witnesses.opened(table, commitment="aa", rules=2)

    witnesses.opened(table, commitment="cc", rules=1)

    assert (witnesses.of(table).commitment, witnesses.of(table).rules) == ("aa", 2)


async def test_a_program_that_has_a_seat_already_sends_no_nonce() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table, witnesses, elsewhere = await opened(doors), Witnesses(), Witnesses()
        await take_seat(doors, table, witnesses)

        await take_seat(doors, table, witnesses)
        await take_seat(doors, table, elsewhere)
        async with (
            connect(server.url, token, witnesses=witnesses) as client,
            connect(server.url, token, witnesses=elsewhere) as second,
        ):
            await second.sit(table)
            await played(doors, client, table)

        here = await check_proof(doors, table, witnesses)
        there = await check_proof(doors, table, elsewhere)
        assert (elsewhere.of(table).nonce, elsewhere.of(table).refused) == (None, None)
        assert (here.answer, here.vouched, there.answer, there.vouched) == ("proven", 1, "consistent", 0)
        # only the other device vouches for it
        assert [reason.code for reason in there.reasons] == ["nonce_refused"]


# a dishonest host


@pytest.mark.parametrize("name", FORGERIES)
async def test_a_host_who_chooses_the_luck_is_refused(name: str) -> None:
    """A dishonest server gives every program a transcript that fits itself and what the program saw."""
    forged = FORGERIES[name].text
    header, witnesses = read(forged), Witnesses()
    table = header.header.table
    view = {"table": table, "epoch": 1, "version": 1, "status": "active", "seat": 0, "seal": None}
    view |= {"commitment": header.header.commitment, "header": header.first_digest.hex()}
    witnesses.seated(table, 0, header.header.seats[0].nonce)
    witnesses.view(view)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        body = forged if b"/transcript" in request else msgspec.json.encode({**view, "status": "completed"})
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        verdict = await check_proof(Http(url), table, witnesses)

    assert verdict.answer == "broken"
    assert FORGERIES[name].verify in faults(verdict)


async def test_a_nonce_that_was_put_in_the_place_of_mine_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = seats.take_seat
    monkeypatch.setattr(seats, "take_seat", lambda *a, **more: right(*a, **{**more, "nonce": b"x" * 16}))
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table, witnesses, other_device = await opened(doors), Witnesses(), Witnesses()

        with pytest.raises(NonceRefusedError, match="If you did not, do not trust this table") as refused:
            await take_seat(doors, table, witnesses)
        assert (refused.value.seat, await take_seat(doors, table, witnesses)) == (0, 0)
        async with connect(server.url, token, witnesses=witnesses) as client:
            await played(doors, client, table)

        alone = await check_proof(doors, table, witnesses)
        other_device.seated(table, 0, None)
        vouching = msgspec.structs.replace(other_device.of(table), nonce=(b"x" * 16).hex())
        both = await check_proof(doors, table, witnesses, vouching)
        assert (alone.answer, reasons(alone)) == ("consistent", ["your nonce is not part of the luck"])
        assert both.answer == "proven"


async def test_a_game_that_was_swapped_after_its_start_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table_id, witnesses = await opened(doors), Witnesses()
        await take_seat(doors, table_id, witnesses)
        async with connect(server.url, token, witnesses=witnesses) as client:
            table = await begun(doors, client, table_id)
            await moves(client, table, table.legal[0], CLOSE)
        other = played_otherwise(memory_of(server), UUID(table_id))

        async def swapped(*_: Any, **__: Any) -> bytes:
            return other

        monkeypatch.setattr(move_log, "transcript", swapped)
        mine = await check_proof(doors, table_id, witnesses)
        nobodys = await check_proof(doors, table_id, Witnesses())

        assert (mine.answer, nobodys.faults) == ("broken", ())
        assert f"version 3: {SEALED_OTHERWISE}" in faults(mine)
        assert "version 2: you were shown something that is not in it" in faults(mine)


def played_otherwise(memory: MemoryDatabase, table: UUID) -> bytes:
    """Another game with the same header, secret and start: its transcript."""
    header, first = memory.tables[table].header, memory.rows[table][0]
    assert header is not None
    local = LocalTable(load_game("decks"), header, memory.secrets[table])
    local.play(HOUSE, local.game.begin, first.at)
    local.play(0, local.game.legal(local.state, 0)[1], first.at + 1000)
    local.play(0, ClosePlanner(), first.at + 2000)
    return local.transcript()


async def test_seals_of_another_game_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableContext, "seal", lambda _context, version, _digest: f"{version:064x}")
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table, witnesses = await opened(doors), Witnesses()
        await take_seat(doors, table, witnesses)
        async with connect(server.url, token, witnesses=witnesses) as client:
            await played(doors, client, table)

        assert faults(await check_proof(doors, table, witnesses)) == [f"version 2: {SEALED_OTHERWISE}"]


class Backup(NamedTuple):
    """A table as it was in the host's database."""

    table: UUID
    stored: dict[str, Any]

    @classmethod
    def of(cls, memory: MemoryDatabase, table: str) -> "Backup":
        key = UUID(table)
        return cls(key, {name: copy(getattr(memory, name)[key]) for name in ("tables", "rows", "snapshots")})

    def restore(self, server: RealServer, *, raises_epoch: bool) -> None:
        memory = memory_of(server)
        for name, value in self.stored.items():
            getattr(memory, name)[self.table] = value
        memory.epoch += raises_epoch
        server.running.cells.home.rooms.room(self.table).drop_cache()


@pytest.mark.parametrize("raises_epoch", [True, False])
async def test_a_game_that_was_put_back_is_told_and_not_proven(raises_epoch: bool) -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table_id, witnesses = await opened(doors), Witnesses()
        await take_seat(doors, table_id, witnesses)
        async with connect(server.url, token, witnesses=witnesses) as client:
            table = await begun(doors, client, table_id)
            backup = Backup.of(memory_of(server), table_id)
            await moves(client, table, table.legal[0], table.legal[1])
        backup.restore(server, raises_epoch=raises_epoch)
        await act(doors, table_id, 1)
        async with connect(server.url, token, witnesses=witnesses) as client:
            table = await client.sit(table_id)
            await moves(client, table, CLOSE)

        verdict = await check_proof(doors, table_id, witnesses)

        if raises_epoch:
            (reason,) = reasons(verdict)
            assert verdict.answer == "consistent"
            assert reason.startswith("the host put this game back from version 3 to 2 on ")
        else:
            assert verdict.answer == "broken"


async def test_whoever_watches_is_told_that_the_table_was_put_back() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table_id = await opened(doors)
        await take_seat(doors, table_id, Witnesses())
        async with connect(server.url, token) as client:
            table = await begun(doors, client, table_id)
            backup = Backup.of(memory_of(server), table_id)
            await moves(client, table, table.legal[0], table.legal[1])
            changes = table.changes()

            backup.restore(server, raises_epoch=True)
            await ask(doors, "GET", f"/api/tables/{table_id}/view")
            async for change in changes:
                if change.put_back_from is not None:
                    break

        assert (change.put_back_from, change.version) == (3, 1)


async def test_a_secret_that_is_withheld_is_a_fault() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table, witnesses = await opened(doors), Witnesses()
        await take_seat(doors, table, witnesses)
        async with connect(server.url, token, witnesses=witnesses) as client:
            await played(doors, client, table)
        text = (await doors.ask("GET", f"/api/tables/{table}/transcript")).content
        without_end = b"\n".join(text.splitlines()[:-1]) + b"\n"

        verdict = judge(load_game("decks"), without_end, [witnesses.of(table)])

        assert faults(verdict) == ["the game was played to its end, and its secret is not revealed"]
