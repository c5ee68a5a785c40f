"""`rondel admin`: who moderates a server, bans, and the log of what moderators did."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

import rich_click as click

from rondel.cli.databases.server_settings import database_option, migrated

if TYPE_CHECKING:
    from uuid import UUID

    from rondel.server.cells.cells import Cells
    from rondel.server.cells.node_context import NodeContext
    from rondel.server.flows.accounts.moderation import AccountRecord
    from rondel.server.settings import Settings

DAY_MS = 24 * 3_600_000

who_argument = click.argument("who", metavar="NAME|MAIL|ID")
whom_argument = click.argument("whom", metavar="NAME|MAIL|ID|NETWORK")
reason_option = click.option(
    "--reason", required=True, metavar="TEXT", help="Reason: logged, and shown to a banned player."
)


@click.group
def admin() -> None:
    """Manage roles, bans and invitations, and read the audit log.

    The first admin is made here; everything else can also be done on the page /admin.

    Example: `rondel admin grant ada@example.org admin`
    """


@admin.command
@who_argument
@click.argument("role", type=click.Choice(["moderator", "admin", "none"]))
@click.option("--reason", default="by command", show_default=True, metavar="TEXT", help="Why, for the log.")
@database_option
def grant(who: str, role: str, reason: str, database: str) -> None:
    """Make an account a moderator or an admin, or take the role away with `none`.

    Moderators read reports, remove chat, rename, ban players and end tables. Admins also ban networks, make
    announcements and say who moderates. The person signs in as always, and then finds the page /admin.

    Example: `rondel admin grant ada@example.org admin`
    """

    async def act(cells: "Cells") -> str:
        from rondel.server.flows.accounts import moderation

        found = await _one(cells.node, who)
        given: Any = None if role == "none" else role
        await moderation.grant(cells, moderation.COMMAND_LINE, found.account.id, given, reason=reason)
        return f"{_named(found)} " + ("has no role now." if given is None else f"is {_article(role)} now.")

    click.echo(_run_on_node(database, act))


@admin.command("list")
@database_option
def list_(database: str) -> None:
    """List moderators and admins, and all bans that hold.

    Example: `rondel admin list`
    """

    async def act(cells: "Cells") -> str:
        node = cells.node
        now = node.now.ms()
        found = await node.moderation.decisions(now=now)
        lines = []
        for account, role in sorted(found.roles.items(), key=lambda each: (each[1], each[0])):
            person = await node.people.account(account)
            lines.append(f"{role:<10} {_plain(person.name if person else '?')}  {account}")
        for ban in found.bans:
            person = None if ban.account is None else await node.people.account(ban.account)
            whom = ban.network if person is None else f"{_plain(person.name)}  {person.id}"
            lines.append(f"banned     {whom}, {_until(ban.until)}: {_plain(ban.reason)}")
        if not found.roles:
            lines.insert(
                0, "Nobody moderates this server. Make the first admin: rondel admin grant NAME admin"
            )
        return "\n".join(lines)

    click.echo(_run_on_node(database, act))


@admin.command
@whom_argument
@reason_option
@click.option(
    "--days", type=click.IntRange(1, 36_500), metavar="N", help="Number of days.  [default: permanent]"
)
@database_option
def ban(whom: str, reason: str, days: int | None, database: str) -> None:
    """Keep an account or a network out. It holds at every node within two seconds.

    A network is an address or a range of them: 192.0.2.7, 192.0.2.0/24, 2001:db8::/48.

    Example: `rondel admin ban Mallory --reason "insults in the chat" --days 7`
    """

    async def act(cells: "Cells") -> str:
        from rondel.server.flows.accounts import moderation

        by, until = moderation.COMMAND_LINE, None if days is None else cells.node.now.ms() + days * DAY_MS
        if _is_network(whom):
            await moderation.ban_network(cells, by, whom, reason=reason, until=until)
            return f"The network {whom} is banned {_until(until)}."
        found = await _one(cells.node, whom)
        await moderation.ban(cells, by, found.account.id, reason=reason, until=until)
        return f"{_named(found)} is banned {_until(until)}."

    click.echo(_run_on_node(database, act))


@admin.command
@whom_argument
@reason_option
@database_option
def unban(whom: str, reason: str, database: str) -> None:
    """Let an account or a network in again.

    Example: `rondel admin unban 192.0.2.0/24 --reason "the flood is over"`
    """

    async def act(cells: "Cells") -> str:
        from rondel.server.flows.accounts import moderation

        by = moderation.COMMAND_LINE
        if _is_network(whom):
            await moderation.unban_network(cells, by, whom, reason=reason)
            return f"The network {whom} is not banned any more."
        found = await _one(cells.node, whom)
        await moderation.unban(cells, by, found.account.id, reason=reason)
        return f"{_named(found)} is not banned any more."

    click.echo(_run_on_node(database, act))


@admin.command
@click.option(
    "--uses",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many people may come in by it.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 365),
    default=14,
    show_default=True,
    metavar="N",
    help="For how many days it holds.",
)
@click.option("--reason", default="by command", show_default=True, metavar="TEXT", help="Why, for the log.")
@database_option
def invite(uses: int, days: int, reason: str, database: str) -> None:
    """Make an invitation link, for a server where RONDEL_REGISTRATION is invitation.

    The link is shown once. It can be put behind the link of a table: what begins with # is the invitation.

    Example: `rondel admin invite --uses 12 --days 30 --reason "chess club"`
    """

    async def act(cells: "Cells") -> str:
        from rondel.server.flows.accounts import moderation

        until = cells.node.now.ms() + days * DAY_MS
        made, link = await moderation.invite(
            cells, moderation.COMMAND_LINE, uses=uses, until=until, reason=reason
        )
        lines = [link, f"Invitation {made.id} is for {uses} people, {_until(until)}."]
        if cells.node.settings.registration != "invitation":
            lines.append("It is not needed now: RONDEL_REGISTRATION is not invitation.")
        return "\n".join(lines)

    click.echo(_run_on_node(database, act))


@admin.command
@database_option
def invites(database: str) -> None:
    """List the invitations that can still be used.

    Example: `rondel admin invites`
    """

    async def act(cells: "Cells") -> str:
        node = cells.node
        from rondel.server.flows.accounts import moderation

        lines = [
            f"{one.id}  {one.left_uses} of {one.uses} left, {_until(one.until)}"
            for one in await moderation.invites(node)
        ]
        return "\n".join(lines) or "No invitation can be used. Make one: rondel admin invite"

    click.echo(_run_on_node(database, act))


@admin.command
@click.argument("which", type=click.UUID, metavar="ID")
@reason_option
@database_option
def withdraw(which: "UUID", reason: str, database: str) -> None:
    """Withdraw an invitation. People who came in by it stay.

    Example: `rondel admin withdraw 01a1e6b3-e495-751d-abc1-24c3b3975efd --reason "it was posted in public"`
    """

    async def act(cells: "Cells") -> str:
        from rondel.server.flows.accounts import moderation

        await moderation.withdraw(cells, moderation.COMMAND_LINE, which, reason=reason)
        return f"Invitation {which} is withdrawn."

    click.echo(_run_on_node(database, act))


@admin.command
@click.option(
    "--limit",
    type=click.IntRange(1, 10_000),
    default=100,
    show_default=True,
    metavar="N",
    help="Maximum number of rows.",
)
@database_option
def audit(limit: int, database: str) -> None:
    """Show what moderators and this command did, the newest first.

    Accounts are named by their ids: look one up with `rondel admin list` or on the page /admin.

    Example: `rondel admin audit --limit 20`
    """

    async def act(cells: "Cells") -> str:
        node = cells.node
        lines = []
        for row in await node.moderation.acts_before(None, limit=limit):
            person = None if row.by is None else await node.people.account(row.by)
            by = "command line" if row.by is None else _plain(person.name) if person else str(row.by)
            lines.append(f"{_time(row.at)}  {row.kind:<12} {row.about}  by {by}: {_plain(row.reason)}")
        return "\n".join(lines) or "Nothing was done yet."

    click.echo(_run_on_node(database, act))


def _run_on_node(database: str, act: "Callable[[Cells], Awaitable[str]]") -> str:
    """What the act answers, at a node that serves nobody."""

    async def run(settings: "Settings") -> str:
        from rondel.server.startup.app import open_node

        async with open_node(settings) as (cells, _):
            await cells.node.moderation_cache.refresh()
            return await act(cells)

    with migrated(database) as settings:
        from rondel.server.errors import ApiError

        try:
            return asyncio.run(run(settings))
        except ApiError as denied:
            raise click.ClickException(f"{denied.message} {denied.hint}") from None


async def _one(node: "NodeContext", who: str) -> "AccountRecord":
    """The account that is meant; one plain line where it is none or several."""
    from rondel.server.flows.accounts.moderation import find_accounts
    from rondel.server.ports.names import skeleton

    found = await find_accounts(node, who)
    same = [each for each in found if each.account.skeleton == skeleton(who)] or found
    if not same:
        raise click.ClickException(
            f"There is no account {who!r}. Write its whole name, its e-mail address or its id; "
            "the person must have been on this server once."
        )
    if len(same) > 1:
        listed = ", ".join(f"{_plain(each.account.name)} {each.account.id}" for each in same[:10])
        raise click.ClickException(f"Several accounts are called like {who!r}. Give the id of one: {listed}")
    return same[0]


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _named(found: "AccountRecord") -> str:
    return f"{_plain(found.account.name)} ({found.account.id})"


def _article(role: str) -> str:
    return f"an {role}" if role == "admin" else f"a {role}"


def _until(until: int | None) -> str:
    return "for good" if until is None else f"until {_time(until)}"


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _plain(text: str) -> str:
    """One line that cannot steer a terminal."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
