"""Mail that stays here, for development and tests. The log says that there was one, and nothing of it."""

from collections import deque
from collections.abc import Callable

import structlog

from rondel.server.ports.messages import DeliveryCancelledError, Go, Mail

_log = structlog.get_logger()


class MemoryMailer:
    """Keeps the newest mails in `sent`, instead of sending them; `on_send` is shown each.

    Where nobody looks at them, it cannot deliver.
    """

    def __init__(
        self, on_send: Callable[[Mail], None] | None = None, *, keep: int = 100, can_deliver: bool = True
    ) -> None:
        self.can_deliver = can_deliver
        self.sent: deque[Mail] = deque(maxlen=keep)
        self._on_send = on_send

    async def send(self, mail: Mail, go: Go | None = None) -> None:
        """Keep it."""
        if go is not None and not await go():
            raise DeliveryCancelledError
        self.sent.append(mail)
        if self._on_send is not None:
            self._on_send(mail)
        _log.info("mail.stored", count=len(self.sent))
