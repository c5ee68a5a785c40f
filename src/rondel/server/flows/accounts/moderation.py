"""Moderation: every act has a reason and a row in the audit log.

Moderators act on accounts, table records and chat, never on the content of a game.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_network
from typing import Final, NamedTuple
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.accounts.mail_addresses import hashed
from rondel.server.flows.accounts.permissions import Target, check_act
from rondel.server.flows.tables import seats
from rondel.server.flows.tables.lobby import all_tables_of, find_by_code, tables_of
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.ids import as_code, new_id
from rondel.server.ports.moderation import ActKind, Announcement, AuditEntry, Ban, Invite, Report, Role
from rondel.server.ports.names import clean, skeleton
from rondel.server.ports.people import Account, Session
from rondel.server.ports.tables import TableRow
from rondel.server.ports.value import StoreUnavailableError

FOUND: Final = 50
"""How many accounts, tables, reports or rows of the log are shown at once."""

MOST_USES: Final = 1000
LONGEST_INVITE_MS: Final = 366 * 86_400_000

WIDEST: Final = {4: 8, 6: 20}
"""The shortest prefix of a network that may be banned, by the version of its addresses."""


class ModeratorIdentity(NamedTuple):
    """The actor: a moderator, or the command line, which has every permission."""

    account: UUID | None
    role: Role = "admin"


COMMAND_LINE: Final = ModeratorIdentity(None)


async def follow(cells: Cells) -> None:
    """Apply the acts of moderators at all nodes, and push changes to connected clients."""
    for act in await cells.node.moderation_cache.refresh():
        if act.kind == "remove_line":
            table, _, line = act.about.partition("/")
            with suppress(StoreUnavailableError):  # watchers are updated when the cell is back
                await _show_removed(cells, UUID(table), int(line))


async def _show_removed(cells: Cells, table: UUID, line: int) -> None:
    cell = cells.at(table)
    for room in cell.rooms.watched():
        if room.id == table:
            for message in await cell.chats.latest(table, limit=FOUND * 4):
                if message.id == line:
                    room.watchers.chat(message)


# accounts


class AccountRecord(NamedTuple):
    """An account with its role and ban, for moderators."""

    account: Account
    role: Role | None
    ban: Ban | None


class AccountDetails(NamedTuple):
    """An account record with its sessions and tables."""

    record: AccountRecord
    sessions: Sequence[Session]
    tables: Sequence[TableRow]


async def find_accounts(node: NodeContext, text: str) -> Sequence[AccountRecord]:
    """Find accounts by the start of a name, an email address or an id."""
    text = text.strip()
    found: Sequence[Account | None]
    if "@" in text:
        found = [await node.people.by_email(text.lower())]
    elif (which := _id(text)) is not None:
        found = [await node.people.account(which)]
    else:
        found = await node.people.search(skeleton(text), limit=FOUND)
    return [_record(node, account) for account in found if account is not None]


async def look_at_account(cells: Cells, account: UUID) -> AccountDetails:
    """Return the details of an account."""
    found = await _account(cells.node, account)
    tables = await tables_of(cells, account, limit=FOUND)
    return AccountDetails(_record(cells.node, found), await cells.node.people.sessions(account), tables.rows)


async def ban(cells: Cells, by: ModeratorIdentity, account: UUID, *, reason: str, until: Ms | None) -> None:
    """Ban an account: on this node at once, on other nodes within a second."""
    await _account(cells.node, account)
    act = _act_on(cells.node, by, "ban", account, reason)
    await cells.node.moderation.ban(
        Ban(new_id(), account, None, act.reason, _later(cells.node, until), act.at), act
    )
    await follow(cells)


async def ban_network(
    cells: Cells, by: ModeratorIdentity, network: str, *, reason: str, until: Ms | None
) -> None:
    """Ban every address of a network, given as CIDR or as a single address."""
    check_act(by.role, "ban", "network")
    text = _network(network)
    act = _act(cells.node, by, "ban", text, reason, on="network")
    await cells.node.moderation.ban(
        Ban(new_id(), None, text, act.reason, _later(cells.node, until), act.at), act
    )
    await follow(cells)


async def unban(cells: Cells, by: ModeratorIdentity, account: UUID, *, reason: str) -> None:
    """Unban an account."""
    act = _act_on(cells.node, by, "unban", account, reason)
    await _lift(cells, cells.node.moderation_cache.ban_of(account), act)


async def unban_network(cells: Cells, by: ModeratorIdentity, network: str, *, reason: str) -> None:
    """Unban a network."""
    check_act(by.role, "unban", "network")
    text = _network(network)
    found = next((ban for ban in cells.node.moderation_cache.networks if ban.network == text), None)
    await _lift(cells, found, _act(cells.node, by, "unban", text, reason, on="network"))


async def _lift(cells: Cells, found: Ban | None, act: AuditEntry) -> None:
    if found is None or not await cells.node.moderation.lift(found.id, act):
        raise ApiError.of("NOTHING_TO_DO", "There is no such ban, or it has ended.")
    await follow(cells)


async def rename(cells: Cells, by: ModeratorIdentity, account: UUID, name: str, *, reason: str) -> None:
    """Rename an account, at its tables too."""
    await _account(cells.node, account)
    act = _act_on(cells.node, by, "rename", account, reason)
    cleaned = clean(name)
    tables = await all_tables_of(cells, account, limit=500)
    if not await cells.node.moderation.rename(account, cleaned, skeleton(cleaned), act):
        raise ApiError.of("NAME_TAKEN")
    found = await _account(cells.node, account)
    for table in tables:
        await seats.rename(cells.at(table.id), found, table.id)
    await follow(cells)


async def end_sessions(cells: Cells, by: ModeratorIdentity, account: UUID, *, reason: str) -> frozenset[UUID]:
    """Sign an account out everywhere; return the ended sessions."""
    await _account(cells.node, account)
    act = _act_on(cells.node, by, "end_sessions", account, reason)
    ended = await cells.node.moderation.end_sessions(account, act)
    await follow(cells)
    return frozenset(ended)


async def grant(
    cells: Cells, by: ModeratorIdentity, account: UUID, role: Role | None, *, reason: str
) -> None:
    """Set the role of an account: moderator, admin or none."""
    await _account(cells.node, account)
    text = f"{role or 'none'}: {_reason(reason)}"
    if not await cells.node.moderation.grant(account, role, _act_on(cells.node, by, "grant", account, text)):
        raise ApiError.of("NOTHING_TO_DO", "The account has this role already.")
    await follow(cells)


# tables and chat


async def find_tables(cells: Cells, text: str) -> Sequence[TableRow]:
    """Return halted tables or, with a text, the table with this id or code."""
    if not text.strip():
        return (await cells.each(lambda cell: cell.tables.halted(limit=FOUND))).rows[:FOUND]
    which = _id(text.strip())
    if which is None:
        found = await find_by_code(cells, as_code(text))
    else:
        found = await cells.at(which).tables.get(which)
    return [] if found is None else [found]


async def resume(cells: Cells, by: ModeratorIdentity, table: UUID, *, reason: str) -> None:
    """Resume a halted table."""
    cell = cells.at(table)
    await _table(cell, table)
    if not await cell.table_acts.resume(table, _act(cells.node, by, "resume", table, reason)):
        raise ApiError.of("NOTHING_TO_DO", "The table is not halted.")
    await _changed(cells, table)


async def close(cells: Cells, by: ModeratorIdentity, table: UUID, *, reason: str) -> None:
    """End a table: an open one closes, a running game stops at its current position."""
    cell = cells.at(table)
    await _table(cell, table)
    if not await cell.table_acts.close(table, _act(cells.node, by, "close", table, reason)):
        raise ApiError.of("NOTHING_TO_DO", "The table has ended already.")
    await _changed(cells, table)


async def remove_line(cells: Cells, by: ModeratorIdentity, table: UUID, line: int, *, reason: str) -> None:
    """Remove a chat message for everyone."""
    about = f"{table}/{line}"
    cell = cells.at(table)
    removed = await cell.table_acts.remove_line(
        table, line, _act(cells.node, by, "remove_line", about, reason)
    )
    if removed is None:
        raise ApiError.of("NOTHING_TO_DO", "There is no such line, or it is removed already.")
    cell.rooms.room(table).watchers.chat(removed)
    await cells.node.bus.announce([(table, 0)])
    await follow(cells)


# reports, announcements, the log


class ReportDetails(NamedTuple):
    """A report with its chat messages and the reported account."""

    report: Report
    by_name: str
    about: AccountRecord
    lines: Sequence[ChatMessage]


async def reports(cells: Cells, *, is_open: bool) -> Sequence[ReportDetails]:
    """Return open or settled reports, each with the surrounding chat."""
    found = []
    for report in await cells.node.moderation.reports(is_open=is_open, limit=FOUND):
        reporter, about = (
            await cells.node.people.account(report.account),
            await cells.node.people.account(report.about),
        )
        if reporter is not None and about is not None:
            lines = await _lines(cells, report)
            found.append(ReportDetails(report, reporter.name, _record(cells.node, about), lines))
    return found


async def _lines(cells: Cells, report: Report) -> Sequence[ChatMessage]:
    """Return the chat of a report; nothing while the table's cell is unreachable."""
    try:
        return await cells.at(report.table).table_acts.lines(report.lines)
    except StoreUnavailableError:
        return ()


async def settle(node: NodeContext, by: ModeratorIdentity, report: UUID, *, reason: str) -> None:
    """Mark a report as settled, with a reason."""
    if not await node.moderation.settle(report, _act(node, by, "settle", report, reason)):
        raise ApiError.of("NOTHING_TO_DO", "There is no such report, or it is settled already.")


async def announce(
    cells: Cells, by: ModeratorIdentity, text: str, *, is_maintenance: bool = False, until: Ms | None = None
) -> None:
    """Publish an announcement; an empty text removes it."""
    check_act(by.role, "announce", "server")
    now = cells.node.now.ms()
    kind: Final = "maintenance" if is_maintenance else "news"
    message = text.strip()
    announcement = Announcement(message, kind, _later(cells.node, until), now) if message else None
    await cells.node.moderation.announce(
        announcement, AuditEntry(by.account, "announce", kind, message[:500], now)
    )
    await follow(cells)


# invitations


async def invite(
    cells: Cells, by: ModeratorIdentity, *, uses: int, until: Ms, reason: str
) -> tuple[Invite, str]:
    """Create an invitation. Returns it with its link, which is not stored."""
    if not 1 <= uses <= MOST_USES:
        raise ApiError.of(
            "MALFORMED",
            f"`uses` must be between 1 and {MOST_USES}.",
            "Nothing was created. Send another number.",
        )
    if not 0 < until - cells.node.now.ms() <= LONGEST_INVITE_MS:
        raise ApiError.of(
            "MALFORMED",
            "An invitation can be valid for at most one year.",
            "Nothing was created. Choose an earlier end.",
        )
    token, now = secrets.token_urlsafe(24), cells.node.now.ms()
    made = Invite(new_id(), hashed(token), uses, uses, until, now)
    await cells.node.moderation.invite(made, _act(cells.node, by, "invite", made.id, reason))
    await follow(cells)
    return made, f"{cells.node.settings.public_url.rstrip('/')}/#invite={token}"


async def invites(node: NodeContext) -> Sequence[Invite]:
    """Return invitations that can still be used, the newest first."""
    return await node.moderation.invites(now=node.now.ms())


async def withdraw(cells: Cells, by: ModeratorIdentity, invite: UUID, *, reason: str) -> None:
    """Revoke an invitation. Accounts made with it stay."""
    if not await cells.node.moderation.withdraw(invite, _act(cells.node, by, "withdraw", invite, reason)):
        raise ApiError.of("NOTHING_TO_DO", "There is no such invitation, or it was withdrawn.")
    await follow(cells)


class LogLine(NamedTuple):
    """An act with the actor's name, if that account still exists."""

    act: AuditEntry
    by_name: str | None


async def log(node: NodeContext, before: int | None) -> Sequence[LogLine]:
    """Return the audit log, the newest act first."""
    acts = await node.moderation.acts_before(before, limit=FOUND)
    names: dict[UUID, str] = {}
    for who in {act.by for act in acts if act.by is not None}:
        account = await node.people.account(who)
        if account is not None:
            names[who] = account.name
    return [LogLine(act, None if act.by is None else names.get(act.by)) for act in acts]


def _act(
    node: NodeContext,
    by: ModeratorIdentity,
    kind: ActKind,
    about: object,
    reason: str,
    *,
    on: Target = "server",
) -> AuditEntry:
    """Return the row of the audit log. Raises ApiError if the actor may not do this."""
    check_act(by.role, kind, on)
    return AuditEntry(by.account, kind, str(about), _reason(reason), node.now.ms())


def _act_on(
    node: NodeContext, by: ModeratorIdentity, kind: ActKind, account: UUID, reason: str
) -> AuditEntry:
    """Return the row of an act on an account."""
    role = node.moderation_cache.role_of(account)
    on: Target = "oneself" if account == by.account else "player" if role is None else role
    return _act(node, by, kind, account, reason, on=on)


def _reason(text: str) -> str:
    """Return the reason as one line. Raises ApiError if it is empty."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not line:
        raise ApiError.of("MALFORMED", "A reason is required.", "It is recorded in the log.")
    return line


def _later(node: NodeContext, until: Ms | None) -> Ms | None:
    if until is not None and until <= node.now.ms():
        raise ApiError.of("MALFORMED", "The end is in the past.", "Choose a later one, or none.")
    return until


def _network(text: str) -> str:
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise ApiError.of(
            "MALFORMED", "Not a network.", "Use a form such as 192.0.2.0/24 or 2001:db8::/48."
        ) from None
    if network.prefixlen < WIDEST[network.version]:
        widest = WIDEST[network.version]
        raise ApiError.of("MALFORMED", f"This network is wider than /{widest}.", "Ban a smaller one.")
    return str(network)


def _record(node: NodeContext, account: Account) -> AccountRecord:
    return AccountRecord(
        account, node.moderation_cache.role_of(account.id), node.moderation_cache.ban_of(account.id)
    )


async def _account(node: NodeContext, account: UUID) -> Account:
    found = await node.people.account(account)
    if found is None:
        raise ApiError.of("NOTHING_TO_DO", "There is no such account.")
    return found


async def _table(cell: Cell, table: UUID) -> TableRow:
    found = await cell.tables.get(table)
    if found is None:
        raise ApiError.of("UNKNOWN_GAME")
    return found


async def _changed(cells: Cells, table: UUID) -> None:
    """Push the change to all watchers, on every node."""
    cells.at(table).rooms.room(table).sync()
    await cells.node.bus.announce([(table, 0)])
    await follow(cells)


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
