"""The wheel alone, in a fresh environment, on an empty database: one command serves, and bots play there.

Then without a database: a game that `rondel new` writes is played, too.

uv run python -m tests.server.fresh dist/rondel-*.whl
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rondel.client import Http
from tests.cli.served import moves_of_bots, serving
from tests.cli.walk import walk
from tests.contracts.databases import created, url_of


def main(wheel: str) -> None:
    """Install it with what a server needs, serve, play, stop."""
    with tempfile.TemporaryDirectory() as folder, created() as name:
        fresh = Path(folder) / "fresh"
        _run("uv", "venv", "--quiet", str(fresh))
        python = str(fresh / "bin" / "python")
        _run(
            "uv",
            "pip",
            "install",
            "--quiet",
            "--python",
            python,
            f"rondel[server] @ {Path(wheel).resolve().as_uri()}",
        )
        os.chdir(folder)  # away from the sources
        with serving("--dev", "--database", url_of(name), rondel=[str(fresh / "bin" / "rondel")]) as served:
            ready = asyncio.run(Http(served.url).ask("GET", "/readyz"))
            table, version = asyncio.run(moves_of_bots(served.url))
            code = served.stop()
        _run(str(fresh / "bin" / "rondel"), "doctor", "--database", url_of(name))
        walked = walk(str(fresh / "bin" / "rondel"), Path(folder))
    assert ready.status == 200, ready.content
    assert code == 0, served.lines
    sys.stdout.write(f"A fresh server came up, a bot moved at {table} (version {version}), and it stopped.\n")
    sys.stdout.write(f"A game of one's own: {walked}.\n")


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
