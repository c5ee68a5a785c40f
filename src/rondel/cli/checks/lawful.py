"""Does it obey the laws? Each group of laws is walked on its own, so that one finding hides no other."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rondel.cli.checks.bounded import bounded
from rondel.cli.checks.line import CheckResult, not_ok, ok
from rondel.kernel import AnyGame
from rondel.laws import ALL, Law, Report, Violation, run
from rondel.laws.causes import MEANING


class Group(NamedTuple):
    """Laws that answer one question, and what to do if one is broken."""

    name: str
    laws: tuple[str, ...]
    is_good: str
    todo: str


LEGAL: Final = Group(
    "legal",
    ("legal",),
    "all that is listed is accepted, and nothing else.",
    "Let `legal` (in the kit: `choices`) list exactly what `decide` accepts, by what the seat knows.",
)
SECRETS: Final = Group(
    "secrets",
    ("secrecy", "consistency", "randomness", "sealed", "calibration"),
    "nobody can tell what they may not know.",
    "Give the secret to those alone who may know it.",
)
STORED: Final = Group(
    "rows",
    ("codec", "conservation", "undo", "clocks", "endings", "replays"),
    "rows read back as they were written, replays agree, no piece appears or vanishes.",
    "Let `apply` and `do` make a new State from the old one, and let every piece lie in one place.",
)
FACE: Final = Group(
    "face",
    ("face",),
    "it can be drawn for every viewer, and whatever it offers to press is a legal action.",
    "Make the Scene from the View alone, and let picks name fields of listed actions.",
)
GROUPS: Final = (LEGAL, SECRETS, STORED, FACE)


def check_group(
    game: AnyGame, group: Group, steps: int, seed: int, cpu_s: float
) -> tuple[CheckResult, Report | None]:
    """Whether these laws are obeyed for so many steps, or for as many as there is time for."""
    reports: list[Report] = []
    with bounded(game, cpu_s) as bound:
        reports.append(run(game, laws=_laws(group.laws), steps=steps, seed=seed))
    report = reports[0] if reports else None
    if report is None or (bound.is_up and not report.steps):
        todo = "Try fewer --steps, and look at the line above about speed."
        return not_ok(group.name, f"no step was done within {cpu_s:g} s of CPU time.", todo), None
    if report.violations:
        found = report.violations[0]
        differs = f" Differs: {found.differs[0]}." if found.differs else ""
        lines = f" At {found.lines[-1]}." if found.lines else ""
        again = f" To see it again: {found.how_to_repeat}"
        text = f"{found.law}: {found.message.rstrip('.')}.{lines}{differs}{again}."
        return not_ok(group.name, text, f"{group.todo}{_perhaps(found)}"), report
    walked = f"{report.steps} steps" + (", then time was up" if bound.is_up else "")
    if group is SECRETS:
        walked += f", {report.unlike_pairs} pairs of worlds compared"
        if not report.unlike_pairs:
            return ok(group.name, f"nothing to compare: no secret was found. ({walked})"), report
    return ok(group.name, f"{group.is_good} ({walked})"), report


def _perhaps(found: Violation) -> str:
    """What is likely wrong, in the order of the finding."""
    likely = [cause for cause in found.causes if not cause.startswith(MEANING)]
    return "".join(f" Perhaps: {cause}." for cause in likely)


def _laws(names: Sequence[str]) -> tuple[Law, ...]:
    return tuple(law for law in ALL if law.name in names)
