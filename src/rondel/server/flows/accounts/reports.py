"""Reports, mutes and blocks between players."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.cells.cell import Cell
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.play.chat import SHOWN, latest
from rondel.server.flows.play.watch import look_at
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.ids import new_id
from rondel.server.ports.moderation import BlockKind, Report
from rondel.server.ports.people import Account
from rondel.server.settings import Rate

REPORTS: Final = Rate(10, 3_600_000)
BEFORE, AFTER = 12, 8
"""How many lines around the one that is meant go with a report."""

MOST_BLOCKED: Final = 500


async def report(
    cell: Cell, account: UUID, table: UUID, text: str, *, seat: Seat | None, line: int | None, key: str | None
) -> None:
    """Report a player to the moderators, with the surrounding chat."""
    about, lines = await _meant(cell, account, table, seat, line, key)
    wait_ms = await cell.node.limits.take(f"reports:{account}", burst=REPORTS.burst, per_ms=REPORTS.per_ms)
    if wait_ms:
        raise ApiError.of("TOO_MANY", after_ms=wait_ms)
    cleaned = "".join(char if char.isprintable() or char == "\n" else " " for char in text).strip()
    ids = tuple(each.id for each in lines)
    await cell.node.moderation.report(
        Report(new_id(), account, about, table, line, ids, cleaned, cell.now.ms())
    )


async def block(
    cell: Cell,
    account: UUID,
    table: UUID,
    kind: BlockKind | None,
    *,
    seat: Seat | None,
    line: int | None,
    key: str | None,
) -> None:
    """Block or mute a player at a table; None removes both."""
    about, _ = await _meant(cell, account, table, seat, line, key)
    if kind is not None and len(await cell.node.blocks.blocked(account)) >= MOST_BLOCKED:
        raise ApiError.of(
            "TOO_MANY", f"You have blocked {MOST_BLOCKED} people.", "Unblock some of them first."
        )
    await cell.node.blocks.block(account, about, kind, at=cell.now.ms())


async def change_block(node: NodeContext, account: UUID, other: UUID, kind: BlockKind | None) -> None:
    """Change the block of an account; None removes it."""
    if other not in await node.blocks.blocked(account):
        raise ApiError.of("NOTHING_TO_DO", "You have not blocked this account.")
    await node.blocks.block(account, other, kind, at=node.now.ms())


async def blocked(node: NodeContext, account: UUID) -> Sequence[tuple[Account, BlockKind]]:
    """Return the accounts that this account has blocked, by name."""
    found: Mapping[UUID, BlockKind] = await node.blocks.blocked(account)
    people = [(await node.people.account(other), kind) for other, kind in found.items()]
    there = [(person, kind) for person, kind in people if person is not None]
    return sorted(there, key=lambda each: (each[0].name, each[0].id))


async def readable(node: NodeContext, account: UUID, lines: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
    """Return the messages without those of blocked players."""
    hidden = await node.blocks.blocked(account)
    return [line for line in lines if line.account not in hidden]


async def _meant(
    cell: Cell, account: UUID, table: UUID, seat: Seat | None, line: int | None, key: str | None
) -> tuple[UUID, Sequence[ChatMessage]]:
    """Return the reported account and the surrounding chat. Raises ApiError for nobody, or for the caller."""
    found, _ = await look_at(cell, account, table, key)
    lines = await latest(cell, table, limit=SHOWN)
    if line is not None:
        index = next((index for index, each in enumerate(lines) if each.id == line), None)
        who = None if index is None else lines[index].account
        around = lines if index is None else lines[max(index - BEFORE, 0) : index + AFTER]
    else:
        who = next((place.account for place in found.places if place.seat == seat), None)
        around = lines[-BEFORE - AFTER :]
    if who is None:
        raise ApiError.of("UNKNOWN_PLAYER", "That seat or message does not belong to a person.")
    if who == account:
        raise ApiError.of("NOT_ALLOWED", "You cannot report or block yourself.", "Choose another player.")
    return who, around
