"""A program that keeps what it saw finds out a server that changed its secret, and trusts an honest one."""

import asyncio
import secrets
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from rondel.client import Client, Http, SentAway, Witnesses, check_proof, connect, take_seat
from rondel.kernel import commitment
from rondel.wire.proof import verify
from rondel.wire.protocol import Ack
from rondel.wire.shelf import take
from rondel.wire.witness import Witness
from tests.client.real_server import RealServer, ask, real_server

OPTIONS = {"handSize": 3, "discardCount": 0}


async def opened(doors: Http) -> str:
    return str((await ask(doors, "POST", "/api/tables", {"game": "decks", "options": OPTIONS}))["id"])


def swap_secret(server: RealServer, table: str) -> None:
    """The host of this server is dishonest: it knows the nonces now, and takes another secret."""
    cell, secret = server.running.node.tables._cell, secrets.token_bytes(32)  # type: ignore[attr-defined]
    cell.secrets[UUID(table)] = secret
    row = cell.tables[UUID(table)]
    cell.tables[UUID(table)] = msgspec.structs.replace(row, commitment=commitment(secret, table))


async def played(doors: Http, client: Client, table_id: str) -> None:
    """Begin, and end the game."""
    await ask(doors, "POST", f"/api/tables/{table_id}/start")
    table = await client.sit(table_id)
    await table.until(lambda table: bool(table.legal))
    answer = await client.act(table_id, {"type": "CLOSE_PLANNER", "payload": {}})
    assert isinstance(answer, Ack), answer
    await table.until(lambda table: table.status == "completed")


async def test_an_honest_server_holds_against_what_was_seen(tmp_path: Path) -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table = await opened(doors)

        seat = await take_seat(doors, table, Witnesses(tmp_path))
        async with connect(server.url, token, witnesses=Witnesses(tmp_path)) as client:
            await played(doors, client, table)
        later = Witnesses(tmp_path)

        proof = await check_proof(doors, table, later)
        assert (seat, proof.faults) == (0, ())
        assert None not in msgspec.structs.astuple(later.of(table))


async def test_a_swapped_secret_is_named_though_the_transcript_fits_itself() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table, witnesses = await opened(doors), Witnesses()
        await take_seat(doors, table, witnesses)

        swap_secret(server, table)
        async with connect(server.url, token, witnesses=witnesses) as client:
            await played(doors, client, table)

        (fault,) = (await check_proof(doors, table, witnesses)).faults
        assert "the commitment is not the one you were shown before play" in fault.because
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
        assert before.header is None
        assert spectator.witnesses.of(table).header is not None
        (fault,) = (await check_proof(doors, table, spectator.witnesses)).faults
        assert "commitment" in fault.because


async def test_there_is_no_proof_before_the_end() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, _ = await server.guest("Ada")
        table = await opened(doors)

        with pytest.raises(SentAway):
            await check_proof(doors, table, Witnesses())
        with pytest.raises(SentAway):
            await take_seat(doors, "01890000-0000-7000-8000-0000000000ff", Witnesses())


def test_what_was_seen_first_stays() -> None:
    table, witnesses = "01890000-0000-7000-8000-0000000000ff", Witnesses()
    witnesses.saw(table, commitment="aa", header="bb")

    witnesses.saw(table, commitment="cc", header="dd")

    assert witnesses.of(table) == Witness("aa", "bb")


async def test_whoever_asks_twice_for_a_seat_has_the_nonce_that_counts() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table, witnesses, elsewhere = await opened(doors), Witnesses(), Witnesses()
        await take_seat(doors, table, witnesses)

        await take_seat(doors, table, witnesses)
        await take_seat(doors, table, elsewhere)
        async with connect(server.url, token, witnesses=witnesses) as client:
            await played(doors, client, table)

        assert witnesses.of(table).nonce is not None
        assert elsewhere.of(table).nonce is None
        assert (await check_proof(doors, table, witnesses)).faults == ()
        assert (await check_proof(doors, table, elsewhere)).faults == ()


async def test_a_secret_that_is_withheld_is_a_fault() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table, witnesses = await opened(doors), Witnesses()
        await take_seat(doors, table, witnesses)
        async with connect(server.url, token, witnesses=witnesses) as client:
            await played(doors, client, table)
        text = (await doors.ask("GET", f"/api/tables/{table}/transcript")).content
        without_end = b"\n".join(text.splitlines()[:-1]) + b"\n"

        (fault,) = verify(take("decks"), without_end, witnesses.of(table)).faults

        assert fault.because == "the secret is not shown, so the luck cannot be checked"
