"""The link of `rondel demo`: it signs its visitor in as a guest and leads to a new table with bots."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any, Final

from rondel.server.api.context.sessions import cookie
from rondel.server.api.routes.dev import is_from_here
from rondel.server.cells.cells import Cells
from rondel.server.flows.accounts.people import create_guest
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import add_bot, start, take_seat
from rondel.server.ports.people import Account

PATH: Final = "/demo/"
NAME: Final = "Player"


class DemoLink:
    """Each visit opens another table. The path has a secret, so that no other site can lead here."""

    def __init__(self, cells: Cells, game: str, bots: Sequence[str]) -> None:
        self.path = PATH + secrets.token_urlsafe(16)
        self._cells, self._game, self._bots = cells, game, bots
        self._guest: tuple[Account, str] | None = None
        self._one_at_a_time = asyncio.Lock()

    def serves(self, scope: Any) -> bool:
        """Whether this request is for it, from this machine."""
        origins = self._cells.node.settings.origins
        return scope["type"] == "http" and scope["path"] == self.path and is_from_here(scope, origins)

    async def __call__(self, scope: Any, send: Any) -> None:
        """Open a table, sit down there with the bots, begin; then send the browser to it."""
        async with self._one_at_a_time:
            if self._guest is None:
                self._guest = await create_guest(self._cells.node, NAME)
            account, token = self._guest
            table = await self._begun(account)
        signed_in = cookie(self._cells.node.settings, token, account).to_encoded_header()
        headers = [(b"location", f"/t/{table}".encode()), (b"set-cookie", signed_in[1])]
        headers += [
            (b"content-length", b"0"),
            (b"cache-control", b"no-store"),
            (b"referrer-policy", b"no-referrer"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    async def _begun(self, account: Account) -> str:
        seats = len(self._bots) + 1
        table = await open_table(self._cells, account, game=self._game, seats=seats)
        cell = self._cells.at(table.id)
        await take_seat(cell, account, table.id)
        for level in self._bots:
            await add_bot(cell, account.id, table.id, level=level)
        await start(cell, account.id, table.id)
        return str(table.id)
