"""What other nodes did: heard on the bus at once, and read off the journal soon if the bus has lost it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from uuid import UUID

from rondel.server.answers import Denied
from rondel.server.flows.watch import fresh
from rondel.server.node import Node
from rondel.server.ports import Unavailable

LOBBY_EVERY: Final = 10
"""In every so manieth round those who wait at a table that has not begun are told who sits there."""


async def hear(node: Node, hear_chat: Callable[[UUID], Awaitable[None]]) -> None:
    """For ever: bring watchers up to date, and forget what is older than it should be."""
    async for table, version in node.bus.heard():
        is_watched = table in node.hub.tables()
        if is_watched:
            node.hub.moved(table, version)
        if version == 0:
            await _tell(hear_chat, table, is_watched=is_watched)
            await _look_again(node, table)
        elif not is_watched:
            sitting = node.live.get(table)
            if sitting is not None and sitting.version < version:
                node.live.forget(table)


async def _tell(hear_chat: Callable[[UUID], Awaitable[None]], table: UUID, *, is_watched: bool) -> None:
    if is_watched:
        try:
            await hear_chat(table)
        except Unavailable:
            return


async def _look_again(node: Node, table: UUID) -> None:
    """A bot may play for somebody there now, or the table may have been ended."""
    if node.live.get(table) is None:
        return
    try:
        await fresh(node, table)
    except (Denied, Unavailable):
        return


async def poll_heads(node: Node, nobody: UUID) -> None:
    """For ever: whoever is behind the head of a table is brought up to date, by whatever it was missed."""
    rounds = 0
    while True:
        await asyncio.sleep(node.settings.heads_ms / 1000)
        rounds += 1
        tables = list(node.hub.tables())
        if not tables:
            continue
        try:
            await _see_epoch(node, nobody)
            heads = await node.journal.heads(tables)
        except Unavailable:
            continue
        for table, head in heads.items():
            if head > 0 and _is_behind(node, table, head):
                node.hub.moved(table, head)
            elif head == 0 and rounds % LOBBY_EVERY == 0:
                node.hub.moved(table)


def _is_behind(node: Node, table: UUID, head: int) -> bool:
    return any(watcher.last is None or watcher.last < head for watcher in node.hub.watchers(table))


async def _see_epoch(node: Node, nobody: UUID) -> None:
    """After a restore nothing that was sent is worth anything: everybody is sent everything."""
    look = await node.journal.look(nobody)
    if look.epoch <= node.epoch:
        return
    node.epoch = look.epoch
    for table in list(node.hub.tables()):
        node.live.forget(table)
        for watcher in node.hub.watchers(table):
            watcher.last = None
