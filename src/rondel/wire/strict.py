"""What is looked at before anything is decoded: size, depth, repeated keys, endless numbers, U+0000."""

import re
from typing import Final

import msgspec

MAX_DEPTH: Final = 8
MAX_NUMBER_CHARACTERS: Final = 24  # as long as the longest double

_TOKEN: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|["{}\[\],]|[-+.0-9eE]+', re.DOTALL)


_NUL: Final = rb"\u0000"
_ESCAPED_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")

_LONG_NUMBER: Final = re.compile(rb"[-+.0-9eE]{%d}" % (MAX_NUMBER_CHARACTERS + 1))


class MalformedError(Exception):
    """What came cannot be read. It never reaches the rules."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def is_plain(text: bytes) -> bool:
    """Whether it is certain, at a glance, that it is not too deep and has no endless number."""
    return text.count(b"{") + text.count(b"[") <= MAX_DEPTH and _LONG_NUMBER.search(text) is None


def refuse_nul(text: bytes) -> None:
    """Raise Malformed for JSON with U+0000 in a text: PostgreSQL stores all other characters.

    In JSON it can only be written as an escape. Lone surrogates, the other text that cannot be stored, are
    refused when JSON is decoded.
    """
    if _NUL in text and _ESCAPED_NUL.search(text) is not None:
        raise MalformedError("It has the character U+0000, which cannot be stored.")


def scan(text: bytes, *, max_bytes: int) -> None:
    """Raise Malformed for JSON that is too large or deep, repeats a key, or has an endless number or NUL."""
    if len(text) > max_bytes:
        raise MalformedError(f"Too large: {len(text)} bytes (limit {max_bytes}).")
    refuse_nul(text)
    keys: list[set[str] | None] = []
    expects_key = False
    for match in _TOKEN.finditer(text):
        token = match.group()
        first = token[:1]
        if first in b"{[":
            keys.append(set() if first == b"{" else None)
            expects_key = first == b"{"
            if len(keys) > MAX_DEPTH:
                raise MalformedError(f"It is nested deeper than {MAX_DEPTH} levels.")
        elif first in b"}]":
            if not keys:
                raise MalformedError("It closes a bracket that was never opened.")
            keys.pop()
            expects_key = False
        elif first == b",":
            expects_key = bool(keys) and keys[-1] is not None
        elif token == b'"':
            raise MalformedError("It has a text that never ends.")
        elif first == b'"':
            if expects_key:
                _note_key(keys[-1], token)
            expects_key = False
        elif len(token) > MAX_NUMBER_CHARACTERS:
            raise MalformedError(f"It has a number of {len(token)} characters.")


def _note_key(seen: set[str] | None, token: bytes) -> None:
    assert seen is not None
    try:
        key = msgspec.json.decode(token, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedError(f"{error}.") from None
    if key in seen:
        raise MalformedError(f"It has the key {key!r} twice.")
    seen.add(key)
