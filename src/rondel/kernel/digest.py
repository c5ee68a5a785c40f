"""The chain of digests: each row vouches for all rows before it."""

import hashlib

from rondel.kernel.seat import HOUSE, Actor, Ms


def first_digest(header: bytes) -> bytes:
    """The digest before any row: over the header's bytes as stored."""
    return hashlib.sha256(header).digest()


def next_digest(
    before: bytes, version: int, at: Ms, actor: Actor, rules: int, action: bytes, events: bytes
) -> bytes:
    """The digest of a row: over its bytes as stored, never re-encoded, and over the digest before it."""
    seat = -1 if actor is HOUSE else actor
    numbers = b"".join(number.to_bytes(8, "big", signed=True) for number in (version, at, seat, rules))
    sizes = len(action).to_bytes(8, "big") + len(events).to_bytes(8, "big")
    return hashlib.sha256(before + numbers + sizes + action + events).digest()
