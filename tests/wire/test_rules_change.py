"""Rules change: what was played under the old rules still folds, verifies and goes on under the new ones."""

from collections.abc import Sequence
from dataclasses import replace

from rondel.kernel import Actor, Chance, Ms
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.proof import Proof, verify
from tests.kernel.newer_tally import RULES_1, RULES_2, OldOptions
from tests.kernel.tally import FIRST_AT, SECRET, TALLY, Action, Add, Added, Event, Options, State
from tests.wire.sittings import SHORT, go_on, opened, transcript


def decide_doubled(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    """Rules 2: whatever is added counts twice."""
    events = TALLY.decide(state, actor, action, chance, now)
    return [Added(e.seat, 2 * e.amount) if isinstance(e, Added) else e for e in events]


SECOND = replace(TALLY, rules=2, decide=decide_doubled)


def test_a_transcript_of_rules_1_folds_and_verifies_after_decide_was_changed_in_rules_2() -> None:
    written_under_1 = transcript(SHORT, TALLY)

    today, then = verify(SECOND, written_under_1), verify(TALLY, written_under_1)

    assert today == Proof(8, 0, is_ended=True, is_secret_revealed=True, faults=(), under_older_rules=8)
    assert then == Proof(8, 8, is_ended=True, is_secret_revealed=True, faults=())


def test_the_same_change_without_a_new_number_is_found_out() -> None:
    changed_in_silence = replace(TALLY, decide=decide_doubled)

    faults = verify(changed_in_silence, transcript()).faults

    assert [fault.line for fault in faults] == [4, 6, 8, 9]  # the four lines that add


def test_a_running_table_goes_on_under_the_new_rules_from_its_next_version() -> None:
    begun = go_on(opened(TALLY), SHORT[:5])

    mended = LocalTable.resumed(SECOND, begun.transcript(), SECRET)
    after = [(step.row.rules, step.after.points) for step in go_on(mended, SHORT[5:]).steps]
    proof = verify(SECOND, mended.transcript())

    assert after[4:] == [(1, (1, 0)), (2, (1, 0)), (2, (1, 4)), (2, (1, 10))]
    assert (proof.rows, proof.decided_again, proof.faults) == (8, 3, ())


def test_a_move_of_the_old_rules_is_not_taken_back_under_the_new_ones() -> None:
    begun = go_on(opened(TALLY), SHORT[:5])

    mended = LocalTable.resumed(SECOND, begun.transcript(), SECRET)
    go_on(mended, [(0, Add(1))])
    mended.take_back(0, FIRST_AT + 60_000)

    assert mended.steps[-1].row.undoes_to == 5
    assert mended.state.points == (1, 0)


def test_whoever_has_only_the_old_rules_says_so() -> None:
    begun = go_on(opened(TALLY), SHORT[:5])
    mended = go_on(LocalTable.resumed(SECOND, begun.transcript(), SECRET), SHORT[5:])

    proof = verify(TALLY, mended.transcript())

    assert (proof.faults, proof.decided_again, proof.under_newer_rules) == ((), 5, 3)


def opened_under_rules_1() -> LocalTable:
    """A table without a target among its options; seat 0 has added one."""
    return go_on(opened(RULES_1, OldOptions()), SHORT[:5])


def test_options_mean_what_they_meant_when_they_were_chosen() -> None:
    codec = codec_of(RULES_2)

    assert codec.options(b"{}") == codec.options(b"{}", 2) == Options(target=10)
    assert codec.options(b"{}", 1) == Options(target=5)
    assert codec.options(b'{"target":7}', 1) == Options(target=7)


def test_a_table_of_older_rules_goes_on_as_it_was_opened() -> None:
    table = LocalTable.resumed(RULES_2, opened_under_rules_1().transcript(), SECRET)
    assert (table.state.options, table.state.points) == (Options(target=5), (1, 0))

    row = go_on(table, SHORT[5:]).steps[-1].row

    assert (row.rules, row.events[0]) == (2, Added(1, 3))
    assert table.state.ending == "reached"


def test_a_table_of_older_rules_is_proved_by_its_events() -> None:
    proof = verify(RULES_2, opened_under_rules_1().transcript())

    assert (proof.rows, proof.decided_again, proof.faults) == (5, 0, ())
