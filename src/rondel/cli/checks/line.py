"""One line of `rondel check`: what was looked at, whether it is good, and what to do if it is not."""

from typing import Literal, NamedTuple, TypeAlias

Verdict: TypeAlias = Literal["ok", "not ok", "not judged"]


class CheckResult(NamedTuple):
    """What one check came to."""

    name: str
    verdict: Verdict
    text: str
    todo: str = ""

    def __str__(self) -> str:
        return (
            f"{self.verdict:<10}  {self.name:<8}  {' '.join(part for part in (self.text, self.todo) if part)}"
        )


def ok(name: str, text: str) -> CheckResult:
    """Nothing to do."""
    return CheckResult(name, "ok", text)


def not_ok(name: str, text: str, todo: str) -> CheckResult:
    """Something to do, and what."""
    return CheckResult(name, "not ok", text, todo)


def not_judged(name: str, message: str) -> CheckResult:
    """It cannot be said before something else is good."""
    return CheckResult(name, "not judged", message)
