"""The doors of moderators. To everybody else they are not there: `hidden` makes them an unknown address."""

from typing import Any, Final, TypeAlias
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, SkipValidation

from rondel.server.answers import Denied
from rondel.server.api.asked_of_people import (
    Announce,
    BanAccount,
    BanNetwork,
    GrantRole,
    MakeInvite,
    Reason,
    RenameAccount,
    UnbanNetwork,
)
from rondel.server.api.door import Door
from rondel.server.api.provide import TableId, TheDoor, signed_at
from rondel.server.api.told_of_people import (
    ActLine,
    AdminAccountDetails,
    AdminAccountTold,
    AdminTableTold,
    BanTold,
    InviteTold,
    ReportTold,
    StaffTold,
    account_shown,
    act_shown,
    ban_told,
    details_shown,
    invite_told,
    report_shown,
    table_shown,
)
from rondel.server.flows import moderation
from rondel.server.flows.moderation import By
from rondel.server.ports import Unavailable

PATH: Final = "/api/admin"
NOWHERE: Final = "/api/nothing/is/here"
"""An address that no call has, and that looks like one."""

Staff: TypeAlias = NamedDependency[SkipValidation[By]]
AccountId: TypeAlias = FromPath[UUID]


def is_admin_path(path: str) -> bool:
    """Whether a call is one of these."""
    return path == PATH or path.startswith(f"{PATH}/")


async def hidden(door: Door, scope: Any) -> Any:
    """The scope of a call to these doors: as it is for moderators, that of an unknown address for others."""
    nowhere = {**scope, "path": NOWHERE, "raw_path": NOWHERE.encode()}
    try:
        account = (await signed_at(door, scope)).account.id
    except (Denied, Unavailable):
        return nowhere
    role = door.node.standing.role_of(account)
    if role is None:
        return nowhere
    scope["state"]["staff"] = By(account, role)
    return scope


async def the_staff(request: Request[Any, Any, Any], door: TheDoor) -> By:
    """The moderator who asks. Each asks so often, and no oftener."""
    by: By = request.scope["state"]["staff"]
    await door.limit("calls", str(by.account), door.node.settings.calls)
    return by


@get("/")
async def who(staff: Staff) -> StaffTold:
    """What I may do here."""
    return StaffTold(staff.role)


@get("/reports")
async def reports(door: TheDoor, staff: Staff, settled: FromQuery[bool] = False) -> list[ReportTold]:
    """Reports that wait, the oldest first; or those that were settled."""
    found = await moderation.reports(door.node, is_open=not settled)
    return [report_shown(report, staff.role) for report in found]


@post("/reports/{report:uuid}/settle", status_code=204)
async def settle(door: TheDoor, staff: Staff, report: FromPath[UUID], data: JSONBody[Reason]) -> None:
    """The report was dealt with."""
    await moderation.settle(door.node, staff, report, reason=data.reason)


@get("/accounts")
async def accounts(door: TheDoor, staff: Staff, search: FromQuery[str] = "") -> list[AdminAccountTold]:
    """Accounts by the beginning of a name, by an e-mail address or by an id."""
    found = await moderation.find_accounts(door.node, search[:200])
    return [account_shown(record, staff.role) for record in found]


@get("/accounts/{account:uuid}")
async def account(door: TheDoor, staff: Staff, account: AccountId) -> AdminAccountDetails:
    """One account, with its sessions and tables."""
    return details_shown(await moderation.look_at_account(door.node, account), staff.role)


@post("/accounts/{account:uuid}/ban", status_code=204)
async def ban(door: TheDoor, staff: Staff, account: AccountId, data: JSONBody[BanAccount]) -> None:
    """Keep an account out."""
    await moderation.ban(door.node, staff, account, reason=data.reason, until=data.until)


@post("/accounts/{account:uuid}/unban", status_code=204)
async def unban(door: TheDoor, staff: Staff, account: AccountId, data: JSONBody[Reason]) -> None:
    """Let an account in again."""
    await moderation.unban(door.node, staff, account, reason=data.reason)


@post("/accounts/{account:uuid}/rename", status_code=204)
async def rename(door: TheDoor, staff: Staff, account: AccountId, data: JSONBody[RenameAccount]) -> None:
    """Give an account another name."""
    await moderation.rename(door.node, staff, account, data.name, reason=data.reason)


@post("/accounts/{account:uuid}/sign-out", status_code=204)
async def sign_out(door: TheDoor, staff: Staff, account: AccountId, data: JSONBody[Reason]) -> None:
    """End all sessions of an account."""
    door.sockets.end(await moderation.end_sessions(door.node, staff, account, reason=data.reason))


@post("/accounts/{account:uuid}/role", status_code=204)
async def grant(door: TheDoor, staff: Staff, account: AccountId, data: JSONBody[GrantRole]) -> None:
    """Make an account a moderator or an admin, or neither."""
    await moderation.grant(door.node, staff, account, data.role, reason=data.reason)


@get("/networks")
async def networks(door: TheDoor, staff: Staff) -> list[BanTold]:
    """Networks that are banned."""
    return [ban_told(ban) for ban in door.node.standing.networks]


@post("/networks/ban", status_code=204)
async def ban_network(door: TheDoor, staff: Staff, data: JSONBody[BanNetwork]) -> None:
    """Keep out all addresses of a network."""
    await moderation.ban_network(door.node, staff, data.network, reason=data.reason, until=data.until)


@post("/networks/unban", status_code=204)
async def unban_network(door: TheDoor, staff: Staff, data: JSONBody[UnbanNetwork]) -> None:
    """Let a network in again."""
    await moderation.unban_network(door.node, staff, data.network, reason=data.reason)


@get("/tables")
async def tables(door: TheDoor, staff: Staff, search: FromQuery[str] = "") -> list[AdminTableTold]:
    """Halted tables; or the one with this code or id."""
    return [table_shown(table) for table in await moderation.find_tables(door.node, search[:200])]


@post("/tables/{table:uuid}/resume", status_code=204)
async def resume(door: TheDoor, staff: Staff, table: TableId, data: JSONBody[Reason]) -> None:
    """Let a halted table go on."""
    await moderation.resume(door.node, staff, table, reason=data.reason)


@post("/tables/{table:uuid}/close", status_code=204)
async def close(door: TheDoor, staff: Staff, table: TableId, data: JSONBody[Reason]) -> None:
    """End a table as it stands."""
    await moderation.close(door.node, staff, table, reason=data.reason)


@post("/tables/{table:uuid}/chat/{line:int}/remove", status_code=204)
async def remove_line(
    door: TheDoor, staff: Staff, table: TableId, line: FromPath[int], data: JSONBody[Reason]
) -> None:
    """Take a line out of the chat, for everybody."""
    if not 0 <= line < 2**63:
        raise Denied.of("NOTHING_TO_DO", "There is no such line.")
    await moderation.remove_line(door.node, staff, table, line, reason=data.reason)


@post("/announcement", status_code=204)
async def announce(door: TheDoor, staff: Staff, data: JSONBody[Announce]) -> None:
    """Tell everybody something, or take it back."""
    await moderation.announce(
        door.node, staff, data.text, is_maintenance=data.kind == "maintenance", until=data.until
    )


@get("/invites")
async def invites(door: TheDoor, staff: Staff) -> list[InviteTold]:
    """Invitations that can still be used."""
    return [invite_told(invite) for invite in await moderation.invites(door.node)]


@post("/invites", status_code=200)
async def invite(door: TheDoor, staff: Staff, data: JSONBody[MakeInvite]) -> InviteTold:
    """Invite people to this server; the link is in the answer, and nowhere else."""
    made, link = await moderation.invite(
        door.node, staff, uses=data.uses, until=data.until, reason=data.reason
    )
    return invite_told(made, link)


@post("/invites/{invite:uuid}/withdraw", status_code=204)
async def withdraw(door: TheDoor, staff: Staff, invite: FromPath[UUID], data: JSONBody[Reason]) -> None:
    """Nobody else comes in by this invitation."""
    await moderation.withdraw(door.node, staff, invite, reason=data.reason)


@get("/audit")
async def audit(door: TheDoor, staff: Staff, before: FromQuery[int | None] = None) -> list[ActLine]:
    """What moderators did, the newest first."""
    if before is not None and not 0 <= before < 2**63:
        before = None
    return [act_shown(line) for line in await moderation.log(door.node, before)]


HANDLERS: tuple[Any, ...] = (
    *(who, reports, settle, accounts, account, ban, unban, rename, sign_out, grant),
    *(networks, ban_network, unban_network, tables, resume, close, remove_line, announce, audit),
    *(invites, invite, withdraw),
)
