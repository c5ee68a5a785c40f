"""Who may look at a table, and in which seat an account sits there, by the table's own record."""

import hmac
from collections.abc import Mapping
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.errors import ApiError
from rondel.server.ports.tables import TableRow


def seat_of(table: TableRow, account: UUID | None) -> Seat | None:
    """The seat of an account at a table; None for a spectator, and for somebody whom the host has removed."""
    if account is None or is_removed(table, account):
        return None
    for place in table.places:
        if place.account == account:
            return place.seat
    return None


def seats_by_account(table: TableRow) -> Mapping[UUID, Seat]:
    """The seats that `seat_of` finds, for whoever asks it of many accounts."""
    removed = {one.account for one in table.removed}
    seated = {place.account: place.seat for place in reversed(table.places)}
    return {account: seat for account, seat in seated.items() if account and account not in removed}


def is_removed(table: TableRow, account: UUID | None) -> bool:
    """Whether the host has removed this account from the table."""
    return bool(table.removed) and any(one.account == account for one in table.removed)


def may_look(table: TableRow, account: UUID | None, key: str | None = None) -> bool:
    """Whether an account may look at a table.

    A private one is entered by its host, by those who sit there and by its key. Nobody else learns of it.
    """
    if table.access != "private" or seat_of(table, account) is not None:
        return True
    return (account is not None and table.host == account) or _opens(table, key)


def _opens(table: TableRow, key: str | None) -> bool:
    return key is not None and table.key is not None and hmac.compare_digest(key.encode(), table.key.encode())


def authorize(table: TableRow, account: UUID | None, key: str | None = None) -> Seat | None:
    """The account's seat, or None for a spectator; ApiError where it may not even look."""
    if not may_look(table, account, key):
        raise ApiError.of("UNKNOWN_GAME")
    return seat_of(table, account)
