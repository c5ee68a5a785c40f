"""Ids and secrets: what nobody can guess, and what sorts by time."""

import secrets
from typing import Final
from uuid import UUID

import uuid_utils

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
"""Crockford's base32: no I, L, O or U."""

CODE_LENGTH: Final = 8


def new_id() -> UUID:
    """An id that sorts by time (UUIDv7)."""
    return UUID(bytes=uuid_utils.uuid7().bytes)


def new_code() -> str:
    """A room code: 40 bits in 8 characters that can be read aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def as_code(said: str) -> str:
    """A code as somebody typed it: small letters, blanks, O for 0, I or L for 1."""
    plain = said.upper().replace(" ", "").replace("-", "")
    return plain.translate(str.maketrans("OIL", "011"))


def new_key() -> str:
    """128 bits for the link of a private table."""
    return secrets.token_urlsafe(16)
