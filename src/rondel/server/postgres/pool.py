"""Connections to PostgreSQL, each in a role that may do no more than it must.

The migration makes the roles, and whoever runs it a member of both. A pool takes on its role when it
connects, so one URL is enough. Behind a pooler that hands out connections by transaction, settings of a
connection do not last: say `is_pooled`, and give each pool a URL whose user is a member of that role alone.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, Literal, TypeAlias

import asyncpg

from rondel.server.ports import Unavailable

Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
Role: TypeAlias = Literal["rondel_app", "rondel_secrets"]

APP: Final[Role] = "rondel_app"
SECRETS: Final[Role] = "rondel_secrets"
TIMEOUT_S: Final = 10.0

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


class _Connection(asyncpg.Connection):
    """A connection that is given back as it is: nobody leaves anything behind, and a round trip is saved."""

    def get_reset_query(self) -> str:
        """Nothing."""
        return ""


@asynccontextmanager
async def connected(
    url: str, *, role: Role = APP, least: int = 1, most: int = 8, is_pooled: bool = False
) -> AsyncIterator[Pool]:
    """A pool of connections in a role, closed at the end."""
    with answering():
        pool = await asyncpg.create_pool(
            url,
            min_size=least,
            max_size=most,
            connection_class=_Connection,
            command_timeout=TIMEOUT_S,
            statement_cache_size=0 if is_pooled else 100,
            max_cached_statement_lifetime=0,
            server_settings=None if is_pooled else {**_SETTINGS, "role": role},
        )
    try:
        yield pool
    finally:
        await pool.close()


@contextmanager
def answering() -> Iterator[None]:
    """Whatever says that the database did not answer is Unavailable."""
    try:
        yield
    except _UNANSWERED as lost:
        raise Unavailable(str(lost)) from lost
    except asyncpg.InterfaceError as lost:
        if isinstance(lost, ValueError):  # an argument that cannot be sent: our own mistake
            raise
        raise Unavailable(str(lost)) from lost
