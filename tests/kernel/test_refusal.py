"""Refusals: a code, a sentence, and whether they are quiet."""

import copy
import pickle

from rondel.kernel import Refusal


def test_a_refusal_reads_as_its_code_and_its_sentence() -> None:
    refusal = Refusal("NOT_YOUR_TURN", "It is not your turn.")

    assert str(refusal) == "NOT_YOUR_TURN: It is not your turn."
    assert (refusal.code, refusal.message) == ("NOT_YOUR_TURN", "It is not your turn.")


def test_a_refusal_is_quiet_only_if_it_says_so() -> None:
    assert not Refusal("CLOSED", "It is over.").quiet
    assert Refusal("CLOSED", "It is over.", quiet=True).quiet


def test_a_refusal_comes_back_whole_from_another_process() -> None:
    refusal = Refusal("CLOSED", "It is over.", quiet=True)

    for again in (pickle.loads(pickle.dumps(refusal)), copy.copy(refusal)):
        assert (str(again), again.quiet) == (str(refusal), True)
