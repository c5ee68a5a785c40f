"""The port of moderation: roles, bans, reports, announcements, and the log of every act of a moderator.

Each act and its row of the log are one change. The log is also a feed: by its newest id a node learns that
something was done at another one.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports import ChatMessage, Value

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


class Act(Value, frozen=True):
    """A row of the log: who did what about which account, table, network or line, and why.

    `by` is None for the command line. `about` is an id, never a name. `id` is the store's.
    """

    by: UUID | None
    kind: ActKind
    about: str
    reason: str
    at: Ms
    id: int = 0


class Ban(Value, frozen=True):
    """Keeps out an account, or all addresses of a network; `until` None is for good."""

    id: UUID
    account: UUID | None
    network: str | None
    reason: str
    until: Ms | None
    at: Ms


class Announcement(Value, frozen=True):
    """A sentence for everybody who is here, until then or until another one replaces it."""

    text: str
    kind: Literal["news", "maintenance"]
    until: Ms | None
    at: Ms


class Invite(Value, frozen=True):
    """An invitation to this server, by the hash of its token: for so many people, until then."""

    id: UUID
    token_hash: bytes
    uses: int
    left_uses: int
    until: Ms
    at: Ms


class Report(Value, frozen=True):
    """Somebody says that somebody else has misbehaved. `line` is what is meant, `lines` what is around it."""

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
    """All that holds now: bans that have not ended, roles by account, and the announcement."""

    bans: tuple[Ban, ...] = ()
    roles: Mapping[UUID, Role] = {}
    announcement: Announcement | None = None


class TableActs(Protocol):
    """What moderators do to a table: it is logged in the same change, in the table's cell."""

    async def remove_line(self, table: UUID, line: int, act: Act) -> ChatMessage | None:
        """Take a line out of the chat; gives what stands there now. None if it was gone, or is none."""
        ...

    async def resume(self, table: UUID, act: Act) -> bool:
        """Let a halted table go on."""
        ...

    async def close(self, table: UUID, act: Act) -> bool:
        """End a table that has not begun, or one that is played, as it stands."""
        ...

    async def lines(self, lines: Collection[int]) -> Sequence[ChatMessage]:
        """Lines of chat by their ids, in order, as they were said; removed ones too."""
        ...


class Moderation(TableActs, Protocol):
    """What moderators see and do. What changes something takes the Act, and logs it if something changed."""

    async def newest_act(self) -> int:
        """The id of the newest row of the log; 0 if there is none. Ids are in the order of the commits."""
        ...

    async def acts_after(self, act: int, *, limit: int) -> Sequence[Act]:
        """The rows of the log after this one, the oldest first."""
        ...

    async def acts_before(self, act: int | None, *, limit: int) -> Sequence[Act]:
        """The rows of the log before this one, or the newest ones; the newest first."""
        ...

    async def decisions(self, *, now: Ms) -> Decisions: ...

    async def grant(self, account: UUID, role: Role | None, act: Act) -> bool:
        """Give the account this role, or none; False if it is so already, or there is no such account."""
        ...

    async def ban(self, ban: Ban, act: Act) -> None:
        """Keep out from now on; an earlier ban of the same account or network is replaced."""
        ...

    async def lift(self, ban: UUID, act: Act) -> bool: ...

    async def rename(self, account: UUID, name: str, skeleton: str, act: Act) -> bool:
        """Give an account another name; False if a member has one like it, or there is no such account."""
        ...

    async def end_sessions(self, account: UUID, act: Act) -> Collection[UUID]:
        """End all sessions of an account; gives the ids of those that ended."""
        ...

    async def announce(self, announcement: Announcement | None, act: Act) -> None: ...

    async def invite(self, invite: Invite, act: Act) -> None: ...

    async def invites(self, *, now: Ms) -> Sequence[Invite]:
        """Invitations that can still be used, the newest first."""
        ...

    async def withdraw(self, invite: UUID, act: Act) -> bool:
        """From now on it opens nothing; False if there is none."""
        ...

    async def use_invite(self, token_hash: bytes, *, uses: int, now: Ms) -> bool:
        """Take `uses` from those left; False if the invitation has ended, or has fewer left.

        A negative number gives some back, never more than there were.
        """
        ...

    async def report(self, report: Report) -> None: ...

    async def reports(self, *, is_open: bool, limit: int) -> Sequence[Report]:
        """Open reports, the oldest first; or settled ones, the newest first."""
        ...

    async def settle(self, report: UUID, act: Act) -> bool:
        """The report was dealt with; False if it was already, or there is none."""
        ...

    async def log(self, act: Act) -> None:
        """Log what was done in another cell."""
        ...


BlockKind: TypeAlias = Literal["mute", "block"]


class Blocks(Protocol):
    """Whom somebody does not want to read (`mute`), nor to have at their tables (`block`)."""

    async def block(self, account: UUID, other: UUID, kind: BlockKind | None, *, at: Ms) -> bool:
        """From now on so; None is neither. False if there is no such account."""
        ...

    async def blocked(self, account: UUID) -> Mapping[UUID, BlockKind]: ...
