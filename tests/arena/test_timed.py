from typing import Any

from rondel.arena.timed import Timed
from rondel.kernel import Chance


def test_a_timed_bot_chooses_as_ever_and_its_choices_are_counted_by_time() -> None:
    def last(_known: Any, _view: Any, legal: Any, _chance: Chance) -> Any:
        return legal[-1]

    timed = Timed(last)

    assert [timed(None, None, [1, 2, number], Chance.of_seed(1)) for number in (3, 4)] == [3, 4]
    assert timed.thought.total() == 2
