"""What nodes tell each other."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol
from uuid import UUID


class Bus(Protocol):
    """Tells other nodes that a table has moved: (table, version), nothing else. May lose, repeat, reorder.

    A node hears only of tables that it has subscribed to.
    """

    async def announce(self, moves: Sequence[tuple[UUID, int]]) -> None:
        """Never raises: a lost announcement costs latency, not truth."""
        ...

    async def subscribe(self, table: UUID) -> None:
        """Hear of this table; what is announced after this returns is heard. Never raises.

        Subscribe before you read what must stay true. While the bus is away this returns soon, and the node
        hears of the table when the bus is back.
        """
        ...

    def unsubscribe(self, table: UUID) -> None:
        """Hear no more of this table, soon."""
        ...

    def listen(self) -> AsyncIterator[tuple[UUID, int]]:
        """What other nodes announce of these tables, for ever; reconnects by itself."""
        ...

    async def others(self) -> int:
        """How many other nodes listen now. Never raises: a node that cannot know is alone."""
        ...
