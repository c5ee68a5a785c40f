"""What is told over HTTP: a Noun for each answer, made from what the flows give."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import Ms, Noun, Seat
from rondel.server.access import seat_of
from rondel.server.frames import seat_lines
from rondel.server.ports import (
    Access,
    Account,
    ChatMessage,
    Device,
    Digest,
    Session,
    Status,
    TableRow,
    Wishes,
)
from rondel.wire.protocol import SeatLine


class ErrorTold(Noun):
    """Why not: a stable code, a sentence, what to do next, and where the table stands if that may be said."""

    code: str
    because: str
    next: str | None = None
    table: str | None = None
    version: int | None = None


class AccountTold(Noun):
    """Who I am here."""

    id: UUID
    name: str
    kind: str
    email: str | None
    language: str
    created_at: Ms


class SessionTold(Noun):
    """A way in; `token` is told once, when it is made."""

    id: UUID
    kind: str
    label: str
    created_at: Ms
    seen_at: Ms
    expires_at: Ms
    is_this: bool
    token: str | UnsetType = UNSET


class GameTold(Noun):
    """A game that can be played here: its schemas by name, its bots, and its own calls."""

    name: str
    title: str
    rules: int
    min_seats: int
    max_seats: int
    max_action_bytes: int
    schemas: Mapping[str, Any]
    bots: tuple[str, ...]
    calls: tuple[str, ...]
    has_undo: bool


class TableTold(Noun):
    """A table as the asker may know it; `host` is a seat, and `key` is told to those who may hand it on."""

    id: UUID
    game: str
    rules: int
    options: msgspec.Raw
    seats: int
    code: str
    access: Access
    commitment: str
    created_at: Ms
    status: Status
    version: int
    to_act: tuple[Seat, ...]
    players: tuple[SeatLine, ...]
    seat: Seat | None
    is_host: bool
    host: Seat | None
    is_halted: bool
    ending: str | None
    rematch_of: UUID | None
    key: str | None


class Ignored(Noun):
    """What a quiet refusal would have said."""

    code: str
    because: str


class ActTold(Noun):
    """The move is committed at `version`; or, with `ignored`, nothing has happened. The View is of now."""

    table: UUID
    version: int
    view: msgspec.Raw
    id: UUID | UnsetType = UNSET
    dup: bool | UnsetType = UNSET
    ignored: Ignored | UnsetType = UNSET


class ChatTold(Noun):
    """Something that was said."""

    name: str
    seat: Seat | None
    text: str
    at: Ms


class DeviceTold(Noun):
    """A browser that I am told in."""

    id: UUID
    label: str
    endpoint: str
    created_at: Ms


class AlertsTold(Noun):
    """How I am told that it is my turn. `push_key` is for browsers; null where there is no push."""

    by_mail: bool
    can_mail: bool
    hook: str | None
    delay_s: int
    digest: Digest
    devices: tuple[DeviceTold, ...]
    muted: tuple[UUID, ...]
    push_key: str | None


class SeatPass(Noun):
    """What lets somebody else have a seat of a running table."""

    token: str


class LastMove(Noun):
    """The version of my own last move; 0 if I have made none."""

    version: int


class ReadyTold(Noun):
    """Whether this node can serve, and what each check says."""

    is_ready: bool
    checks: Mapping[str, str]


def account_told(account: Account) -> AccountTold:
    """The account, as its owner may know it."""
    return AccountTold(
        account.id, account.name, account.kind, account.email, account.language, account.created_at
    )


def session_told(session: Session, this: UUID, token: str | UnsetType = UNSET) -> SessionTold:
    """The session, without its hash."""
    return SessionTold(
        session.id,
        session.kind,
        session.label,
        session.created_at,
        session.seen_at,
        session.expires_at,
        session.id == this,
        token,
    )


def table_told(table: TableRow, account: UUID | None) -> TableTold:
    """The table, as this account may know it; nobody is told who its players are elsewhere."""
    seat = seat_of(table, account)
    is_host = account is not None and table.host == account
    return TableTold(
        table.id,
        table.game,
        table.rules,
        msgspec.Raw(table.options),
        table.seats,
        table.code,
        table.access,
        table.commitment.hex(),
        table.created_at,
        table.status,
        table.version,
        table.to_act,
        seat_lines(table),
        seat,
        is_host,
        seat_of(table, table.host),
        table.halted is not None,
        table.ending,
        table.rematch_of,
        table.key if is_host or seat is not None else None,
    )


def alerts_told(
    wishes: Wishes,
    devices: Sequence[Device],
    muted: Collection[UUID],
    *,
    can_mail: bool,
    push_key: str | None,
) -> AlertsTold:
    """What somebody has chosen, without keys."""
    return AlertsTold(
        wishes.by_mail,
        can_mail,
        wishes.hook,
        wishes.delay_ms // 1000,
        wishes.digest,
        tuple(DeviceTold(each.id, each.label, each.endpoint, each.created_at) for each in devices),
        tuple(sorted(muted)),
        push_key,
    )


def chat_told(message: ChatMessage) -> ChatTold:
    """The line, without who said it elsewhere."""
    return ChatTold(message.name, message.seat, message.text, message.at)
