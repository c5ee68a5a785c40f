"""Deciding at a table: time that was lost by an outage is given back before anything falls due."""

from dataclasses import replace as with_
from typing import Any

import pytest

from rondel.kernel import (
    HOUSE,
    Actor,
    AnyGame,
    Clock,
    Ms,
    Outage,
    Refusal,
    ReturnTime,
    TakeBack,
    TimeControl,
    TimeReturned,
)
from rondel.table.decide import Undoable, decide, due, is_in_time, undoable
from rondel.table.local import LocalTable
from rondel.table.state import RECENT
from tests.kernel.tally import FIRST_AT, TALLY, Abandon, Add, Draw, Options, Pass, PauseClock, StartGame
from tests.wire.sittings import opened

LOST: Ms = 13_000


def begun(game: AnyGame = TALLY, *, bank_ms: Ms = 10_000) -> LocalTable:
    table = opened(game, Options(target=5, bank_ms=bank_ms))
    table.play(HOUSE, StartGame(), FIRST_AT)
    return table


def an_outage(table: LocalTable) -> list[Outage]:
    """One that began a second before the deadline."""
    assert table.now.deadline is not None
    gone_at = table.now.deadline.at_ms - 1000
    return [Outage(gone_at, gone_at + LOST)]


def test_lost_time_is_given_back_before_the_deadline_that_passed_meanwhile() -> None:
    table = begun()
    deadline = table.now.deadline
    assert deadline is not None
    outages = an_outage(table)
    back_at = outages[0].until_ms

    decision = due(table.now, back_at, outages)

    assert decision is not None
    assert (decision.row.actor, decision.row.at) == (HOUSE, back_at)
    assert (decision.row.action, decision.row.events) == (ReturnTime(LOST), (TimeReturned(LOST),))
    assert decision.after.deadline is not None
    assert decision.after.deadline.at_ms == deadline.at_ms + LOST
    assert due(decision.after, back_at + 999, outages) is None
    expired = due(decision.after, back_at + 1000, outages)
    assert expired is not None
    assert expired.row.action == deadline.action


def test_without_an_outage_what_is_due_is_due() -> None:
    table = begun()
    outages = an_outage(table)

    decision = due(table.now, outages[0].until_ms)

    assert decision is not None
    assert decision.row.action != ReturnTime(LOST)


def test_an_outage_before_the_last_row_costs_nothing_any_more() -> None:
    table = begun()

    assert due(table.now, table.at + 1, [Outage(table.at - LOST, table.at)]) is None


def test_where_nothing_runs_no_time_is_given_back() -> None:
    timeless, over, paused = begun(bank_ms=0), begun(), begun()
    over.play(HOUSE, Abandon(), FIRST_AT)
    paused.play(0, PauseClock(), FIRST_AT)
    without = begun(with_(TALLY, postpone=None, deadline=lambda _: None))

    for table in (timeless, over, paused, without):
        assert due(table.now, table.at + LOST, [Outage(table.at, table.at + LOST)]) is None


def test_a_clock_that_runs_without_a_deadline_gets_it_back() -> None:
    table = begun(with_(TALLY, deadline=lambda _: None))

    decision = due(table.now, table.at + LOST, [Outage(table.at, table.at + LOST)])

    assert decision is not None
    assert decision.row.action == ReturnTime(LOST)


@pytest.mark.parametrize(("actor", "action"), [(HOUSE, ReturnTime(5)), (HOUSE, Abandon()), (0, Add(1))])
def test_nothing_comes_before_the_start(actor: Actor, action: Any) -> None:
    table = opened(TALLY, Options(target=5, bank_ms=10_000))

    with pytest.raises(Refusal, match="NOT_STARTED: Tally has not started yet"):
        decide(table.now, actor, action, FIRST_AT)


def test_a_table_that_has_not_started_loses_no_time() -> None:
    running = with_(TALLY, clock=lambda _: Clock.started(TimeControl(1000, 0), 2, FIRST_AT))

    assert due(opened(running).now, LOST, [Outage(0, LOST)]) is None


@pytest.mark.parametrize(("actor", "code"), [(0, "HOUSE_ONLY"), (None, "HOUSE_ONLY")])
def test_only_the_house_gives_time_back(actor: int | None, code: str) -> None:
    table = begun()

    with pytest.raises(Refusal, match=code):
        decide(table.now, actor, ReturnTime(LOST), table.at + LOST)


def test_a_move_meant_for_the_version_before_still_counts_and_none_is_taken_back_across() -> None:
    table = begun()
    table.play(0, Add(1), FIRST_AT + 1000)
    seen = table.version
    table.return_time(LOST, FIRST_AT + 1000 + LOST)

    assert is_in_time(table.now, 0, seen)
    with pytest.raises(Refusal, match="NOT_YOUR_MOVE"):
        decide(table.now, 0, TakeBack(), table.at)


def test_a_late_action_counts_while_its_seat_has_owed_a_move_ever_since() -> None:
    table = begun()
    table.play(0, Add(1), FIRST_AT)
    own = table.version
    table.play(0, Pass(), FIRST_AT)
    table.return_time(1, FIRST_AT + 1)
    now = table.now

    assert is_in_time(now, None, now.version)  # who may act is the rules' to say
    assert is_in_time(now, 1, now.version - 1)
    assert not is_in_time(now, 1, own)  # it was not this seat's turn by then
    assert not is_in_time(now, 0, own)  # it has moved since
    assert not is_in_time(now, 0, now.version - 1)  # it is not its turn
    assert not is_in_time(now, None, now.version - 1)
    assert not is_in_time(now, 1, now.version + 1)
    assert not is_in_time(now, 0, 0)


def test_ids_of_the_house_and_tokens_follow_from_the_secret() -> None:
    context, other = begun().context, opened(TALLY, table_id="another").context

    assert context.house_id(3, b"action") == context.house_id(3, b"action")
    assert len({context.house_id(version, b"action") for version in range(9)}) == 9
    assert context.token("bot", 1) != context.token("bot", 2)
    assert context.token("bot", 1) == other.token("bot", 1)  # the same secret
    assert context.token("bot", 1) != context.token("order", 1)


def test_a_move_that_can_be_taken_back_is_named_and_no_other() -> None:
    table = begun(bank_ms=0)
    assert undoable(table.now) is None  # the house began

    table.play(0, Add(1), FIRST_AT)
    table.play(0, Add(1), FIRST_AT)
    first, second = table.version - 1, table.version

    assert undoable(table.now) == Undoable(0, second)
    table.take_back(0, FIRST_AT)
    assert undoable(table.now) == Undoable(0, first)
    table.play(0, Draw(), FIRST_AT)
    assert undoable(table.now) is None
    table.play(0, Pass(), FIRST_AT)
    assert undoable(table.now) is None


def test_where_nothing_was_played_or_nothing_is_ever_taken_back_no_move_is_named() -> None:
    without = begun(with_(TALLY, undo=None), bank_ms=0)
    without.play(0, Add(1), FIRST_AT)

    assert undoable(without.now) is None
    assert undoable(opened(TALLY, Options()).now) is None


def test_a_move_that_lies_before_the_remembered_rows_is_not_named() -> None:
    table = begun(bank_ms=0)
    table.play(0, Add(1), FIRST_AT)
    for _ in range(RECENT // 2):
        table.play(0, Add(1), FIRST_AT)
        table.take_back(0, FIRST_AT)

    assert undoable(table.now) is None
    assert table.take_back(0, FIRST_AT).undoes_to == 1
