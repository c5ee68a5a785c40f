"""Players with two racing tabs per seat, who send some frames twice and remember every answer."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rondel.client import (
    Backoff,
    Client,
    ClientRejectedError,
    Http,
    Memory,
    PendingMove,
    ServerUnreachableError,
    TableView,
)
from rondel.client.create_guest import create_guest
from rondel.wire.protocol import Ack

T = TypeVar("T")

DUPLICATED = 0.15
OPTIONS = {"turnMs": 600_000, "powerDecisionMs": 600_000, "snap": "first", "snapWindowMs": 1500}


@dataclass
class Ledger:
    """What the players were told: the version of every id that was acknowledged."""

    acks: dict[tuple[str, str], set[int]] = field(default_factory=dict)
    frames: int = 0
    duplicated: int = 0
    nacks: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def ack(self, ack: Ack) -> None:
        self.acks.setdefault((ack.table, ack.id), set()).add(ack.version)


class Tab(Client):
    """A tab that sends some moves twice."""

    def __init__(self, url: str, token: str, ledger: Ledger, rng: random.Random) -> None:
        super().__init__(url, token, Memory(), 3.0, 5.0, Backoff(most_s=1.0))
        self._ledger = ledger
        self._rng = rng

    async def _send_move(self, move: PendingMove) -> None:
        is_new = self._socket is not None and move.id not in self._under_way
        await super()._send_move(move)
        if not is_new:
            return
        self._ledger.frames += 1
        if self._rng.random() < DUPLICATED:
            self._ledger.duplicated += 1
            self._under_way.discard(move.id)
            await super()._send_move(move)

    def _take(self, frame: Any) -> None:
        if frame.get("type") == "ack":
            self._ledger.ack(Ack(frame["id"], frame["table"], frame["version"], frame["duplicate"]))
        super()._take(frame)


class Player:
    """A guest with an account."""

    def __init__(self, http: Http, token: str) -> None:
        self.http = http
        self.token = token

    @classmethod
    async def arrived(cls, url: str, name: str) -> "Player":
        while True:
            try:
                token = await create_guest(url, name)
            except (ServerUnreachableError, ClientRejectedError):
                await asyncio.sleep(0.1)
                continue
            return cls(Http(url, token), token)

    async def asks(self, method: str, path: str, body: Any = None) -> Any:
        return await insisting(lambda: self.http.ask(method, path, body))


async def insisting(ask: Callable[[], Awaitable[Any]]) -> Any:
    """Ask until there is an answer: nodes die."""
    for _ in range(200):
        try:
            answer = await ask()
        except ServerUnreachableError:
            await asyncio.sleep(0.1)
            continue
        if answer.status < 300:
            return answer.json()
        if answer.status not in (429, 503):
            raise RuntimeError(f"{answer.status} {answer.content!r}")
        await asyncio.sleep(0.1)
    raise RuntimeError("no answer")


async def opened(who: list[Player], **options: Any) -> str:
    """A table of Cambio that has begun, with these players."""
    host = who[0]
    body = {"game": "cambio", "options": {**OPTIONS, **options, "seats": len(who)}, "access": "unlisted"}
    table: str = (await host.asks("POST", "/api/tables", body))["id"]
    for player in who:
        await player.asks("POST", f"/api/tables/{table}/seat", {})
        await player.asks("POST", f"/api/tables/{table}/ready", {"isReady": True})
    await host.asks("POST", f"/api/tables/{table}/start", {})
    return table


class Seat:
    """A player's two tabs at one table."""

    def __init__(
        self,
        url: str,
        player: Player,
        table: str,
        ledger: Ledger,
        rng: random.Random,
        tab: type[Tab] = Tab,
    ) -> None:
        self.player = player
        self.table = table
        self.tabs = [tab(url, player.token, ledger, random.Random(rng.random())) for _ in range(2)]
        self.views: list[TableView] = []
        self._ledger = ledger
        self._rng = rng
        self._running = [asyncio.create_task(tab.run()) for tab in self.tabs]

    async def play(self, think_s: float, stop: asyncio.Event) -> None:
        """Both tabs play, racing each other, until the game has ended or everybody stops."""
        self.views = [await tab.sit(self.table) for tab in self.tabs]
        await asyncio.gather(
            *(self._tab(tab, view, think_s, stop) for tab, view in zip(self.tabs, self.views, strict=True))
        )

    async def _tab(self, tab: Tab, view: TableView, think_s: float, stop: asyncio.Event) -> None:
        while view.status in ("open", "active") and not stop.is_set():
            if not view.legal:
                await _soon(view)
                continue
            await asyncio.sleep(self._rng.uniform(0, think_s))
            if not view.legal:
                continue
            answer = await tab.act(self.table, chosen(view.legal, self._rng), expected_version=view.version)
            if not isinstance(answer, Ack):
                self._ledger.nacks[answer.code] += 1

    async def close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _soon(view: TableView) -> None:
    """Until something has changed, or a moment has passed."""
    try:
        async with asyncio.timeout(0.5):
            await anext(view.changes())
    except (TimeoutError, ClientRejectedError):
        pass


def chosen(legal: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """Anything, but Cambio seldom, so that games last a while."""
    calm = [action for action in legal if action["type"] != "CALL_CAMBIO"]
    return rng.choice(calm) if calm and rng.random() < 0.97 else rng.choice(legal)
