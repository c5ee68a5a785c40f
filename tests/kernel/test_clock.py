"""The clock: bank and allowance, flags, ballots, pauses; a function of differences of time alone."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rondel.kernel import Clock, TimeControl

T0 = 1_700_000_000_000
IMPERIAL = TimeControl(bank_ms=120_000, allowance_ms=30_000)


def clock(control: TimeControl = IMPERIAL, seats: int = 2) -> Clock:
    return Clock.started(control, seats, T0)


@pytest.mark.parametrize(
    ("after_s", "bank_s", "flags"), [(100, 50, 0), (20, 120, 0), (150, 0, 0), (151, 60, 1)]
)
def test_a_move_is_charged_as_the_rulebook_of_imperial_counts(after_s: int, bank_s: int, flags: int) -> None:
    moved = clock().charged([0], T0 + after_s * 1000)

    assert moved.banks_ms == (bank_s * 1000, 120_000)
    assert moved.flags == (flags, 0)
    assert moved.points(0) == -flags


def test_a_bank_without_a_cap_keeps_what_was_saved() -> None:
    saving = clock(TimeControl(bank_ms=120_000, allowance_ms=30_000, is_capped=False))

    moved = saving.charged([0], T0 + 20_000)

    assert moved.banks_ms == (130_000, 120_000)
    assert moved.charged([0], T0 + 20_000 + 161_000).banks_ms == (60_000, 120_000)


def test_a_flagged_seat_goes_on_with_the_flags_bank_even_if_it_began_with_less() -> None:
    small = clock(TimeControl(bank_ms=10_000, allowance_ms=0))

    flagged = small.charged([0], T0 + 11_000)

    assert flagged.banks_ms == (60_000, 10_000)
    assert flagged.charged([0], T0 + 12_000).banks_ms == (10_000, 10_000)  # the next move caps it again


def test_one_move_flags_once_however_long_it_took() -> None:
    assert clock().charged([0], T0 + 10**9).flags == (1, 0)


def test_every_flag_counts() -> None:
    flagged = clock().charged([0], T0 + 200_000).charged([0], T0 + 400_000)

    assert flagged.flags == (2, 0)
    assert [flagged.points(seat) for seat in (0, 1)] == [-2, 0]


@pytest.mark.parametrize(("spent_ms", "charged_ms"), [(0, 0), (999, 0), (1000, 1000), (1999, 1000)])
def test_only_whole_seconds_are_charged(spent_ms: int, charged_ms: int) -> None:
    plain = clock(TimeControl(bank_ms=50_000, allowance_ms=0))

    assert plain.charged([0], T0 + spent_ms).banks_ms == (50_000 - charged_ms, 50_000)


def test_thinking_begins_anew_with_each_move() -> None:
    moved = clock().charged([0], T0 + 70_000).charged([1], T0 + 140_000)

    assert moved.banks_ms == (80_000, 80_000)
    assert moved.since_ms == T0 + 140_000


def test_all_who_answer_one_ballot_are_charged_from_one_moment() -> None:
    voting = clock(seats=3)

    voting = voting.charged([0], T0 + 40_000, is_ballot_open=True)
    voting = voting.charged([1], T0 + 50_000, is_ballot_open=True)
    closed = voting.charged([2], T0 + 60_000)

    assert closed.banks_ms == (110_000, 100_000, 90_000)
    assert (voting.since_ms, closed.since_ms) == (T0, T0 + 60_000)


def test_several_seats_may_be_charged_at_once() -> None:
    assert clock(seats=3).charged({0, 2}, T0 + 60_000).banks_ms == (90_000, 120_000, 90_000)


def test_paused_time_is_not_counted() -> None:
    resumed = clock().paused(T0 + 10_000).resumed(T0 + 500_000)

    assert resumed.paused_at_ms is None
    assert resumed.charged([0], T0 + 540_000).banks_ms == (100_000, 120_000)


def test_pausing_twice_and_resuming_a_running_clock_change_nothing() -> None:
    paused = clock().paused(T0 + 10_000)

    assert paused.paused(T0 + 20_000) == paused
    assert clock().resumed(T0 + 20_000) == clock()


def test_a_move_resumes_a_paused_clock_first() -> None:
    paused = clock().paused(T0 + 50_000)

    moved = paused.charged([0], T0 + 900_000)

    assert moved == paused.resumed(T0 + 900_000).charged([0], T0 + 900_000)
    assert moved.banks_ms == (100_000, 120_000)
    assert moved.paused_at_ms is None


def test_a_ballot_that_goes_on_after_a_pause_counts_from_its_one_moment_less_the_pause() -> None:
    voting = clock().paused(T0 + 10_000).charged([0], T0 + 100_000, is_ballot_open=True)

    assert voting.since_ms == T0 + 90_000
    assert voting.charged([1], T0 + 130_000).banks_ms == (120_000, 110_000)


def test_an_undo_keeps_banks_and_flags_and_thinking_begins_anew() -> None:
    present = clock().charged([0], T0 + 300_000)

    restored = present.after_undo(T0 + 310_000)

    assert restored == replace(present, since_ms=T0 + 310_000)


def test_an_undo_keeps_the_pause_and_resuming_it_never_reaches_into_the_future() -> None:
    paused = clock().charged([0], T0 + 100_000).paused(T0 + 110_000)

    restored = paused.after_undo(T0 + 200_000)

    assert (restored.paused_at_ms, restored.since_ms) == (T0 + 200_000, T0 + 200_000)
    assert restored.resumed(T0 + 260_000).since_ms == T0 + 260_000


def test_what_is_left_falls_by_whole_seconds_and_stands_still_while_paused() -> None:
    assert clock().left_ms(0, T0 + 30_999) == 90_000
    assert clock().left_ms(0, T0 + 121_000) == -1000
    assert clock().paused(T0 + 30_000).left_ms(0, T0 + 90_000) == 90_000


def test_time_runs_out_with_the_last_bank_and_the_allowance() -> None:
    moved = clock().charged([0], T0 + 100_000)  # 50 s are left for seat 0, 120 s for seat 1

    assert moved.runs_out_ms([0]) == T0 + 100_000 + 50_000 + 30_000
    assert moved.runs_out_ms([0, 1]) == T0 + 100_000 + 120_000 + 30_000


def test_nothing_runs_out_while_paused_or_while_nobody_thinks() -> None:
    assert clock().paused(T0).runs_out_ms([0]) is None
    assert clock().runs_out_ms([]) is None


def test_time_that_has_just_run_out_is_not_flagged_and_a_second_later_it_is() -> None:
    due = clock().runs_out_ms([0])
    assert due is not None

    assert clock().charged([0], due + 999).flags == (0, 0)
    assert clock().charged([0], due + 1000).flags == (1, 0)


class Tap(NamedTuple):
    what: str
    seat: int
    after_ms: int


Taps = st.lists(
    st.builds(
        Tap,
        st.sampled_from(["move", "ballot", "pause", "resume", "undo"]),
        st.integers(0, 2),
        st.integers(0, 200_000),
    ),
    max_size=20,
)


def tapped(taps: list[Tap], at: int) -> tuple[Clock, int]:
    running = Clock.started(IMPERIAL, 3, at)
    for what, seat, after_ms in taps:
        at += after_ms
        match what:
            case "move":
                running = running.charged([seat], at)
            case "ballot":
                running = running.charged([seat], at, is_ballot_open=True)
            case "pause":
                running = running.paused(at)
            case "resume":
                running = running.resumed(at)
            case _:
                running = running.after_undo(at)
    return running, at


@given(Taps, st.integers(0, 10**12))
def test_the_clock_is_a_function_of_differences_of_time(taps: list[Tap], shift: int) -> None:
    one, _ = tapped(taps, T0)
    other, _ = tapped(taps, T0 + shift)

    paused = None if one.paused_at_ms is None else one.paused_at_ms + shift
    assert other == replace(one, since_ms=one.since_ms + shift, paused_at_ms=paused)


@given(Taps)
def test_a_clock_is_never_ahead_of_time_and_no_bank_is_below_zero_or_above_its_cap(taps: list[Tap]) -> None:
    running, now = tapped(taps, T0)

    assert running.since_ms <= (now if running.paused_at_ms is None else running.paused_at_ms) <= now
    assert all(0 <= bank <= IMPERIAL.bank_ms for bank in running.banks_ms)
