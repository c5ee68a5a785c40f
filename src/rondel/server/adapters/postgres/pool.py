"""Connections to PostgreSQL, each in a role with the fewest privileges.

The migration creates the roles and makes its user a member of both. A pool sets its role when it
connects, so one URL is enough. Behind a transaction pooler, connection settings do not last: pass
`is_pooled`, and give each pool a URL whose user is a member of that role alone.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, Literal, TypeAlias

import asyncpg

from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.reach import Reach

Role: TypeAlias = Literal["rondel_app", "rondel_secrets"]

APP: Final[Role] = "rondel_app"
SECRETS: Final[Role] = "rondel_secrets"
TIMEOUT_S: Final = 10.0
CLOSE_S: Final = 3.0

# A statement is planned once, and again when the statistics of its tables change. Pages are in memory or on a
# flash drive: with the usual cost of a random page, PostgreSQL would read small tables whole for one row.
_SETTINGS: Final = {
    "application_name": "rondel",
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
    "random_page_cost": "1.1",
    "lock_timeout": "1s",
    "idle_in_transaction_session_timeout": "10s",
}

_UNANSWERED: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shut down, cancelled, not ready
    asyncpg.InsufficientResourcesError,  # disk full, too many connections
    asyncpg.TransactionRollbackError,  # deadlock
    asyncpg.LockNotAvailableError,
    asyncpg.ReadOnlySQLTransactionError,  # a standby
    asyncpg.InternalClientError,  # cut off in the middle of an answer
)


_CONTENTION: Final = (asyncpg.TransactionRollbackError, asyncpg.LockNotAvailableError)
"""Another session has a lock, or a transaction that this one cannot follow."""

TIMEOUT: Final = "timeout"

_CAUSES: Final = (
    (asyncpg.ReadOnlySQLTransactionError, "read_only"),
    (asyncpg.DiskFullError, "disk_full"),
    (asyncpg.TooManyConnectionsError, "too_many_connections"),
    (asyncpg.InsufficientResourcesError, "out_of_resources"),
    (asyncpg.QueryCanceledError, TIMEOUT),
    (asyncpg.OperatorInterventionError, "shut_down"),
    (TimeoutError, TIMEOUT),
)
"""What an outage is called, by the first class that fits; everything else is `unreachable`."""

_WARNING: Final = "01000"
"""The code of a commit whose wait for the standby was cancelled: its rows are stored on this server."""


class Pool(asyncpg.Pool):
    """A pool that counts waiting callers and tracks whether the database is reachable."""

    def __init__(self, *arguments: Any, reach: Reach, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.reach = reach
        self.waiting = 0

    async def _acquire(self, timeout: float | None) -> Any:
        self.waiting += 1
        try:
            return await super()._acquire(timeout)  # type: ignore[misc]
        except _UNANSWERED:
            raise
        except asyncpg.PostgresError as refused:  # password, role or database name: no statement ran
            self.reach.lost("refused")
            raise StoreUnavailableError(str(refused), "refused") from refused
        finally:
            self.waiting -= 1

    async def fetch_committed(self, statement: str, *arguments: Any) -> Sequence[asyncpg.Record]:
        """Run a statement that must be committed on the synchronous standby, too, if there is one.

        Raises StoreUnavailableError if the wait was cancelled: for PostgreSQL a success, with a warning.
        """
        warnings: list[str] = []

        def note_warning(_: object, message: asyncpg.PostgresLogMessage) -> None:
            if message.sqlstate == _WARNING:
                warnings.append(str(message))

        async with self.acquire() as connection:
            connection.add_log_listener(note_warning)
            try:
                rows = await connection.fetch(statement, *arguments)
            finally:
                connection.remove_log_listener(note_warning)
        if warnings:
            self.reach.lost("not_replicated")
            raise StoreUnavailableError(warnings[0], "not_replicated")
        return rows


class _Connection(asyncpg.Connection):
    """A connection that is released without a reset: no state is left behind, and a round trip is saved."""

    def get_reset_query(self) -> str:
        """Return an empty query, so that no reset is sent."""
        return ""


@asynccontextmanager
async def connected(
    url: str,
    *,
    role: Role = APP,
    least: int = 1,
    most: int = 8,
    is_pooled: bool = False,
    reach: Reach | None = None,
) -> AsyncIterator[Pool]:
    """Open a pool of connections in a role; it is closed on exit. `reach` tracks reachability."""
    reach = reach or Reach("database")
    with answering(reach):
        pool = await Pool(
            url,
            reach=reach,
            min_size=least,
            max_size=most,
            max_queries=50_000,
            max_inactive_connection_lifetime=300.0,
            loop=None,
            connection_class=_Connection,
            record_class=asyncpg.Record,
            timeout=TIMEOUT_S,
            command_timeout=TIMEOUT_S,
            statement_cache_size=0 if is_pooled else 100,
            max_cached_statement_lifetime=0,
            server_settings=None if is_pooled else {**_SETTINGS, "role": role},
        )
    try:
        yield pool
    finally:
        await _closed(pool)


async def _closed(pool: Pool) -> None:
    """Close a pool, without waiting for an unreachable database."""
    try:
        async with asyncio.timeout(CLOSE_S):
            await pool.close()
    except (TimeoutError, *_UNANSWERED, asyncpg.InterfaceError):
        pool.terminate()


@contextmanager
def answering(of: Pool | Reach) -> Iterator[None]:
    """Turn connection errors into StoreUnavailableError, and record them."""
    try:
        yield
    except _UNANSWERED as lost:
        raise _unavailable(of, lost) from lost
    except asyncpg.InterfaceError as lost:
        if isinstance(lost, ValueError):  # an argument that cannot be encoded: a bug
            raise
        raise _unavailable(of, lost) from lost


def _unavailable(of: Pool | Reach, lost: BaseException) -> StoreUnavailableError:
    if isinstance(lost, _CONTENTION):  # the database is up, and nothing of the statement is stored
        return StoreUnavailableError(str(lost), "contention")
    cause = next((name for kind, name in _CAUSES if isinstance(lost, kind)), "unreachable")
    reach = of if isinstance(of, Reach) else of.reach
    if cause == TIMEOUT:
        reach.doubt()
    else:
        reach.lost(cause)
    return StoreUnavailableError(str(lost), cause)
