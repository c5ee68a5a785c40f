"""Ids and secrets: what nobody can guess, and what sorts by time."""

import secrets
from typing import Final
from uuid import UUID

import uuid_utils

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
"""Crockford's base32: no I, L, O or U."""

CODE_LENGTH: Final = 8


HOME: Final = 0
"""The number of the cell that has the accounts, too."""

MOST_CELLS: Final = 0xFFF

_IN_ANOTHER_CELL: Final = 8
_CELL_BITS: Final = 12
_BELOW_CELL: Final = 64


def new_id(cell: int = HOME) -> UUID:
    """An id that sorts by time, and says in which cell it is.

    At home it is a UUIDv7. In another cell it has the same time and, after the version 8, the cell's number.
    """
    made = UUID(bytes=uuid_utils.uuid7().bytes)
    if cell == HOME:
        return made
    below = made.int & ((1 << _BELOW_CELL) - 1)
    above = (made.int >> (_BELOW_CELL + _CELL_BITS + 4)) << 4 | _IN_ANOTHER_CELL
    return UUID(int=(above << _CELL_BITS | cell) << _BELOW_CELL | below)


def cell_of(table: UUID) -> int:
    """The number of the cell that has this table."""
    return table.int >> _BELOW_CELL & MOST_CELLS if table.version == _IN_ANOTHER_CELL else HOME


def new_code() -> str:
    """A room code: 40 bits in 8 characters that can be read aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def as_code(text: str) -> str:
    """A code as somebody typed it: small letters, blanks, O for 0, I or L for 1."""
    plain = text.upper().replace(" ", "").replace("-", "")
    return plain.translate(str.maketrans("OIL", "011"))


def new_key() -> str:
    """128 bits for the link of a private table."""
    return secrets.token_urlsafe(16)
