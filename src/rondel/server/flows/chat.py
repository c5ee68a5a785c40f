"""Chat: text between people at a table, apart from the journal."""

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.ports import Account, Said
from rondel.wire.protocol import CHAT_CHARACTERS

if TYPE_CHECKING:
    from rondel.server.node import Node

SHOWN: Final = 100

_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of everything that follows."""


async def say(node: "Node", account: Account, table: UUID, seat: Seat | None, text: str) -> Said:
    """Say something at a table; the caller has seen to it that this account may be there, in this seat."""
    line = spoken(text)
    rate = node.settings.chats
    after_ms = await node.limits.take(f"chat:{account.id}", burst=rate.burst, per_ms=rate.per_ms)
    if after_ms:
        raise Denied.of("TOO_MANY", "You are saying too much at once.", after_ms=after_ms)
    said = Said(table, account.id, account.name, seat, line, node.now.ms())
    await node.chats.say(said)
    return said


async def said(node: "Node", table: UUID, *, limit: int = SHOWN) -> Sequence[Said]:
    """What was said at a table, the newest lines, oldest first."""
    return await node.chats.said(table, limit=limit)


def spoken(text: str) -> str:
    """The text as it is kept: NFC, 1 to 500 characters, no control characters but new lines; or Denied."""
    if len(text) > CHAT_CHARACTERS:
        raise Denied.of(
            "MALFORMED", f"A line of chat has at most {CHAT_CHARACTERS} characters.", "Say it shorter."
        )
    line = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(line) <= CHAT_CHARACTERS:
        raise Denied.of(
            "MALFORMED", f"A line of chat has 1 to {CHAT_CHARACTERS} characters.", "Say something."
        )
    if any(_is_control(char) for char in text):
        raise Denied.of("MALFORMED", "A line of chat has no control characters.", "Say it in plain text.")
    return line


def _is_control(char: str) -> bool:
    return char in _TURNING or (char != "\n" and unicodedata.category(char) in {"Cc", "Cs"})
