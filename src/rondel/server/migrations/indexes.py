"""Indexes that are built while games go on, between revisions 0020 and 0021: nobody waits for them.

PostgreSQL builds such an index outside of any transaction. One that was stopped in the middle is left
invalid: it is dropped and built again. Those of `game_session` name columns that hardly ever change:
moves stay cheap.
"""

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import asyncpg

INDEXES: Final = {
    "game_session_halted": "game_session (halted_at NULLS FIRST, id) WHERE halted IS NOT NULL",
    "game_session_active": "game_session (id) WHERE status = 'active'",
    "game_session_unstarted": (
        "game_session (created_at) WHERE status IN ('open', 'closed') AND header IS NULL"
    ),
    "account_guest": "account (created_at) WHERE kind = 'guest'",
    "chat_at": "chat (at)",
}
"""What is read by host and commands: halted and running tables, and what `rondel prune` looks for."""

_WAIT_S: Final = 0.2

# Not a lock that is waited for: the build waits for every statement under way, also for one that waits.
_TRY: Final = "SELECT pg_try_advisory_lock(hashtext('rondel.indexes'))"

_LEAVE: Final = "SELECT pg_advisory_unlock(hashtext('rondel.indexes'))"

_IS_VALID: Final = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)"


async def build_indexes(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Build those that are missing, one after the other; of several who do so at once one works."""
    while not await connection.fetchval(_TRY):
        await asyncio.sleep(_WAIT_S)
    try:
        await connection.execute("SET lock_timeout = '10s'")
        for name, on in INDEXES.items():
            is_valid = await connection.fetchval(_IS_VALID, name)
            if is_valid is False:
                await connection.execute(f"DROP INDEX CONCURRENTLY {name}")
            if not is_valid:
                await connection.execute(f"CREATE INDEX CONCURRENTLY {name} ON {on}")
        await connection.execute("RESET lock_timeout")
    finally:
        if not connection.is_closed():
            await connection.execute(_LEAVE)
