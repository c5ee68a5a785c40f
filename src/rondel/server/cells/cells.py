"""The cells of a server, as one process knows them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

import structlog

from rondel.server.cells.cell import Cell
from rondel.server.cells.node_context import NodeContext
from rondel.server.ports.ids import cell_of
from rondel.server.ports.placement import Placement, weight_of
from rondel.server.ports.value import StoreUnavailableError

T = TypeVar("T")

_log = structlog.get_logger()


class Found(NamedTuple, Generic[T]):
    """Rows of all cells that answered; `is_whole` is false if one of them is away."""

    rows: list[T]
    is_whole: bool


class Cells:
    """Home, and the cells that have been joined."""

    def __init__(self, home: Cell, placement: Placement | None = None) -> None:
        self.home = home
        self.placement = placement
        self.waiting: set[str] = set()
        """The names of cells that have not been joined."""
        self._by_number = {home.number: home}

    @property
    def node(self) -> NodeContext:
        """The services that all cells share."""
        return self.home.node

    def __iter__(self) -> Iterator[Cell]:
        return iter(list(self._by_number.values()))

    def add(self, cell: Cell) -> None:
        """Serve the tables of this cell, too."""
        self._by_number[cell.number] = cell

    def at(self, table: UUID) -> Cell:
        """Return the cell of this table; StoreUnavailableError if it was not joined."""
        cell = self._by_number.get(cell_of(table))
        if cell is None:
            raise StoreUnavailableError(f"cell {cell_of(table)} is not known here")
        return cell

    async def each(self, ask: Callable[[Cell], Awaitable[Collection[T]]]) -> Found[T]:
        """Ask every cell concurrently and join the rows.

        Home must answer. Others may be away, and are waited for as long as `Cell.soon` does.
        """
        others = [cell for cell in self._by_number.values() if cell is not self.home]
        if not others and not self.waiting:
            return Found(list(await ask(self.home)), True)
        reading = (cell.soon(ask) for cell in others)
        answers = await asyncio.gather(ask(self.home), *reading, return_exceptions=True)
        rows: list[T] = []
        is_whole = not self.waiting
        for cell, answer in zip((self.home, *others), answers, strict=True):
            if isinstance(answer, BaseException):
                if cell is self.home or not isinstance(answer, Exception):
                    raise answer
                if not isinstance(answer, StoreUnavailableError):
                    _log.error("cell.failed", cell=cell.number, error=type(answer).__name__)
                is_whole = False
            else:
                rows.extend(answer)
        return Found(rows, is_whole)

    async def place(self, host: UUID) -> Cell:
        """Return the cell that takes the next table of this host."""
        if self.placement is None:
            return self.home
        taking = await self.placement.taking()
        open_cells = [cell for cell in self if cell.number in taking and not cell.is_away()]
        if not open_cells:
            raise StoreUnavailableError("no cell takes new tables now")
        return max(open_cells, key=lambda cell: weight_of(host, cell.number))
