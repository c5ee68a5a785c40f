"""Answers whose size tells a step of size alone, as that of every frame does."""

from typing import Any, Generic, TypeVar

from litestar import Response
from litestar.serialization import default_serializer

from rondel.wire.protocol import padded

T = TypeVar("T")


class Padded(Response[T], Generic[T]):
    """JSON with blanks after it: whoever sees the line but not the text learns nothing from a card's name."""

    def render(self, content: Any, media_type: str, enc_hook: Any = default_serializer) -> bytes:
        """The content as JSON, padded."""
        return padded(super().render(content, media_type, enc_hook))
