"""Whole games of the acceptance run, and all that was seen of them."""

import asyncio
import time
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from tests.acceptance.client import Client, ReceivedFrame, opened
from tests.acceptance.mind import Mind
from tests.load.lateness import Span

Pause: TypeAlias = Callable[[], Awaitable[None]]


class Made(NamedTuple):
    """An action that a player sent: when, what, and what the server answered."""

    sent_at: float
    seat: int
    kind: str
    power: str | None
    status: int
    code: str | None
    version: int


@dataclass
class Game:
    """A game, and what is seen of it: `frames` has the frames of every seat, then those of a spectator."""

    seats: int
    table: str = ""
    made: list[Made] = field(default_factory=list)
    frames: list[list[ReceivedFrame]] = field(default_factory=list)
    seconds: float = 0.0
    scores: dict[str, Any] = field(default_factory=dict)

    def public_events(self) -> list[dict[str, Any]]:
        """What everybody was told, as the spectator heard it."""
        return [event for received in self.frames[-1] for event in received.frame.get("events", ())]

    def pushes(self, now: float) -> list[Span]:
        """From the POST of each action to every socket at the table; until now if it has not come."""
        found = []
        for frames in self.frames:
            versions = [
                (received.frame["version"], received.at) for received in frames if "version" in received.frame
            ]
            for made in self.made:
                if made.status == 200:
                    index = bisect_left(versions, (made.version, 0.0))
                    at = versions[index][1] if index < len(versions) else now
                    found.append(Span(made.sent_at, at))
        return found


async def whole_game(
    game: Game, clients: Sequence[Client], spectator: Client, seed: int, pause: Pause
) -> None:
    """Create, join, play, powers, Cambio, scores; its seconds count from the first request to the scores."""
    began = time.perf_counter()
    listeners = (*clients, spectator)
    game.frames = [client.frames for client in listeners]
    game.table = table = await opened(clients)
    await asyncio.gather(*(client.listen(table) for client in listeners))
    await asyncio.gather(
        *(_play(game, client, Mind(seed * 10 + seat), pause) for seat, client in enumerate(clients))
    )
    await spectator.until(lambda received: bool(received.events("GAME_COMPLETED", "GAME_ABANDONED")))
    game.scores = await clients[0].get(f"/api/game/{table}/scores")
    game.seconds = time.perf_counter() - began
    await asyncio.gather(*(client.hang_up() for client in listeners))


async def _play(game: Game, client: Client, mind: Mind, pause: Pause) -> None:
    """Do what is legal, as long as there is something."""
    seat, read = client.frame["view"]["you"], 0
    while True:
        for received in client.frames[read:]:
            mind.hear(received.frame, seat)
        read = len(client.frames)
        frame = client.frame
        if frame["status"] != "active":
            return
        if not frame["legal"]:
            await client.changed(1.0)
            continue
        await pause()
        if client.frame is frame:
            await _make(game, client, seat, mind.choose(frame))


async def _make(game: Game, client: Client, seat: int, action: Any) -> None:
    """Send one action, and wait until one's own socket has it."""
    sent_at = time.perf_counter()
    answer = await client.do(game.table, action, client.frame["version"])
    body = answer.json()
    version = body["version"] or 0
    power = action.get("payload", {}).get("powerType")
    game.made.append(
        Made(sent_at, seat, action["type"], power, answer.status_code, body.get("code"), version)
    )
    while client.frame["version"] < version:
        await client.changed(1.0)


async def called_at_once(clients: Sequence[Client], table: str) -> dict[str, Any]:
    """The shortest game, by requests alone: the first calls, the others draw and discard; its scores."""
    for client in clients:
        await client.do(table, {"type": "CONFIRM_INITIAL_VIEW"})
    await client_must(clients[0], table, {"type": "CALL_CAMBIO"})
    for client in clients[1:]:
        await client_must(client, table, {"type": "DRAW_CARD", "payload": {"source": "deck"}})
        response = await client_must(client, table, {"type": "DISCARD_CARD"})
        if response["view"]["power"] is not None:
            await client_must(client, table, {"type": "SKIP_POWER"})
    scores: dict[str, Any] = await clients[0].get(f"/api/game/{table}/scores")
    return scores


async def client_must(client: Client, table: str, action: Any) -> Any:
    """An action that is legal, and its answer."""
    answer = await client.do(table, action)
    assert answer.status_code == 200, answer.text
    return answer.json()
