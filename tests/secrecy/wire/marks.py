"""A deck whose cards carry tokens: a code and points that occur nowhere else in the world."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID, uuid5

from rondel.games.cambio import knows, pieces
from tests.secrecy.clerk import Face

_TOKEN: Final = re.compile(
    r"canary[0-9a-f]{16}|(?<!\d)7\d{7}(?!\d)|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
)


class Marks:
    """The tokens of every card."""

    def __init__(self) -> None:
        self.code_of: dict[Face, str] = {}
        self.points_of: dict[Face, int] = {}
        for rank, suit in pieces._SUITED.values():
            self.code_of[rank, suit] = f"canary{secrets.token_hex(8)}"
            self.points_of[rank, suit] = 70_000_000 + secrets.randbelow(10_000_000)
        self._face_of: dict[str, Face] = {code: face for face, code in self.code_of.items()}
        self._face_of |= {str(points): face for face, points in self.points_of.items()}

    def learn(self, table: str) -> None:
        """The ids of the cards at this table, as the database has them."""
        self._face_of |= {str(uuid5(UUID(table), code)): face for face, code in self.code_of.items()}

    def named(self, text: str) -> set[Face]:
        """The cards a text names by any of their tokens."""
        found = (self._face_of.get(token) for token in _TOKEN.findall(text))
        return {face for face in found if face is not None}


@contextmanager
def marked_deck() -> Iterator[Marks]:
    """For as long as this lasts, Cambio is played with marked cards; without jokers, which look alike."""
    marks = Marks()
    codes = {code: marks.code_of[face] for code, face in pieces._SUITED.items()}
    books: list[dict[str, Any]] = [pieces._SUITED, pieces.RANK_OF, pieces.POWER_OF, pieces.LOOK_OF]
    originals = [dict(book) for book in books]
    points = pieces._points
    try:
        for book in books:
            marked = {
                codes.get(code, code): codes.get(value, value) if isinstance(value, str) else value
                for code, value in book.items()
            }
            book.clear()
            book.update(marked)
        pieces._points = lambda rank, suit, *_: marks.points_of[rank, suit]
        _forget()
        yield marks
    finally:
        for book, before in zip(books, originals, strict=True):
            book.clear()
            book.update(before)
        pieces._points = points
        _forget()


def _forget() -> None:
    for cached in (pieces.deck, pieces.faces, knows._whole_deck):
        cached.cache_clear()
