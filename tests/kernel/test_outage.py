"""Time is given back after an outage: how much was lost, who may give it back, and what it changes."""

from dataclasses import replace as with_

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.kernel import (
    HOUSE,
    Actor,
    Ms,
    Outage,
    Refusal,
    ReturnTime,
    Row,
    TimeReturned,
    lost_ms,
    replay,
    return_time,
    take_back,
)
from rondel.kernel.replay import Step, fold
from tests.kernel.tally import (
    FIRST_AT,
    TALLY,
    Abandon,
    Add,
    Options,
    PauseClock,
    State,
    play,
    started,
)

CLOCKED = Options(bank_ms=60_000)


def returned(steps: list[Step[State]], lost: Ms) -> Step[State]:
    """The step after these, which gives time back."""
    last = steps[-1]
    row = Row(len(steps) + 1, last.row.at + lost, HOUSE, 1, ReturnTime(lost), (TimeReturned(lost),))
    return fold(TALLY, last.after, row, lambda version: steps[version].before)


@pytest.mark.parametrize(
    ("spans", "lost"),
    [
        ([], 0),
        ([(0, 100)], 0),
        ([(0, 130)], 30),
        ([(120, 150)], 30),
        ([(190, 250)], 10),
        ([(0, 1000)], 100),
        ([(200, 300)], 0),
        ([(110, 120), (150, 170)], 30),
        ([(150, 170), (110, 120)], 30),
        ([(110, 150), (120, 130), (140, 160)], 50),
    ],
)
def test_lost_is_what_of_the_outages_lies_between_the_last_row_and_now(
    spans: list[tuple[Ms, Ms]], lost: Ms
) -> None:
    assert lost_ms([Outage(begin, end) for begin, end in spans], since=100, now=200) == lost


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50))), st.integers(0, 50), st.integers(0, 50))
def test_every_lost_millisecond_counts_once(spans: list[tuple[Ms, Ms]], since: Ms, now: Ms) -> None:
    counted = {ms for begin, end in spans for ms in range(begin, end) if since <= ms < now}

    assert lost_ms([Outage(begin, end) for begin, end in spans], since, now) == len(counted)


def test_the_house_gives_back_what_was_lost() -> None:
    state = started(options=CLOCKED)[-1].after

    event = return_time(TALLY, state, HOUSE, ReturnTime(13_000), last_at=FIRST_AT, now=FIRST_AT + 13_000)

    assert event == TimeReturned(13_000)


@pytest.mark.parametrize(
    ("actor", "now", "code"),
    [(0, 13_000, "HOUSE_ONLY"), (None, 13_000, "HOUSE_ONLY"), (HOUSE, 12_999, "TOO_MUCH_TIME")],
)
def test_nobody_else_gives_time_back_and_never_more_than_has_passed(
    actor: Actor | None, now: Ms, code: str
) -> None:
    state = started(options=CLOCKED)[-1].after

    with pytest.raises(Refusal) as refusal:
        return_time(TALLY, state, actor, ReturnTime(13_000), last_at=FIRST_AT, now=FIRST_AT + now)

    assert refusal.value.code == code


def test_a_game_without_clocks_and_a_game_that_is_over_get_none() -> None:
    over = play(TALLY, started(), [(HOUSE, Abandon())])[-1].after
    action = ReturnTime(1)

    with pytest.raises(Refusal, match="CLOCK_OFF"):
        return_time(with_(TALLY, postpone=None), over, HOUSE, action, last_at=0, now=5)
    with pytest.raises(Refusal, match="GAME_OVER"):
        return_time(TALLY, over, HOUSE, action, last_at=0, now=5)


def test_the_deadline_comes_later_by_what_was_lost_and_the_bank_is_as_if_nothing_had_been() -> None:
    before = started(options=CLOCKED)
    step = returned(before, 13_000)
    clock, clock_later, now = TALLY.clock(step.before), TALLY.clock(step.after), step.row.at
    due, later = TALLY.deadline(step.before), TALLY.deadline(step.after)

    assert due is not None
    assert later is not None
    assert clock is not None
    assert clock_later is not None
    assert later.at_ms == due.at_ms + 13_000
    assert clock_later.left_ms(0, now) == clock.left_ms(0, now - 13_000)
    assert clock_later.charged([0], now + 5000).banks_ms == clock.charged([0], now - 8000).banks_ms


def test_a_paused_clock_gets_nothing_back() -> None:
    paused = play(TALLY, started(options=CLOCKED), [(0, PauseClock())])

    assert returned(paused, 13_000).after == paused[-1].after


def test_a_row_that_gives_time_back_replays() -> None:
    steps = started(options=CLOCKED)
    first = steps[0].before
    steps = play(TALLY, [*steps, returned(steps, 13_000)], [(0, Add(1))], every_ms=20_000)

    assert replay(TALLY, first, [step.row for step in steps]) == steps[-1].after
    assert [step.row.returned_ms for step in steps] == [None, 13_000, None]
    assert [step.row.is_tables_own for step in steps] == [False, True, False]


def test_a_game_without_clocks_folds_no_such_row() -> None:
    steps = started(options=CLOCKED)
    row = returned(steps, 5).row

    with pytest.raises(AssertionError, match="tally has no clocks, but row 2 gives back time"):
        fold(with_(TALLY, postpone=None), steps[-1].after, row, lambda _: None)


def test_no_move_is_taken_back_across_it() -> None:
    moved = play(TALLY, started(options=CLOCKED), [(0, Add(1))])
    assert take_back(TALLY, moved, 0).to_version == 1

    with pytest.raises(Refusal, match="NOT_YOUR_MOVE"):
        take_back(TALLY, [*moved, returned(moved, 13_000)], 0)
