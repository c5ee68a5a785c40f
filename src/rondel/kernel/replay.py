"""Replay: the State a journal tells of, undone rows included."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from rondel.kernel.draws import NO_DRAWS, Draws
from rondel.kernel.game import AnyGame
from rondel.kernel.outage import TimeReturned
from rondel.kernel.seat import Actor, Ms
from rondel.kernel.struct import Struct
from rondel.kernel.turn import evolve_all
from rondel.kernel.undo_types import Undone

State = TypeVar("State")
S = TypeVar("S")


class Row(Struct):
    """One row of a journal: who asked what at which time, under which rules, and what it caused.

    `action` is None where it was written under older rules and can no longer be read: its events can.
    `draws` has each stream of luck that it drew from, with how many rows had drawn from it before.
    """

    version: int
    at: Ms
    actor: Actor
    rules: int
    action: Any
    events: tuple[Any, ...]
    draws: Draws = NO_DRAWS

    @property
    def undoes_to(self) -> int | None:
        """The version this row goes back to, or None for an ordinary row."""
        if len(self.events) == 1 and isinstance(self.events[0], Undone):
            return self.events[0].to_version
        return None

    @property
    def returned_ms(self) -> Ms | None:
        """The time this row gives back after an outage, or None for an ordinary row."""
        if len(self.events) == 1 and isinstance(self.events[0], TimeReturned):
            return self.events[0].lost_ms
        return None

    @property
    def is_tables_own(self) -> bool:
        """Whether its one event is the table's own: the game knows nothing of it, and everyone hears it."""
        return self.undoes_to is not None or self.returned_ms is not None


class Step(Struct, Generic[S]):
    """A row with the States before and after it."""

    row: Row
    before: S
    after: S


def replay(game: AnyGame, state: State, rows: Sequence[Row], *, version: int = 0) -> State:
    """The State after `rows`, beginning with the State of `version`."""
    for step in steps(game, state, rows, version=version):
        state = step.after
    return state


def steps(game: AnyGame, state: State, rows: Sequence[Row], *, version: int = 0) -> Iterator[Step[State]]:
    """Each row with the States around it.

    One pass: the States that later rows go back to are kept on the way, so a long game with many
    undone moves folds as fast as one without.
    """
    wanted = {target for row in rows if (target := row.undoes_to) is not None}
    for row in rows:
        if row.undoes_to is not None and not version <= row.undoes_to < row.version:
            raise ValueError(
                f"row {row.version} goes back to version {row.undoes_to}; this begins with version {version}"
            )
    states = {version: state}
    for row in rows:
        assert row.version == version + 1, f"row {row.version} follows version {version}"
        step = fold(game, state, row, states.__getitem__)
        yield step
        state, version = step.after, row.version
        if version in wanted:
            states[version] = state


def fold(game: AnyGame, before: State, row: Row, state_of: Callable[[int], State]) -> Step[State]:
    """One row after the State before it; `state_of` gives the State of the version a row goes back to."""
    if row.returned_ms is not None:
        assert game.postpone is not None, f"{game.name} has no clocks, but row {row.version} gives back time"
        return Step(row, before, game.postpone(before, row.returned_ms))
    if row.undoes_to is None:
        return Step(row, before, evolve_all(game, before, row.events, row.at))
    assert game.undo is not None, f"{game.name} has no undo, but row {row.version} is one"
    return Step(row, before, game.undo.keep(state_of(row.undoes_to), before, row.at))
