"""Calibration: what `imagine` draws is as likely, given what a viewer knows, as the truth is.

Many openings are dealt, and each is imagined again from what a viewer knows of it. Given that, truth and
imagination are drawn alike; so wherever they differ, either is as likely to have a piece in a place as the
other. In the middle of a game a move is repeated in many worlds that a viewer imagines, and what it imagines
after the move is compared with what came of it. So what a move tells must be concluded from it. Only moves
that are offered alike in all those worlds are repeated: else the choice would tell, too. And none of another
seat whose choice is a secret: no sealed ones, and none that sound to the viewer like another one.

Pieces are counted by the place they lie in, by whether their owner is the seat that something known speaks
of, and by what is known of the owner. A count that leans by more than six sigmas breaks the law: a game in
which the highest roll begins and `imagine` rolls anew does.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from rondel.kernel import HOUSE, Actor, AnyGame, Chance, Ms, Seat, SeatSpec, Viewer
from rondel.kernel.seat import observes
from rondel.kernel.turn import evolve_all
from rondel.laws.draw import draw_options
from rondel.laws.law import Law, LawViolation, Moment, Rng, Tally, words
from rondel.laws.walk import Seeded

SAMPLES: Final = 400
"""So many openings are dealt."""

WORLDS: Final = 200
"""In so many imagined worlds a move is repeated."""

SIGMAS: Final = 6
_OPEN: Final = 20
"""Where nothing differed in so many samples, nothing is hidden."""

_SITTINGS: Final = 8
"""A move is repeated in one of so many sittings."""

_FEW: Final = 8
"""Something known that takes more values than this is not asked about: too few samples share one."""

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
class Sample:
    """What was known after a move, and what lay otherwise in truth (1) and imagination (-1)."""

    seats: int
    facts: Mapping[tuple[Path, Seat | None], Hashable]
    pieces: Sequence[tuple[Piece, int]]


@dataclass(slots=True)
class Imbalance:
    """By how much truth outnumbers imagination, and what would be ordinary."""

    total: int = 0
    squares: int = 0

    def add(self, difference: int) -> None:
        """One sample more."""
        self.total += difference
        self.squares += difference * difference

    @property
    def sigmas(self) -> float:
        """How far from ordinary."""
        return abs(self.total) / sqrt(self.squares)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """A move that is made again and again: the deal, or one in worlds that are imagined."""

    game: AnyGame
    seats: int
    world: Callable[[Chance], Any]
    """A State in which it is made."""

    actor: Actor
    action: Any
    at: Ms
    when: str
    """In a sentence."""

    def sample(self, number: int, viewer: Viewer) -> Sample:
        """What came of it once, and what the viewer imagines after it."""
        game = self.game
        before = self.world(Chance.of_seed(f"world {number}"))
        events = game.decide(before, self.actor, self.action, Chance.of_seed(f"truth {number}"), self.at)
        truth = evolve_all(game, before, events, self.at)
        known = game.knows(truth, viewer)
        imagined = game.imagine(known, Chance.of_seed(f"imagined {number}"))
        pieces = [
            (piece, sign)
            for one, sign, other in ((truth, 1, imagined), (imagined, -1, truth))
            for piece in _otherwise(self._laid_open(one), self._laid_open(other), self.seats)
        ]
        return Sample(self.seats, dict(_facts(msgspec.to_builtins(known), self.seats)), pieces)

    def _laid_open(self, state: Any) -> Any:
        """As a replay lays it open, so that two pieces that look alike are one; else the whole State."""
        game = self.game
        shown = state if game.opened is None else game.opened(state, game.view(state, None))
        return msgspec.to_builtins(shown)

    def judge(self, viewer: Viewer, most: int) -> int:
        """Compare truth and imagination; how many samples that took."""
        samples = [self.sample(number, viewer) for number in range(_OPEN)]
        if any(sample.pieces for sample in samples):
            samples += [self.sample(number, viewer) for number in range(_OPEN, most)]
        _judge(samples, viewer, self.when)
        return len(samples)


def _calibrate(game: AnyGame, tally: Tally) -> None:
    """By openings."""
    deal = _deal(game, *_table(game))
    for viewer in (None, 0):
        tally.checks[CALIBRATION.name] = tally.checks.get(CALIBRATION.name, 0) + deal.judge(viewer, SAMPLES)


def _table(game: AnyGame) -> tuple[Any, int]:
    """The options and the number of seats by which openings are dealt."""
    try:
        options = msgspec.convert({}, game.types.options)
    except msgspec.ValidationError:
        options = draw_options(game, Seeded("calibration"))
    return options, getattr(options, "seats", None) or game.seats[len(game.seats) // 2]


def _deal(game: AnyGame, options: Any, seats: int) -> Repeated:
    state = game.start(options, [SeatSpec()] * seats)
    return Repeated(
        game=game,
        seats=seats,
        world=lambda _: state,
        actor=HOUSE,
        action=game.begin,
        at=_AT,
        when="at the opening",
    )


def _check(moment: Moment) -> None:
    """By a move somewhere in a sitting; chosen by its digest, so that the walk stays as it is."""
    if moment.tally.sittings % _SITTINGS != _SITTINGS // 4:
        return
    rng = Seeded(f"calibration {moment.table.digest.hex()}")
    step, viewer = rng.pick(moment.table.steps), rng.pick(moment.viewers)
    move = _move(moment, step.after, max(step.row.at, _AT), rng)
    if move is None:
        return
    actor, action, at = move
    known = moment.game.knows(step.after, viewer)
    repeated = Repeated(
        game=moment.game,
        seats=len(moment.seats),
        world=lambda chance: moment.game.imagine(known, chance),
        actor=actor,
        action=action,
        at=at,
        when=f"after {action!r} in version {step.row.version + 1}",
    )
    is_sealed = actor != viewer and moment.game.sealed(step.after, action)
    if not is_sealed and _is_open(repeated) and _is_choice_known(repeated, viewer):
        repeated.judge(viewer, WORLDS)


def _move(moment: Moment, state: Any, at: Ms, rng: Rng) -> tuple[Actor, Any, Ms] | None:
    """What falls due, or what some seat may do; None if nothing can be done."""
    deadline = moment.game.deadline(state)
    listed = [(seat, action) for seat in moment.seats for action in moment.game.legal(state, seat)]
    if deadline is not None and (not listed or deadline.is_due(at) or rng.below(4) == 0):
        return HOUSE, deadline.action, max(at, deadline.at_ms)
    return (*rng.pick(listed), at) if listed else None


def _is_open(move: Repeated) -> bool:
    """Whether the same is offered in every world: then that it is chosen tells nothing."""
    worlds = (move.world(Chance.of_seed(f"world {number}")) for number in range(WORLDS))
    offers: Iterator[Any] = (
        move.game.deadline(world) if move.actor is HOUSE else move.game.legal(world, move.actor)
        for world in worlds
    )
    first = next(offers)
    return all(offer == first for offer in offers)


def _is_choice_known(move: Repeated, viewer: Viewer) -> bool:
    """Whether the viewer makes the move, or hears which it was: no other that is offered sounds alike."""
    if move.actor is HOUSE or move.actor == viewer:
        return True
    game, world = move.game, move.world(Chance.of_seed("world 0"))

    def received(action: Any) -> Sequence[Any]:
        events = game.decide(world, move.actor, action, Chance.of_seed("truth 0"), move.at)
        return [event for event in events if observes(viewer, game.audience(event))]

    own = received(move.action)
    others = (action for action in game.legal(world, move.actor) if action != move.action)
    return all(received(action) != own for action in others)


def _judge(samples: Sequence[Sample], viewer: Viewer, when: str) -> None:
    paths = _varying_paths(samples)
    leans: defaultdict[Key, Imbalance] = defaultdict(Imbalance)
    for sample in samples:
        for key, difference in _counts(sample, paths).items():
            if difference:
                leans[key].add(difference)
    worst = max(leans, key=lambda key: leans[key].sigmas, default=None)
    if worst is not None and leans[worst].sigmas > SIGMAS:
        raise _leaning(worst, leans[worst], viewer, when, len(samples))


def _counts(sample: Sample, paths: frozenset[Path]) -> Counter[Key]:
    """By place, and by row: how many more of each value truth has, and how much more they come to."""
    counts: Counter[Key] = Counter()
    for piece, sign in sample.pieces:
        places = {piece.path, piece.row}
        is_number = isinstance(piece.value, int) and not isinstance(piece.value, bool)
        for fact in _facts_about(piece, sample, paths):
            for place in places:
                counts[place, piece.value, fact] += sign
                if is_number:
                    counts[place, _SUM, fact] += sign * piece.value  # type: ignore[operator]  # a number
    return counts


def _leaning(key: Key, lean: Imbalance, viewer: Viewer, when: str, samples: int) -> LawViolation:
    path, value, fact = key
    what = "what lies" if value is _SUM else repr(value)
    given = "" if fact is None else f", where {'.'.join(fact[0])} is {fact[1]!r},"
    often = "more" if lean.total > 0 else "less"
    comes = f"comes to {often}" if value is _SUM else f"comes up {often} often"
    return LawViolation(
        f"{when}, {what} in {'.'.join(path)}{given} {comes} in truth than {words(viewer)}"
        f" imagines: {lean.sigmas:.1f} sigmas in {samples} samples"
    )


def _varying_paths(samples: Sequence[Sample]) -> frozenset[Path]:
    """The facts that are not always the same, and not always others."""
    values: defaultdict[Path, set[Hashable]] = defaultdict(set)
    for sample in samples:
        for (path, _), value in sample.facts.items():
            values[path].add(value)
    return frozenset(path for path, found in values.items() if 1 < len(found) <= _FEW)


def _facts_about(piece: Piece, sample: Sample, paths: frozenset[Path]) -> Iterator[Fact | None]:
    """Always; by what is known of the owner; and by whether something known speaks of the owner."""
    yield None
    for (path, owner), value in sample.facts.items():
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


CALIBRATION = Law(name="calibration", after_sitting=_check, after_run=_calibrate)
