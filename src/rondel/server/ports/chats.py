"""Chat and notes at a table."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from rondel.kernel import Ms, Seat
from rondel.server.ports.value import Value


class ChatMessage(Value, frozen=True):
    """A line of chat; `id` is the store's. One that a moderator has removed has no text."""

    table: UUID
    account: UUID | None
    name: str
    seat: Seat | None
    text: str
    at: Ms
    id: int = 0
    is_removed: bool = False


class Chats(Protocol):
    """Chat by table, outside the journal."""

    async def say(self, message: ChatMessage) -> ChatMessage:
        """Store it; gives it with its id."""
        ...

    async def latest(self, table: UUID, *, limit: int) -> Sequence[ChatMessage]:
        """The newest lines, oldest first."""
        ...


class Notes(Protocol):
    """What somebody writes down about a table, for their own eyes."""

    async def read(self, account: UUID, table: UUID) -> str:
        """The text; empty if there is none."""
        ...

    async def write(self, account: UUID, table: UUID, text: str, *, at: Ms) -> None:
        """This text instead of the one before; an empty one is none."""
        ...
