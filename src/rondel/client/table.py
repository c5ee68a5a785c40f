"""A table as a client sees it: one View after another, and what happened in between."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rondel.wire.patch import whole_step

WAITING: Final = 1024
"""So many changes wait for a slow reader; then it is told only that everything may have changed."""


@dataclass(frozen=True)
class Change:
    """What has changed: one version with its events, or, `is_whole`, a View without what led to it.

    `beats` are what there was to see between the events, where the game has a face and this was live.
    `put_back_from` is the version that was here before, if the host has put the table back to an earlier one.
    """

    version: int
    events: tuple[dict[str, Any], ...] = ()
    is_whole: bool = False
    beats: tuple[dict[str, Any], ...] = ()
    put_back_from: int | None = None


class Changes:
    """The changes of a table from now on, one by one; ends when the client does."""

    def __init__(self) -> None:
        self._waiting: deque[Change] = deque()
        self._wake = asyncio.Event()
        self._end: Exception | None = None

    def put(self, change: Change) -> None:
        """One more for the reader; to a reader who is far behind, one for all."""
        if len(self._waiting) >= WAITING:
            self._waiting.clear()
            change = Change(change.version, is_whole=True)
        self._waiting.append(change)
        self._wake.set()

    def end(self, message: Exception) -> None:
        """There will be no more."""
        self._end = message
        self._wake.set()

    def __aiter__(self) -> "Changes":
        return self

    async def __anext__(self) -> Change:
        while not self._waiting:
            if self._end is not None:
                raise self._end
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()


class TableView:
    """One table, as its seat is shown it.

    `version` is that of the View, `last` the newest heard of; `message` says why nothing more is heard.
    `scene` is the View as pieces in zones, or None where the game has no face or sends Scenes on request.
    """

    def __init__(self, table: str, key: str | None = None, *, wants_scene: bool = False) -> None:
        self.table: Final = table
        self.key: Final = key
        self.wants_scene: Final = wants_scene
        self.epoch: int | None = None
        self.last: int | None = None
        self.version = 0
        self.game = ""
        self.status = ""
        self.seat: int | None = None
        self.seats: list[dict[str, Any]] = []
        self.view: Any = None
        self.scene: dict[str, Any] | None = None
        self.legal: list[dict[str, Any]] = []
        self.deadline: int | None = None
        self.clocks: Any = None
        self.now = 0
        self._readers: list[Changes] = []
        self._is_base = False
        self.message: Exception | None = None

    def changes(self) -> Changes:
        """Every change from this moment on."""
        reader = Changes()
        self._readers.append(reader)
        if self.message is not None:
            reader.end(self.message)
        return reader

    async def until(self, is_so: Callable[["TableView"], bool]) -> None:
        """Wait until this holds of the table."""
        changes = self.changes()
        try:
            while not is_so(self):
                await anext(changes)
        finally:
            self._readers.remove(changes)

    def take_view(self, frame: dict[str, Any], *, put_back_from: int | None = None) -> bool:
        """A full View: taken unless it is older than what is here, of the same epoch.

        After an older one patches are no longer of what is here: the server may have lost what was seen.
        """
        if self.epoch == frame["epoch"] and self.last is not None and frame["version"] < self.last:
            self._is_base = False
            return False
        self.epoch, self.last = frame["epoch"], frame["version"]
        self.game, self.seat, self.seats = frame["game"], frame["seat"], frame["seats"]
        self._take(frame)
        self._tell(Change(self.version, is_whole=True, put_back_from=put_back_from))
        return True

    def take_step(self, frame: Mapping[str, Any]) -> bool:
        """The next version is applied, an older one ignored; False if one in between is missing.

        False, too, for a patch of a View that is not here.
        """
        version = frame["version"]
        if self.last is None or version > self.last + 1:
            return False
        if version == self.last + 1:
            if "patch" in frame and not (self._is_base and self.version == self.last):
                return False
            frame = whole_step(self._shown, frame)
            self.last = version
            if "view" in frame:
                self._take(frame)
            self._tell(Change(version, tuple(frame["events"]), beats=tuple(frame.get("beats", ()))))
        return True

    def take_seats(self, frame: dict[str, Any]) -> None:
        """Who sits where has changed."""
        self.seats, self.status = frame["seats"], frame["status"]
        self._tell(Change(self.last or 0))

    def end(self, message: Exception) -> None:
        """Nothing more will be heard of this table."""
        self.message = message
        for reader in self._readers:
            reader.end(message)

    @property
    def _shown(self) -> Mapping[str, Any]:
        return {"view": self.view, "legal": self.legal, "clocks": self.clocks, "scene": self.scene}

    def _take(self, frame: Mapping[str, Any]) -> None:
        self._is_base = True
        self.version, self.status = frame["version"], frame["status"]
        self.view, self.legal, self.scene = frame["view"], frame["legal"], frame.get("scene")
        self.deadline, self.clocks, self.now = frame["deadline"], frame["clocks"], frame["now"]

    def _tell(self, change: Change) -> None:
        for reader in self._readers:
            reader.put(change)
