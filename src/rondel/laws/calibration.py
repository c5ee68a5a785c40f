"""Calibration: what `imagine` draws is as likely, given what a viewer knows, as the truth is.

Many openings are dealt, and each is imagined again from what a viewer knows of it. Given that, truth and
imagination are drawn alike; so wherever they differ, either is as likely to have a piece in a place as the
other. Pieces are counted by the place they lie in, by whether their owner is the seat that something known
speaks of, and by what is known of the owner. A count that leans by more than six sigmas breaks the law: a
game in which the highest roll begins and `imagine` rolls anew does.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from rondel.kernel import HOUSE, AnyGame, Chance, Seat, SeatSpec, Viewer
from rondel.kernel.turn import evolve_all
from rondel.laws.draw import draw_options
from rondel.laws.law import Law, LawViolation, Tally, words
from rondel.laws.walk import Seeded

OPENINGS: Final = 400
SIGMAS: Final = 6
_OPEN: Final = 20
"""Where nothing differed in so many openings, nothing is hidden."""

_FEW: Final = 8
"""Something known that takes more values than this is not asked about: too few openings share one."""

_AT: Final = 1_700_000_000_000
_NOWHERE: Final = object()
_SUM: Final = object()

Path: TypeAlias = tuple[str, ...]
Fact: TypeAlias = tuple[Path, Hashable]
"""Something known: where it stands, and its value."""

Key: TypeAlias = tuple[Path, Hashable, Fact | None]
"""A value in a place, given something known."""


class Piece(NamedTuple):
    """A value where it lies, whose it is, and the row it lies in."""

    path: Path
    owner: Seat | None
    value: Hashable

    @property
    def row(self) -> Path:
        """Its place without its number in the row."""
        return tuple(["*" if step.isdecimal() else step for step in self.path])


@dataclass(slots=True)
class OpeningSample:
    """What was known of one opening, and what lay otherwise in truth (1) and imagination (-1)."""

    seats: int
    facts: Mapping[tuple[Path, Seat | None], Hashable]
    pieces: Sequence[tuple[Piece, int]]


@dataclass(slots=True)
class Imbalance:
    """By how much truth outnumbers imagination, and what would be ordinary."""

    total: int = 0
    squares: int = 0

    def add(self, difference: int) -> None:
        """One opening more."""
        self.total += difference
        self.squares += difference * difference

    @property
    def sigmas(self) -> float:
        """How far from ordinary."""
        return abs(self.total) / sqrt(self.squares)


@dataclass(slots=True)
class _Table:
    """How the openings of a calibration are dealt: always by the same options, with the same seats."""

    game: AnyGame
    options: Any
    seats: int
    state: Any = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.game.start(self.options, [SeatSpec()] * self.seats)

    def opening(self, number: int, viewer: Viewer) -> OpeningSample:
        game = self.game
        events = game.decide(self.state, HOUSE, game.begin, Chance.of_seed(f"truth {number}"), _AT)
        truth = evolve_all(game, self.state, events, _AT)
        known = game.knows(truth, viewer)
        imagined = game.imagine(known, Chance.of_seed(f"imagined {number}"))
        pieces = [
            (piece, sign)
            for one, sign, other in ((truth, 1, imagined), (imagined, -1, truth))
            for piece in _otherwise(self._laid_open(one), self._laid_open(other), self.seats)
        ]
        return OpeningSample(self.seats, dict(_facts(msgspec.to_builtins(known), self.seats)), pieces)

    def _laid_open(self, state: Any) -> Any:
        """As a replay lays it open, so that two pieces that look alike are one; else the whole State."""
        game = self.game
        shown = state if game.opened is None else game.opened(state, game.view(state, None))
        return msgspec.to_builtins(shown)


def _calibrate(game: AnyGame, tally: Tally) -> None:
    table = _table(game)
    for viewer in (None, 0):
        openings = [table.opening(number, viewer) for number in range(_OPEN)]
        if any(opening.pieces for opening in openings):
            openings += [table.opening(number, viewer) for number in range(_OPEN, OPENINGS)]
        tally.checks[CALIBRATION.name] = tally.checks.get(CALIBRATION.name, 0) + len(openings)
        _judge(openings, viewer)


def _table(game: AnyGame) -> _Table:
    try:
        options = msgspec.convert({}, game.types.options)
    except msgspec.ValidationError:
        options = draw_options(game, Seeded("calibration"))
    middle = game.seats[len(game.seats) // 2]
    return _Table(game, options, getattr(options, "seats", None) or middle)


def _judge(openings: Sequence[OpeningSample], viewer: Viewer) -> None:
    paths = _varying_paths(openings)
    leans: defaultdict[Key, Imbalance] = defaultdict(Imbalance)
    for opening in openings:
        for key, difference in _counts(opening, paths).items():
            if difference:
                leans[key].add(difference)
    worst = max(leans, key=lambda key: leans[key].sigmas, default=None)
    if worst is not None and leans[worst].sigmas > SIGMAS:
        raise _leaning(worst, leans[worst], viewer)


def _counts(opening: OpeningSample, paths: frozenset[Path]) -> Counter[Key]:
    """By place, and by row: how many more of each value truth has, and how much more they come to."""
    counts: Counter[Key] = Counter()
    for piece, sign in opening.pieces:
        places = {piece.path, piece.row}
        is_number = isinstance(piece.value, int) and not isinstance(piece.value, bool)
        for fact in _facts_about(piece, opening, paths):
            for place in places:
                counts[place, piece.value, fact] += sign
                if is_number:
                    counts[place, _SUM, fact] += sign * piece.value  # type: ignore[operator]  # a number
    return counts


def _leaning(key: Key, lean: Imbalance, viewer: Viewer) -> LawViolation:
    path, value, fact = key
    what = "what lies" if value is _SUM else repr(value)
    given = "" if fact is None else f", where {'.'.join(fact[0])} is {fact[1]!r},"
    often = "more" if lean.total > 0 else "less"
    comes = f"comes to {often}" if value is _SUM else f"comes up {often} often"
    return LawViolation(
        f"at the opening, {what} in {'.'.join(path)}{given} {comes} in truth than {words(viewer)}"
        f" imagines: {lean.sigmas:.1f} sigmas in {OPENINGS} openings"
    )


def _varying_paths(openings: Sequence[OpeningSample]) -> frozenset[Path]:
    """The facts that are not always the same, and not always others."""
    values: defaultdict[Path, set[Hashable]] = defaultdict(set)
    for opening in openings:
        for (path, _), value in opening.facts.items():
            values[path].add(value)
    return frozenset(path for path, found in values.items() if 1 < len(found) <= _FEW)


def _facts_about(piece: Piece, opening: OpeningSample, paths: frozenset[Path]) -> Iterator[Fact | None]:
    """Always; by what is known of the owner; and by whether something known speaks of the owner."""
    yield None
    for (path, owner), value in opening.facts.items():
        if path not in paths:
            continue
        if owner == piece.owner:
            yield path, value
        elif owner is None and isinstance(value, int) and not isinstance(value, bool):
            yield (*path, "the owner"), value == piece.owner


def _otherwise(one: Any, other: Any, seats: int) -> Iterator[Piece]:
    """The pieces of one tree that do not lie so in the other."""
    for path, owner, value in _leaves(one, other, seats, (), None):
        yield Piece(path, owner, value)


def _facts(known: Any, seats: int) -> Iterator[tuple[tuple[Path, Seat | None], Hashable]]:
    """The single values of what is known, and the single values of each seat's own part of it."""
    for path, owner, value in _leaves(known, _NOWHERE, seats, (), None):
        rows = [step for step in path if step.isdecimal()]
        if not rows:
            yield (path, None), value
        elif owner is not None and len(rows) == 1:
            yield (tuple("*" if step.isdecimal() else step for step in path), owner), value


def _leaves(
    one: Any, other: Any, seats: int, path: Path, owner: Seat | None
) -> Iterator[tuple[Path, Seat | None, Hashable]]:
    """The leaves of a tree that another has not; the first row with an item per seat tells the owner."""
    if one == other:
        return
    if isinstance(one, Mapping):
        for key, part in one.items():
            there = other.get(key, _NOWHERE) if isinstance(other, Mapping) else _NOWHERE
            yield from _leaves(part, there, seats, (*path, str(key)), owner)
    elif isinstance(one, list | tuple):
        is_by_seat = owner is None and len(one) == seats and not any(step.isdecimal() for step in path)
        for index, part in enumerate(one):
            there = other[index] if isinstance(other, list | tuple) and index < len(other) else _NOWHERE
            yield from _leaves(part, there, seats, (*path, str(index)), index if is_by_seat else owner)
    else:
        yield path, owner, one


CALIBRATION = Law(name="calibration", after_run=_calibrate)
