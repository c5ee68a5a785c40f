"""Notices that an author has saved a file, by looking again and again."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LOOK_S: Final = 0.3
"""How often to look. An editor that writes several files at once is done by the next look."""

_SKIPPED: Final = frozenset(("__pycache__", "node_modules", "build", "dist"))


class Saves:
    """The files of a package by their size and time; compiled and hidden ones do not count."""

    def __init__(self, *roots: Path) -> None:
        self._roots = roots
        self._seen = self._look()

    async def next(self) -> None:
        """Wait until something is saved, and then until nothing more is."""
        while (found := self._look()) == self._seen:
            await asyncio.sleep(LOOK_S)
        while True:
            self._seen = found
            await asyncio.sleep(LOOK_S)
            if (found := self._look()) == self._seen:
                return

    def _look(self) -> dict[str, tuple[int, int]]:
        return dict(stamp for root in self._roots for stamp in _stamps(root))


def _stamps(root: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each file below, with its time and size; one that goes away meanwhile is not there."""
    if root.is_file():
        yield from _stamp(root)
        return
    for folder, names, files in os.walk(root):
        names[:] = [name for name in names if not _is_skipped(Path(folder, name))]
        for name in files:
            if not name.startswith(".") and not name.endswith((".pyc", "~")):
                yield from _stamp(Path(folder, name))


def _is_skipped(folder: Path) -> bool:
    return folder.name.startswith(".") or folder.name in _SKIPPED or (folder / "pyvenv.cfg").exists()


def _stamp(file: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    try:
        found = file.stat()
    except OSError:
        return
    yield str(file), (found.st_mtime_ns, found.st_size)
