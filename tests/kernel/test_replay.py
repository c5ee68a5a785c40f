"""Replay: the State a journal tells of, with whatever was taken back."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.kernel import HOUSE, Actor, Refusal, Row, SeatSpec, TakeBack, Undone, replay
from rondel.kernel.replay import Step, steps
from tests.kernel.tally import (
    FIRST_AT,
    TALLY,
    Action,
    Add,
    Added,
    Draw,
    Event,
    GameStarted,
    Options,
    Pass,
    StartGame,
    State,
    play,
    started,
)

LONG = Options(target=1000)


def beginning(options: Options = LONG) -> State:
    return TALLY.start(options, [SeatSpec(), SeatSpec()])


def rows_of(played: Sequence[Step[Any]]) -> list[Row]:
    return [step.row for step in played]


def row(version: int, *events: Event | Undone) -> Row:
    return Row(version, FIRST_AT + version, 0, 1, None, events)


def test_a_journal_folds_to_the_state_it_was_played_to() -> None:
    played = play(TALLY, started(options=LONG), [(0, Add(2)), (0, Draw()), (0, Pass()), (1, Add(3))])

    assert replay(TALLY, beginning(), rows_of(played)) == played[-1].after
    assert list(steps(TALLY, beginning(), rows_of(played))) == played


def test_no_rows_leave_the_state_as_it_is() -> None:
    assert replay(TALLY, beginning(), []) == beginning()


def test_a_row_taken_back_leaves_the_state_before_it() -> None:
    before = play(TALLY, started(), [(0, Add(2))])
    played = play(TALLY, before, [(0, Add(3)), (0, TakeBack())])

    assert replay(TALLY, beginning(Options()), rows_of(played)) == before[-1].after


def test_moves_after_an_undo_may_be_taken_back_through_it() -> None:
    moves: list[tuple[Actor, Action | TakeBack]] = [
        (0, Add(1)),  # version 2
        (0, Add(2)),
        (0, TakeBack()),  # to 2
        (0, Add(3)),
        (0, TakeBack()),  # to 4, which is 2 again
        (0, TakeBack()),  # to 1
    ]
    played = play(TALLY, started(options=LONG), moves)

    assert [step.row.undoes_to for step in played] == [None, None, None, 2, None, 4, 1]
    assert [step.after.points[0] for step in played] == [0, 1, 3, 1, 4, 1, 0]
    assert replay(TALLY, beginning(), rows_of(played)) == played[-1].after


def test_an_undo_lets_the_game_keep_what_it_must_not_turn_back() -> None:
    timed = Options(bank_ms=60_000)
    before = started(options=timed)
    played = play(TALLY, before, [(0, Add(1)), (0, TakeBack())])
    last = played[-1].row

    after = replay(TALLY, beginning(timed), rows_of(played))

    assert after.points == (0, 0)
    assert after.clock == played[1].after.clock.after_undo(last.at)


def test_a_snapshot_is_as_good_as_the_beginning() -> None:
    played = play(TALLY, started(options=LONG), [(0, Add(1)), (0, Add(2)), (0, TakeBack()), (0, Draw())])

    for version in range(2):
        snapshot = played[version].after
        rest = rows_of(played[version + 1 :])
        assert replay(TALLY, snapshot, rest, version=version + 1) == played[-1].after


def test_a_row_that_goes_back_before_the_snapshot_cannot_be_folded() -> None:
    played = play(TALLY, started(options=LONG), [(0, Add(1)), (0, Add(2)), (0, TakeBack())])

    with pytest.raises(ValueError, match="row 4 goes back to version 2; this begins with version 3"):
        replay(TALLY, played[2].after, rows_of(played[3:]), version=3)


def test_a_row_that_goes_to_a_version_yet_to_come_cannot_be_folded() -> None:
    with pytest.raises(ValueError, match="row 2 goes back to version 2"):
        replay(TALLY, beginning(), [row(1, GameStarted()), row(2, Undone(2)), row(3, Added(0, 1))])


@pytest.mark.parametrize("versions", [(2,), (1, 3), (1, 1), (2, 1)])
def test_rows_out_of_order_are_our_mistake(versions: tuple[int, ...]) -> None:
    with pytest.raises(AssertionError, match="follows version"):
        replay(TALLY, beginning(), [row(version, GameStarted()) for version in versions])


def test_a_row_taken_back_in_a_game_without_undo_is_our_mistake() -> None:
    played = play(TALLY, started(), [(0, Add(1)), (0, TakeBack())])

    with pytest.raises(AssertionError, match="tally has no undo, but row 3 is one"):
        replay(replace(TALLY, undo=None), beginning(Options()), rows_of(played))


def test_only_a_lone_undone_makes_a_row_an_undo() -> None:
    assert row(3, Undone(1)).undoes_to == 1
    assert row(3, Undone(1), Undone(1)).undoes_to is None
    assert row(3, Added(0, 1)).undoes_to is None
    assert row(3).undoes_to is None


def counted_evolve(calls: list[Event]) -> Any:
    def evolve(state: State, event: Event, at: int) -> State:
        calls.append(event)
        return TALLY.evolve(state, event, at)

    return evolve


def test_a_chain_of_three_hundred_undos_evolves_each_event_once() -> None:
    moves: list[tuple[Actor, Action | TakeBack]] = [(0, Add(1))] * 300 + [(0, TakeBack())] * 300
    played = play(TALLY, started(options=LONG), moves)
    calls: list[Event] = []

    after = replay(replace(TALLY, evolve=counted_evolve(calls)), beginning(), rows_of(played))

    assert after == played[0].after
    assert len(calls) == 301


def test_five_thousand_rows_with_undone_ones_among_them_fold_quickly() -> None:
    rows = [row(1, GameStarted())]
    for version in range(2, 5001):
        event = Undone(version - 3) if version % 5 == 0 else Added(version % 2, 1)
        rows.append(row(version, event))
    calls: list[Event] = []

    before = time.process_time()
    after = replay(replace(TALLY, evolve=counted_evolve(calls)), beginning(), rows)

    assert time.process_time() - before < 5
    assert len(calls) == 4000
    assert sum(after.points) == 1999


@given(st.lists(st.sampled_from([Add(1), Add(2), Draw(), Pass(), TakeBack()]), max_size=25))
def test_however_it_is_played_the_journal_tells_the_same(moves: list[Action | TakeBack]) -> None:
    played = play(TALLY, [], [(HOUSE, StartGame())], options=Options(target=30, bank_ms=4000))
    for move in moves:
        try:
            played = play(TALLY, played, [(played[-1].after.turn, move)])
        except Refusal:
            continue

    assert list(steps(TALLY, played[0].before, rows_of(played))) == played
