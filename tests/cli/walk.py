"""From an empty folder to a move against a bot, with an installed `rondel` and nothing else; timed.

uv run python -m tests.cli.walk PATH/TO/rondel
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from uuid import uuid4

from rondel.client import Http, create_guest
from tests.cli.served import Served, started

GAME = "river_kings"
MOVES = 4
"""After so many versions all three seats have moved."""

COMMANDS = (f"rondel new {GAME} --seats 3-6", f"cd {GAME}", "rondel dev")


def walk(rondel: str, folder: Path) -> str:
    """Write a game, serve it, read its page, play with a bot; what that took, as a sentence."""
    began = time.perf_counter()
    subprocess.run((rondel, "new", GAME, "--seats", "3-6"), cwd=folder, check=True, stdout=subprocess.PIPE)
    with started(rondel, "dev", str(folder / GAME), "--port", "0", "--pace", "0", "--steps", "0") as served:
        served.wait_for("Press Ctrl-C to stop")
        version = asyncio.run(moved(served, GAME))
        took = time.perf_counter() - began
        assert served.stop() == 0, served.lines
    assert not any("Traceback" in line for line in served.lines), served.lines
    return f"{len(COMMANDS)} commands and {took:.1f} s from nothing to version {version} against bots"


async def moved(served: Served, game: str) -> int:
    """How far a new table with bots has come after some moves, of which every seat has made one."""
    address = next(line for line in served.lines if line.startswith("Serving ")).split()[3].rstrip(".")
    url = address.partition("/new/")[0]
    doors = Http(url, await create_guest(url, "Ada"))
    page = await doors.ask("GET", f"/new/{game}")
    assert page.status == 200, page.content
    table = await table_with_bots(doors, game)
    async with asyncio.timeout(120):
        while (version := await look_and_move(doors, table)) < MOVES:
            await asyncio.sleep(0.1)
    return version


async def table_with_bots(doors: Http, game: str) -> str:
    """The address of a table that has begun, with me in the first seat and bots in all others."""
    created = (await doors.ask("POST", "/api/tables", {"game": game, "options": {}})).json()
    table = f"/api/tables/{created['id']}"
    await doors.ask("POST", f"{table}/seat", {})
    for _ in range(created["seats"] - 1):
        await doors.ask("POST", f"{table}/bots", {"level": "careful"})
    await doors.ask("POST", f"{table}/ready", {"isReady": True})
    assert (await doors.ask("POST", f"{table}/start", {})).status == 200
    return table


async def look_and_move(doors: Http, table: str) -> int:
    """Move if it is my turn; the version of the table."""
    view = (await doors.ask("GET", f"{table}/view")).json()
    if not view.get("legal"):
        return int(view["version"])
    body = {"action": view["legal"][0], "id": str(uuid4()), "expectedVersion": view["version"]}
    response = await doors.ask("POST", f"{table}/act", body)
    assert response.status == 200, response.content
    return int(response.json()["version"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        sys.stdout.write(f"{walk(sys.argv[1], Path(empty))}.\n")
