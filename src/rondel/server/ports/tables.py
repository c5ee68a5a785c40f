"""Tables: their record, who sits where."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, Literal, Protocol, TypeAlias
from uuid import UUID

from rondel.kernel import Ms, Outcome, Seat, Summary
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.value import Value

NO_TABLE: Final = UUID(int=0)
"""An id that no table has: looking at it shows whether the database answers, and its epoch."""

Access: TypeAlias = Literal["public", "unlisted", "private"]

Status: TypeAlias = Literal["open", "active", "completed", "abandoned", "closed"]
"""`open`: seats may be taken. `closed`: ended before it began. A halted table keeps its status."""

HaltCause: TypeAlias = Literal["error", "timeout"]
"""`timeout`: the game took longer than RONDEL_GAME_CPU_MS; it is not called until the table is resumed."""


class PlayerRow(Value, frozen=True):
    """A seat that is taken: a row of `player`. `nonce` is the seat's share of the luck; a bot's is empty.

    `level` is a bot's; a human seat has one while a bot plays for its person. `bot_since` is the table's
    version when that began. `wants_end`: its person proposes to end the game.
    """

    id: UUID
    seat: Seat
    account: UUID | None
    name: str
    kind: Literal["human", "bot"]
    level: str | None = None
    nonce: bytes = b""
    is_ready: bool = False
    wants_end: bool = False
    bot_since: int | None = None


class Removed(Value, frozen=True):
    """Somebody whom the host has removed, by the name at that table."""

    id: UUID
    account: UUID
    name: str


class TableRow(Value, frozen=True):
    """A table's record, with the places taken. `header` is fixed when play begins, and never before.

    `revision` is another number after every change of the record outside the journal: who sits where and who
    plays for whom, what it is called, that play has begun, and that it was halted, resumed or ended.
    `halted` is the place and the kind of the error that stopped it; `halted_text`, what the error said, may
    name something hidden. `due_at` is when its next deadline falls due, as of when the record was read.
    `summary` is what a list of tables says of it, from a spectator's View of its newest version. `lesson` is
    the published seed of a lesson, which counts for nothing: no history, no proof, no relational record.
    While it is `is_locked`, nobody new sits down; those in `removed` do not in any case. Somebody who was
    removed during play keeps a place, and is a spectator: a bot plays the seat.
    """

    id: UUID
    game: str
    rules: int
    options: bytes
    seats: int
    code: str
    access: Access
    key: str | None
    host: UUID
    commitment: bytes
    created_at: Ms
    status: Status = "open"
    version: int = 0
    to_act: tuple[Seat, ...] = ()
    header: bytes | None = None
    places: tuple[PlayerRow, ...] = ()
    rematch_of: UUID | None = None
    halted: str | None = None
    halted_cause: HaltCause | None = None
    halted_text: str | None = None
    halted_at: Ms | None = None
    ending: str | None = None
    revision: int = 0
    lesson: str | None = None
    name: str | None = None
    outcome: Outcome | None = None
    due_at: Ms | None = None
    summary: Summary | None = None
    is_locked: bool = False
    removed: tuple[Removed, ...] = ()


class TableLimitError(Exception):
    """The host has as many tables that have not ended as one may have."""


class RematchExistsError(Exception):
    """The table before has a rematch already."""


class Tables(Protocol):
    """Tables by id and code. A table's secret is kept apart, by a role of its own."""

    async def open(self, table: TableRow, secret: bytes, *, most: int | None = None) -> bool:
        """Store a new table and its secret at once; False if the code is taken.

        Raises RematchExistsError if it is the second rematch of a table, however many are opened at once.
        Raises TableLimitError if its host has `most` tables that are open or running, lessons included.
        Counting and storing are one step, however many are opened at once.
        """
        ...

    async def get(self, table: UUID) -> TableRow | None: ...

    async def visible(self, table: UUID, account: UUID | None, key: str | None = None) -> TableRow | None:
        """The table, if this account may look at it, in its seat, as its host or by its key.

        A table that it may not look at is found no sooner and no later than one that is not there.
        """
        ...

    async def by_code(self, code: str) -> TableRow | None: ...

    async def rematch_of(self, table: UUID) -> TableRow | None:
        """The rematch of this table."""
        ...

    async def secret(self, table: UUID) -> bytes: ...

    async def public(self, *, limit: int) -> Sequence[TableRow]:
        """Open public tables that new people can join, the newest first."""
        ...

    async def running(self, *, limit: int) -> Sequence[TableRow]:
        """Public tables that are played, the newest first."""
        ...

    async def rename(self, table: UUID, name: str | None) -> None:
        """Call a table something else, or nothing."""
        ...

    async def of_account(self, account: UUID, *, limit: int) -> Sequence[TableRow]:
        """Tables where the account has a seat or is host, no lessons: running ones first, then the newest."""
        ...

    async def running_lesson(self, account: UUID, seed: str) -> TableRow | None:
        """The newest lesson with this seed that the account has begun and not ended."""
        ...

    async def halt(self, table: UUID, message: str, *, text: str = "", cause: HaltCause = "error") -> None:
        """Stop the table at its version, until `resume`. The first reason and its time are kept.

        `message` is the place and the kind of the error, `text` what it said.
        """
        ...

    async def resume(self, table: UUID) -> None: ...

    async def halted(self, *, limit: int) -> Sequence[TableRow]:
        """Halted tables, the longest halted first."""
        ...

    async def active(self, *, after: UUID, limit: int) -> Sequence[TableRow]:
        """Tables that are played, private ones and lessons too, by id, after this one."""
        ...


IsAbsent: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether the person in a seat is away now. Presence is in another store, which is asked at that moment."""


class Seating(Protocol):
    """Who sits where before play, and who moves in afterwards. Each call is one atomic change.

    Each answers whether it could be done; the flow then reads the table and says why not.
    """

    async def take(self, table: UUID, place: PlayerRow, *, revision: int | None = None) -> bool:
        """Into an empty seat of an open table; one seat for each account.

        With a `revision`, only while the table's record has it: one's name depends on who sits there.
        """
        ...

    async def rename(self, table: UUID, seat: Seat, account: UUID, name: str, *, revision: int) -> bool:
        """Give the account's seat another name, at a table that has not ended, if it has this revision."""
        ...

    async def leave(self, table: UUID, seat: Seat, account: UUID | None) -> bool:
        """Out of the seat, while the table is open; `account` None removes a bot."""
        ...

    async def remove(self, table: UUID, seat: Seat, removed: Removed) -> bool:
        """Out of the seat, while the table is open, and onto the list of those who were removed."""
        ...

    async def remove_absent(
        self, table: UUID, seat: Seat, removed: Removed, *, is_absent: IsAbsent | None = None
    ) -> bool:
        """Onto that list, at a running table, while a bot plays for the person in the seat.

        With `is_absent`, only if that is true while nothing else changes the table.
        """
        ...

    async def readmit(self, table: UUID, removed: UUID) -> bool:
        """Off that list again, until the table ends."""
        ...

    async def shut(self, table: UUID, is_locked: bool) -> bool:
        """Whether new people may sit down at an open table; False if it is so already."""
        ...

    async def make_host(self, table: UUID, before: UUID, host: UUID) -> bool:
        """The table has another host, who is seated there, until it ends."""
        ...

    async def ready(self, table: UUID, seat: Seat, account: UUID, is_ready: bool) -> bool: ...

    async def begin(self, table: UUID, header: bytes, places: Collection[UUID]) -> bool:
        """Fix the header while exactly these players sit there; true again for the same header."""
        ...

    async def close(self, table: UUID) -> bool:
        """End a table that has not begun."""
        ...

    async def stand_in(
        self, table: UUID, seat: Seat, level: str | None, line: "ChatMessage | None" = None
    ) -> bool:
        """From now on a bot of this level plays for the person in a seat of a running table; None: no bot.

        The line is stored with the change: once, however often and by whomever it is asked for.
        """
        ...

    async def ask_end(self, table: UUID, seat: Seat, account: UUID, wants_end: bool) -> bool:
        """The account's proposal to end a running table, or its withdrawal; False if it is so already."""
        ...

    async def hand_over(
        self,
        table: UUID,
        seat: Seat,
        before: UUID,
        account: UUID,
        name: str,
        *,
        own_version: int | None = None,
        is_absent: IsAbsent | None = None,
    ) -> bool:
        """The seat of a running table goes from one account to another, which has none there yet.

        A proposal to end the table does not go with it.

        With `own_version`, only while that is its person's latest; with `is_absent`, only if that is true
        while nothing else changes the table.
        """
        ...

    async def own_version(self, table: UUID, seat: Seat) -> int:
        """The newest version that the seat has played, not counting a bot that plays for its person; or 0."""
        ...

    async def abandon(self, table: UUID) -> bool:
        """End a running table as it stands: nothing more is appended, and no deadline is left."""
        ...
