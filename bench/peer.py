"""The peers' side: processes of their own that are warmed up once and then measured in turn with us."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bench.cambio import Count

HERE: Final = Path(__file__).parent / "peers"
_SPIEL_PYTHON: Final = HERE / ".venv" / "bin" / "python"


class Peer:
    """One process that plays for as long as it is told and says how many steps that were."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=HERE,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measured(self, seconds: float) -> Count:
        """So many steps in so much CPU of its own."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return Count(answer["steps"], answer["cpuSeconds"])

    def close(self) -> None:
        """No more is asked."""
        self._process.communicate()


def boardgame_io(work: str, mode: str) -> Peer | None:
    """boardgame.io's reducer (`work` is reducer or views) in Node's `mode`, or None if not installed."""
    if not (HERE / "node_modules" / "boardgame.io").is_dir():
        return None
    try:
        return Peer(["node", "boardgame.js", work], {"NODE_ENV": mode})
    except FileNotFoundError:
        return None


def open_spiel(counted: str) -> Peer | None:
    """OpenSpiel's gin_rummy (`counted` are steps or decisions), or None if not installed."""
    return Peer([str(_SPIEL_PYTHON), "openspiel.py", counted]) if _SPIEL_PYTHON.exists() else None
