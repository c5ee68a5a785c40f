"""A whole game over HTTP alone."""

import asyncio
import random
from typing import Any

from tests.server.visitors import House, Visitor, choose, open_house, settings


async def play_over_http(house: House, players: list[Visitor], table: str, seed: int) -> Any:
    """Random legal moves until it is over; the last view."""
    dice = random.Random(seed)
    async with asyncio.timeout(60):
        while True:
            has_moved = False
            for player in players:
                frame = await player.get(f"/api/tables/{table}/view")
                if frame["status"] != "active":
                    return frame
                if frame["legal"]:
                    answer = await player.act(
                        table, choose(frame["legal"], dice), expected_version=frame["version"]
                    )
                    assert answer.status_code in (200, 409), answer.text
                    has_moved = has_moved or answer.status_code == 200
            if not has_moved:
                await asyncio.sleep(0.05)


async def test_two_play_a_game_over_http_and_anybody_can_verify_it() -> None:
    async with open_house(settings(rate_limits=False)) as house:
        players = [await house.visitor("Ada"), await house.visitor("Bob")]
        table = await house.table(*players)

        last = await play_over_http(house, players, table, seed=4)

        assert last["status"] == "completed"
        scores = await players[1].get(f"/api/game/{table}/scores")
        assert scores["phase"] == "completed"
        assert len(scores["scores"]) == 2
        transcript = await players[0].ask("GET", f"/api/tables/{table}/transcript")
        assert transcript.status_code == 200
        assert transcript.text.count("\n") >= last["version"] + 2
        again = await players[1].post(f"/api/tables/{table}/rematch")
        assert again["rematchOf"] == table
        assert (await players[0].post(f"/api/tables/{table}/rematch"))["id"] == again["id"]
