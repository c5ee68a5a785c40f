"""Find replaced sentences that are still in use: `python -m tools.sentences`.

tools/sentences.txt has one old text per line; `{name}` and `…` stand for any few words. Each sentence of a
text, and each part between gaps, is looked for by itself if it has four words or more. Line breaks, quotation
marks, commas between strings and comment signs are ignored, so that wrapped sentences are found, too. A line
in quotation marks is a label: it must be a whole string in a catalogue of words, a face or a lesson.
"""

import re
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
OLD: Final = Path(__file__).with_suffix(".txt")
PLACES: Final = (
    "src",
    "web/src",
    "web/index.html",
    "web/public",
    "docs",
    "examples",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
)
KINDS: Final = {
    ".py",
    ".ts",
    ".tsx",
    ".md",
    ".txt",
    ".html",
    ".css",
    ".json",
    ".toml",
    ".yaml",
    ".sql",
    ".webmanifest",
}
LABELS: Final = ("**/en.json", "**/face.py", "**/lesson.py", "**/first_page.py")
_WORD: Final = re.compile(r"[^\s\"'#*`]+")
_ALONE: Final = {",", "|", "(", ")"}
"""What stands between two strings, or between the cells of a table."""
_END: Final = re.compile(r"(?<=[.!?;:])\s+")
LONG: Final = 4
"""A part of so many words is looked for by itself."""
_STRING: Final = re.compile(r"[\"`]([^\"`]+)[\"`](?!\s*:)")  # what a colon follows is a key
_GAP: Final = re.compile(r"\{\{?[^{}]*\}?\}|…|</?b>")


class Words(NamedTuple):
    """The words of a file, joined by single spaces, the offset of each line, and its whole strings."""

    text: str
    starts: list[int]
    lines: list[int]
    strings: dict[str, int]

    def line_at(self, offset: int) -> int:
        """Return the number of the line at this offset."""
        return self.lines[bisect_right(self.starts, offset) - 1]


def words_of(source: str, *, has_labels: bool = False) -> Words:
    """Split a file into words; the prefix of an f-string is none. Collect whole strings if it has labels."""
    words: list[str] = []
    starts: list[int] = []
    lines: list[int] = []
    length = 0
    for number, line in enumerate(source.splitlines(), 1):
        found = [word for word in _WORD.findall(re.sub(r"\bf(?=[\"'])", "", line)) if word not in _ALONE]
        if found:
            starts.append(length)
            lines.append(number)
            words += found
            length += sum(len(word) + 1 for word in found)
    strings: dict[str, int] = {}
    if has_labels:
        for number, line in enumerate(source.splitlines(), 1):
            strings |= {found.strip(". "): number for found in _STRING.findall(line)}
    return Words(" ".join(words), starts, lines, strings)


class Sentence(NamedTuple):
    """An old sentence: its line in the file of sentences, and its parts between the gaps."""

    text: str
    parts: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Sentence":
        """Create it from a line, with its words joined as those of a file."""
        parts = (" ".join(_WORD.findall(part)) for part in _GAP.split(text))
        return cls(text, tuple(part for part in parts if part))

    @classmethod
    def pieces(cls, text: str) -> "list[Sentence]":
        """Create one for each long part of each sentence of a text, or one for a text without any."""
        if text.startswith('"'):
            return [cls.of(text)]
        parts = [part for end in _END.split(text) for part in _GAP.split(end)]
        long = [part.strip(" .,;:!?") for part in parts if len(_WORD.findall(part)) >= LONG]
        return [cls(text, cls.of(part).parts) for part in long] or [cls.of(text)]

    @property
    def is_label(self) -> bool:
        """Return whether it must be a whole string."""
        return self.text.startswith('"') and self.text.endswith('"')

    def found_in(self, words: Words) -> Iterator[int]:
        """Yield every line where it starts."""
        if self.is_label:
            pattern = ".{1,60}?".join(re.escape(part) for part in _GAP.split(self.text.strip('".')))
            yield from (line for text, line in words.strings.items() if re.fullmatch(pattern, text))
            return
        if all(part in words.text for part in self.parts):
            pattern = r"(?<!\w)" + ".{0,60}?".join(map(re.escape, self.parts)) + r"(?!\w)"
            for found in re.finditer(pattern, words.text):
                yield words.line_at(found.start())


def files() -> Iterator[Path]:
    """Yield every file whose texts people read."""
    listed = subprocess.run(
        ["git", "ls-files", *PLACES], cwd=ROOT, capture_output=True, check=True, text=True
    )
    for name in listed.stdout.splitlines():
        if Path(name).suffix in KINDS:
            yield ROOT / name


def main() -> int:
    """Print the sentences found, and where; return 1 if there are any."""
    texts = [line for line in OLD.read_text(encoding="utf-8").splitlines() if line]
    sentences = [sentence for text in texts for sentence in Sentence.pieces(text)]
    left: dict[str, list[str]] = {}
    for path in files():
        words = words_of(path.read_text(encoding="utf-8"), has_labels=any(map(path.match, LABELS)))
        for sentence in sentences:
            for line in sentence.found_in(words):
                left.setdefault(sentence.text, []).append(f"{path.relative_to(ROOT)}:{line}")
    for text, places in left.items():
        sys.stdout.write(f"{text}\n  {', '.join(places)}\n")
    sys.stdout.write(f"{len(left)} of the replaced sentences left\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
