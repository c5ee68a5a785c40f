"""What is told about people over HTTP. Nothing here is made from what is hidden at a table."""

from typing import Literal
from uuid import UUID

from rondel.kernel import Ms, Noun
from rondel.server.flows.moderation import AccountDetails, AccountRecord, LogLine, ReportDetails
from rondel.server.moderation import Announcement, Ban, BlockKind, Invite, Role
from rondel.server.ports import Access, ChatMessage, Session, Status, TableRow


class BlockTold(Noun):
    """Somebody whom I have blocked."""

    account: UUID
    name: str
    kind: BlockKind


class AnnouncementTold(Noun):
    """What everybody is told now; `text` is empty if it is nothing."""

    text: str
    kind: Literal["news", "maintenance"]
    until: Ms | None


class StaffTold(Noun):
    """What I may do here beyond playing."""

    role: Role


class BanTold(Noun):
    """A ban: of an account, or of a network."""

    network: str | None
    reason: str
    until: Ms | None
    at: Ms


class InviteTold(Noun):
    """An invitation to this server. Its link is told once, to whoever makes it."""

    id: UUID
    uses: int
    left_uses: int
    until: Ms
    at: Ms
    link: str | None = None


def invite_told(invite: Invite, link: str | None = None) -> InviteTold:
    """The invitation as moderators see it; its link only when it was just made."""
    return InviteTold(invite.id, invite.uses, invite.left_uses, invite.until, invite.at, link)


class AdminAccountTold(Noun):
    """An account as moderators see it. Only admins are told the address of its mail."""

    id: UUID
    name: str
    kind: str
    email: str | None
    created_at: Ms
    role: Role | None
    ban: BanTold | None


class AdminSessionTold(Noun):
    """A way in of somebody's."""

    id: UUID
    kind: str
    label: str
    created_at: Ms
    seen_at: Ms


class AdminTableTold(Noun):
    """A table's record as moderators see it.

    `halted` is the place and the kind of the error: its text may name something hidden.
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


class AdminAccountDetails(Noun):
    """The same with sessions and tables."""

    account: AdminAccountTold
    sessions: tuple[AdminSessionTold, ...]
    tables: tuple[AdminTableTold, ...]


class ReportedLine(Noun):
    """A line of chat as it was said, removed or not; `is_meant` if it is the one that was reported."""

    id: int
    name: str
    text: str
    at: Ms
    is_removed: bool
    is_meant: bool


class ReportTold(Noun):
    """A report with the lines around what is meant."""

    id: UUID
    by: str
    about: AdminAccountTold
    table: UUID
    text: str
    at: Ms
    is_open: bool
    lines: tuple[ReportedLine, ...]


class ActLine(Noun):
    """A row of the log; `by` is null for the command line, and for an account that is gone."""

    id: int
    by: str | None
    kind: str
    about: str
    reason: str
    at: Ms


def announcement_told(told: Announcement | None) -> AnnouncementTold:
    """What everybody may know."""
    return (
        AnnouncementTold("", "news", None)
        if told is None
        else AnnouncementTold(told.text, told.kind, told.until)
    )


def ban_told(ban: Ban) -> BanTold:
    """The ban, without who made it: that is in the log."""
    return BanTold(ban.network, ban.reason, ban.until, ban.at)


def account_shown(record: AccountRecord, asker: Role) -> AdminAccountTold:
    """The account as this moderator may see it."""
    account, ban = record.account, record.ban
    return AdminAccountTold(
        account.id,
        account.name,
        account.kind,
        account.email if asker == "admin" else None,
        account.created_at,
        record.role,
        None if ban is None else ban_told(ban),
    )


def details_shown(found: AccountDetails, asker: Role) -> AdminAccountDetails:
    """The account with its sessions and tables."""
    return AdminAccountDetails(
        account_shown(found.record, asker),
        tuple(_session(session) for session in found.sessions),
        tuple(table_shown(table) for table in found.tables),
    )


def _session(session: Session) -> AdminSessionTold:
    return AdminSessionTold(session.id, session.kind, session.label, session.created_at, session.seen_at)


def table_shown(table: TableRow) -> AdminTableTold:
    """The record, without what depends on cards: no version, no turn, no text of an error."""
    return AdminTableTold(
        table.id,
        table.code,
        table.game,
        table.name,
        table.access,
        table.status,
        table.created_at,
        tuple(place.name for place in table.places),
        None if table.halted is None else ": ".join(table.halted.split(": ")[:2]),
        table.halted_at,
    )


def report_shown(found: ReportDetails, asker: Role) -> ReportTold:
    """The report with what was said."""
    report = found.report
    return ReportTold(
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
    """A row of the log."""
    act = found.act
    return ActLine(act.id, found.by_name, act.kind, act.about, act.reason, act.at)
