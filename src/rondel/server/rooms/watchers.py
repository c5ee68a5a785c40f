"""The watchers of one table on this node: who looks, and what each has been sent."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import Final, Protocol
from uuid import UUID

from msgspec import UNSET, UnsetType

from rondel.kernel import Ms, Seat
from rondel.server.ports.access import seat_of, seats_by_account
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.frames import (
    FrameViewer,
    VisibleState,
    chat_frame,
    presence_frame,
    seats_frame,
    step_frames,
    view_frame,
)
from rondel.server.rooms.position import Position
from rondel.server.runtime.watchdog import GAME_CODE
from rondel.wire.patch import Patches
from rondel.wire.protocol import Away

_NOTHING_SENT: Final[tuple[int, bytes | None]] = (0, None)
"""The newest version that anybody was sent, and its digest."""

_NOTHING_SHOWN: Final[tuple[int, Mapping[FrameViewer, VisibleState]]] = (0, {})
"""The newest version that anybody was shown, and what each viewer was."""

CHAT_REMEMBERED: Final = 200
"""How many lines of chat a table remembers to have sent."""


class Watcher(Protocol):
    """One socket looking at one table.

    `last` is the newest version it was sent; None: it needs a full View. `seat` is the one whose View it was
    sent last, UNSET before the first.
    """

    last: int | None
    seat: Seat | UnsetType | None

    @property
    def takes_patches(self) -> bool:
        """Whether a step may say only what has changed."""
        ...

    @property
    def wants_scene(self) -> bool:
        """Whether it is sent Scenes of a game that sends them only on request."""
        ...

    @property
    def account_id(self) -> UUID:
        """Whose socket it is."""
        ...

    @property
    def hidden(self) -> Collection[UUID]:
        """Whose lines of chat it is not sent."""
        ...

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""
        ...

    def reseat(self) -> None:
        """Its account has another seat than the one it was shown: it must come in again."""
        ...


class Watchers:
    """Fan-out at one table. Nobody waits for a slow socket, and nobody is sent a version twice.

    The seat of a watcher is read from the table's record at each delivery, never remembered as a right.
    """

    def __init__(self) -> None:
        self._all: set[Watcher] = set()
        self._chat_sent: deque[tuple[int, bool]] = deque(maxlen=CHAT_REMEMBERED)
        self._chat_since: Ms = 0
        self._sent = _NOTHING_SENT
        self._shown = _NOTHING_SHOWN
        self._seated: tuple[TableRow | None, Mapping[int, Seat]] = (None, {})
        self._presence: tuple[tuple[Seat, ...], int, tuple[Away, ...]] | None = None
        self.away: tuple[Away, ...] = ()

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(list(self._all))

    def add(self, watcher: Watcher, now: Ms) -> None:
        """From now on it is sent every version."""
        if not self._all:
            self._chat_since = now
        self._all.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Send it nothing more."""
        self._all.discard(watcher)
        if not self._all:
            self._sent, self._shown = _NOTHING_SENT, _NOTHING_SHOWN

    def forget_versions(self) -> None:
        """Nothing that was sent counts any more: everybody needs a full View."""
        self._sent, self._shown = _NOTHING_SENT, _NOTHING_SHOWN
        for watcher in self._all:
            watcher.last = None

    def are_behind(self, version: int) -> bool:
        """Whether somebody lacks this version."""
        for watcher in self._all:  # noqa: SIM110 - twice as fast, and asked every second for each table
            if watcher.last is None or watcher.last < version:
                return True
        return False

    def catch_up(
        self, watcher: Watcher, position: Position, last: int | None, *, epoch: int, now: Ms
    ) -> None:
        """Send one watcher what it missed since `last`, or a full View."""
        self._follow(position)
        wants_scene = watcher.wants_scene and _is_on_request(position)
        viewing = FrameViewer(seat_of(position.table, watcher.account_id), wants_scene=wants_scene)
        for frame in _frames(position, viewing, last, epoch=epoch, now=now):
            watcher.send(frame)
        watcher.last, watcher.seat = position.version, viewing.seat
        self._remember(position)

    def deliver(self, position: Position, *, epoch: int, now: Ms) -> None:
        """Send every watcher what it has not been sent. Equal viewers share their frames."""
        if position.version < self._sent[0]:
            self.forget_versions()  # rows were lost that they have seen
        self._follow(position)
        seats = self._seats(position.table)
        made: dict[tuple[Seat | None, int | None, bool, bool], list[bytes]] = {}
        patches: Patches = {}
        is_on_request = _is_on_request(position)
        for watcher in self:
            seat = seats.get(watcher.account_id.int)
            if watcher.seat is not UNSET and watcher.seat != seat:
                watcher.reseat()
                continue
            if watcher.last is not None and watcher.last >= position.version:
                continue
            wants_scene = is_on_request and watcher.wants_scene
            wanted = (seat, watcher.last, watcher.takes_patches, wants_scene)
            frames = made.get(wanted)
            if frames is None:
                viewing = FrameViewer(seat, wants_scene=wants_scene)
                before = self._shown_before(position, viewing) if watcher.takes_patches else None
                frames = made[wanted] = _frames(
                    position,
                    viewing,
                    watcher.last,
                    epoch=epoch,
                    now=now,
                    is_live=True,
                    before=before,
                    patches=patches,
                )
            watcher.last, watcher.seat = position.version, seat
            for frame in frames:
                watcher.send(frame)
        self._remember(position)

    def _seats(self, table: TableRow) -> Mapping[int, Seat]:
        """Who sits where by this record, which is the same object until something of it changes.

        By the number of the account's id: a UUID's hash is computed in Python, for each watcher of each move.
        """
        if self._seated[0] is not table:
            self._seated = (table, {account.int: seat for account, seat in seats_by_account(table).items()})
        return self._seated[1]

    def _shown_before(self, position: Position, viewing: FrameViewer) -> VisibleState | None:
        """What this viewer was shown at the version before; None if that is not remembered."""
        version, shown = self._shown
        return shown.get(viewing) if version == position.version - 1 else None

    def _remember(self, position: Position) -> None:
        """The next step may be a patch of what is shown now; nothing is remembered where nobody takes one."""
        version, shown = self._shown
        if not any(watcher.takes_patches for watcher in self._all):
            position.shown.clear()
            return
        if position.version < version:
            return
        is_known = position.version == version
        self._shown = position.version, {**shown, **position.shown} if is_known else position.shown

    def _follow(self, position: Position) -> None:
        """A position of another history than the newest that was sent needs full Views.

        A failover may lose rows before anybody has raised the epoch; then the same version comes again.
        """
        version, digest = self._sent
        if position.version < version:
            return
        if digest is not None and position.played.digest_at(version) != digest:
            self.forget_versions()
        self._sent = (position.version, position.played.digest)

    def seats_changed(self, table: TableRow) -> None:
        """Show everybody who sits where now; clients may have cleared their legal lists by it."""
        self._shown = _NOTHING_SHOWN
        frame = seats_frame(table)
        for watcher in self:
            watcher.send(frame)

    def chat(self, message: ChatMessage) -> None:
        """Send a line of chat, once, and once more when it is removed; not to those who hide its author."""
        key = (message.id, message.is_removed)
        is_old = message.at < self._chat_since and not message.is_removed
        if key in self._chat_sent or is_old:
            return
        self._chat_sent.append(key)
        frame = chat_frame(message)
        for watcher in self:
            if message.account is None or message.account not in watcher.hidden:
                watcher.send(frame)

    def presence(self, table: TableRow, here: tuple[Seat, ...]) -> None:
        """Show who is at the table, if that has changed."""
        seats = self._seats(table)
        watching = sum(watcher.account_id.int not in seats for watcher in self._all)
        if self._presence == (here, watching, self.away):
            return
        self._presence = (here, watching, self.away)
        frame = presence_frame(table, here, watching, self.away)
        for watcher in self:
            watcher.send(frame)


def _is_on_request(position: Position) -> bool:
    """Whether Scenes of this game are sent only to watchers that want them."""
    face = position.game.face
    return face is not None and face.is_on_request


def _frames(
    position: Position,
    viewing: FrameViewer,
    last: int | None,
    *,
    epoch: int,
    now: Ms,
    is_live: bool = False,
    before: VisibleState | None = None,
    patches: Patches | None = None,
) -> list[bytes]:
    with GAME_CODE:
        steps = None
        if last is not None:
            steps = step_frames(
                position, viewing, last, now=now, is_live=is_live, before=before, patches=patches
            )
        return steps or [view_frame(position, viewing, epoch=epoch, now=now)]
