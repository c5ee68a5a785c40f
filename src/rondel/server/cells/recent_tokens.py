"""Tokens that were right at this node lately."""

from collections import OrderedDict
from hashlib import sha256
from typing import Final

MAX_TOKENS: Final = 20_000


class RecentTokens:
    """Hashes of the latest right tokens.

    They are never proof of anything: a token is looked up each time. But while an address guesses, its
    other tokens are refused before they are looked up, and people behind the same address must not be.
    """

    def __init__(self, most: int = MAX_TOKENS) -> None:
        self._most = most
        self._hashes: OrderedDict[bytes, None] = OrderedDict()

    def __contains__(self, token: str) -> bool:
        return _hashed(token) in self._hashes

    def add(self, token: str) -> None:
        """It was just made here, or found to be right."""
        hashed = _hashed(token)
        self._hashes[hashed] = None
        self._hashes.move_to_end(hashed)
        if len(self._hashes) > self._most:
            self._hashes.popitem(last=False)

    def discard(self, token: str) -> None:
        """It was found to be wrong."""
        self._hashes.pop(_hashed(token), None)


def _hashed(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()
