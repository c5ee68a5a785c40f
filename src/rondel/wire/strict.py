"""What is looked at before anything is decoded: size, depth, keys that repeat, endless numbers."""

import re
from typing import Final

import msgspec

MAX_DEPTH: Final = 8
MAX_NUMBER_CHARACTERS: Final = 24  # as long as the longest double

_TOKEN: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|["{}\[\],]|[-+.0-9eE]+', re.DOTALL)


_LONG_NUMBER: Final = re.compile(rb"[-+.0-9eE]{%d}" % (MAX_NUMBER_CHARACTERS + 1))


class Malformed(Exception):  # noqa: N818 - an answer, not an error
    """What came cannot be read. It never reaches the rules."""

    def __init__(self, because: str) -> None:
        super().__init__(because)
        self.because = because


def is_plain(text: bytes) -> bool:
    """Whether it is certain, at a glance, that it is not too deep and has no endless number."""
    return text.count(b"{") + text.count(b"[") <= MAX_DEPTH and _LONG_NUMBER.search(text) is None


def scan(text: bytes, *, max_bytes: int) -> None:
    """Raise Malformed for JSON that is too large, too deep, repeats a key or has an endless number."""
    if len(text) > max_bytes:
        raise Malformed(f"{len(text)} bytes are more than the {max_bytes} that are taken.")
    keys: list[set[str] | None] = []
    expects_key = False
    for match in _TOKEN.finditer(text):
        token = match.group()
        first = token[:1]
        if first in b"{[":
            keys.append(set() if first == b"{" else None)
            expects_key = first == b"{"
            if len(keys) > MAX_DEPTH:
                raise Malformed(f"It is nested deeper than {MAX_DEPTH} levels.")
        elif first in b"}]":
            if not keys:
                raise Malformed("It closes a bracket that was never opened.")
            keys.pop()
            expects_key = False
        elif first == b",":
            expects_key = bool(keys) and keys[-1] is not None
        elif token == b'"':
            raise Malformed("It has a text that never ends.")
        elif first == b'"':
            if expects_key:
                _note_key(keys[-1], token)
            expects_key = False
        elif len(token) > MAX_NUMBER_CHARACTERS:
            raise Malformed(f"It has a number of {len(token)} characters.")


def _note_key(seen: set[str] | None, token: bytes) -> None:
    assert seen is not None
    try:
        key = msgspec.json.decode(token, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"{error}.") from None
    if key in seen:
        raise Malformed(f"It has the key {key!r} twice.")
    seen.add(key)
