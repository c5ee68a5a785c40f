"""The ports of outgoing messages: email, Web Push and webhooks."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias
from uuid import UUID

from rondel.server.ports.alerts import Device
from rondel.server.ports.value import StoreUnavailableError, Value

Go: TypeAlias = Callable[[], Awaitable[bool]]
"""Asked at the last moment, when all that is left is to hand it over: whether it is still to be sent.

Where it says no, whoever asked raises Withdrawn.
"""


class DeliveryCancelledError(Exception):
    """Raised when delivery was cancelled just before sending."""


class UndeliverableError(StoreUnavailableError):
    """Permanent delivery failure: unknown address, or the recipient rejects this server."""


class DeliveryUnknownError(StoreUnavailableError):
    """Unconfirmed delivery: the message may have arrived, so it must not be sent again."""


class Mail(Value, frozen=True):
    """An email to one person. `id` becomes its Message-ID; `unsubscribe` is a one-click unsubscribe URL."""

    to: str
    subject: str
    text: str
    html: str
    id: str | None = None
    unsubscribe: str | None = None


class Mailer(Protocol):
    """Sends email, or raises StoreUnavailableError.

    Raises UndeliverableError if a retry is useless, DeliveryUnknownError if the outcome is unclear.
    """

    @property
    def can_deliver(self) -> bool:
        """Return whether emails reach people."""
        ...

    async def send(self, mail: Mail, go: Go | None = None) -> None:
        """Send an email. With `go`, cancel unless it returns True."""
        ...


class Pusher(Protocol):
    """Sends to browsers. Raises UndeliverableError if the subscription is gone."""

    @property
    def public_key(self) -> str | None:
        """Return the public key with which a browser subscribes; None without a key."""
        ...

    async def push(self, device: Device, note: bytes, *, topic: str, go: Go) -> None: ...


class Hooks(Protocol):
    """Sends to webhooks of users, but to none inside the server's own network."""

    def check(self, url: str) -> None:
        """Raise ValueError for an unusable webhook URL."""
        ...

    async def post(self, url: str, body: bytes, *, id: UUID, go: Go) -> None: ...  # noqa: A002
