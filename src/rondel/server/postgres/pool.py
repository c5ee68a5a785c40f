"""Connections to PostgreSQL, each in a role that may do no more than it must.

The migration makes the roles, and whoever runs it a member of both. A pool takes on its role when it
connects, so one URL is enough. Behind a pooler that hands out connections by transaction, settings of a
connection do not last: say `is_pooled`, and give each pool a URL whose user is a member of that role alone.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, Literal, TypeAlias

import asyncpg

from rondel.server.ports import Unavailable
from rondel.server.reach import Reach

Role: TypeAlias = Literal["rondel_app", "rondel_secrets"]

APP: Final[Role] = "rondel_app"
SECRETS: Final[Role] = "rondel_secrets"
TIMEOUT_S: Final = 10.0
CLOSE_S: Final = 3.0

# Every statement finds its rows by key: no plan may depend on how large a table was when it was made.
_SETTINGS: Final = {
    "application_name": "rondel",
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
}

_UNANSWERED: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shut down, cancelled, not ready
    asyncpg.InsufficientResourcesError,  # disk full, too many connections
    asyncpg.TransactionRollbackError,  # deadlock
    asyncpg.ReadOnlySQLTransactionError,  # a standby
    asyncpg.InternalClientError,  # cut off in the middle of an answer
)


_CAUSES: Final = (
    (asyncpg.ReadOnlySQLTransactionError, "read_only"),
    (asyncpg.DiskFullError, "disk_full"),
    (asyncpg.TooManyConnectionsError, "too_many_connections"),
    (asyncpg.InsufficientResourcesError, "out_of_resources"),
    (asyncpg.QueryCanceledError, "timeout"),
    (asyncpg.OperatorInterventionError, "shut_down"),
    (TimeoutError, "timeout"),
)
"""What an outage is called, by the first class that fits; everything else is `unreachable`."""


class Pool(asyncpg.Pool):
    """A pool that counts who waits for a connection, and notes whether the database answers."""

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
        except asyncpg.PostgresError as refused:  # password, role, no such database: nobody's statement
            self.reach.lost("refused")
            raise Unavailable(str(refused), "refused") from refused
        finally:
            self.waiting -= 1


class _Connection(asyncpg.Connection):
    """A connection that is given back as it is: nobody leaves anything behind, and a round trip is saved."""

    def get_reset_query(self) -> str:
        """Nothing."""
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
    """A pool of connections in a role, closed at the end; `reach` learns whether the database answers."""
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
    """Close it; a database that does not answer is not waited for."""
    try:
        async with asyncio.timeout(CLOSE_S):
            await pool.close()
    except (TimeoutError, *_UNANSWERED, asyncpg.InterfaceError):
        pool.terminate()


@contextmanager
def answering(of: Pool | Reach) -> Iterator[None]:
    """Whatever says that the database did not answer is Unavailable, and noted."""
    try:
        yield
    except _UNANSWERED as lost:
        raise _unavailable(of, lost) from lost
    except asyncpg.InterfaceError as lost:
        if isinstance(lost, ValueError):  # an argument that cannot be sent: our own mistake
            raise
        raise _unavailable(of, lost) from lost


def _unavailable(of: Pool | Reach, lost: BaseException) -> Unavailable:
    if isinstance(lost, asyncpg.TransactionRollbackError):  # two were in each other's way: it answers
        return Unavailable(str(lost), "contention")
    cause = next((name for kind, name in _CAUSES if isinstance(lost, kind)), "unreachable")
    (of if isinstance(of, Reach) else of.reach).lost(cause)
    return Unavailable(str(lost), cause)
