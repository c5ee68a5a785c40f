"""Chapter 9: connection, bots, abandonment."""

from typing import Any

import pytest

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DrawCard,
    PassSnap,
    SetConnected,
    Snap,
    TakeOver,
    UsePower,
)
from rondel.games.cambio.events import (
    CardDiscarded,
    CardGiven,
    CardHidden,
    ConnectionChanged,
    ControllerChanged,
    Event,
    FinalTurnTaken,
    GameAbandoned,
    PowerCancelled,
    SnapPassed,
    TurnEnded,
    TurnPassed,
    ViewConfirmed,
)
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.kernel import HOUSE, Deadline
from tests.games.cambio.table import BOT, HUMAN, NOW, Table, card, deal, refused, slot, started, tags

THREE = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ 5♦ Q♦"


def leave(table: Table, seat: int) -> list[Event]:
    return table.play(HOUSE, SetConnected(seat, connected=False))


def come_back(table: Table, seat: int) -> list[Event]:
    return table.play(HOUSE, SetConnected(seat, connected=True))


def test_9_1_a_host_reports_who_is_there_and_has_the_patience_of_the_options() -> None:
    table = deal(THREE, disconnect_grace_ms=4_000)
    presence = CAMBIO.presence
    assert presence is not None

    table.play(HOUSE, presence.report(1, False))

    assert presence.report(1, True) == SetConnected(1, connected=True)
    assert [presence.is_connected(table.state, seat) for seat in range(3)] == [True, False, True]
    assert presence.grace_ms(table.state) == 4_000


def test_9_1_a_connection_changes_or_is_refused() -> None:
    table = deal(THREE)
    with refused("NO_CHANGE"):
        come_back(table, 1)

    assert leave(table, 1) == [ConnectionChanged(1, connected=False)]

    with refused("NO_CHANGE"):
        leave(table, 1)
    for seat in (3, -1):
        with refused("NO_CHANGE"):
            leave(table, seat)


def test_9_1_a_seat_may_leave_before_the_deal() -> None:
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, HUMAN]))

    leave(table, 0)

    assert not table.state.players[0].is_connected
    assert come_back(table, 0) == [ConnectionChanged(0, connected=True)]


def test_9_2_an_open_power_is_cancelled() -> None:
    table = deal(THREE, deck="7♠")
    table.draw_and_discard(0)

    events = leave(table, 0)

    assert events[1:3] == [PowerCancelled(0, "peek_own"), TurnEnded(0, 1, "power")]
    assert (table.state.power, table.state.current_turn_seat) == (None, 1)


def test_9_2_a_peek_is_hidden() -> None:
    table = deal(THREE, deck="7♠")
    table.draw_and_discard(0)
    table.play(0, UsePower("peek_own", (slot(0, 0),)))

    events = leave(table, 0)

    assert events[1:3] == [CardHidden(0, (slot(0, 0),), "disconnected"), TurnEnded(0, 1, "power")]
    assert table.state.reveal is None


@pytest.mark.parametrize("source", ["deck", "discard"])
def test_9_2_a_held_card_is_discarded_without_power(source: str) -> None:
    table = deal(THREE, deck="7♠", discards="7♣")
    table.play(0, DrawCard("deck" if source == "deck" else "discard"))

    events = leave(table, 0)

    face = card("7♠" if source == "deck" else "7♣", 7)
    assert events[1:3] == [CardDiscarded(0, face, 2, "disconnected"), TurnEnded(0, 1, "discard")]
    assert table.state.current_turn_seat == 1


def test_9_3_before_the_draw_the_turn_waits_for_its_deadline() -> None:
    table = deal(THREE, bot_takeover=False)
    table.at += 50_000

    assert leave(table, 0) == [ConnectionChanged(0, connected=False)]

    assert table.state.current_turn_seat == 0
    assert table.wait(9_999) == []
    assert table.wait(1)[0] == TurnPassed(0)


def test_9_3_or_for_a_bot() -> None:
    table = deal(THREE, bot_takeover_ms=1000)

    leave(table, 0)

    assert table.wait(1000) == [ControllerChanged(0, "bot")]
    assert table.legal(0) != []


def test_9_3_without_a_limit_an_absent_seat_has_a_minute() -> None:
    table = deal(THREE, turn_ms=0, bot_takeover=False)
    table.at += 500_000

    leave(table, 0)

    assert table.view(1).turn_ends_at == table.at + 60_000
    assert table.wait(60_000)[0] == TurnPassed(0)


def test_9_3_without_a_limit_a_seat_that_has_gone_has_a_minute_from_the_start_of_its_turn() -> None:
    table = deal(THREE, turn_ms=0, bot_takeover=False)
    leave(table, 1)
    table.at += 500_000

    table.pass_turn(0)

    assert table.state.turn_ends_at == table.at + 60_000


def test_9_4_in_the_final_round_a_turn_that_is_not_begun_is_forfeited() -> None:
    table = deal(THREE)
    table.play(0, CallCambio())

    events = leave(table, 1)

    assert events[1:3] == [TurnEnded(1, 2, "forfeit"), FinalTurnTaken(1, forfeited=True)]
    assert table.state.current_turn_seat == 2


def final_holding(table: Table) -> None:
    table.play(1, DrawCard("deck"))


def final_power(table: Table) -> None:
    table.draw_and_discard(1)


def final_reveal(table: Table) -> None:
    table.draw_and_discard(1)
    table.play(1, UsePower("peek_own", (slot(1, 0),)))


@pytest.mark.parametrize(
    ("before", "first"),
    [(final_holding, "CARD_DISCARDED"), (final_power, "POWER_CANCELLED"), (final_reveal, "CARD_HIDDEN")],
)
def test_9_4_in_the_final_round_what_is_under_way_is_lost_first(before: Any, first: str) -> None:
    table = deal(THREE, deck="7♠")
    table.play(0, CallCambio())
    before(table)

    events = leave(table, 1)

    assert tags(events)[1] == first
    assert events[2:4] == [TurnEnded(1, 2, "forfeit"), FinalTurnTaken(1, forfeited=True)]


def test_9_4_the_caller_may_go() -> None:
    table = deal(THREE)
    table.play(0, CallCambio())

    assert leave(table, 0) == [ConnectionChanged(0, connected=False)]


def test_9_5_in_the_initial_view_it_counts_as_confirmed() -> None:
    table = started(seat_specs=[HUMAN] * 3)
    table.play(1, ConfirmInitialView())

    assert leave(table, 0)[1:] == [
        ViewConfirmed(0),
        CardHidden(0, (slot(0, 2), slot(0, 3)), "disconnected"),
    ]
    assert leave(table, 1) == [ConnectionChanged(1, connected=False)]
    come_back(table, 0)

    assert {view_slot.visibility for view_slot in table.view(0).players[0].slots} == {"hidden"}
    with refused("ALREADY_CONFIRMED"):
        table.play(0, ConfirmInitialView())
    assert tags(table.play(2, ConfirmInitialView()))[-1] == "TURN_STARTED"


def test_9_5_the_last_to_look_may_be_one_who_leaves() -> None:
    table = started()
    table.play(0, ConfirmInitialView())

    events = leave(table, 1)

    assert tags(events)[-2:] == ["INITIAL_VIEW_ENDED", "TURN_STARTED"]


def test_9_5_in_the_snap_window_it_counts_as_passed() -> None:
    table = deal(THREE, deck="5♠", snap="first")
    table.draw_and_discard(0)

    assert leave(table, 1)[1:] == [SnapPassed(1)]
    come_back(table, 1)
    with refused("SNAP_ALREADY_TRIED"):
        table.play(1, Snap(2, 1, 1))
    table.play(2, PassSnap(2))
    assert leave(table, 2) == [ConnectionChanged(2, connected=False)]
    events = leave(table, 0)

    assert tags(events)[1:] == ["SNAP_PASSED", "SNAP_WINDOW_CLOSED", "TURN_STARTED"]


def test_9_5_a_seat_that_was_gone_before_the_window_has_passed() -> None:
    table = deal(THREE, deck="5♠", snap="first")
    leave(table, 1)
    table.draw_and_discard(0)

    with refused("SNAP_ALREADY_TRIED"):
        table.play(1, Snap(2, 1, 1))
    with refused("SNAP_ALREADY_TRIED"):
        table.play(1, PassSnap(2))


def test_9_5_in_giving_the_lowest_own_position_is_given_at_once() -> None:
    table = deal(THREE, deck="5♠", snap="first", snap_others=True)
    table.draw_and_discard(0)
    table.play(1, Snap(2, 2, 2))
    assert leave(table, 2) == [ConnectionChanged(2, connected=False)]

    events = leave(table, 1)

    assert events[1] == CardGiven(1, 0, 2, 2)
    assert tags(events)[2:] == ["SNAP_WINDOW_CLOSED", "TURN_STARTED"]


def test_9_6_a_bot_takes_over_while_somebody_is_there() -> None:
    table = deal(THREE, turn_ms=0)
    table.at += 1000

    leave(table, 1)

    assert CAMBIO.deadline(table.state) == Deadline[Action](NOW + 61_000, TakeOver(1))
    assert table.wait(60_000) == [ControllerChanged(1, "bot")]
    assert (table.state.players[1].controller, table.state.players[1].is_connected) == ("bot", False)
    assert CAMBIO.deadline(table.state) is None


@pytest.mark.parametrize("options", [{"bot_takeover": False}, {}])
def test_9_6_no_bot_without_the_option_or_without_anybody_there(options: dict[str, Any]) -> None:
    table = deal(THREE, turn_ms=0, **options)
    for seat in (1, 2) if options else (0, 1, 2):
        leave(table, seat)

    events = table.wait(61_000)

    assert "CONTROLLER_CHANGED" not in tags(events)


def test_9_6_no_bot_in_the_final_round() -> None:
    table = deal(THREE, turn_ms=0)
    table.play(0, CallCambio())

    leave(table, 2)

    assert CAMBIO.deadline(table.state) is None


def test_9_6_in_the_initial_view_too_and_a_seat_taken_over_forfeits_all_the_same() -> None:
    table = started(seat_specs=[HUMAN] * 3, bot_takeover_ms=0)
    leave(table, 1)
    assert table.wait(0) == [ControllerChanged(1, "bot")]
    table.play(0, ConfirmInitialView())
    table.play(2, ConfirmInitialView())

    events = table.play(0, CallCambio())

    assert FinalTurnTaken(1, forfeited=True) in events


def test_9_7_whoever_comes_back_has_the_seat_again() -> None:
    table = deal(THREE)
    leave(table, 1)
    table.wait(60_000)

    events = come_back(table, 1)

    assert events == [ConnectionChanged(1, connected=True), ControllerChanged(1, "human")]
    assert table.state.players[1].is_connected
    assert table.state.players[1].disconnected_at is None


def test_9_7_the_time_of_a_turn_restarts_once() -> None:
    table = deal(THREE)
    table.at += 40_000
    leave(table, 0)
    table.at += 1000

    come_back(table, 0)
    assert table.view(0).turn_ends_at == NOW + 41_000 + 60_000
    leave(table, 0)
    table.at += 1000
    come_back(table, 0)

    assert table.view(0).turn_ends_at == NOW + 41_000 + 60_000


def test_9_7_the_time_of_another_seats_turn_does_not_restart() -> None:
    table = deal(THREE)
    table.at += 40_000

    leave(table, 1)
    come_back(table, 1)

    assert table.view(0).turn_ends_at == NOW + 60_000


def test_9_7_without_a_limit_whoever_is_back_has_no_limit_again() -> None:
    table = deal(THREE, turn_ms=0)
    leave(table, 0)

    come_back(table, 0)

    assert table.view(0).turn_ends_at is None


def test_9_7_the_time_restarts_also_for_a_card_a_bot_is_holding() -> None:
    table = deal(THREE, bot_takeover_ms=0)
    leave(table, 0)
    table.wait(0)
    table.play(0, DrawCard("deck"))
    table.at += 1000

    come_back(table, 0)

    assert table.view(0).turn_ends_at == NOW + 61_000
    assert table.state.held is not None


def test_9_8_when_all_humans_have_gone_the_table_is_abandoned() -> None:
    table = deal(THREE, seat_specs=[HUMAN, HUMAN, BOT], turn_ms=0, abandon_after_ms=60_000)
    table.pass_turn(0)
    table.pass_turn(1)
    leave(table, 0)
    table.at += 30_000
    leave(table, 1)

    assert table.wait(59_999) == []
    assert table.wait(1) == [GameAbandoned()]

    assert (table.state.status, table.state.phase, table.state.ending) == (
        "abandoned",
        "playing",
        "abandoned",
    )
    assert CAMBIO.deadline(table.state) is None
    assert CAMBIO.to_act(table.state) == frozenset()
    with refused("GAME_OVER"):
        table.play(2, DrawCard("deck"))


def test_9_8_somebody_who_comes_back_saves_the_table() -> None:
    table = deal(THREE, seat_specs=[HUMAN, BOT, BOT], turn_ms=0)
    table.pass_turn(0)
    leave(table, 0)
    table.at += 299_999
    come_back(table, 0)

    assert table.wait(1_000_000) == []


def test_9_8_a_table_of_bots_is_never_abandoned() -> None:
    table = deal(THREE, seat_specs=[BOT] * 3, turn_ms=0)

    assert CAMBIO.deadline(table.state) is None


def test_9_8_a_table_is_abandoned_before_the_deal_too() -> None:
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, BOT]))
    leave(table, 0)

    assert table.wait(300_000) == [GameAbandoned()]
    assert table.state.phase == "setup"


def test_9_8_what_a_bot_is_being_shown_is_hidden() -> None:
    """Rules 9.8, 5.13: the fourth cause."""
    table = deal(THREE, turn=1, deck="7♠", seat_specs=[HUMAN, BOT, BOT], abandon_after_ms=60_000)
    leave(table, 0)
    table.at += 59_000
    table.draw_and_discard(1)
    table.play(1, UsePower("peek_own", (slot(1, 0),)))

    events = table.wait(1000)

    assert events == [CardHidden(1, (slot(1, 0),), "abandoned"), GameAbandoned()]
    assert {view_slot.card for view_slot in table.view(1).players[1].slots} == {None}


def test_9_8_in_the_initial_view_what_bots_still_see_is_hidden() -> None:
    table = Table(CAMBIO.start(Options(seats=2, abandon_after_ms=60_000), [HUMAN, BOT]))
    leave(table, 0)
    table.at += 55_000
    table.play(HOUSE, CAMBIO.begin)

    events = table.wait(5_000)

    assert events == [CardHidden(1, (slot(1, 2), slot(1, 3)), "abandoned"), GameAbandoned()]
    assert {view_slot.card for view_slot in table.view(1).players[1].slots} == {None}


def test_9_9_a_host_is_told_which_seats_bots_play_and_how_well() -> None:
    """Rules 9.6, 9.7, 9.9: a bot that has taken over has no level of its own."""
    table = deal(THREE, seat_specs=[HUMAN, HUMAN, BOT], bot_takeover_ms=0)
    assert CAMBIO.bots(table.state) == {2: "easy"}

    leave(table, 1)
    table.wait(0)
    taken_over = CAMBIO.bots(table.state)
    come_back(table, 1)

    assert taken_over == {1: None, 2: "easy"}
    assert CAMBIO.bots(table.state) == {2: "easy"}


def test_9_9_a_bot_is_always_connected_and_plays_its_final_turn() -> None:
    table = deal(THREE, seat_specs=[HUMAN, BOT, HUMAN])
    with refused("NO_CHANGE"):
        leave(table, 1)

    table.play(0, CallCambio())

    assert table.state.current_turn_seat == 1
    assert table.view(None).players[1].kind == "bot"
    assert CAMBIO.knows(table.state, 1).players[1].bot_level == "easy"


def test_9_7_a_reveal_under_a_bot_is_the_players_when_back() -> None:
    table = deal(THREE, deck="7♠", bot_takeover_ms=0)
    leave(table, 0)
    table.wait(0)
    table.draw_and_discard(0)
    table.play(0, UsePower("peek_own", (slot(0, 0),)))

    come_back(table, 0)

    assert table.legal(0) == [AcknowledgeReveal()]
    assert table.view(0).players[0].slots[0].card == card("A♠", 1)
