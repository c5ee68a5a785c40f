"""Rules change: what was played under the old rules still folds, verifies and goes on under the new ones."""

from collections.abc import Sequence
from dataclasses import replace

from rondel.kernel import Actor, Chance, Ms
from rondel.table.local import LocalTable
from rondel.wire.proof import Proof, verify
from tests.kernel.tally import FIRST_AT, SECRET, TALLY, Action, Add, Added, Event, State
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

    assert today == Proof(rows=8, decided_again=0, is_ended=True, is_secret_revealed=True, faults=())
    assert then == Proof(rows=8, decided_again=8, is_ended=True, is_secret_revealed=True, faults=())


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

    first, *_ = verify(TALLY, mended.transcript()).faults

    assert (first.line, first.because) == (7, "written under rules 2; only rules 1 are here")
