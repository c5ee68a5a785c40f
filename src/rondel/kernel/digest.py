"""The chain of digests, where each row vouches for all rows before it, and the seals of its versions."""

import hashlib
import hmac
import struct
from typing import Final

from rondel.kernel.seat import HOUSE, Actor, Ms

_NUMBERS: Final = struct.Struct(">4q3Q")
"""Version, time, seat (-1 is the house) and rules, then the sizes of action, events and draws."""

NO_DRAWS_BYTES: Final = b"{}"
"""What stands in the line of a row that drew nothing. Stored rows have no bytes for it."""


def first_digest(header: bytes) -> bytes:
    """The digest before any row: over the header's bytes as stored."""
    return hashlib.sha256(header).digest()


def next_digest(
    before: bytes,
    version: int,
    at: Ms,
    actor: Actor,
    rules: int,
    action: bytes,
    events: bytes,
    draws: bytes,
) -> bytes:
    """The digest of a row: over its bytes as stored, never re-encoded, and over the digest before it.

    `draws` without bytes is NO_DRAWS_BYTES.
    """
    seat = -1 if actor is HOUSE else actor
    draws = draws or NO_DRAWS_BYTES
    numbers = _NUMBERS.pack(version, at, seat, rules, len(action), len(events), len(draws))
    return hashlib.sha256(before + numbers + action + events + draws).digest()


def seal_of(key: bytes, version: int, digest: bytes) -> bytes:
    """What players are sent of a version's digest: it fixes the rows up to there, and reveals none of them.

    `key` is derived from the table's secret, so nobody can compare a guessed row before the secret is shown.
    """
    return hmac.digest(key, version.to_bytes(8, "big") + digest, "sha256")
