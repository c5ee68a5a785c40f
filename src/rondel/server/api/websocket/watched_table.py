"""One table that a socket looks at: what it has been sent, and what waits for the ack of its own move."""

from collections.abc import Callable, Collection
from uuid import UUID

import structlog
from msgspec import UNSET, UnsetType

from rondel.kernel import Seat
from rondel.server.api.context.outbound import Outbound

_log = structlog.get_logger()


class SocketWatcher:
    """A socket at a table: `last` is the newest version it was sent, `seat` is whose View that was."""

    def __init__(
        self,
        account_id: UUID,
        out: Outbound,
        come_in_again: Callable[[], None],
        form: Callable[[bytes], bytes] | None = None,
        *,
        takes_patches: bool = False,
        wants_scene: bool = False,
    ) -> None:
        self.account_id = account_id
        self.takes_patches = takes_patches and form is None
        self.wants_scene = wants_scene
        self.last: int | None = None
        self.seat: Seat | UnsetType | None = UNSET
        self.behind_since: float | None = None
        self.hidden: Collection[UUID] = ()
        self._out = out
        self._come_in_again = come_in_again
        self._form = form
        self._held: list[tuple[int | None, bytes]] | None = None

    def send(self, frame: bytes) -> None:
        """Queue a frame, in the form its client asked for, or hold it until the ack that comes first."""
        if self._form is not None:
            try:
                frame = self._form(frame)
            except Exception as fault:  # noqa: BLE001 - a fault of the form is this socket's, never the table's
                _log.error("frame.failed", fault=type(fault).__name__, account=str(self.account_id))
                self._come_in_again()
                return
        if self._held is not None:
            self._held.append((self.last, frame))
        else:
            self._out.push(frame)

    def reseat(self) -> None:
        """The account has won or lost a seat: the socket is closed, and its client connects anew."""
        self._come_in_again()

    def hold(self) -> None:
        """From now on frames wait."""
        self._held = []

    def release(self, answer: bytes, version: int | None) -> None:
        """Answer, after what led up to that version and before all that follows."""
        held, self._held = self._held or (), None
        index = 0
        if version is not None:
            while index < len(held) and (held[index][0] or 0) < version:
                self._out.push(held[index][1])
                index += 1
        self._out.answer(answer)
        for _, frame in held[index:]:
            self._out.push(frame)
