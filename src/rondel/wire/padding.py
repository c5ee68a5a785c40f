"""Padding: the size of a frame or response tells nothing of its content."""

import re
from functools import cache
from typing import Final

import msgspec

from rondel.kernel import AnyGame, HiddenForms

SMALL_STEPS_BYTES: Final = (256, 512, 1024)
STEP_BYTES: Final = 2048

PATCHED_BYTES: Final = 1024
"""Minimum size of a live step with patches. Most are smaller, so most have this size."""

_VALUE: Final = rb'("[^"]*"|[^"\[\]{},]+)'
"""A scalar in JSON."""


class LongestForms:
    """How much longer a frame would be if every hidden value in it had its longest form."""

    def __init__(self, hidden: HiddenForms) -> None:
        self._longest = {
            name.encode(): max(len(msgspec.json.encode(value)) for value in values)
            for name, values in hidden.fields.items()
        }
        self._heads = [(b'"%b":' % name, length) for name, length in self._longest.items()]
        self._fields = _alternatives(self._longest, b'"(%b)":\\[?' + _VALUE)
        groups = [[msgspec.json.encode(piece) for piece in group] for group in hidden.pieces]
        uneven = [group for group in groups if len({*map(len, group)}) > 1]
        self._missing = {piece: max(map(len, group)) - len(piece) for group in uneven for piece in group}
        self._pieces = _alternatives(self._missing, rb"(?<![\w.-])(%b)(?![\w.])")

    def at_most(self, frame: bytes) -> int | None:
        """Return a quick upper bound of what is missing; None if there is none."""
        if self._pieces is not None:
            return None
        count = 0
        for head, length in self._heads:
            count += frame.count(head) * length
        return count

    def missing(self, frame: bytes) -> int:
        """Return the number of bytes that the longest forms would add."""
        count = 0
        if self._fields is not None:
            longest = self._longest
            for name, value in self._fields.findall(frame):
                count += longest[name] - len(value)
        if self._pieces is not None:
            count += sum(map(self._missing.__getitem__, self._pieces.findall(frame)))
        return count


def _alternatives(known: dict[bytes, int], pattern: bytes) -> re.Pattern[bytes] | None:
    """Return the pattern with all that is known in it, the longest first; None if nothing is."""
    if not known:
        return None
    words = sorted(known, key=len, reverse=True)
    return re.compile(pattern % b"|".join(map(re.escape, words)))


@cache
def longest_forms(game: AnyGame) -> LongestForms:
    """The longest forms of a game's hidden values, made once."""
    return LongestForms(game.hidden_forms)


def padded(frame: bytes, least: int = 0, game: AnyGame | None = None) -> bytes:
    """Pad a frame with blanks to a size step: a small one, then multiples of 2048 bytes.

    A frame about a table of a game is counted as if each hidden value had its longest form.
    """
    size = _step(max(len(frame), least))
    if game is not None:
        forms = longest_forms(game)
        most = forms.at_most(frame)
        if most is None or len(frame) + most > size:  # the longest forms may need a larger step
            size = _step(max(len(frame) + forms.missing(frame), least))
    return frame.ljust(size)


def _step(length: int) -> int:
    steps = -(-length // STEP_BYTES)
    return next((step for step in SMALL_STEPS_BYTES if length <= step), steps * STEP_BYTES)
