"""Names: validation, and detection of look-alikes.

To prevent impersonation, two names that look alike, or differ only in case, have the same skeleton. Where
both rules conflict, looks decide: Ν and ν differ, as N and v do.
"""

import string
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from typing import Final

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

from rondel.server.errors import ApiError

FORMER_PLAYER: Final = "Former player"
"""What a seat is called whose player is gone."""

SHORTEST, LONGEST = 2, 20
LONGEST_OF_TABLE = 40

_LONGEST_SENT = 200
_MARKS_IN_A_ROW = 4

_COMBINED: Final = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
)
"""Scripts that are written together. Any other name keeps to one."""

_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc"
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""What is drawn as nothing though Unicode calls it a letter, a mark or a symbol."""

_PLAIN: Final = frozenset(string.ascii_lowercase + string.digits + "ßæøðþ")
"""What no change of case may make the same."""

_RESERVED: Final = (
    FORMER_PLAYER,
    "House",
    "The House",
    "Admin",
    "Administrator",
    "Moderator",
    "Rondel",
    "System",
)


def clean(name: str) -> str:
    """Return a name to store: NFKC, single blanks, 2 to 20 characters of one script. Raises ApiError."""
    if len(name) > _LONGEST_SENT:
        raise _no(f"A name has at most {LONGEST} characters.")
    _refuse_hidden(name)
    cleaned = " ".join(unicodedata.normalize("NFKC", name).split())
    _refuse_hidden(cleaned)
    _refuse_loose_marks(cleaned)
    if not SHORTEST <= graphemes(cleaned) <= LONGEST:
        raise _no(f"A name has {SHORTEST} to {LONGEST} characters.")
    if not any(unicodedata.category(char)[0] in "LN" for char in cleaned):
        raise _no("A name has a letter or a digit in it.")
    if not _is_one_script(cleaned):
        raise _no("Use letters of one alphabet.")
    if skeleton(cleaned) in _reserved():
        raise _no("This name is reserved.", "Choose another name.")
    return cleaned


def table_name(name: str) -> str | None:
    """Return a valid table name: NFKC, single blanks, up to 40 characters. None if empty. Raises ApiError."""
    if len(name) > _LONGEST_SENT:
        raise _no(f"The name of a table has at most {LONGEST_OF_TABLE} characters.")
    _refuse_hidden(name)
    cleaned = " ".join(unicodedata.normalize("NFKC", name).split())
    _refuse_hidden(cleaned)
    if cleaned:
        _refuse_loose_marks(cleaned)
    if graphemes(cleaned) > LONGEST_OF_TABLE:
        raise _no(f"The name of a table has at most {LONGEST_OF_TABLE} characters.")
    return cleaned or None


def distinct(name: str, others: Iterable[str]) -> str:
    """Return the name, numbered if it looks like one of the others: the second Ana is Ana 2."""
    taken = set(map(skeleton, others))
    if skeleton(name) not in taken:
        return name
    numbered = (f"{_first(name, LONGEST - len(f' {number}'))} {number}" for number in count(2))
    return next(each for each in numbered if skeleton(each) not in taken)


def _first(name: str, most: int) -> str:
    """Truncate a name to a number of characters."""
    while graphemes(name) > most:
        name = name[:-1]
    return name.rstrip()


def graphemes(text: str) -> int:
    """Count characters as a reader does. Marks, skin tones and halves of flags or syllables do not count."""
    flags = sum(_is_flag_half(char) for char in text)
    return sum(not _is_extending(char) for char in text) - flags // 2


def skeleton(name: str) -> str:
    """Return a key that is equal for all names that look alike or differ only in case."""
    for _ in range(4):  # a replaced mark may combine again
        drawn = "".join(map(_drawn, unicodedata.normalize("NFC", name)))
        if drawn == name:
            break
        name = drawn
    return name


def _no(message: str, next: str | None = None) -> ApiError:  # noqa: A002
    return ApiError.of("NAME_NOT_ALLOWED", message, next)


def _refuse_hidden(text: str) -> None:
    for char in text:
        category = unicodedata.category(char)
        if category[0] == "C" or category in {"Zl", "Zp"} or char in _BLANK:
            raise _no("A name has no control, invisible or unassigned characters.")


def _refuse_loose_marks(text: str) -> None:
    run = _MARKS_IN_A_ROW  # so that none is accepted at the beginning
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.category(char)[0] != "M":
            run = _MARKS_IN_A_ROW if char == " " else 0
        elif run == _MARKS_IN_A_ROW:
            raise _no("Too many combining marks, or one without a letter.")
        else:
            run += 1


def _is_one_script(text: str) -> bool:
    scripts = {alias(char) for char in text} - {"COMMON", "INHERITED"}
    return len(scripts) <= 1 or any(scripts <= combined for combined in _COMBINED)


def _is_extending(char: str) -> bool:
    is_skin_tone = "\U0001f3fb" <= char <= "\U0001f3ff"
    is_rest_of_syllable = "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"
    return unicodedata.category(char)[0] == "M" or is_skin_tone or is_rest_of_syllable


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, _RESERVED))


@cache
def _drawn(char: str) -> str:
    shape = _shapes().get(char, char)
    if shape == char:
        shape = unicodedata.normalize("NFD", char)
    return char if shape == char else "".join(map(_drawn, shape))


@cache
def _shapes() -> dict[str, str]:
    """Map each character that looks like another to a shared shape."""
    families = _Families()
    for one, other in _lookalikes():
        families.join(one, other)
    for capital, small in _cases():
        families.join_unless_distinct(capital, small)
    return {char: min(family, key=_plainness) for family in families for char in family if len(char) == 1}


def _lookalikes() -> Iterator[tuple[str, str]]:
    for shown, others in confusables_data.items():
        for other in others:
            yield _composed(shown), _composed(other["c"])


def _composed(shown: str) -> str:
    """Return the shape without the direction marks of its listing."""
    return unicodedata.normalize("NFC", shown.strip("\u200e"))


def _cases() -> Iterator[tuple[str, str]]:
    for char in map(chr, range(0x20000)):
        small = char.casefold()
        if small != char and len(small) == 1:
            yield char, small


def _plainness(shape: str) -> tuple[bool, bool, bool, str]:
    """Return a sort key: several letters for one (`rn` for `m`) first, then the plainest."""
    return len(shape) == 1, not shape.isascii(), not shape.islower(), shape


class _Families:
    """Disjoint sets of characters that look alike (union-find)."""

    def __init__(self) -> None:
        self._of: dict[str, set[str]] = {}

    def __iter__(self) -> Iterator[set[str]]:
        return iter({id(family): family for family in self._of.values()}.values())

    def join(self, one: str, other: str) -> None:
        small, large = sorted((self._family(one), self._family(other)), key=len)
        if small is not large:
            large |= small
            self._of.update(dict.fromkeys(small, large))

    def join_unless_distinct(self, one: str, other: str) -> None:
        """Join two characters, unless that merges two letters: Ν looks like N, but its small ν like v."""
        family, relatives = self._family(one), self._family(other)
        letters, others = _plain_letters(family), _plain_letters(relatives)
        has_one_shape = not (_has_compound(family) and _has_compound(relatives))
        if has_one_shape and (not letters or not others or letters & others):
            self.join(one, other)

    def _family(self, char: str) -> set[str]:
        return self._of.setdefault(char, {char})


def _has_compound(family: Iterable[str]) -> bool:
    return any(len(shape) > 1 for shape in family)


def _plain_letters(family: Iterable[str]) -> set[str]:
    return {char.lower() for char in family} & _PLAIN
