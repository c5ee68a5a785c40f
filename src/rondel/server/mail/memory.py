"""Mail that stays here, for development and tests. The log says that there was one, and nothing of it."""

from collections import deque
from collections.abc import Callable

import structlog

from rondel.server.ports import Go, Mail, Withdrawn

_log = structlog.get_logger()


class MemoryMailer:
    """Keeps the newest mails in `sent`, instead of sending them; `on_send` is shown each.

    Where nobody looks at them, it cannot deliver.
    """

    def __init__(self, *, keep: int = 100, can_deliver: bool = True) -> None:
        self.can_deliver = can_deliver
        self.sent: deque[Mail] = deque(maxlen=keep)
        self.on_send: Callable[[Mail], None] | None = None

    async def send(self, mail: Mail, go: Go | None = None) -> None:
        """Keep it."""
        if go is not None and not await go():
            raise Withdrawn
        self.sent.append(mail)
        if self.on_send is not None:
            self.on_send(mail)
        _log.info("mail kept in memory", count=len(self.sent))
