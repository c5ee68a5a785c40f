"""Imperial, chapters 12, 13 and 18: the clock, absent players, and taking back."""

from typing import Any

import pytest
from msgspec.structs import replace

from rondel.games.imperial.actions import (
    Abandon,
    Agree,
    AnswerPeace,
    AutoAct,
    Bid,
    BuyBid,
    DeferUnit,
    PauseClock,
    Propose,
    PuntBuy,
    ResumeClock,
    Vote,
)
from rondel.games.imperial.events import (
    BidsRevealed,
    BuyPunted,
    ClockResumed,
    ManeuverExecuted,
    ProposalExecuted,
    Submitted,
    TimeCharged,
    barrier,
)
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.options import Options
from rondel.kernel import HOUSE, Refusal, SeatSpec
from rondel.table.local import LocalTable
from tests.games.imperial.table import NOW, Table, imports, only, playing, refused, started, tags

ALONE: dict[str, Any] = {"Austria": {0: [4]}, "Italy": {1: [4]}}
TIMED: dict[str, Any] = {"timed": True, "banked": 120, "increment": 30}


def test_12_1_the_clock_is_shown_as_the_rulebook_has_it() -> None:
    table = playing(ALONE, **TIMED)
    timer = table.view(None).timer
    assert (timer.timed, timer.increment, timer.banked, timer.pause, timer.last_move) == (
        True,
        30,
        120,
        0,
        NOW,
    )
    assert [player.banked for player in table.view(None).player_info] == [120, 120]


def test_12_1_the_kernel_has_the_same_clock() -> None:
    table = playing(ALONE, **TIMED)
    clock = IMPERIAL.clock(table.state)
    assert clock is not None
    assert (clock.banks_ms, clock.flags, clock.since_ms) == ((120_000, 120_000), (0, 0), NOW)
    assert clock.paused_at_ms is None


def test_12_2_an_open_ballot_does_not_restart_the_clock() -> None:
    table = started(3, **TIMED)
    table.play(0, Bid(0), after=5000)
    assert (table.state.same_turn, table.state.timer.last_move) == (True, NOW)
    table.play(1, Bid(900), after=5000)
    table.play(2, Bid(0), after=5000)
    assert (table.state.same_turn, table.state.timer.last_move) == (False, NOW + 15_000)
    table.play(1, BuyBid(accept=True), after=1000)
    assert (table.state.same_turn, table.state.timer.last_move) == (False, NOW + 16_000)


@pytest.mark.parametrize("cap", [False, True])
@pytest.mark.parametrize(
    ("seconds", "banked", "flags"), [(100, 50, 0), (20, 130, 0), (150, 0, 0), (151, 60, -1)]
)
def test_e15_time_is_charged_by_the_move(seconds: int, banked: int, flags: int, *, cap: bool) -> None:
    """Rules 12.3, 12.4, E15: bank 120, increment 30; exactly 0 is not flagged."""
    table = playing(ALONE, **TIMED, bank_cap=cap)
    banked = min(banked, 120) if cap else banked
    charged = only(table.play(0, Propose("L-Produce"), after=1000 * seconds + 999), TimeCharged)
    assert (charged.elapsed, charged.banked, charged.flagged) == (seconds, banked, flags < 0)
    assert (table.player(0).banked, table.player(0).score_modifier) == (banked, flags)
    assert table.player(1).banked == 120


def test_12_3_saved_time_adds_up_unless_the_table_caps_it() -> None:
    """Rules 12.3, 25.16: the seed adds the increment, and knows no cap."""
    for cap, banks in ((False, [149, 178]), (True, [120, 120])):
        table = playing({"Austria": {0: [4]}, "Italy": {0: [4]}}, **TIMED, bank_cap=cap)
        table.play(0, Propose("L-Produce"), after=1000)
        first = table.player(0).banked
        table.play(0, Propose("L-Produce"), after=1000)
        assert [first, table.player(0).banked] == banks
        clock = IMPERIAL.clock(table.state)
        assert clock is not None
        assert clock.charged([0], table.at + 1000).banks_ms[0] == 1000 * (banks[1] if cap else banks[1] + 29)


def test_12_3_an_untimed_table_charges_nobody() -> None:
    table = playing(ALONE)
    assert "TIME_CHARGED" not in tags(table.play(0, Propose("L-Produce"), after=10**9))
    assert IMPERIAL.clock(table.state) is None


def test_12_5_seats_that_lost_their_vote_are_not_charged() -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}}, **TIMED)
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    table.play(1, Vote(2), after=40_000)
    events = table.play(2, Vote(2), after=50_000)
    assert only(events, TimeCharged).elapsed == 90
    assert [player.banked for player in table.state.players] == [150, 140, 60]


def test_12_6_a_pause_is_not_counted() -> None:
    table = playing(ALONE, **TIMED)
    table.play(1, PauseClock(), after=10_000)
    assert table.state.timer.pause == NOW + 10_000
    assert table.state.turn_id == 0
    with refused("ALREADY_PAUSED"):
        table.play(0, PauseClock())
    resumed = only(table.play(0, ResumeClock(), after=500_000), ClockResumed)
    assert (resumed.seat, resumed.paused_ms) == (0, 500_000)
    assert table.state.timer.last_move == NOW + 500_000
    with refused("NOT_PAUSED"):
        table.play(0, ResumeClock())
    assert only(table.play(0, Propose("L-Produce"), after=5000), TimeCharged).elapsed == 15


def test_12_6_a_submission_resumes_first() -> None:
    table = playing(ALONE, **TIMED)
    table.play(HOUSE, PauseClock(), after=10_000)
    events = table.play(0, Propose("L-Produce"), after=100_000)
    assert tags(events)[:3] == ["SUBMITTED", "CLOCK_RESUMED", "TIME_CHARGED"]
    assert only(events, TimeCharged).elapsed == 10
    assert table.state.timer.pause == 0
    assert table.state.timer.last_move == table.at


def test_12_6_a_bid_resumes_without_starting_anew() -> None:
    table = started(2, **TIMED)
    table.play(0, PauseClock(), after=10_000)
    table.play(0, Bid(0), after=100_000)
    assert table.state.timer.last_move == NOW + 100_000


def test_12_6_who_may_pause() -> None:
    table = playing(ALONE)
    with refused("CLOCK_OFF"):
        table.play(0, PauseClock())
    with refused("CLOCK_OFF"):
        table.play(HOUSE, ResumeClock())
    table = playing(ALONE, pause_by="house", **TIMED)
    with refused("PAUSE_NOT_ALLOWED"):
        table.play(0, PauseClock())
    assert PauseClock() not in table.legal(0)
    table.play(HOUSE, PauseClock())
    with refused("PAUSE_NOT_ALLOWED"):
        table.play(0, ResumeClock())
    table = playing(ALONE, **TIMED)
    assert PauseClock() in table.legal(1)
    assert ResumeClock() not in table.legal(1)


def test_12_6_before_the_start_there_is_no_clock() -> None:
    """Rules 12.6, 4.1: neither for a seat nor for the house."""
    table = Table(IMPERIAL.start(Options(timed=True), [SeatSpec()] * 2))
    with refused("WRONG_MODE"):
        table.play(0, PauseClock())
    with refused("WRONG_MODE"):
        table.play(HOUSE, PauseClock())


def test_12_7_the_clock_alone_forces_nobody() -> None:
    """Rules 12.7, 18.1: without autoActionSeconds there is no deadline."""
    table = playing(ALONE, **TIMED)
    assert IMPERIAL.deadline(table.state) is None


def test_12_8_the_deadline() -> None:
    """Rules 12.8, 18.1: seconds, and with a clock the largest bank of those up and the increment."""
    table = playing(ALONE, auto_action_seconds=60)
    due = IMPERIAL.deadline(table.state)
    assert due is not None
    assert (due.at_ms, due.action) == (NOW + 60_000, AutoAct())
    timed = playing(ALONE, auto_action_seconds=60, **TIMED)
    due = IMPERIAL.deadline(timed.state)
    assert due is not None
    assert due.at_ms == NOW + 1000 * (60 + 120 + 30)
    timed.play(0, PauseClock())
    assert IMPERIAL.deadline(timed.state) is None
    with refused("NOT_DUE"):
        table.play(HOUSE, AutoAct(), after=59_999)


def auto(table: Table) -> list[Any]:
    """What the house does when the time has come."""
    due = IMPERIAL.deadline(table.state)
    assert due is not None
    table.at = due.at_ms
    return table.play(HOUSE, due.action)


def test_12_8_bids_are_nothing_and_offers_declined() -> None:
    table = started(2, auto_action_seconds=60, **TIMED)
    table.play(0, Bid(900))
    events = auto(table)
    assert [(bid.seat, bid.amount) for bid in only(events, BidsRevealed).bids] == [(0, 900), (1, 0)]
    assert only(events, Submitted).auto
    assert only(events, TimeCharged).seat == 1
    assert "BID_DECLINED" in tags(auto(table))
    events = auto(table)
    assert [event.seat for event in events if isinstance(event, Submitted)] == [0, 1]


@pytest.mark.parametrize(
    ("setup", "here", "space"),
    [
        ("standard", "center", "L-Produce"),
        ("standard", "R-Produce", "R-Maneuver"),
        ("standard", "R-Maneuver", "L-Produce"),
        ("standard", "Import", "L-Maneuver"),
        ("classic", "R-Maneuver", "Import"),
        ("classic", "center", "R-Produce"),
    ],
)
def test_12_8_the_nearest_spot_that_is_neither_factory_nor_investor(
    setup: str, here: str, space: str
) -> None:
    table = playing(
        ALONE,
        spaces={"Austria": here},
        setup=setup,
        auto_action_seconds=60,
        armies={"Austria": ["Vienna", "(Rome)"]},
    )
    executed = only(auto(table), ProposalExecuted)
    assert executed.proposal.space == space
    assert table.armies("Austria") == ["Vienna", "(Rome)"]


def test_12_8_the_opposition_agrees_and_buyers_punt() -> None:
    table = playing(
        {"Austria": {0: [4], 1: [3], 2: [2]}}, spaces={"Austria": "R-Produce"}, auto_action_seconds=60
    )
    table.propose(0, "R-Maneuver")
    assert "PROPOSAL_AGREED" in tags(auto(table))
    bought = auto(table)
    assert only(bought, Submitted).auto
    assert not only(bought, BuyPunted).automatic, "it could have bought (10.7)"


def test_12_8_units_stay_and_peace_is_rejected() -> None:
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4]}},
        up="France",
        fleets={"France": ["Brest", "Bordeaux"]},
        armies={"France": ["Paris", "Paris"], "Germany": ["Belgium"]},
        auto_action_seconds=60,
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "English Channel")
    auto(table)
    assert table.fleets("France") == ["English Channel", "Bordeaux"]
    assert table.armies("France") == ["Paris", "Paris"]

    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4]}},
        up="France",
        armies={"France": ["Paris", "Paris", "Paris"], "Germany": ["Belgium"]},
        auto_action_seconds=60,
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    assert "PEACE_RESOLVED" in tags(auto(table))
    assert table.up() == [0]
    executed = only(auto(table), ManeuverExecuted)
    assert [move.action_code for move in executed.army_man] == ["war Germany army", "", ""]


def test_12_9_a_table_may_be_abandoned() -> None:
    """Rules 12.9, 20.4: not scored, nothing sealed is revealed."""
    table = started(2)
    table.play(0, Bid(700))
    events = table.play(HOUSE, Abandon())
    assert tags(events) == ["GAME_ENDED"]
    assert table.player(0).bid is None
    outcome = IMPERIAL.outcome(table.state)
    assert outcome is not None
    assert (outcome.ending, outcome.is_abandoned, outcome.standings) == ("abandoned", True, ())


def test_12_10_time_given_back_is_as_if_it_had_not_passed() -> None:
    table = playing(ALONE, **TIMED, auto_action_seconds=60)
    assert IMPERIAL.postpone is not None

    later = IMPERIAL.postpone(table.state, 13_000)

    due, due_later = IMPERIAL.deadline(table.state), IMPERIAL.deadline(later)
    clock, clock_later = IMPERIAL.clock(table.state), IMPERIAL.clock(later)
    assert due is not None
    assert due_later == replace(due, at_ms=due.at_ms + 13_000)
    assert clock is not None
    assert clock_later == clock.postponed(13_000)
    assert later.timer.last_move == NOW + 13_000


def test_12_10_a_paused_clock_gets_nothing_back() -> None:
    table = playing(ALONE, **TIMED)
    table.play(HOUSE, PauseClock(), after=5000)
    assert IMPERIAL.postpone is not None

    later = IMPERIAL.postpone(table.state, 13_000)

    assert later.timer == table.state.timer


def test_12_10_nothing_is_taken_back_across_time_given_back() -> None:
    """Rules 12.10, 13.6: as across any row of the House, and the View says so."""
    seats = Seats(**TIMED)
    seat = seats.up
    seats.play(seat, Propose("L-Produce"))
    seats.now += 13_000
    seats.table.return_time(13_000, seats.now)

    assert seats.table.state.undo is None
    assert IMPERIAL.view(seats.table.state, seat).undo is None
    with refused("NOT_YOUR_MOVE"):
        seats.back(seat)


# Taking back.


class Seats:
    """A table with a journal, two dictators, and some armies."""

    def __init__(self, **options: Any) -> None:
        chosen = Options(start="fixed", governance="dictator", **options)
        self.table = LocalTable.opened(IMPERIAL, chosen, [SeatSpec()] * 2, table_id="undo", secret=b"u" * 32)
        self.now = NOW
        self.table.play(HOUSE, IMPERIAL.begin, self.now)

    def play(self, seat: int, action: Any, after: int = 1000) -> None:
        self.now += after
        self.table.play(seat, action, self.now)

    def back(self, seat: int, after: int = 1000) -> None:
        self.now += after
        self.table.take_back(seat, self.now)

    @property
    def up(self) -> int:
        (seat,) = IMPERIAL.to_act(self.table.state)
        return seat


def test_13_1_the_view_names_who_may_take_back() -> None:
    seats = Seats()
    assert IMPERIAL.view(seats.table.state, 0).undo is None
    seat = seats.up
    seats.play(seat, Propose("L-Produce"))
    assert IMPERIAL.view(seats.table.state, 1 - seat).undo == seat
    with refused("NOT_YOUR_MOVE"):
        seats.back(1 - seat)
    seats.back(seat)
    assert seats.up == seat


def test_13_2_a_seat_goes_back_step_by_step_and_the_clock_is_kept() -> None:
    """Rules 13.2, 25.8: time is not refunded; thinking begins anew."""
    seats = Seats(timed=True, banked=100, increment=0)
    before = seats.table.state
    seat = seats.up
    nation = before.nation_up
    seats.play(seat, Propose("Import", imports=_two_armies(nation)), after=30_000)
    while seats.up != seat:
        seats.play(seats.up, PuntBuy() if seats.table.state.mode == "buy" else Propose("L-Produce"))
    middle = seats.table.state
    seats.play(seat, Propose("L-Produce"), after=20_000)
    assert seats.table.state.players[seat].banked == 50
    seats.back(seat, after=5000)
    state = seats.table.state
    assert (state.turn_id, state.nation_up, state.mode) == (middle.turn_id, middle.nation_up, middle.mode)
    assert state.players[seat].banked == 50
    assert state.timer.last_move == seats.now
    assert seats.table.version == len(seats.table.steps)


def _two_armies(nation: str | None) -> Any:
    homes = {"Austria": "Vienna", "Italy": "Rome", "France": "Paris"}
    assert nation is not None
    return imports(f"army {homes[nation]}", f"army {homes[nation]}")


def test_13_2_deferring_and_moving_are_taken_back_one_by_one() -> None:
    seats = Seats()
    seat = seats.up
    nation = seats.table.state.nation_up
    seats.play(seat, Propose("Import", imports=_two_armies(nation)))
    while seats.table.state.nation_up != nation or seats.table.state.mode != "proposal":
        seats.play(seats.up, PuntBuy() if seats.table.state.mode == "buy" else Propose("L-Produce"))
    seats.play(seat, Propose("L-Maneuver"))
    planning = seats.table.state
    seats.play(seat, DeferUnit())
    first = IMPERIAL.legal(seats.table.state, seat)[0]
    seats.play(seat, first)
    seats.back(seat)
    seats.back(seat)
    assert seats.table.state.current_maneuver == planning.current_maneuver
    assert seats.table.state.undo == seat
    seats.back(seat)
    assert seats.table.state.mode == "proposal"
    assert seats.table.state.undo is None  # the move before was another seat's


def test_13_3_barriers() -> None:
    """Rules 13.3, 25.8: what was sealed, drawn or answered stays."""
    table = started(2)
    assert all(
        any(barrier(event) for event in table.play(seat, action))
        for seat, action in ((0, Bid(900)), (1, Bid(0)), (0, BuyBid(accept=True)))
    )
    assert table.state.undo is None
    assert barrier(Submitted(0, 1, auto=True))
    assert not barrier(Submitted(0, 1))

    vote = playing({"Austria": {0: [4], 1: [3], 2: [2]}})
    vote.propose(0, "Taxation")
    assert vote.state.undo == 0
    vote.propose(1, "L-Produce")
    for seat in (2, 0):
        assert any(barrier(event) for event in vote.play(seat, Vote(1)))
        assert vote.view(0).undo is None


def test_13_3_peace_is_a_barrier() -> None:
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4]}},
        up="France",
        armies={"France": ["Paris", "Paris"], "Germany": ["Belgium"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    assert table.state.undo is None
    table.play(1, AnswerPeace(accept=True))
    assert table.state.undo is None
    table.move(0, "Paris")
    assert table.state.undo == 0


def test_13_4_a_move_that_was_taken_back_is_told_to_everyone() -> None:
    seats = Seats()
    seat = seats.up
    seats.play(seat, Propose("L-Produce"))
    seats.back(seat)
    row = seats.table.steps[-1].row
    assert row.undoes_to == 1
    for viewer in (None, 0, 1):
        (frame,) = seats.table.observations(row, viewer)
        assert b'"UNDONE"' in frame
        assert b'"toVersion":1' in frame


def test_13_5_a_paused_clock_stays_paused_from_the_undo_on() -> None:
    seats = Seats(timed=True)
    seat = seats.up
    seats.play(seat, Propose("L-Produce"))
    present = seats.table.state
    seats.play(1 - seat, PauseClock())
    paused = seats.table.state
    assert paused.undo is None  # a pause lies between
    assert IMPERIAL.undo is not None
    restored = IMPERIAL.undo.keep(present, paused, seats.now + 5000)
    assert restored.timer.pause == restored.timer.last_move == seats.now + 5000
    with pytest.raises(Refusal):
        seats.back(seat)


def test_13_5_a_pause_itself_is_not_taken_back() -> None:
    seats = Seats(timed=True)
    seats.play(0, PauseClock())
    with refused("UNDO_BARRIER"):
        seats.back(0)


def test_18_1_no_deadline_before_the_start_or_after_the_end() -> None:
    table = Table(IMPERIAL.start(Options(auto_action_seconds=5), [SeatSpec()] * 2))
    assert IMPERIAL.deadline(table.state) is None
    table.play(HOUSE, IMPERIAL.begin)
    assert IMPERIAL.deadline(table.state) is not None
    table.play(HOUSE, Abandon())
    assert IMPERIAL.deadline(table.state) is None


def test_12_8_no_time_at_all_ends_an_auction_unsold() -> None:
    table = started(2, auto_action_seconds=0)
    table.wait(0)
    assert table.state.ending == "unsold"
    with refused("GAME_OVER"):
        table.play(0, Agree())
