"""A turn: decide, then evolve, and nothing moves if the rules say no."""

from dataclasses import replace

import pytest

from rondel.kernel import HOUSE, Actor, Refusal, SeatSpec, Turn, take_turn
from rondel.kernel.turn import evolve_all
from tests.kernel.tally import (
    FIRST_AT,
    TALLY,
    Action,
    Add,
    Added,
    CardDrawn,
    CardSeen,
    Draw,
    Expire,
    GameEnded,
    GameStarted,
    Options,
    Pass,
    PauseClock,
    StartGame,
    chance_of,
    started,
)


def test_a_turn_tells_what_was_caused_and_the_state_after_it() -> None:
    state = started()[-1].after

    turn = take_turn(TALLY, state, 0, Add(3), chance_of(2), FIRST_AT)

    assert turn == Turn(TALLY.evolve(state, Added(0, 3), FIRST_AT), (Added(0, 3),))
    assert turn.state.points == (3, 0)


def test_every_event_of_a_turn_moves_the_state_in_order() -> None:
    state = started(options=Options(target=2))[-1].after

    turn = take_turn(TALLY, state, 0, Add(2), chance_of(2), FIRST_AT)

    assert turn.events == (Added(0, 2), GameEnded("reached"))
    assert (turn.state.points, turn.state.ending) == ((2, 0), "reached")


def test_the_luck_of_a_turn_is_that_of_its_version() -> None:
    state = started()[-1].after

    turn = take_turn(TALLY, state, 0, Draw(), chance_of(2), FIRST_AT)

    assert turn.events == (CardDrawn(0), CardSeen(0, chance_of(2).below(100)))


@pytest.mark.parametrize(
    ("actor", "action", "code"),
    [
        (1, Add(1), "NOT_YOUR_TURN"),
        (None, Add(1), "NOT_YOUR_TURN"),
        (0, Add(4), "BAD_AMOUNT"),
        (0, StartGame(), "HOUSE_ONLY"),
        (0, PauseClock(), "CLOCK_OFF"),
        (HOUSE, Expire(), "NOT_DUE"),
        (HOUSE, StartGame(), "NOT_DUE"),
    ],
)
def test_a_refused_action_moves_nothing(actor: Actor | None, action: Action, code: str) -> None:
    state = started()[-1].after

    with pytest.raises(Refusal, match=code):
        take_turn(TALLY, state, actor, action, chance_of(2), FIRST_AT)

    assert state == started()[-1].after


def test_an_accepted_action_that_does_nothing_is_our_mistake() -> None:
    empty = replace(TALLY, decide=lambda *_: [])

    with pytest.raises(AssertionError, match=r"tally: Pass\(\) was accepted and nothing happened"):
        take_turn(empty, started()[-1].after, 0, Pass(), chance_of(2), FIRST_AT)


def test_no_events_leave_the_state_as_it_is() -> None:
    state = TALLY.start(Options(), [SeatSpec(), SeatSpec()])

    assert evolve_all(TALLY, state, (), FIRST_AT) is state
    assert evolve_all(TALLY, state, (GameStarted(),), FIRST_AT).is_started
