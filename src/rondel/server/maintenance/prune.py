"""Pruning: deletes expired data. Journals of games, and so their proofs, always stay."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

import asyncpg

from rondel.server.maintenance.owner import as_owner
from rondel.server.ports.value import Value
from rondel.table.state import RECENT

DAY_MS: Final = 86_400_000
BATCH: Final = 1_000
"""How many go in one transaction, so that nobody waits for long."""


class Kind(Value, frozen=True):
    """A kind of expired data.

    `finds` selects rows older than the time $1. `deletes` are statements on those rows, called `doomed`.
    `lock` locks them first, so that nothing starts to use them in the meantime.
    """

    name: str
    what: str
    finds: str
    deletes: Sequence[str]
    days: int
    """For how many days it is kept."""

    lock: str = ""
    needs_cells: bool = False
    """Whether `finds` has, as $2, the accounts among them that other cells have tables of."""


GUESTS: Final = Kind(
    "guests",
    "guests who never sat at a table or opened one, have no passkey or provider, and no session left",
    """
    SELECT a.id FROM account AS a
    WHERE a.kind = 'guest' AND a.created_at < $1
        AND NOT EXISTS (SELECT FROM session_token AS s WHERE s.account_id = a.id AND s.expires_at >= $1)
        AND NOT EXISTS (SELECT FROM passkey AS k WHERE k.account_id = a.id)
        AND NOT EXISTS (SELECT FROM identity AS i WHERE i.account_id = a.id)
        AND NOT EXISTS (SELECT FROM player AS p WHERE p.user_id = a.id)
        AND NOT EXISTS (SELECT FROM game_session AS g WHERE g.host_id = a.id)
        AND a.id <> ALL($2::uuid[])
    """,
    ("DELETE FROM account USING doomed WHERE account.id = doomed.id",),
    days=30,
    lock="FOR UPDATE OF a SKIP LOCKED",
    needs_cells=True,
)

UNSTARTED: Final = Kind(
    "tables",
    "tables where play never began, with their seats and chat",
    """
    SELECT g.id FROM game_session AS g
    WHERE g.status IN ('open', 'closed') AND g.header IS NULL AND g.created_at < moment($1)
        AND NOT EXISTS (SELECT FROM game_session AS later WHERE later.rematch_of = g.id)
    """,
    (
        *(
            f"DELETE FROM {table} USING doomed WHERE table_id = doomed.id"  # noqa: S608 - names of ours
            for table in ("notice", "outbox", "mute", "note", "chat", "projection", "table_secret")
        ),
        "DELETE FROM player USING doomed WHERE game_session_id = doomed.id",
        "DELETE FROM game_session USING doomed WHERE game_session.id = doomed.id",
    ),
    days=14,
    lock="FOR UPDATE OF g SKIP LOCKED",
)

CHAT: Final = Kind(
    "chat",
    "lines of chat at tables that have ended",
    """
    SELECT c.id FROM chat AS c JOIN game_session AS g ON g.id = c.table_id
    WHERE c.at < $1 AND g.status NOT IN ('open', 'active')
    """,
    ("DELETE FROM chat USING doomed WHERE chat.id = doomed.id",),
    days=365,
)

SESSIONS: Final = Kind(
    "sessions",
    "sessions, sign-in links, challenges and invitations that have expired",
    """
    SELECT token_hash FROM session_token WHERE expires_at < $1
    UNION ALL SELECT token_hash FROM login_link WHERE expires_at < $1
    UNION ALL SELECT browser_hash FROM challenge WHERE expires_at < $1
    UNION ALL SELECT token_hash FROM invite WHERE until < $1
    """,
    (
        "DELETE FROM session_token USING doomed WHERE session_token.token_hash = doomed.token_hash",
        "DELETE FROM login_link USING doomed WHERE login_link.token_hash = doomed.token_hash",
        "DELETE FROM challenge USING doomed WHERE challenge.browser_hash = doomed.token_hash",
        "DELETE FROM invite USING doomed WHERE invite.token_hash = doomed.token_hash",
    ),
    days=7,
)

# The newest snapshot of an ended table stays, and so do those that a running table may be loaded from.
SNAPSHOTS: Final = Kind(
    "snapshots",
    "snapshots that no table is loaded from (the journal has all that is in them)",
    f"""
    SELECT s.game_session_id, s.version FROM snapshot AS s JOIN game_session AS g ON g.id = s.game_session_id
    WHERE s.taken_at < moment($1) AND EXISTS (
        SELECT FROM snapshot AS later
        WHERE later.game_session_id = s.game_session_id AND later.version > s.version
            AND later.version <= CASE WHEN g.status = 'active' THEN g.version - {RECENT} ELSE g.version END
    )
    """,  # noqa: S608 - a number of ours
    (
        """
        DELETE FROM snapshot AS s USING doomed
        WHERE s.game_session_id = doomed.game_session_id AND s.version = doomed.version
        """,
    ),
    days=7,
)

KINDS: Final = (SESSIONS, GUESTS, UNSTARTED, CHAT, SNAPSHOTS)


_ACCOUNTS_PER_QUERY: Final = 10_000
"""How many accounts a cell is asked about at once."""

_SEATED: Final = """
SELECT user_id FROM player WHERE user_id = ANY($1::uuid[])
UNION SELECT host_id FROM game_session WHERE host_id = ANY($1::uuid[])
"""


class RetentionError(Exception):
    """Raised if a cell does not return the players of its tables. The text names the cell."""


class Pruning:
    """Pruner. Connects as the database's owner, since nodes may not delete these rows."""

    def __init__(
        self, connection: "asyncpg.Connection[asyncpg.Record]", cells: Mapping[str, str] | None = None
    ) -> None:
        self._connection = connection
        self._cells = cells or {}
        self._seated: list[UUID] = []

    async def ask_cells(self, kind: Kind, *, days: int) -> None:
        """Query other cells for tables of these accounts. Raises RetentionError if a cell does not answer."""
        rows = await self._connection.fetch("SELECT name FROM known_cell WHERE number > 0 ORDER BY number")
        known = [row["name"] for row in rows]
        if unnamed := [name for name in known if name not in self._cells]:
            raise RetentionError(f"RONDEL_CELLS does not name {', '.join(unnamed)}")
        found = await self._connection.fetch(kind.finds, await self._before(days), [])
        accounts = [row["id"] for row in found]
        for name in known:
            try:
                async with as_owner(self._cells[name]) as cell:
                    for first in range(0, len(accounts), _ACCOUNTS_PER_QUERY):
                        rows = await cell.fetch(_SEATED, accounts[first : first + _ACCOUNTS_PER_QUERY])
                        self._seated += [row["user_id"] for row in rows]
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                raise RetentionError(f"the cell {name} does not answer") from None

    async def count(self, kind: Kind, *, days: int) -> int:
        """Return the number of expired rows, without deleting them."""
        found = await self._connection.fetchval(
            f"SELECT count(*) FROM ({kind.finds}) AS found",  # noqa: S608 - a query of ours
            *await self._about(kind, days),
        )
        return int(found)

    async def delete(self, kind: Kind, *, days: int) -> int:
        """Delete at most BATCH expired rows, atomically; return how many."""
        parts = ", ".join(f"part{number} AS ({part})" for number, part in enumerate(kind.deletes))
        gone = await self._connection.fetchval(
            f"WITH doomed AS MATERIALIZED ({kind.finds} LIMIT {BATCH} {kind.lock}), {parts} "  # noqa: S608 - ours
            "SELECT count(*) FROM doomed",
            *await self._about(kind, days),
        )
        return int(gone)

    async def _about(self, kind: Kind, days: int) -> tuple[object, ...]:
        before = await self._before(days)
        return (before, self._seated) if kind.needs_cells else (before,)

    async def _before(self, days: int) -> int:
        return int(await self._connection.fetchval("SELECT now_ms() - $1::bigint", days * DAY_MS))


@asynccontextmanager
async def pruning(url: str, cells: Mapping[str, str] | None = None) -> AsyncIterator[Pruning]:
    """Open a pruner, closed on exit. `cells` are the URLs of the other cells, by name."""
    async with as_owner(url) as connection:
        yield Pruning(connection, cells)
