"""Who may look at a table, and in which seat an account sits there, by the table's own record."""

from uuid import UUID

from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.ports import TableRow


def seat_of(table: TableRow, account: UUID | None) -> Seat | None:
    """The seat of an account at a table; None for a spectator."""
    if account is None:
        return None
    return next((place.seat for place in table.places if place.account == account), None)


def authorize(table: TableRow, account: UUID | None, key: str | None = None) -> Seat | None:
    """The account's seat, or None for a spectator; Denied where it may not even look.

    A private table is entered by its host, by those who sit there and by its key. Nobody else learns of it.
    """
    seat = seat_of(table, account)
    if seat is None and table.access == "private" and table.host != account and key != table.key:
        raise Denied.of("UNKNOWN_GAME")
    return seat
