"""The spans in which no node served."""

from collections.abc import Sequence
from typing import Final, Protocol

from rondel.kernel import Ms, Outage

GAP_MS: Final[Ms] = 3000
"""No node has said for longer than this that it serves: that was an outage."""

REMEMBERED_MS: Final[Ms] = 3_600_000
"""Outages that ended longer ago are not told any more: every live table has got its time back."""


class Outages(Protocol):
    """The spans in which no node served this cell, by the database's clock."""

    async def beat(self) -> Sequence[Outage]:
        """Mark that a node serves now; gives the outages that ended lately, oldest first.

        If the mark before is older than GAP_MS, the gap becomes an outage, once: of nodes that return
        together one records it, and all receive it.
        """
        ...
