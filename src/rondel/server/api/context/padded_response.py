"""Responses padded to size steps, as every frame is."""

from typing import Any, Generic, TypeVar

from litestar import MediaType, Response
from litestar.serialization import default_serializer

from rondel.kernel import AnyGame
from rondel.wire.padding import padded

T = TypeVar("T")


class Padded(Response[T], Generic[T]):
    """JSON padded with blanks to size steps, so that its length reveals no card of this game."""

    game: AnyGame | None = None

    def render(self, content: Any, media_type: str, enc_hook: Any = default_serializer) -> bytes:
        """Return the content as padded JSON."""
        return padded(super().render(content, media_type, enc_hook), game=self.game)


def json_of(content: T, game: AnyGame | None = None, status_code: int = 200) -> Padded[T]:
    """Return a padded answer about a table of this game; bytes are JSON already."""
    response = Padded(content, status_code=status_code, media_type=MediaType.JSON)
    response.game = game
    return response
