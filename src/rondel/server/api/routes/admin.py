"""The doors of moderators. To everybody else they are not there.

`hidden` makes them an unknown address, whatever the method; `staff_only` guards each route by itself.
"""

from typing import Any, Final, TypeAlias
from uuid import UUID

from litestar import Request, get, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody, SkipValidation

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Api, TableId, signed_at
from rondel.server.api.moderation_responses import (
    ActLine,
    AdminAccountDetails,
    AdminAccountResponse,
    AdminTableResponse,
    BanResponse,
    InviteResponse,
    ReportResponse,
    StaffResponse,
    account_shown,
    act_shown,
    ban_response,
    details_shown,
    invite_response,
    report_shown,
    table_shown,
)
from rondel.server.api.requests import (
    Announce,
    BanAccount,
    BanNetwork,
    GrantRole,
    MakeInvite,
    Reason,
    RenameAccount,
    UnbanNetwork,
)
from rondel.server.errors import ApiError
from rondel.server.flows.accounts import moderation
from rondel.server.flows.accounts.moderation import ModeratorIdentity
from rondel.server.ports.value import StoreUnavailableError

PATH: Final = "/api/admin"
NOWHERE: Final = "/api/nothing/is/here"
"""An address that no call has, and that looks like one."""

Staff: TypeAlias = NamedDependency[SkipValidation[ModeratorIdentity]]
AccountId: TypeAlias = FromPath[UUID]


def is_admin_path(path: str) -> bool:
    """Whether a normalized path is that of one of these calls."""
    return path == PATH or path.startswith(f"{PATH}/")


async def hidden(api: ApiContext, scope: Any) -> Any:
    """The scope of a call to these doors: as it is for moderators, that of an unknown address for others."""
    nowhere = {**scope, "path": NOWHERE, "raw_path": NOWHERE.encode()}
    try:
        account = (await signed_at(api, scope)).account.id
    except (ApiError, StoreUnavailableError):
        return nowhere
    role = api.node.moderation_cache.role_of(account)
    if role is None:
        return nowhere
    scope["state"]["staff"] = ModeratorIdentity(account, role)
    return scope


async def staff_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Answer as an unknown address does, unless `hidden` has found the caller to be a moderator."""
    if "staff" not in connection.scope["state"]:
        raise NotFoundException


async def the_staff(request: Request[Any, Any, Any], api: Api) -> ModeratorIdentity:
    """Authenticate the moderator; rate-limited per account."""
    by: ModeratorIdentity = request.scope["state"]["staff"]
    await api.limit("calls", str(by.account), api.node.settings.request_rate)
    return by


@get("/")
async def who(staff: Staff) -> StaffResponse:
    """What I may do here."""
    return StaffResponse(staff.role)


@get("/reports")
async def reports(api: Api, staff: Staff, settled: FromQuery[bool] = False) -> list[ReportResponse]:
    """Reports that wait, the oldest first; or those that were settled."""
    found = await moderation.reports(api.cells, is_open=not settled)
    return [report_shown(report, staff.role) for report in found]


@post("/reports/{report:uuid}/settle", status_code=204)
async def settle(api: Api, staff: Staff, report: FromPath[UUID], data: JSONBody[Reason]) -> None:
    """The report was dealt with."""
    await moderation.settle(api.node, staff, report, reason=data.reason)


@get("/accounts")
async def accounts(api: Api, staff: Staff, search: FromQuery[str] = "") -> list[AdminAccountResponse]:
    """Accounts by the beginning of a name, by an e-mail address or by an id."""
    found = await moderation.find_accounts(api.node, search[:200])
    return [account_shown(record, staff.role) for record in found]


@get("/accounts/{account:uuid}")
async def account(api: Api, staff: Staff, account: AccountId) -> AdminAccountDetails:
    """One account, with its sessions and tables."""
    return details_shown(await moderation.look_at_account(api.cells, account), staff.role)


@post("/accounts/{account:uuid}/ban", status_code=204)
async def ban(api: Api, staff: Staff, account: AccountId, data: JSONBody[BanAccount]) -> None:
    """Keep an account out."""
    await moderation.ban(api.cells, staff, account, reason=data.reason, until=data.until)


@post("/accounts/{account:uuid}/unban", status_code=204)
async def unban(api: Api, staff: Staff, account: AccountId, data: JSONBody[Reason]) -> None:
    """Let an account in again."""
    await moderation.unban(api.cells, staff, account, reason=data.reason)


@post("/accounts/{account:uuid}/rename", status_code=204)
async def rename(api: Api, staff: Staff, account: AccountId, data: JSONBody[RenameAccount]) -> None:
    """Give an account another name."""
    await moderation.rename(api.cells, staff, account, data.name, reason=data.reason)


@post("/accounts/{account:uuid}/sign-out", status_code=204)
async def sign_out(api: Api, staff: Staff, account: AccountId, data: JSONBody[Reason]) -> None:
    """End all sessions of an account."""
    api.sockets.end(await moderation.end_sessions(api.cells, staff, account, reason=data.reason))


@post("/accounts/{account:uuid}/role", status_code=204)
async def grant(api: Api, staff: Staff, account: AccountId, data: JSONBody[GrantRole]) -> None:
    """Make an account a moderator or an admin, or neither."""
    await moderation.grant(api.cells, staff, account, data.role, reason=data.reason)


@get("/networks")
async def networks(api: Api, staff: Staff) -> list[BanResponse]:
    """Networks that are banned."""
    return [ban_response(ban) for ban in api.node.moderation_cache.networks]


@post("/networks/ban", status_code=204)
async def ban_network(api: Api, staff: Staff, data: JSONBody[BanNetwork]) -> None:
    """Keep out all addresses of a network."""
    await moderation.ban_network(api.cells, staff, data.network, reason=data.reason, until=data.until)


@post("/networks/unban", status_code=204)
async def unban_network(api: Api, staff: Staff, data: JSONBody[UnbanNetwork]) -> None:
    """Let a network in again."""
    await moderation.unban_network(api.cells, staff, data.network, reason=data.reason)


@get("/tables")
async def tables(api: Api, staff: Staff, search: FromQuery[str] = "") -> list[AdminTableResponse]:
    """Halted tables; or the one with this code or id."""
    return [table_shown(table) for table in await moderation.find_tables(api.cells, search[:200])]


@post("/tables/{table:uuid}/resume", status_code=204)
async def resume(api: Api, staff: Staff, table: TableId, data: JSONBody[Reason]) -> None:
    """Let a halted table go on."""
    await moderation.resume(api.cells, staff, table, reason=data.reason)


@post("/tables/{table:uuid}/close", status_code=204)
async def close(api: Api, staff: Staff, table: TableId, data: JSONBody[Reason]) -> None:
    """End a table as it stands."""
    await moderation.close(api.cells, staff, table, reason=data.reason)


@post("/tables/{table:uuid}/chat/{line:int}/remove", status_code=204)
async def remove_line(
    api: Api, staff: Staff, table: TableId, line: FromPath[int], data: JSONBody[Reason]
) -> None:
    """Take a line out of the chat, for everybody."""
    if not 0 <= line < 2**63:
        raise ApiError.of("NOTHING_TO_DO", "There is no such line.")
    await moderation.remove_line(api.cells, staff, table, line, reason=data.reason)


@post("/announcement", status_code=204)
async def announce(api: Api, staff: Staff, data: JSONBody[Announce]) -> None:
    """Tell everybody something, or take it back."""
    await moderation.announce(
        api.cells, staff, data.text, is_maintenance=data.kind == "maintenance", until=data.until
    )


@get("/invites")
async def invites(api: Api, staff: Staff) -> list[InviteResponse]:
    """Invitations that can still be used."""
    return [invite_response(invite) for invite in await moderation.invites(api.node)]


@post("/invites", status_code=200)
async def invite(api: Api, staff: Staff, data: JSONBody[MakeInvite]) -> InviteResponse:
    """Invite people to this server; the link is in the answer, and nowhere else."""
    made, link = await moderation.invite(
        api.cells, staff, uses=data.uses, until=data.until, reason=data.reason
    )
    return invite_response(made, link)


@post("/invites/{invite:uuid}/withdraw", status_code=204)
async def withdraw(api: Api, staff: Staff, invite: FromPath[UUID], data: JSONBody[Reason]) -> None:
    """Nobody else comes in by this invitation."""
    await moderation.withdraw(api.cells, staff, invite, reason=data.reason)


@get("/audit")
async def audit(api: Api, staff: Staff, before: FromQuery[int | None] = None) -> list[ActLine]:
    """What moderators did, the newest first."""
    if before is not None and not 0 <= before < 2**63:
        before = None
    return [act_shown(line) for line in await moderation.log(api.node, before)]


HANDLERS: tuple[Any, ...] = (
    *(who, reports, settle, accounts, account, ban, unban, rename, sign_out, grant),
    *(networks, ban_network, unban_network, tables, resume, close, remove_line, announce, audit),
    *(invites, invite, withdraw),
)
