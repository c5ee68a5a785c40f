"""Bodies of HTTP responses about moderation: bans, invites, reports, the audit log, announcements."""

from typing import Literal
from uuid import UUID

from rondel.kernel import Ms, Struct
from rondel.server.flows.accounts.moderation import AccountDetails, AccountRecord, LogLine, ReportDetails
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.moderation import Announcement, Ban, BlockKind, Invite, Role
from rondel.server.ports.people import Session
from rondel.server.ports.tables import Access, Status, TableRow


class BlockResponse(Struct):
    """A player whom the caller has blocked."""

    account: UUID
    name: str
    kind: BlockKind


class AnnouncementResponse(Struct):
    """The current announcement; `text` is empty without one."""

    text: str
    kind: Literal["news", "maintenance"]
    until: Ms | None


class StaffResponse(Struct):
    """The caller's role on the server."""

    role: Role


class BanResponse(Struct):
    """A ban: of an account, or of a network."""

    network: str | None
    reason: str
    until: Ms | None
    at: Ms


class InviteResponse(Struct):
    """An invitation to this server. Its link is sent once, when it is created."""

    id: UUID
    uses: int
    left_uses: int
    until: Ms
    at: Ms
    link: str | None = None


def invite_response(invite: Invite, link: str | None = None) -> InviteResponse:
    """Return the invitation, with its link only on creation."""
    return InviteResponse(invite.id, invite.uses, invite.left_uses, invite.until, invite.at, link)


class AdminAccountResponse(Struct):
    """An account as moderators see it. Only admins see its email address."""

    id: UUID
    name: str
    kind: str
    email: str | None
    created_at: Ms
    role: Role | None
    ban: BanResponse | None


class AdminSessionResponse(Struct):
    """A session of an account, for moderators."""

    id: UUID
    kind: str
    label: str
    created_at: Ms
    seen_at: Ms


class AdminTableResponse(Struct):
    """A table's record as moderators see it.

    `halted` is the place and type of the error, without its text, which may hold secrets.
    """

    id: UUID
    code: str
    game: str
    name: str | None
    access: Access
    status: Status
    created_at: Ms
    players: tuple[str, ...]
    halted: str | None
    halted_at: Ms | None


class AdminAccountDetails(Struct):
    """An account as moderators see it, with sessions and tables."""

    account: AdminAccountResponse
    sessions: tuple[AdminSessionResponse, ...]
    tables: tuple[AdminTableResponse, ...]


class ReportedLine(Struct):
    """A chat message with its original text, even if removed; `is_meant` marks the reported one."""

    id: int
    name: str
    text: str
    at: Ms
    is_removed: bool
    is_meant: bool


class ReportResponse(Struct):
    """A report with the surrounding chat."""

    id: UUID
    by: str
    about: AdminAccountResponse
    table: UUID
    text: str
    at: Ms
    is_open: bool
    lines: tuple[ReportedLine, ...]


class ActLine(Struct):
    """A row of the audit log; `by` is null for the command line, or for a deleted account."""

    id: int
    by: str | None
    kind: str
    about: str
    reason: str
    at: Ms


def announcement_response(announcement: Announcement | None) -> AnnouncementResponse:
    """Return the announcement for clients; empty without one."""
    return (
        AnnouncementResponse("", "news", None)
        if announcement is None
        else AnnouncementResponse(announcement.text, announcement.kind, announcement.until)
    )


def ban_response(ban: Ban) -> BanResponse:
    """Return the ban without its author, who is in the log."""
    return BanResponse(ban.network, ban.reason, ban.until, ban.at)


def account_shown(record: AccountRecord, asker: Role) -> AdminAccountResponse:
    """Return the account as this moderator may see it."""
    account, ban = record.account, record.ban
    return AdminAccountResponse(
        account.id,
        account.name,
        account.kind,
        account.email if asker == "admin" else None,
        account.created_at,
        record.role,
        None if ban is None else ban_response(ban),
    )


def details_shown(found: AccountDetails, asker: Role) -> AdminAccountDetails:
    """Return the account with its sessions and tables."""
    return AdminAccountDetails(
        account_shown(found.record, asker),
        tuple(_session(session) for session in found.sessions),
        tuple(table_shown(table) for table in found.tables),
    )


def _session(session: Session) -> AdminSessionResponse:
    return AdminSessionResponse(session.id, session.kind, session.label, session.created_at, session.seen_at)


def table_shown(table: TableRow) -> AdminTableResponse:
    """Return the record without anything that depends on hidden cards: version, turn and error text."""
    return AdminTableResponse(
        table.id,
        table.code,
        table.game,
        table.name,
        table.access,
        table.status,
        table.created_at,
        tuple(place.name for place in table.places),
        table.halted,
        table.halted_at,
    )


def report_shown(found: ReportDetails, asker: Role) -> ReportResponse:
    """Return the report with its chat messages."""
    report = found.report
    return ReportResponse(
        report.id,
        found.by_name,
        account_shown(found.about, asker),
        report.table,
        report.text,
        report.at,
        report.is_open,
        tuple(_line(line, report.line) for line in found.lines),
    )


def _line(line: ChatMessage, meant: int | None) -> ReportedLine:
    return ReportedLine(line.id, line.name, line.text, line.at, line.is_removed, line.id == meant)


def act_shown(found: LogLine) -> ActLine:
    """Return a row of the audit log."""
    act = found.act
    return ActLine(act.id, found.by_name, act.kind, act.about, act.reason, act.at)
