"""Chat at a table, stored apart from the journal."""

import unicodedata
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.cells.cell import Cell
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.people import Account
from rondel.server.ports.tables import TableRow
from rondel.wire.protocol import CHAT_CHARACTERS

SHOWN: Final = 100

HOUSE_NAME: Final = "House"
"""Who says what the table itself has to say; nobody may have that name."""

_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of everything that follows."""


async def say(cell: Cell, account: Account, table: UUID, seat: Seat | None, text: str) -> ChatMessage:
    """Send a chat message. The caller has checked the account's access and seat."""
    line = cleaned(text)
    await limit_lines(cell.node, account.id)
    name = account.name if seat is None else await _name_at(cell, account, table)
    return await publish(cell, ChatMessage(table, account.id, name, seat, line, cell.now.ms()))


async def limit_lines(node: NodeContext, account: UUID) -> None:
    """Count a message of this account against its rate limit. Raises ApiError."""
    rate = node.settings.constants.chat_rate
    after_ms = await node.limits.take(f"chat:{account}", burst=rate.burst, per_ms=rate.per_ms)
    if after_ms:
        raise ApiError.of("TOO_MANY", "You are sending messages too fast.", after_ms=after_ms)


async def _name_at(cell: Cell, account: Account, table: UUID) -> str:
    """Return the account's name at the table, where equal names are numbered."""
    found = await cell.rooms.room(table).record()
    return next((place.name for place in found.places if place.account == account.id), account.name)


async def publish_house(cell: Cell, table: TableRow, seat: Seat | None, text: str) -> None:
    """Publish a system message about a seat."""
    await publish(cell, house_line(cell, table, seat, text))


def house_line(cell: Cell, table: TableRow, seat: Seat | None, text: str) -> ChatMessage:
    """Create a system message about a seat."""
    return ChatMessage(table.id, None, HOUSE_NAME, seat, text, cell.now.ms())


async def publish(cell: Cell, message: ChatMessage) -> ChatMessage:
    """Store a message, push it to watchers on this node, and announce it to other nodes."""
    stored = await cell.chats.say(message)
    cell.rooms.room(message.table).watchers.chat(stored)
    await cell.node.bus.announce([(message.table, 0)])
    return stored


async def latest(cell: Cell, table: UUID, *, limit: int = SHOWN) -> Sequence[ChatMessage]:
    """Return the newest chat messages of a table, oldest first."""
    return await cell.chats.latest(table, limit=limit)


def cleaned(text: str) -> str:
    """Return the text to store: NFC, 1 to 500 characters, no control characters but newlines.

    Raises ApiError.
    """
    if len(text) > CHAT_CHARACTERS:
        raise ApiError.of("MALFORMED", f"A message has at most {CHAT_CHARACTERS} characters.", "Shorten it.")
    line = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(line) <= CHAT_CHARACTERS:
        raise ApiError.of("MALFORMED", f"A message has 1 to {CHAT_CHARACTERS} characters.", "Write a text.")
    if any(_is_control(char) for char in text):
        raise ApiError.of("MALFORMED", "A message has no control characters.", "Use plain text.")
    return line


def _is_control(char: str) -> bool:
    return char in _TURNING or (char != "\n" and unicodedata.category(char) in {"Cc", "Cs"})
