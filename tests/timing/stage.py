"""The stage: a server in a process of its own, with tables whose secrets are chosen, and those who ask."""

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

import asyncpg
import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink

from rondel.client import create_guest
from rondel.games.cambio.actions import ConfirmInitialView
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import RANK_OF
from rondel.kernel import HOUSE, SeatSpec, commitment
from rondel.kernel.chance import NONCE_BYTES, SECRET_BYTES
from rondel.server.adapters.postgres.pool import SECRETS, connected
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.ports.ids import new_code
from rondel.server.ports.tables import TableRow
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from tests.faults.cluster import free_port
from tests.faults.fleet import ServerNode
from tests.timing.line import HttpLine, SocketLine

COPIES: Final = 3
"""How many tables there are of each kind: what one of them has by chance is not taken for its class."""

HIDDEN_AT: Final = 0
"""Which card of the other seat is chosen."""

RANKS: Final = ("A", "10")
"""What it is, in either class."""

OPTIONS: Final = Options(
    seats=2,
    turn_ms=0,
    power_decision_ms=0,
    initial_view_ms=60_000,
    max_turns=10_000,
    disconnect_grace_ms=300_000,
)
_NOON: Final = 1_800_000_000_000
QUIET: Final = {
    "RONDEL_RATE_LIMITS": "false",
    "RONDEL_JOBS": "false",
    "RONDEL_OPEN_TABLES": "10000",
    "RONDEL_KEEP_ALIVE_MS": "3600000",
    "RONDELTEST_CONSTANTS": json.dumps(
        {
            **dict.fromkeys(("heads_ms", "presence_ms", "revoked_ms", "recheck_ms"), 10**9),
            "ping_ms": 3_600_000,
            "dead_ms": 7_200_000,
            "header_ms": 3_600_000,
        }
    ),
}
"""Nothing happens by itself, and nobody asks too often."""


class Deal(msgspec.Struct, frozen=True):
    """The luck of a table that deals a certain hidden card."""

    table: UUID
    secret: bytes
    nonces: tuple[bytes, bytes]


def deal(rank: str, rng: random.Random) -> Deal:
    """Luck by which the second seat is dealt this rank; the first seat's View has a size that all have."""
    while True:
        drawn = Deal(
            UUID(int=rng.getrandbits(128), version=4),
            rng.randbytes(SECRET_BYTES),
            (rng.randbytes(NONCE_BYTES), rng.randbytes(NONCE_BYTES)),
        )
        table = LocalTable.opened(
            CAMBIO,
            OPTIONS,
            [SeatSpec(), SeatSpec()],
            table_id=str(drawn.table),
            secret=drawn.secret,
            nonces=drawn.nonces,
        )
        table.play(HOUSE, CAMBIO.begin, _NOON)
        for seat in (0, 1):
            table.play(seat, ConfirmInitialView(), _NOON)
        if RANK_OF[table.state.players[1].slots[HIDDEN_AT]] == rank and _is_plain(table):
            return drawn


def _is_plain(table: LocalTable) -> bool:
    """Whether the card that lies open is written in as many characters as at every table."""
    return all(card[-1] in "SH" and card[0] in "23456789" for card in table.state.discard_pile)


@dataclass
class Stage:
    """Who and what is there. Ada and Bob sit at all tables; Eve may see none of the private ones."""

    node: ServerNode
    ada: HttpLine
    bob: HttpLine
    eve: HttpLine
    ada_socket: SocketLine
    bob_socket: SocketLine
    eve_socket: SocketLine
    open: list[TableRow] = field(default_factory=list)
    """Private tables that have not begun."""
    running: list[TableRow] = field(default_factory=list)
    """Private tables at which Ada and Bob play."""
    dealt: dict[str, list[str]] = field(default_factory=dict)
    """Tables by the rank of the hidden card."""
    live: str = ""
    """A table on which is played."""
    known: list[str] = field(default_factory=list)
    """Addresses of members."""
    ended: str = ""
    """A token whose session has ended."""

    @property
    def pid(self) -> int:
        assert self.node.process is not None
        return self.node.process.pid


@asynccontextmanager
async def stage(
    database: str, log: Path, rng: random.Random, plant: tuple[str, ...] = ()
) -> AsyncIterator[Stage]:
    """The stage, for as long as this lasts; with `plant` the server has that fault."""
    post = Controller(Sink(), "127.0.0.1", free_port())
    post.start()
    smtp = f"smtp+plain://127.0.0.1:{post.port}"
    node = ServerNode(database, None, log, (), **QUIET, RONDEL_SMTP_URL=smtp)
    if plant:
        node.program = (sys.executable, "-m", "tests.timing.server", *plant)
    node.start()
    try:
        await node.ready()
        async with AsyncExitStack() as stack:
            yield await _set(stack, node, database, rng)
    finally:
        await asyncio.to_thread(node.kill)
        post.stop()


async def _set(stack: AsyncExitStack, node: ServerNode, database: str, rng: random.Random) -> Stage:
    tokens = [await create_guest(node.url, name) for name in ("Ada", "Bob", "Eve", f"Mia {letters(rng, 8)}")]
    lines = [await HttpLine.connect(node.port, token) for token in tokens]
    sockets = [await SocketLine.connect(node.port, token) for token in tokens[:3]]
    for close in (*(line.close for line in lines), *(socket.close for socket in sockets)):
        stack.callback(close)
    set_up = Stage(node, lines[0], lines[1], lines[2], sockets[0], sockets[1], sockets[2])
    connection = await asyncpg.connect(database)
    stack.push_async_callback(connection.close)
    pool = await stack.enter_async_context(connected(database))
    secrets = await stack.enter_async_context(connected(database, role=SECRETS, most=2))
    tables = PostgresTables(pool, secrets)
    host = UUID((await set_up.ada.request("GET", "/api/me"))["id"])
    for _ in range(COPIES):
        for rank in RANKS:
            row = await _opened(tables, host, deal(rank, rng), set_up)
            set_up.dealt.setdefault(rank, []).append(str(row.id))
        set_up.running.append(await _opened(tables, host, deal("2", rng), set_up, is_private=True))
        set_up.open.append(await _opened(tables, host, deal("2", rng), set_up, is_private=True, begins=False))
    set_up.live = str((await _opened(tables, host, deal("2", rng), set_up)).id)
    await _join(connection, set_up, lines[3], rng)
    return set_up


async def _opened(
    tables: PostgresTables,
    host: UUID,
    rng: Deal,
    people: Stage,
    *,
    is_private: bool = False,
    begins: bool = True,
) -> TableRow:
    """A table of Ada's with this luck: Ada and Bob have sat down, look at it, and have begun."""
    row = TableRow(
        id=rng.table,
        game=CAMBIO.name,
        rules=CAMBIO.rules,
        options=codec_of(CAMBIO).noun_bytes(OPTIONS),
        seats=2,
        code=new_code(),
        access="private" if is_private else "unlisted",
        key="k" * 22 if is_private else None,
        host=host,
        commitment=commitment(rng.secret, str(rng.table)),
        created_at=_NOON,
    )
    assert await tables.open(row, rng.secret)
    path = f"/api/tables/{row.id}"
    for seat, line in enumerate((people.ada, people.bob)):
        sits = {"seat": seat, "nonce": rng.nonces[seat].hex()}
        await line.request("POST", f"{path}/seat", sits, **({"Rondel-Key": row.key} if row.key else {}))
        await line.request("POST", f"{path}/ready", {"isReady": True})
    for socket in (people.ada_socket, people.bob_socket):
        assert (await socket.ask(type="watch", table=str(row.id))).code == "view"
    if begins:
        await people.ada.request("POST", f"{path}/start")
        for line in (people.ada, people.bob):
            action = {"type": "CONFIRM_INITIAL_VIEW"}
            await line.request("POST", f"{path}/act", {"id": str(uuid4()), "action": action})
    for socket in (people.ada_socket, people.bob_socket):
        await socket.settle()
    return row


def letters(rng: random.Random, count: int) -> str:
    """This many small letters."""
    return "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=count))


def address(rng: random.Random) -> str:
    """An address, as long as every other."""
    return f"{letters(rng, 3)}.{letters(rng, 6)}@example.org"


async def _join(
    connection: "asyncpg.Connection[asyncpg.Record]", people: Stage, mia: HttpLine, rng: random.Random
) -> None:
    """Mia is a member with an address, and has signed out elsewhere."""
    people.known.append(address(rng))
    account = UUID((await mia.request("GET", "/api/me"))["id"])
    await connection.execute(
        "UPDATE account SET kind = 'member', email = $2 WHERE id = $1", account, people.known[0]
    )
    ended = await mia.request("POST", "/api/me/tokens", {"label": "old"})
    await mia.exchange("DELETE", f"/api/me/sessions/{ended['id']}")
    people.ended = ended["token"]
