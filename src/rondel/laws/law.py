"""What a law is: what it looks at, and how it says that a game broke it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from rondel.kernel import AnyGame, Chance, Ms, Seat, SeatSpec, Viewer
from rondel.kernel.replay import Step
from rondel.laws.situation import Situation
from rondel.table.local import LocalTable

T = TypeVar("T")

OUTAGES: Final[Sequence[Ms]] = (1, 999, 1000, 13_000, 3_600_000)
"""How long no server may have been there."""


_COUNTS: Final = ("steps", "sittings", "sought", "long_pairs", "unlike_pairs", "neighbours", "lonely")
_COUNTS_BY_KIND: Final = ("checks", "endings", "pairs")
_LARGEST: Final = ("longest_legal", "largest_view_bytes")


class LawViolation(Exception):  # noqa: N818 - a finding, not an error
    """A game broke a law; `observer` is who could tell, where it matters, and `differs` says by what.

    `hint` says what to do, where that is known.
    """

    def __init__(
        self,
        message: str,
        *,
        observer: str | None = None,
        differs: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.observer = observer
        self.differs = tuple(differs)
        self.hint = hint
        self.law = "walk"


class Rng(Protocol):
    """The walker's own choices: pseudo-random by a seed, or drawn by Hypothesis so that they shrink."""

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""


@dataclass(slots=True)
class Tally:
    """What a walk has seen and checked so far."""

    steps: int = 0
    sittings: int = 0
    sought: int = 0
    """Steps, at most 150 of each sitting: a long one ends in one way, as a short one does."""
    checks: dict[str, int] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)
    pairs: dict[str, int] = field(default_factory=dict)
    long_pairs: int = 0
    unlike_pairs: int = 0
    """Pairs in which something hidden differed; the others are one world twice."""
    longest_legal: int = 0
    largest_view_bytes: int = 0
    house_kinds: dict[type, None] = field(default_factory=dict)
    situations: dict[Situation, int] = field(default_factory=dict)
    """How many pairs of worlds began in each."""
    neighbours: int = 0
    """How many neighbouring worlds were found."""
    lonely: int = 0
    """How often none was."""
    matrix: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By event and audience: how often two worlds heard it together, and how often it distinguished them."""

    def add(self, other: "Tally") -> None:
        """Count what another has seen, too; what it noted to find its way is left out."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in _LARGEST:
            setattr(self, name, max(getattr(self, name), getattr(other, name)))
        for name in _COUNTS_BY_KIND:
            mine = getattr(self, name)
            for kind, count in getattr(other, name).items():
                mine[kind] = mine.get(kind, 0) + count
        for key, counts in other.matrix.items():
            row = self.matrix.setdefault(key, [0, 0])
            row[:] = [mine + theirs for mine, theirs in zip(row, counts, strict=True)]


@dataclass(slots=True)
class Moment:
    """The table just after a step, with the walker's luck and tally."""

    table: LocalTable
    seat_specs: Sequence[SeatSpec]
    step: Step[Any]
    rng: Rng
    tally: Tally
    is_played_out: bool = False
    """Whether this sitting was to go on until it ended."""

    @property
    def game(self) -> AnyGame:
        """The game being walked."""
        return self.table.game

    @property
    def seats(self) -> range:
        """All seats of the table."""
        return range(len(self.seat_specs))

    @property
    def viewers(self) -> list[Viewer]:
        """All seats, and a spectator."""
        return [*self.seats, None]

    def own_chance(self) -> Chance:
        """Luck that is not the table's."""
        return own_chance(self.rng)

    def observer(self, viewer: Viewer) -> str:
        """The class of a viewer: seat, bot or spectator."""
        if viewer is None:
            return "spectator"
        return "bot" if self.seat_specs[viewer].kind == "bot" else "seat"


def own_chance(rng: Rng) -> Chance:
    """Chance from the walker's luck."""
    return Chance.of_seed(rng.below(1 << 48))


Check = Callable[[Moment], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Law:
    """One law. `share` is the part of steps it looks at, as one in so many."""

    name: str
    after_step: Check | None = None
    after_sitting: Check | None = None
    after_run: Callable[[AnyGame, Tally], None] | None = None
    is_unsure: Callable[[AnyGame, Tally], bool] | None = None
    """Whether it cannot be judged yet, though all the steps asked for are done."""
    share: int = 1


def words(viewer: Viewer | Seat) -> str:
    """A viewer in a sentence."""
    return "a spectator" if viewer is None else f"seat {viewer}"
