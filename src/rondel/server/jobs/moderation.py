"""Follows what moderators do at other nodes and on the command line."""

import asyncio

from rondel.server.flows.moderation import follow
from rondel.server.node import Node
from rondel.server.ports import Unavailable
from rondel.server.standing import ACTS_MS


async def follow_acts(node: Node) -> None:
    """For ever: learn of bans, roles and announcements, and tell watchers of lines that were removed."""
    while True:
        await asyncio.sleep(ACTS_MS / 1000)
        try:
            await follow(node)
        except Unavailable:
            continue
