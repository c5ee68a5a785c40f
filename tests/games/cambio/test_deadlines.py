"""Chapters 10 and 14: what the house does, and when."""

import pytest
from msgspec.structs import replace

from rondel.games.cambio.actions import (
    Abandon,
    Action,
    CallCambio,
    CloseSnapWindow,
    EndInitialView,
    ExpireGive,
    ExpirePower,
    ExpireTurn,
    HideCard,
    SetConnected,
    Snap,
    TakeOver,
    UsePower,
)
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.kernel import HOUSE, Deadline
from rondel.table.local import LocalTable
from rondel.wire.proof import verify
from tests.games.cambio.table import BOT, HUMAN, NOW, Table, deal, refused, slot, started

THREE = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ 5♦ Q♦"


def in_step(step: str) -> Table:
    table = deal(
        THREE, deck="7♠" if step in ("power_pending", "revealing") else "5♠", snap="first", snap_others=True
    )
    match step:
        case "initial_view":
            return started(initial_view_ms=4000)
        case "holding":
            table.play(0, CAMBIO.legal(table.state, 0)[0])
        case "power_pending":
            table.draw_and_discard(0)
        case "revealing":
            table.draw_and_discard(0)
            table.play(0, UsePower("peek_own", (slot(0, 0),)))
        case "snap_window":
            table.draw_and_discard(0)
        case "giving":
            table.draw_and_discard(0)
            table.play(1, Snap(2, 2, 2))
        case _:
            assert step == "awaiting_draw"
    return table


ROWS: list[tuple[str, int, Action]] = [
    ("initial_view", 4_000, EndInitialView()),
    ("awaiting_draw", 60_000, ExpireTurn()),
    ("holding", 60_000, ExpireTurn()),
    ("power_pending", 30_000, ExpirePower()),
    ("revealing", 5_000, HideCard()),
    ("snap_window", 3_000, CloseSnapWindow()),
    ("giving", 30_000, ExpireGive()),
]


@pytest.mark.parametrize(("step", "span", "action"), ROWS)
def test_14_1_each_step_has_its_deadline(step: str, span: int, action: Action) -> None:
    table = in_step(step)

    assert CAMBIO.deadline(table.state) == Deadline(NOW + span, action)


@pytest.mark.parametrize(("step", "span", "action"), ROWS)
def test_10_1_a_timed_action_is_accepted_when_it_is_due_and_not_before(
    step: str, span: int, action: Action
) -> None:
    table = in_step(step)

    table.at += span - 1
    with refused("NOT_DUE"):
        table.play(HOUSE, action)
    table.at += 1
    for other in (EndInitialView(), ExpireTurn(), ExpirePower(), HideCard(), TakeOver(1), Abandon()):
        if other != action:
            with refused("NOT_DUE"):
                table.play(HOUSE, other)

    assert table.play(HOUSE, action)


def test_10_1_without_a_deadline_nothing_is_due() -> None:
    table = deal(THREE, turn_ms=0)

    assert CAMBIO.deadline(table.state) is None
    with refused("NOT_DUE"):
        table.play(HOUSE, ExpireTurn())


def test_14_1_no_limit_no_deadline() -> None:
    table = deal(THREE, deck="7♠", power_decision_ms=0)

    table.draw_and_discard(0)

    assert CAMBIO.deadline(table.state) is None


def test_14_1_the_earliest_row_applies_and_at_equal_times_the_upper_one() -> None:
    table = deal(THREE, bot_takeover_ms=60_000)
    for seat in (2, 1):
        table.play(HOUSE, SetConnected(seat, connected=False))
    assert CAMBIO.deadline(table.state) == Deadline[Action](NOW + 60_000, ExpireTurn())

    table.pass_turn(0)
    assert CAMBIO.deadline(table.state) == Deadline[Action](NOW + 60_000, ExpireTurn())
    table.at += 1
    table.play(1, CAMBIO.legal(table.state, 1)[1])
    table.play(1, CAMBIO.legal(table.state, 1)[0])

    assert CAMBIO.deadline(table.state) == Deadline[Action](NOW + 60_000, TakeOver(1))


def test_14_1_a_takeover_before_the_end_of_a_turn_and_abandonment_after_the_last_has_gone() -> None:
    table = deal(
        THREE, bot_takeover_ms=5_000, abandon_after_ms=60_000, turn_ms=0, seat_specs=[HUMAN, HUMAN, BOT]
    )
    table.play(HOUSE, SetConnected(1, connected=False))
    assert CAMBIO.deadline(table.state) == Deadline[Action](NOW + 5_000, TakeOver(1))

    table.at += 10
    table.pass_turn(0)
    table.pass_turn(1)
    table.play(HOUSE, SetConnected(0, connected=False))

    assert CAMBIO.deadline(table.state) == Deadline[Action](NOW + 60_010, Abandon())


LOST = 13_000


@pytest.mark.parametrize(("step", "span", "action"), ROWS)
def test_14_4_time_given_back_moves_each_deadline_by_as_much(step: str, span: int, action: Action) -> None:
    table = in_step(step)

    assert CAMBIO.postpone is not None
    later = CAMBIO.postpone(table.state, LOST)

    assert CAMBIO.deadline(later) == Deadline(NOW + span + LOST, action)
    assert [list(CAMBIO.legal(later, seat)) for seat in (0, 1)] == [table.legal(seat) for seat in (0, 1)]


def test_14_4_a_bot_and_the_end_of_a_table_without_players_come_later_too() -> None:
    table = deal(THREE, bot_takeover_ms=5_000, abandon_after_ms=60_000, seat_specs=[HUMAN, HUMAN, BOT])
    assert CAMBIO.postpone is not None

    table.play(HOUSE, SetConnected(1, connected=False))
    later = CAMBIO.postpone(table.state, LOST)
    assert CAMBIO.deadline(later) == Deadline[Action](NOW + 5_000 + LOST, TakeOver(1))
    assert CAMBIO.view(later, 0).players[1].bot_at == NOW + 5_000 + LOST
    assert CAMBIO.view(later, 0).players[0] == table.view(0).players[0]

    table.play(HOUSE, SetConnected(0, connected=False))
    later = CAMBIO.postpone(replace(table.state, turn_ends_at=None), LOST)
    assert CAMBIO.deadline(later) == Deadline[Action](NOW + 60_000 + LOST, Abandon())


def test_14_4_a_power_without_a_limit_stays_without_one() -> None:
    table = deal(THREE, deck="7♠", power_decision_ms=0)
    table.draw_and_discard(0)

    assert CAMBIO.postpone is not None
    assert CAMBIO.deadline(CAMBIO.postpone(table.state, LOST)) is None


def test_14_4_after_an_outage_the_turn_goes_on_with_the_time_that_was_left() -> None:
    table = wire_table()
    table.fire_due(NOW + 10_000)
    began = table.at

    row = table.return_time(LOST, began + 47_000 + LOST)  # the server left when 13 s were left of 60

    assert table.state.turn_ends_at == began + 60_000 + LOST
    assert table.fire_due(began + 60_000 + LOST - 1) == []
    assert [due.action for due in table.fire_due(began + 60_000 + LOST)] == [ExpireTurn()]
    expected = b'{"type":"TIME_RETURNED","version":3,"at":%d,"payload":{"lostMs":13000}}' % row.at
    assert [table.observations(row, viewer) for viewer in (0, 1, None)] == [[expected]] * 3
    assert verify(CAMBIO, table.transcript()).faults == ()


def wire_table() -> LocalTable:
    table = LocalTable.opened(
        CAMBIO, Options(seats=2), [HUMAN, HUMAN], table_id="t", secret=b"s" * 32, nonces=[b"", b""]
    )
    table.play(HOUSE, CAMBIO.begin, NOW)
    return table


def test_14_2_what_is_due_is_done_before_anything_else_is_decided() -> None:
    table = wire_table()

    row = table.play(0, CallCambio(), NOW + 10_000)

    assert [step.row.action for step in table.steps] == [CAMBIO.begin, EndInitialView(), CallCambio()]
    assert row.version == 3


def test_14_3_a_little_late_is_in_time_and_a_lot_costs_one_deadline() -> None:
    punctual, late = wire_table(), wire_table()

    punctual.fire_due(NOW + 10_000 + 5_000)
    late.fire_due(NOW + 10_000 + 5_001)

    assert punctual.at == NOW + 10_000
    assert late.at == NOW + 15_001
    assert late.state.turn_ends_at == NOW + 75_001


def test_14_3_an_outage_costs_nobody_more_than_one_deadline() -> None:
    table = wire_table()

    fired = table.fire_due(NOW + 3_600_000)

    assert [row.action for row in fired] == [EndInitialView()]
