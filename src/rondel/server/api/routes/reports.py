"""What players do about each other, over HTTP: report, mute, block. And what everybody is told."""

from typing import Any
from uuid import UUID

from litestar import get, post
from litestar.params import FromPath, JSONBody

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Api, Caller, Key, TableId
from rondel.server.api.moderation_responses import AnnouncementResponse, BlockResponse, announcement_response
from rondel.server.api.requests import BlockPlayer, ReportPlayer, Unblock
from rondel.server.flows.accounts import reports


@post("/tables/{table:uuid}/reports", status_code=204)
async def report(
    api: Api, signed: Caller, table: TableId, data: JSONBody[ReportPlayer], key: Key = None
) -> None:
    """Tell moderators that somebody here has misbehaved. The lines of chat around it go with it."""
    account = signed.account.id
    await reports.report(
        api.cells.at(table), account, table, data.text, seat=data.seat, line=data.line, key=key
    )


@post("/tables/{table:uuid}/blocks", status_code=204)
async def block(
    api: Api, signed: Caller, table: TableId, data: JSONBody[BlockPlayer], key: Key = None
) -> None:
    """Do not show me what this person says; nor let them sit down at tables of mine."""
    account = signed.account.id
    await reports.block(
        api.cells.at(table), account, table, data.kind, seat=data.seat, line=data.line, key=key
    )
    await _hide(api, account)


@get("/me/blocks")
async def blocks(api: Api, signed: Caller) -> list[BlockResponse]:
    """Whom I have blocked."""
    found = await reports.blocked(api.node, signed.account.id)
    return [BlockResponse(account.id, account.name, kind) for account, kind in found]


@post("/me/blocks/{account:uuid}", status_code=204)
async def change_block(api: Api, signed: Caller, account: FromPath[UUID], data: JSONBody[Unblock]) -> None:
    """Block this account otherwise, or no more."""
    await reports.change_block(api.node, signed.account.id, account, data.kind)
    await _hide(api, signed.account.id)


@get("/announcement")
async def announcement(api: Api) -> AnnouncementResponse:
    """What everybody is told now."""
    return announcement_response(api.node.moderation_cache.announcement)


async def _hide(api: ApiContext, account: UUID) -> None:
    api.sockets.hide(account, frozenset(await api.node.blocks.blocked(account)))


HANDLERS: tuple[Any, ...] = (report, block, blocks, change_block, announcement)
