"""Reports and blocks: what players do about each other."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.flows.chat import SHOWN, latest
from rondel.server.flows.watch import look_at
from rondel.server.ids import new_id
from rondel.server.moderation import BlockKind, Report
from rondel.server.node import Node
from rondel.server.ports import Account, ChatMessage
from rondel.server.settings import Rate

REPORTS: Final = Rate(10, 3_600_000)
BEFORE, AFTER = 12, 8
"""How many lines around the one that is meant go with a report."""

MOST_BLOCKED: Final = 500


async def report(
    node: Node, account: UUID, table: UUID, text: str, *, seat: Seat | None, line: int | None, key: str | None
) -> None:
    """Tell moderators that somebody at a table has misbehaved, with the lines of chat around it."""
    about, lines = await _meant(node, account, table, seat, line, key)
    wait_ms = await node.limits.take(f"reports:{account}", burst=REPORTS.burst, per_ms=REPORTS.per_ms)
    if wait_ms:
        raise Denied.of("TOO_MANY", after_ms=wait_ms)
    said = "".join(char if char.isprintable() or char == "\n" else " " for char in text).strip()
    ids = tuple(each.id for each in lines)
    await node.moderation.report(Report(new_id(), account, about, table, line, ids, said, node.now.ms()))


async def block(
    node: Node,
    account: UUID,
    table: UUID,
    kind: BlockKind | None,
    *,
    seat: Seat | None,
    line: int | None,
    key: str | None,
) -> None:
    """Block or mute somebody at a table, or no more."""
    about, _ = await _meant(node, account, table, seat, line, key)
    if kind is not None and len(await node.blocks.blocked(account)) >= MOST_BLOCKED:
        raise Denied.of("TOO_MANY", f"You have blocked {MOST_BLOCKED} people.", "Unblock some of them first.")
    await node.blocks.block(account, about, kind, at=node.now.ms())


async def change_block(node: Node, account: UUID, other: UUID, kind: BlockKind | None) -> None:
    """Block somebody otherwise who is blocked, or no more."""
    if other not in await node.blocks.blocked(account):
        raise Denied.of("NOTHING_TO_DO", "You have not blocked this account.")
    await node.blocks.block(account, other, kind, at=node.now.ms())


async def blocked(node: Node, account: UUID) -> Sequence[tuple[Account, BlockKind]]:
    """Whom the account has blocked, by name."""
    found: Mapping[UUID, BlockKind] = await node.blocks.blocked(account)
    people = [(await node.people.account(other), kind) for other, kind in found.items()]
    there = [(person, kind) for person, kind in people if person is not None]
    return sorted(there, key=lambda each: (each[0].name, each[0].id))


async def readable(node: Node, account: UUID, lines: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
    """The lines without those of people whom the account has blocked."""
    hidden = await node.blocks.blocked(account)
    return [line for line in lines if line.account not in hidden]


async def _meant(
    node: Node, account: UUID, table: UUID, seat: Seat | None, line: int | None, key: str | None
) -> tuple[UUID, Sequence[ChatMessage]]:
    """Who is meant, and the lines of chat around it; Denied if it is nobody, or the asker."""
    found, _ = await look_at(node, account, table, key)
    lines = await latest(node, table, limit=SHOWN)
    if line is not None:
        index = next((index for index, each in enumerate(lines) if each.id == line), None)
        who = None if index is None else lines[index].account
        around = lines if index is None else lines[max(index - BEFORE, 0) : index + AFTER]
    else:
        who = next((place.account for place in found.places if place.seat == seat), None)
        around = lines[-BEFORE - AFTER :]
    if who is None:
        raise Denied.of("UNKNOWN_PLAYER", "No person is meant by that seat or line.")
    if who == account:
        raise Denied.of("NOT_ALLOWED", "That is you.", "Choose somebody else.")
    return who, around
