"""Values and the one answer that every store may give."""

import msgspec


class Value(msgspec.Struct, frozen=True):
    """What passes through a port: frozen, equal by its fields."""


class StoreUnavailableError(Exception):
    """The store cannot answer now. Nothing is known of what was asked: it may be asked again.

    `cause` is one of a few words for logs and metrics, where the adapter knows why. With `contention` another
    session has locked what this one needs, and nothing was stored.
    """

    def __init__(self, message: str = "", cause: str | None = None) -> None:
        super().__init__(message)
        self.cause = cause
