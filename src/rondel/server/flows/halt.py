"""Halting: an exception nobody expected stops one table at its version; all others play on."""

import asyncio
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import structlog

from rondel.kernel import Refusal
from rondel.server.answers import Denied
from rondel.server.node import Node
from rondel.server.ports import Unavailable
from rondel.wire.strict import Malformed

_log = structlog.get_logger()


@asynccontextmanager
async def halting(node: Node, table: UUID) -> AsyncIterator[None]:
    """Whatever is no answer is our own mistake: the table stops, and says so.

    The log names the kind of exception and where it was raised, never what it says: that may be hidden.
    """
    try:
        yield
    except (Refusal, Denied, Malformed, Unavailable, asyncio.CancelledError):
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, this table is where it happened
        where = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
        _log.error("table halted", table=str(table), error=type(error).__name__, where=where)
        node.metrics.halted()
        node.live.forget(table)
        await node.tables.halt(table, f"{type(error).__name__} in {where[-1]}")
        raise Denied.of("TABLE_HALTED") from None
