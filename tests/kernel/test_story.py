"""A story: events told one by one, each decided in the light of those before it."""

from collections.abc import Sequence
from dataclasses import replace

from rondel.kernel import Actor, Chance, Ms, Story, take_turn
from tests.kernel.tally import FIRST_AT, TALLY, Add, Added, State, chance_of, started


def adds_twice(state: State, actor: Actor | None, action: object, chance: Chance, now: Ms) -> Sequence[Added]:
    """Adds, and adds again what the seat has by then."""
    assert isinstance(actor, int)
    assert isinstance(action, Add)
    story: Story[State, Added] = Story(TALLY.evolve, state, chance, now)
    story.emit(Added(actor, action.amount))
    story.emit(Added(actor, story.state.points[actor]))
    return story


def test_each_event_is_decided_in_the_light_of_those_before_it() -> None:
    before = started()[-1].after

    events = adds_twice(before, 0, Add(2), chance_of(2), FIRST_AT)

    assert events == [Added(0, 2), Added(0, 2)]


def test_a_turn_takes_its_state_from_the_story_and_it_is_the_state_after_its_events() -> None:
    before = started()[-1].after
    in_one_list = replace(TALLY, decide=lambda *args: list(adds_twice(*args)))

    turn = take_turn(replace(TALLY, decide=adds_twice), before, 0, Add(2), chance_of(2), FIRST_AT)

    assert turn.state.points == (4, 0)
    assert turn == take_turn(in_one_list, before, 0, Add(2), chance_of(2), FIRST_AT)


def test_a_game_with_another_evolve_is_evolved_by_it_and_not_by_the_story() -> None:
    before = started()[-1].after
    stubborn = replace(TALLY, decide=adds_twice, evolve=lambda state, _event, _at: state)

    turn = take_turn(stubborn, before, 0, Add(2), chance_of(2), FIRST_AT)

    assert turn.state == before


def test_nothing_is_folded_before_somebody_asks_and_nothing_twice() -> None:
    folded: list[int] = []

    def total(state: int, event: int, _: Ms) -> int:
        folded.append(event)
        return state + event

    story: Story[int, int] = Story(total, 0, chance_of(1), 0)
    story.emit(1)
    story.emit(2)

    assert folded == []
    assert (story.state, story.state) == (3, 3)
    assert folded == [1, 2]
