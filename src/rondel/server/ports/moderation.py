"""The port of moderation: roles, bans, reports, announcements and the audit log.

Each act and its log row are stored atomically. The log is also a change feed: its newest id tells a node
about acts at another one.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.value import Value

Role: TypeAlias = Literal["moderator", "admin"]

ActKind: TypeAlias = Literal[
    "grant",
    "ban",
    "unban",
    "rename",
    "end_sessions",
    "remove_line",
    "resume",
    "close",
    "announce",
    "settle",
    "invite",
    "withdraw",
]


class AuditEntry(Value, frozen=True):
    """A row of the audit log: the actor, the act, its subject and its reason.

    `by` is None for the command line. `about` is an id, never a name. The store assigns `id`.
    """

    by: UUID | None
    kind: ActKind
    about: str
    reason: str
    at: Ms
    id: int = 0


class Ban(Value, frozen=True):
    """A ban of an account, or of all addresses of a network; `until` None is permanent."""

    id: UUID
    account: UUID | None
    network: str | None
    reason: str
    until: Ms | None
    at: Ms


class Announcement(Value, frozen=True):
    """A text for everyone on the server, until its end or until another one replaces it."""

    text: str
    kind: Literal["news", "maintenance"]
    until: Ms | None
    at: Ms


class Invite(Value, frozen=True):
    """An invitation to this server, by the hash of its token, with its remaining uses and its end."""

    id: UUID
    token_hash: bytes
    uses: int
    left_uses: int
    until: Ms
    at: Ms


class Report(Value, frozen=True):
    """A report of a player. `line` is the reported message, `lines` the surrounding chat."""

    id: UUID
    account: UUID
    about: UUID
    table: UUID
    line: int | None
    lines: tuple[int, ...]
    text: str
    at: Ms
    is_open: bool = True


class Decisions(Value, frozen=True):
    """Current decisions: active bans, roles by account, and the announcement."""

    bans: tuple[Ban, ...] = ()
    roles: Mapping[UUID, Role] = {}
    announcement: Announcement | None = None


class TableActs(Protocol):
    """Moderators' acts on a table. Each is logged atomically, in the table's cell."""

    async def remove_line(self, table: UUID, line: int, act: AuditEntry) -> ChatMessage | None:
        """Remove a chat message; return its replacement. None if it was already removed or does not exist."""
        ...

    async def resume(self, table: UUID, act: AuditEntry) -> bool:
        """Resume a halted table. Returns False if it is not halted."""
        ...

    async def close(self, table: UUID, act: AuditEntry) -> bool:
        """End an open or a running table at its current position."""
        ...

    async def lines(self, lines: Collection[int]) -> Sequence[ChatMessage]:
        """Return chat messages by ids, in order, with the original text of removed ones."""
        ...


class Moderation(TableActs, Protocol):
    """Moderators' queries and acts. Each act is logged if it changed something."""

    async def newest_act(self) -> int:
        """Return the newest log id; 0 without one. Ids are in commit order."""
        ...

    async def acts_after(self, act: int, *, limit: int) -> Sequence[AuditEntry]:
        """Return log rows after this id, the oldest first."""
        ...

    async def acts_before(self, act: int | None, *, limit: int) -> Sequence[AuditEntry]:
        """Return log rows before this id, or the newest ones; the newest first."""
        ...

    async def decisions(self, *, now: Ms) -> Decisions: ...

    async def grant(self, account: UUID, role: Role | None, act: AuditEntry) -> bool:
        """Set or remove a role. Returns False if nothing changed or the account does not exist."""
        ...

    async def ban(self, ban: Ban, act: AuditEntry) -> None:
        """Store a ban. It replaces an earlier one of the same account or network."""
        ...

    async def lift(self, ban: UUID, act: AuditEntry) -> bool: ...

    async def rename(self, account: UUID, name: str, skeleton: str, act: AuditEntry) -> bool:
        """Rename an account. Returns False if the name is taken or the account does not exist."""
        ...

    async def end_sessions(self, account: UUID, act: AuditEntry) -> Collection[UUID]:
        """End all sessions of an account; return their ids."""
        ...

    async def announce(self, announcement: Announcement | None, act: AuditEntry) -> None: ...

    async def invite(self, invite: Invite, act: AuditEntry) -> None: ...

    async def invites(self, *, now: Ms) -> Sequence[Invite]:
        """Return invitations that can still be used, the newest first."""
        ...

    async def withdraw(self, invite: UUID, act: AuditEntry) -> bool:
        """Revoke an invitation. Returns False if it does not exist."""
        ...

    async def use_invite(self, token_hash: bytes, *, uses: int, now: Ms) -> bool:
        """Consume `uses` of an invitation. Returns False if it has expired or has fewer left.

        A negative number returns uses, never above the original count.
        """
        ...

    async def report(self, report: Report) -> None: ...

    async def reports(self, *, is_open: bool, limit: int) -> Sequence[Report]:
        """Return open reports, the oldest first, or settled ones, the newest first."""
        ...

    async def settle(self, report: UUID, act: AuditEntry) -> bool:
        """Settle a report. Returns False if it is already settled or does not exist."""
        ...

    async def log(self, act: AuditEntry) -> None:
        """Log an act from another cell."""
        ...


BlockKind: TypeAlias = Literal["mute", "block"]


class Blocks(Protocol):
    """Muted and blocked players: `mute` hides their messages, `block` also keeps them from own tables."""

    async def block(self, account: UUID, other: UUID, kind: BlockKind | None, *, at: Ms) -> bool:
        """Set mute or block; None clears both. Returns False if the account does not exist."""
        ...

    async def blocked(self, account: UUID) -> Mapping[UUID, BlockKind]: ...
