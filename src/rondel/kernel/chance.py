"""Luck, as an argument: recomputable by anyone who has the secret, by nobody who has not."""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

SECRET_BYTES: Final = 32
NONCE_BYTES: Final = 16
_WORD_BYTES: Final = 8
_FOUR_WORDS: Final = struct.Struct(">4Q")
_WORDS: Final = 1 << (8 * _WORD_BYTES)


def commitment(secret: bytes, table_id: str) -> bytes:
    """What is published when a table opens: it fixes the secret and tells nothing of it."""
    return hashlib.sha256(secret + table_id.encode()).digest()


class Chance:
    """The luck of one version of one table.

    Block i is HMAC-SHA256(secret, table, nonces, version, i). The same version always draws the same
    luck, so a retry cannot roll again. `given` counts the draws: undo is refused where it is not 0.
    """

    __slots__ = ("_block", "_label", "_secret", "_what", "_words", "given")

    def __init__(self, secret: bytes, table_id: str, nonces: Sequence[bytes], version: int) -> None:
        self._secret = secret
        self._what = (table_id, nonces, version)
        self._label = b""  # made with the first block: most decisions draw nothing
        self._block = 0
        self._words: list[int] = []
        self.given = 0

    @classmethod
    def of_seed(cls, seed: int | str) -> "Chance":
        """Luck of one's own, for bots, simulations, laws and lessons: never that of a table that counts."""
        return cls(hashlib.sha256(f"rondel own luck {seed}".encode()).digest(), "", (), 0)

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, each equally likely."""
        if not 1 <= limit <= _WORDS:
            raise ValueError(f"below() takes a limit from 1 to 2**64, not {limit}")
        self.given += 1
        fair = _WORDS - _WORDS % limit
        while (word := self._word()) >= fair:
            pass
        return word % limit

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order of which each is equally likely (Fisher-Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def bits(self, size: int) -> bytes:
        """`size` random bytes, as for an id nobody can guess."""
        self.given += 1
        words = -(-size // _WORD_BYTES)
        return b"".join(self._word().to_bytes(_WORD_BYTES, "big") for _ in range(words))[:size]

    def _word(self) -> int:
        """The next 64 bits: every block gives four words, in order."""
        if not self._words:
            self._label = self._label or _label(*self._what)
            block = hmac.digest(self._secret, self._label + self._block.to_bytes(8, "big"), "sha256")
            self._words = list(_FOUR_WORDS.unpack(block))[::-1]
            self._block += 1
        return self._words.pop()


def _label(table_id: str, nonces: Sequence[bytes], version: int) -> bytes:
    """Every part with its length before it, so that no two labels run together."""
    parts = [table_id.encode(), *nonces]
    told = b"".join(len(part).to_bytes(2, "big") + part for part in parts)
    return len(parts).to_bytes(2, "big") + told + version.to_bytes(8, "big")
