"""Follows what moderators do at other nodes and on the command line."""

import asyncio

from rondel.server.cells.cells import Cells
from rondel.server.cells.moderation_cache import ACTS_MS
from rondel.server.flows.accounts.moderation import follow
from rondel.server.ports.value import StoreUnavailableError


async def follow_acts(cells: Cells) -> None:
    """For ever: learn of bans, roles and announcements, and tell watchers of lines that were removed."""
    while True:
        await asyncio.sleep(ACTS_MS / 1000)
        try:
            await follow(cells)
        except StoreUnavailableError:
            continue
