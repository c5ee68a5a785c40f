"""Obey: hold a game to the laws, by a random walk that can be repeated by its seed."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rondel.kernel import AnyGame, Struct
from rondel.laws.calibration import CALIBRATION
from rondel.laws.causes import MEANING
from rondel.laws.clocks import CLOCKS
from rondel.laws.codec import CODEC
from rondel.laws.conservation import CONSERVATION
from rondel.laws.consistency import CONSISTENCY
from rondel.laws.draws import DRAWS
from rondel.laws.endings import ENDINGS
from rondel.laws.face import FACE
from rondel.laws.law import Law, LawViolation, Tally
from rondel.laws.leg import LEG_STEPS, MOST_VIOLATIONS, Leg, Violation, Walk
from rondel.laws.legal import LEGAL
from rondel.laws.pure import PURE
from rondel.laws.randomness import RANDOMNESS
from rondel.laws.replays import REPLAYS
from rondel.laws.sealed import SEALED
from rondel.laws.secrecy import SECRECY
from rondel.laws.undo import UNDO

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

_VALUES: Final = re.compile(r"\(.*\)|\[.*\]|'[^']*'|\d+|a spectator|seat ")
"""What differs between findings of one kind: fields of actions and events, numbers, who could tell."""


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
    walked: Mapping[int, Leg] = MappingProxyType({}),
) -> Report:
    """Walk at least `steps` steps, and at least `pairs` pairs of worlds if the law of secrecy is among them.

    `tick` is told the steps done since it was last called. `keep` is given each sitting that broke a law, as
    a transcript with a name. `walked` are legs that `walk_leg` walked already, by number. Ctrl-C ends the
    walk with the report so far.
    """
    legs = _Legs(walk_of(game, laws, seed), tick)
    wanted = pairs if any(law.name == SECRECY.name for law in laws) else None
    try:
        while legs.is_wanted(steps, wanted):
            legs.add(walked.get(legs.count), steps, wanted)
        legs.conclude()
    except KeyboardInterrupt:
        pass
    if keep is not None:
        for name, transcript in legs.transcripts():
            keep(name, transcript)
    return legs.report()


def walk_leg(game: AnyGame, laws: Sequence[Law], seed: int, steps: int, number: int) -> Leg:
    """Walk one leg of a walk of so many steps, for a `run` in another process."""
    leg = Leg(number)
    walk_of(game, laws, seed).go(leg, leg_steps(steps, number))
    leg.tally.house_kinds.clear()
    leg.tally.situations.clear()  # types made at run time cannot be sent
    return leg


def leg_count(steps: int) -> int:
    """How many legs so many steps are."""
    return -(-steps // LEG_STEPS)


def leg_steps(steps: int, number: int) -> int:
    """How long a leg of a walk of so many steps is; those that are walked beyond it are whole ones."""
    return min(LEG_STEPS, steps - number * LEG_STEPS) if number < leg_count(steps) else LEG_STEPS


def walk_of(game: AnyGame, laws: Sequence[Law], seed: int) -> Walk:
    """A walk, with the command that does it again."""
    some = "".join(f" --law {law.name}" for law in laws) if len(laws) < len(ALL) else ""
    return Walk(game=game, laws=laws, seed=seed, command=f"rondel laws {game.name}{some} --seed {seed}")


class _Legs:
    """One run: leg after leg, added up in their order."""

    def __init__(self, walk: Walk, tick: Callable[[int], None] | None) -> None:
        self.walk, self.tick = walk, tick
        self.legs: list[Leg] = []
        self.last: list[Violation] = []
        """What was found after the run."""

        self.concluded: Tally | None = None

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.legs)

    @property
    def violations(self) -> list[Violation]:
        """What was found on all legs and after them."""
        found = [each for leg in self.legs for each in leg.violations]
        return [*found, *self.last][:MOST_VIOLATIONS]

    @property
    def pairs(self) -> int:
        """How many pairs of worlds were compared."""
        return sum(sum(leg.tally.pairs.values()) for leg in self.legs)

    def is_wanted(self, steps: int, pairs: int | None) -> bool:
        """Whether there is another leg to walk."""
        if len(self.violations) >= MOST_VIOLATIONS:
            return False
        if pairs is not None:
            return self.pairs < pairs
        return self.count < leg_count(steps) or (not self.violations and self._is_unsure())

    def _is_unsure(self) -> bool:
        unsure = [law.is_unsure for law in self.walk.laws if law.is_unsure is not None]
        tally = self.tally()
        return any(is_unsure(self.walk.game, tally) for is_unsure in unsure)

    def add(self, walked: Leg | None, steps: int, pairs: int | None) -> None:
        """The next leg, walked now unless it was walked already."""
        self.legs.append(Leg(self.count) if walked is None else walked)
        if walked is not None:
            return

        def is_done(leg: Leg, more: int) -> bool:
            if self.tick is not None:
                self.tick(more)
            return self.pairs >= pairs if pairs is not None else not self._is_sought(steps)

        wanted = LEG_STEPS if pairs is not None else leg_steps(steps, self.count - 1)
        self.walk.go(self.legs[-1], wanted, is_done)

    def _is_sought(self, steps: int) -> bool:
        """Whether this leg is to be walked on: one beyond the steps that were asked for only while unsure."""
        return self.count <= leg_count(steps) or (not self.violations and self._is_unsure())

    def tally(self) -> Tally:
        """All legs added up."""
        total = Tally()
        for leg in self.legs:
            total.add(leg.tally)
        return total

    def conclude(self) -> None:
        """What can be judged by all legs together."""
        self.concluded = tally = self.tally()
        for law in self.walk.laws:
            if law.after_run is not None and not self.violations:
                try:
                    law.after_run(self.walk.game, tally)
                except LawViolation as broken:
                    broken.law = law.name
                    self.last.append(self.walk.violation(broken, max(1, tally.steps), "after the run"))

    def transcripts(self) -> Iterator[tuple[str, bytes]]:
        """Each sitting that broke a law, with a name."""
        found = [pair for leg in self.legs for pair in zip(leg.violations, leg.transcripts, strict=True)]
        for number, (violation, transcript) in enumerate(found[:MOST_VIOLATIONS], 1):
            yield f"{self.walk.game.name}-{violation.law}-{self.walk.seed}-{number}.jsonl", transcript

    def report(self) -> Report:
        """What all legs come to."""
        tally = self.concluded or self.tally()
        chain = hashlib.sha256(b"".join(digest for leg in self.legs for digest in leg.digests))
        return Report(
            self.walk.game.name,
            self.walk.seed,
            tally.steps,
            tally.sittings,
            dict(sorted(tally.pairs.items())),
            tally.long_pairs,
            dict(sorted(tally.checks.items())),
            dict(sorted(tally.endings.items())),
            tally.longest_legal,
            tally.largest_view_bytes,
            chain.hexdigest(),
            tuple(self.violations),
            tuple(EventCount(*key, *counts) for key, counts in sorted(tally.matrix.items())),
            tally.unlike_pairs,
        )
