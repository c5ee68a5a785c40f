"""Obey: hold a game to the laws, by a random walk that can be repeated by its seed."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rondel.kernel import AnyGame, Struct
from rondel.laws.calibration import CALIBRATION
from rondel.laws.causes import MEANING, causes_of, lines_of, rows_of
from rondel.laws.clocks import CLOCKS
from rondel.laws.codec import CODEC
from rondel.laws.conservation import CONSERVATION
from rondel.laws.consistency import CONSISTENCY
from rondel.laws.draws import DRAWS
from rondel.laws.endings import ENDINGS
from rondel.laws.face import FACE
from rondel.laws.law import Law, LawViolation, Tally
from rondel.laws.legal import LEGAL
from rondel.laws.pure import PURE
from rondel.laws.randomness import RANDOMNESS
from rondel.laws.replays import REPLAYS
from rondel.laws.sealed import SEALED
from rondel.laws.secrecy import SECRECY
from rondel.laws.undo import UNDO
from rondel.laws.walk import SITTING_STEPS, Playthrough, Seeded
from rondel.table.local import LocalTable

ALL: Final = (
    LEGAL,
    SECRECY,
    CONSISTENCY,
    RANDOMNESS,
    DRAWS,
    SEALED,
    PURE,
    CONSERVATION,
    CODEC,
    UNDO,
    CLOCKS,
    ENDINGS,
    REPLAYS,
    CALIBRATION,
    FACE,
)
MOST_VIOLATIONS: Final = 10

_VALUES: Final = re.compile(r"\(.*\)|\[.*\]|'[^']*'|\d+|a spectator|seat ")
"""What differs between findings of one kind: fields of actions and events, numbers, who could tell."""


class Violation(Struct):
    """A law broken: which, for which observer, how, and how to see it again.

    `differs` has paths with both values, `rows` the last rows of the sitting, `causes` what is likely wrong
    and what the law is, `lines` those of the game's own code that an error came from.
    """

    law: str
    observer: str | None
    message: str
    how_to_repeat: str
    differs: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


class EventCount(Struct):
    """How often two worlds heard an event for an audience, and how often it distinguished them."""

    event: str
    audience: str
    received: int
    parted: int


class Report(Struct):
    """What a walk did and found. The same game, laws, steps, pairs and seed give the same report."""

    game: str
    seed: int
    steps: int
    sittings: int
    pairs: Mapping[str, int]
    long_pairs: int
    checks: Mapping[str, int]
    endings: Mapping[str, int]
    longest_legal: int
    largest_view_bytes: int
    digest: str
    violations: tuple[Violation, ...]
    matrix: tuple[EventCount, ...] = ()
    unlike_pairs: int = 0


def obey(game: AnyGame, *, laws: Sequence[Law] = ALL, steps: int = 2000, seed: int = 0) -> Report:
    """Raise AssertionError with every law the game was seen to break; else the report."""
    report = run(game, laws=laws, steps=steps, seed=seed)
    findings = "\n".join("\n  ".join(in_full(found)) for found, _ in distinct(report.violations))
    assert not report.violations, f"{game.name} breaks the laws.\n{findings}"
    return report


def distinct(violations: Sequence[Violation]) -> list[tuple[Violation, int]]:
    """The first of each kind of finding, and how many of that kind there are: only values differ in them."""
    kinds: dict[tuple[str, str], list[Violation]] = {}
    for found in violations:
        kinds.setdefault((found.law, _VALUES.sub("", found.message)), []).append(found)
    return [(alike[0], len(alike)) for alike in kinds.values()]


def in_full(found: Violation) -> list[str]:
    """A finding in lines: what, how to see it again, where it crashed, what differs, rows, likely causes."""
    return [
        f"{found.law}: {found.message}",
        found.how_to_repeat,
        *(f"at {each}" for each in found.lines),
        *(f"differs: {each}" for each in found.differs),
        *(f"row {each}" for each in found.rows),
        *(each if each.startswith(MEANING) else f"perhaps: {each}" for each in found.causes),
    ]


def run(
    game: AnyGame,
    *,
    laws: Sequence[Law] = ALL,
    steps: int = 2000,
    pairs: int | None = None,
    seed: int = 0,
    tick: Callable[[int], None] | None = None,
    keep: Callable[[str, bytes], None] | None = None,
) -> Report:
    """Walk at least `steps` steps, and at least `pairs` pairs of worlds if the law of secrecy is among them.

    `tick` is told the steps done since it was last called. `keep` is given each sitting that broke a law, as
    a transcript with a name. Ctrl-C ends the walk with the report so far.
    """
    walk = _Walk(game, laws, seed, keep)
    wanted = pairs if any(law.name == SECRECY.name for law in laws) else None
    try:
        while walk.is_wanted(steps, wanted):
            before = walk.tally.steps
            walk.sit(steps if wanted is None and before < steps else before + SITTING_STEPS)
            if tick is not None:
                tick(walk.tally.steps - before)
        walk.conclude()
    except KeyboardInterrupt:
        pass
    return walk.report()


class _Walk:
    """One run: sitting after sitting, each with a seed of its own."""

    def __init__(
        self,
        game: AnyGame,
        laws: Sequence[Law],
        seed: int,
        keep: Callable[[str, bytes], None] | None = None,
    ) -> None:
        self.game, self.laws, self.seed, self.keep = game, laws, seed, keep
        self.tally = Tally()
        self.violations: list[Violation] = []
        self.chain = hashlib.sha256()

    def is_wanted(self, steps: int, pairs: int | None) -> bool:
        if len(self.violations) >= MOST_VIOLATIONS:
            return False
        if pairs is not None:
            return sum(self.tally.pairs.values()) < pairs
        return self.tally.steps < steps or (not self.violations and self._is_unsure())

    def _is_unsure(self) -> bool:
        unsure = [law.is_unsure for law in self.laws if law.is_unsure is not None]
        return any(is_unsure(self.game, self.tally) for is_unsure in unsure)

    def sit(self, steps: int) -> None:
        number = self.tally.sittings
        rng = Seeded(f"{self.game.name} {self.seed} {number}")
        sitting = Playthrough(self.game, rng, self.laws, self.tally)
        try:
            sitting.walk(steps - self.tally.steps)
        except LawViolation as broken:
            self._found(broken, f"sitting {number}, version {sitting.table.version}", sitting.table)
        except Exception as error:  # noqa: BLE001 - a game that crashes has broken every law
            crash = LawViolation(f"the game crashed: {type(error).__name__}: {error}")
            crash.__cause__ = error
            self._found(crash, f"sitting {number}", sitting.table)
        self.chain.update(sitting.table.digest)

    def conclude(self) -> None:
        for law in self.laws:
            if law.after_run is not None and not self.violations:
                try:
                    law.after_run(self.game, self.tally)
                except LawViolation as broken:
                    broken.law = law.name
                    self._found(broken, "after the run")

    def _found(self, broken: LawViolation, where: str, table: LocalTable | None = None) -> None:
        laws = " ".join(f"--law {law.name}" for law in self.laws) if len(self.laws) < len(ALL) else ""
        steps = max(1, self.tally.steps)
        how = f"rondel laws {self.game.name} {laws} --seed {self.seed} --steps {steps} ({where})"
        hint = () if broken.hint is None else (broken.hint,)
        self.violations.append(
            Violation(
                broken.law,
                broken.observer,
                broken.message,
                " ".join(how.split()),
                broken.differs,
                () if table is None else rows_of(table),
                (*hint, *causes_of(broken.law, self.game)),
                () if broken.__cause__ is None else lines_of(self.game, broken.__cause__),
            )
        )
        if table is not None and self.keep is not None:
            name = f"{self.game.name}-{broken.law}-{self.seed}-{len(self.violations)}.jsonl"
            self.keep(name, table.transcript())

    def report(self) -> Report:
        tally = self.tally
        return Report(
            self.game.name,
            self.seed,
            tally.steps,
            tally.sittings,
            dict(sorted(tally.pairs.items())),
            tally.long_pairs,
            dict(sorted(tally.checks.items())),
            dict(sorted(tally.endings.items())),
            tally.longest_legal,
            tally.largest_view_bytes,
            self.chain.hexdigest(),
            tuple(self.violations),
            tuple(EventCount(*key, *counts) for key, counts in sorted(tally.matrix.items())),
            tally.unlike_pairs,
        )
