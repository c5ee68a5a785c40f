"""The link of `rondel demo`: it signs its visitor in as a guest and leads to a new table with bots."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any, Final

from rondel.server.api.dev import is_from_here
from rondel.server.api.sessions import cookie
from rondel.server.flows.open_table import open_table
from rondel.server.flows.people import arrive
from rondel.server.flows.seats import add_bot, start, take_seat
from rondel.server.node import Node
from rondel.server.ports import Account

PATH: Final = "/demo/"
NAME: Final = "Player"


class DemoLink:
    """Each visit opens another table. The path has a secret, so that no other site can lead here."""

    def __init__(self, node: Node, game: str, bots: Sequence[str]) -> None:
        self.path = PATH + secrets.token_urlsafe(16)
        self._node, self._game, self._bots = node, game, bots
        self._guest: tuple[Account, str] | None = None
        self._one_at_a_time = asyncio.Lock()

    def serves(self, scope: Any) -> bool:
        """Whether this request is for it, from this machine."""
        origins = self._node.settings.origins
        return scope["type"] == "http" and scope["path"] == self.path and is_from_here(scope, origins)

    async def __call__(self, scope: Any, send: Any) -> None:
        """Open a table, sit down there with the bots, begin; then send the browser to it."""
        async with self._one_at_a_time:
            if self._guest is None:
                self._guest = await arrive(self._node, NAME)
            account, token = self._guest
            table = await self._begun(account)
        signed_in = cookie(self._node.settings, token, account).to_encoded_header()
        headers = [(b"location", f"/t/{table}".encode()), (b"set-cookie", signed_in[1])]
        headers += [
            (b"content-length", b"0"),
            (b"cache-control", b"no-store"),
            (b"referrer-policy", b"no-referrer"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    async def _begun(self, account: Account) -> str:
        node, seats = self._node, len(self._bots) + 1
        table = await open_table(node, account, game=self._game, seats=seats)
        node = node.cells.at(table.id)
        await take_seat(node, account, table.id)
        for level in self._bots:
            await add_bot(node, account.id, table.id, level=level)
        await start(node, account.id, table.id)
        return str(table.id)
