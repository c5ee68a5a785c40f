"""The chain of digests: each row vouches for all rows before it."""

import hashlib
import struct
from typing import Final

from rondel.kernel.seat import HOUSE, Actor, Ms

_NUMBERS: Final = struct.Struct(">4q2Q")
"""Version, time, seat (-1 is the house) and rules, then the sizes of action and events."""


def first_digest(header: bytes) -> bytes:
    """The digest before any row: over the header's bytes as stored."""
    return hashlib.sha256(header).digest()


def next_digest(
    before: bytes, version: int, at: Ms, actor: Actor, rules: int, action: bytes, events: bytes
) -> bytes:
    """The digest of a row: over its bytes as stored, never re-encoded, and over the digest before it."""
    seat = -1 if actor is HOUSE else actor
    numbers = _NUMBERS.pack(version, at, seat, rules, len(action), len(events))
    return hashlib.sha256(before + numbers + action + events).digest()
