"""Chat: text between people at a table, apart from the journal."""

import unicodedata
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.node import Node
from rondel.server.ports import Account, ChatMessage, TableRow
from rondel.wire.protocol import CHAT_CHARACTERS

SHOWN: Final = 100

HOUSE_NAME: Final = "House"
"""Who says what the table itself has to say; nobody may have that name."""

_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of everything that follows."""


async def say(node: Node, account: Account, table: UUID, seat: Seat | None, text: str) -> ChatMessage:
    """Say something at a table; the caller has checked that this account may be there, in this seat."""
    line = cleaned(text)
    await limit_lines(node, account.id)
    name = account.name if seat is None else await _name_at(node, account, table)
    return await publish(node, ChatMessage(table, account.id, name, seat, line, node.now.ms()))


async def limit_lines(node: Node, account: UUID) -> None:
    """Count a line that this account causes; Denied if there are too many."""
    rate = node.settings.chats
    after_ms = await node.limits.take(f"chat:{account}", burst=rate.burst, per_ms=rate.per_ms)
    if after_ms:
        raise Denied.of("TOO_MANY", "You are saying too much at once.", after_ms=after_ms)


async def _name_at(node: Node, account: Account, table: UUID) -> str:
    """What the table calls somebody: two of one name who sit there are told apart."""
    found = await node.rooms.room(table).record()
    return next((place.name for place in found.places if place.account == account.id), account.name)


async def publish_house(node: Node, table: TableRow, seat: Seat | None, text: str) -> None:
    """Say a line of the table itself, about a seat."""
    await publish(node, house_line(node, table, seat, text))


def house_line(node: Node, table: TableRow, seat: Seat | None, text: str) -> ChatMessage:
    """A line of the table itself, about a seat."""
    return ChatMessage(table.id, None, HOUSE_NAME, seat, text, node.now.ms())


async def publish(node: Node, message: ChatMessage) -> ChatMessage:
    """Store a line, send it to everybody who looks here, and let the other nodes know."""
    stored = await node.chats.say(message)
    node.rooms.room(message.table).watchers.chat(stored)
    await node.bus.announce([(message.table, 0)])
    return stored


async def latest(node: Node, table: UUID, *, limit: int = SHOWN) -> Sequence[ChatMessage]:
    """The newest lines of chat at a table, oldest first."""
    return await node.chats.latest(table, limit=limit)


def cleaned(text: str) -> str:
    """The text as it is stored: NFC, 1 to 500 characters, no control characters but new lines; or Denied."""
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
