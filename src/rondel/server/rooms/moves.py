"""Moves: what is sent to a table to be played, and what comes of it."""

from uuid import UUID

import msgspec

from rondel.kernel import Seat
from rondel.server.ports.access import seat_of
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.position import Position


class Move(msgspec.Struct, frozen=True):
    """A move request. Without `expected_version` it applies to the current version.

    It is a move of the seat that `account` has when it is committed, or of a bot's `seat`.
    """

    table: UUID
    id: UUID
    action: bytes
    expected_version: int | None = None
    account: UUID | None = None
    seat: Seat | None = None

    def seat_at(self, table: TableRow) -> Seat | None:
        """Whose move it is by the table's record."""
        return self.seat if self.account is None else seat_of(table, self.account)


class Played(msgspec.Struct, frozen=True):
    """A move that is committed: at which version, whether it had been before, and the table now."""

    position: Position
    seat: Seat
    version: int
    duplicate: bool
