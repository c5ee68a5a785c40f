"""The decision about late pushes, on figures that are made up."""

import pytest

from tests.load.lateness import Span, held_up_ms, in_time, judged, percentile

QUIET = [Span(at / 10, at / 10 + 0.004) for at in range(100)]


def pushes(*lengths_ms: float) -> list[Span]:
    """One push each tenth of a second."""
    return [Span(at / 10, at / 10 + ms / 1000) for at, ms in enumerate(lengths_ms)]


def test_the_p99_is_a_value_that_one_in_a_hundred_may_exceed() -> None:
    assert percentile([float(value) for value in range(1, 101)]) == 99
    assert percentile([float(value) for value in range(1, 201)]) == 198
    assert percentile([7.0]) == 7
    assert percentile([]) == 0


def test_pushes_in_time_are_met_however_busy_the_machine_is() -> None:
    found = judged(pushes(*[499.0] * 100), [Span(0, 10)])

    assert (found.verdict, found.late, found.unexplained) == ("met", 0, 0)


def test_one_late_push_in_a_hundred_is_still_in_time_and_two_are_not() -> None:
    assert judged(pushes(*[5.0] * 99, 900.0), QUIET).verdict == "met"
    assert judged(pushes(*[5.0] * 98, 900.0, 900.0), QUIET).verdict == "missed"


def test_a_slow_server_on_a_quiet_machine_is_missed() -> None:
    found = judged(pushes(*[600.0] * 100), QUIET)

    assert (found.verdict, found.late, found.unexplained) == ("missed", 100, 100)
    assert "p99 600 ms" in str(found)
    assert "100 of them by the server" in str(found)


def test_a_machine_that_holds_up_both_is_undecided() -> None:
    found = judged(pushes(*[900.0] * 100), [Span(at, at + 0.7) for at in range(12)])

    assert (found.verdict, found.late, found.unexplained) == ("undecided", 100, 0)


def test_a_starved_server_takes_several_trips_of_time_and_is_undecided() -> None:
    trips = [Span(at * 0.4, at * 0.4 + 0.38) for at in range(40)]

    assert judged(pushes(*[3000.0] * 100), trips).verdict == "undecided"


def test_a_slow_server_on_a_busy_machine_is_missed_by_what_the_machine_does_not_explain() -> None:
    assert judged(pushes(*[900.0] * 100), [Span(at, at + 0.3) for at in range(12)]).verdict == "missed"


def test_trips_of_a_tenth_of_a_second_or_less_explain_nothing() -> None:
    assert (
        judged(pushes(*[600.0] * 100), [Span(at / 9, at / 9 + 0.1) for at in range(90)]).verdict == "missed"
    )


def test_only_the_part_of_a_stall_that_a_push_saw_counts() -> None:
    stalls = [Span(0, 1), Span(2, 2.5), Span(4, 5)]

    assert held_up_ms(Span(0.5, 1.5), stalls) == pytest.approx(500)
    assert held_up_ms(Span(0.5, 4.25), stalls) == pytest.approx(1250)
    assert held_up_ms(Span(1.25, 1.75), stalls) == 0
    assert held_up_ms(Span(2.125, 2.25), stalls) == pytest.approx(125)


def test_what_takes_too_long_or_not_long_enough_is_missed_unless_the_machine_explains_it() -> None:
    def verdict(seconds: float, *stalls: Span) -> str:
        return in_time(Span(10, 10 + seconds), stalls, least_s=4.5, most_s=6.5)

    assert [verdict(4.4), verdict(4.6), verdict(6.4), verdict(6.6)] == ["missed", "met", "met", "missed"]
    assert verdict(7, Span(12, 13)) == "undecided"
    assert verdict(7, Span(12, 12.4)) == "missed"
    assert verdict(7, Span(0, 9)) == "missed"
    assert verdict(4, Span(10, 13)) == "missed"


def test_a_trip_explains_only_the_pushes_of_its_own_time() -> None:
    early_stall = [Span(0, 1.5), *QUIET[20:]]

    assert judged(pushes(*[900.0] * 100), early_stall).verdict == "missed"


def test_a_run_without_pushes_has_measured_nothing() -> None:
    assert judged([], []).verdict == "missed"
    assert judged([], QUIET).verdict == "missed"
    assert judged([], [Span(0, 3)]).verdict == "undecided"


def test_without_trips_nothing_is_explained() -> None:
    assert judged(pushes(*[600.0] * 100), []).verdict == "missed"
