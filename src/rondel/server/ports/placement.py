"""The port of placement: which cells take new tables, and which table has a code. It is kept at home."""

from collections.abc import Collection
from hashlib import blake2b
from typing import Protocol
from uuid import UUID


class Placement(Protocol):
    """Where tables are, as home knows it. Servers with one database have none."""

    async def number_of(self, cell: str) -> int | None:
        """The number of a cell, by its name; None as long as `rondel migrate` has not met it."""
        ...

    async def taking(self) -> Collection[int]:
        """The numbers of the cells that take new tables."""
        ...

    async def reserve(self, code: str, table: UUID) -> bool:
        """The code is this table's from now on; False if it is another's, in whichever cell."""
        ...

    async def release(self, code: str, table: UUID) -> None:
        """The table was not opened after all."""
        ...

    async def table_of(self, code: str) -> UUID | None:
        """The table with this code, if it was opened since there are cells."""
        ...


def weight_of(host: UUID, cell: int) -> bytes:
    """New tables of a host go to the cell with the greatest weight, so that all of them are in one.

    Each cell that is added gets its share of hosts, and nobody else moves.
    """
    return blake2b(host.bytes + cell.to_bytes(2), digest_size=8).digest()
