"""Moderation: what moderators do, each act with a reason and a row of the log.

Nothing here looks into a game: a moderator acts on accounts, records of tables, and chat.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_network
from typing import Final, NamedTuple
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.answers import Denied
from rondel.server.flows import seats
from rondel.server.flows.addresses import hashed
from rondel.server.flows.lobby import all_tables_of, find_by_code, tables_of
from rondel.server.ids import as_code, new_id
from rondel.server.moderation import Act, ActKind, Announcement, Ban, Invite, Report, Role
from rondel.server.names import clean, skeleton
from rondel.server.node import Node
from rondel.server.ports import Account, ChatMessage, Session, TableRow, Unavailable

FOUND: Final = 50
"""How many accounts, tables, reports or rows of the log are shown at once."""

MOST_USES: Final = 1000
LONGEST_INVITE_MS: Final = 366 * 86_400_000

WIDEST: Final = {4: 8, 6: 20}
"""The shortest prefix of a network that may be banned, by the version of its addresses."""


class By(NamedTuple):
    """Who acts: a moderator; or whoever has the command line, who may do everything."""

    account: UUID | None
    role: Role = "admin"


COMMAND_LINE: Final = By(None)


async def follow(node: Node) -> None:
    """Learn what moderators did anywhere, and send it to those who look here."""
    for act in await node.standing.refresh():
        if act.kind == "remove_line":
            table, _, line = act.about.partition("/")
            with suppress(Unavailable):  # whoever looks on hears of it when the cell is back
                await _show_removed(node, UUID(table), int(line))


async def _show_removed(node: Node, table: UUID, line: int) -> None:
    node = node.cells.at(table)
    for room in node.rooms.watched():
        if room.id == table:
            for message in await node.chats.latest(table, limit=FOUND * 4):
                if message.id == line:
                    room.watchers.chat(message)


# accounts


class AccountRecord(NamedTuple):
    """An account as moderators see it."""

    account: Account
    role: Role | None
    ban: Ban | None


class AccountDetails(NamedTuple):
    """The same with its ways in and its tables."""

    record: AccountRecord
    sessions: Sequence[Session]
    tables: Sequence[TableRow]


async def find_accounts(node: Node, text: str) -> Sequence[AccountRecord]:
    """Accounts by the beginning of a name, by an e-mail address, or by an id."""
    text = text.strip()
    found: Sequence[Account | None]
    if "@" in text:
        found = [await node.people.by_email(text.lower())]
    elif (which := _id(text)) is not None:
        found = [await node.people.account(which)]
    else:
        found = await node.people.search(skeleton(text), limit=FOUND)
    return [_record(node, account) for account in found if account is not None]


async def look_at_account(node: Node, account: UUID) -> AccountDetails:
    """All that moderators see of an account."""
    found = await _account(node, account)
    tables = await tables_of(node, account, limit=FOUND)
    return AccountDetails(_record(node, found), await node.people.sessions(account), tables.rows)


async def ban(node: Node, by: By, account: UUID, *, reason: str, until: Ms | None) -> None:
    """Keep an account out, here at once and at the other nodes within a second."""
    await _account(node, account)
    _outranks(node, by, account)
    act = _act(node, by, "ban", account, reason)
    await node.moderation.ban(Ban(new_id(), account, None, act.reason, _later(node, until), act.at), act)
    await follow(node)


async def ban_network(node: Node, by: By, network: str, *, reason: str, until: Ms | None) -> None:
    """Keep out every address of a network, given as CIDR or as a single address."""
    _admin(by)
    text = _network(network)
    act = _act(node, by, "ban", text, reason)
    await node.moderation.ban(Ban(new_id(), None, text, act.reason, _later(node, until), act.at), act)
    await follow(node)


async def unban(node: Node, by: By, account: UUID, *, reason: str) -> None:
    """Let an account in again."""
    _outranks(node, by, account)
    await _lift(node, by, node.standing.ban_of(account), account, reason)


async def unban_network(node: Node, by: By, network: str, *, reason: str) -> None:
    """Let a network in again."""
    _admin(by)
    text = _network(network)
    found = next((ban for ban in node.standing.networks if ban.network == text), None)
    await _lift(node, by, found, text, reason)


async def _lift(node: Node, by: By, found: Ban | None, about: object, reason: str) -> None:
    act = _act(node, by, "unban", about, reason)
    if found is None or not await node.moderation.lift(found.id, act):
        raise Denied.of("NOTHING_TO_DO", "There is no such ban, or it has ended.")
    await follow(node)


async def rename(node: Node, by: By, account: UUID, name: str, *, reason: str) -> None:
    """Give an account another name, at its tables too."""
    await _account(node, account)
    _outranks(node, by, account)
    kept = clean(name)
    act = _act(node, by, "rename", account, reason)
    tables = await all_tables_of(node, account, limit=500)
    if not await node.moderation.rename(account, kept, skeleton(kept), act):
        raise Denied.of("NAME_TAKEN")
    found = await _account(node, account)
    for table in tables:
        await seats.rename(node.cells.at(table.id), found, table.id)
    await follow(node)


async def end_sessions(node: Node, by: By, account: UUID, *, reason: str) -> frozenset[UUID]:
    """Sign an account out everywhere; gives the sessions that ended."""
    await _account(node, account)
    _outranks(node, by, account)
    ended = await node.moderation.end_sessions(account, _act(node, by, "end_sessions", account, reason))
    await follow(node)
    return frozenset(ended)


async def grant(node: Node, by: By, account: UUID, role: Role | None, *, reason: str) -> None:
    """Make an account a moderator or an admin, or neither."""
    _admin(by)
    await _account(node, account)
    if account == by.account:
        raise Denied.of("NOT_ALLOWED", "You may not change your own role.", "Ask another admin.")
    text = f"{role or 'none'}: {_reason(reason)}"
    if not await node.moderation.grant(account, role, _act(node, by, "grant", account, text)):
        raise Denied.of("NOTHING_TO_DO", "The account has this role already.")
    await follow(node)


# tables and chat


async def find_tables(node: Node, text: str) -> Sequence[TableRow]:
    """Halted tables; or, with a text, the table with this id or code."""
    if not text.strip():
        return (await node.cells.each(lambda cell: cell.tables.halted(limit=FOUND))).rows[:FOUND]
    which = _id(text.strip())
    if which is None:
        found = await find_by_code(node, as_code(text))
    else:
        found = await node.cells.at(which).tables.get(which)
    return [] if found is None else [found]


async def resume(node: Node, by: By, table: UUID, *, reason: str) -> None:
    """Let a halted table go on."""
    await _table(node, table)
    if not await node.table_acts.resume(table, _act(node, by, "resume", table, reason)):
        raise Denied.of("NOTHING_TO_DO", "The table is not halted.")
    await _changed(node, table)


async def close(node: Node, by: By, table: UUID, *, reason: str) -> None:
    """End a table: a lobby closes, a running game stays as it stands."""
    await _table(node, table)
    if not await node.table_acts.close(table, _act(node, by, "close", table, reason)):
        raise Denied.of("NOTHING_TO_DO", "The table has ended already.")
    await _changed(node, table)


async def remove_line(node: Node, by: By, table: UUID, line: int, *, reason: str) -> None:
    """Take a line out of the chat, for everybody."""
    about = f"{table}/{line}"
    removed = await node.table_acts.remove_line(table, line, _act(node, by, "remove_line", about, reason))
    if removed is None:
        raise Denied.of("NOTHING_TO_DO", "There is no such line, or it is removed already.")
    node.rooms.room(table).watchers.chat(removed)
    await node.bus.announce([(table, 0)])
    await follow(node)


# reports, announcements, the log


class ReportDetails(NamedTuple):
    """A report with what was said, and who is meant."""

    report: Report
    by_name: str
    about: AccountRecord
    lines: Sequence[ChatMessage]


async def reports(node: Node, *, is_open: bool) -> Sequence[ReportDetails]:
    """Reports, with the lines of chat around what is meant."""
    found = []
    for report in await node.moderation.reports(is_open=is_open, limit=FOUND):
        reporter, about = await node.people.account(report.account), await node.people.account(report.about)
        if reporter is not None and about is not None:
            lines = await _lines(node, report)
            found.append(ReportDetails(report, reporter.name, _record(node, about), lines))
    return found


async def _lines(node: Node, report: Report) -> Sequence[ChatMessage]:
    """What was said; nothing while the table's cell is away."""
    try:
        return await node.cells.at(report.table).table_acts.lines(report.lines)
    except Unavailable:
        return ()


async def settle(node: Node, by: By, report: UUID, *, reason: str) -> None:
    """Say that a report was dealt with, and how."""
    if not await node.moderation.settle(report, _act(node, by, "settle", report, reason)):
        raise Denied.of("NOTHING_TO_DO", "There is no such report, or it is settled already.")


async def announce(
    node: Node, by: By, text: str, *, is_maintenance: bool = False, until: Ms | None = None
) -> None:
    """Tell everybody something; an empty text takes it back."""
    _admin(by)
    now = node.now.ms()
    kind: Final = "maintenance" if is_maintenance else "news"
    said = text.strip()
    told = Announcement(said, kind, _later(node, until), now) if said else None
    await node.moderation.announce(told, Act(by.account, "announce", kind, said[:500], now))
    await follow(node)


# invitations


async def invite(node: Node, by: By, *, uses: int, until: Ms, reason: str) -> tuple[Invite, str]:
    """An invitation to this server, and its link, which is shown this once."""
    if not 1 <= uses <= MOST_USES:
        raise Denied.of("MALFORMED", f"An invitation is for 1 to {MOST_USES} people.", "Choose so many.")
    if not 0 < until - node.now.ms() <= LONGEST_INVITE_MS:
        raise Denied.of("MALFORMED", "An invitation holds for a year at most.", "Choose an earlier end.")
    token, now = secrets.token_urlsafe(24), node.now.ms()
    made = Invite(new_id(), hashed(token), uses, uses, until, now)
    await node.moderation.invite(made, _act(node, by, "invite", made.id, reason))
    await follow(node)
    return made, f"{node.settings.public_url.rstrip('/')}/#invite={token}"


async def invites(node: Node) -> Sequence[Invite]:
    """Invitations that can still be used, the newest first."""
    return await node.moderation.invites(now=node.now.ms())


async def withdraw(node: Node, by: By, invite: UUID, *, reason: str) -> None:
    """Nobody else comes in by this invitation. Those who did stay."""
    if not await node.moderation.withdraw(invite, _act(node, by, "withdraw", invite, reason)):
        raise Denied.of("NOTHING_TO_DO", "There is no such invitation, or it was withdrawn.")
    await follow(node)


class LogLine(NamedTuple):
    """An act, and the name of who did it, as far as that account is there."""

    act: Act
    by_name: str | None


async def log(node: Node, before: int | None) -> Sequence[LogLine]:
    """What moderators did, the newest first."""
    acts = await node.moderation.acts_before(before, limit=FOUND)
    names: dict[UUID, str] = {}
    for who in {act.by for act in acts if act.by is not None}:
        account = await node.people.account(who)
        if account is not None:
            names[who] = account.name
    return [LogLine(act, None if act.by is None else names.get(act.by)) for act in acts]


def _act(node: Node, by: By, kind: ActKind, about: object, reason: str) -> Act:
    return Act(by.account, kind, str(about), _reason(reason), node.now.ms())


def _reason(text: str) -> str:
    """One line that says why; Denied without one: the log and the banned person are shown it."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not line:
        raise Denied.of("MALFORMED", "No reason is given.", "Say why: it is written in the log.")
    return line


def _later(node: Node, until: Ms | None) -> Ms | None:
    if until is not None and until <= node.now.ms():
        raise Denied.of("MALFORMED", "The end is in the past.", "Choose a later one, or none.")
    return until


def _network(text: str) -> str:
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise Denied.of(
            "MALFORMED", "This is no network.", "Write it as 192.0.2.0/24 or 2001:db8::/48."
        ) from None
    if network.prefixlen < WIDEST[network.version]:
        widest = WIDEST[network.version]
        raise Denied.of("MALFORMED", f"This network is wider than /{widest}.", "Ban a smaller one.")
    return str(network)


def _admin(by: By) -> None:
    if by.role != "admin":
        raise Denied.of("NOT_ALLOWED", "Only an admin may do that.", "Ask an admin.")


def _outranks(node: Node, by: By, account: UUID) -> None:
    """Admins act on everybody but themselves; moderators on those who have no role."""
    if account == by.account or (by.role != "admin" and node.standing.role_of(account) is not None):
        raise Denied.of("NOT_ALLOWED", "You may not do that to this account.", "Ask an admin.")


def _record(node: Node, account: Account) -> AccountRecord:
    return AccountRecord(account, node.standing.role_of(account.id), node.standing.ban_of(account.id))


async def _account(node: Node, account: UUID) -> Account:
    found = await node.people.account(account)
    if found is None:
        raise Denied.of("NOTHING_TO_DO", "There is no such account.")
    return found


async def _table(node: Node, table: UUID) -> TableRow:
    found = await node.tables.get(table)
    if found is None:
        raise Denied.of("UNKNOWN_GAME")
    return found


async def _changed(node: Node, table: UUID) -> None:
    """Everybody who looks is shown it, here and at the other nodes."""
    node.rooms.room(table).bring_up()
    await node.bus.announce([(table, 0)])
    await follow(node)


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
