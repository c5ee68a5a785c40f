"""What a host may learn of a game beside its rules, shown at the tally."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from rondel.kernel import Asker, Call, Commit, Record, Struct
from tests.kernel.tally import TALLY, Action, Add, Event, View, started


class More(Struct):
    """A body in words of its own."""

    than_seat: int


TOTAL: Call[View, Action, Event] = Call(respond=lambda view, _, players: {players[0]: view.points[0]})


def test_a_call_makes_an_action_of_a_body_and_an_answer_of_a_view() -> None:
    more = replace(TOTAL, body=More, ask=lambda body, asker: Add(body.than_seat + asker.seat))
    state = started()[-1].after

    assert more.ask is not None
    assert more.ask(More(2), Asker(1, ("ann", "ben"))) == Add(3)
    assert more.respond(TALLY.view(state, 1), (), ("ann", "ben")) == {"ann": 0}


def test_a_call_that_only_reads_has_neither_body_nor_action() -> None:
    assert (TOTAL.body, TOTAL.ask) == (None, None)
    with pytest.raises(FrozenInstanceError):
        TOTAL.body = More  # type: ignore[misc]


def test_a_record_is_told_what_the_commit_alone_knows() -> None:
    record: Record[Any, Event] = Record(
        rows=lambda _, events, __, commit: {"row": [{"id": commit.table, "events": len(events)}]},
        whole=frozenset({"row"}),
    )
    (step,) = started()
    commit = Commit(table="a table", version=1, at=1000, players=("ann", "ben"))

    rows = record.rows(step.before, step.row.events, step.after, commit)

    assert rows == {"row": [{"id": "a table", "events": 1}]}
    assert record.whole == {"row"}
