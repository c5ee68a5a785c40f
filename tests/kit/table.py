"""A table of a kit game in this process, for tests that are sentences about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rondel.kernel import HOUSE, Actor, AnyGame, Chance, Ms, Refusal, SeatSpec, take_turn


class Table:
    """A State that moves by actions, with the events of the last one."""

    def __init__(
        self, game: AnyGame, seats: int, *, seed: int = 1, is_begun: bool = True, **options: Any
    ) -> None:
        self.game = game
        self.state: Any = game.start(game.types.options(**options), [SeatSpec()] * seats)
        self.events: tuple[Any, ...] = ()
        self.seed, self.version = seed, 0
        if is_begun:
            self.play(HOUSE, game.begin)

    def play(self, actor: Actor | None, action: Any, at: Ms = 0) -> None:
        rng = Chance.of_seed(f"{self.seed} {self.version}")
        turn = take_turn(self.game, self.state, actor, action, rng, at)
        self.state, self.events = turn.state, turn.events
        self.version += 1

    def names(self) -> list[str]:
        return [type(event).__name__ for event in self.events]

    def event(self, name: str) -> Any:
        return next(event for event in self.events if type(event).__name__ == name)

    def view(self, viewer: int | None) -> Any:
        return self.game.view(self.state, viewer)


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(Refusal) as found:
        yield
    assert found.value.code == code
