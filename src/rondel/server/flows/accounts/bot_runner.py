"""The bot runner: an account of the server's own, which may ask which moves bots owe."""

import secrets
from typing import Final
from uuid import UUID, uuid4

from rondel.kernel import Ms
from rondel.server.cells.node_context import NodeContext
from rondel.server.flows.accounts.mail_addresses import hashed
from rondel.server.flows.accounts.people import DAY_MS
from rondel.server.ports.people import Account, Session

BOT_RUNNER: Final = UUID("5a0a2f6e-7b5c-5d0b-8f3e-2f0c6b1d9e47")

LONGER_THAN_ANY_NAME: Final = "the bot runner of this server, which plays its bots"
"""What its name looks like: nothing that a person may be called."""

TOKEN_MS: Final[Ms] = 365 * DAY_MS


async def new_token(node: NodeContext, label: str, *, lives_ms: Ms = TOKEN_MS) -> tuple[str, UUID]:
    """A token by which a process may keep the bots, and the session to revoke it by."""
    now, token = node.now.ms(), secrets.token_urlsafe(32)
    if await node.people.account(BOT_RUNNER) is None:
        await node.people.add(Account(BOT_RUNNER, "Bot runner", LONGER_THAN_ANY_NAME, now, kind="bot_runner"))
    session = Session(uuid4(), BOT_RUNNER, hashed(token), "bearer", label, now, now, now + lives_ms)
    await node.people.open_session(session)
    return token, session.id


async def revoke_token(node: NodeContext, session: UUID) -> None:
    """The process has ended, and its token with it."""
    await node.people.revoke(BOT_RUNNER, session)
