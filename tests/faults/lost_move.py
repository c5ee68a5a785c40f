"""A table nobody watches: its last move is lost with one node still remembering it."""

import random
from collections.abc import Sequence
from uuid import uuid4

from rondel.client import Http, ServerUnreachableError
from rondel.wire.protocol import Ack
from tests.faults.fleet import ServerNode
from tests.faults.players import Ledger, Player, chosen, opened


class LostMove:
    """Played by HTTP through one node before the kill, then through the other, then through the first again.

    Nothing has told the first node that its move is lost, so it is tempted to build on it.
    """

    def __init__(self, url: str, nodes: Sequence[ServerNode], ledger: Ledger, rng: random.Random) -> None:
        self._url = url
        self._nodes = nodes
        self._ledger = ledger
        self._rng = rng
        self._players: list[Player] = []
        self.table = ""
        self.tables: list[str] = []

    async def open(self) -> None:
        """A table of its own, before anything is lost."""
        self._players = [await Player.arrived(self._url, f"Quiet {name}") for name in "ab"]
        self.table = await opened(self._players)
        self.tables.append(self.table)

    @property
    def token(self) -> str:
        return self._players[0].token

    async def lose(self) -> None:
        """One move through the first node; it will be lost."""
        await self._move(self._nodes[0])

    async def tempt(self) -> None:
        """One move through the second node, in place of the lost one, then one through the first."""
        await self._move(self._nodes[1])
        await self._move(self._nodes[0])

    async def _move(self, node: ServerNode) -> None:
        """One legal move; a refusal is fine, for the node may find out in time what it lacks."""
        path = f"/api/tables/{self.table}"
        for player in self._players:
            http = Http(node.url, player.token)
            try:
                seen = await http.ask("GET", f"{path}/view", within_s=5)
                legal = seen.json()["legal"] if seen.status == 200 else []
                if not legal:
                    continue
                body = {
                    "id": str(uuid4()),
                    "action": chosen(legal, self._rng),
                    "expectedVersion": seen.json()["version"],
                }
                answer = await http.ask("POST", f"{path}/act", body, within_s=5)
            except ServerUnreachableError:
                continue
            if answer.status == 200:
                self._ledger.ack(Ack(body["id"], self.table, answer.json()["version"], False))
                return
