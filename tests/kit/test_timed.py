"""Clocks, deadlines, moments and undo."""

from typing import Any

import pytest

from rondel.kernel import HOUSE, Deadline, Refusal, SeatSpec
from rondel.table.local import LocalTable
from tests.kit.auction import AUCTION, Bid
from tests.kit.countdown import COUNTDOWN, Count, ReportSeat, TimeUp
from tests.kit.table import Table, refused


def opened(game: Any, seats: int, **options: Any) -> LocalTable:
    table = LocalTable.opened(
        game,
        game.types.options(**options),
        [SeatSpec()] * seats,
        table_id="timed",
        secret=b"s" * 32,
        nonces=[b"n" * 16] * seats,
    )
    table.play(HOUSE, game.begin, 1_000)
    return table


def test_a_house_action_is_accepted_when_it_is_due_and_not_before() -> None:
    table = Table(COUNTDOWN, 2)

    assert table.game.deadline(table.state) == Deadline(10_000, TimeUp())
    with refused("NOT_DUE"):
        table.play(HOUSE, TimeUp(), 9_999)
    table.play(HOUSE, TimeUp(), 10_000)

    assert table.state.count == 1
    assert table.state.turn == 1


def test_the_host_may_report_at_any_time_what_makes_sense() -> None:
    table = Table(COUNTDOWN, 2)

    table.play(HOUSE, ReportSeat(1, is_away=True), 5)

    assert table.state.players[1].is_away
    for senseless in (ReportSeat(1, is_away=True), ReportSeat(2, is_away=True)):
        with refused("WRONG_PHASE"):
            table.play(HOUSE, senseless, 6)


def test_a_clock_is_started_by_the_deal_and_charged_by_moves() -> None:
    table = Table(COUNTDOWN, 2, has_clock=True)
    assert table.names() == ["ClockStarted", "Counted"]

    table.play(0, Count(1), 7_000)

    assert table.names() == ["Counted", "ClockCharged"]
    assert table.state.clock.banks_ms == (25_000, 30_000)
    assert table.game.deadline(table.state) == Deadline(7_000 + 32_000, TimeUp())


def test_a_seat_that_lets_its_time_run_out_is_charged_for_it() -> None:
    table = Table(COUNTDOWN, 2, has_clock=True)

    table.play(HOUSE, TimeUp(), 32_000)

    assert table.event("ClockCharged").seats == (0,)
    assert table.state.clock.banks_ms == (0, 30_000)


def test_the_last_move_of_a_game_is_not_charged() -> None:
    table = Table(COUNTDOWN, 2, goal=4, has_clock=True)
    table.play(0, Count(3), 1_000)

    table.play(1, Count(1), 2_000)

    assert table.names() == ["Counted", "GameEnded"]


def test_all_who_choose_at_the_same_time_are_charged_from_the_same_moment() -> None:
    table = Table(AUCTION, 2, is_timed=True)

    table.play(1, Bid(1), 20_000)
    assert table.event("ClockCharged").is_ballot_open
    table.play(0, Bid(2), 30_000)

    assert table.state.clock.banks_ms == (35_000, 45_000)
    assert table.state.clock.since_ms == 30_000


@pytest.mark.parametrize("has_clock", [False, True])
def test_time_that_was_lost_is_given_back(has_clock: bool) -> None:
    table = Table(COUNTDOWN, 2, has_clock=has_clock)
    before = table.game.deadline(table.state)
    assert table.game.postpone is not None

    later = table.game.postpone(table.state, 500)

    assert before is not None
    assert table.game.deadline(later) == Deadline(before.at_ms + 500, TimeUp())


def test_a_move_can_be_taken_back_and_time_cannot() -> None:
    table = opened(COUNTDOWN, 2, has_clock=True)
    table.play(0, Count(2), 9_000)

    table.take_back(0, 11_000)

    assert table.state.count == 0
    assert table.state.turn == 0
    assert table.state.clock.banks_ms == (24_000, 30_000)
    assert table.state.clock.since_ms == 11_000


def test_a_moment_that_has_passed_is_now_after_an_undo() -> None:
    table = opened(COUNTDOWN, 2)
    table.play(0, Count(2), 9_000)

    table.take_back(0, 15_000)

    assert table.state.due_ms == 15_000


def test_a_sealed_choice_can_be_taken_back_until_it_is_opened() -> None:
    table = opened(AUCTION, 2)
    table.play(0, Bid(2), 2_000)
    table.take_back(0, 3_000)
    assert table.state.players[0].bid is None
    table.play(0, Bid(1), 4_000)
    table.play(1, Bid(0), 5_000)

    with pytest.raises(Refusal, match="UNDO_BARRIER"):
        table.take_back(1, 6_000)


def test_undo_never_crosses_the_events_that_a_game_names() -> None:
    assert AUCTION.undo is not None
    table = Table(AUCTION, 2, lots=1)
    table.play(0, Bid(2))
    table.play(1, Bid(0))

    assert [AUCTION.undo.barrier(event) for event in table.events] == [False, False, False, True, False]
