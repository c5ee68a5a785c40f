"""One line of `rondel check`: what was looked at, whether it is good, and what to do if it is not."""

from typing import Literal, NamedTuple, TypeAlias

Verdict: TypeAlias = Literal["ok", "not ok", "not judged"]


class Line(NamedTuple):
    """What one check came to."""

    name: str
    verdict: Verdict
    text: str
    todo: str = ""

    def __str__(self) -> str:
        return (
            f"{self.verdict:<10}  {self.name:<8}  {' '.join(part for part in (self.text, self.todo) if part)}"
        )


def ok(name: str, text: str) -> Line:
    """Nothing to do."""
    return Line(name, "ok", text)


def not_ok(name: str, text: str, todo: str) -> Line:
    """Something to do, and what."""
    return Line(name, "not ok", text, todo)


def not_judged(name: str, because: str) -> Line:
    """It cannot be said before something else is good."""
    return Line(name, "not judged", because)
