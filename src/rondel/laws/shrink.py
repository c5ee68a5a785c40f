"""The laws under Hypothesis: the same walk, with choices that shrink to the shortest sitting that fails.

test_my_game_obeys_under_hypothesis = obeys(MY_GAME)
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rondel.kernel import AnyGame
from rondel.laws.law import Law, Tally
from rondel.laws.obey import ALL
from rondel.laws.walk import Playthrough

T = TypeVar("T")


class Drawn:
    """Choices drawn by Hypothesis."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return self._data.draw(st.integers(0, limit - 1))

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]


def obeys(
    game: AnyGame, *, laws: Sequence[Law] = ALL, steps: int = 20, examples: int = 30
) -> Callable[[], None]:
    """A test: `examples` sittings of up to `steps` moves; Broken is raised for the shortest that fails."""

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def test(data: st.DataObject) -> None:
        Playthrough(game, Drawn(data), laws, Tally(), is_bounded=True).walk(steps)

    return test
