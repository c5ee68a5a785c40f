"""Notes: what somebody writes down about a table. Nobody else is sent them."""

import unicodedata
from typing import Final
from uuid import UUID

from rondel.server.answers import Denied
from rondel.server.flows.watch import look_at
from rondel.server.node import Node

NOTE_CHARACTERS: Final = 4000


async def read(node: Node, account: UUID, table: UUID, key: str | None = None) -> str:
    """What this account has written down about a table it may look at."""
    await look_at(node, account, table, key)
    return await node.notes.read(account, table)


async def write(node: Node, account: UUID, table: UUID, text: str) -> str:
    """This text instead of the one before, by somebody who plays there; gives it as it is stored."""
    _, seat = await look_at(node, account, table)
    if seat is None:
        raise Denied.of("NO_SEAT", "Only people who play at a table keep notes about it.")
    kept = unicodedata.normalize("NFC", text)
    if len(kept) > NOTE_CHARACTERS:
        raise Denied.of("MALFORMED", f"A note has at most {NOTE_CHARACTERS} characters.", "Write less.")
    if any(unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t" for char in kept):
        raise Denied.of("MALFORMED", "A note has no control characters.", "Write it in plain text.")
    await node.notes.write(account, table, kept, at=node.now.ms())
    return kept
