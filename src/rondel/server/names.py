"""Names: what may be one, and which two look alike.

Nobody may pass for somebody else by letters that look the same, so two names that look alike, or differ only
in case, have the same skeleton. Where both cannot be had, looks decide: Ν and ν differ, as N and v do.
"""

import string
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from typing import Final

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

from rondel.server.answers import Denied

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
    """The name as it is kept, or Denied: NFKC, blanks single, 2 to 20 characters of one script."""
    if len(name) > _LONGEST_SENT:
        raise _no(f"A name has at most {LONGEST} characters.")
    _refuse_hidden(name)
    kept = " ".join(unicodedata.normalize("NFKC", name).split())
    _refuse_hidden(kept)
    _refuse_loose_marks(kept)
    if not SHORTEST <= graphemes(kept) <= LONGEST:
        raise _no(f"A name has {SHORTEST} to {LONGEST} characters.")
    if not any(unicodedata.category(char)[0] in "LN" for char in kept):
        raise _no("A name has a letter or a digit in it.")
    if not _is_one_script(kept):
        raise _no("The letters of a name are all of one script.")
    if skeleton(kept) in _reserved():
        raise _no("This name is kept for the table itself.", "Choose another name.")
    return kept


def table_name(name: str) -> str | None:
    """What a table is called, or None for nothing: NFKC, blanks single, up to 40 characters; or Denied."""
    if len(name) > _LONGEST_SENT:
        raise _no(f"The name of a table has at most {LONGEST_OF_TABLE} characters.")
    _refuse_hidden(name)
    kept = " ".join(unicodedata.normalize("NFKC", name).split())
    _refuse_hidden(kept)
    if kept:
        _refuse_loose_marks(kept)
    if graphemes(kept) > LONGEST_OF_TABLE:
        raise _no(f"The name of a table has at most {LONGEST_OF_TABLE} characters.")
    return kept or None


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, with a number after it if it looks like one of the others: the second Ana is Ana 2."""
    taken = set(map(skeleton, others))
    if skeleton(name) not in taken:
        return name
    numbered = (f"{_first(name, LONGEST - len(f' {number}'))} {number}" for number in count(2))
    return next(each for each in numbered if skeleton(each) not in taken)


def _first(name: str, most: int) -> str:
    """As much of the name as has at most so many characters."""
    while graphemes(name) > most:
        name = name[:-1]
    return name.rstrip()


def graphemes(text: str) -> int:
    """How many characters a reader counts: marks, skin tones and halves of flags or syllables are no more."""
    flags = sum(_is_flag_half(char) for char in text)
    return sum(not _is_extending(char) for char in text) - flags // 2


def skeleton(name: str) -> str:
    """The same for all names that look like this one, and for this one in capitals."""
    for _ in range(4):  # a mark that was replaced may combine anew
        drawn = "".join(map(_drawn, unicodedata.normalize("NFC", name)))
        if drawn == name:
            break
        name = drawn
    return name


def _no(because: str, next: str | None = None) -> Denied:  # noqa: A002
    return Denied.of("NAME_NOT_ALLOWED", because, next)


def _refuse_hidden(text: str) -> None:
    for char in text:
        category = unicodedata.category(char)
        if category[0] == "C" or category in {"Zl", "Zp"} or char in _BLANK:
            raise _no("A name has no control, invisible or unassigned characters.")


def _refuse_loose_marks(text: str) -> None:
    run = _MARKS_IN_A_ROW  # so that none may stand at the beginning
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.category(char)[0] != "M":
            run = _MARKS_IN_A_ROW if char == " " else 0
        elif run == _MARKS_IN_A_ROW:
            raise _no("A mark in a name belongs to a letter, and few to one.")
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
    """Every character that looks like another, and the shape that stands for both."""
    families = _Families()
    for one, other in _lookalikes():
        families.join(one, other)
    for capital, small in _cases():
        families.join_unless_told_apart(capital, small)
    return {char: min(family, key=_plainness) for family in families for char in family if len(char) == 1}


def _lookalikes() -> Iterator[tuple[str, str]]:
    for shown, others in confusables_data.items():
        for other in others:
            yield _composed(shown), _composed(other["c"])


def _composed(shown: str) -> str:
    """The shape without the marks of direction that it is listed with."""
    return unicodedata.normalize("NFC", shown.strip("\u200e"))


def _cases() -> Iterator[tuple[str, str]]:
    for char in map(chr, range(0x20000)):
        small = char.casefold()
        if small != char and len(small) == 1:
            yield char, small


def _plainness(shape: str) -> tuple[bool, bool, bool, str]:
    """Several letters stand for one (`rn` for `m`), else the plainest for the others."""
    return len(shape) == 1, not shape.isascii(), not shape.islower(), shape


class _Families:
    """Characters that look alike, in disjoint sets."""

    def __init__(self) -> None:
        self._of: dict[str, set[str]] = {}

    def __iter__(self) -> Iterator[set[str]]:
        return iter({id(family): family for family in self._of.values()}.values())

    def join(self, one: str, other: str) -> None:
        small, large = sorted((self._family(one), self._family(other)), key=len)
        if small is not large:
            large |= small
            self._of.update(dict.fromkeys(small, large))

    def join_unless_told_apart(self, one: str, other: str) -> None:
        """Not where it would make two letters one: Ν looks like N, but its small ν like v."""
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
