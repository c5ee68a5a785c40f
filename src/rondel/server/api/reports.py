"""What players do about each other, over HTTP: report, mute, block. And what everybody is told."""

from typing import Any
from uuid import UUID

from litestar import get, post
from litestar.params import FromPath, JSONBody

from rondel.server.api.asked_of_people import BlockPlayer, ReportPlayer, Unblock
from rondel.server.api.door import Door
from rondel.server.api.provide import Key, TableId, TheDoor, WhoAsks
from rondel.server.api.told_of_people import AnnouncementTold, BlockTold, announcement_told
from rondel.server.flows import reports


@post("/tables/{table:uuid}/reports", status_code=204)
async def report(
    door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[ReportPlayer], key: Key = None
) -> None:
    """Tell moderators that somebody here has misbehaved. The lines of chat around it go with it."""
    account = signed.account.id
    await reports.report(door.node, account, table, data.text, seat=data.seat, line=data.line, key=key)


@post("/tables/{table:uuid}/blocks", status_code=204)
async def block(
    door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[BlockPlayer], key: Key = None
) -> None:
    """Do not show me what this person says; nor let them sit down at tables of mine."""
    account = signed.account.id
    await reports.block(door.node, account, table, data.kind, seat=data.seat, line=data.line, key=key)
    await _hide(door, account)


@get("/me/blocks")
async def blocks(door: TheDoor, signed: WhoAsks) -> list[BlockTold]:
    """Whom I have blocked."""
    found = await reports.blocked(door.node, signed.account.id)
    return [BlockTold(account.id, account.name, kind) for account, kind in found]


@post("/me/blocks/{account:uuid}", status_code=204)
async def change_block(
    door: TheDoor, signed: WhoAsks, account: FromPath[UUID], data: JSONBody[Unblock]
) -> None:
    """Block this account otherwise, or no more."""
    await reports.change_block(door.node, signed.account.id, account, data.kind)
    await _hide(door, signed.account.id)


@get("/announcement")
async def announcement(door: TheDoor) -> AnnouncementTold:
    """What everybody is told now."""
    return announcement_told(door.node.standing.announcement)


async def _hide(door: Door, account: UUID) -> None:
    door.sockets.hide(account, frozenset(await door.node.blocks.blocked(account)))


HANDLERS: tuple[Any, ...] = (report, block, blocks, change_block, announcement)
