"""Moves kept before they are sent: no answer means unknown, and the same id is sent again."""

import asyncio
import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from rondel.kernel import Struct


class PendingMove(Struct):
    """A move as it is sent, however often: which table, its id, the version its player saw, the action."""

    table: str
    id: str
    expected_version: int
    action: dict[str, Any]


class Outbox(Protocol):
    """Where moves wait for their answer."""

    async def keep(self, move: PendingMove) -> None:
        """From here on the move is not forgotten."""
        ...

    async def forget(self, move_id: str) -> None:
        """The move is answered."""
        ...

    async def list_pending(self) -> Sequence[PendingMove]:
        """The moves without an answer, the oldest first."""
        ...


class Memory:
    """An outbox that lasts as long as the program."""

    def __init__(self) -> None:
        self._moves: dict[str, PendingMove] = {}

    async def keep(self, move: PendingMove) -> None:
        """From here on the move is not forgotten."""
        self._moves[move.id] = move

    async def forget(self, move_id: str) -> None:
        """The move is answered."""
        self._moves.pop(move_id, None)

    async def list_pending(self) -> Sequence[PendingMove]:
        """The moves without an answer, the oldest first."""
        return list(self._moves.values())


class Folder:
    """An outbox on disk, one small file for each move: it outlives the program and a power cut."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def keep(self, move: PendingMove) -> None:
        """From here on the move is not forgotten, whatever happens to this machine."""
        await asyncio.to_thread(self._write, move)

    async def forget(self, move_id: str) -> None:
        """The move is answered."""
        await asyncio.to_thread(self._file(move_id).unlink, missing_ok=True)

    async def list_pending(self) -> Sequence[PendingMove]:
        """The moves without an answer, the oldest first."""
        return await asyncio.to_thread(self._read)

    def _file(self, move_id: str) -> Path:
        return self._path / f"{move_id}.json"

    def _write(self, move: PendingMove) -> None:
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = self._path / f"{move.id}.half"
        with half.open("wb") as file:
            file.write(msgspec.json.encode(move))
            file.flush()
            os.fsync(file.fileno())
        half.replace(self._file(move.id))
        folder = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _read(self) -> list[PendingMove]:
        files = []
        for file in self._path.glob("*.json"):
            with contextlib.suppress(FileNotFoundError):  # answered meanwhile
                files.append((file.stat().st_mtime_ns, file.read_bytes()))
        return [msgspec.json.decode(text, type=PendingMove) for _, text in sorted(files)]
