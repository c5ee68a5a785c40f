"""The door's answers: every code has a sentence and a next step."""

import pickle

import pytest

from rondel.server.answers import ANSWERS, CODES, Code, Denied


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence_and_a_next_step(code: Code) -> None:
    denied = Denied.of(code)

    assert denied.code == code
    assert denied.because.endswith(".")
    assert denied.next.endswith(".")
    assert ANSWERS.keys() == set(CODES)


def test_a_caller_may_know_better() -> None:
    denied = Denied.of("TOO_MANY", "Nine mails are too many.", after_ms=5)

    assert denied.because == "Nine mails are too many."
    assert denied.next == ANSWERS["TOO_MANY"].next
    assert denied.after_ms == 5
    assert str(denied) == f"TOO_MANY: Nine mails are too many. {denied.next}"


def test_an_answer_can_be_sent_to_another_process() -> None:
    denied = pickle.loads(pickle.dumps(Denied.of("TOO_MANY", after_ms=5)))

    assert (denied.code, denied.after_ms) == ("TOO_MANY", 5)
