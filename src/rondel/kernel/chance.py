"""Deterministic randomness derived from the table's secret, passed in as an argument."""

import hashlib
import hmac
import re
import struct
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from rondel.kernel.draws import NO_DRAWS, Draws
from rondel.kernel.keys import derived_key

T = TypeVar("T")

SECRET_BYTES: Final = 32
NONCE_BYTES: Final = 16
STREAM_PATTERN: Final = "[a-z][a-z0-9_]{0,31}"
"""What the name of a stream looks like."""

_WORD_BYTES: Final = 8
_FOUR_WORDS: Final = struct.Struct(">4Q")
_WORDS: Final = 1 << (8 * _WORD_BYTES)
_NAME: Final = re.compile(STREAM_PATTERN)


def commitment(secret: bytes, table_id: str) -> bytes:
    """What is published when a table opens: it fixes the secret and tells nothing of it."""
    return hashlib.sha256(secret + table_id.encode()).digest()


class Stream:
    """One stream of a row's luck: what is drawn from it does not depend on other streams."""

    __slots__ = ("_block", "_draws", "_key", "_label", "_name", "_row", "_words")

    def __init__(
        self, row: tuple[bytes, str, Sequence[bytes], Draws], name: str, draws: dict[str, int]
    ) -> None:
        self._row = row
        self._name = name
        self._draws = draws
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, each equally likely."""
        if not 1 <= limit <= _WORDS:
            raise ValueError(f"below() takes a limit from 1 to 2**64, not {limit}")
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
        words = -(-size // _WORD_BYTES)
        return b"".join(self._word().to_bytes(_WORD_BYTES, "big") for _ in range(words))[:size]

    def _word(self) -> int:
        """The next 64 bits: every block gives four words, in order."""
        if not self._words:
            if self._block == 0:
                self._begin()
            block = hmac.digest(self._key, self._label + self._block.to_bytes(8, "big"), "sha256")
            self._words = list(_FOUR_WORDS.unpack(block))[::-1]
            self._block += 1
        return self._words.pop()

    def _begin(self) -> None:
        """Number the draw. With the first block, because most decisions draw nothing."""
        secret, table_id, nonces, earlier = self._row
        number = self._draws[self._name] = earlier.get(self._name, 0)
        self._key = derived_key(secret, "luck")
        self._label = _label(table_id, nonces, self._name, number)


class Chance(Stream):
    """The luck of one row of one table: a stream without a name, and others by name.

    Block i of a stream is HMAC-SHA256(K, table, nonces, stream, k, i). K is derived from the secret, and k is
    how many earlier rows drew from this stream (`earlier`). So a retry cannot roll again, and rows that draw
    nothing change no later luck.
    """

    __slots__ = ("_streams",)

    def __init__(
        self, secret: bytes, table_id: str, nonces: Sequence[bytes], earlier: Draws = NO_DRAWS
    ) -> None:
        super().__init__((secret, table_id, nonces, earlier), "", {})
        self._streams: dict[str, Stream] | None = None

    @classmethod
    def of_seed(cls, seed: int | str, earlier: Draws = NO_DRAWS) -> "Chance":
        """Luck of one's own, for bots, simulations, laws and lessons: never that of a table that counts."""
        return cls(hashlib.sha256(f"rondel own luck {seed}".encode()).digest(), "", (), earlier)

    def stream(self, name: str) -> Stream:
        """Return the stream with this name, such as "deck". Asked again, it goes on where it was."""
        if not _NAME.fullmatch(name):
            raise ValueError(f"a stream is named like {STREAM_PATTERN}, not {name!r}")
        if self._streams is None:
            self._streams = {}
        if name not in self._streams:
            self._streams[name] = Stream(self._row, name, self._draws)
        return self._streams[name]

    @property
    def draws(self) -> Mapping[str, int]:
        """The streams that were drawn from, each with its k; empty if nothing was drawn."""
        return dict(self._draws) if self._draws else NO_DRAWS


def _label(table_id: str, nonces: Sequence[bytes], stream: str, number: int) -> bytes:
    """Every part with its length before it, so that no two labels run together."""
    parts = [table_id.encode(), *nonces, stream.encode()]
    prefixed = b"".join(len(part).to_bytes(2, "big") + part for part in parts)
    return len(parts).to_bytes(2, "big") + prefixed + number.to_bytes(8, "big")
