"""The final journal of a table, folded: what each seat is shown after every row."""

import asyncio
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

import asyncpg
import msgspec

from rondel.server.ports.journal import StoredRow
from rondel.table.fold import begin, folding
from rondel.table.state import TableContext
from rondel.wire.codec import codec_of
from rondel.wire.registry import installed_games
from tests.history.recording import Recording, StoredMove, hash_of

RECOVERED_S: Final = 60

_ROWS: Final = """
SELECT version, action_id, seat, rules, action, events, at, digest, draws FROM journal
WHERE table_id = $1 ORDER BY version
"""


async def read_journals(url: str, tables: list[str], recording: Recording) -> None:
    """Put the journal of each table into the recording.

    A broken chain of digests raises DigestMismatchError.
    """
    connection = await _connected(url)
    try:
        for table in tables:
            header = await connection.fetchval("SELECT header FROM game_session WHERE id = $1", UUID(table))
            rows = [StoredRow(*row) for row in await connection.fetch(_ROWS, UUID(table))]
            recording.journals[table] = folded(header, rows)
    finally:
        await connection.close()


async def _connected(url: str) -> "asyncpg.Connection[asyncpg.Record]":
    """A connection, once the database has recovered from what was done to it last."""
    async with asyncio.timeout(RECOVERED_S):
        while True:
            with suppress(OSError, asyncpg.PostgresError):
                return await asyncpg.connect(url)
            await asyncio.sleep(0.1)


def folded(header: bytes, rows: list[StoredRow]) -> list[StoredMove]:
    """Each row with what every seat is shown after it."""
    game = installed_games()[msgspec.json.decode(header)["game"]]
    codec, context = codec_of(game), TableContext(game, header, secret=b"")
    seats = range(len(context.header.seats))

    def shown(state: Any, seat: int) -> str:
        view = codec.noun_bytes(game.view(state, seat))
        return hash_of(view, codec.legal_bytes(game.legal(state, seat)))

    return [
        StoredMove(
            row.version,
            str(row.action_id),
            row.seat,
            body_of(row.action),
            {seat: shown(after.state, seat) for seat in seats},
        )
        for row, after in zip(rows, folding(begin(context), rows), strict=True)
    ]


def body_of(action: bytes) -> str:
    """An action in one form, whoever wrote it."""
    fields = msgspec.json.decode(action)
    return msgspec.json.encode([fields["type"], fields.get("payload") or {}], order="deterministic").decode()
