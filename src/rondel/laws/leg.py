"""A leg: some thousand steps of a walk, with a seed of its own. Legs know nothing of each other.

So they can be walked in any order, and in several processes, and find the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rondel.kernel import AnyGame, Struct
from rondel.laws.causes import causes_of, lines_of, rows_of
from rondel.laws.law import Law, LawViolation, Tally
from rondel.laws.walk import SITTING_STEPS, Playthrough, Seeded
from rondel.table.local import LocalTable

LEG_STEPS: Final = 2000
MOST_VIOLATIONS: Final = 10


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


@dataclass(slots=True)
class Leg:
    """What was seen and found on a leg. `digests` has one of each sitting."""

    number: int
    tally: Tally = field(default_factory=Tally)
    violations: list[Violation] = field(default_factory=list)
    transcripts: list[bytes] = field(default_factory=list)
    """Of the sittings that broke a law, one for each violation."""

    digests: list[bytes] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Walk:
    """What is walked: a game, by these laws, from this seed. `command` does it again."""

    game: AnyGame
    laws: Sequence[Law]
    seed: int
    command: str

    def go(self, leg: Leg, steps: int, is_done: Callable[[Leg, int], bool] = lambda leg, more: False) -> None:
        """Walk the leg, sitting after sitting. `is_done` is told the steps of each, and may end it early."""
        while leg.tally.steps < steps and len(leg.violations) < MOST_VIOLATIONS:
            before = leg.tally.steps
            self._sit(leg, steps)
            if is_done(leg, leg.tally.steps - before):
                return

    def _sit(self, leg: Leg, steps: int) -> None:
        number = leg.tally.sittings
        where = f"sitting {number}" if leg.number == 0 else f"leg {leg.number}, sitting {number}"
        seed = f"{self.seed}" if leg.number == 0 else f"{self.seed}, leg {leg.number},"
        sitting = Playthrough(self.game, Seeded(f"{self.game.name} {seed} {number}"), self.laws, leg.tally)
        try:
            sitting.walk(SITTING_STEPS, until=steps)
        except LawViolation as broken:
            self._found(leg, broken, f"{where}, version {sitting.table.version}", sitting.table)
        except Exception as error:  # noqa: BLE001 - a game that crashes has broken every law
            crash = LawViolation(f"the game crashed: {type(error).__name__}: {error}")
            crash.__cause__ = error
            self._found(leg, crash, where, sitting.table)
        leg.digests.append(sitting.table.digest)

    def _found(self, leg: Leg, broken: LawViolation, where: str, table: LocalTable) -> None:
        done = leg.number * LEG_STEPS + min(max(1, leg.tally.steps), LEG_STEPS)
        leg.violations.append(self.violation(broken, done, where, rows_of(table)))
        leg.transcripts.append(table.transcript())

    def violation(
        self, broken: LawViolation, steps: int, where: str, rows: tuple[str, ...] = ()
    ) -> Violation:
        """What was found, with how to see it again and what is likely wrong."""
        hint = () if broken.hint is None else (broken.hint,)
        return Violation(
            broken.law,
            broken.observer,
            broken.message,
            f"{self.command} --steps {steps} ({where})",
            broken.differs,
            rows,
            (*hint, *causes_of(broken.law, self.game)),
            () if broken.__cause__ is None else lines_of(self.game, broken.__cause__),
        )
